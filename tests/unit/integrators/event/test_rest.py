"""Bodies at rest cost an event-driven run one piece per record; joints do not count."""

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
