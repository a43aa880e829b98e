"""Surfaces stated by a distance function: bowls, their directions, their words."""

import math

import numpy as np
import pytest

from catena.bodies.rigid_planar import poses_of
from catena.contact.kinematics.circle_bowl import Bowl, distance
from catena.contact.kinematics.circle_surface import SURFACE_WORDS
from catena.contact.search import fill_directions, fill_gaps
from catena.errors import SpecError
from catena.laws.spring_damper import SpringDamper
from catena.model import Model
from catena.planar import PlanarSystem

SAMPLES = {Bowl: Bowl(0.2)}
PLACES = [(0.0, 0.05), (0.03, 0.02), (-0.11, 0.09), (0.02, 0.5), (0.3, -0.1)]


def over(surface, place, tilt=0.0) -> Model:
    """A small circle over a surface of a tilted body."""
    plan = PlanarSystem()
    ball = plan.body("ball", at=place, angle=0.4)
    dish = plan.body("dish", at=(0.01, -0.02), angle=tilt)
    contour = dish.surface(surface, (0.005, 0.01))
    plan.contact("c", ball.circle(0.01, (2e-3, 0.0)), contour, SpringDamper(1e4))
    return plan.build()


def gap(model: Model, q) -> float:
    found = np.zeros(1)
    fill_gaps(model.system.contours, found, poses_of(q, 3), q)
    return float(found[0])


@pytest.mark.parametrize("place", PLACES)
def test_distance_to_a_bowl_is_the_shortest_one(place):
    par, R = np.zeros((1, 8)), 0.2
    par[0, 6] = R
    found, n_x, n_y = distance(par, 0, place)
    x = np.linspace(-1.0, 1.0, 400_001)
    shortest = np.hypot(x - place[0], x * x / (2.0 * R) - place[1]).min()
    assert abs(found) == pytest.approx(shortest, abs=1e-9)
    assert (found > 0.0) == (place[1] > place[0] ** 2 / (2.0 * R))
    assert math.hypot(n_x, n_y) == pytest.approx(1.0, abs=1e-14)


def test_every_surface_has_a_sample():
    assert set(SAMPLES) == set(SURFACE_WORDS)


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("place", PLACES[:3])
def test_directions_are_the_slopes_of_the_gap(kind, place):
    model, h = over(SAMPLES[kind], place, tilt=0.3), 1e-6
    q, rows = model.state.q, model.start().memory.rows
    fill_directions(model.system.contours, rows, poses_of(q, 3), q)
    for column, k in enumerate(rows.dof[0]):
        step = np.zeros(q.size)
        step[k] = h
        slope = (gap(model, q + step) - gap(model, q - step)) / (2.0 * h)
        assert rows.W_N[0, column] == pytest.approx(slope, abs=1e-8)


def test_numbers_out_of_range_are_named():
    with pytest.raises(SpecError, match=r"body\[dish\].surface.radius"):
        over(Bowl(0.0), (0.0, 0.1))
    with pytest.raises(SpecError, match="a surface such as Bowl"):
        over(0.2, (0.0, 0.1))
