"""Kernels compile and give the same numbers where numba has other inner names."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

KERNELS = """
import math
from catena.jit import DOOR, TWIN, inline_kernel, kernel, lean_kernel


@inline_kernel
def part(x):
    return math.sin(x) / 3.0


@lean_kernel
def inner(x, n):
    total = 0.0
    for k in range(n):
        total += part(x[k]) if k % 2 else math.sqrt(abs(x[k]))
    return total


@kernel
def outer(x, out):
    for k in range(out.size):
        out[k] = inner(x, k) - 0.1 * x[k]


if __name__ == "__main__":
    import numpy as np

    x, out = np.cos(np.arange(20.0)), np.zeros(20)
    outer(x, out)
    compiled = bool(getattr(outer, "signatures", ()))
    print(len(DOOR) + len(TWIN), compiled, *(value.hex() for value in out.tolist()))
"""
MISSING = {
    "nothing": "",
    "the compiler": "sys.modules['catena.compiling.kernel_compiler'] = None",
    "a pass": "del numba.core.typed_passes.NativeLowering",
    "a method": "numba.core.typed_passes.NativeLowering = type('Other', (), {})",
}
"""What another version of numba may lack, taken from this one after it is loaded."""


def run(folder: Path, missing: str) -> list[str]:
    """How many compilers of ours, whether it compiled, and the numbers."""
    place = folder / "some_kernels.py"
    before = f"import sys\nimport numba.core.typed_passes\n{MISSING[missing]}\n"
    place.write_text(before + KERNELS)
    caches = {"NUMBA_CACHE_DIR": str(folder), "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, str(place)],
        env=os.environ | caches, check=True, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="needs the compiler"
)
def test_kernels_give_the_same_bits_by_numbas_own_way(tmp_path: Path) -> None:
    found = {}
    for missing in MISSING:
        folder = tmp_path / missing.replace(" ", "_")
        folder.mkdir()
        found[missing] = run(folder, missing)
    ours, compiled, *numbers = found.pop("nothing")
    assert (ours, compiled) == ("2", "True")
    assert len(numbers) == 20
    assert len(set(numbers)) > 10
    for missing, (count, also, *others) in found.items():
        assert (count, also) == ("0", "True"), missing
        assert others == numbers, missing
