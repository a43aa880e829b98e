"""Linearly implicit steps: right slopes, right ledger, any step."""

import numpy as np
import pytest

from catena.dynamics.stability import largest_step
from catena.dynamics.tangents import fill_tangents
from catena.errors import InputError
from catena.motion import run
from catena.numerics.profile import clear_profile, factor_profile, solve_profile
from catena.planar import (
    Curve,
    CurveArgument,
    Hertz,
    Maxwell,
    PlanarSystem,
    Regularised,
    SpringDamper,
)
from catena.tables.tangents import tangents

ENGINE = "linearly_implicit"


def stretched_system() -> PlanarSystem:
    """Two bodies with every kind of coupling, all of them pulling outwards."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    a = plan.body("a", 1.0, 0.1, (0.0, 0.0), angle=0.4)
    b = plan.body("b", 2.0, 0.2, (1.0, 0.3), angle=-0.7)
    plan.spring("ab", a.point((0.1, 0.05)), b.point((-0.2, -0.1)), 300.0, 4.0, 0.4)
    anchor = plan.ground.point((-2.0, 0.1))
    plan.spring("anchor", a.point((-0.2, 0.1)), anchor, 500.0, 1.0, 0.5)
    plan.journal("bearing", b.point(), plan.ground.point((1.0, 0.29)), 2e4, 7.0, 2e-3)
    plan.torsion_bar("bar", a, b, 30.0, 0.5)
    plan.load(a, "x", Curve((-1.0, 1.0), (40.0, -40.0)), CurveArgument.COORDINATE)
    plan.load(b, "angle", Curve((-9.0, 9.0), (3.0, -3.0)), CurveArgument.VELOCITY)
    floor = plan.ground.line((0.0, 1.0), (0.0, -0.1))
    plan.contact("floor", a.circle(0.101), floor, Hertz(1e6))
    return plan


def forces(model, q, u, h):
    """Copy the forces at q and u into h; returns state and scratch as they were."""
    from catena.dynamics.evaluation import evaluate_forces

    state, work = model.start(), model.work()
    state.q[:], state.u[:] = q, u
    evaluate_forces(model.system, state, work, 0.0, 0.0)
    h[:] = work.h
    return state, work


def slopes(model, which: str) -> np.ndarray:
    """Central differences of the forces with places or speeds."""
    n = model.state.q.size
    found, ahead, back = np.zeros((n, n)), np.zeros(n), np.zeros(n)
    for k in range(n):
        step = 1e-6 * (np.arange(n) == k)
        q, u = model.state.q, model.state.u
        turned = (step, 0.0 * step) if which == "places" else (0.0 * step, step)
        forces(model, q + turned[0], u + turned[1], ahead)
        forces(model, q - turned[0], u - turned[1], back)
        found[:, k] = (ahead - back) / 2e-6
    return found


def test_slopes_are_the_differences_of_the_forces():
    model = stretched_system().build()
    h = np.zeros(model.state.q.size)
    state, work = forces(model, model.state.q, model.state.u, h)
    table = tangents(model.system, state.memory.rows)
    fill_tangents(model.system, state, work, table)
    K, D = np.zeros((h.size, h.size)), np.zeros((h.size, h.size))
    for i in range(table.n_used[0]):
        used = table.dof[i] >= 0
        place = np.ix_(table.dof[i][used], table.dof[i][used])
        outer = np.outer(table.B[i][used], table.B[i][used])
        K[place] += table.stiffness[i] * outer
        D[place] += table.damping[i] * outer
    free = slice(3, None)  # the ground never moves
    stiff, damped = slopes(model, "places"), slopes(model, "speeds")
    assert K[free, free] == pytest.approx(-stiff[free, free], abs=2e-5 * K.max())
    assert D[free, free] == pytest.approx(-damped[free, free], abs=1e-6 * D.max())


def test_profile_solves_bands_and_arrows():
    random = np.random.default_rng(4)
    n = 30
    A = np.zeros((n, n))
    for i in range(n):
        for j in {*range(max(0, i - 3), i + 1), *((0, 7) if i == n - 1 else ())}:
            A[i, j], A[j, i] = random.normal(size=2)
        A[i, i] = 12.0
    first = np.array([int(np.flatnonzero(A[i])[0]) for i in range(n)])
    b, factors = random.normal(size=n), A.copy()
    x = b.copy()
    assert factor_profile(factors, first)
    solve_profile(factors, first, x)
    assert x == pytest.approx(np.linalg.solve(A, b), rel=1e-10)
    clear_profile(factors, first)
    assert not factors.any()
    assert first.tolist() == list(range(n))
    assert not factor_profile(factors, first)


def test_pin_in_its_play_is_not_braked():
    plan = PlanarSystem()
    pin = plan.body("pin", velocity=(0.01, 0.0))
    plan.journal("bush", pin.point(), plan.ground.point(), 1e7, clearance=1e-3)
    motion = run(plan.build(), 1e-4, 0.05, every=100, engine=ENGINE)
    assert motion.velocity("pin", "x")[-1] == pytest.approx(0.01, rel=1e-12)


def test_stiff_damper_is_booked_as_it_acted():
    plan = PlanarSystem()
    mass = plan.body("mass", 2.0, at=(1.0, 0.0), velocity=(3.0, 0.0), free=("x",))
    plan.spring("damper", mass.point(), plan.ground.point(), 0.0, 1e6)
    motion = run(plan.build(), 1e-2, 1.0, every=100, engine=ENGINE)
    balance = motion.balance()
    assert balance.kinetic < 1e-12
    assert balance.loss == pytest.approx(9.0, rel=1e-9)
    assert balance.residual == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("transition", [1e-2, 1e-6])
def test_sharp_smooth_friction_brakes_to_rest(transition):
    """The explicit limit of the sharper one is 0.7 us; here it takes 1 ms."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1.0, (0.0, -9.81e-5), velocity=(1.0, 0.0))
    floor, dry = plan.ground.line((0.0, 1.0)), Regularised(0.3, transition)
    plan.contact("floor", block.point(), floor, SpringDamper(1e5, 300.0), dry)
    motion = run(plan.build(), 1e-3, 0.6, every=10, engine=ENGINE)
    way = 1.0 / (2.0 * 0.3 * 9.81)
    assert motion.position("block", "x")[-1] == pytest.approx(way, rel=0.02)
    assert abs(motion.velocity("block", "x")[-1]) < transition
    assert motion.balance().residual == pytest.approx(0.0, abs=1e-6)


