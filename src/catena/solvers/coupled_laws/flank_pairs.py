"""Two places of one flank that share the compression of their element.

The compliance of an element at both places is D = [[1, c], [c, 1]] / k: what one is
compressed by gives the other c times as much. Where both carry, 1/D has more than k on
its diagonal, and that is added to the small system of the discs by dyads; where one
carries, the other opens by c of its compression. ``share`` 0: nothing is shared.

Source: [Cebulla2014] (5.55).
Deviation: c < 1 off the diagonal. With the ones of the print D is singular, and no
difference of two gaps would ever decide how the places share a load.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.solvers.coupled_laws.disc_tables import DiscWork


@lean_kernel
def find_mates(rows: Rows, closed: Ints, share: float, mate: Ints) -> None:
    """The other place of each flank where it is closed; rows of a flank stand together.

    With no share nobody asks.
    """
    if share == 0.0:
        return
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
    root: Floats, share: float, stiffness: float, n: int, work: DiscWork
) -> None:
    """What 1/D of two closed places has beyond k, E: U' E U, and -U' E g."""
    if share == 0.0:
        return
    S, y, U, gap = work.S, work.y, work.U, work.gap
    # 1/D = k/(1 - c^2) [[1, -c], [-c, 1]], less the k on its diagonal
    own = stiffness * share * share / (1.0 - share * share)
    other = -stiffness * share / (1.0 - share * share)
    for i in range(n):
        j = work.mate[i]
        if j <= i or work.closed[i] != 1:
            continue
        for e in range(2):
            fill_column(root, i + e, work, U[e])
        for a in range(y.size):
            first = own * U[0, a] + other * U[1, a]
            last = own * U[1, a] + other * U[0, a]
            y[a] -= first * gap[i] + last * gap[j]
            for b in range(a + 1):
                S[a, b] += first * U[0, b] + last * U[1, b]


@lean_kernel
def fill_column(root: Floats, i: int, work: DiscWork, U: Floats) -> None:
    """What a force at row i does to the Fourier coefficients of all layers."""
    rank = 2 * root.shape[1] - 1
    for a in range(root.shape[0]):
        first, scale = a * rank, work.scale[a, i]
        U[first] = scale * root[a, 0]
        for k in range(1, root.shape[1]):
            U[first + 2 * k - 1] = scale * root[a, k] * work.wave_c[k, i]
            U[first + 2 * k] = scale * root[a, k] * work.wave_s[k, i]


@lean_kernel
def share_compression(
    closed: Ints, compliance: float, share: float, work: DiscWork
) -> None:
    """Forces of places that share a compression, gaps of those that are open.

    ``press`` holds -k times what discs and gaps leave; ``compliance`` is c/k.
    """
    if share == 0.0:
        return
    press, g, mate = work.press, work.g, work.mate
    for i in range(closed.size):
        j = mate[i]
        if j > i and closed[i] == 1:
            p_i, p_j = press[i], press[j]
            press[i] = (p_i - share * p_j) / (1.0 - share * share)
            press[j] = (p_j - share * p_i) / (1.0 - share * share)
        elif j >= 0 and closed[i] != 1:
            g[i] += compliance * press[j]
