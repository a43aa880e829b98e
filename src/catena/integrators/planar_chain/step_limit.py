"""The largest time step that is stable, from the chain itself.

It is found around the path, with every contact closed that can be closed at the same
time; see `catena.dynamics.largest_step`. The slope of regularised friction at rest is
left out: it would halve the step, though runs stay bounded, since friction does.
"""

from __future__ import annotations

import math

import numpy as np

from catena.codes import NormalLaw
from catena.dynamics.largest_step import StepLimit, step_limit
from catena.geometry.tooth import gap_distance
from catena.integrators.planar_chain.assembly import frictionless, rotor_view
from catena.integrators.planar_chain.forces import smooth_forces
from catena.integrators.planar_chain.tables import Part, State, System
from catena.laws.johnson import limit_force
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.pairs.roller_tooth import RollerTooth
from catena.tables.checkpoint import copied

CLOSED = 3e-4
"""By how much contacts are closed for the estimate [m]: rollers of a chain worn by
0.5 % press too. How deep hardly matters, laws being straight here."""

OFF_CENTRE = 1e-6
"""By how much rollers stand beside the middle of their gaps [m]: where two flanks meet
there, the force jumps, and its difference would pass for a stiffness."""

DESIGN_FORCE = 2000.0
"""Contact force for which the step of curved laws is chosen [N]."""


def tooth_stiffness(system: System) -> float:
    """Tangent stiffness of the law of the teeth [N/m]; 0 of rigid ones.

    Curved laws stiffen slowly with their force, so one large force serves them all.
    """
    group = system.groups[Part.TOOTH]
    if group.law == NormalLaw.UNILATERAL_NEWTON:
        return 0.0
    if group.law == NormalLaw.HERTZ:
        depth = (DESIGN_FORCE / group.k) ** (1.0 / group.p)
        return float(group.p * DESIGN_FORCE / depth)
    if group.law == NormalLaw.JOHNSON:
        limit = limit_force(group.k, group.p, group.length)
        per_length = min(DESIGN_FORCE, 0.3 * limit) / group.length
        reach = math.log(4.0 * math.pi * group.k * group.p / per_length)
        return float(math.pi * group.k * group.length / (reach - 2.0))
    return float(group.k)


def chain_limit(system: System, state: State) -> float:
    """Largest stable time step [s] of a chain that lies on its path; see below."""
    return chain_step_limit(system, state).step


def chain_step_limit(system: System, state: State) -> StepLimit:
    """Largest stable time step of a chain that lies on its path, and what decides it.

    Every roller presses on the bottom of its gap, then on a flank; joints on rails
    press too, nothing has play, nothing rubs.

    Args:
        system: The drive.
        state: On its path, at rest.
    """
    closed = _closed(system)
    wheels, seat = closed.teeth.wheels.size, closed.rotors.r_pitch
    bottom = closed._replace(teeth=_raised(closed.teeth, seat))
    beside, turned = copied(state), copied(state)
    rotor_view(system, beside.q)[2, :wheels] += OFF_CENTRE / seat[:wheels]
    rotor_view(system, turned.q)[2, :wheels] += _to_flank(closed)
    found = _limit(bottom, beside), _limit(closed, turned)
    return min(found, key=lambda limit: limit.step)


def _limit(system: System, state: State) -> StepLimit:
    still: State = copied(state)
    # a load over the angle is a spring as well: with the whole of it
    still.t[0] = math.inf  # loads have grown over their ramps
    forces = smooth_forces(system, still, np.zeros(state.u.size))
    return step_limit(forces, still.q, still.u, system.M_inv)


def _closed(system: System) -> System:
    """Contacts that press at once and as their laws are under load, without play."""
    smooth = frictionless(system)
    groups, joints, shafts = smooth.groups, smooth.joints, system.shafts.copy()
    groups[Part.TOOTH].k = tooth_stiffness(system)
    rigid = system.groups.law == NormalLaw.UNILATERAL_NEWTON
    groups.k[rigid], groups.d[rigid] = 0.0, 0.0
    # straight laws: differences of forces then do not depend on the depth
    groups.law, groups.onset = int(NormalLaw.SPRING_DAMPER), 0.0
    joints.clear, shafts.play = 0.0, 0.0
    rails = system.rails._replace(offset=system.rails.offset + CLOSED)
    return smooth._replace(shafts=shafts, rails=rails)


def _raised(teeth: RollerTooth, seat: Floats) -> RollerTooth:
    """Gaps moved outwards until rollers on the pitch circle press on the bottom."""
    shape = teeth.shape.copy()
    for wheel, radius in zip(teeth.wheels, seat, strict=False):
        rows = slice(wheel.first, wheel.last)
        shape[rows, 0] += _distance(teeth, wheel, radius, 0.0) + CLOSED
    return teeth._replace(shape=shape)


def _to_flank(system: System) -> Floats:
    """Turns of the wheels after which rollers on the pitch circle press on a flank."""
    teeth, found = system.teeth, np.zeros(system.teeth.wheels.size)
    for j, wheel in enumerate(teeth.wheels):
        free, pressed = 0.0, math.pi / wheel.teeth
        # bisection: 40 halvings of half a pitch angle end below rounding
        for _ in range(40):
            middle = 0.5 * (free + pressed)
            gap = _distance(teeth, wheel, system.rotors[j].r_pitch, -middle)
            free, pressed = (free, middle) if gap < -CLOSED else (middle, pressed)
        found[j] = pressed
    return found


def _distance(teeth: RollerTooth, wheel: Rows, radius: float, angle: float) -> float:
    """Of a roller on the pitch circle from gap 0 [m]; below 0 it presses."""
    x, y = radius * math.cos(angle), radius * math.sin(angle)
    found = gap_distance(teeth.code, teeth.shape, wheel.first, wheel.last, x, y)
    return float(found[0]) - teeth.radius
