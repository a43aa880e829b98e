"""Tests marked `plain` run here, all in one process without the compiler."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_plain_kernels_pass_without_the_compiler() -> None:
    files = [
        file
        for file in sorted((ROOT / "tests" / "unit").rglob("test_*.py"))
        if "\npytestmark = plain" in file.read_text(encoding="utf-8")
    ]
    assert files
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout[-4000:]
    assert "skipped" not in ended.stdout
