"""The largest stable step of a drive, from the forces of its own step.

The half-explicit step q+ = q + dt u, u+ = u + dt M^-1 h(q+, u) with K = -dh/dq and
D = -dh/du multiplies a disturbance by z where det(M (z - 1)^2 + dt D (z - 1) +
dt^2 z K) = 0. With K and D symmetric and not negative it leaves the unit circle at
z = -1 only, where 4 M - 2 dt D - dt^2 K is singular. So the border is the dt at which
dt^2 M^-1 K + 2 dt M^-1 D has the largest eigenvalue 4. It is found by power iteration
on differences of forces about a loaded state, dt brought to the border along with the
motion: no coupling can be forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats

Forces = Callable[[Floats, Floats], Floats]
"""Generalised forces at coordinates and velocities; gives an array of its own."""
SAFE_SHARE = 0.9
"""Of the border of stability: larger steps are refused."""
NUDGE = 1e-9
"""Largest difference of a coordinate [m, rad]."""
PUSH = 1e-5
"""Largest difference of a velocity [m/s, rad/s]."""
ITERATIONS = 400
SETTLED = 1e-5
"""Relative change of the step within ten iterations that ends the search."""


def forces_about(start: Any, place: Any, found: Callable[[], Floats]) -> Forces:
    """Forces of a whole state over its coordinates and velocities alone.

    Args:
        start: Keeps its memory, with which every evaluation begins.
        place: A copy of it that is moved.
        found: Gives the forces where the copy is, as an array of its own.
    """

    def forces(q: Floats, u: Floats) -> Floats:
        place.q[:], place.u[:] = q, u
        for kept, first in zip(place.memory, start.memory, strict=True):
            kept[...] = first
        return found()

    return forces


class StepLimit(NamedTuple):
    """The largest stable time step, and the motion that decides it."""

    step: float
    """Infinite where nothing is stiff or damped [s]."""
    energy: Floats
    """Share of each velocity in the kinetic energy of that motion, (n,)."""


def largest_step(forces: Forces, q: Floats, u: Floats, M_inv: Floats) -> float:
    """Largest stable time step [s]; see `step_limit`."""
    return step_limit(forces, q, u, M_inv).step


def step_limit(forces: Forces, q: Floats, u: Floats, M_inv: Floats) -> StepLimit:
    """Largest stable time step, and where it comes from.

    Args:
        forces: The smooth forces of the step.
        q: Coordinates of a loaded state, as many as velocities.
        u: Its velocities.
        M_inv: Flat diagonal; 0 where a velocity is held or prescribed.

    Raises:
        SolverError: The forces near the state are not finite.
    """
    root = np.sqrt(M_inv)
    # a fixed seed: the same drive has the same limit every time
    shape = np.random.default_rng(0).standard_normal(q.size) * (root > 0.0)
    dt, older = 1.0, math.inf
    for count in range(ITERATIONS):
        if not shape.any():
            return StepLimit(math.inf, np.zeros(q.size))
        shape /= np.linalg.norm(shape)
        # scaled by the masses on both sides, so that the matrix is symmetric and the
        # Rayleigh quotient below converges twice as fast as its vector
        answer = root * _resistance(forces, q, u, root * shape, dt)
        growth = float(shape @ answer)  # 4 at the border
        step = dt * math.sqrt(4.0 / growth) if growth > 0.0 else math.inf
        energy, shape = shape * shape, answer
        dt = min(step, 1.0)  # a motion without forces turns to one that has some
        if count % 10 == 9:
            if abs(older - step) <= SETTLED * step:
                break
            older = step
    return StepLimit(step, energy)


def _resistance(forces: Forces, q: Floats, u: Floats, way: Floats, dt: float) -> Floats:
    """(dt^2 K + 2 dt D) way, by one central difference of the forces."""
    most = float(np.abs(way).max())
    # so small in places and in velocities that contacts stay closed or open
    size = min(NUDGE / (dt * dt * most), PUSH / (2.0 * dt * most))
    dq, du = size * dt * dt * way, 2.0 * size * dt * way
    # central: what laws bend cancels, so that slopes are right to second order
    answer = (forces(q - dq, u - du) - forces(q + dq, u + du)) / (2.0 * size)
    if not np.isfinite(answer).all():
        raise SolverError("the forces at the start are not finite; no step is stable")
    return np.asarray(answer)
