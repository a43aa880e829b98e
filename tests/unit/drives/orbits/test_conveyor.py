"""Even running of a torque-driven conveyor with four sprockets and a slack strand."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives.orbits.declaration import Orbit
from catena.drives.orbits.search import Effort, NoOrbit, not_found, search
from catena.drives.roller_chain.orbit.chatter import damping_words
from catena.drives.roller_chain.start.torque_balance import torque_balance, torque_words
from catena.errors import SolverError

CONVEYOR = """
drive = "roller_chain"
title = "16B conveyor, 4 sprockets, outside idler"
[chain]
standard = "ISO 606 16B-1"
slack = "12 mm"
joint = { friction = 0.12, damping = "1e-2 N m s/rad" }
[[sprocket]]
name = "gear motor"
tooth_count = 17
centre = ["0 mm", "0 mm"]
inertia = "0.6 kg m^2"
boundary = { kind = "torque", torque = "420 N m", speed = "60 rpm", droop = "120 N m s/rad" }
[[sprocket]]
name = "idler"
tooth_count = 15
centre = ["520 mm", "-60 mm"]
side = "outside"
inertia = "0.01 kg m^2"
[[sprocket]]
name = "tail"
tooth_count = 25
centre = ["1300 mm", "-50 mm"]
adjust = "0 deg"
inertia = "3 kg m^2"
boundary = { kind = "load", torque = "380 N m" }
[[sprocket]]
name = "top"
tooth_count = 21
centre = ["700 mm", "600 mm"]
inertia = "0.8 kg m^2"
boundary = { kind = "load", torque = "90 N m" }
[contact.tooth]
damping = "2500 N s/m"
[solve]
duration = "14 s"
settle = "10 s"
friction = "regularised"
gravity = [0.0, "-9.81 m/s^2"]
"""  # noqa: E501
"""Teeth at 0.3 of their critical damping, oiled pins as in [Omar2016]."""


@pytest.mark.slow
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_the_conveyor_runs_evenly_as_in_a_long_run() -> None:
    """Its period is part of the answer; tensions and efficiency within 0.3 %."""
    spec = ct.loads(CONVEYOR)
    even = ct.steady(spec).outcome
    assert even.healthy, even.headline
    long = ct.simulate(spec).outcome
    names = ("driver_speed", "tension_3", "tension_4", "tension_1", "tension_2")
    for name in (*names, "efficiency"):
        found, run = even.key_number(name), long.key_number(name)
        assert found is not None
        assert run is not None
        assert found.value == pytest.approx(run.value, rel=3e-3), name


def test_a_search_that_fails_tells_the_damping_and_what_to_state() -> None:
    """100 N s/m, the default, are 1.2 % of the critical damping of 16B."""
    spec = ct.loads(CONVEYOR)
    values = {"contact.tooth.damping": 100.0, "solve.friction": "set-valued"}
    advice = damping_words(spec.with_values(values))
    assert "contact.tooth.damping is 100 N s/m, 0.012 of the critical" in advice
    assert "0.3 of it are 2500 N s/m" in advice
    assert "solve.friction = 'regularised'" in advice
    calm = damping_words(spec)
    assert "0.3 of the critical" in calm
    assert "of it are" not in calm
    assert "solve.friction" not in calm
    orbit = Orbit(spec, None, 2, 1, "1 um", "a start", None, None, advice)  # type: ignore[arg-type]
    told = not_found(orbit, ["tried"], ["left"]).splitlines()
    first, *more = advice.split("; ")
    at = told.index(f"  - more damping of joints and contacts: {first}")
    assert told[at + 1 :][: len(more)] == [f"    {words}" for words in more]


def test_torques_alone_tell_where_a_drive_would_run() -> None:
    """Loads over the teeth of their sprockets; 120 N m s/rad of droop."""
    spec = ct.loads(CONVEYOR)
    taken = 380.0 * 17 / 25 + 90.0 * 17 / 21
    found = torque_balance(spec)
    assert (found.driving, found.braking) == pytest.approx((420.0, taken))
    turning = 2.0 * np.pi + (420.0 - taken) / 120.0
    assert found.speed == pytest.approx(turning)
    assert f"both agree at {turning * 30.0 / np.pi:.4g} rpm" in torque_words(spec)
    motor = "sprocket[0].boundary"
    weak = {f"{motor}.torque": 100.0, f"{motor}.droop": 20.0}
    assert "comes to a stop" in torque_words(spec.with_values(weak))
    even = torque_words(spec.with_values({f"{motor}.droop": 0.0}))
    assert "take 331.3 N m before losses of the chain, at any speed" in even
    weak[f"{motor}.droop"] = 0.0
    assert "comes to a stop" in torque_words(spec.with_values(weak))
    held = spec.with_values({motor: {"kind": "speed", "speed": "60 rpm"}})
    assert torque_words(held) == ""


def test_a_second_motor_and_dampings_count_at_their_own_speeds() -> None:
    """The top wheel turns 17/21 as fast; its motor is at its own speed then."""
    top = {"kind": "torque", "torque": 21.0, "speed": None, "droop": 0.0}
    values = {"sprocket[3].boundary": top, "sprocket[3].damping": 2.1}
    found = torque_balance(ct.loads(CONVEYOR).with_values(values))
    ratio, turning = 17 / 21, 2.0 * np.pi
    assert found.driving == pytest.approx(420.0 + 17.0)
    assert found.braking == pytest.approx(380.0 * 17 / 25 + 2.1 * ratio**2 * turning)
    assert found.slope == pytest.approx(120.0 + 2.1 * ratio**2)


def test_a_drive_that_stops_says_what_was_tried_and_why() -> None:
    def stops(numbers: np.ndarray) -> np.ndarray:
        raise SolverError("one period does not end")

    stops.state, stops.numbers = None, lambda: np.zeros(3)  # type: ignore[attr-defined]
    orbit = Orbit(
        None,
        stops,
        2,
        1,
        "1 um",
        "0.1 s of ordinary running",
        None,
        None,
        "",
        "at 60",  # type: ignore[arg-type]
    )
    with pytest.raises(NoOrbit) as told:
        search(orbit, Effort())
    assert str(told.value).splitlines() == [
        "no even running was found from 0.1 s of ordinary running",
        "what was tried:",
        "  - the first period",
        "what the drive does:",
        "  - one period does not end",
        "  - at 60",
    ]
