"""Short runs with impacts, friction and warm starts, and how to stop them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

import catena as ct
from catena.drives import DRIVES
from catena.errors import Interrupted
from catena.results.run import Run
from catena.spec.parts import DriveSpec


def short_template(**values: object) -> DriveSpec:
    spec = ct.loads(DRIVES["system"].template())
    solve = {"solve.duration": 0.4, "solve.record_every": 7}
    return spec.with_values({**solve, **values})


def stop_after(calls: int) -> Callable[[float, str], None]:
    """Progress that stops the run at one of its calls."""
    left = [calls]

    def progress(fraction: float, note: str = "") -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Interrupted("stopped by the test")

    return progress


def assert_same_bits(one: Run, other: Run) -> None:
    assert one.names == other.names
    for name in one.names:
        a, b = one.read(name), other.read(name)
        assert a.shape == b.shape, name
        same = list(a) == list(b) if a.dtype == object else a.tobytes() == b.tobytes()
        assert same, name
    assert one.outcome == other.outcome


def samples_of(folder: Path) -> int:
    with ct.open_run(folder) as run:
        return int(np.size(run.read("time")))
