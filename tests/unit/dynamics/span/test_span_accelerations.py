"""Two formulations of the equations of motion must agree."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kim_johnson_strands import (
    RPM,
    at_tangent,
    no_40,
    no_80,
    no_80_bars,
    shaken,
    started,
)
from tests.unit.dynamics.span.kane import kane_accelerations, recursive_joint_forces

from catena.dynamics.span.assembly import Boundary, Sprocket
from catena.dynamics.span.closure import misfit
from catena.dynamics.span.motion import evaluate
from catena.tables.span import Count, DriveKind, empty_work


def strands():
    unequal = replace(
        no_80(18.37, 300), driver=Sprocket(17, 0.1, 0.01), driven=Sprocket(31, 0.4)
    )
    torque = replace(no_40(20.0, 83), drive=Boundary.torque(9.3))
    ramp = Boundary(DriveKind.SPEED, (0.0, 1.0), (10.0, 40.0))
    return {
        "prescribed": no_40(19.9, 83),
        "torque": torque,
        "bars, Coulomb": no_80_bars(13.5, 750),
        "unequal": at_tangent(unequal, 18.37),
        "ramp": replace(no_80(13.5, 95), drive=ramp),
    }


@pytest.mark.parametrize("name", strands())
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_joint_force_solve_agrees_with_kane(name, seed):
    system, state, n = shaken(strands()[name], 95, seed)
    work = empty_work(state.q.size)
    assert evaluate(system, state, work, 0.0, state.q, state.u, 0) == 0
    q, u = state.q[: n + 2], state.u[: n + 2]
    torque, found = work.body.torque[: n + 2], work.u_rate[0, : n + 2]
    given_rate = 30.0 if name == "ramp" else 0.0
    expected = kane_accelerations(system, q, u, torque, given_rate)
    scale = np.abs(expected).max()
    assert found == pytest.approx(expected, abs=1e-9 * scale)
    forces = recursive_joint_forces(system, q, u, expected, torque)
    largest = np.abs(forces).max()
    found = np.column_stack([work.joint.f_x, work.joint.f_y])[1 : n + 2]
    assert found == pytest.approx(forces[1:], abs=1e-9 * largest)


def test_coulomb_torques_belong_to_the_joint_forces():
    strand = no_80_bars(13.5, 750)
    system, state, n = shaken(strand, 750, 7)
    work = empty_work(state.q.size)
    assert evaluate(system, state, work, 0.0, state.q, state.u, 0) == 0
    slip = np.diff(state.u[: n + 2])
    size = np.hypot(work.joint.f_x, work.joint.f_y)[1 : n + 2]
    moment = 0.1 * 3.97e-3 * size * np.tanh(slip / 1.0)
    torque = np.append(moment, 0.0) - np.append(0.0, moment)
    torque[0] += 340.0
    torque[n + 1] -= 340.0
    assert work.body.torque[1 : n + 1] == pytest.approx(torque[1 : n + 1], rel=1e-8)


def test_accelerations_keep_the_loop_closed_to_second_order():
    system, state, n = shaken(no_40(20.0, 83), 83, 3)
    work = empty_work(state.q.size)
    evaluate(system, state, work, 0.0, state.q, state.u, 0)
    size = []
    for h in (2e-6, 1e-6):
        moved = state.q + h * state.u + 0.5 * h**2 * work.u_rate[0]
        size.append(np.hypot(*misfit(system, moved, n)))
    assert size[1] < size[0] / 7.0  # third order: what the accelerations cannot know


def test_power_balance_of_the_smooth_motion():
    """The rate of kinetic energy is the sum of all powers."""
    from catena.dynamics.span.energy import kinetic_energy

    for strand in strands().values():
        system, state, n = shaken(strand, 95, 11)
        work = empty_work(state.q.size)
        evaluate(system, state, work, 0.0, state.q, state.u, 0)
        h = 1e-7
        u, a = state.u, work.u_rate[0]
        ends = [
            kinetic_energy(
                system, state.q + s * h * u + 0.5 * h**2 * a, u + s * h * a, n
            )
            for s in (-1.0, 1.0)
        ]
        drive, load, axle, joint, _ = work.power[0]  # the last is a part of the joints
        power = drive + load - axle - joint
        size = np.abs(work.power[0]).sum()
        assert (ends[1] - ends[0]) / (2 * h) == pytest.approx(power, abs=1e-4 * size)


def test_straight_running_strand_carries_the_load_torque():
    strand = no_40(20.0, 10)
    system, state = started(strand, 10)
    work = empty_work(state.q.size)
    evaluate(system, state, work, 0.0, state.q, state.u, 0)
    n = int(state.counts[Count.LINKS])
    arm = strand.pair.driven_radius * np.sin(state.q[1] - state.q[n + 1])
    expected = (9.0 + 0.01 * 10 * RPM) / arm
    last = work.joint[n + 1]
    assert np.hypot(last.f_x, last.f_y) == pytest.approx(expected, rel=2e-3)
