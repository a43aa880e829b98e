"""Inner forces and stiffness of a planar Cosserat rod on a staggered grid, as arrays.

Places r live on the vertices, angles on the elements between them:

    e_1 = t.d - 1,  e_2 = n.d,  d = (r_b - r_a)/l;   turn = angle_+ - angle_- - turn_0
    V = sum l/2 (EA e_1^2 + GA e_2^2) + sum EI/(2 l_v) turn^2

with l_v the distance between the two elements, half an element at a clamp. All forces
are exact gradients of V, the stiffness its exact second derivative. Damping acts on the
rates of e_1 and e_2 themselves, so that a rigid motion loses nothing.

Source: [Cebulla2014] (6.39)-(6.89).
Deviation: (6.48), (6.56), (6.65) describe an open rod, here vertex 0 and vertex N of a
closed one are the same and its angle winds up once around; the vertex mass of (6.88) is
rho A l, not half of it; 1/ds of (6.53), (6.83) is that of the element; the strain rate
(6.79) of the inertial frame dissipates in a rigid rotation, here it is the rate of the
strains, which also restores the factor ds missing in the angle entry of (6.83).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints


class Bend(NamedTuple):
    """Turning springs between elements; -1 is a clamp."""

    before: Ints  # element, or -1
    after: Ints
    k: Floats  # EI over the distance [N m/rad]
    rest: Floats  # turn at rest; of clamps the angle itself [rad]


class Grid(NamedTuple):
    """A rod as its forces see it."""

    a: Ints  # first vertex of every element
    b: Ints  # last vertex
    vertices: int
    l: Floats  # noqa: E741  length of every element [m]
    EA: Floats
    GA: Floats
    bend: Bend


def strains(grid: Grid, q: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Stretch and shear of all elements, cosine and sine of their angles."""
    n = grid.vertices
    angle = q[2 * n :]
    c, s = np.cos(angle), np.sin(angle)
    x = (q[grid.b] - q[grid.a]) / grid.l
    y = (q[n + grid.b] - q[n + grid.a]) / grid.l
    return c * x + s * y - 1.0, c * y - s * x, c, s


def turns(grid: Grid, q: Floats) -> Floats:
    """Turn of every bending spring from rest [rad]."""
    angle, bend = q[2 * grid.vertices :], grid.bend
    before = np.where(bend.before < 0, 0.0, angle[bend.before])
    after = np.where(bend.after < 0, 0.0, angle[bend.after])
    return np.asarray(after - before - bend.rest)


def energy(grid: Grid, q: Floats) -> float:
    """Elastic energy [J]."""
    e_1, e_2, _, _ = strains(grid, q)
    stretch = grid.l @ (grid.EA * e_1**2 + grid.GA * e_2**2)
    return float(0.5 * (stretch + grid.bend.k @ turns(grid, q) ** 2))


def gradient(grid: Grid, q: Floats) -> Floats:
    """dV/dq [N, N m]: x of the vertices, y of the vertices, angles of the elements."""
    e_1, e_2, _, _ = strains(grid, q)
    found = _carried(grid, q, grid.EA * e_1, grid.GA * e_2)
    moment = found[2 * grid.vertices :]
    M, bend = grid.bend.k * turns(grid, q), grid.bend
    np.add.at(moment, bend.after[bend.after >= 0], M[bend.after >= 0])
    np.subtract.at(moment, bend.before[bend.before >= 0], M[bend.before >= 0])
    return found


def strain_rates(grid: Grid, q: Floats, u: Floats) -> tuple[Floats, Floats]:
    """Rates of stretch and shear of all elements [1/s]."""
    n = grid.vertices
    e_1, e_2, c, s = strains(grid, q)
    x = (u[grid.b] - u[grid.a]) / grid.l
    y = (u[n + grid.b] - u[n + grid.a]) / grid.l
    turn = u[2 * n :]
    return c * x + s * y + turn * e_2, c * y - s * x - turn * (1.0 + e_1)


def damping_forces(grid: Grid, q: Floats, u: Floats, time: float) -> Floats:
    """Forces against a motion, of a damping time over the stiffness [s]."""
    rate_1, rate_2 = strain_rates(grid, q, u)
    return -_carried(grid, q, time * grid.EA * rate_1, time * grid.GA * rate_2)


def _carried(grid: Grid, q: Floats, N: Floats, Q: Floats) -> Floats:
    """Pull and shear force of all elements on the coordinates: (6.53), (6.83)."""
    n, found = grid.vertices, np.zeros(q.size)
    e_1, e_2, c, s = strains(grid, q)
    f_x, f_y = c * N - s * Q, s * N + c * Q
    np.add.at(found, grid.b, f_x)
    np.subtract.at(found, grid.a, f_x)
    np.add.at(found, n + grid.b, f_y)
    np.subtract.at(found, n + grid.a, f_y)
    found[2 * n :] += grid.l * (N * e_2 - Q * (1.0 + e_1))
    return found


def hessian(grid: Grid, q: Floats) -> Floats:
    """Second derivative of the energy, (n_q, n_q)."""
    n, found = grid.vertices, np.zeros((q.size, q.size))
    e_1, e_2, c, s = strains(grid, q)
    N, Q, m = grid.EA * e_1, grid.GA * e_2, grid.l.size
    # derivatives of both strains by x_a, y_a, x_b, y_b, angle
    B = np.empty((m, 2, 5))
    B[:, 0] = np.stack([-c, -s, c, s, grid.l * e_2], axis=1) / grid.l[:, None]
    B[:, 1] = np.stack([s, -c, -s, c, -grid.l * (1.0 + e_1)], axis=1) / grid.l[:, None]
    C = np.stack([grid.EA, grid.GA], axis=1) * grid.l[:, None]
    H = np.einsum("mki,mk,mkj->mij", B, C, B)
    # forces times second derivatives: of place and angle, of the angle alone
    across = np.stack([s * N + c * Q, -c * N + s * Q], axis=1)
    H[:, 0:2, 4] += across
    H[:, 2:4, 4] -= across
    H[:, 4, 0:2] += across
    H[:, 4, 2:4] -= across
    H[:, 4, 4] -= grid.l * (N * (1.0 + e_1) + Q * e_2)
    element = 2 * n + np.arange(m)
    place = np.stack([grid.a, n + grid.a, grid.b, n + grid.b, element], axis=1)
    np.add.at(found, (place[:, :, None], place[:, None, :]), H)
    bend = grid.bend
    for sign, i, j in (
        (1.0, bend.after, bend.after), (1.0, bend.before, bend.before),
        (-1.0, bend.after, bend.before), (-1.0, bend.before, bend.after),
    ):  # fmt: skip
        both = (i >= 0) & (j >= 0)
        np.add.at(found, (2 * n + i[both], 2 * n + j[both]), sign * bend.k[both])
    return found
