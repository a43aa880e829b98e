"""The same model under several engines, and each engine against exact solutions."""

import itertools
import math
import subprocess
import sys

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from catena.balance import balance
from catena.codes import Control, Status
from catena.errors import InputError
from catena.integrators import step_control
from catena.integrators.event import engine as event_driven
from catena.integrators.event.engine import integrate
from catena.integrators.step_control import StepControl
from catena.motion import run
from catena.planar import (
    Bilateral,
    Coulomb,
    Curve,
    PlanarSystem,
    Regularised,
    SpringDamper,
    Unilateral,
)
from catena.tables.checkpoint import arrays_of
from catena.tables.contacts import PercussionOptions
from catena.verification.impacts import bouncing_ball, zeno_time
from catena.verification.mechanisms import rocking_block


def smooth_model():
    """A damped elastic pendulum and a disc on an elastic floor with smooth friction."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    bob = plan.body("bob", 1.0, 0.1, (1.0, 0.0), angle=0.2)
    plan.journal("pivot", bob.point((0.1, 0.0)), plan.ground.point(), 100.0, 1.0)
    disc = plan.body("disc", 1.0, 0.1, (3.0, 0.02), velocity=(0.3, 0.0))
    floor = plan.ground.line((0.0, 1.0))
    law, dry = SpringDamper(1e4, 3.0), Regularised(0.3, 0.01)
    plan.contact("floor", disc.circle(0.05), floor, law, dry)
    return plan.build()


@pytest.mark.parametrize(
    ("engine", "order"),
    [
        ("moreau", 1.0),
        ("runge_kutta", 4.0),
        ("semi_implicit", 1.0),
        ("linearly_implicit", 1.0),
    ],
)
def test_engine_converges_with_its_order(engine, order):
    exact = run(smooth_model(), 2.5e-4, 0.2, every=800, engine="runge_kutta").q[-1][3:6]
    errors = []
    for dt in (4e-3, 2e-3):
        q = run(smooth_model(), dt, 0.2, every=10, engine=engine).q[-1][3:6]
        errors.append(np.abs(q - exact).max())
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.35)


def test_runge_kutta_keeps_the_energy_balance():
    coarse = run(smooth_model(), 4e-4, 0.2, engine="runge_kutta").balance()
    fine = run(smooth_model(), 2e-4, 0.2, engine="runge_kutta").balance()
    assert abs(fine.residual) < 1e-5 * fine.throughput
    assert abs(fine.residual) < 0.6 * abs(coarse.residual)


def test_linearly_implicit_steps_far_beyond_the_explicit_limit():
    plan = PlanarSystem()
    mass = plan.body("mass", 1.0, at=(1.0, 0.0), free=("x",))
    plan.spring("stiff", mass.point(), plan.ground.point(), 1e8, rest=0.999)
    model = plan.build()
    with pytest.raises(InputError, match=r"expected at most 0\.0002 s"):
        run(model, 1e-2, 0.1)
    motion = run(model, 1e-2, 1.0, engine="linearly_implicit")
    assert motion.q[-1][3] == pytest.approx(0.999, abs=1e-3)


def test_smooth_engines_refuse_set_valued_laws():
    with pytest.raises(InputError, match="'floor' has a set-valued law"):
        run(bouncing_ball(0.5), 1e-3, 0.1, engine="runge_kutta")


def test_event_driven_bounces_exactly_and_comes_to_rest():
    model = bouncing_ball(0.5)
    state = model.start()
    found = integrate(model.system, state, model.work(), 1.5)
    impacts = [event.time for event in found.events if event.kind == "impact"]
    fall = math.sqrt(2.0 / 9.81)
    assert impacts[:3] == pytest.approx([fall, 2.0 * fall, 2.5 * fall], abs=1e-9)
    assert impacts[-1] == pytest.approx(zeno_time(0.5), abs=1e-4)
    assert state.u[4] == pytest.approx(0.0, abs=1e-12)


def test_event_driven_disc_starts_to_roll():
    plan = PlanarSystem(gravity=(0.0, -9.81))
    disc = plan.body("disc", 1.0, 0.005, (0.0, 0.1), velocity=(3.0, 0.0))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("floor", disc.circle(0.1), floor, Unilateral(), Coulomb(0.2))
    model = plan.build()
    state = model.start()
    found = integrate(model.system, state, model.work(), 0.6)
    assert [event.kind for event in found.events] == ["stick"]
    assert found.events[0].time == pytest.approx(0.509683995923, abs=1e-9)
    assert state.u[3] == pytest.approx(2.0, abs=1e-9)


def test_event_driven_ladder_leaves_the_wall():
    theta = math.radians(60.0)
    plan = PlanarSystem(gravity=(0.0, -9.81))
    centre = (0.5 * math.cos(theta), 0.5 * math.sin(theta))
    rod = plan.body("rod", 1.0, 1.0 / 12.0, centre, angle=-theta)
    floor, wall = plan.ground.line((0.0, 1.0)), plan.ground.line((1.0, 0.0))
    plan.contact("floor", rod.point((0.5, 0.0)), floor, Unilateral())
    plan.contact("wall", rod.point((-0.5, 0.0)), wall, Unilateral())
    model = plan.build()
    found = integrate(model.system, model.start(), model.work(), 0.35)
    opened = [event for event in found.events if event.kind == "open"]
    assert opened[0].row == 1
    assert opened[0].time == pytest.approx(0.325030701591, abs=1e-8)


def test_event_driven_block_obeys_housner():
    model = rocking_block(0.1)
    state = model.start()
    found = integrate(model.system, state, model.work(), 0.27)
    hit = next(event for event in found.events if event.kind == "impact")
    assert hit.time == pytest.approx(0.264713415735, abs=1e-9)
    speeds = found.u[found.time == hit.time, 5]
    assert speeds[-1] / speeds[0] == pytest.approx(0.911764705882, abs=1e-6)


@pytest.mark.parametrize("mu", [0.0, 0.3])
def test_event_driven_block_comes_to_rest_on_two_corners(mu):
    """Bounces accumulate at both corners at once; they end, and nothing sinks in."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 2.0, 0.05, (0.0, 0.12), angle=0.1)
    floor = plan.ground.line((0.0, 1.0))
    for k, x in enumerate((-0.2, 0.2)):
        foot = block.point((x, -0.05))
        plan.contact(f"foot{k}", foot, floor, Unilateral(0.5), Coulomb(mu))
    model = plan.build()
    state = model.start()
    found = integrate(model.system, state, model.work(), 1.0)
    kinds = [event.kind for event in found.events]
    assert 20 < kinds.count("impact") < 200
    assert kinds.count("settle") == state.memory.control[Control.SETTLED] >= 1
    assert state.u[4:6] == pytest.approx(0.0, abs=1e-9)
    assert state.q[4:6] == pytest.approx([0.05, 0.0], abs=1e-8)
    assert balance(model, state).residual == pytest.approx(0.0, abs=1e-8)
    near = run(model, 2e-5, 1.0, every=1000)
    assert state.q[3] == pytest.approx(near.state.q[3], abs=1e-3)


