"""The state of an orbit beside its run, from which other searches and runs begin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from catena.drives.source_run import OtherLayout, check_layout
from catena.errors import InputError
from catena.results.run import open_run
from catena.run.checkpoint import END_NAME, CheckpointFile
from catena.run.start import STATE, other_sizes
from catena.spec.parts import DriveSpec
from catena.tables.checkpoint import arrays_of, restore

Arrays = Mapping[str, NDArray[Any]]


def write_state(folder: Path, state: Any) -> None:
    """Keep a state of the orbit in its run folder, as the one its run ended with."""
    with open_run(folder) as run:
        file = CheckpointFile(folder, str(run.attributes["spec_hash"]), END_NAME)
    file.save(0, {}, 0.0, arrays_of(state, STATE))


def read_state(folder: str | Path, spec: DriveSpec) -> Arrays:
    """The arrays of a stored state by their names, for a like drive.

    Raises:
        InputError: the folder holds none, or one of another layout.
        ResultError: it is damaged.
    """
    folder = Path(folder)
    with open_run(folder) as run:
        file = CheckpointFile(folder, str(run.attributes["spec_hash"]), END_NAME)
        check_layout(spec, run.spec_text, str(folder))
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
        OtherLayout: it is one of another drive.
    """
    arrays = begin if isinstance(begin, Mapping) else arrays_of(begin, STATE)
    own = arrays_of(state, STATE)
    if differing := other_sizes({k: v for k, v in arrays.items() if k in own}, own):
        raise OtherLayout(
            f"the state to begin with has another layout: {'; '.join(differing)}"
        )
    restore(state, arrays, STATE)
    return state
