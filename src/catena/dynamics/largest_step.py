"""The largest stable step of a drive, from its own forces.

The half-explicit step q+ = q + dt u, u+ = u + dt M^-1 h(q+, u) becomes unstable where
l_K dt^2 + 2 l_D dt = 4, with the largest eigenvalues l_K of M^-1 K and l_D of M^-1 D.
Both are found by power iteration on differences of the forces about a loaded state, so
that no coupling can be forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from catena.errors import SolverError
from catena.numerics.arrays import Floats

Forces = Callable[[Floats, Floats], Floats]
"""Generalised forces at coordinates and velocities; gives an array of its own."""
ITERATIONS = 80
NUDGE = 1e-9
"""Length of the differences of coordinates, over that of a typical motion [m]."""
PUSH = 1e-5
"""Of velocities [m/s]."""


def largest_step(forces: Forces, q: Floats, u: Floats, M_inv: Floats) -> float:
    """Largest stable time step [s].

    Args:
        forces: The smooth forces of the step.
        q: Coordinates of a loaded state, as many as velocities.
        u: Its velocities.
        M_inv: Flat diagonal; 0 where a velocity is held or prescribed.

    Raises:
        SolverError: The forces of the state are not finite.
    """
    base = forces(q, u)
    if not np.isfinite(base).all():
        raise SolverError("the forces at the start are not finite; no step is stable")
    l_K = _largest(lambda x: forces(q + x, u) - base, M_inv, NUDGE)
    l_D = _largest(lambda x: forces(q, u + x) - base, M_inv, PUSH)
    if l_K <= 0.0:
        return 2.0 / l_D if l_D > 0.0 else math.inf
    return (math.sqrt(l_D * l_D + 4.0 * l_K) - l_D) / l_K


def _largest(
    change: Callable[[Floats], Floats], M_inv: Floats, scale: float
) -> float:
    """Largest eigenvalue of -M^-1 d(change)/dx, by its Rayleigh quotient."""
    free = M_inv > 0.0
    weight = np.sqrt(M_inv[free])
    shape = np.random.default_rng(0).standard_normal(int(free.sum()))
    found = 0.0
    for _ in range(ITERATIONS):
        shape /= np.linalg.norm(shape)
        x = np.zeros(M_inv.size)
        x[free] = weight * shape
        size = scale / float(np.abs(x).max())
        answer = -weight * change(size * x)[free] / size
        found = max(found, float(shape @ answer))
        if not answer.any():
            return 0.0
        shape = answer
    return found
