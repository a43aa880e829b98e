"""C12 to C15: result files that are cut, full, flipped or forged."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import h5py
from counting import Count
from drives import digest

import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError
from catena.results.files.writer import RUN_NAME

SLOWEST = 5.0
"""Time of the processor in which a forged file must be answered [s]."""
MOST_MEMORY = 1 << 20
"""Memory a reader may take [kB]."""
WRITER = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
import catena as ct
from catena.drives import DRIVES
from catena.errors import CatenaError
try:
    ct.simulate(ct.loads(DRIVES["periodic"].template()), sys.argv[1], overwrite=True)
except CatenaError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""


def finished(folder: Path) -> Path:
    """A complete result file of a short run."""
    ct.simulate(ct.loads(DRIVES["periodic"].template()), folder)
    return folder / RUN_NAME


def changed(
    name: str, promise: str, asked: int, share: float,
    change: Callable[[bytes, random.Random], bytes],
) -> Count:  # fmt: skip
    """Change a file in many ways: each is refused, or gives the very same numbers."""
    count, dice = Count(name, promise, asked), random.Random(name)
    with tempfile.TemporaryDirectory() as folder:
        path = finished(Path(folder) / "run")
        good, wanted = path.read_bytes(), digest(path.parent)
        for _ in range(max(1, round(asked * share))):
            path.write_bytes(change(good, dice))
            begun = time.process_time()
            try:
                kept = digest(path.parent) == wanted
            except CatenaError as error:
                kept = bool(str(error).strip())
            except Exception as error:
                count.add(False, f"{type(error).__name__}: {error}")
                continue
            kept &= time.process_time() - begun < SLOWEST
            kept &= resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MOST_MEMORY
            count.add(kept, "other numbers, too slow or too large")
    return count


def cut(share: float) -> Count:
    """C12: the file ends anywhere."""
    return changed("C12", "cut files are refused", 500, share,
                   lambda good, dice: good[: dice.randrange(len(good))])  # fmt: skip


def flipped(share: float) -> Count:
    """C14: one bit is wrong."""

    def flip(good: bytes, dice: random.Random) -> bytes:
        content = bytearray(good)
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        return bytes(content)

    return changed("C14", "single flipped bits are noticed", 1000, share, flip)


def forged(share: float) -> Count:
    """C15: absurd sizes and offsets under a valid seal: read or refused, at once."""
    from catena.results.files.seal import write_seal

    count, dice = (
        Count("C15", "forged files: bounded time and memory", 2000),
        random.Random(15),
    )
    absurd = [bytes(8), b"\xff" * 8, (2**63).to_bytes(8, "little")]
    with tempfile.TemporaryDirectory() as folder:
        path = finished(Path(folder) / "run")
        with h5py.File(path, "r+"):
            pass  # removes the old seal
        good = path.read_bytes()
        for _ in range(max(1, round(2000 * share))):
            content = bytearray(good)
            for _ in range(dice.choice([1, 1, 2, 8])):
                at = dice.randrange(8000 if dice.random() < 0.7 else len(good) - 8)
                value = dice.choice([*absurd, dice.randbytes(1)])
                content[at : at + len(value)] = value
            path.write_bytes(content)
            write_seal(path)
            begun = time.process_time()
            try:
                digest(path.parent)
            except CatenaError:
                pass
            except Exception as error:
                count.add(False, f"{type(error).__name__}: {error}")
                continue
            taken = time.process_time() - begun
            large = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MOST_MEMORY
            count.add(taken < SLOWEST and not large, f"{taken:.1f} s, large: {large}")
    return count


def full(share: float) -> Count:
    """C13: the disk is full at random points: an error, and the old results stay."""
    count, dice = (
        Count("C13", "full disk: error, old results intact", 50),
        random.Random(13),
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        size = finished(out).stat().st_size
        wanted = digest(out)
        for _ in range(max(1, round(50 * share))):
            limit = dice.randrange(size)
            ended = subprocess.run(
                [sys.executable, "-c", WRITER, str(out), str(limit)],
                capture_output=True, text=True,
            )  # fmt: skip
            same = digest(out) == wanted
            count.add(ended.returncode == 2 and same,
                      f"limit {limit}: exit {ended.returncode}, same {same}, "
                      f"{ended.stderr}")  # fmt: skip
    return count
