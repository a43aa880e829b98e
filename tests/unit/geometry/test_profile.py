"""The nearest point of closed outlines, against distances by brute force."""

import math

import numpy as np
import pytest

from catena.geometry.profile import nearest
from catena.planar import PlanarSystem, Segment, Unilateral
from catena.planar.contact_tables import profiles

SHAPES = {
    "square": ((0, 0), (0, 1), (1, 1), (1, 0)),
    "sharp triangle": ((0, 0), (0.1, 2), (0.6, 0)),
    "wedge": ((0, 0), (3, 0.3), (3, 0)),
    "notch": ((0, 0), (0, 2), (1, 0.7), (2, 2), (2, 0)),
    "saw": ((0, 0), (0, 1), (1, 0.5), (1, 1), (2, 0.5), (2, 0)),
}
"""Clockwise outlines."""


def table(corners):
    plan = PlanarSystem()
    ball = plan.body("ball")
    ends = zip(corners, [*corners[1:], corners[0]], strict=True)
    outline = plan.ground.profile(*(Segment(a, b) for a, b in ends))
    plan.contact("c", ball.point(), outline, Unilateral())
    return profiles(plan.contacts)


def distance_to(corners, p):
    """Signed distance of a point: nearest edge, and how often a ray leaves."""
    best, inside = math.inf, False
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        a, b = np.array(a, float), np.array(b, float)
        share = np.clip((p - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0)
        best = min(best, np.hypot(*(p - a - share * (b - a))))
        if (a[1] > p[1]) != (b[1] > p[1]):
            inside ^= p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
    return -best if inside else best


@pytest.mark.parametrize("name", SHAPES)
def test_distance_outside_is_that_of_the_outline(name):
    corners = SHAPES[name]
    rows = table(corners)
    rng = np.random.default_rng(3)
    for _ in range(3000):
        p = rng.uniform(-1.5, 4.0, size=2)
        distance, n_x, n_y = nearest(rows, 0, p[0], p[1])
        expected = distance_to(corners, p)
        assert math.hypot(n_x, n_y) == pytest.approx(1.0)
        if expected > 0.0:
            assert distance == pytest.approx(expected, abs=1e-12)
            foot = p - distance * np.array([n_x, n_y])
            assert abs(distance_to(corners, foot)) < 1e-9
        else:
            assert distance < 0.0
