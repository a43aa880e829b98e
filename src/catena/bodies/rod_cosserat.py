"""A planar Cosserat rod on a staggered grid, open, clamped or closed.

Positions r live on the vertices, angles gamma on the segments between them. Stretch
and shear belong to a segment, curvature to the vertex between two segments:

    eps_1 = t'dr / l_0 - 1,  eps_2 = n'dr / l_0,  kappa = (gamma_+ - gamma_-) / l_0

A closed rod has as many vertices as segments and its angle winds up by ``winding``
(2 pi counterclockwise) once around. An open one has one vertex more; its ends are
free, or the first is clamped at an angle, with half a segment between clamp and first
angle. Every force is the exact gradient of the energy.

Source: [Cebulla2014] Section 6.2.2, (6.39)-(6.89).
Deviation: (6.48), (6.56), (6.65) describe an open rod, here vertex 0 and vertex N of a
closed one are the same and the angle before the first segment is the last one less
the winding; the vertex mass of (6.88) is rho A l_0, not half of it; 1/ds of (6.53),
(6.83) is that of the segment; the strain rate (6.79) of the inertial frame dissipates
in a rigid rotation, here it is the rate of the strains themselves, which also restores
the factor ds missing in the angle entry of (6.83); damping is stated as the force per
strain rate, twice the coefficient of (6.38).

Limits: linear elastic, equal segments, no gravity. The shear-rotation mode of the
frequency sqrt(G s A / (rho I)) limits explicit steps whatever the mesh: 3.65e-8 s for
0.185 mm of steel. Thin bands are therefore modelled by ``ring_spline``.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats


class RodEnds(IntEnum):
    """What happens at the ends of a rod."""

    FREE = 0
    CLAMPED = 1
    """The first end is held at an angle, the last is free."""
    CLOSED = 2
    """The last segment ends where the first begins."""


class CosseratRod(NamedTuple):
    """One rod of equal segments."""

    l_0: float  # length of a segment [m]
    EA: float  # axial stiffness [N]
    GA: float  # shear stiffness G s A, shear correction included [N]
    EI: float  # bending stiffness [N m^2]
    kappa_0: float  # natural curvature [1/m]
    d_1: float  # axial damping [N s]
    d_2: float  # shear damping [N s]
    rho_A: float  # mass per length [kg/m]
    rho_I: float  # rotatory inertia per length [kg m]
    ends: int  # RodEnds
    angle: float  # winding of a closed rod or angle of the clamp [rad]


@lean_kernel
def add_rod_forces(
    rod: CosseratRod,
    r: Floats,
    gamma: Floats,
    v: Floats,
    omega: Floats,
    force: Floats,
    moment: Floats,
) -> None:
    """Add the inner forces on the vertices [N] and moments on the segments [N m].

    ``r``, ``v``, ``force``: (2, vertices); ``gamma``, ``omega``, ``moment``:
    (segments,).

    Source: [Cebulla2014] (6.53), (6.61), (6.83) as corrected above.
    """
    n = gamma.shape[0]
    for i in range(n):
        j = (i + 1) % r.shape[1]
        c, s = math.cos(gamma[i]), math.sin(gamma[i])
        x, y = (r[0, j] - r[0, i]) / rod.l_0, (r[1, j] - r[1, i]) / rod.l_0
        vx, vy = (v[0, j] - v[0, i]) / rod.l_0, (v[1, j] - v[1, i]) / rod.l_0
        along, across = c * x + s * y, c * y - s * x
        rate_1 = c * vx + s * vy + omega[i] * across
        rate_2 = c * vy - s * vx - omega[i] * along
        N = rod.EA * (along - 1.0) + rod.d_1 * rate_1
        Q = rod.GA * across + rod.d_2 * rate_2
        f_x, f_y = c * N - s * Q, s * N + c * Q
        force[0, i] += f_x
        force[1, i] += f_y
        force[0, j] -= f_x
        force[1, j] -= f_y
        moment[i] += rod.l_0 * (Q * along - N * across)
    for i in range(1, n):
        M = rod.EI * ((gamma[i] - gamma[i - 1]) / rod.l_0 - rod.kappa_0)
        moment[i - 1] += M
        moment[i] -= M
    if rod.ends == RodEnds.CLOSED:
        turn = gamma[0] + rod.angle - gamma[n - 1]
        M = rod.EI * (turn / rod.l_0 - rod.kappa_0)
        moment[n - 1] += M
        moment[0] -= M
    elif rod.ends == RodEnds.CLAMPED:
        turn = gamma[0] - rod.angle
        moment[0] -= rod.EI * (turn / (0.5 * rod.l_0) - rod.kappa_0)


@lean_kernel
def rod_energy(rod: CosseratRod, r: Floats, gamma: Floats) -> float:
    """Elastic energy [J]: (6.49) and (6.56)."""
    n = gamma.shape[0]
    energy = 0.0
    for i in range(n):
        j = (i + 1) % r.shape[1]
        c, s = math.cos(gamma[i]), math.sin(gamma[i])
        x, y = (r[0, j] - r[0, i]) / rod.l_0, (r[1, j] - r[1, i]) / rod.l_0
        energy += rod.EA * (c * x + s * y - 1.0) ** 2 + rod.GA * (c * y - s * x) ** 2
    for i in range(1, n):
        kappa = (gamma[i] - gamma[i - 1]) / rod.l_0
        energy += rod.EI * (kappa - rod.kappa_0) ** 2
    if rod.ends == RodEnds.CLOSED:
        kappa = (gamma[0] + rod.angle - gamma[n - 1]) / rod.l_0
        energy += rod.EI * (kappa - rod.kappa_0) ** 2
    elif rod.ends == RodEnds.CLAMPED:
        kappa = (gamma[0] - rod.angle) / (0.5 * rod.l_0)
        energy += 0.5 * rod.EI * (kappa - rod.kappa_0) ** 2
    return 0.5 * rod.l_0 * energy


@lean_kernel
def rod_dissipation(
    rod: CosseratRod, r: Floats, gamma: Floats, v: Floats, omega: Floats
) -> float:
    """Power the damping takes from the rod [W], twice D of (6.78)."""
    power = 0.0
    for i in range(gamma.shape[0]):
        j = (i + 1) % r.shape[1]
        c, s = math.cos(gamma[i]), math.sin(gamma[i])
        x, y = (r[0, j] - r[0, i]) / rod.l_0, (r[1, j] - r[1, i]) / rod.l_0
        vx, vy = (v[0, j] - v[0, i]) / rod.l_0, (v[1, j] - v[1, i]) / rod.l_0
        rate_1 = c * vx + s * vy + omega[i] * (c * y - s * x)
        rate_2 = c * vy - s * vx - omega[i] * (c * x + s * y)
        power += rod.d_1 * rate_1 * rate_1 + rod.d_2 * rate_2 * rate_2
    return rod.l_0 * power


def rod_masses(rod: CosseratRod, segments: int) -> Floats:
    """Lumped masses in the order x, y of the vertices, angles of the segments.

    Source: [Cebulla2014] (6.88) with the vertex mass corrected.
    """
    vertices = segments if rod.ends == RodEnds.CLOSED else segments + 1
    mass = np.full(vertices, rod.rho_A * rod.l_0)
    if rod.ends != RodEnds.CLOSED:
        mass[[0, -1]] *= 0.5
    return np.concatenate([mass, mass, np.full(segments, rod.rho_I * rod.l_0)])


def weighted_strains(rod: CosseratRod, r: Floats, gamma: Floats) -> Floats:
    """Derivatives of all strains by the coordinates, times the root of l_0 C.

    Rows are stretch, shear and bending; S'S is the stiffness where no strain carries a
    stress. Columns are ordered as the masses.
    """
    n, vertices = gamma.size, r.shape[1]
    first, second = np.arange(n), (np.arange(n) + 1) % vertices
    d = (r[:, second] - r[:, first]) / rod.l_0
    c, s = np.cos(gamma), np.sin(gamma)
    S = np.zeros((3 * n, 2 * vertices + n))
    row, angle = np.arange(n), 2 * vertices + np.arange(n)
    for sign, vertex in ((-1.0, first), (1.0, second)):
        S[row, vertex], S[row, vertices + vertex] = (
            sign * c / rod.l_0,
            sign * s / rod.l_0,
        )
        S[n + row, vertex] = -sign * s / rod.l_0
        S[n + row, vertices + vertex] = sign * c / rod.l_0
    S[row, angle] = c * d[1] - s * d[0]
    S[n + row, angle] = -(c * d[0] + s * d[1])
    S[2 * n :, 2 * vertices :] = _turns(rod, n) / rod.l_0
    S *= np.sqrt(rod.l_0 * np.repeat([rod.EA, rod.GA, rod.EI], n))[:, None]
    return S


def _turns(rod: CosseratRod, n: int) -> Floats:
    """By how much each segment turns from the one before it, per angle."""
    turns = np.eye(n) - np.eye(n, k=-1)
    if rod.ends == RodEnds.CLOSED:
        turns[0, -1] -= 1.0
    else:  # half a segment away from the clamp, or free
        turns[0, 0] = math.sqrt(2.0) if rod.ends == RodEnds.CLAMPED else 0.0
    return turns


def rod_frequencies(rod: CosseratRod, r: Floats, gamma: Floats) -> Floats:
    """Natural frequencies of a stress-free rod, ascending [rad/s].

    As singular values: those of bending are 1e-7 of those of shear, and as
    eigenvalues of the stiffness they would be 1e-14, the size of the rounding.
    """
    roots = np.sqrt(rod_masses(rod, gamma.size))
    S = weighted_strains(rod, r, gamma) / roots
    found = np.zeros(roots.size)
    values = np.linalg.svd(S, compute_uv=False)
    found[-values.size :] = values[::-1]
    return found


def critical_step(rod: CosseratRod, r: Floats, gamma: Floats) -> float:
    """Largest stable step of the half-explicit scheme without damping [s]."""
    return float(2.0 / rod_frequencies(rod, r, gamma)[-1])