def double_pendulum():
    """Two bars of 1 m on rigid pins, let go when level."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    first = plan.body("first", 1.0, 1.0 / 12.0, (0.5, 0.0))
    second = plan.body("second", 1.0, 1.0 / 12.0, (1.5, 0.0))
    plan.pin("hook", first.point((-0.5, 0.0)), plan.ground.point())
    plan.pin("knee", second.point((-0.5, 0.0)), first.point((0.5, 0.0)))
    return plan, first, second


def pendulum_slope(_, y):
    """Lagrange's equations of the same in two angles."""
    (a, b), (v, w) = y[:2], y[2:]
    c, s = math.cos(a - b), math.sin(a - b)
    mass = [[4.0 / 3.0, 0.5 * c], [0.5 * c, 1.0 / 3.0]]
    first = -0.5 * w * w * s - 1.5 * 9.81 * math.cos(a)
    second = 0.5 * v * v * s - 0.5 * 9.81 * math.cos(b)
    return [v, w, *np.linalg.solve(mass, [first, second])]


def test_event_driven_joints_hold():
    model = double_pendulum()[0].build()
    state = model.start()
    integrate(model.system, state, model.work(), 1.0)
    exact = solve_ivp(pendulum_slope, (0.0, 1.0), np.zeros(4), rtol=1e-12, atol=1e-12)
    assert state.q[[5, 8]] == pytest.approx(exact.y[:2, -1], abs=1e-8)
    assert state.q[3:5] == pytest.approx(
        [0.5 * math.cos(state.q[5]), 0.5 * math.sin(state.q[5])], abs=1e-8
    )
    assert balance(model, state).residual == pytest.approx(0.0, abs=1e-7)


