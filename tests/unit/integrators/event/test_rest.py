"""Bodies at rest cost an event-driven run one piece per record; joints do not count."""

import pytest

import catena as ct
from catena.codes import Control
from catena.integrators.event import engine as event_driven
from catena.motion import run
from catena.planar import Coulomb, Unilateral
from catena.suitability import MOST_ROWS, event_driven_refusal
from catena.verification.linked_rods import largest_change, pendulum


def block_that_slides() -> ct.PlanarSystem:
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1 / 600, (0.0, 0.05), velocity=(0.5, 0.0))
    for name, x in (("left", -0.05), ("right", 0.05)):
        foot, floor = block.point((x, -0.05)), plan.ground.line((0, 1))
        plan.contact(name, foot, floor, Unilateral(), Coulomb(0.5))
    return plan


def test_a_block_that_came_to_rest_costs_a_piece_per_record():
    model = block_that_slides().build()
    motion = run(model, 1.0, 20.0, engine="event_driven")
    assert motion.state.memory.control[Control.TAKEN] < 40
    assert abs(motion.u[-1]).max() < 1e-12


def test_forces_at_rest_are_found_once_a_record(monkeypatch):
    """The ledger and the impulses go on all the same."""
    asked, counted = [], event_driven.rates

    def counting(*given):
        asked.append(1)
        return counted(*given)

    monkeypatch.setattr(event_driven, "rates", counting)
    monkeypatch.setattr(event_driven, "PAUSE_SECONDS", 1e9)  # on a busy machine too
    numbers = []
    for end in (0.5, 5.0):
        asked.clear()
        model = block_that_slides().build()
        motion = run(model, 0.01, end, every=50, engine="event_driven")
        numbers.append(len(asked))
    assert motion.state.memory.control[Control.TAKEN] > 450
    assert numbers[1] - numbers[0] == 9  # records
    carried = motion.state.memory.tally.normal.sum()
    assert carried == pytest.approx(9.81 * 5.0, rel=1e-9)


def test_a_chain_of_fifty_pendulums_is_not_refused():
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    before = plan.ground.point()
    for k in range(50):
        rod = plan.body(f"rod_{k}", 1.0, 1e-3, (0.0, -0.1 * k - 0.05))
        plan.pin(f"pin_{k}", before, rod.point((0.0, 0.05)))
        before = rod.point((0.0, -0.05))
    model = plan.build()
    assert len(model.labels.contacts) > MOST_ROWS
    assert event_driven_refusal(model) == ""
    motion = run(pendulum([0.3] * 50, 0.02), 0.01, 0.01, engine="event_driven")
    assert largest_change(motion, 9.81) < 1e-12


def test_forces_of_joints_are_remembered_whichever_way_they_pull():
    """A pendulum let go level: 0.25 g m there, 2.5 g m at its lowest place."""
    plan = ct.PlanarSystem(gravity=(0.0, -10.0))
    rod = plan.body("rod", 1.0, 0.01 / 12.0, (0.05, 0.0))
    plan.pin("pin", plan.ground.point(), rod.point((-0.05, 0.0)))
    spec = ct.as_drive(plan, step=1e-3, duration=0.4)
    found = {}
    for engine in ("moreau", "event_driven"):
        run = ct.simulate(spec.with_values({"solve.engine": engine}))
        numbers = {n.name: n for n in run.outcome.key_numbers}
        found[engine] = numbers["largest_force_pin.y"].value
        assert "joint_turn" in numbers or engine == "event_driven"
    label = numbers["largest_force_pin.y"].label
    assert label == "largest joint force of pin.y, between impacts"
    assert found["event_driven"] == pytest.approx(25.0, rel=1e-3)
    assert found["moreau"] == pytest.approx(25.0, rel=1e-3)
