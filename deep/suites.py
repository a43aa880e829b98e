"""C6, C33: tests of the suite under harder conditions."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from counting import Count

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = 500
"""Of every property."""
TRAPPED = ("laws", "rows", "contact", "couplings", "bodies", "solvers")
"""Folders of unit tests whose kernels run without the compiler under traps."""


def passed(tests: list[Path], plugin: str, env: dict[str, str]) -> tuple[int, int, str]:
    """Tests that pass, that fail, and the end of what pytest says."""
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", plugin, "-p", "no:cacheprovider",
         *map(str, tests)],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "deep")} | env,
    )  # fmt: skip
    last = ended.stdout.strip().splitlines()[-1] if ended.stdout else ""
    found = {
        word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error)", last)
    }
    bad = found.get("failed", 0) + found.get("error", 0)
    if ended.returncode and not bad:
        bad = 1
    return found.get("passed", 0), bad, ended.stdout[-2000:]


def counted(
    name: str, promise: str, files: list[Path], plugin: str, **env: str
) -> Count:
    """Tests of files, file by file; how many files were reached stands in words."""
    count = Count(name, promise, 0)
    for k, file in enumerate(files):
        good, bad, words = passed([file], plugin, env)
        count.kept += good
        count.tried += good + bad
        if bad:
            count.failures.append(f"{file.name}: {words[-400:]}")
        left = len(files) - 1 - k
        count.asked, count.note = count.tried + left, f"{k + 1} of {len(files)} files"
        count.look()
    return count


def properties(share: float) -> Count:
    """C6: every property with 500 examples, new ones each time."""
    files = [
        file
        for room in ("properties", "unit")
        for file in sorted((ROOT / "tests" / room).rglob("test_*.py"))
        if "@given" in file.read_text(encoding="utf-8")
    ]
    return counted("C6", f"properties with {EXAMPLES} examples",
                   files[: max(1, round(len(files) * share))], "more_examples",
                   HYPOTHESIS_PROFILE="random")  # fmt: skip


def trapped(share: float) -> Count:
    """C33: kernels without the compiler, every division by 0 or overflow an error."""
    files = [
        file
        for room in TRAPPED
        for file in sorted((ROOT / "tests" / "unit" / room).rglob("test_*.py"))
    ]
    return counted("C33", "tests of kernels with floating traps",
                   files[: max(1, round(len(files) * share))], "traps",
                   NUMBA_DISABLE_JIT="1")  # fmt: skip
