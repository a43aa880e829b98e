"""Planar rigid bodies in a block: links, elements, rollers, arms and wheels alike.

A block of n bodies owns 3 n coordinates, stored as ``(3, n)``: all x, all y, all
angles. `catena.tables.blocks` gives that view of q, u, h or M_inv. A wheel on a held
axis is a body whose two translations have ``M_inv = 0``.
"""

from __future__ import annotations

import math
from enum import IntEnum

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats

SMALL_TURN = 0.02
"""Angle of a step up to which the series of cosine and sine are used [rad]."""
LARGEST_TURN = 1.0
"""Angle of a step beyond which nothing of the motion is believed [rad]."""


class Pose(IntEnum):
    """Rows of ``pose``, (2, n): direction of the x axis of a body."""

    COS = 0
    SIN = 1


@inline_kernel
def bodies_view(values: Floats, count: int) -> Floats:
    """The first ``count`` bodies of a system, which stand one after another, as (3, n).

    Kernels of rows need not know which of the two ways a block is stored.
    """
    return values[: 3 * count].reshape((count, 3)).T


@lean_kernel
def fill_poses(q: Floats, pose: Floats) -> None:
    """Cosine and sine of every angle."""
    for b in range(pose.shape[1]):
        pose[Pose.COS, b] = math.cos(q[2, b])
        pose[Pose.SIN, b] = math.sin(q[2, b])


@lean_kernel
def turn_poses(u: Floats, pose: Floats, dt: float) -> None:
    """Cosine and sine after the step that advances the angles by ``dt * u[2]``.

    Turned by the small angle of the step instead of asking for sines: a series to
    sixth order, kept on the unit circle by one Newton step. Its error stays below the
    rounding of the angle up to `SMALL_TURN`. A body that turns by more than
    `LARGEST_TURN` in a step is lost: its pose becomes NaN, and `lost_poses` tells.
    """
    large = 0  # counted apart: the loop below has no branch and runs in vectors
    for k in range(pose.shape[1]):
        if not abs(dt * u[2, k]) < SMALL_TURN:
            large += 1
    if large > 0:
        _turn_far(u, pose, dt)
        return
    for k in range(pose.shape[1]):
        a = dt * u[2, k]
        b = a * a
        cos = 1.0 - b * (0.5 - b * (1.0 / 24.0 - b / 720.0))
        sin = a * (1.0 - b * (1.0 / 6.0 - b / 120.0))
        c = pose[Pose.COS, k] * cos - pose[Pose.SIN, k] * sin
        s = pose[Pose.SIN, k] * cos + pose[Pose.COS, k] * sin
        # Newton step for 1/sqrt(c^2 + s^2) from 1: without it rounding would let the
        # length of the pose drift over millions of steps
        unit = 1.5 - 0.5 * (c * c + s * s)
        pose[Pose.COS, k] = c * unit
        pose[Pose.SIN, k] = s * unit


@lean_kernel
def _turn_far(u: Floats, pose: Floats, dt: float) -> None:
    """The same by exact sines, where a body turns fast."""
    for k in range(pose.shape[1]):
        a = dt * u[2, k]
        lost = 0.0 if abs(a) < LARGEST_TURN else math.nan
        cos, sin = math.cos(a) + lost, math.sin(a)
        c = pose[Pose.COS, k] * cos - pose[Pose.SIN, k] * sin
        s = pose[Pose.SIN, k] * cos + pose[Pose.COS, k] * sin
        unit = 1.5 - 0.5 * (c * c + s * s)
        pose[Pose.COS, k] = c * unit
        pose[Pose.SIN, k] = s * unit


@lean_kernel
def lost_poses(pose: Floats) -> int:
    """How many poses are not a number."""
    lost = 0
    for b in range(pose.shape[1]):
        if not math.isfinite(pose[Pose.COS, b] + pose[Pose.SIN, b]):
            lost += 1
    return lost


@inline_kernel
def turned(pose: Floats, b: int, x: float, y: float) -> tuple[float, float]:
    """A vector of the frame of body b in the directions of the plane."""
    c, s = pose[Pose.COS, b], pose[Pose.SIN, b]
    return c * x - s * y, s * x + c * y
