"""Tests of kernels as ordinary Python, which no compiler has to build first."""

import os

import pytest

plain = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") != "1",
    reason="without the compiler, by tests/contracts/test_plain_kernels.py",
)
"""Of a module whose kernels take longer to compile than to run; drives compile them."""
