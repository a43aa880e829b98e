"""The state of an orbit beside its run, from which other searches and runs begin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from catena.errors import InputError
from catena.results.run import open_run
from catena.run.checkpoint import END_NAME, CheckpointFile
from catena.tables.checkpoint import arrays_of, restore

Arrays = Mapping[str, NDArray[Any]]


def write_state(folder: Path, state: Any) -> None:
    """Keep a state of the orbit in its run folder, as the one its run ended with."""
    with open_run(folder) as run:
        file = CheckpointFile(folder, str(run.attributes["spec_hash"]), END_NAME)
    file.save(0, {}, 0.0, arrays_of(state, "state."))


def read_state(folder: str | Path) -> Arrays:
    """The arrays of a stored state by their names.

    Raises:
        InputError: the folder holds none.
        ResultError: it is damaged.
    """
    folder = Path(folder)
    with open_run(folder) as run:
        file = CheckpointFile(folder, str(run.attributes["spec_hash"]), END_NAME)
    stored = file.load()
    if stored is None:
        raise InputError(
            f"{folder}: holds no state to begin with; expected a finished run, or "
            "the folder of a catena steady"
        )
    return stored.arrays


def put_state(state: Any, begin: Any) -> Any:
    """Put a State, or the arrays of one, into a State of the drive; returns it.

    Raises:
        InputError: it is one of another drive.
    """
    arrays = begin if isinstance(begin, Mapping) else arrays_of(begin, "state.")
    restore(state, arrays, "state.")
    return state
