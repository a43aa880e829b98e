"""Positions and directions of the links over one step."""

from __future__ import annotations

import math

from catena.chain.tables import (
    ANGLE,
    AX,
    AY,
    END,
    HALF,
    HW,
    HX,
    HY,
    J_INV,
    M_INV,
    MW,
    MX,
    MY,
    OM,
    PHI,
    PX,
    PY,
    UVX,
    UVY,
    UX,
    UY,
    VX,
    VY,
    C,
    S,
    W,
    X,
    Y,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def refresh_directions(q: Floats, h: Floats) -> None:
    """Cosine and sine of every link out of its angle."""
    for k in range(q.shape[1]):
        h[C, k] = math.cos(q[ANGLE, k])
        h[S, k] = math.sin(q[ANGLE, k])


@kernel
def advance_positions(q: Floats, turn: Floats, h: Floats, dt: float) -> None:
    """One step of all positions with the present velocities.

    Directions are turned by the small angle of the step instead of asking for sines:
    a series to sixth order, kept on the unit circle by one Newton step.
    """
    for k in range(q.shape[1]):
        q[X, k] += dt * q[VX, k]
        q[Y, k] += dt * q[VY, k]
        a = dt * q[W, k]
        q[ANGLE, k] += a
        b = a * a
        cos = 1.0 - b * (0.5 - b * (1.0 / 24.0 - b / 720.0))
        sin = a * (1.0 - b * (1.0 / 6.0 - b / 120.0))
        c = h[C, k] * cos - h[S, k] * sin
        s = h[S, k] * cos + h[C, k] * sin
        unit = 1.5 - 0.5 * (c * c + s * s)
        h[C, k] = c * unit
        h[S, k] = s * unit
    for r in range(turn.shape[1]):
        turn[PHI, r] += dt * turn[OM, r]
        turn[UX, r] += dt * turn[UVX, r]
        turn[UY, r] += dt * turn[UVY, r]


@kernel
def place_rollers(own: Floats, owner: Ints, q: Floats, h: Floats) -> None:
    """Where the roller of every joint is, and its arm on the link that carries it."""
    for i in range(owner.size):
        k = owner[i]
        arm = own[END, i] * own[HALF, k]
        a_x, a_y = arm * h[C, k], arm * h[S, k]
        h[AX, i], h[AY, i] = a_x, a_y
        h[PX, i], h[PY, i] = q[X, k] + a_x, q[Y, k] + a_y


@kernel
def advance_velocities(own: Floats, q: Floats, h: Floats, dt: float) -> None:
    """One step of the link velocities; the old ones stay in the means of the step."""
    for k in range(q.shape[1]):
        h[MX, k] = q[VX, k]
        h[MY, k] = q[VY, k]
        h[MW, k] = q[W, k]
        q[VX, k] += dt * own[M_INV, k] * h[HX, k]
        q[VY, k] += dt * own[M_INV, k] * h[HY, k]
        q[W, k] += dt * own[J_INV, k] * h[HW, k]
