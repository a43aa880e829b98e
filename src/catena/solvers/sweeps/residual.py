"""Natural maps: how far a candidate is from solving a contact problem.

A contact problem is a fixed point ``P = prox(P - r gamma)``; the natural map is the
difference of the two sides and vanishes at solutions only.

Source: [Cebulla2014] (2.36b)-(2.38b) per row; the De Saxce form for spatial friction
as used by the FCLIB collection: with ``u~ = u + mu |u_T| e_N`` Coulomb's law is one
projection on the friction cone.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.unilateral import prox_unilateral
from catena.numerics.arrays import Floats, Ints
from catena.solvers.sweeps.packed_rows import (
    B_1,
    B_2,
    B_N,
    G_11,
    G_22,
    G_NN,
    HEAD,
    KIND,
    MU,
    P_1,
    P_2,
    P_N,
    R_T,
    SLIDES,
)
from catena.tables.contacts import PercussionOptions, SolverReport


@inline_kernel
def judged(
    options: PercussionOptions,
    report: SolverReport,
    i: int,
    away: float,
    scale: float,
    worst: float,
) -> float:
    """The worse of row i and what was worst, in units of the allowed; reported.

    ``away`` is its natural map, ``scale`` the largest percussion of its group.
    """
    if away == 0.0:
        return worst
    allowed = options.absolute_tolerance + options.relative_tolerance * scale
    share = math.inf
    if allowed > 0.0 and math.isfinite(away):
        share = away / allowed
    if share > worst:
        report.worst_row[0], report.scale[0] = i, scale
        report.residual[0] = away if math.isfinite(away) else math.inf
        worst = share
    return worst


@kernel
def record_natural_map(
    x: Floats, dof: Ints, a: int, d: int, used: int, n_k: int, n_t: int, u: Floats
) -> float:
    """Natural map of one packed row [N s], scaled with the row's own inverse masses."""
    if x[a + KIND] == 0.0 and x[a + SLIDES] == 0.0:
        return 0.0
    W = a + HEAD
    xi_N, xi_1, xi_2 = x[a + B_N], x[a + B_1], x[a + B_2]
    for k in range(used):
        u_k = u[dof[d + k]]
        xi_N += x[W + k] * u_k
        xi_1 += x[W + n_k + k] * u_k
        if n_t == 2:
            xi_2 += x[W + 2 * n_k + k] * u_k
    worst = 0.0
    if x[a + KIND] != 0.0:
        nearest = x[a + P_N] - xi_N / x[a + G_NN]
        if x[a + KIND] == 1.0:
            nearest = prox_unilateral(nearest)  # (2.36b)
        worst = abs(float(x[a + P_N] - nearest))
    if x[a + SLIDES] == 0.0:
        return worst
    R = x[a + MU] * abs(x[a + P_N]) + x[a + R_T]
    if x[a + SLIDES] == 1.0:
        T_1 = x[a + P_1]
        nearest = prox_interval(T_1 - xi_1 / x[a + G_11], R)  # (2.38b)
        return worst + abs(float(T_1 - nearest))
    T_1, T_2 = x[a + P_1], x[a + P_2]
    r = 1.0 / (x[a + G_11] + x[a + G_22])
    y, z = prox_disc(T_1 - r * xi_1, T_2 - r * xi_2, R)  # (2.38b)
    return worst + math.hypot(T_1 - y, T_2 - z)


@kernel
def cone_projection(
    x: float, y: float, z: float, mu: float
) -> tuple[float, float, float]:
    """Nearest point of the friction cone |(y, z)| <= mu x."""
    slide = math.hypot(y, z)
    if slide <= mu * x:
        return x, y, z
    if mu * slide <= -x:
        return 0.0, 0.0, 0.0
    height = (x + mu * slide) / (1.0 + mu * mu)
    scale = mu * height / slide
    return height, scale * y, scale * z


@kernel
def de_saxce_residual(G: Floats, q: Floats, mu: Floats, P: Floats) -> float:
    """Relative natural map of a spatial friction problem u = G P + q.

    Three entries per contact: normal, two tangents. The Euclidean norm of
    ``P - proj_K(P - u~)`` over all contacts, divided by the norm of q.
    """
    total = 0.0
    size = 0.0
    u = (0.0, 0.0, 0.0)
    for c in range(mu.shape[0]):
        i = 3 * c
        u = (q[i], q[i + 1], q[i + 2])
        size += u[0] ** 2 + u[1] ** 2 + u[2] ** 2
        for j in range(q.shape[0]):
            u = (
                u[0] + G[i, j] * P[j],
                u[1] + G[i + 1, j] * P[j],
                u[2] + G[i + 2, j] * P[j],
            )
        u_N = u[0] + mu[c] * math.hypot(u[1], u[2])
        x, y, z = cone_projection(P[i] - u_N, P[i + 1] - u[1], P[i + 2] - u[2], mu[c])
        total += (P[i] - x) ** 2 + (P[i + 1] - y) ** 2 + (P[i + 2] - z) ** 2
    return math.sqrt(total / size) if size > 0.0 else math.sqrt(total)
