"""Runs that begin where another one ended: its last state, taken over by names.

A finished run keeps its last state beside its results. A new run of the same layout
(the same names, the same sizes) takes over what moves and what contacts remember;
its time, its energy ledger and its counters begin anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from catena.errors import InputError, ResultError
from catena.run.checkpoint import END_NAME, Checkpoint, CheckpointFile, flattened
from catena.run.simulation import Adapting, Records, Refreshing, Simulation
from catena.tables.checkpoint import arrays_of

COUNTED = frozenset(
    "t ledger loss work side report tally control effort extreme deepest".split()
)
"""Parts of a State that count from the start of a run: never taken over."""
STATE = "state."


@dataclass(frozen=True)
class Start(Checkpoint):
    """The state another run ended with."""

    source: str = ""
    """The run folder, in the user's words."""
    spec_text: str = ""
    """The specification of that run."""
    other_version: str = ""
    """Which program wrote it, if it was not this one."""


def start_from(folder: str, drive: str) -> Start:
    """The state a finished run ended with.

    Raises:
        InputError: there is no such run, it is of another kind, or has no end state.
    """
    from catena.results.provenance import written_by
    from catena.results.run import open_run
    from catena.results.source import source_digest

    try:
        with open_run(Path(folder)) as run:
            kind, status = str(run.attributes.get("drive", "")), run.status
            place, text = run.folder, run.spec_text
            same = run.attributes.get("source_digest") == source_digest()
            other_version = "" if same else written_by(run.attributes)
    except ResultError as error:
        raise InputError(f"start.from: {error}") from None
    if kind != drive:
        raise InputError(f"start.from: {folder} is a {kind}; expected a {drive}")
    if status != "complete":
        raise InputError(f"start.from: {folder} is {status}; expected a finished run")
    stored = CheckpointFile(place, None, END_NAME).load()
    if stored is None:
        by = f", written by {other_version}" if other_version else ""
        raise InputError(
            f"start.from: {folder} holds no end state ({END_NAME}{by}); run it again "
            "with this version"
        )
    return Start(stored.facts, stored.arrays, folder, text, other_version)


def take_over(simulation: Simulation, start: Start) -> None:
    """Put a simulation where another one of its catalogue ended.

    Raises:
        InputError: names or sizes differ, with both sizes.
    """
    targets = carried(simulation.memory())
    by = start.other_version
    hint = f". It was written by {by}: run it again with this version" if by else ""
    arrays: Mapping[str, NDArray[Any]] = start.arrays
    if isinstance(simulation, Adapting):
        try:
            arrays = simulation.adapted(arrays, start.spec_text)
        except InputError as error:
            words = str(error).removeprefix("start.from: ")
            raise InputError(f"start.from: {start.source}: {words}{hint}") from None
    stored = {name: array for name, array in arrays.items() if is_carried(name)}
    if differing := other_sizes(stored, targets):
        raise InputError(
            f"start.from: {start.source} has another layout: "
            f"{'; '.join(differing)}{hint}"
        )
    for name, target in targets.items():
        target[...] = stored[name]
    if isinstance(simulation, Refreshing):
        simulation.refresh()


def with_added(
    arrays: Mapping[str, NDArray[Any]], state: Any, names: tuple[str, ...]
) -> Records:
    """An end state, and the arrays of a memory that earlier versions did not have.

    ``names`` begin those that may be missing; they are as at the start of a run.
    """
    memory = arrays_of(state.memory, f"{STATE}memory.")
    added = {
        name: array.copy()
        for name, array in memory.items()
        if name not in arrays and name.startswith(names)
    }
    return {**arrays, **added}


def other_sizes(
    stored: Mapping[str, NDArray[Any]], targets: Mapping[str, NDArray[Any]]
) -> list[str]:
    """Arrays of a state that differ in size, with both sizes."""
    return [
        f"{name.removeprefix(STATE)} has {size(stored, name)} there and "
        f"{size(targets, name)} here"
        for name in sorted(stored.keys() | targets.keys())
        if size(stored, name) != size(targets, name)
    ]


def carried(memory: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Every array that is taken over, live."""
    found = flattened(memory).items()
    return {name: array for name, array in found if is_carried(name)}


def is_carried(name: str) -> bool:
    """Whether an array of a checkpoint is motion, not a count since the start."""
    return name.startswith(STATE) and COUNTED.isdisjoint(name.split("."))


def size(arrays: Mapping[str, NDArray[Any]], name: str) -> str:
    """The shape of an array in words."""
    array = arrays.get(name)
    if array is None:
        return "nothing"
    return " x ".join(map(str, array.shape)) + ("" if array.dtype.kind == "f" else " i")
