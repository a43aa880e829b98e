"""The guard against NaN and infinities."""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats


@lean_kernel
def first_not_finite(q: Floats, u: Floats) -> int:
    """First index at which q or u is infinite or not a number, -1 if none."""
    total = 0.0
    for k in range(u.size):
        # 0 times infinity is NaN: one pass without a branch, each step of a run
        total += 0.0 * u[k] + 0.0 * q[k]
    if total == 0.0:
        return -1
    for k in range(u.size):
        if not (math.isfinite(u[k]) and math.isfinite(q[k])):
            return k
    return -1
