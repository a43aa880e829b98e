"""Rigid bodies in the plane: poses, points, and forces at points."""

from __future__ import annotations

import math

import numpy as np

from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats, Ints

SMALL_TURN = 1e-3
"""Below this half-step rotation [rad] the series of cos and sin are exact."""


@inline_kernel
def fill_body_pose(q: Floats, b: int, pose: Floats) -> None:
    """Position, cosine and sine of body b."""
    angle = q[3 * b + 2]
    pose[b, 0] = q[3 * b]
    pose[b, 1] = q[3 * b + 1]
    pose[b, 2] = math.cos(angle)
    pose[b, 3] = math.sin(angle)


@kernel
def fill_poses(q: Floats, pose: Floats) -> None:
    """Position, cosine and sine of every body."""
    for b in range(pose.shape[0]):
        fill_body_pose(q, b, pose)


@inline_kernel
def turn_pose(pose: Floats, u: Floats, b: int, dt: float, ahead: Floats) -> None:
    """The pose of body b a time dt ahead with the present velocities."""
    turn = u[3 * b + 2] * dt
    if abs(turn) < SMALL_TURN:
        half_square = 0.5 * turn * turn
        c = 1.0 - half_square * (1.0 - half_square * (1.0 / 6.0))
        s = turn * (1.0 - half_square * (1.0 / 3.0))
    else:
        c = math.cos(turn)
        s = math.sin(turn)
    ahead[b, 0] = pose[b, 0] + u[3 * b] * dt
    ahead[b, 1] = pose[b, 1] + u[3 * b + 1] * dt
    ahead[b, 2] = pose[b, 2] * c - pose[b, 3] * s
    ahead[b, 3] = pose[b, 3] * c + pose[b, 2] * s


@kernel
def fill_poses_ahead(pose: Floats, u: Floats, dt: float, ahead: Floats) -> None:
    """The poses a time dt ahead with the present velocities."""
    for b in range(pose.shape[0]):
        turn_pose(pose, u, b, dt, ahead)


@kernel
def lever(pose: Floats, b: int, x: float, y: float) -> tuple[float, float]:
    """Vector from the centre of body b to its point (x, y), turned into the plane."""
    c = pose[b, 2]
    s = pose[b, 3]
    return c * x - s * y, s * x + c * y


def poses_of(q: Floats, n_bodies: int) -> Floats:
    """Poses of all bodies at the coordinates q, as ``fill_poses`` fills them."""
    places = q[: 3 * n_bodies].reshape(-1, 3)
    angle = places[:, 2]
    return np.column_stack([places[:, :2], np.cos(angle), np.sin(angle)])


def points_of(pose: Floats, body: Ints, point: Floats) -> Floats:
    """Places of points given in body frames, (n, 2) [m]."""
    x, y = point.T
    c, s = pose[body, 2], pose[body, 3]
    places: Floats = pose[body, :2] + np.column_stack([c * x - s * y, s * x + c * y])
    return places


def point_velocities(pose: Floats, u: Floats, body: Ints, place: Floats) -> Floats:
    """Velocities of bodies at places in the plane, (n, 2) [m/s]."""
    speed = u[: 3 * len(pose)].reshape(-1, 3)
    r_x, r_y = (place - pose[body, :2]).T
    v_x, v_y, spin = speed[body].T
    velocities: Floats = np.column_stack([v_x - spin * r_y, v_y + spin * r_x])
    return velocities
