"""Small motions of a belt drive at rest under its tension.

The belt sticks to its pulleys where it is pressed on them; arms whose dry friction
would hold them are free. Machines exert no torque.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.drives.belt_drive.layout import layout_of
from catena.drives.belt_drive.plan import BeltPlan, plan_of
from catena.drives.belt_drive.spec import Spec
from catena.drives.belt_drive.start import start_state
from catena.dynamics.largest_step import forces_about
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.dynamics.rest import at_rest
from catena.dynamics.sticking import saddle_directions
from catena.integrators.steps.belt_drive_tables import GROUND, work_for
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State

SHARE = 1e-4
"""Of the belt's length between two knots that a step to rest may move."""
REMARKS = (
    "at rest; the belt sticks to its pulleys where it presses on them, and presses as "
    "the linear spring that the contact is",
    "torques of machines do not act; shafts with a prescribed speed are held",
)


def small_motion(spec: Spec) -> SmallMotion:
    """The drive at rest."""
    placed = layout_of(spec)
    plan = plan_of(spec, placed)
    start = start_state(spec, placed, plan)
    motion = _motion(spec, plan, start)
    rest = at_rest(motion, placed.tension, SHARE * placed.length)
    return replace(rest.motion, remarks=(*REMARKS, f"force left {rest.left:.2g} N"))


def _motion(spec: Spec, plan: BeltPlan, start: State) -> SmallMotion:
    """Forces, masses and names; sticking as at the start."""
    from catena.integrators.steps.belt_drive import fill_smooth_forces

    system, state = plan.system, copied(start)
    work = work_for(system, start.ledger.input_work.size)
    still = system._replace(
        imposed=system.imposed._replace(loads=system.imposed.loads[:0].copy())
    )

    def found() -> Floats:
        fill_smooth_forces(still, state, work, 0.0)
        return work.h.copy()

    forces = forces_about(start, state, found)
    bodies, knots, size = system.bodies, system.knots, start.q.size
    forces(start.q, np.zeros(size))
    W = saddle_directions(work.rows, size, bodies, 3 * bodies, knots)
    x = 3 * bodies + np.arange(knots)
    return SmallMotion(
        forces,
        start.q.copy(),
        np.zeros(size),
        system.M,
        system.M_inv > 0.0,
        _names(spec, plan),
        W,
        lines=(PointRow("belt", x, x + knots, closed=True),),
    )


def _names(spec: Spec, plan: BeltPlan) -> tuple[str, ...]:
    """One name per coordinate."""
    bodies = [f"body[{b}]" for b in range(plan.bodies.count)]
    parts = zip(spec.pulley, plan.rims, plan.shafts, plan.rings, strict=True)
    for part, rim, shaft, ring in parts:
        bodies[ring] = f"{part.name}.damper"
        bodies[shaft] = f"{part.name}.shaft"
        bodies[rim] = part.name
    for arm, body in zip(spec.tensioner, plan.arms, strict=True):
        bodies[body] = f"{arm.pulley}.arm"
    bodies[GROUND] = "ground"
    axes = [f"{body}.{axis}" for axis in ("x", "y", "angle") for body in bodies]
    knots = range(plan.system.knots)
    return (*axes, *(f"belt[{i}].{axis}" for axis in "xy" for i in knots))
