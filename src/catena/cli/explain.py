"""The verb that says what a key of a drive file means."""

from __future__ import annotations

import re
import shutil
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from catena.cli.app import AsJson, app, speaking

if TYPE_CHECKING:
    from catena.spec.keys import Key


@app.command()
def explain(
    key: Annotated[
        str,
        typer.Argument(help="Such as roller_chain.chain.joint.clearance, or a part."),
    ] = "",
    json: AsJson = False,
) -> None:
    """Say what a key of a drive file means: unit, default, range and an example."""
    from catena.drives import DRIVES
    from catena.drives.reference import explained, key_lines

    with speaking(json) as speaker:
        if not key:
            for room in DRIVES.values():
                speaker.line(f"{room.name:24} {room.summary}")
            speaker.line("next     catena explain roller_chain.chain.joint.clearance")
            speaker.answer({"drives": {r.name: r.summary for r in DRIVES.values()}})
            return
        found = explained(key)
        depth = min(one.path.count(".") for one in found)
        tops = [one for one in found if one.path.count(".") == depth]
        below = [one for one in found if one.path.count(".") > depth]
        if key in DRIVES:
            tops, below = [], found
        for one in tops:
            for line in key_lines(one):
                speaker.line(_folded(line))
        for one in below:
            speaker.line(_short(one))
        speaker.answer({"keys": [one.as_dict() for one in found]})


def _folded(line: str) -> str:
    """A line that keeps its indent where the terminal is narrow."""
    width = min(shutil.get_terminal_size().columns, 100)
    label = re.match(r" +(write|default|range|example) +|  ", line)
    indent = " " * len(label.group()) if label else ""
    return textwrap.fill(line, width, subsequent_indent=indent)


def _short(key: Key) -> str:
    """One line about a key below the asked one."""
    first = re.split(r"(?<!\.\.)\. |;", key.meaning)[0].rstrip(".")
    where = f" ({key.variant})" if key.variant else ""
    return f"  {key.path}{where}: {first}"
