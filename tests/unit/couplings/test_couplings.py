"""Couplings: forces are the slope of their potential, damping only takes energy."""

import math

import numba
import numpy as np
import pytest

from catena.bodies.rigid_planar import points_of, poses_of
from catena.couplings.boundary import bend_after
from catena.couplings.spring_damper import spring_pulls
from catena.couplings.torsion_bar import torsion_moments
from catena.dynamics.energy import potential_energy
from catena.dynamics.evaluation import book_couplings, evaluate_forces
from catena.dynamics.stability import largest_step
from catena.errors import SpecError
from catena.motion import run
from catena.planar import Curve, CurveArgument, PlanarSystem


def coupled(damping=0.0):
    plan = PlanarSystem(gravity=(0.3, -9.81))
    a = plan.body("a", 1.2, 0.3, (0.1, 0.2), angle=0.4)
    b = plan.body("b", 0.7, 0.2, (0.9, -0.3), angle=-1.1)
    plan.spring("s", a.point((0.2, 0.1)), b.point((-0.1, 0.3)), 40.0, damping, 0.4)
    play = dict(clearance=0.05, turn_damping=damping)
    plan.journal("j", a.point((0.3, 0.0)), b.point((0.1, 0.1)), 70.0, damping, **play)
    plan.torsion_bar("t", a, b, 11.0, damping, rest=0.2)
    plan.linear_body(
        "m",
        ("p", "r"),
        [[2.0, 0.5], [0.5, 1.0]],
        stiffness=[[3.0, -1.0], [-1.0, 2.0]],
        damping=[[damping, 0.0], [0.0, damping]],
        force=[0.3, -0.2],
        at=[0.2, 0.1],
    )
    return plan.build()


def forces(model, q, u):
    state, work = model.start(), model.work()
    state.q[:], state.u[:] = q, u
    evaluate_forces(model.system, state, work, 0.0, 0.0)
    return work


def test_forces_are_the_slope_of_the_potential():
    model = coupled()
    rng = np.random.default_rng(2)
    for _ in range(4):
        q = model.state.q + np.r_[np.zeros(3), 0.2 * rng.standard_normal(8)]
        h = forces(model, q, np.zeros(q.size)).h
        for k in range(3, q.size):
            step = np.zeros(q.size)
            step[k] = 1e-6
            rise = potential_energy(model.system, q + step)
            rise -= potential_energy(model.system, q - step)
            assert h[k] == pytest.approx(-rise / 2e-6, abs=1e-6)


def test_damping_takes_energy_from_any_motion():
    model = coupled(damping=2.0)
    rng = np.random.default_rng(4)
    for _ in range(10):
        u = np.r_[np.zeros(3), rng.standard_normal(8)]
        work, ledger = forces(model, model.state.q, u), model.start().ledger
        book_couplings(model.system, work, u, 1.0, ledger)
        assert (ledger.loss >= 0.0).all()
        assert ledger.loss.sum() > 0.0


def test_pin_within_its_clearance_feels_nothing():
    plan = PlanarSystem()
    pin = plan.body("pin", at=(0.01, 0.0))
    plan.journal("j", pin.point(), plan.ground.point(), 1e6, clearance=0.02)
    model = plan.build()
    assert not forces(model, model.state.q, model.state.u).h.any()


def wheel_with(load, over=CurveArgument.TIME, spin=0.0, ramp=0.0):
    plan = PlanarSystem()
    wheel = plan.wheel("wheel", 2.0, spin=spin)
    plan.load(wheel, "angle", load, over, ramp)
    return plan.build()


def test_torque_over_speed_finds_its_balance():
    falling = Curve((0.0, 100.0), (10.0, -10.0))
    motion = run(wheel_with(falling, CurveArgument.VELOCITY), 1e-2, 200.0, every=1000)
    assert motion.velocity("wheel", "angle")[-1] == pytest.approx(50.0, rel=1e-6)


def test_periodic_excitation_repeats():
    t = np.linspace(0.0, 0.5, 201)
    wave = Curve(tuple(t), tuple(np.sin(4.0 * math.pi * t)), period=0.5)
    motion = run(wheel_with(wave), 1e-3, 5.0)
    speed = motion.velocity("wheel", "angle")
    assert speed[-1] == pytest.approx(0.0, abs=1e-4)
    assert speed.max() == pytest.approx(2.0 / (2.0 * 4.0 * math.pi), rel=1e-2)


def test_ramp_grows_the_load():
    motion = run(wheel_with(6.0, ramp=1.0), 1e-3, 1.0)
    assert motion.velocity("wheel", "angle")[-1] == pytest.approx(1.5, rel=1e-3)


@pytest.mark.parametrize("period", [0.0, 1.0, 1.5])
def test_bends_of_a_table_follow_each_other(period):
    plan = PlanarSystem()
    table = Curve((0.2, 0.5, 1.2), (1.0, 2.0, 1.0), period)
    plan.prescribe(plan.wheel("w", 1.0), "angle", table)
    imposed = plan.build().system.imposed
    samples = np.array([0.2, 0.5, 1.2])
    if period:
        shifted = [samples + k * period for k in range(-2, 5)]
        samples = np.unique(np.round(np.concatenate(shifted), 9))
    expected = samples[(samples > 0.0) & (samples < 4.0)]
    found, at = [], 0.0
    while (at := bend_after(imposed.curve, imposed.speeds, 0, at)) < 4.0:
        found.append(at)
    assert found == pytest.approx(expected)


