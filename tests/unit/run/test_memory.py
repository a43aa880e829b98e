"""Memory does not grow with the length of a run."""

import sys
from pathlib import Path
from typing import Any

import pytest

import catena as ct
from catena.drives import DRIVES

LONG: dict[str, dict[str, Any]] = {
    "roller_chain": {"solve.duration": 2.0, "solve.settle": 1.9},
    "system": {"solve.duration": 30.0, "solve.record_every": 20},
}


def resident() -> float:
    """Memory of this process [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("drive", LONG)
def test_a_long_run_takes_no_more_memory_than_its_beginning(
    drive: str, tmp_path: Path
) -> None:
    seen: list[tuple[float, float]] = []

    def watch(fraction: float, note: str = "") -> None:
        seen.append((fraction, resident()))

    spec = ct.loads(DRIVES[drive].template()).with_values(LONG[drive])
    ct.simulate(spec, tmp_path / "run", progress=watch)
    early = max(size for fraction, size in seen if 0.1 < fraction < 0.3)
    late = max(size for fraction, size in seen if fraction > 0.7)
    assert late - early < 5.0
