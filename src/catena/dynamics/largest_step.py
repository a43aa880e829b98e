"""The largest stable step of a drive, from the forces of its own step.

The half-explicit step q+ = q + dt u, u+ = u + dt M^-1 h(q+, u) with K = -dh/dq and
D = -dh/du multiplies a disturbance by z where det(M (z - 1)^2 + dt D (z - 1) +
dt^2 z K) = 0. With K and D symmetric and not negative it leaves the unit circle at
z = -1 only, where 4 M - 2 dt D - dt^2 K is singular. So the border is the dt at which
dt^2 M^-1 K + 2 dt M^-1 D has the largest eigenvalue 4. It is found by power iteration
on differences of forces about a loaded state: no coupling can be forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats

Forces = Callable[[Floats, Floats], Floats]
"""Generalised forces at coordinates and velocities; gives an array of its own."""
NUDGE = 1e-9
"""Largest difference of a coordinate [m, rad]."""
PUSH = 1e-5
"""Largest difference of a velocity [m/s, rad/s]."""
ITERATIONS = 400
SETTLED = 1e-5
"""Relative change of the step within ten iterations that ends the search."""


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
    shape = np.random.default_rng(0).standard_normal(q.size) * (root > 0.0)
    step, older = math.inf, math.inf
    for count in range(ITERATIONS):
        if not shape.any():
            return StepLimit(math.inf, np.zeros(q.size))
        shape /= np.linalg.norm(shape)
        stiff = _slope(lambda x: forces(q + x, u), root, shape, NUDGE)
        damped = _slope(lambda x: forces(q, u + x), root, shape, PUSH)
        step = _border(float(shape @ stiff), float(shape @ damped))
        dt = min(step, 1.0)  # a motion without forces turns to one that has some
        energy = shape * shape
        shape = dt * dt * stiff + 2.0 * dt * damped
        if count % 10 == 9:
            if abs(older - step) <= SETTLED * step:
                break
            older = step
    return StepLimit(step, energy)


def _border(l_K: float, l_D: float) -> float:
    """The step with l_K dt^2 + 2 l_D dt = 4 [s]."""
    divisor = l_D + math.sqrt(max(l_D * l_D + 4.0 * l_K, 0.0))
    return 4.0 / divisor if divisor > 0.0 else math.inf


def _slope(
    forces: Callable[[Floats], Floats], root: Floats, shape: Floats, most: float
) -> Floats:
    """What resists a mass-weighted shape, by central differences of the forces."""
    way = root * shape
    size = most / float(np.abs(way).max())
    answer = root * (forces(-size * way) - forces(size * way)) / (2.0 * size)
    if not np.isfinite(answer).all():
        raise SolverError("the forces at the start are not finite; no step is stable")
    return np.asarray(answer)
