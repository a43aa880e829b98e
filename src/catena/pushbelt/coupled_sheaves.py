"""The coupled law of the sheaves: every flank force bends the whole disc.

All flank points of a pulley that touch or nearly touch share the influence function
of the disc, a radial factor times a Fourier series over the angle between two points:

    C_ij = D delta_ij + s_i s_j sum_k A_k cos k (psi_i - psi_j),  s = cos(delta_0)
    sqrt(c_rad(rho))

The forces of an active set follow from a small system for the Fourier coefficients of
the disc's shape (Woodbury). By cos a cos b = (cos(a - b) + cos(a + b)) / 2 all its
entries are moments sum_i s_i^2 cos(m psi_i) / D of the closed contacts, so that a
contact costs a few products instead of a dyad. Active sets start from those
of the step before.

Source: [Cebulla2014] 5.3, (5.49)-(5.55), with the corrections listed in
``laws.maxwell_coupled``; checked against ``solvers.maxwell``.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
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
    Sheaves,
    State,
    System,
    Work,
)
from catena.solvers.active_set import begin_exchanges, exchange_wrong_signs

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


@inline_kernel
def solve_pulley(
    system: System, state: State, work: Work, p: int, first: int, last: int
) -> bool:
    """The same for one pulley, flank rows first..last.

    Every array is cut to these rows at once: loops from 0 run several times faster.
    Waves use their first columns instead, so that their rows stay contiguous.
    """
    row, code = work.flank[first:last], work.flank_code[first:last]
    g_rigid, la, g = work.g_rigid[first:last], work.la[first:last], work.g[first:last]
    closed, scale = work.closed[first:last], work.scale[first:last]
    wave_c, wave_s = work.wave_c, work.wave_s
    weight, pull = work.weight[first:last], work.pull[first:last]
    shape, root = work.shape[first:last], system.influence[p]
    for i in range(closed.size):
        closed[i] = state.closed[code[i, SLOT]]
    fill_waves(system.laws.cos_wedge, system.radial[p], row, wave_c, wave_s, scale)
    solved = False
    stiffness = system.laws.k_flank
    begin_exchanges(closed.size, work.best)
    for _ in range(MAX_ITERATIONS):
        work.counter[COUPLED] += 1
        gather_moments(
            scale, closed, g_rigid, wave_c, wave_s, weight, pull, work.moment
        )
        fill_reduced_system(root, work.moment, work.S, work.y, stiffness)
        if not factor_cholesky(work.S, work.y.size):
            return False
        solve_cholesky(work.S, work.y.size, work.y)
        fill_shape(root, work.y, wave_c, wave_s, shape)
        for i in range(closed.size):
            shared = g_rigid[i] + scale[i] * shape[i]
            la[i] = -stiffness * shared if closed[i] == 1 else 0.0
            g[i] = 0.0 if closed[i] == 1 else shared
        if exchange_wrong_signs(la, g, closed, work.best) == 0:
            solved = True
            break
    for i in range(closed.size):
        state.closed[code[i, SLOT]] = closed[i]
    fill_turning(root, work.y, wave_c, wave_s, pull)
    for i in range(closed.size):
        row[i, F_SX] = scale[i] * pull[i] / row[i, F_RHO]
        row[i, F_SY] *= scale[i] * shape[i]
    return solved


@lean_kernel
def fill_waves(
    cosine: float,
    radial: Floats,
    row: Floats,
    wave_c: Floats,
    wave_s: Floats,
    scale: Floats,
) -> None:
    """Cosines and sines of all multiples of the places; the scale of each contact.

    F_SY takes the growth of the scale with the radius, over the scale [1/m].
    """
    for i in range(scale.size):
        rho = row[i, F_RHO]
        factor, slope = 0.0, 0.0  # c_rad of (5.51) and its derivative
        for j in range(radial.size - 1, -1, -1):
            slope = slope * rho + factor
            factor = factor * rho + radial[j]
        scale[i] = cosine * math.sqrt(factor)
        row[i, F_SY] = 0.5 * slope / factor
        wave_c[0, i], wave_s[0, i] = 1.0, 0.0
        wave_c[1, i], wave_s[1, i] = row[i, F_DX] / rho, row[i, F_DY] / rho
    for m in range(2, wave_c.shape[0]):
        for i in range(scale.size):
            c, s = wave_c[m - 1, i], wave_s[m - 1, i]
            c_1, s_1 = wave_c[1, i], wave_s[1, i]
            wave_c[m, i] = c * c_1 - s * s_1
            wave_s[m, i] = s * c_1 + c * s_1


@lean_kernel
def gather_moments(
    scale: Floats,
    closed: Ints,
    g_rigid: Floats,
    wave_c: Floats,
    wave_s: Floats,
    weight: Floats,
    pull: Floats,
    moment: Floats,
) -> None:
    """Sums over the closed contacts: s^2 and s g times all cosines and sines."""
    for i in range(scale.size):
        own = scale[i] if closed[i] == 1 else 0.0
        weight[i] = own * own
        pull[i] = own * g_rigid[i]
    most, size = moment.shape[1], scale.size
    for m in range(most):
        moment[0, m] = dot(weight, wave_c[m, :size])
        moment[1, m] = dot(weight, wave_s[m, :size])
    for k in range((most + 1) // 2):
        moment[2, k] = dot(pull, wave_c[k, :size])
        moment[3, k] = dot(pull, wave_s[k, :size])


@lean_kernel
def dot(a: Floats, b: Floats) -> float:
    """Scalar product, in four sums that do not wait for each other."""
    s_0, s_1, s_2, s_3 = 0.0, 0.0, 0.0, 0.0
    fours = a.size // 4
    for j in range(fours):
        i = 4 * j
        s_0 += a[i] * b[i]
        s_1 += a[i + 1] * b[i + 1]
        s_2 += a[i + 2] * b[i + 2]
        s_3 += a[i + 3] * b[i + 3]
    for i in range(4 * fours, a.size):
        s_0 += a[i] * b[i]
    return float((s_0 + s_1) + (s_2 + s_3))


@lean_kernel
def fill_reduced_system(
    root: Floats, moment: Floats, S: Floats, y: Floats, stiffness: float
) -> None:
    """The lower half of I + U' U / D and the right side -U' g / D.

    ``root`` holds the square roots of A_k; row 0 is the mean, rows 2 k - 1 and 2 k are
    cosine and sine of k.
    """
    half = 0.5 * stiffness
    for k in range(root.size):
        a = 2 * k - 1 if k > 0 else 0
        y[a] = -stiffness * root[k] * moment[2, k]
        if k > 0:
            y[a + 1] = -stiffness * root[k] * moment[3, k]
        for j in range(k + 1):
            b = 2 * j - 1 if j > 0 else 0
            size = half * root[k] * root[j]
            c_less, c_more = moment[0, k - j], moment[0, k + j]
            s_less, s_more = moment[1, k - j], moment[1, k + j]
            S[a, b] = size * (c_less + c_more)  # cos k cos j
            if k > 0:
                S[a + 1, b] = size * (s_more + s_less)  # sin k cos j
            if j > 0:
                S[a, b + 1] = size * (s_more - s_less)  # cos k sin j
                S[a + 1, b + 1] = size * (c_less - c_more)  # sin k sin j
    for a in range(y.size):
        S[a, a] += 1.0


@lean_kernel
def fill_shape(
    root: Floats, y: Floats, wave_c: Floats, wave_s: Floats, shape: Floats
) -> None:
    """The Fourier series of the deformed disc at every contact."""
    shape[:] = root[0] * y[0]
    for k in range(1, root.size):
        y_c, y_s = root[k] * y[2 * k - 1], root[k] * y[2 * k]
        for i in range(shape.size):
            shape[i] += y_c * wave_c[k, i] + y_s * wave_s[k, i]


@lean_kernel
def fill_turning(
    root: Floats, y: Floats, wave_c: Floats, wave_s: Floats, turning: Floats
) -> None:
    """Its derivative by the angle."""
    turning[:] = 0.0
    for k in range(1, root.size):
        y_c, y_s = k * root[k] * y[2 * k - 1], k * root[k] * y[2 * k]
        for i in range(turning.size):
            turning[i] += y_s * wave_c[k, i] - y_c * wave_s[k, i]
