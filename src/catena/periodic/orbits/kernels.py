"""One Newton step for a whole periodic orbit, as kernels.

The orbit of ``x' = F(t, x)`` is held as states at the ends of m steps and as slopes k
at the three Gauss nodes inside each. Linearised around it, every step gives an affine
map of the change dx before it to the change behind it; closing their chain over the
period gives the correction of the whole orbit.
"""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.periodic.elimination import solve_rows

OK = 0
SINGULAR = 1


@kernel
def fill_step_maps(
    J: Floats,
    missing: Floats,
    gaps: Floats,
    h: float,
    tableau: Floats,
    slopes: Floats,
    maps: Floats,
) -> int:
    """How each step answers: slopes (m, d + r, 3 d) and states (m, d + r, d).

    Row j < d is the answer to a unit change of state j before the step, ``dk_p = J_p
    (dx + h sum a_pq dk_q)``; each of the r other rows is the answer to one set of
    ``missing`` slopes (r, m, 3, d), added to dk_p, and of ``gaps`` (r, m, d), added
    behind the step. ``tableau`` is that of `gauss_tableau`.
    """
    sets, steps, d = gaps.shape
    S = np.empty((3 * d, 3 * d))
    for s in range(steps):
        B = slopes[s]
        for p in range(3):
            for i in range(d):
                for q in range(3):
                    for j in range(d):
                        S[p * d + i, q * d + j] = -h * tableau[p, q] * J[s, p, i, j]
                # I - h A x J: the three slopes of a step depend on each other
                S[p * d + i, p * d + i] += 1.0
                for j in range(d):
                    B[j, p * d + i] = J[s, p, i, j]
                for r in range(sets):
                    B[d + r, p * d + i] = missing[r, s, p, i]
        if solve_rows(S, B) != OK:
            return SINGULAR
        for row in range(d + sets):
            for i in range(d):
                value = 0.0 if row < d else gaps[row - d, s, i]
                for p in range(3):
                    value += h * tableau[7, p] * B[row, p * d + i]
                maps[s, row, i] = value
        for i in range(d):
            maps[s, i, i] += 1.0
    return OK


@kernel
def chain_maps(maps: Floats, weights: Floats, X: Floats, sums: Floats) -> None:
    """Carry the rows of X (d + r, d) through all steps.

    ``sums`` (d + r,) gathers each row's product with ``weights`` (m, d), before the
    steps.
    """
    steps, rows, d = maps.shape
    y = np.empty(d)
    for s in range(steps):
        for row in range(rows):
            for i in range(d):
                # the phase condition is a sum over the whole orbit, gathered on the way
                sums[row] += weights[s, i] * X[row, i]
                y[i] = maps[s, row, i] if row >= d else 0.0
            for j in range(d):
                for i in range(d):
                    y[i] += X[row, j] * maps[s, j, i]
            for i in range(d):
                X[row, i] = y[i]


@kernel
def spread_change(
    slopes: Floats, maps: Floats, shares: Floats, dx: Floats, dk: Floats
) -> None:
    """States dx (m + 1, d) and slopes dk (m, 3, d) behind the change dx[0].

    ``shares`` (r,) says how much of each set of missing slopes is taken.
    """
    steps, rows, d = maps.shape
    for s in range(steps):
        for i in range(d):
            value = 0.0
            for j in range(d):
                value += maps[s, j, i] * dx[s, j]
            for r in range(rows - d):
                value += shares[r] * maps[s, d + r, i]
            dx[s + 1, i] = value
        for p in range(3):
            for i in range(d):
                value = 0.0
                for j in range(d):
                    value += slopes[s, j, p * d + i] * dx[s, j]
                for r in range(rows - d):
                    value += shares[r] * slopes[s, d + r, p * d + i]
                dk[s, p, i] = value