def test_noted_forces_of_springs_and_bars_are_those_that_act():
    rng = np.random.default_rng(5)
    for _ in range(20):
        plan = PlanarSystem()
        a = plan.body("a", at=tuple(rng.normal(size=2)), angle=rng.normal())
        b = plan.body("b", at=tuple(rng.normal(size=2)), angle=rng.normal())
        plan.spring("s", a.point((0.3, 0.1)), b.point((0.0, 0.4)), 30.0, 4.0, 0.5)
        plan.torsion_bar("t", a, b, 7.0, 3.0, 0.2)
        model = plan.build()
        u = np.r_[np.zeros(3), rng.normal(size=6)]
        h = forces(model, model.state.q, u).h
        pose, bodies = poses_of(model.state.q, 3), np.array([1, 2])
        ends = points_of(pose, bodies, np.array([[0.3, 0.1], [0.0, 0.4]]))
        towards = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
        pull = spring_pulls(model.system.springs, pose, u)[0] * towards
        np.testing.assert_allclose(h[3:5], pull, rtol=1e-11, atol=1e-11)
        r_x, r_y = ends[0] - pose[1, :2]
        turn = torsion_moments(model.system.torsion, model.state.q, u)[0]
        assert h[5] == pytest.approx(turn + r_x * pull[1] - r_y * pull[0], abs=1e-11)


def geared(ratio=-2.5, play=0.2, damping=0.0):
    plan = PlanarSystem()
    a = plan.wheel("a", 0.3, angle=0.4)
    b = plan.wheel("b", 0.2, angle=-1.1)
    plan.torsion_bar("mesh", a, b, 11.0, damping, ratio=ratio, play=play)
    return plan.build()


@pytest.mark.parametrize("twist", [-0.5, -0.1001, -0.05, 0.0, 0.09, 0.1001, 0.7])
def test_gears_are_pressed_beyond_their_play_only(twist):
    model = geared()
    q = model.state.q.copy()
    q[8] += twist
    work = forces(model, q, np.zeros(q.size))
    beyond = twist - np.clip(twist, -0.1, 0.1)
    assert work.h[8] == pytest.approx(-11.0 * beyond, abs=1e-12)
    assert work.h[5] == pytest.approx(-2.5 * 11.0 * beyond, abs=1e-12)
    energy = potential_energy(model.system, q)
    assert energy == pytest.approx(0.5 * 11.0 * beyond**2, abs=1e-14)
    for k in (5, 8):
        step = np.zeros(q.size)
        step[k] = 1e-7
        rise = potential_energy(model.system, q + step)
        rise -= potential_energy(model.system, q - step)
        assert work.h[k] == pytest.approx(-rise / 2e-7, abs=1e-5)
    held = torsion_moments(model.system.torsion, q, np.zeros(q.size))
    assert held == pytest.approx(11.0 * beyond, abs=1e-12)


def test_gears_within_their_play_are_not_damped():
    model = geared(damping=4.0)
    u = np.zeros(9)
    u[5], u[8] = 1.0, 2.0
    assert not forces(model, model.state.q, u).h.any()
    q = model.state.q.copy()
    q[8] += 0.3
    drag = forces(model, q, u).h - forces(model, q, np.zeros(9)).h
    assert drag[8] == pytest.approx(-4.0 * 4.5)
    assert drag[5] == pytest.approx(-2.5 * 4.0 * 4.5)


def test_largest_step_knows_the_ratio_of_gears_within_their_play():
    model = geared()
    square = 11.0 * (1.0 / 0.2 + 2.5**2 / 0.3)
    limit = largest_step(model.system, model.state)
    assert limit == pytest.approx(2.0 / math.sqrt(square), rel=0.05)
    assert limit <= 2.0 / math.sqrt(square) * (1.0 + 1e-9)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too long without compilation")
def test_engines_agree_on_gears_that_rattle():
    def last(engine, dt):
        plan = PlanarSystem()
        a, b = plan.wheel("a", 0.3, spin=1.0), plan.wheel("b", 0.2)
        plan.torsion_bar("mesh", a, b, 500.0, 0.2, ratio=-2.0, play=0.05)
        plan.load(b, "angle", 0.3)
        return run(plan.build(), dt, 1.0, engine=engine).position("b", "angle")[-1]

    exact = last("runge_kutta", 2e-5)
    assert last("moreau", 2e-5) == pytest.approx(exact, abs=5e-5)
    error = [last("linearly_implicit", dt) - exact for dt in (8e-5, 4e-5)]
    assert abs(error[0]) < 2e-3
    assert error[0] / error[1] == pytest.approx(2.0, rel=0.1)


@pytest.mark.parametrize("numbers", [dict(ratio=0.0), dict(play=-0.1)])
def test_gears_that_cannot_be_are_refused(numbers):
    with pytest.raises(SpecError, match=next(iter(numbers))):
        geared(**numbers)
