"""The coupled law of the sheaves: every flank force bends the whole disc.

All flank points of a pulley that touch or nearly touch share the influence function
of the disc, a radial factor times a Fourier series over the angle between two points.
The matrix is a local compliance plus a few columns, and is solved by active sets that
start from those of the step before.

Source: [Cebulla2014] 5.3, (5.49)-(5.55), with the corrections listed in
``contact.laws.maxwell_coupled``.
"""

from __future__ import annotations

import math

from catena.codes import Status
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.pushbelt.tables import (
    COUNT,
    COUPLED,
    F_DX,
    F_DY,
    F_RHO,
    F_SX,
    F_SY,
    PULLEY,
    SHEAVES,
    SLOT,
    Laws,
    Sheaves,
    State,
    System,
    Work,
)
from catena.solvers.maxwell import LowRankWork, solve_maxwell_low_rank

MAX_ITERATIONS = 200


@lean_kernel
def solve_coupled(system: System, state: State, work: Work) -> bool:
    """Elastic forces of all flanks of coupled sheaves; slopes of the discs there."""
    count = work.counter[COUNT]
    first = 0
    for p in range(2):
        last = first
        while last < count and work.flank_code[last, PULLEY] == p:
            last += 1
        if system.pulley_code[SHEAVES, p] == Sheaves.COUPLED and last > first:
            if not solve_pulley(system, state, work, p, first, last):
                return False
        first = last
    return True


@lean_kernel
def solve_pulley(
    system: System, state: State, work: Work, p: int, first: int, last: int
) -> bool:
    """The same for one pulley, flank rows first..last."""
    fill_factor(
        system.laws, system.influence, system.radial, work.flank, work.factor,
        p, first, last,
    )  # fmt: skip
    for i in range(first, last):
        work.closed[i] = state.closed[work.flank_code[i, SLOT]]
    status, iterations = solve_maxwell_low_rank(
        work.stiff[first:last],
        work.factor[first:last],
        work.g_rigid[first:last],
        work.la[first:last],
        work.g[first:last],
        work.closed[first:last],
        LowRankWork(work.S, work.y, work.best),
        MAX_ITERATIONS,
    )
    work.counter[COUPLED] += iterations
    for i in range(first, last):
        state.closed[work.flank_code[i, SLOT]] = work.closed[i]
    # slopes of the deformed surface along the circumference and outwards
    for i in range(first, last):
        along, shift = 0.0, work.factor[i, 0] * work.y[0]
        for k in range(1, system.influence.shape[1]):
            cosine, sine = work.factor[i, 2 * k - 1], work.factor[i, 2 * k]
            y_c, y_s = work.y[2 * k - 1], work.y[2 * k]
            shift += cosine * y_c + sine * y_s
            along += k * (cosine * y_s - sine * y_c)
        rho = work.flank[i, F_RHO]
        work.flank[i, F_SX] = along / rho
        work.flank[i, F_SY] = shift * radial_growth(system.radial, p, rho)
    return status == Status.OK


@lean_kernel
def fill_factor(
    laws: Laws,
    influence: Floats,
    radial: Floats,
    row: Floats,
    factor: Floats,
    p: int,
    first: int,
    last: int,
) -> None:
    """Columns whose products are the influence of the disc [m/N]^(1/2)."""
    terms = influence.shape[1]
    for i in range(first, last):
        rho = row[i, F_RHO]
        scale = laws.cos_wedge * math.sqrt(radial_factor(radial, p, rho))
        c_1, s_1 = row[i, F_DX] / rho, row[i, F_DY] / rho
        c, s = 1.0, 0.0
        factor[i, 0] = scale * influence[p, 0]
        for k in range(1, terms):
            c, s = c * c_1 - s * s_1, s * c_1 + c * s_1
            factor[i, 2 * k - 1] = scale * influence[p, k] * c
            factor[i, 2 * k] = scale * influence[p, k] * s


@lean_kernel
def radial_factor(radial: Floats, p: int, rho: float) -> float:
    """c_rad of (5.51)."""
    value = 0.0
    for i in range(radial.shape[1] - 1, -1, -1):
        value = value * rho + radial[p, i]
    return value


@lean_kernel
def radial_growth(radial: Floats, p: int, rho: float) -> float:
    """Derivative of the logarithm of sqrt(c_rad) by the radius [1/m]."""
    slope = 0.0
    for i in range(radial.shape[1] - 1, 0, -1):
        slope = slope * rho + i * radial[p, i]
    return 0.5 * slope / radial_factor(radial, p, rho)
