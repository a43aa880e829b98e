"""Circles above lines of turned bodies, against points in the plane."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.contact.kinematics.circle_line import circle_line

pytestmark = plain

CENTRE, RADIUS = np.array([0.3, -0.2]), 0.07
POINT, SLOPE = np.array([-0.4, 0.1]), 0.8
"""Of the circle on its body; of the line on its own, with the angle of its normal."""


def turn(angle):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s], [s, c]])


@pytest.mark.parametrize("seed", range(6))
def test_gap_normal_and_levers_are_those_of_points_in_the_plane(seed):
    draws = np.random.default_rng(seed)
    A, B = (turn(angle) for angle in draws.uniform(-3.0, 3.0, 2))
    a, b = draws.uniform(-1.0, 1.0, (2, 2))
    normal = np.array([math.cos(SLOPE), math.sin(SLOPE)])
    pose = np.array([[*a, *A[:, 0]], [*b, *B[:, 0]]])
    par = np.array([[*CENTRE, RADIUS, 0.0, *POINT, *normal]])
    found = circle_line(pose, 0, 1, par, 0)
    n = B @ normal
    centre = a + A @ CENTRE
    gap = n @ (centre - b - B @ POINT) - RADIUS
    touch = centre - RADIUS * n
    assert found == pytest.approx([gap, *n, *(touch - a), *(touch - b)], abs=1e-14)