def test_event_driven_joints_hand_on_an_impact():
    """A jointed chain strikes a rough stop: the same as time stepping with impacts."""
    plan, _, second = double_pendulum()
    wall = plan.ground.line((1.0, 0.0), (-0.2, 0.0))
    plan.contact("stop", second.point((0.5, 0.0)), wall, Unilateral(0.5), Coulomb(0.2))
    model = plan.build()
    state = model.start()
    found = integrate(model.system, state, model.work(), 0.8)
    assert found.events[0].kind == "impact"
    stepped = run(model, 1e-5, 0.8, every=1000)
    assert state.q[3:9] == pytest.approx(stepped.state.q[3:9], abs=2e-4)
    booked, near = balance(model, state), stepped.balance()
    assert booked.residual == pytest.approx(0.0, abs=1e-7)
    assert booked.impact_loss.sum() == pytest.approx(near.impact_loss.sum(), rel=1e-3)
    assert booked.friction_loss.sum() == pytest.approx(
        near.friction_loss.sum(), rel=5e-3
    )


def test_event_driven_runs_pause_without_changing(monkeypatch):
    model = bouncing_ball(0.5)
    ends = []
    for pause in (100.0, 0.0):
        monkeypatch.setattr(event_driven, "PAUSE_SECONDS", pause)
        state, pauses = model.start(), 0
        while (left := 15 - int(state.memory.control[Control.DONE])) > 0:
            status = event_driven.advance(model.system, state, model.work(), 0.1, left)
            pauses += status == Status.PAUSED
        ends.append((state, pauses))
    (whole, none), (paused, many) = ends
    assert none == 0 and many > 15
    for name, array in arrays_of(whole).items():
        np.testing.assert_array_equal(array, arrays_of(paused)[name], err_msg=name)


def sliding_block(normal, friction):
    plan = PlanarSystem(gravity=(1.0, -9.81))
    block = plan.body("block", 1.0, at=(0.0, 0.1), free=("x", "y"))
    floor = plan.ground.line((0.0, 1.0))
    plan.contact("sole", block.circle(0.1), floor, normal, friction)
    return plan.build()


@pytest.mark.parametrize(
    ("normal", "friction", "words"),
    [
        (SpringDamper(1e4), None, "contact 'sole' is not a rigid one"),
        (Unilateral(), Coulomb(0.1, static=0.2), "friction of 'sole' is not plain"),
        (Unilateral(), Coulomb(0.1, breakaway_force=1.0), "friction of 'sole'"),
        (Bilateral(), Coulomb(0.1), "friction of 'sole' is not plain Coulomb's"),
    ],
)
def test_event_driven_refuses_contacts_it_cannot_follow(normal, friction, words):
    with pytest.raises(InputError, match=words):
        run(sliding_block(normal, friction), 1e-3, 0.1, engine="event_driven")


def test_event_driven_refuses_more_contacts_than_it_can_follow():
    plan = PlanarSystem()
    ball = plan.body("ball", at=(0.0, 1.0))
    for k in range(41):
        plan.contact(f"{k}", ball.point(), plan.ground.line((0.0, 1.0)), Unilateral())
    with pytest.raises(InputError, match="41 contacts; events are followed for up to"):
        run(plan.build(), 1e-3, 0.1, engine="event_driven")


@pytest.mark.parametrize(
    ("moreau", "ends"),
    [(False, (1 / 3, 11 / 6, 11 / 6)), (True, (0.5, 1.625, 1.875))],
)
def test_a_row_that_separates_before_an_impact(moreau, ends):
    """A hits B while C leaves B at 1 m/s, and is caught up with.

    In Newton's form C then stays in touch. Moreau's lets B follow it at 0.5 m/s, half
    of what it left with, which is a second impact at the same instant.
    """
    plan, law = PlanarSystem(), Unilateral(0.5, moreau)
    balls = [
        plan.body(name, at=(x, 0.0), velocity=(v, 0.0), free=("x",))
        for name, x, v in (("a", 0.0, 3.0), ("b", 0.2, 0.0), ("c", 0.4, 1.0))
    ]
    for one, two in itertools.pairwise(balls):
        pair = one.name + two.name
        plan.contact(pair, one.circle(0.1), two.circle(0.1), law)
    motion = run(plan.build(), 1e-3, 1e-3, engine="event_driven")
    assert motion.u[-1][3::3] == pytest.approx(ends, abs=1e-9)


def controlled_ball(control):
    model = bouncing_ball(0.5)
    state, options = model.start(), PercussionOptions()
    status = Status.PAUSED
    while status == Status.PAUSED:
        status = step_control.advance(
            model.system, state, model.work(), 0.6, 1, control, options
        )
    assert status == Status.OK
    return state


