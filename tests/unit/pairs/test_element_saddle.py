"""Saddles of pushbelt elements: forces are gradients, dampers book what they take."""

import numpy as np
import pytest

from catena.bodies.ring_spline import control_points
from catena.numerics.records import table
from catena.pairs.element_ring import (
    ElementSaddle,
    add_saddle_forces,
    saddle_damping,
    saddle_energy,
)
from catena.rows.saddle import SADDLE
from catena.tables.blocks import Block

KNOTS, RADIUS, HALF_RING, PLAY = 16, 0.08, 1e-3, 2e-4
STIFF = ElementSaddle(
    along=3e-3, level=5e-4, half_ring=HALF_RING, ear_play=PLAY, k=1e8, d=0.0, mu=0.1,
    bilateral=0,
)  # fmt: skip


def _met(saddle, gap, speed=0.0, moved=(0.0, 0.0, 0.0)):
    """An element below the top of a round ring that leaves it at ``speed`` upwards."""
    angle = 2.0 * np.pi * np.arange(KNOTS) / KNOTS
    points = RADIUS * np.array([np.sin(angle), np.cos(angle)]).T  # clockwise
    rng = np.random.default_rng(5)
    q = control_points(points).T.copy()
    u = 0.01 * rng.normal(size=q.shape)
    u[1] += speed
    ring = Block(q, u, 0.0 * q, np.full_like(q, 50.0), rng.normal(size=q.shape))
    place = np.array([0.7])  # of 16 spans, about 0.27 rad from the top
    turn = 2.0 * np.pi * 0.7 / KNOTS
    out = np.array([np.sin(turn), np.cos(turn)])
    ahead = np.array([out[1], -out[0]])
    middle = (RADIUS - HALF_RING - gap) * out
    centre = middle - saddle.along * ahead - saddle.level * out
    x = np.array([[*centre, -turn]]).T + np.array([moved]).T
    body = Block(x, 0.01 * rng.normal(size=(3, 1)), np.zeros((3, 1)),
                 np.ones((3, 1)), rng.normal(size=(3, 1)))  # fmt: skip
    rows, lag = table(SADDLE, 1), np.zeros((2, 1))
    pose = np.array([np.cos(x[2]), np.sin(x[2])])
    args = rows, body, ring, pose
    assert add_saddle_forces(saddle, *args, place, lag, 1e-6)
    return args, lag


@pytest.mark.parametrize("gap", [-2e-5, PLAY + 2e-5])
def test_forces_are_gradients_of_the_energy(gap):
    (_, body, _, _), _ = _met(STIFF, gap)
    for i, step in enumerate((1e-9, 1e-9, 1e-7)):
        way = np.eye(3)[i] * step
        ahead, behind = (
            saddle_energy(STIFF, _met(STIFF, gap, moved=tuple(s * way))[0][0])
            for s in (1.0, -1.0)
        )
        slope = (ahead - behind) / (2.0 * step)
        assert body.h[i, 0] == pytest.approx(-slope, rel=1e-4, abs=0.5)


@pytest.mark.parametrize(
    ("gap", "speed"),
    [(-2e-5, -0.1), (-2e-5, 0.1), (-2e-5, 50.0), (PLAY + 2e-5, 0.1), (5e-5, 0.1)],
    ids=["pressed", "parting", "cut off", "ear", "open"],
)
def test_dampers_book_their_forces_with_the_motion_on_which_they_work(gap, speed):
    """By what they add to all forces, also where they would pull and are cut off."""
    damped = STIFF._replace(d=200.0)
    (rows, body, ring, pose), lag = _met(damped, gap, speed)
    (_, still, held, _), _ = _met(STIFF, gap, speed)
    power = float(((body.h - still.h) * body.mean).sum())
    power += float(((ring.h - held.h) * ring.mean).sum())
    booked = saddle_damping(damped, rows, body, ring, pose, lag)
    assert booked == pytest.approx(-power, rel=1e-9, abs=1e-12)
    assert (booked != 0.0) == (not 0.0 < gap < PLAY)
    assert (rows[0].force == 0.0) == (speed == 50.0 or 0.0 < gap < PLAY)
