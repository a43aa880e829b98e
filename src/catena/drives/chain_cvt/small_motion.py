"""Small motions of a chain variator at rest under its clamping forces.

Pins stick to the sheaves that press them, along the travel and outwards.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.drives.chain_cvt.plan import system_of
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.chain_cvt.start.state import start_state, work_for
from catena.drives.chain_cvt.step_limit import smooth_forces
from catena.drives.variator.sheave_names import PULLEYS, shaft_names, sheave_names
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.dynamics.rest import at_rest
from catena.dynamics.sticking import flank_directions
from catena.integrators.steps.pin_chain_tables import Counter, System, Work
from catena.pairs.pin_sheave import fill_pin_friction
from catena.tables.checkpoint import copied
from catena.tables.state import State

REACH = 1e-3
"""Longest way of a step to rest [m]."""
REMARKS = (
    "at rest under the boundaries at the start; pins press on the sheaves as linear "
    "springs, and stick to them along the travel and outwards",
)


def small_motion(spec: Spec) -> SmallMotion:
    """The chain at rest."""
    band = band_of(spec)
    system = system_of(spec)
    start = start_state(system, band)
    start.u[:] = 0.0
    rest = at_rest(_motion(system, start), band.tension, REACH)
    return replace(rest.motion, remarks=(*REMARKS, f"force left {rest.left:.2g} N"))


def _motion(system: System, start: State) -> SmallMotion:
    """Forces, masses and names; sticking as at the start."""
    state = copied(start)
    work, n, size = work_for(system, state), system.law.place.size, start.q.size

    forces = smooth_forces(system, start, state, work)
    forces(start.q, start.u)
    fill_directions(system, work, state)
    rows = work.rows[: work.counter[Counter.ROWS]]
    pins = np.arange(n)
    shafts = 3 * n + 8 if system.mounts.size else None
    part = "pin" if system.bars.size else "link"
    names = [f"{part}[{i}].{axis}" for axis in ("x", "y", "angle") for i in range(n)]
    return SmallMotion(
        forces,
        start.q.copy(),
        np.zeros(size),
        system.M,
        system.M_inv > 0.0,
        (
            *names,
            *sheave_names(PULLEYS),
            *shaft_names(PULLEYS if system.mounts.size else ()),
        ),
        flank_directions(rows, size, n, 3 * n, 2, shafts),
        lines=(PointRow("chain", pins, n + pins, closed=True),),
    )


def fill_directions(system: System, work: Work, state: State) -> None:
    """Along the travel and outwards, of all pins that are pressed."""
    fill_pin_friction(
        system.grips, work.rows, work.counter[Counter.ROWS], work.sheaves, work.body,
        work.pulley, state.memory.P, 0.0,
    )  # fmt: skip
