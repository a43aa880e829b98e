"""Turning a scene in space so that its floor lies below and all of it is in view."""

import re
from pathlib import Path

import numpy as np
import pytest

from catena.numerics.rotations import quaternion_of
from catena.results.scene import Family, Shape
from catena.results.scene_sight import (
    HERE,
    LOOK,
    box_about,
    carried,
    corners,
    matrices,
    reach,
    seen_from,
    upright,
)

WORLD = Path(__file__).parents[3] / "web" / "src" / "world.js"
VIEW_ANGLE, CLOSER = np.radians(24.0), (1.1, 0.06)
"""Of the viewer: opening, and how much farther it stands than it must."""


def turned(seed: int) -> np.ndarray:
    q = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    return q * np.sign(np.linalg.det(q))


def test_the_look_is_that_of_the_viewer() -> None:
    found = re.search(r"SIDE = new Vector3\(([^)]*)\)", WORLD.read_text())
    assert found is not None
    assert [float(word) for word in found[1].split(",")] == list(LOOK)


def test_what_is_up_goes_to_y_and_the_longer_way_to_x() -> None:
    up = np.array([0.3, -0.5, 0.8])
    long = np.cross(up, [0.0, 1.0, 0.0])
    R = upright(up, np.outer([-1.0, 0.0, 1.0], long))
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1.0)
    np.testing.assert_allclose(R @ up / np.linalg.norm(up), [0, 1, 0], atol=1e-12)
    across = np.abs(R @ long)
    assert across[0] >= across[2]


def test_carrying_and_turning_agree_with_matrices() -> None:
    A, B, R = (turned(k) for k in range(3))
    place, origin = np.array([0.1, -0.2, 0.3]), np.array([1.0, 2.0, 3.0])
    pose = np.array([[0.5, 0.6, 0.7, *quaternion_of(A)]])
    at = carried(pose, place, B)
    np.testing.assert_allclose(at[0, :3], pose[0, :3] + A @ place, atol=1e-12)
    np.testing.assert_allclose(matrices(at)[0], A @ B, atol=1e-12)
    piece = Shape(np.array([[0.0, 0.0], [0.1, 0.0], [0.0, 0.2]]), (-0.01, 0.03))
    family = Family("f", ("f",), (piece,), at[:, None])
    moved = corners(seen_from(R, origin, family))
    np.testing.assert_allclose(moved, (corners(family) - origin) @ R.T, atol=1e-12)


def test_reach_holds_every_corner_in_a_moving_frame() -> None:
    rng = np.random.default_rng(7)
    poses = np.empty((5, 2, 7))
    poses[..., :3] = rng.normal(size=(5, 2, 3))
    poses[..., 3:] = [quaternion_of(turned(k)) for k in range(2)]
    piece = Shape(np.array([[0.0, 0.0], [0.3, 0.0], [0.0, 0.2]]), (-0.1, 0.1))
    family = Family("f", ("a", "b"), (piece,), poses)
    low, high = reach(HERE, [family])
    places = corners(family)
    assert (low <= places.min(axis=0)).all() and (places.max(axis=0) <= high).all()
    still = reach(poses[:, 0], [Family("f", ("a",), (piece,), poses[:, :1])])
    ball = np.hypot(0.3, 0.1)  # as its own frame sees it, it rests
    np.testing.assert_allclose(still, [[-ball] * 3, [ball] * 3], atol=1e-12)


@pytest.mark.parametrize(
    "corner", [(1.0, 0.3, 0.8), (1.0, 0.02, 0.05), (0.2, 1.0, 0.2), (1.0, 1.0, 1.0)]
)
@pytest.mark.parametrize("aspect", [1.1, 2.2])
def test_the_viewer_shows_all_of_the_block(corner, aspect: float) -> None:
    """The camera of web/src/world.js, put where ``fit`` puts it."""
    box = box_about(np.array(corner))
    width, height = box[2] - box[0], box[3] - box[1]
    size, half = max(width, height), np.tan(VIEW_ANGLE / 2.0)
    far = max(height, width / aspect) / size / 2.0 / half
    away = LOOK / np.linalg.norm(LOOK)
    camera = away * (far * CLOSER[0] + CLOSER[1])
    right = np.cross([0.0, 1.0, 0.0], away)
    right /= np.linalg.norm(right)
    signs = np.stack(np.meshgrid(*[[-1.0, 1.0]] * 3), axis=-1).reshape(-1, 3)
    seen = signs * corner / size - camera
    depth = -seen @ away
    assert (depth > 0.0).all()
    assert (np.abs(seen @ right) / depth <= half * aspect).all()
    assert (np.abs(seen @ np.cross(away, right)) / depth <= half).all()
