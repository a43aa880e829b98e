"""Bodies with a constant mass matrix: modal, reduced or linearised."""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.bodies import LinearBodies


@kernel
def add_linear_forces(
    linear: LinearBodies, q: Floats, u: Floats, h: Floats, drag: Floats
) -> None:
    """Add f - K q - D u of every linear body; ``drag`` is D u."""
    for j in range(linear.first.size):
        first = linear.first[j]
        for r in range(linear.size[j]):
            force = linear.f[j, r]
            damping = 0.0
            for c in range(linear.size[j]):
                force -= linear.K[j, r, c] * q[first + c]
                damping -= linear.D[j, r, c] * u[first + c]
            h[first + r] += force + damping
            drag[j, r] = -damping


@kernel
def linear_power(linear: LinearBodies, drag: Floats, mean: Floats) -> float:
    """What the damping of all linear bodies takes at these velocities [W]."""
    power = 0.0
    for j in range(linear.first.size):
        for r in range(linear.size[j]):
            power += drag[j, r] * mean[linear.first[j] + r]
    return power


def linear_potential(linear: LinearBodies, q: Floats) -> Floats:
    """Potential 1/2 q' K q - f' q of each linear body [J]."""
    parts = _own(linear, q)
    pairs = zip(parts, linear.K, linear.f, strict=True)
    values = [
        0.5 * x @ K[: x.size, : x.size] @ x - f[: x.size] @ x for x, K, f in pairs
    ]
    return np.array(values)


def linear_kinetic(linear: LinearBodies, u: Floats) -> Floats:
    """Kinetic energy 1/2 u' M u of each linear body [J]."""
    pairs = zip(_own(linear, u), linear.M, strict=True)
    return np.array([0.5 * x @ M[: x.size, : x.size] @ x for x, M in pairs])


def _own(linear: LinearBodies, x: Floats) -> list[Floats]:
    """The entries of x that belong to each linear body."""
    pairs = zip(linear.first, linear.size, strict=True)
    return [x[first : first + size] for first, size in pairs]
