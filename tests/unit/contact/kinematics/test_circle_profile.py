"""Circles on profiles that repeat, against round knobs whose distance is known."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.contact.kinematics.circle_profile import circle_profile, sector_of
from catena.tables.candidates import Profiles

pytestmark = plain

KNOBS, AWAY, ROUND, RADIUS = 5, 0.4, 0.06, 0.03
"""Knobs around the centre, their distance from it and radius, the circle's [m]."""
LEVER = np.array([0.02, -0.05])


def knobs(count):
    """One round knob, ``count`` times around the centre; once only where 0."""
    sector = 2.0 * math.pi / count if count else 0.0
    piece = np.array([[AWAY, 0.0, ROUND, -math.pi, 2.0 * math.pi]])
    one = np.array([0]), np.array([1])
    return Profiles(*one, np.array([sector]), np.array([1]), piece)


def turn(angle):
    return np.array(
        [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
    )


@pytest.mark.parametrize("knob", [0, 1, 2, -1, -2])
@pytest.mark.parametrize("count", [0, KNOBS])
def test_gap_normal_and_levers_are_those_of_the_knob(count, knob):
    draws = np.random.default_rng(5)
    for _ in range(10):
        number = knob if count else 0
        first, second = draws.uniform(-3.0, 3.0, 2)
        b = draws.uniform(-1.0, 1.0, 2)
        A_a, A_b = turn(first), turn(second)
        sector = 2.0 * math.pi / KNOBS
        centre = b + A_b @ turn(number * sector) @ np.array([AWAY, 0.0])
        way = draws.uniform(0.05, 0.12)
        n = A_b @ turn(number * sector + draws.uniform(-1.0, 1.0)) @ np.array([1.0, 0])
        c = A_a @ LEVER
        a = centre + way * n - c
        pose = np.array([[*a, *A_a[:, 0]], [*b, *A_b[:, 0]]])
        found, sector_found = circle_profile(
            pose, 0, 1, np.array([[*LEVER, RADIUS]]), 0, knobs(count), 0
        )
        touch = a + c - RADIUS * n
        expected = [way - ROUND - RADIUS, *n, *(touch - a), *(touch - b)]
        assert found == pytest.approx(expected, abs=1e-14)
        assert sector_found == number


def test_sectors_are_counted_from_the_middle_of_the_first():
    sector = 2.0 * math.pi / KNOBS
    for share, number in ((0.49, 0), (0.51, 1), (-0.49, 0), (-0.51, -1), (2.2, 2)):
        x, y = math.cos(share * sector), math.sin(share * sector)
        assert sector_of(x, y, sector) == number
        assert sector_of(x, y, 0.0) == 0
