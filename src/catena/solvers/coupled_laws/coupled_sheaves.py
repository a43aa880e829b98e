"""The coupled law of the sheaves: every flank force bends the whole disc.

All rows of a pulley that touch or nearly touch share the influence function
of the disc, a radial factor times a Fourier series over the angle between two points:

    C_ij = D delta_ij + s_i s_j sum_k A_k cos k (psi_i - psi_j),  s = cos(delta_0)
    sqrt(c_rad(rho))

Loose and fixed sheaves that soften differently towards the rim are two such *layers*,
whose influences add up.

The forces of an active set follow from a small system for the Fourier coefficients of
the disc's shape (Woodbury). Active sets start from those of the step before.

Two places of one flank may share the compression of their element, see `flank_pairs`.

Source: [Cebulla2014] 5.3, (5.49)-(5.55), with the corrections listed in
``maxwell_coupled`` among the laws; checked against ``solvers.maxwell``.
"""

from __future__ import annotations

from catena.bodies.sheave import Compliance
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.numerics.records import Rows
from catena.solvers.complementarity.active_set import (
    begin_exchanges,
    exchange_wrong_signs,
)
from catena.solvers.coupled_laws.disc_tables import Discs, DiscWork
from catena.solvers.coupled_laws.disc_waves import (
    fill_block,
    fill_moments,
    fill_pulls,
    fill_right_side,
    fill_scale,
    fill_shape,
    fill_turning,
    fill_waves,
    fill_weights,
)
from catena.solvers.coupled_laws.flank_pairs import (
    add_flank_pairs,
    find_mates,
    share_compression,
)

MAX_ITERATIONS = 200
COUPLED = int(Compliance.COUPLED)
NO_SOLUTION = -1


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
                discs.root[p], discs.radial[p], discs.share, sheaves[p].cos,
                stiffness, rows[first:last], closed, work,
            )  # fmt: skip
            if taken == NO_SOLUTION:
                return NO_SOLUTION
            iterations += taken
        first = last
    return iterations


@lean_kernel
def solve_disc(
    root: Floats,
    radial: Floats,
    share: float,
    cosine: float,
    stiffness: float,
    rows: Rows,
    kept: Ints,
    work: DiscWork,
) -> int:
    """The same for the rows of one pulley.

    Every array is cut to their number at once: loops from 0 run several times faster.
    """
    n = rows.size
    gap, press, g, closed = work.gap[:n], work.press[:n], work.g[:n], work.closed[:n]
    for i in range(n):
        closed[i] = kept[rows[i].slot]
        gap[i] = rows[i].gap
    fill_waves(rows, work.wave_c, work.wave_s)
    for a in range(root.shape[0]):
        fill_scale(cosine, radial[a], rows, work.scale[a, :n], work.growth[a, :n])
    begin_exchanges(n, work.best)
    taken = NO_SOLUTION
    for iteration in range(MAX_ITERATIONS):
        # anew for each active set: only closed places share
        find_mates(rows, closed, share, work.mate)
        if not solve_layers(root, share, stiffness, n, work):
            return NO_SOLUTION
        for i in range(n):
            shared = gap[i]
            for a in range(root.shape[0]):
                shared += work.scale[a, i] * work.shape[a, i]
            press[i] = -stiffness * shared if closed[i] == 1 else 0.0
            g[i] = 0.0 if closed[i] == 1 else shared
        share_compression(closed, share / stiffness, share, work)
        if exchange_wrong_signs(press, g, closed, work.best) == 0:
            taken = iteration + 1
            break
    for i in range(n):
        kept[rows[i].slot] = closed[i]
        rows[i].press, rows[i].bend_t, rows[i].bend_r = press[i], 0.0, 0.0
    rank = work.moment.shape[1]
    for a in range(root.shape[0]):
        scale, shape, growth = work.scale[a], work.shape[a], work.growth[a]
        pull, y = work.pull[:n], work.y[a * rank : (a + 1) * rank]
        fill_turning(root[a], y, work.wave_c, work.wave_s, pull)
        for i in range(n):
            rows[i].bend_t += scale[i] * pull[i] / rows[i].rho
            rows[i].bend_r += growth[i] * (scale[i] * shape[i])
    return taken


@lean_kernel
def solve_layers(
    root: Floats, share: float, stiffness: float, n: int, work: DiscWork
) -> bool:
    """The shapes of all layers under the closed contacts; False: no solution."""
    rank, S, y = work.moment.shape[1], work.S, work.y
    weight, pull, moment = work.weight[:n], work.pull[:n], work.moment
    for a in range(root.shape[0]):
        scale = work.scale[a, :n]
        # the lower half: S is symmetric
        for b in range(a + 1):
            fill_weights(scale, work.scale[b, :n], work.closed[:n], weight)
            fill_moments(weight, work.wave_c, work.wave_s, moment, rank)
            block = S[a * rank : (a + 1) * rank, b * rank : (b + 1) * rank]
            fill_block(root[a], root[b], moment, block, stiffness, a != b)
        fill_pulls(scale, work.gap[:n], work.closed[:n], pull)
        fill_moments(pull, work.wave_c, work.wave_s, moment, (rank + 1) // 2)
        fill_right_side(root[a], moment, y[a * rank : (a + 1) * rank], stiffness)
    add_flank_pairs(root, share, stiffness, n, work)
    for i in range(y.size):
        # Woodbury: I + U' D^-1 U, of which all but I stands there
        S[i, i] += 1.0
    if not factor_cholesky(S, y.size):
        return False
    solve_cholesky(S, y.size, y)
    for a in range(root.shape[0]):
        own = y[a * rank : (a + 1) * rank]
        fill_shape(root[a], own, work.wave_c, work.wave_s, work.shape[a, :n])
    return True
