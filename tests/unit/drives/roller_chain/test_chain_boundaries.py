"""Speeds and torques over time, rollers on rails, gaps as drawn."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, run_samples

from catena.drives.loading import spec_from
from catena.drives.roller_chain.layout.tooth_repetition import repeating_warnings
from catena.drives.roller_chain.start.expected_speed import highest_speed
from catena.errors import SpecError
from catena.integrators.planar_chain.samples import (
    Rotor,
    Total,
)

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)


@needs_kernels
def test_speed_and_torque_follow_their_histories() -> None:
    speeds, torques = [(0.0, 20.0), (0.05, 20.0), (0.1, 40.0)], [(0.0, 0.0), (0.1, 3.0)]
    data = changed()
    data["sprocket"][0]["boundary"] |= {"history": speeds}
    data["sprocket"][1]["boundary"] |= {"history": torques}
    samples = run_samples(data, 0.12)
    t = samples.total[:, Total.TIME]
    wanted = np.interp(t, *np.array(speeds).T)
    assert samples.rotor[:, Rotor.SPEED, 0] == pytest.approx(wanted, abs=0.01)
    braking = -9.0 - np.interp(t, *np.array(torques).T)
    assert samples.rotor[:, Rotor.TORQUE, 1] == pytest.approx(braking, abs=1e-6)


@needs_kernels
@pytest.mark.parametrize("shaft", [None, {"stiffness": 2e3, "inertia": 2e-3}])
def test_a_motor_settles_where_its_torque_meets_the_load(
    shaft: dict[str, float] | None,
) -> None:
    """Torque 12 N m at 30 rad/s, 0.5 N m less for every rad/s; the load takes 9 N m."""
    motor = {"kind": "torque", "torque": 12.0, "speed": 30.0, "droop": 0.5}
    data = changed(sprocket__0__boundary=motor)
    data["sprocket"][0] |= {"inertia": 2e-3, "shaft": shaft}
    data["sprocket"][1]["inertia"] = 2e-3
    samples = run_samples(data, 0.15)
    driver = samples.rotor[:, :, 0 if shaft is None else -1]
    speed, torque = driver[:, Rotor.SPEED], driver[:, Rotor.TORQUE]
    assert speed[0] == pytest.approx(30.0, rel=0.02)
    assert torque == pytest.approx(12.0 - 0.5 * (speed - 30.0), abs=0.02)
    assert torque[-200:].mean() == pytest.approx(9.0, rel=0.03)
    assert torque[-200:].mean() > 9.0  # friction takes its share


@needs_kernels
@pytest.mark.parametrize("shaft", [None, {"stiffness": 2e3, "inertia": 2e-3}])
def test_a_start_from_rest_is_sampled_for_the_speed_it_reaches(
    shaft: dict[str, float] | None,
) -> None:
    motor = {"kind": "torque", "torque": 20.0, "speed": 0.0, "droop": 0.05}
    data = changed(sprocket__0__boundary=motor, sprocket__1__boundary__torque=2.0)
    data["sprocket"][0] |= {"inertia": 2e-3, "shaft": shaft}
    data["solve"]["step"] = None
    job = job_of(data)
    reached = run_samples(data, 0.2).rotor[-1, Rotor.SPEED, 0]
    foreseen = highest_speed(job.spec, job.placed, job.system)
    assert foreseen == pytest.approx(reached, rel=0.03)
    tooth_time = 2.0 * np.pi / (24 * reached)
    assert job.pace.every * job.pace.step == pytest.approx(tooth_time / 16, rel=0.05)


@needs_kernels
@pytest.mark.parametrize("place", [0, 1], ids=["drive", "load"])
def test_torques_follow_a_table_over_the_turn(place: int) -> None:
    """Four points of every turn, alternating: the second order alone."""
    table = {"angles": [0.5 * np.pi * i for i in range(4)], "torques": [2, -2, 2, -2]}
    data = changed(solve__duration=0.1)
    data["sprocket"][0]["inertia"] = 0.05
    motor = {"kind": "torque", "torque": 9.0, "speed": 30.0}
    data["sprocket"][0]["boundary"] = motor
    data["sprocket"][place]["boundary"] |= table
    samples = run_samples(data, 0.1)
    torque = samples.rotor[:, Rotor.TORQUE, place]
    job = job_of(data)
    start = job.placed.placement.phases[data["sprocket"][place]["name"]]
    turned = samples.rotor[:, Rotor.ANGLE, place] - start
    wanted = (9.0 + 2.0 * np.cos(2.0 * turned)) * (1 if place == 0 else -1)
    assert np.ptp(wanted) > 3.0
    assert torque == pytest.approx(wanted, abs=0.01)


def test_a_drive_at_rest_that_nothing_moves_is_refused() -> None:
    motor = {"kind": "torque", "torque": 0.0, "speed": 0.0}
    data = changed(sprocket__0__boundary=motor, sprocket__1__boundary__torque=0.0)
    data["sprocket"][0]["inertia"] = 2e-3
    with pytest.raises(SpecError, match="no torque sets in motion"):
        job_of(data)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"kind": "torque", "torque": 9.0}, "0 sprockets have a speed"),
        ({"kind": "torque", "torque": 9.0, "droop": 1.0}, "droop needs the speed"),
        ({"kind": "torque", "torque": 9.0, "speed": 9.0}, "2 sprockets have a speed"),
    ],
)
def test_exactly_one_sprocket_leads(told: dict[str, object], words: str) -> None:
    both = "2 sprockets" in words
    data = changed(**{f"sprocket__{int(both)}__boundary": told})
    data["sprocket"][0]["inertia"] = 1e-3
    with pytest.raises(SpecError, match=words):
        spec_from(data)


def test_a_torque_cannot_lead_a_quasi_static_run() -> None:
    motor = {"kind": "torque", "torque": 9.0, "speed": 9.0}
    data = changed(sprocket__0__boundary=motor, solve__motion="quasi-static")
    data["sprocket"][0]["inertia"] = 1e-3
    with pytest.raises(SpecError, match="'quasi-static' needs a sprocket"):
        spec_from(data)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"history": [(0.1, 5.0)]}, "must begin with 0 and rise"),
        (
            {"history": [(0.0, 5.0)], "run_up": 50.0},
            "leaves no room for ramp or run_up",
        ),
        ({"history": [(0.0, -5.0)]}, "never be below 0"),
    ],
)
def test_a_history_that_cannot_be_followed_is_refused(
    told: dict[str, object], words: str
) -> None:
    boundary = {"kind": "speed", "speed": 30.0, **told}
    with pytest.raises(SpecError, match=words):
        spec_from(changed(sprocket__0__boundary=boundary))


def test_rails_may_carry_rollers_instead_of_plates() -> None:
    on_plates = job_of(changed()).system.rails.offset
    on_rollers = job_of(changed(contact__rail={"on": "rollers"})).system.rails.offset
    assert on_plates == pytest.approx(0.5 * 12.065e-3)
    assert on_rollers == pytest.approx(0.5 * 7.925e-3)


def test_a_gap_may_be_drawn() -> None:
    """A wide V: sideways and above the pitch circle, up to the middle of the tooth."""
    form = {
        "kind": "drawn",
        "points": [(0.0, -4.2e-3), (2.4e-3, -3.8e-3), (7e-3, 4e-3)],
    }
    job = job_of(changed(sprocket__1__tooth_form=form))
    profile = job.placed.profiles[1]
    assert profile.name == "of the user"
    assert profile.root_radius == pytest.approx(profile.pitch_radius - 4.2e-3)
    with pytest.raises(SpecError, match="points belong to kind"):
        spec_from(changed(sprocket__1__tooth_form={"kind": "drawn"}))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (4, None),
        (2.5, None),
        (1.25, "only after 4 turns"),
        (0.3, "only after 10 turns"),
        (2.0**0.5, "after no number of turns"),
    ],
)
@pytest.mark.parametrize("place", [0, 1], ids=["irregularity", "torque"])
def test_orders_that_do_not_repeat_with_the_turn_are_named(
    place: int, order: float, words: str | None
) -> None:
    key = "irregularity" if place == 0 else "orders"
    wave = [{"order": order, "amplitude": 0.01}]
    spec = spec_from(changed(**{f"sprocket__{place}__boundary__{key}": wave}))
    found = repeating_warnings(spec)
    assert len(found) == (words is not None)
    assert all(str(words) in line for line in found)
