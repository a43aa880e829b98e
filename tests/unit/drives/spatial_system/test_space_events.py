"""Events of contacts in space: every pair, every step, with the impulse."""

import math

import pytest

import catena as ct
from catena.drives.spatial_system.build import build
from catena.drives.spatial_system.simulation import BodySimulation
from catena.run.start import Start, carried, take_over

G, R = 9.81, 0.03


def thrown(friction: float = 0.0, **values: float) -> ct.SpatialSystem:
    """A ball of 0.2 kg on its way above, or along, a floor, and a wall at x = 1 m."""
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, -G))
    plan.body("ball", mass=0.2, position=(0.0, 0.0, values.get("height", R)),
              velocity=(values.get("speed", 0.0), 0.0, 0.0))  # fmt: skip
    plan.sphere("ball", body="ball", radius=R)
    plan.plane("floor")
    plan.plane("wall", point=(1.0, 0.0, 0.0), normal=(-1.0, 0.0, 0.0))
    plan.contact("ball", "floor", friction=friction, restitution=0.5)
    plan.contact("ball", "wall", restitution=0.5)
    return plan


def test_impacts_between_two_records_are_listed_with_their_pair_and_impulse() -> None:
    """Records are 0.1 s apart, an impact lasts a step."""
    spec = thrown(height=R + 0.5, speed=2.0).drive(duration=0.9, step=1e-4)
    run = ct.simulate(spec.with_values({"solve.sample_interval": 0.1}))
    fall = math.sqrt(2.0 * 0.5 / G)
    floor, wall = (
        [e for e in run.events.of("impact") if e.pair == f"ball on {other}"]
        for other in ("floor", "wall")
    )
    first, second = floor[:2]
    assert first.time == pytest.approx(fall, abs=2e-4)
    assert second.time == pytest.approx(2.0 * fall, abs=4e-4)
    assert first.impulse == pytest.approx(0.2 * 1.5 * G * fall, rel=2e-3)
    assert second.impulse == pytest.approx(0.5 * first.impulse, rel=2e-3)
    (blow,) = wall
    assert blow.time == pytest.approx((1.0 - R) / 2.0, abs=2e-4)
    assert blow.impulse == pytest.approx(0.2 * 1.5 * 2.0, rel=1e-6)
    left = [e for e in run.events.of("opening") if e.pair == "ball on wall"]
    assert [e.impulse for e in left] == pytest.approx([blow.impulse], rel=1e-12)


def test_a_ball_that_slides_begins_to_roll() -> None:
    """After 2 v / (7 mu g), with 5/7 of its speed."""
    run = ct.simulate(thrown(0.2, speed=1.0).drive(duration=0.3, step=1e-4))
    (event,) = run.events
    assert (event.pair, event.kind) == ("ball on floor", "stick")
    assert event.time == pytest.approx(2.0 / (7.0 * 0.2 * G), abs=2e-4)


def test_an_elastic_contact_closes_and_opens_with_all_it_carried() -> None:
    plan = ct.SpatialSystem(gravity=(0.0, 0.0, -G))
    plan.body("ball", mass=0.2, position=(0.0, 0.0, R + 0.2))
    plan.sphere("ball", body="ball", radius=R)
    plan.plane("floor")
    plan.contact("ball", "floor", stiffness=1e5)
    run = ct.simulate(plan.drive(duration=0.3, step=2e-5))
    closed, opened = run.events
    assert (closed.kind, opened.kind) == ("closing", "opening")
    assert closed.time == pytest.approx(math.sqrt(0.4 / G), abs=4e-5)
    lasting = math.pi * math.sqrt(0.2 / 1e5)
    assert opened.time - closed.time == pytest.approx(lasting, rel=0.02)
    impulse = 2.0 * 0.2 * math.sqrt(0.4 * G) + 0.2 * G * (opened.time - closed.time)
    assert opened.impulse == pytest.approx(impulse, rel=1e-3)


def test_end_states_without_events_are_taken_over() -> None:
    """They begin like a run: nothing is known of their contacts yet."""
    job = build(thrown(0.2, speed=1.0).drive(duration=0.01, step=1e-4))
    bodies = BodySimulation(job.plan, job.recording, job.pace)
    bodies.advance(0, 50)
    stored = {name: array.copy() for name, array in carried(bodies.memory()).items()}
    old = {n: a for n, a in stored.items() if "events" not in n and "modes" not in n}
    assert len(old) < len(stored)
    again = BodySimulation(job.plan, job.recording, job.pace)
    take_over(again, Start({}, old))
    assert (again.state.u == bodies.state.u).all()
    assert again.state.memory.events.begun[0] == 0


def test_controlled_steps_list_an_impact_once() -> None:
    """A stretch that is taken again with half the step has its events once."""
    spec = thrown(height=R + 0.1).drive(duration=0.2, step=1e-4)
    run = ct.simulate(spec.with_values({"solve.control": {"tolerance": 1e-6}}))
    (event,) = run.events.of("impact")
    assert event.time == pytest.approx(math.sqrt(0.2 / G), abs=2e-4)
