"""A wheel on a swingarm, whose spring acts both ways."""

import numpy as np
import pytest

import catena as ct
from catena.drives.roller_chain.build import build_planar
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.start.equilibrium import equilibrium_of, start_state
from catena.integrators.planar_chain.assembly import link_view, rotor_view

MOTORCYCLE = """
drive = "roller_chain"
[chain]
standard = "ISO 606 10B-1"
[[sprocket]]
name = "front"
tooth_count = 14
centre = [0, 0]
inertia = "5e-3 kg m^2"
boundary = { kind = "torque", torque = "90 N m", speed = "1800 rpm", droop = "0.35 N m s/rad" }
[[sprocket]]
name = "rear"
tooth_count = 47
centre = ["640 mm", "-20 mm"]
inertia = "0.8 kg m^2"
boundary = { kind = "load", torque = "170 N m" }
[[arm]]
name = "swingarm"
pivot = ["70 mm", "15 mm"]
sprockets = ["rear"]
inertia = "3.5 kg m^2"
preload = "120 N m"
stiffness = "9 kN m/rad"
damping = "150 N m s/rad"
[solve]
duration = "0.6 s"
gravity = [0, -9.81]
"""  # noqa: E501
REAR, ARM = 1, 2


@pytest.fixture(scope="module")
def drive():
    spec = ct.loads(MOTORCYCLE)
    return spec, build_planar(spec)


@pytest.fixture(scope="module")
def rest(drive):
    spec, job = drive
    return equilibrium_of(spec, job.placed, job.system)


def test_spring_pulls_back_where_closing_the_chain_has_turned_the_arm_too_far(
    drive, rest
):
    """Laid taut, the arm is pushed to the right; at rest the chain pull is balanced.

    The tight span lies along the common tangent of both pitch circles and carries the
    load torque over the radius of the rear wheel; the slack one hangs.
    """
    spec, job = drive
    arm, laid = spec.arm[0], job.placed.arms_turned[0]
    place = rotor_view(job.system, rest.state.q)
    moment = arm.preload - arm.stiffness * (laid + place[2, ARM])
    assert arm.preload - arm.stiffness * laid < -500.0 and moment > 0.0
    wheels = [wheel_of(job.placed, part.name) for part in spec.sprocket]
    away = place[:2, REAR]
    rise = (wheels[1].radius - wheels[0].radius) / np.hypot(*away)
    heading = np.arctan2(away[1], away[0]) + np.arcsin(rise)
    pull = -170.0 / wheels[1].radius * np.array([np.cos(heading), np.sin(heading)])
    lever = away - np.array(arm.pivot)
    chain = lever[0] * pull[1] - lever[1] * pull[0]
    assert moment == pytest.approx(-chain, rel=0.05)


def test_arm_that_swings_against_its_wheel_is_stopped_on_the_way_to_rest(rest):
    """Looks every ten steps met that swing where it turns back, for ever."""
    assert rest.near
    assert rest.steps < 150_000


def test_run_starts_with_wheels_that_turn_about_where_their_arm_holds_them(drive, rest):
    spec, job = drive
    state, _ = start_state(spec, job.placed, job.system)
    x, y, _ = link_view(job.system, state.q)
    v_x, v_y, turning = link_view(job.system, state.u)
    on_rear = (rest.seats == REAR) & (np.roll(rest.seats, -1) == REAR)
    assert on_rear.sum() > 10
    axis = rotor_view(job.system, state.q)[:2, REAR]
    spin = rotor_view(job.system, state.u)[2, REAR]
    assert v_x[on_rear] == pytest.approx(-spin * (y[on_rear] - axis[1]), abs=1e-3)
    assert v_y[on_rear] == pytest.approx(spin * (x[on_rear] - axis[0]), abs=1e-3)
    assert turning[on_rear] == pytest.approx(spin, rel=1e-3)
