"""Fixed obstacles of a planar rod: floors and discs that press on its vertices.

An obstacle is an elastic foundation, k per length of the rod, with damping along its
normal that never pulls; nothing rubs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import SpecError
from catena.numerics.arrays import Floats

CHORDS = 2.0
"""Radius of a disc over the length of an element, at least."""


def check_radius(where: str, radius: float, lengths: Floats) -> None:
    """Refuse a circle that elements of these lengths would cut through."""
    least = CHORDS * float(lengths.max())
    if radius < least:
        words = (
            f"expected at least {least:.3g} m, as long as {CHORDS:g} elements of the "
            "rod, which else cuts through it: take more elements"
        )
        raise SpecError.at(where, radius, words)


@dataclass(frozen=True)
class Floor:
    """The half-plane below y = height."""

    height: float
    stiffness: float
    """Per length of the rod [N/m^2]."""

    def depth(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """Depth of points and the directions in which they are pressed out."""
        return self.height - y, np.zeros_like(x), np.ones_like(y)


@dataclass(frozen=True)
class Disc:
    """A disc that pushes away from its centre: a pulley without friction."""

    centre: tuple[float, float]
    radius: float
    stiffness: float
    """Per length of the rod [N/m^2]."""

    def depth(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
        """Depth of points and the directions in which they are pressed out."""
        d_x, d_y = x - self.centre[0], y - self.centre[1]
        away = np.maximum(np.hypot(d_x, d_y), 1e-300)
        return self.radius - away, d_x / away, d_y / away


Obstacle = Floor | Disc


def add_pressure(
    obstacles: list[Obstacle], q: Floats, share: Floats, found: Floats
) -> None:
    """Add what obstacles take from the vertices, as inner forces: minus the push.

    ``share`` (vertices,) is the length of rod that belongs to a vertex.
    """
    n = share.size
    for obstacle in obstacles:
        depth, n_x, n_y = obstacle.depth(q[:n], q[n : 2 * n])
        push = obstacle.stiffness * share * np.maximum(depth, 0.0)
        found[:n] -= push * n_x
        found[n : 2 * n] -= push * n_y


def add_pressure_stiffness(
    obstacles: list[Obstacle], q: Floats, share: Floats, K: Floats
) -> None:
    """Add the tangent of `add_pressure`, curvature of discs included."""
    n = share.size
    i = np.arange(n)
    for obstacle in obstacles:
        depth, n_x, n_y = obstacle.depth(q[:n], q[n : 2 * n])
        k = np.where(depth > 0.0, obstacle.stiffness * share, 0.0)
        turn = np.zeros(n)
        if isinstance(obstacle, Disc):
            turn = -k * np.maximum(depth, 0.0) / (obstacle.radius - depth)
        K[i, i] += k * n_x * n_x + turn * n_y * n_y
        K[n + i, n + i] += k * n_y * n_y + turn * n_x * n_x
        K[i, n + i] += (k - turn) * n_x * n_y
        K[n + i, i] += (k - turn) * n_x * n_y


def pressure_energy(obstacles: list[Obstacle], q: Floats, share: Floats) -> float:
    """Stored in the foundations [J]."""
    n, total = share.size, 0.0
    for obstacle in obstacles:
        depth, _, _ = obstacle.depth(q[:n], q[n : 2 * n])
        total += float(0.5 * obstacle.stiffness * share @ np.maximum(depth, 0.0) ** 2)
    return total
