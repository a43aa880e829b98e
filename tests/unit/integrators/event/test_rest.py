"""Bodies at rest cost an event-driven run one piece per record; joints do not count."""

import pytest

import catena as ct
from catena.codes import Control
from catena.motion import run
from catena.planar import Coulomb, Unilateral
from catena.suitability import MOST_ROWS, event_driven_refusal


def test_a_block_that_came_to_rest_costs_a_piece_per_record():
    plan = ct.PlanarSystem(gravity=(0.0, -9.81))
    block = plan.body("block", 1.0, 1 / 600, (0.0, 0.05), velocity=(0.5, 0.0))
    for name, x in (("left", -0.05), ("right", 0.05)):
        foot, floor = block.point((x, -0.05)), plan.ground.line((0, 1))
        plan.contact(name, foot, floor, Unilateral(), Coulomb(0.5))
    motion = run(plan.build(), 1.0, 20.0, engine="event_driven")
    assert motion.state.memory.control[Control.TAKEN] < 40
    assert abs(motion.u[-1]).max() < 1e-12


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
    assert label == "largest normal force of pin.y, between impacts"
    assert found["event_driven"] == pytest.approx(25.0, rel=1e-3)
    assert found["moreau"] == pytest.approx(25.0, rel=1e-3)
