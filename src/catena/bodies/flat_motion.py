"""Loops over all velocities at once, whatever bodies they belong to.

The mass is one flat diagonal; a held or prescribed velocity has ``M_inv = 0``.
"""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats


@lean_kernel
def advance_coordinates(q: Floats, u: Floats, dt: float) -> None:
    """Coordinates whose rates are the velocities."""
    for i in range(u.size):
        q[i] += dt * u[i]


@lean_kernel
def fill_forces(h: Floats, given: Floats) -> None:
    """Begin a sum of forces with the given ones, gravity above all."""
    for i in range(h.size):
        h[i] = given[i]


@lean_kernel
def clear(h: Floats) -> None:
    """Begin a sum of forces with none."""
    for i in range(h.size):
        h[i] = 0.0


@lean_kernel
def add_behind(h: Floats, first: int, part: Floats) -> None:
    """Add forces that were found apart, for the sake of their power."""
    for i in range(part.size):
        h[first + i] += part[i]


@lean_kernel
def power_behind(part: Floats, u: Floats, first: int) -> float:
    """Power of such forces on velocities [W]."""
    total = 0.0
    for i in range(part.size):
        total += part[i] * u[first + i]
    return total


@lean_kernel
def advance_velocities(
    u: Floats, M_inv: Floats, h: Floats, old: Floats, dt: float
) -> None:
    """Velocities by the forces; those before the step are kept."""
    for i in range(u.size):
        old[i] = u[i]
        u[i] += dt * M_inv[i] * h[i]


@lean_kernel
def fill_means(u: Floats, old: Floats, mean: Floats) -> None:
    """Mean velocities of the step, with which works are booked.

    With a constant mass the kinetic energy changes by exactly impulse times mean
    velocity, so that the ledger closes up to the elastic forces.
    """
    for i in range(u.size):
        mean[i] = 0.5 * (old[i] + u[i])


@lean_kernel
def kinetic_energy(M: Floats, u: Floats) -> float:
    """Of all velocities [J]."""
    total = 0.0
    for i in range(u.size):
        total += 0.5 * M[i] * u[i] * u[i]
    return total


@lean_kernel
def potential_energy(gravity: Floats, q: Floats) -> float:
    """Of constant forces, zero at the origin [J]."""
    total = 0.0
    for i in range(gravity.size):
        total -= gravity[i] * q[i]
    return total
