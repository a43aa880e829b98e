"""Natural maps: how far a candidate is from solving a contact problem.

A contact problem is a fixed point ``P = prox(P - r gamma)``; the natural map is the
difference of the two sides and vanishes at solutions only.

Source: [Cebulla2014] (2.36b)-(2.38b) per row; the De Saxce form for spatial friction
as used by the FCLIB collection: with ``u~ = u + mu |u_T| e_N`` Coulomb's law is one
projection on the friction cone.
"""

from __future__ import annotations

import math

from catena.contact.laws.coulomb import prox_disc, prox_interval
from catena.contact.laws.row_forces import along
from catena.contact.laws.unilateral import prox_unilateral
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.contacts import ContactRows, PercussionWork


@kernel
def row_natural_map(
    rows: ContactRows, work: PercussionWork, u: Floats, i: int
) -> float:
    """Natural map of one row [N s], scaled with the row's own inverse masses."""
    worst = 0.0
    P_N = rows.P_N[i]
    if work.kind[i] != 0:
        xi_N = along(rows.W_N[i], rows.dof[i], u) + work.b_N[i]
        candidate = P_N - xi_N / work.G_NN[i]
        if work.kind[i] == 1:
            candidate = prox_unilateral(candidate)
        worst = abs(P_N - candidate)
    if work.slides[i] == 1:
        R = work.mu[i] * abs(P_N) + rows.R_T[i]
        worst = max(worst, _tangent_natural_map(rows, work, u, i, R))
    return worst


@kernel
def _tangent_natural_map(
    rows: ContactRows, work: PercussionWork, u: Floats, i: int, R: float
) -> float:
    """Natural map of the friction of one row [N s]."""
    P_1 = rows.P_T[i, 0]
    xi_1 = along(rows.W_T[i, 0], rows.dof[i], u) + work.b_T[i, 0]
    if rows.P_T.shape[1] == 1:
        nearest = prox_interval(P_1 - xi_1 / work.G_TT[i, 0, 0], R)
        return abs(float(P_1 - nearest))
    P_2 = rows.P_T[i, 1]
    xi_2 = along(rows.W_T[i, 1], rows.dof[i], u) + work.b_T[i, 1]
    r = 1.0 / (work.G_TT[i, 0, 0] + work.G_TT[i, 1, 1])
    x, y = prox_disc(P_1 - r * xi_1, P_2 - r * xi_2, R)
    return math.hypot(P_1 - x, P_2 - y)


@kernel
def lcp_natural_map(M: Floats, q: Floats, z: Floats) -> float:
    """Largest |min(z_i, w_i)| of w = M z + q."""
    worst = 0.0
    for i in range(q.shape[0]):
        w = q[i]
        for j in range(q.shape[0]):
            w += M[i, j] * z[j]
        worst = max(worst, abs(min(z[i], w)))
    return worst


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
