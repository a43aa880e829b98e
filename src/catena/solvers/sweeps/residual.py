"""Natural maps: how far a candidate is from solving a contact problem.

A contact problem is a fixed point ``P = prox(P - r gamma)``; the natural map is the
difference of the two sides and vanishes at solutions only.

Source: [Cebulla2014] (2.36b)-(2.38b) per row; the De Saxce form for spatial friction
as used by the FCLIB collection: with ``u~ = u + mu |u_T| e_N`` Coulomb's law is one
projection on the friction cone.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.laws.unilateral import prox_unilateral
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.packed_rows import Stream
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


@lean_kernel
def record_natural_map(stream: Stream, j: int, n_t: int, u: Floats) -> float:
    """Natural map of one packed row [N s], scaled with the row's own inverse masses."""
    x, W, dof = stream[0], stream[1][0], stream[2]
    kind, slides, P_N = x[j].kind, x[j].slides, x[j].P_N
    if kind == 0 and slides == 0:
        return 0.0
    xi_N, xi_1, xi_2 = x[j].b_N, x[j].b_1, x[j].b_2
    for k in range(x[j].used):
        u_k = u[dof[j, k]]
        xi_N += W[j, 0, k] * u_k
        xi_1 += W[j, 1, k] * u_k
        if n_t == 2:
            xi_2 += W[j, 2, k] * u_k
    worst = 0.0
    if kind != 0:
        nearest = P_N - xi_N / x[j].G_NN
        if kind == 1:
            nearest = prox_unilateral(nearest)  # (2.36b)
        worst = abs(float(P_N - nearest))
    if slides == 0:
        return worst
    R = x[j].mu * abs(P_N) + x[j].R_T
    if slides == 1:
        T_1 = x[j].P_1
        nearest = prox_interval(T_1 - xi_1 / x[j].G_11, R)  # (2.38b)
        return worst + abs(float(T_1 - nearest))
    T_1, T_2 = x[j].P_1, x[j].P_2
    r = 1.0 / (x[j].G_11 + x[j].G_22)
    y, z = prox_disc(T_1 - r * xi_1, T_2 - r * xi_2, R)  # (2.38b)
    return worst + math.hypot(T_1 - y, T_2 - z)


@lean_kernel
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


@lean_kernel
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
