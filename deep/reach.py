"""Which lines tests of kernels reach, without the compiler, file by file.

Every test file runs in a process of its own under `coverage`. What it reached is kept
in ``deep/.reach`` until the file or the package changes, so that a second run costs
what was changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "catena"
KEPT = ROOT / "deep" / ".reach"
"""One file of data for each test file, and what was said of them."""
FOLDERS = (
    "laws", "rows", "pairs", "bodies", "couplings", "numerics", "contact", "geometry",
    "solvers", "dynamics", "integrators", "results",
)  # fmt: skip
"""Folders of unit tests that call kernels, or read and write results, directly."""
LONGEST, PREPARED, IN_ALL = 6, 15, 30
"""Time of the processor after which a test, what is prepared for tests, and the rest of
a file are left out [s]."""
WORDS = "too long without the compiler: "
"""How the line begins that names a test that was left out."""


@dataclass(frozen=True)
class Reach:
    """What became of a test file."""

    file: Path
    fine: bool
    """Whether it passes without the compiler."""
    seconds: float
    """Time of the processor [s], reading lines included."""
    cut: list[str]
    """Tests left out as too long."""
    said: str
    """The end of what pytest said."""
    data: Path


def test_files() -> list[Path]:
    """Test files that can reach kernels directly, properties of kernels last."""
    tests = ROOT / "tests"
    own = [f for room in FOLDERS for f in (tests / "unit" / room).rglob("test_*.py")]
    properties = [
        f for f in (tests / "properties").glob("test_*.py") if _names(f, FOLDERS)
    ]
    return [*sorted(own), *sorted(properties)]


def _names(file: Path, folders: tuple[str, ...]) -> bool:
    text = file.read_text("utf-8")
    return any(f"from catena.{folder}" in text for folder in folders)


def reaches(files: list[Path]) -> Iterator[Reach]:
    """What every file reaches, from before or measured now."""
    KEPT.mkdir(exist_ok=True)
    for file in files:
        yield _known(file) or _measured(file)


def lines_of(reach: Reach, source: Path) -> set[int]:
    """Lines of a source file that a test file runs."""
    return set(_data(reach.data).lines(str(source)) or ())


@cache
def _data(path: Path) -> CoverageData:
    data = CoverageData(str(path))
    data.read()
    return data


def _name(file: Path) -> str:
    return file.relative_to(ROOT / "tests").with_suffix("").as_posix().replace("/", ".")


def _known(file: Path) -> Reach | None:
    kept = KEPT / f"{_name(file)}.json"
    data = kept.with_suffix(".data")
    if not (kept.is_file() and data.is_file()):
        return None
    told = json.loads(kept.read_text("utf-8"))
    if told.pop("digest") != _digest(file):
        return None
    return Reach(file=file, data=data, **told)


def _measured(file: Path) -> Reach:
    kept = KEPT / f"{_name(file)}.json"
    data, begin = kept.with_suffix(".data"), _processor()
    ended = _tried(file, data, [])
    cut = re.findall(rf"^{WORDS}(.+)$", ended.stdout, re.MULTILINE)
    if cut:  # what they reached before their end was asked for by no assertion
        begin = _processor()
        ended = _tried(file, data, cut)
    told = {
        "fine": ended.returncode in (0, 5),  # 5: nothing to run
        "seconds": round(_processor() - begin, 2),
        "cut": cut,
        "said": "\n".join(ended.stdout.splitlines()[-12:]),
    }
    kept.write_text(json.dumps(told | {"digest": _digest(file)}), "utf-8")
    return Reach(file=file, data=data, **told)


def _tried(file: Path, data: Path, cut: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a test file without some of its tests."""
    env = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), str(ROOT / "deep")]),
    }
    command = [
        *(sys.executable, "-m", "coverage", "run", f"--data-file={data}"),
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "short_tests"),
        *(str(file), *(f"--deselect={name}" for name in cut)),
    ]
    return subprocess.run(
        command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes() + _package()).hexdigest()


@cache
def _package() -> bytes:
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        total.update(path.read_bytes())
    return total.digest()
