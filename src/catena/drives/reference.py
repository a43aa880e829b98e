"""Explains keys of drive files, and writes all keys of a kind as a page."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from catena.drives import DRIVES
from catena.drives.loading import room_named
from catena.errors import InputError
from catena.spec.keys import Key, keys_of
from catena.spec.writing import value_text


def keys_of_drive(drive: str) -> list[Key]:
    """All keys of a kind of drive, their paths headed by its name."""
    model = room_named(drive).spec_model()
    return [replace(key, path=f"{drive}.{key.path}") for key in keys_of(model)]


def explained(path: str) -> list[Key]:
    """The key at a path such as ``roller_chain.chain.joint.clearance``, and all below.

    List indices are passed over; a path without the kind of drive is looked for in
    every kind.

    Raises:
        InputError: When there is no such key; names the nearest.
    """
    wanted = re.sub(r"\[\d*\]", "", path).strip(". ")
    head = wanted.split(".")[0]
    if head in DRIVES:
        keys = keys_of_drive(head)
        found = [key for key in keys if _lies_at(key.path, wanted)]
    else:
        keys = [key for drive in DRIVES for key in keys_of_drive(drive)]
        found = [key for key in keys if _lies_at(key.path.split(".", 1)[1], wanted)]
    if not found:
        raise InputError(f"there is no key {path!r}{_nearest(wanted, keys)}")
    return found


def _lies_at(path: str, wanted: str) -> bool:
    return path == wanted or path.startswith(f"{wanted}.")


def _nearest(wanted: str, keys: list[Key]) -> str:
    """Up to three keys that a mistyped path may mean."""
    full = {key.path: key.path for key in keys}
    full |= {key.path.split(".", 1)[1]: key.path for key in keys}
    near = [full[name] for name in get_close_matches(wanted, full, n=3, cutoff=0.85)]
    last = wanted.rsplit(".", 1)[-1]
    near += [path for path in full.values() if path.rsplit(".", 1)[-1] == last]
    if not near:
        ends = {path.rsplit(".", 1)[-1]: path for path in full.values()}
        near = [ends[name] for name in get_close_matches(last, ends, n=3)]
    near = list(dict.fromkeys(near))[:3]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def key_lines(key: Key) -> list[str]:
    """All about one key, for a terminal."""
    lines = [key.path + (f"   where {key.variant}" if key.variant else "")]
    lines += [f"  {key.meaning}", f"  write    {_accepted(key)}"]
    lines.append(f"  default  {default_text(key)}")
    if key.bounds:
        lines.append(f"  range    {key.bounds}")
    return [*lines, f"  example  {key.example}"]


def _accepted(key: Key) -> str:
    if len(key.choices) > 1:
        return "one of " + ", ".join(value_text(word) for word in key.choices)
    if key.choices:
        return value_text(key.choices[0])
    return f"{key.accepts}; plain numbers are {key.unit}" if key.unit else key.accepts


def default_text(key: Key) -> str:
    """What holds where a file leaves a key out, in words."""
    if key.required:
        return "none: must be stated"
    if key.default is None:
        return "not given"
    if key.default in ("", []):
        return "empty"
    if key.default == {}:
        return "as its keys say"
    bare = isinstance(key.default, float)
    text = f"{key.default:g}" if bare else value_text(key.default)
    return f"{text} {key.unit}".rstrip()


def page(drive: str) -> str:
    """All keys of a kind of drive as a Markdown page, one section per table."""
    room = room_named(drive)
    lines = [
        f"# Keys of `{drive}`",
        "",
        f"{room.summary[0].upper()}{room.summary[1:]}. Plain numbers are SI; texts "
        f"carry their unit. The same in the terminal: `catena explain {drive}`.",
    ]
    sections: dict[tuple[str, str], list[Key]] = {}
    for key in keys_of(room.spec_model()):
        table = key.path.rpartition(".")[0]
        sections.setdefault((table, key.variant), []).append(key)
    for (table, variant), keys in sections.items():
        title = f"`{table}`" if table else "The file itself"
        lines += ["", f"## {title}" + (f", `{variant}`" if variant else ""), ""]
        lines += ["| key | meaning | unit | default | range | example |"]
        lines += ["|---|---|---|---|---|---|"]
        lines += [_row(key) for key in keys]
    return "\n".join(lines) + "\n"


def _row(key: Key) -> str:
    name = key.path.rpartition(".")[2]
    many = len(key.choices) > 1
    range_ = ", ".join(value_text(c) for c in key.choices) if many else key.bounds
    cells = [f"`{name}`", key.meaning.replace("``", "`"), key.unit, default_text(key)]
    cells += [range_, f"`{key.example}`"]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
