"""Loads and speeds that surroundings impose, in closed form, and their works."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.couplings.boundary import (
    add_loads,
    bend_after,
    book_loads,
    book_speeds,
    given_load,
    prescribe_even_speeds,
    prescribe_speeds,
    uneven_speed,
    value_after,
)
from catena.numerics.records import table
from catena.tables.boundaries import LOAD, SPEED, WAVE, Imposed
from catena.tables.pairs import CurveArgument

pytestmark = plain

CURVE = np.array([[0.0, 2.0, 3.0], [10.0, 4.0, 6.0]])
"""10 at 0, 4 at 2, 6 from 3 on."""
WAVES = table(WAVE, 2, order=[2.0, 3.0], amplitude=[0.5, 0.2], phase=[0.3, -1.0])


def loads(count: int = 1, **values: object) -> Imposed:
    rows = table(LOAD, count, **({"frame": -1, "sense": 1.0, "curve_end": 2} | values))
    return Imposed(table(SPEED), rows, WAVES, CURVE)


@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_a_load_falls_with_the_speed_and_swings_with_the_angle(sense: float) -> None:
    given = loads(dof=1, sense=sense, wave_end=2, droop=0.1, nominal=5.0)
    q, u = np.array([0.0, 0.8]), np.array([0.0, 7.0])
    angle, speed = sense * 0.8, sense * 7.0
    wanted = 7.0 - 0.1 * (speed - 5.0)
    wanted += 0.5 * math.cos(2.0 * angle + 0.3) + 0.2 * math.cos(3.0 * angle - 1.0)
    assert given_load(given, 0, q, u, 1.0) == pytest.approx(sense * wanted)


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [(CurveArgument.TIME, 7.0), (CurveArgument.COORDINATE, 4.0),
     (CurveArgument.VELOCITY, 5.0)],
)  # fmt: skip
def test_a_curve_is_over_time_place_or_speed(
    argument: CurveArgument, wanted: float
) -> None:
    given = loads(argument=int(argument))
    assert given_load(given, 0, np.array([2.0]), np.array([2.5]), 1.0) == wanted


def test_a_load_grows_over_its_ramp() -> None:
    given = loads(ramp=4.0)
    q, u = np.zeros(1), np.zeros(1)
    found = [given_load(given, 0, q, u, t) for t in (0.0, 1.0, 3.0, 5.0)]
    assert found == pytest.approx([0.0, 0.25 * 7.0, 0.75 * 6.0, 6.0])


def test_loads_that_follow_a_body_turn_with_it_and_work_along_its_way() -> None:
    """A force of 6 N along the first or second axis of a body that has turned."""
    rows = {"dof": [3, 4, 0], "frame": [3, 3, -1], "slot": [0, 2, 4]}
    given = loads(3, account=[0, 1, 1], **rows)
    q, u, h = np.zeros(6), np.zeros(6), np.zeros(6)
    q[5] = 0.4
    force, work = np.full(5, np.nan), np.zeros(2)
    add_loads(given, q, u, h, force, 9.0)
    one, two = 6.0 * np.exp(0.4j), 6.0j * np.exp(0.4j)
    assert force == pytest.approx([one.real, one.imag, two.real, two.imag, 6.0])
    assert h == pytest.approx([6.0, 0.0, 0.0, (one + two).real, (one + two).imag, 0.0])
    mean = np.array([2.0, 9.0, 9.0, 0.3, -0.7, 9.0])
    book_loads(given, mean, force, work, 0.1)
    along = mean[3] + 1j * mean[4]
    assert work[0] == pytest.approx(0.1 * (one.conjugate() * along).real)
    assert work[1] == pytest.approx(0.1 * ((two.conjugate() * along).real + 12.0))


def test_speeds_with_orders_are_the_slope_of_their_angle() -> None:
    def angle(theta: float) -> float:
        swings = zip(WAVES.order, WAVES.amplitude, WAVES.phase, strict=True)
        return theta + sum(a * math.sin(n * theta + p) for n, a, p in swings)

    slope = (angle(0.7 + 1e-6) - angle(0.7 - 1e-6)) / 2e-6
    found = uneven_speed(WAVES, 0, 2, 30.0, 0.7)
    assert found == pytest.approx(30.0 * slope, rel=1e-8)
    speeds = table(SPEED, 1, dof=1, slot=0, sense=-1.0, curve_end=2, wave_end=2)
    given = Imposed(speeds, table(LOAD), WAVES, CURVE)
    theta, u = np.array([0.6]), np.zeros(2)
    prescribe_speeds(given, theta, u, 1.0, 1e-2)
    assert theta[0] == pytest.approx(0.6 + 7.0 * 1e-2)
    assert u[1] == pytest.approx(-uneven_speed(WAVES, 0, 2, 7.0, theta[0]))
    prescribe_even_speeds(given, u, 1.0)
    assert u.tolist() == [0.0, -7.0]


def test_what_keeps_a_speed_pays_for_inertia_and_other_forces() -> None:
    """With the mean velocity: kinetic energy plus what all others take."""
    speeds = table(SPEED, 2, dof=[2, 0], account=[0, 1])
    given = Imposed(speeds, table(LOAD), WAVES, CURVE)
    draws = np.random.default_rng(2)
    M, u, old, h = draws.uniform(1.0, 2.0, 3), *draws.normal(size=(3, 3))
    force, work = np.zeros(2), np.array([1.0, 2.0])
    book_speeds(given, M, u, old, h, force, work, 0.05)
    gained = 0.5 * M * (u**2 - old**2)
    given_by_others = 0.05 * h * 0.5 * (u + old)
    assert work == pytest.approx([1.0, 2.0] + (gained - given_by_others)[[2, 0]])
    assert force == pytest.approx((M * (u - old) / 0.05 - h)[[2, 0]])


@pytest.mark.parametrize("period", [0.0, 3.0])
def test_pieces_of_curves_go_on_from_their_samples(period: float) -> None:
    rows = table(LOAD, 1, curve_end=2, period=period)
    assert value_after(CURVE, rows, 0, 2.0) == pytest.approx(4.0)
    assert value_after(CURVE, rows, 0, 1.0) == pytest.approx(7.0)
    assert bend_after(CURVE, rows, 0, 0.5) == 2.0
    assert bend_after(CURVE, rows, 0, 2.0) == 3.0
    later = value_after(CURVE, rows, 0, 3.0)
    assert later == pytest.approx(6.0 if period == 0.0 else 10.0)
    assert bend_after(CURVE, rows, 0, 3.5) == (math.inf if period == 0.0 else 5.0)
