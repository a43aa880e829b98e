"""From where a scene in space is seen: what is up points upwards, everything in view.

The viewer looks along `LOOK` with y upwards and fits a box about z = 0 into its window,
which suits planar drives. A scene with a floor is turned and boxed here to suit it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from catena.numerics.arrays import Floats
from catena.numerics.rotations import quaternion_of
from catena.results.scene import Family

LOOK = np.array([-0.4, 0.27, 1.0])
"""Towards where the viewer stands first: SIDE in web/src/world.js."""
DISTANCE = 2.4
"""About how far the viewer stands, over the larger side of the box."""
HERE = np.array([[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])
"""The pose of the ground."""
Box = tuple[float, float, float, float]


def ball_of(family: Family) -> float:
    """Radius about the origin of each body that holds all its shapes [m]."""
    return max(
        float(np.hypot(np.hypot(*shape.outline.T).max(), np.abs(shape.depth).max()))
        for shape in family.shapes
    )


def matrices(poses: Floats) -> Floats:
    """Rotation matrices (..., 3, 3) of spatial poses (..., 7)."""
    w, x, y, z = np.moveaxis(poses[..., 3:], -1, 0)
    rows = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def carried(poses: Floats, place: Floats, axes: Floats) -> Floats:
    """Poses (..., 7) of what bodies carry at a place, in axes of its own."""
    at = poses[..., :3] + matrices(poses) @ place
    turned = _product(poses[..., 3:], quaternion_of(axes))
    return np.concatenate([at, turned], axis=-1)


def upright(up: Floats, places: Floats) -> Floats:
    """The rotation that takes ``up`` to y, and the longer way across it to x.

    Args:
        up: Any direction, such as against gravity.
        places: (points, 3) what is to lie across the view [m].
    """
    y = up / np.linalg.norm(up)
    side = np.eye(3)[int(np.argmin(np.abs(y)))]
    x = side - (side @ y) * y
    x /= np.linalg.norm(x)
    z = np.cross(x, y)
    if np.ptp(places @ z) > np.ptp(places @ x):
        x, z = -z, x
    return np.stack([x, y, z])


def seen_from(R: Floats, origin: Floats, family: Family) -> Family:
    """A family in axes turned by ``R`` about an origin, which becomes the middle."""
    at = (family.poses[..., :3] - origin) @ R.T
    turned = _product(quaternion_of(R), family.poses[..., 3:])
    return replace(family, poses=np.concatenate([at, turned], axis=-1))


def _product(p: Floats, q: Floats) -> Floats:
    """Quaternions: first q, then p."""
    a, b, c, d = np.moveaxis(p, -1, 0)
    w, x, y, z = np.moveaxis(q, -1, 0)
    return np.stack(
        [
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ],
        axis=-1,
    )


def corners(family: Family) -> Floats:
    """Places (..., 3) of all corners of all shapes of a family [m]."""
    R, found = matrices(family.poses), []
    for shape in family.shapes:
        for z in shape.depth:
            flat = np.column_stack([shape.outline, np.full(len(shape.outline), z)])
            at = np.einsum("fbij,cj->fbci", R, flat) + family.poses[:, :, None, :3]
            found.append(at.reshape(-1, 3))
    return np.concatenate(found)


def box_about(corner: Floats) -> Box:
    """What the view must be fitted to so that a block about the origin shows.

    It is seen obliquely, and what is nearer looks larger; the box is never smaller than
    the block as seen along z, nor as deep.

    Args:
        corner: (3,) of the block; the one across is its negative [m].
    """
    signs = np.stack(np.meshgrid(*[[-1.0, 1.0]] * 3), axis=-1).reshape(-1, 3)
    places = signs * corner
    away = LOOK / np.linalg.norm(LOOK)
    right = np.cross([0.0, 1.0, 0.0], away)
    right /= np.linalg.norm(right)
    over = np.cross(away, right)
    far = DISTANCE * 2.0 * float(np.abs(corner).max())
    near = far / np.maximum(far - places @ away, 0.1 * far)
    width = float(np.max(np.abs(places @ right) * near))
    height = float(np.max(np.abs(places @ over) * near))
    width, height = max(width, corner[0], corner[2]), max(height, corner[1])
    return -width, -height, width, height


def reach(poses: Floats, families: Sequence[Family]) -> tuple[Floats, Floats]:
    """Low and high corner (3,) of the ways of bodies, as a moving frame sees them [m].

    Args:
        poses: (frames or 1, 7) of the frame.
        families: The bodies, each with a ball about it.
    """
    R = matrices(poses)
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for family in families:
        away = family.poses[..., :3] - poses[:, None, :3]
        seen = np.einsum("fij,fbi->fbj", *_alike(R, away))
        ball = ball_of(family)
        low = np.minimum(low, seen.min(axis=(0, 1)) - ball)
        high = np.maximum(high, seen.max(axis=(0, 1)) + ball)
    return low, high


def _alike(R: Floats, away: Floats) -> tuple[Floats, Floats]:
    frames = max(len(R), len(away))
    return (
        np.broadcast_to(R, (frames, *R.shape[1:])),
        np.broadcast_to(away, (frames, *away.shape[1:])),
    )
