"""Small motions of a pushbelt variator at rest under its clamping forces.

Elements stick to the sheaves that press them and to the ring; neighbours that touch
press as springs, those apart do not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.spec import Spec
from catena.drives.pushbelt_cvt.start.state import running_state
from catena.drives.variator.sheave_names import sheave_names
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.dynamics.rest import at_rest
from catena.dynamics.sticking import flank_directions, saddle_directions
from catena.integrators.steps.pushbelt_limit import forces as place_forces
from catena.integrators.steps.pushbelt_tables import PULLEYS, System, work_for
from catena.numerics.arrays import Floats
from catena.solvers.belt_friction import Sweeps
from catena.tables.checkpoint import copied
from catena.tables.state import State

REACH = 2e-6
"""Longest way of a step to rest [m]."""
REMARKS = (
    "at rest under the boundaries at the start; closed contacts are linear springs",
    "elements stick to the sheaves and to the ring that press them",
)


def small_motion(spec: Spec) -> SmallMotion:
    """The belt at rest."""
    placed = layout_of(spec)
    system = system_of(
        placed.data, Sweeps(spec.solve.tolerance, spec.solve.sweep_limit)
    )
    start = running_state(placed, system)
    start.u[:] = 0.0
    motion, scale = _motion(system, start)
    rest = at_rest(motion, scale, REACH)
    return replace(rest.motion, remarks=(*REMARKS, f"force left {rest.left:.2g} N"))


def _motion(system: System, start: State) -> tuple[SmallMotion, float]:
    """Forces, masses and names, sticking as at the start; and the ring's tension."""
    state, work, size = copied(start), work_for(system), start.q.size
    n, m = system.elements, system.spans

    def forces(q: Floats, u: Floats) -> Floats:
        state.q[:], state.u[:] = q, u
        for kept, first in zip(state.memory, start.memory, strict=True):
            kept[...] = first
        return place_forces(system, state, work)

    forces(start.q, start.u)
    ring = 3 * n + 4 * PULLEYS
    flanks = flank_directions(work.flanks[: work.row_count[0]], size, n, 3 * n, PULLEYS)
    saddles = saddle_directions(work.saddles, size, n, ring, m)
    elements, points = np.arange(n), ring + np.arange(m)
    names = [f"element[{i}].{axis}" for axis in ("x", "y", "angle") for i in range(n)]
    names += sheave_names(("primary", "secondary"))
    names += [f"ring[{i}].{axis}" for axis in "xy" for i in range(m)]
    made = SmallMotion(
        forces,
        start.q.copy(),
        np.zeros(size),
        system.M,
        system.M_inv > 0.0,
        tuple(names),
        np.concatenate([flanks, saddles]),
        (
            PointRow("elements", elements, n + elements, closed=True),
            PointRow("ring", points, points + m, closed=True),
        ),
    )
    return made, float(work.tension.max())
