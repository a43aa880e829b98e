"""C1, C2: the same input gives the same bits, also when stopped and continued."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from counting import Count
from drives import SHORTER, digest, short

import catena as ct
from catena.errors import Interrupted
from catena.spec.writing import resolved_toml

CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from drives import digest
import catena as ct
print(digest(ct.simulate(ct.load(sys.argv[2]))))
"""
PLACES = [
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"},
    {"PYTHONHASHSEED": "77", "LC_ALL": "C", "NUMBA_NUM_THREADS": "1"},
    {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "TZ": "UTC"},
]
"""What differs between the processes that repeat a run."""


def repeated(share: float) -> Count:
    """C1: every kind through time, in processes that differ in all but the input."""
    count = Count("C1", "bitwise equal repetitions", 20 * len(SHORTER))
    for drive in SHORTER:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "x.toml"
            file.write_text(resolved_toml(short(drive)), encoding="utf-8")
            wanted = digest(ct.simulate(ct.load(file)))
            for k in range(max(1, round(20 * share))):
                ended = subprocess.run(
                    [sys.executable, "-c", CHILD, str(Path(__file__).parent), file],
                    env=os.environ | PLACES[k % len(PLACES)], cwd=folder,
                    capture_output=True, text=True,
                )  # fmt: skip
                count.add(ended.stdout.strip() == wanted, f"{drive} {ended.stderr}")
    return count


def continued(share: float) -> Count:
    """C2: stopped at random moments and continued, against the run in one piece."""
    count = Count("C2", "bitwise equal after stop and resume", 10 * len(SHORTER))
    for drive in SHORTER:
        whole, dice = digest(ct.simulate(short(drive))), random.Random(drive)
        for _ in range(max(1, round(10 * share))):
            with tempfile.TemporaryDirectory() as folder:
                out, at = Path(folder) / "run", dice.uniform(0.05, 0.95)
                try:
                    ct.simulate(short(drive), out, progress=stop_at(at))
                except Interrupted:
                    ct.resume(out)
                count.add(digest(out) == whole, f"{drive} stopped at {at:.3f}")
    return count


def stop_at(share: float) -> Callable[[float, str], None]:
    """Progress that stops a run at a share of it."""

    def progress(fraction: float, note: str = "") -> None:
        if fraction >= share:
            raise Interrupted("stopped by the count")

    return progress