def test_motor_moves_a_stiff_train():
    """A motor starts a wheel behind a bar 1e4 times too stiff for explicit steps."""
    plan = PlanarSystem()
    motor, wheel = plan.wheel("motor", 0.5), plan.wheel("wheel", 0.1)
    plan.torsion_bar("bar", motor, wheel, 1e9, 1e3)
    plan.prescribe(motor, "angle", Curve((0.0, 1.0), (0.0, 20.0)))
    motion = run(plan.build(), 1e-2, 1.0, every=1, engine=ENGINE)
    assert motion.velocity("wheel", "angle")[-1] == pytest.approx(20.0, rel=1e-3)
    balance = motion.balance()
    assert balance.work_in == pytest.approx(0.5 * 0.6 * 20.0**2, rel=1e-3)
    assert abs(balance.residual) < 1e-3 * balance.work_in
    torque = motion.work.reaction[0]
    assert torque == pytest.approx(0.6 * 20.0, rel=1e-2)


def test_coupled_contacts_and_linear_bodies_follow_the_exact_motion():
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    beam = plan.body("beam", 1.0, 0.02, (0.0, 0.01), spin=0.5)
    for name, x in (("left", -0.2), ("right", 0.2)):
        plan.contact(name, beam.point((x, 0.0)), floor, Maxwell())
    plan.maxwell("soil", ("left", "right"), [[2e-4, 1e-4], [1e-4, 3e-4]])
    M, K, D = [[1.0, 0.2], [0.2, 1.0]], [[50.0, 0.0], [0.0, 90.0]], [[0, 3], [-3, 1]]
    plan.linear_body("gyro", ("x", "y"), M, K, D, force=(1.0, 0.0))
    model = plan.build()
    exact = run(model, 1e-5, 0.3, every=30000, engine="runge_kutta").q[-1]
    errors = [
        np.abs(run(model, dt, 0.3, every=100, engine=ENGINE).q[-1] - exact).max()
        for dt in (2e-4, 1e-4)
    ]
    assert errors[1] < 2e-3
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.3)


def test_stretched_spring_limits_the_turning_it_resists():
    """Its line goes through the axle; only its pull holds the wheel, with 750 N m."""
    plan = PlanarSystem()
    wheel = plan.wheel("wheel", 1e-6)
    plan.spring("s", wheel.point((0.05, 0.0)), plan.ground.point((0.15, 0.0)), 1e5)
    model = plan.build()
    limit = 2.0 / np.sqrt(750.0 / 1e-6)
    assert largest_step(model.system, model.state) == pytest.approx(limit, rel=1e-9)
    with pytest.raises(InputError, match=r"expected at most 7\.3e-05 s"):
        run(model, 1e-4, 0.1)


def test_steep_torque_over_speed_limits_the_step():
    plan = PlanarSystem()
    rotor = plan.wheel("rotor", 1e-3)
    curve = Curve((-100.0, 100.0), (200.0, -200.0))
    plan.load(rotor, "angle", curve, CurveArgument.VELOCITY)
    model = plan.build()
    assert largest_step(model.system, model.state) == pytest.approx(1e-3, rel=1e-9)


def test_motor_table_that_repeats_starts_where_it_was_a_period_before():
    plan = PlanarSystem()
    wheel = plan.wheel("wheel", 1.0)
    table = Curve((0.25, 0.5, 0.75, 1.25), (1.0, 5.0, 3.0, 1.0), 1.0)
    plan.prescribe(wheel, "angle", table)
    motion = run(plan.build(), 1e-3, 0.01)
    assert motion.velocity("wheel", "angle")[:2] == pytest.approx([2.0, 1.996])
