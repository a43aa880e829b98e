"""The nearest place on a bent rod, against a search over all of it."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.contact.kinematics.circle_rod import hermite, nearest_place, rod_gap
from catena.couplings.beam import BEAM
from catena.numerics.records import table
from catena.tables.candidates import Rods

pytestmark = plain

RADIUS, FINE = 0.2, 4001


def arc(closed):
    """Nodes on a circle, or on three quarters of it; body 0 is the ball's."""
    beams = 6
    count = beams if closed else beams + 1
    angle = np.arange(count) * (2.0 if closed else 1.5) * math.pi / beams
    pose = np.zeros((1 + count, 4))  # x, y, cosine and sine of the angle
    pose[1:, 0], pose[1:, 1] = RADIUS * np.cos(angle), RADIUS * np.sin(angle)
    pose[0, 2], pose[1:, 2], pose[1:, 3] = 1.0, -np.sin(angle), np.cos(angle)
    k = np.arange(beams)
    length = RADIUS * (2.0 if closed else 1.5) * math.pi / beams
    rod = table(BEAM, beams, a=1 + k, b=1 + (k + 1) % count, length=length)
    return rod, Rods(np.array([0]), np.array([beams]), np.array([int(closed)])), pose


def places(beams, pose):
    """Points of every beam by its own cubic: beam, share, x, y."""
    share = np.linspace(0.0, 1.0, FINE)
    H = np.array([hermite(s) for s in share])
    found = []
    for e in range(beams.size):
        ends = []
        for body in (beams[e].a, beams[e].b):
            ends += [pose[body, :2], beams[e].length * pose[body, 2:]]
        found.append(H @ np.array(ends))
    return np.array(found)


@pytest.mark.parametrize("closed", [False, True])
def test_no_other_place_is_nearer(closed):
    """At nodes the cubic of the neighbour may be, on a closed rod over its ends."""
    beams, rods, pose = arc(closed)
    every = places(beams, pose)
    draws = np.random.default_rng(1)
    for _ in range(60):
        angle, away = draws.uniform(0.0, 2.0 * math.pi), draws.uniform(0.6, 1.4)
        x, y = away * RADIUS * math.cos(angle), away * RADIUS * math.sin(angle)
        e, s = nearest_place(beams, rods, 0, pose, x, y)
        assert 0.0 <= s <= 1.0
        at = every[e, round(s * (FINE - 1))]
        least = np.hypot(every[..., 0] - x, every[..., 1] - y).min()
        assert math.hypot(at[0] - x, at[1] - y) == pytest.approx(least, abs=2e-5)


def test_places_beside_a_node_belong_to_the_beam_they_are_on():
    """A chord may be nearer than that of the beam on whose bow the place lies."""
    beams, rods, pose = arc(True)
    for node in range(6):
        for side in (-1.0, 1.0):
            angle = node * math.pi / 3.0 + side * 2e-3
            x, y = 1.5 * RADIUS * math.cos(angle), 1.5 * RADIUS * math.sin(angle)
            e, s = nearest_place(beams, rods, 0, pose, x, y)
            assert e == (node if side > 0.0 else (node - 1) % 6)
            assert s == pytest.approx(0.0 if side > 0.0 else 1.0, abs=0.01)


def test_gaps_count_height_and_radius():
    beams, rods, pose = arc(True)
    pose[0] = 1.5 * RADIUS, 0.0, 1.0, 0.0
    outside = np.array([0.0, 0.0, 0.03, 0.0, -1.0, 0.01, 0.0, 0.0])
    gap = rod_gap(beams, rods, 0, pose, 0, outside)
    assert gap == pytest.approx(0.5 * RADIUS - 0.03 - 0.01, rel=1e-9)


@pytest.mark.parametrize("away", [1e-3, 0.05, 0.1])
def test_beyond_a_free_end_the_contour_is_a_round_cap(away):
    """The first node lies at (RADIUS, 0) and points upwards; the ball is below it."""
    beams, rods, pose = arc(False)
    pose[0] = RADIUS + 0.6 * away, -0.8 * away, 1.0, 0.0
    numbers = np.array([0.0, 0.0, 0.03, 0.0, -1.0, 0.01, 0.0, 0.0])
    gap = rod_gap(beams, rods, 0, pose, 0, numbers)
    assert gap == pytest.approx(away - 0.03 - 0.01, rel=1e-9)
