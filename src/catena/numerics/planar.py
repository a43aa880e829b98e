"""Vectors and angles in the plane as bare floats."""

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
def wrapped(angle: float, period: float) -> float:
    """The angle brought into [-period/2, period/2)."""
    return angle - period * math.floor(angle / period + 0.5)