def test_gap_control_bounds_the_penetration():
    loose = controlled_ball(StepControl(tolerance=1e-2, largest=5e-3))
    tight = controlled_ball(StepControl(tolerance=1e-2, largest=5e-3, penetration=1e-6))
    assert tight.memory.watch.penetration[0] <= 1e-6 < loose.memory.watch.penetration[0]
    fall = math.sqrt(2.0 / 9.81)
    since = 0.6 - fall
    exact = 0.5 * 9.81 * fall * since - 0.5 * 9.81 * since**2
    assert tight.q[4] == pytest.approx(exact, abs=1e-5)


def test_step_control_takes_large_steps_where_nothing_happens():
    state = controlled_ball(StepControl(tolerance=1e-3, largest=1e-2))
    assert state.memory.control[Control.TAKEN] < 150
    assert state.memory.control[Control.REFUSED] > 0


def controlled_in_chunks(chunks):
    model, control = bouncing_ball(0.5), StepControl(tolerance=1e-4, largest=1e-2)
    state, work, pauses = model.start(), model.work(), 0
    for end in np.cumsum(chunks):
        while (left := int(end - state.memory.control[Control.DONE])) > 0:
            status = step_control.advance(
                model.system, state, work, 1e-2, left, control, PercussionOptions()
            )
            assert status in (Status.OK, Status.PAUSED)
            pauses += status == Status.PAUSED
    assert state.t[0] == 60 * 1e-2
    return state, pauses


def test_controlled_steps_do_not_depend_on_chunks_and_pauses(monkeypatch):
    whole, _ = controlled_in_chunks((60,))
    parts, _ = controlled_in_chunks((7, 20, 33))
    monkeypatch.setattr(step_control, "PAUSE_SECONDS", 0.0)
    paused, pauses = controlled_in_chunks((60,))
    assert pauses > 60  # also in the middle of intervals
    for name, array in arrays_of(whole).items():
        np.testing.assert_array_equal(array, arrays_of(parts)[name], err_msg=name)
        np.testing.assert_array_equal(array, arrays_of(paused)[name], err_msg=name)


def test_runge_kutta_books_the_work_of_a_motor():
    """A turning crank drags a mass through a spring with damper."""
    plan = PlanarSystem()
    crank = plan.wheel("crank", 0.3, spin=0.0)
    mass = plan.body("mass", 1.0, 1.0, (1.5, 0.0), free=("x",))
    plan.spring("rod", crank.point((0.3, 0.0)), mass.point(), 200.0, 2.0, 1.2)
    plan.prescribe(crank, "angle", Curve((0.0, 0.5, 1.0), (0.0, 6.0, 6.0)))
    model = plan.build()
    fine = run(model, 2e-5, 1.0, every=100)
    motion = run(model, 1e-3, 1.0, every=10, engine="runge_kutta")
    assert motion.balance().work_in == pytest.approx(fine.balance().work_in, rel=1e-4)
    assert abs(motion.balance().residual) < 1e-6
    assert motion.work.reaction == pytest.approx(fine.work.reaction, abs=0.02)


