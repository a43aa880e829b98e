"""Tensioners: spring, damping by direction, stop, ratchet, oil behind a valve."""

import math

import numpy as np
import pytest

from catena.couplings.tensioner import (
    STOP_STIFFNESS,
    TENSIONER,
    add_tensioners,
    book_tensioners,
    next_pressure,
    oil_stiffness,
    reached_tooth,
)
from catena.numerics.records import table
from catena.tables.state import Cause

LEVER = 0.2
SPRING = {"lever": LEVER, "preload": 50.0, "spring": 1e3, "stop": 1.0}


def push(angle: float, speed: float = 0.0, pawl: float = 0.0, **more: float) -> float:
    """Force of one tensioner; its torque on the guide is lever times that."""
    rows = table(TENSIONER, 1, **(SPRING | more))
    h, force = np.zeros(1), np.zeros(1)
    q, u = np.array([angle]), np.array([speed])
    add_tensioners(rows, np.zeros(1), np.array([pawl]), q, u, h, force, 1e-5)
    assert h[0] == pytest.approx(LEVER * force[0])
    return float(force[0])


def test_the_spring_gives_way_as_it_comes_out() -> None:
    assert push(0.1) == pytest.approx(50.0 - 1e3 * LEVER * 0.1)
    assert push(-0.1) == pytest.approx(50.0 + 1e3 * LEVER * 0.1)
    assert push(1.0) == 0.0  # it never pulls


def test_damping_depends_on_the_direction() -> None:
    damped = {"d_in": 300.0, "d_out": 10.0}
    assert push(0.0, 0.5, **damped) == pytest.approx(50.0 - 10.0 * LEVER * 0.5)
    assert push(0.0, -0.5, **damped) == pytest.approx(50.0 + 300.0 * LEVER * 0.5)


def test_a_stop_and_a_ratchet_hold_what_is_pushed_in() -> None:
    inside = -0.1
    plain = push(inside)
    assert push(inside, stop=0.01) == pytest.approx(
        plain + STOP_STIFFNESS * (-LEVER * inside - 0.01)
    )
    # a pawl that has passed 15 mm stops 10 mm inside of that
    caught = push(0.0, pawl=0.015, stop=0.01, ratchet=0.005)
    assert caught == pytest.approx(50.0 + STOP_STIFFNESS * 0.005)
    assert reached_tooth(0.01, 0.005, 0.0174) == pytest.approx(0.015)
    assert reached_tooth(0.01, 0.005, 0.002) == 0.01


@pytest.mark.parametrize("pressure", [1e5, 5e5, 2e6])
def test_oil_with_bubbles_is_as_soft_as_oil_and_air_together(pressure: float) -> None:
    """Air of 1 bar is compressed without heat: p V^1.4 stays; by differences."""
    bulk, air, nudge = 1.5e9, 0.02, 1e-3

    def volume(p: float) -> float:
        return air * (1e5 / p) ** (1.0 / 1.4) - p / bulk

    wider = volume(pressure * (1.0 - nudge)) - volume(pressure * (1.0 + nudge))
    expected = 2.0 * nudge * pressure / wider
    assert oil_stiffness(bulk, air, pressure) == pytest.approx(expected, rel=1e-5)


def test_what_a_tensioner_takes_is_its_force_on_the_mean_speed() -> None:
    rows = table(TENSIONER, 1, group=1, **SPRING)
    loss = np.zeros((2, 5))
    book_tensioners(rows, np.array([70.0]), np.array([-0.3]), loss, 1e-3)
    assert loss[1, Cause.VISCOUS] == pytest.approx(1e-3 * LEVER * 70.0 * 0.3)
    assert np.count_nonzero(loss) == 1


def oil(**more: float) -> np.recarray:
    data = {"area": 1e-4, "volume": 2e-6, "bulk": 1e9, "relief": 5e6, "leak": 2e-12}
    return table(TENSIONER, 1, **(data | more))


def test_pressure_falls_through_the_leak_as_an_exponential() -> None:
    """V dp/dt = -K leak p without air."""
    rows, p, dt = oil(), 2e6, 1e-6
    for _ in range(1000):
        p = next_pressure(rows, 0, p, 0.0, dt)
    time = rows[0].volume / (rows[0].bulk * rows[0].leak)
    assert p == pytest.approx(2e6 * math.exp(-1e-3 / time), rel=1e-3)


def test_pressure_is_bounded_by_valve_and_relief() -> None:
    rows = oil(supply=3e5, valve=1e-3)
    assert next_pressure(rows, 0, 1e5, 0.0, 1e-2) == pytest.approx(3e5)
    assert next_pressure(rows, 0, 4.9e6, -1.0, 1e-3) == pytest.approx(5e6)
    assert next_pressure(oil(), 0, 0.0, 1.0, 1e-3) == 0.0


def test_air_softens_oil_less_as_pressure_grows() -> None:
    stiff = [oil_stiffness(1e9, 0.05, p) for p in (1e5, 1e6, 1e7)]
    assert stiff[0] < stiff[1] < stiff[2] < 1e9
    assert oil_stiffness(1e9, 0.0, 1e5) == pytest.approx(1e9)
    # bubbles alone, adiabatic: K = kappa p / share of the volume at p
    assert oil_stiffness(1e30, 0.05, 1e5) == pytest.approx(1.4 * 1e5 / 0.05)


def test_below_a_tenth_of_the_atmosphere_oil_gets_no_softer() -> None:
    floor = oil_stiffness(1e9, 0.05, 1e4)
    assert oil_stiffness(1e9, 0.05, 0.0) == floor
    assert oil_stiffness(1e9, 0.05, 2e4) > floor
