"""Contacts on acceleration level and impacts, as linear complementarity problems.

For the event-driven integrator: between events the accelerations are those of the
contacts that are closed, and the LCP says which of them open, stick or begin to
slide; at an impact the same LCP with velocities gives the percussions.

``y = G x + c`` per contact i with entries 2i (normal) and 2i + 1 (tangent).

Source: [Pfeiffer1997] (1)-(8), impact (9)-(12).
Deviation: (8) is not worked out in the print, which counts n_N + 4 n_H unknowns; a
sticking contact is split here into forces to the left and right and the sliding it
would begin (Stewart and Trinkle), n_N + 3 n_H, whose matrix is copositive for impacts
so that Lemke always ends.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.numerics.arrays import Floats, Ints
from catena.solvers.complementarity.enumeration import (
    MOST_UNKNOWNS,
    solve_by_enumeration,
)
from catena.solvers.complementarity.lemke import (
    lemke_work,
    scaled_natural_map,
    solve_lemke,
)
from catena.solvers.direct.planar_friction import (
    PlanarProblem,
    planar_natural_map,
    planar_work,
    solve_planar_friction,
)

NEWTON_TOLERANCE, NEWTON_GUESSES = 1e-11, 300
"""Natural map, relative, and effort where Lemke's method ends without a solution."""


class ContactForces(NamedTuple):
    """Forces or percussions of n contacts and what they do."""

    status: Status
    forces: Floats  # (2n,)   normal and tangent of each contact
    response: Floats  # (2n,) relative accelerations or velocities after
    residual: float  # largest entry of the natural map of (8), scaled, relative
    pivots: int  # of Lemke's method

    @property
    def normal(self) -> Floats:
        """Normal entries, (n,)."""
        return self.forces[0::2]

    @property
    def tangent(self) -> Floats:
        """Tangential entries, (n,)."""
        return self.forces[1::2]


def solve_accelerations(
    G: Floats,
    c: Floats,
    mu: Floats,
    slip: Ints,
    max_pivots: int = 10_000,
    *,
    known: Floats | None = None,
    prove: bool = True,
) -> ContactForces:
    """Forces of closed contacts [N] from the accelerations without them.

    Args:
        G: W' M^-1 W, (2n, 2n).
        c: W' M^-1 h + w, relative accelerations without contact forces [m/s^2].
        mu: friction coefficients, (n,).
        slip: -1, +1 where the contact slides that way, 0 where it sticks, (n,).
        max_pivots: cap of Lemke's method.
        known: friction bounds not due to normal forces, (n,); none if omitted.
        prove: whether all ways of few contacts are tried where pivoting finds none.

    Returns:
        Forces with status NO_SOLUTION where none exist (Painleve's paradox), which is
        proved for few contacts; RAY where none were found.
    """
    B, A, b = _friction_lcp(
        G, c, mu, slip, np.zeros(mu.size) if known is None else known
    )
    x, work = np.zeros(b.size), lemke_work(b.size)
    status, pivots = solve_lemke(A, b, x, work, max_pivots)
    residual = scaled_natural_map(A, b, x, work.scale) / (float(work.size[0]) or 1.0)
    forces = B @ x
    if status == Status.RAY and not slip.any():
        second, guess, map_, guesses = _by_newton(G, c, mu, known)
        pivots += guesses
        if second == Status.OK:
            status, forces, residual = second, guess, map_
    if status == Status.RAY and prove and b.size <= MOST_UNKNOWNS:
        status, tried = solve_by_enumeration(A, b, x, 2**MOST_UNKNOWNS)
        pivots, forces = pivots + tried, B @ x
        residual = scaled_natural_map(A, b, x, work.scale) / (float(work.size[0]) or 1)
    return ContactForces(Status(status), forces, G @ forces + c, residual, pivots)


def _by_newton(
    G: Floats, c: Floats, mu: Floats, known: Floats | None
) -> tuple[int, Floats, float, int]:
    """A second try where all contacts stick: a ray of Lemke's proves nothing there.

    Status, forces, their natural map relative to the largest, and guesses.
    """
    n = mu.size
    R = np.zeros(n) if known is None else known
    problem = PlanarProblem(G, c, np.ones(n, dtype=np.int64), mu, R)
    P, work = np.zeros(2 * n), planar_work(n)
    tries = NEWTON_TOLERANCE, NEWTON_GUESSES
    status, count = solve_planar_friction(problem, P, work, *tries)
    residual, scale = planar_natural_map(problem, P, work.gamma)
    return int(status), P, float(residual) / (float(scale) or 1.0), int(count)


