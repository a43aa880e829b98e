"""Events of contacts that share their load in more than one way."""

import math

import pytest

from catena.errors import SolverError
from catena.integrators.event import engine as event_driven
from catena.integrators.event.guards import Guard
from catena.model import Model
from catena.motion import run
from catena.planar import Coulomb, Curve, PlanarSystem, Unilateral

SPEED, STIFFNESS, MU, WEIGHT = 0.3, 60.0, 0.3, 9.81
BREAKS_LOOSE = MU * WEIGHT / (STIFFNESS * SPEED)


def block_on_belt() -> Model:
    """Two feet, loaded unevenly by a spring at half their height, ride on a belt."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    belt = plan.body("belt", free=())
    plan.prescribe(belt, "x", Curve((0.0, 1.0), (SPEED, SPEED)))
    block = plan.body("block", 1.0, 1e-3, at=(0.0, 0.05), velocity=(SPEED, 0.0))
    tie = plan.ground.point((0.0, 0.05))
    plan.spring("tie", block.point(), tie, STIFFNESS)
    for name, x in (("rear", -0.05), ("front", 0.05)):
        foot, top = block.point((x, -0.05)), belt.line((0.0, 1.0))
        plan.contact(name, foot, top, Unilateral(0.0), Coulomb(MU))
    return plan.build()


def test_feet_that_share_their_friction_break_loose_together():
    """The lighter foot is at its bound long before; the other holds for both."""
    model = block_on_belt()
    before = run(
        model, 0.999 * BREAKS_LOOSE, 0.999 * BREAKS_LOOSE, engine="event_driven"
    )
    assert before.velocity("block", "x")[-1] == pytest.approx(SPEED, abs=1e-9)
    later = 1.5 * BREAKS_LOOSE
    after = run(model, later, later, engine="event_driven")
    omega, tau = math.sqrt(STIFFNESS), later - BREAKS_LOOSE
    x = SPEED * BREAKS_LOOSE + SPEED / omega * math.sin(omega * tau)
    assert after.position("block", "x")[-1] == pytest.approx(x, abs=1e-8)
    assert after.velocity("block", "x")[-1] == pytest.approx(
        SPEED * math.cos(omega * tau), abs=1e-8
    )


def test_events_without_progress_stop_a_run_that_pauses(monkeypatch):
    """A guard that stays at zero fires again and again at the same instant."""
    always = Guard(lambda t, q, u: 0.0)
    monkeypatch.setattr(event_driven.Course, "guards", lambda course: [always])
    monkeypatch.setattr(event_driven, "PAUSE_SECONDS", 0.0)
    with pytest.raises(SolverError, match="events without progress"):
        run(block_on_belt(), 1.0, 1.0, engine="event_driven")


def deepest(model: Model, pause: float, monkeypatch: pytest.MonkeyPatch) -> float:
    monkeypatch.setattr(event_driven, "PAUSE_SECONDS", pause)
    motion = run(model, 0.01, 0.2, every=20, engine="event_driven")
    return float(motion.state.memory.watch.penetration[0])


def test_the_deepest_penetration_does_not_depend_on_pauses(monkeypatch):
    """A ladder slides down, its ends closed to rounding, which goes up and down."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    x, y = 0.5 * math.cos(math.pi / 3.0), 0.5 * math.sin(math.pi / 3.0)
    rod = plan.body("rod", 1.0, 1.0 / 12.0, at=(x, y), angle=-math.pi / 3.0)
    floor, wall = plan.ground.line((0.0, 1.0)), plan.ground.line((1.0, 0.0))
    plan.contact("foot", rod.point((0.5, 0.0)), floor, Unilateral(0.0))
    plan.contact("head", rod.point((-0.5, 0.0)), wall, Unilateral(0.0))
    model = plan.build()
    often, once = (deepest(model, pause, monkeypatch) for pause in (0.0, math.inf))
    assert often == once


@pytest.mark.parametrize("mu", [0.0, 0.3])
def test_balls_that_touch_without_a_force_stay_at_rest(mu):
    """Two contacts carry nothing: they would open and close in turn for ever."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    balls = [plan.body(f"b{i}", 1.0, 0.1, at=(0.2 * i, 0.1)) for i in range(4)]
    for i, ball in enumerate(balls):
        floor = plan.ground.line((0.0, 1.0))
        plan.contact(f"f{i}", ball.circle(0.1), floor, Unilateral(), Coulomb(mu))
        if i:
            other = balls[i - 1].circle(0.1)
            plan.contact(f"c{i}", ball.circle(0.1), other, Unilateral(), Coulomb(mu))
    motion = run(plan.build(), 0.1, 0.5, engine="event_driven")
    assert motion.q[-1] == pytest.approx(motion.q[0], abs=1e-10)


def test_a_contact_that_begins_without_a_force_does_not_pull():
    """Weightless on the floor, drawn up by a force that grows from nothing."""
    plan = PlanarSystem()
    block = plan.body("block", 1.0, at=(0.0, 0.0))
    plan.contact("floor", block.point(), plan.ground.line((0.0, 1.0)), Unilateral())
    plan.load(block, "y", Curve((0.0, 1.0), (0.0, 6.0)))
    motion = run(plan.build(), 0.1, 1.0, engine="event_driven")
    assert motion.q[-1][4] == pytest.approx(1.0, abs=1e-9)


def test_the_worst_residual_of_all_contact_problems_is_reported(monkeypatch):
    model, found = block_on_belt(), []
    state, solve = model.start(), event_driven.solve_accelerations

    def worse(*given):
        found.append(solve(*given)._replace(residual=1e-12 * (1 + len(found) % 7)))
        return found[-1]

    monkeypatch.setattr(event_driven, "solve_accelerations", worse)
    event_driven.integrate(model.system, state, model.work(), 0.3)
    assert (
        state.memory.report.worst_residual[0]
        == max(one.residual for one in found)
        > 0.0
    )
    assert state.memory.report.total_sweeps[0] >= sum(one.pivots for one in found) > 0
    assert state.memory.report.unconverged[0] == 0


def test_one_foot_breaks_loose_at_any_speed_of_its_belt():
    """Its reserve of friction runs through zero; by a rounding it still holds there."""
    for k in range(12):
        v = 0.1 + 0.01 * k
        plan = PlanarSystem(gravity=(0.0, -9.81))
        belt = plan.body("belt", free=())
        plan.prescribe(belt, "x", v)
        block = plan.body("block", 1.0, velocity=(v, 0.0), free=("x", "y"))
        plan.spring("tie", block.point(), plan.ground.point(), STIFFNESS + k)
        top = belt.line((0.0, 1.0))
        plan.contact("foot", block.point(), top, Unilateral(), Coulomb(MU))
        later, omega = 1.0, math.sqrt(STIFFNESS + k)
        motion = run(plan.build(), later, later, engine="event_driven")
        tau = later - MU * WEIGHT / ((STIFFNESS + k) * v)
        u = v * math.cos(omega * max(tau, 0.0))
        assert motion.u[-1][6] == pytest.approx(u, abs=1e-7)
