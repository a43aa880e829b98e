"""Memory does not grow with the length of a run."""

import sys
from pathlib import Path
from typing import Any

import pytest

import catena as ct
from catena.drives import DRIVES
from catena.spec.parts import DriveSpec

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="memory is read from /proc"
)

LONG: dict[str, dict[str, Any]] = {
    "roller_chain": {"solve.duration": 6.0, "solve.settle": 5.9},
    "system": {"solve.duration": 90.0, "solve.record_every": 20},
}


def resident() -> float:
    """Memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def growth(spec: DriveSpec, folder: Path) -> float:
    """What a run takes at its end more than before its middle [MB]."""
    seen: list[tuple[float, float]] = []

    def watch(fraction: float, note: str = "") -> None:
        seen.append((fraction, resident()))

    ct.simulate(spec, folder, progress=watch)
    early = max(size for fraction, size in seen if 0.25 < fraction < 0.45)
    return max(size for fraction, size in seen if fraction > 0.7) - early


@pytest.mark.slow
@pytest.mark.parametrize("drive", LONG)
def test_a_long_run_takes_no_more_memory_than_its_beginning(
    drive: str, tmp_path: Path
) -> None:
    """1.08 million steps of a chain, 90 s of a system.

    Records wait for the file up to a second of the clock, in which fast runs go far.
    """
    spec = ct.loads(DRIVES[drive].template()).with_values(LONG[drive])
    assert growth(spec, tmp_path / "run") < 2.0