@pytest.mark.parametrize("mu", [0.0, 0.2])
def test_event_driven_ledger_closes(mu):
    """A tilted block falls on two corners beside a driven slide it rubs on."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    slide = plan.body("slide", 1.0, 1.0, free=("x",))
    plan.prescribe(slide, "x", Curve((0.0, 0.3), (0.4, 0.1)))
    block = plan.body("block", 2.0, 0.05, (0.0, 0.12), angle=0.1, velocity=(0.3, 0.0))
    top = slide.line((0.0, 1.0))
    for k, x in enumerate((-0.2, 0.2)):
        foot = block.point((x, -0.05))
        plan.contact(f"foot{k}", foot, top, Unilateral(0.3), Coulomb(mu))
    model = plan.build()
    state = model.start()
    integrate(model.system, state, model.work(), 0.16)
    found = balance(model, state)
    assert found.impact_loss.sum() > 0.1
    assert found.residual == pytest.approx(0.0, abs=1e-7)
    stepped = run(model, 1e-5, 0.16, every=100)
    near = stepped.balance()
    assert found.work_in == pytest.approx(near.work_in, abs=2e-3)
    assert found.loss == pytest.approx(near.loss, abs=5e-3)
    assert state.q[3] == pytest.approx(stepped.state.q[3], abs=1e-6)  # the slide


def test_event_driven_runs_step_from_bend_to_bend_of_a_table():
    """A force that zigzags: exact over every piece, one or two steps for each."""
    times = np.linspace(0.0, 0.5, 51)
    force = np.where(np.arange(51) % 2, 3.0, -1.0)
    plan = PlanarSystem()
    plan.load(plan.body("mass", 2.0), "x", Curve(times, force))
    motion = run(plan.build(), 0.5, 0.5, engine="event_driven")
    assert motion.u[-1][3] == pytest.approx(0.25, rel=1e-12)  # mean 1 N, 0.5 s, 2 kg
    assert motion.state.memory.control[Control.TAKEN] <= 150


def test_event_driven_block_slips_where_its_belt_bends():
    """The belt speeds up beyond the grip at once: slip begins at the bend itself."""
    plan = PlanarSystem(gravity=(0.0, -10.0))
    belt = plan.body("belt", free=("x",))
    plan.prescribe(belt, "x", Curve((0.0, 0.5, 1.0), (0.0, 0.5, 2.5)))
    block = plan.body("block", 2.0)
    face = belt.line((0.0, 1.0))
    plan.contact("grip", block.point(), face, Unilateral(), Coulomb(0.2))
    motion = run(plan.build(), 0.25, 1.0, engine="event_driven")
    assert motion.u[2][6] == pytest.approx(0.5, abs=1e-9)  # sticks, 1 m/s^2
    assert motion.u[4][6] == pytest.approx(1.5, abs=1e-9)  # slips, 2 m/s^2
    assert motion.u[4][3] == pytest.approx(2.5, abs=1e-12)
    assert motion.balance().residual == pytest.approx(0.0, abs=1e-9)
    assert motion.state.memory.control[Control.TAKEN] <= 40


def test_event_driven_motors_jump_where_their_tables_do():
    """A sawtooth of speeds: three times from 0 to 1 m/s in 0.5 s, then back at once."""
    plan = PlanarSystem()
    cart = plan.body("cart", 2.0, free=("x",))
    load = plan.body("load", 3.0, 0.1, at=(0.0, 0.2))
    plan.prescribe(cart, "x", Curve((0.0, 0.5), (0.0, 1.0), period=0.5))
    plan.pin("hook", load.point((0.0, -0.2)), cart.point())
    motion = run(plan.build(), 0.05, 1.2, engine="event_driven")
    stepped = run(plan.build(), 1e-4, 1.2, every=500)
    assert motion.u[-1][3] == pytest.approx(0.4, abs=1e-12)
    assert motion.q[-1][3] == pytest.approx(0.54, abs=1e-12)
    for k in range(6, 9):
        assert motion.q[-1][k] == pytest.approx(stepped.q[-1][k], abs=2e-3)
    found, near = motion.balance(), stepped.balance()
    assert found.residual == pytest.approx(0.0, abs=1e-8)
    assert found.work_in == pytest.approx(near.work_in, abs=0.02)
    assert found.loss == pytest.approx(0.0, abs=1e-8)


def test_event_driven_motors_jump_where_a_record_is_due_within_rounding():
    """The last jump is at 0.1 + 4 * 0.2 s, a rounding after the record at 18 * 0.05."""
    plan = PlanarSystem()
    cart = plan.body("cart", free=("x",))
    plan.prescribe(cart, "x", Curve((0.1, 0.3), (1.0, 3.0), period=0.2))
    motion = run(plan.build(), 0.05, 1.0, engine="event_driven")
    assert motion.q[-1][3] == pytest.approx(2.0, abs=1e-12)


def test_scipy_is_imported_by_the_runs_that_need_it_only():
    """Its integrators take longer to import than a short run takes."""
    code = "import sys, catena.motion; print('scipy.integrate' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_a_body_at_rest_costs_a_run_from_event_to_event_nothing():
    plan = PlanarSystem(gravity=(0.0, -10.0))
    box = plan.body("box", 2.0, 0.01, (0.0, 0.1))
    floor = plan.ground.line((0.0, 1.0))
    for name, x in (("left", -0.1), ("right", 0.1)):
        law = Unilateral(), Coulomb(0.5)
        plan.contact(name, box.point((x, -0.1)), floor, *law)
    motion = run(plan.build(), 1e-3, 0.3, every=300, engine="event_driven")
    assert motion.state.memory.control[Control.TAKEN] == 300
    assert motion.state.memory.tally.normal == pytest.approx([3.0, 3.0], rel=1e-9)
    assert np.abs(motion.q[-1] - motion.q[0]).max() == 0.0
