"""Vectors in the plane as pairs of floats: rotation, moment, length."""

from __future__ import annotations

import math

from catena.jit import kernel


@kernel
def rotated(x: float, y: float, c: float, s: float) -> tuple[float, float]:
    """The vector (x, y) turned by the angle with cosine c and sine s."""
    return c * x - s * y, s * x + c * y


@kernel
def rotated_back(x: float, y: float, c: float, s: float) -> tuple[float, float]:
    """The vector (x, y) turned back by the angle with cosine c and sine s."""
    return c * x + s * y, c * y - s * x


@kernel
def moment(r_x: float, r_y: float, f_x: float, f_y: float) -> float:
    """Moment of the force f at the lever r about the origin, r x f."""
    return r_x * f_y - r_y * f_x


@kernel
def length(x: float, y: float) -> float:
    """Length of the vector (x, y)."""
    return math.sqrt(x * x + y * y)


@kernel
def wrapped(angle: float, period: float) -> float:
    """The angle brought into [-period/2, period/2)."""
    return angle - period * math.floor(angle / period + 0.5)
