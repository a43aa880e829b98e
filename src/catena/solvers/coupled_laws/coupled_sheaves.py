"""The coupled law of the sheaves: every flank force bends the whole disc.

All rows of a pulley that touch or nearly touch share the influence function
of the disc, a radial factor times a Fourier series over the angle between two points:

    C_ij = D delta_ij + s_i s_j sum_k A_k cos k (psi_i - psi_j),  s = cos(delta_0)
    sqrt(c_rad(rho))

The forces of an active set follow from a small system for the Fourier coefficients of
the disc's shape (Woodbury). By cos a cos b = (cos(a - b) + cos(a + b)) / 2 all its
entries are moments sum_i s_i^2 cos(m psi_i) / D of the closed contacts, so that a
contact costs a few products instead of a dyad. Active sets start from those
of the step before.

Two places of one flank may share the compliance of their element, D = [[1, c], [c, 1]]
/ k (5.55) with c < 1: the ones of the print make it singular. Where both carry, their
block of 1/D has more than k on the diagonal, which is added by dyads.

Source: [Cebulla2014] 5.3, (5.49)-(5.55), with the corrections listed in
``maxwell_coupled`` among the laws; checked against ``solvers.maxwell``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.bodies.sheave import Compliance
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.numerics.records import Rows
from catena.solvers.complementarity.active_set import (
    begin_exchanges,
    exchange_wrong_signs,
)

MAX_ITERATIONS = 200
COUPLED = int(Compliance.COUPLED)
NO_SOLUTION = -1


class Discs(NamedTuple):
    """Influence functions of the elastic discs, a row per pulley."""

    root: Floats  # (pulleys, n_k + 1)  square roots of A_k [m/N]^(1/2)
    radial: Floats  # (pulleys, n_r)  coefficients of c_rad
    share: float  # c: of its own compression that a place of a flank gives the other


class DiscWork(NamedTuple):
    """Scratch of the coupled law for n rows."""

    gap: Floats  # (n,)
    press: Floats  # (n,)
    g: Floats  # (n,)
    closed: Ints  # (n,)
    scale: Floats  # (n,)  cos(delta_0) sqrt(c_rad)
    growth: Floats  # (n,)  of the scale with the radius, over the scale [1/m]
    wave_c: Floats  # (2 n_k + 1, n)  cosines of the multiples of a place
    wave_s: Floats  # (2 n_k + 1, n)
    weight: Floats  # (n,)
    pull: Floats  # (n,)
    shape: Floats  # (n,)  of the deformed disc
    moment: Floats  # (4, 2 n_k + 1)  sums over the closed contacts
    S: Floats  # (rank, rank)
    y: Floats  # (rank,)
    U: Floats  # (2, rank)  of both places of a flank
    mate: Ints  # (n,)  the other place of the same flank where it is closed, or -1
    best: Ints  # (3,)


def disc_work(discs: Discs, rows: int) -> DiscWork:
    """Room for the coupled law of so many rows."""
    rank = 2 * discs.root.shape[1] - 1
    waves = (max(2, rank), rows)
    return DiscWork(
        gap=np.zeros(rows),
        press=np.zeros(rows),
        g=np.zeros(rows),
        closed=np.zeros(rows, dtype=np.int64),
        scale=np.zeros(rows),
        growth=np.zeros(rows),
        wave_c=np.zeros(waves),
        wave_s=np.zeros(waves),
        weight=np.zeros(rows),
        pull=np.zeros(rows),
        shape=np.zeros(rows),
        moment=np.zeros((4, rank)),
        S=np.zeros((rank, rank)),
        y=np.zeros(rank),
        U=np.zeros((2, rank)),
        mate=np.zeros(rows, dtype=np.int64),
        best=np.zeros(3, dtype=np.int64),
    )


@lean_kernel
def solve_coupled(
    discs: Discs,
    sheaves: Rows,
    stiffness: float,
    rows: Rows,
    count: int,
    closed: Ints,
    work: DiscWork,
) -> int:
    """Elastic forces of all flank rows of coupled sheaves; slopes of the discs there.

    ``closed`` keeps the active set by slot from step to step. Returns the iterations,
    or NO_SOLUTION.
    """
    first, iterations = 0, 0
    for p in range(sheaves.size):
        last = first
        while last < count and rows[last].b == p:
            last += 1
        if sheaves[p].compliance & COUPLED and last > first:
            taken = solve_disc(
                discs, p, sheaves[p].cos, stiffness, rows[first:last], closed, work,
            )  # fmt: skip
            if taken == NO_SOLUTION:
                return NO_SOLUTION
            iterations += taken
        first = last
    return iterations


@lean_kernel
def solve_disc(
    discs: Discs,
    p: int,
    cosine: float,
    stiffness: float,
    rows: Rows,
    kept: Ints,
    work: DiscWork,
) -> int:
    """The same for the rows of one disc.

    Every array is cut to their number at once: loops from 0 run several times faster.
    """
    n, root, share = rows.size, discs.root[p], discs.share
    gap, press, g, closed = work.gap[:n], work.press[:n], work.g[:n], work.closed[:n]
    scale, shape, pull = work.scale[:n], work.shape[:n], work.pull[:n]
    for i in range(n):
        closed[i] = kept[rows[i].slot]
        gap[i] = rows[i].gap
    fill_waves(
        cosine, discs.radial[p], rows, work.wave_c, work.wave_s, scale, work.growth
    )
    begin_exchanges(n, work.best)
    taken = NO_SOLUTION
    for iteration in range(MAX_ITERATIONS):
        gather_moments(
            scale, closed, gap, work.wave_c, work.wave_s, work.weight[:n], pull,
            work.moment,
        )  # fmt: skip
        fill_reduced_system(root, work.moment, work.S, work.y, stiffness)
        if share > 0.0:
            find_mates(rows, closed, work.mate)
            add_flank_pairs(root, gap, share, stiffness, work)
        if not factor_cholesky(work.S, work.y.size):
            return NO_SOLUTION
        solve_cholesky(work.S, work.y.size, work.y)
        fill_shape(root, work.y, work.wave_c, work.wave_s, shape)
        for i in range(n):
            shared = gap[i] + scale[i] * shape[i]
            press[i] = -stiffness * shared if closed[i] == 1 else 0.0
            g[i] = 0.0 if closed[i] == 1 else shared
        if share > 0.0:
            share_compression(closed, share, stiffness, work)
        if exchange_wrong_signs(press, g, closed, work.best) == 0:
            taken = iteration + 1
            break
    fill_turning(root, work.y, work.wave_c, work.wave_s, pull)
    for i in range(n):
        kept[rows[i].slot] = closed[i]
        rows[i].press = press[i]
        rows[i].bend_t = scale[i] * pull[i] / rows[i].rho
        rows[i].bend_r = work.growth[i] * (scale[i] * shape[i])
    return taken


@lean_kernel
def fill_waves(
    cosine: float,
    radial: Floats,
    rows: Rows,
    wave_c: Floats,
    wave_s: Floats,
    scale: Floats,
    growth: Floats,
) -> None:
    """Cosines and sines of all multiples of the places; scale and growth of each."""
    for i in range(scale.size):
        rho = rows[i].rho
        factor, slope = 0.0, 0.0  # c_rad of (5.51) and its derivative
        for j in range(radial.size - 1, -1, -1):
            slope = slope * rho + factor
            factor = factor * rho + radial[j]
        scale[i] = cosine * math.sqrt(factor)
        growth[i] = 0.5 * slope / factor
        wave_c[0, i], wave_s[0, i] = 1.0, 0.0
        wave_c[1, i], wave_s[1, i] = rows[i].d_x / rho, rows[i].d_y / rho
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
    gap: Floats,
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
        pull[i] = own * gap[i]
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
def find_mates(rows: Rows, closed: Ints, mate: Ints) -> None:
    """The other place of each flank where it is closed."""
    for i in range(rows.size):
        mate[i] = -1
    for i in range(rows.size - 1):
        if rows[i].a == rows[i + 1].a:
            if closed[i + 1] == 1:
                mate[i] = i + 1
            if closed[i] == 1:
                mate[i + 1] = i


@lean_kernel
def add_flank_pairs(
    root: Floats, gap: Floats, share: float, stiffness: float, work: DiscWork
) -> None:
    """What 1/D of two closed places has beyond k: U' E U, and -U' E g."""
    S, y, U, closed = work.S, work.y, work.U, work.closed
    own = stiffness * share * share / (1.0 - share * share)
    other = -stiffness * share / (1.0 - share * share)
    for i in range(gap.size):
        j = work.mate[i]
        if j <= i or closed[i] != 1:
            continue
        for e in range(2):
            U[e, 0] = work.scale[i + e] * root[0]
            for k in range(1, root.size):
                U[e, 2 * k - 1] = work.scale[i + e] * root[k] * work.wave_c[k, i + e]
                U[e, 2 * k] = work.scale[i + e] * root[k] * work.wave_s[k, i + e]
        for a in range(y.size):
            first = own * U[0, a] + other * U[1, a]
            last = own * U[1, a] + other * U[0, a]
            y[a] -= first * gap[i] + last * gap[j]
            for b in range(a + 1):
                S[a, b] += first * U[0, b] + last * U[1, b]


@lean_kernel
def share_compression(
    closed: Ints, share: float, stiffness: float, work: DiscWork
) -> None:
    """Forces of places that share the compression of their flank, gaps of open ones.

    ``press`` holds -k times what discs and gaps leave of the distance.
    """
    press, g, mate = work.press, work.g, work.mate
    for i in range(closed.size):
        j = mate[i]
        if j > i and closed[i] == 1:
            p_i, p_j = press[i], press[j]
            press[i] = (p_i - share * p_j) / (1.0 - share * share)
            press[j] = (p_j - share * p_i) / (1.0 - share * share)
        elif j >= 0 and closed[i] != 1:
            g[i] += share / stiffness * press[j]


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
