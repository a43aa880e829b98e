"""Collisions and release against the printed equations."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kim_johnson_strands import no_40, no_80, no_80_bars, run, shaken, started
from tests.unit.dynamics.span.kane import dependence, inertia_matrix, lengths

from catena.dynamics.span.assembly import Boundary, Engagement, contact_angle
from catena.dynamics.span.collision import collision_moment, fill_response
from catena.dynamics.span.energy import kinetic_energy
from catena.dynamics.span.motion import evaluate
from catena.dynamics.span.release import release_force
from catena.geometry.binder import ansi_pressure_angle
from catena.tables.span import LAST, Count, empty_work


def struck(strand, seed, restitution):
    system, state, n = shaken(strand, 400, seed)
    state.u[1] = state.u[0] - abs(state.u[1]) - 5.0
    from catena.dynamics.span.closure import close_speeds

    close_speeds(system, state.q, state.u, n)
    work = empty_work(state.q.size)
    before = state.u[: n + 2].copy()
    fill_response(system, state.q, np.zeros(n + 2), n, work)
    moment = collision_moment(work, before[1] - before[0], restitution)
    after = before + moment * work.u_rate[LAST, : n + 2]
    return system, state, n, before, after, moment


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), restitution=st.floats(0.0, 1.0))
def test_restitution_and_energy_of_a_collision(seed, restitution):
    strand = replace(no_80(13.5, 400), drive=Boundary.torque(340.0))
    system, state, n, before, after, moment = struck(strand, seed, restitution)
    assert moment > 0.0
    assert after[1] - after[0] == pytest.approx(
        -restitution * (before[1] - before[0]), abs=1e-9 * abs(before[1] - before[0])
    )
    lost = kinetic_energy(system, state.q, before, n) - kinetic_energy(
        system, state.q, after, n
    )
    total = kinetic_energy(system, state.q, before, n)
    expected = -0.5 * moment * (before[1] - before[0]) * (1.0 - restitution)
    assert lost == pytest.approx(expected, abs=1e-12 * total)
    assert lost >= -1e-12 * total


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), friction=st.floats(0.0, 0.3))
def test_jump_solves_the_printed_equations(seed, friction):
    """(2.45), (2.47), (2.50), (2.51) with the tooth geometry written out."""
    strand = replace(
        no_40(19.9, 400),
        drive=Boundary.torque(9.0),
        engagement=Engagement(roller_friction=friction),
    )
    e = 0.75
    system, state, n, before, after, moment = struck(strand, seed, e)
    q, p = state.q[: n + 2], lengths(system, n)
    # the equations hold at contact: put link 1 on its seat for the geometry
    lam = system.driver_pitch_angle
    zeta = contact_angle(lam, ansi_pressure_angle(24))
    nu = zeta + 0.5 * math.pi - 0.5 * lam
    reach, roller = p[1], strand.chain.roller_radius
    normal = reach * math.sin(nu)
    tangent = roller - reach * math.cos(nu)
    a = dependence(system, q, n)
    h = inertia_matrix(system, n) * np.cos(q[:, None] - q[None, :])
    left = np.zeros((n + 4, n + 4))
    left[:n, : n + 2] = h[:n] + a.T @ h[n:]
    right = np.zeros(n + 4)
    right[:n] = left[:n, : n + 2] @ before
    for column, lever in ((n + 2, normal), (n + 3, -tangent)):
        left[0, column] -= lever
        left[1, column] += lever
    left[n, : n + 2], left[n + 1, : n + 2] = p * np.sin(q), p * np.cos(q)
    left[n + 2, :2] = (-1.0, 1.0)
    right[n + 2] = -e * (before[1] - before[0])
    left[n + 3, n + 2 :] = (friction, 1.0)
    solved = np.linalg.solve(left, right)
    assert after == pytest.approx(solved[: n + 2], abs=1e-8 * np.abs(before).max())
    assert moment / system.impulse_arm == pytest.approx(solved[n + 2], rel=1e-7)
    assert system.impulse_arm == pytest.approx(normal + friction * tangent, rel=1e-12)


def test_motion_does_not_depend_on_tooth_form_or_roller_friction():
    plain = run(no_80(13.5, 384), 384, 0.05)
    other = Engagement(roller_friction=0.4, pressure_angle=(0.3, 0.6))
    changed = run(no_80(13.5, 384, engagement=other), 384, 0.05)
    for name in ("time", "approach_speed", "moment_impulse"):
        assert plain.collisions[name] == pytest.approx(changed.collisions[name], 1e-6)
    assert plain.releases["time"] == pytest.approx(changed.releases["time"], 1e-12)
    assert not np.allclose(
        plain.collisions["normal_impulse"], changed.collisions["normal_impulse"]
    )


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), psi=st.floats(-0.3, 0.3))
def test_release_force_solves_the_printed_equilibrium(seed, psi):
    """S of (2.30)-(2.32), solved with X' and Y' as printed."""
    strand = no_80(13.5, 400, engagement=Engagement(contact_offset=psi))
    system, state, n = shaken(strand, 400, seed)
    work = empty_work(state.q.size)
    evaluate(system, state, work, 0.0, state.q, state.u, 0)
    b = n + 1
    lam, p = system.driven_pitch_angle, system.pitch
    zeta = contact_angle(lam, ansi_pressure_angle(25))
    q, u, a = state.q[b], state.u[b], work.u_rate[0, b]
    x, y = work.joint[b].f_x, work.joint[b].f_y
    m, r = system.link_mass, system.driven_radius * math.cos(0.5 * lam)
    tilt, push = q - 0.5 * lam, q - math.pi - zeta - psi
    lever = -0.5 * p * math.cos(0.5 * lam - zeta - psi)
    lever += strand.chain.roller_radius * math.sin(psi)
    c, s = math.cos(tilt), math.sin(tilt)
    left = [
        [math.cos(push), 1.0, 0.0],
        [math.sin(push), 0.0, 1.0],
        [lever, -0.5 * p * c, -0.5 * p * s],
    ]
    right = [
        x + m * r * (u * u * c + a * s),
        y + m * r * (u * u * s - a * c),
        0.5 * p * (c * x + s * y) + system.link_inertia * a,
    ]
    solved = np.linalg.solve(left, right)
    found = release_force(system, state.q, state.u, n, 0, work)
    assert found == pytest.approx(solved[0], rel=1e-7, abs=1e-6)


def test_joint_moment_delays_the_release_by_its_share():
    forces = []
    for asked in (False, True):
        engagement = Engagement(joint_moment_in_release=asked)
        system, state = started(no_40(20.0, 83, engagement=engagement), 83)
        n = int(state.counts[Count.LINKS])
        work = empty_work(state.q.size)
        evaluate(system, state, work, 0.0, state.q, state.u, 0)
        forces.append(release_force(system, state.q, state.u, n, 0, work))
    slip = state.u[n + 1] - state.u[n]
    moment = (forces[1] - forces[0]) * system.release_arm
    assert moment == pytest.approx(0.01 * slip)


def test_inelastic_model_has_one_collision_per_engagement():
    record = run(no_80_bars(13.5, 750, restitution=0.0), 750, 0.01)
    assert record.engagements["collision_count"] == pytest.approx(1.0)
    assert np.abs(record.collisions["separation_speed"]).max() < 1e-9
