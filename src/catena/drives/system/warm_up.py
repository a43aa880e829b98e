"""Steps that compile what the template of this room does not use."""

from __future__ import annotations

from catena.integrators.step_control import StepControl
from catena.laws.words import Normal
from catena.model import Model
from catena.motion import SMOOTH_ENGINES, run, run_with, stepper
from catena.planar import Coulomb, Frictionless, PlanarSystem, SpringDamper, Unilateral
from catena.suitability import EVENT_DRIVEN
from catena.tables.contacts import PercussionOptions

STEP = 1e-4
"""Step [s] of the block; its feet are soft enough for it."""


def warm_up() -> None:
    """Take a step under every other engine, and one that the sweeps leave unsolved."""
    soft, rigid = block_on(SpringDamper(1e3, 1.0)), block_on(Unilateral())
    for engine in SMOOTH_ENGINES:
        run(soft, STEP, STEP, engine=engine)
    run(rigid, STEP, STEP, engine=EVENT_DRIVEN)
    run(rigid, STEP, STEP, options=PercussionOptions(max_sweeps=0))
    controlled = stepper(rigid, STEP, "moreau", PercussionOptions(), StepControl())
    run_with(controlled, rigid, rigid.start(), 1, 1)


def block_on(law: Normal) -> Model:
    """A block on two feet; rigid ones have friction."""
    plan = PlanarSystem(gravity=(0.0, -9.81))
    floor = plan.ground.line((0.0, 1.0))
    block = plan.body("block", mass=1.0, inertia=1e-3, at=(0.0, 0.05))
    friction = Coulomb(0.3) if isinstance(law, Unilateral) else Frictionless()
    for name, side in (("left", -1.0), ("right", 1.0)):
        foot = block.point((0.05 * side, -0.05))
        plan.contact(name, foot, floor, law, friction)
    return plan.build()
