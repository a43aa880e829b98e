"""The run another one starts from: what it was, and which data have changed since."""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catena.errors import InputError
from catena.spec.parts import DriveSpec
from catena.spec.start import source_of
from catena.spec.writing import resolved_data

if TYPE_CHECKING:  # heavy: planning a study need not load the compiler
    from catena.run.start import Start

NOT_OF_THE_DRIVE = frozenset(("title", "start", "solve", "run"))
"""Tables that say how to run a drive, not what it is."""
LAYOUT = (".tooth_count", ".centre_distance")
"""Ends of the keys without which a state means nothing, whatever its size."""
MOST_NAMED = 5
ROUNDING = 1e-9
"""Numbers that differ by less are equal."""


class OtherLayout(InputError):
    """A state of a drive with other parts, or parts in other places."""


def start_of(spec: DriveSpec) -> Start | None:
    """The state of another run the specification starts from, if it names one.

    Raises:
        InputError: there is no such run, it is of another kind or layout, or has no
            end state.
    """
    source = source_of(spec)
    if source is None:
        return None
    from catena.run.start import start_from  # brings the kernels' cache with it

    start = start_from(source, spec.drive)
    check_layout(spec, start.spec_text, f"start.from: {source}")
    return start


def check_layout(spec: DriveSpec, text: str, source: str) -> None:
    """Refuse a state of wheels with other teeth, or at another distance.

    Raises:
        OtherLayout: with both values of every key that differs.
    """
    differing = [told for key, told in changes(spec, text) if key.endswith(LAYOUT)]
    if differing:
        raise OtherLayout(f"{source} has another layout: {'; '.join(differing)}")


def changes(spec: DriveSpec, text: str) -> list[tuple[str, str]]:
    """Keys of a drive that another specification states otherwise, with both values."""
    before, now = dict(_values(tomllib.loads(text))), dict(_values(resolved_data(spec)))
    return [
        (key, f"{key} {_shown(before, key)} there, {_shown(now, key)} here")
        for key in sorted(before.keys() | now.keys())
        if not _equal(before.get(key), now.get(key))
    ]


def start_identity(spec: DriveSpec) -> str:
    """Digest of the state a run starts from; empty where it has or finds none."""
    source = source_of(spec)
    return "" if source is None else state_identity(source)


def state_identity(folder: str | Path) -> str:
    """Digest of the state a run ended with; empty where there is none."""
    from catena.run.checkpoint import END_NAME

    try:
        content = (Path(folder) / END_NAME).read_bytes()
    except OSError:  # said by whoever starts the run
        return ""
    return hashlib.sha256(content).hexdigest()[:16]


def change_remark(spec: DriveSpec, start: Start | None) -> str:
    """What to say of a start whose drive had other data; empty where all are equal."""
    if start is None:
        return ""
    changed = [told for _, told in changes(spec, start.spec_text)]
    if not changed:
        return ""
    more = f"; {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
    return (
        f"start.from: {start.source} had other data, so that this run begins with a "
        f"transient: {'; '.join(changed[:MOST_NAMED])}{more}"
    )


def _values(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of the drive under the path of its key."""
    if isinstance(data, dict):
        for key, part in data.items():
            if path or key not in NOT_OF_THE_DRIVE:
                yield from _values(part, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for i, part in enumerate(data):
            yield from _values(part, f"{path}[{i}]")
    else:
        yield path, data


def _equal(a: Any, b: Any) -> bool:
    numbers = isinstance(a, int | float) and isinstance(b, int | float)
    return math.isclose(a, b, rel_tol=ROUNDING) if numbers else a == b


def _shown(values: dict[str, Any], key: str) -> str:
    value = values.get(key, "nothing")
    return f"{value:.6g}" if isinstance(value, float) else str(value)
