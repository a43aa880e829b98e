"""Small motions of a roller chain at rest under preload, gravity and its loads.

Rollers press on the teeth they lie in, joints on rails; nothing rubs: links turn on
their pins and rollers along their teeth, which hold them by their shape. What drives
the chain is held where its speed is prescribed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.drives.roller_chain.plan import system_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import rest_from, torques_at
from catena.drives.roller_chain.start.preload import assembled
from catena.drives.roller_chain.start.rest import SMALL_SHARE
from catena.drives.roller_chain.start.spatial_motion import spatial_motion
from catena.drives.roller_chain.start.state import (
    driving_rotor,
    path_state,
    put_centres_of_gravity,
)
from catena.drives.roller_chain.start.unbalanced_force import remedy, unbalanced_words
from catena.dynamics.linearisation import PointRow, SmallMotion
from catena.dynamics.rest import at_rest
from catena.errors import InputError, SolverError
from catena.integrators.planar_chain.assembly import frictionless, turn_dof
from catena.integrators.planar_chain.forces import smooth_forces
from catena.integrators.planar_chain.tables import State, System
from catena.rounding import rounded

REACH = 1e-5
"""Longest way of a step to rest [m]."""
REMARKS = (
    "at rest under preload, gravity and the loads at full size",
    "closed contacts are linear springs; nothing rubs: links turn freely on their pins "
    "and rollers slide along their teeth",
)


def small_motion(spec: Spec) -> SmallMotion:
    """The chain at rest.

    Raises:
        SolverError: It finds no equilibrium.
    """
    if spec.fidelity == "spatial":
        return spatial_motion(spec)
    if spec.contact.tooth.rollers == "free":
        raise InputError(
            "contact.tooth.rollers: found 'free'; expected 'turn' or 'held' for modes: "
            "rollers that rattle in their clearance have none"
        )
    layout = assembled(spec)
    system = system_of(spec, layout)
    state = path_state(spec, layout, system)
    state.t[0] = spec.load_ramp
    given = torques_at(system, state)
    found = rest_from(spec, layout, system, state, given)
    state = found.state
    if not found.left <= SMALL_SHARE * found.largest:
        words = unbalanced_words(spec, layout, found)
        raise SolverError(f"chain: no equilibrium, {words}{remedy(spec)}")
    put_centres_of_gravity(system, state)
    motion = _motion(spec, system, state)
    rest = at_rest(motion, found.largest, REACH)
    words = f"largest joint force {rounded(found.largest, 4)} N, "
    words += f"force left {rest.left:.2g} N"
    return replace(rest.motion, remarks=(*REMARKS, words))


def _motion(spec: Spec, system: System, state: State) -> SmallMotion:
    """Forces without friction, masses and names."""
    given = np.zeros(state.u.size)
    forces = smooth_forces(frictionless(system), state, given)
    driver = turn_dof(system, driving_rotor(spec, system))
    given[driver] -= forces(state.q, np.zeros(state.u.size))[driver]  # holds the load
    n, bodies = system.half.size, system.half.size + system.rotors.size
    links = np.arange(n)
    return SmallMotion(
        forces,
        state.q.copy(),
        np.zeros(state.u.size),
        system.M,
        system.M_inv > 0.0,
        _names(spec, system),
        lines=(PointRow("chain", links, bodies + links, closed=True),),
    )


def _names(spec: Spec, system: System) -> tuple[str, ...]:
    """One name per coordinate."""
    links = [f"link[{k}]" for k in range(system.half.size)]
    parts = spec.part_names()
    ends = [f"shaft_end[{k}]" for k in range(system.shafts.size)]
    rollers = [f"roller[{k}]" for k in range(system.joints.size - len(links))]
    bodies = [*links, *parts, *ends, *rollers]
    return tuple(f"{body}.{axis}" for axis in ("x", "y", "angle") for body in bodies)
