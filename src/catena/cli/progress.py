"""A progress bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from catena.cli.interruption import CTRL_C

if TYPE_CHECKING:
    from catena.run.protocols import Progress


@contextmanager
def progress_bar(title: str, *, hidden: bool = False) -> Iterator[Progress]:
    """A bar with percentage and remaining time; hidden when nobody watches."""
    if hidden or not sys.stderr.isatty():

        def unseen(fraction: float, note: str = "") -> None:
            CTRL_C.check()

        yield unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %  {task.fields[note]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(title, total=1.0, note="")

        def show(fraction: float, note: str = "") -> None:
            CTRL_C.check()
            bar.update(task, completed=fraction, note=note)

        yield show