def _friction_lcp(
    G: Floats, c: Floats, mu: Floats, slip: Ints, known: Floats
) -> tuple[Floats, Floats, Floats]:
    """Forces = B x and the LCP y = A x + b: (8).

    x holds all normals, then to the right, to the left and the sliding of each
    sticking contact; y their normal accelerations, the two sides of the tangential
    one, and the reserve of friction.
    """
    n = mu.size
    sticking = np.flatnonzero(slip == 0)
    h = sticking.size
    i, right, left, sliding = (
        np.arange(n),
        n + np.arange(h),
        n + h + np.arange(h),
        n + 2 * h + np.arange(h),
    )
    B = np.zeros((2 * n, n + 3 * h))
    B[2 * i, i] = 1.0
    B[2 * i + 1, i] = -mu * slip  # N_G of (3)
    B[2 * sticking + 1, right] = 1.0
    B[2 * sticking + 1, left] = -1.0
    to_y = np.zeros((n + 3 * h, 2 * n))
    to_y[i, 2 * i] = 1.0
    to_y[right, 2 * sticking + 1] = 1.0
    to_y[left, 2 * sticking + 1] = -1.0
    A = to_y @ G @ B
    A[right, sliding] = 1.0
    A[left, sliding] = 1.0
    A[sliding, sticking] = mu[sticking]  # (7): |la_T| <= mu la_N
    A[sliding, right] = -1.0
    A[sliding, left] = -1.0
    b = to_y @ c
    b[sliding] = known[sticking]
    return B, A, b


def solve_impact(
    G: Floats,
    gamma: Floats,
    mu: Floats,
    e_N: Floats,
    e_T: Floats,
    max_pivots: int = 10_000,
) -> ContactForces:
    """Percussions of simultaneous impacts [N s], never creating energy.

    The residual is that of the LCPs, before energy limits their solution.

    Moreau's inequality form of (10) with Coulomb friction. Where different
    restitutions or friction would create energy, the percussion is drawn towards
    the one without restitution until the energy is the one before (which keeps
    every inequality, they being convex).

    Args:
        G: W' M^-1 W, (2n, 2n).
        gamma: relative velocities before the impact, (2n,) [m/s].
        mu: friction coefficients, (n,).
        e_N: normal restitution, (n,).
        e_T: tangential restitution, (n,).
        max_pivots: cap of Lemke's method.
    """
    e = np.column_stack([e_N, e_T]).ravel()
    free = np.zeros(mu.size, dtype=np.int64)
    impact = solve_accelerations(G, (1.0 + e) * gamma, mu, free, max_pivots)
    P, residual, pivots = impact.forces, impact.residual, impact.pivots
    if impact.status is Status.OK and energy_gain(G, gamma, P) > 0.0:
        plastic = solve_accelerations(G, gamma, mu, free, max_pivots)
        if plastic.status is not Status.OK:
            return plastic
        P = plastic.forces + _share(G, gamma, plastic.forces, P) * (P - plastic.forces)
        residual = max(residual, plastic.residual)
        pivots += plastic.pivots
    return ContactForces(impact.status, P, G @ P + gamma, residual, pivots)


def energy_gain(G: Floats, gamma: Floats, P: Floats) -> float:
    """Kinetic energy added by percussions P [J]: P'(gamma + G P / 2)."""
    return float(P @ gamma + 0.5 * P @ G @ P)


def _share(G: Floats, gamma: Floats, P_0: Floats, P_1: Floats) -> float:
    """Largest share of the way from P_0 to P_1 without energy gain."""
    d = P_1 - P_0
    a = 0.5 * float(d @ G @ d)
    b = float(d @ (gamma + G @ P_0))
    c = energy_gain(G, gamma, P_0)  # <= 0, so there is one root >= 0
    root = math.sqrt(max(b * b - 4.0 * a * c, 0.0))
    share = -2.0 * c / (b + root) if b > 0.0 else (root - b) / (2.0 * a)
    return min(share, 1.0)
