"""The state a run starts with: everything in its place, in even motion."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from catena.bodies.ring_cosserat import section_angles
from catena.bodies.ring_spline import control_points
from catena.drives.pushbelt_cvt.layout.data import BeltData
from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.start.course import (
    course_points,
    places_between,
    ring_knots,
)
from catena.errors import SolverError
from catena.integrators.steps.pushbelt_limit import axial_forces
from catena.integrators.steps.pushbelt_tables import (
    PULLEY_COUNT,
    Group,
    System,
    empty_memory,
    work_for,
)
from catena.numerics.arrays import Floats
from catena.tables.state import State, empty_ledger

ON_WRAP = 1e-4
"""By how much flanks of a wrap may lie further out than the innermost one [m]."""


def running_state(placed: Layout, system: System) -> State:
    """Everything in its place on the course of the belt, in even motion."""
    knots, out = ring_knots(placed.data, placed.start, placed.elements.bent.fibre)
    element, place = _elements(placed, knots, out)
    ring = _ring(placed, knots, out)
    pulley, shaft = _pulleys(placed), _shafts(placed)
    turns = angles_on(placed.data, *ring)
    memory = empty_memory(system.elements, system.flank.along.size)
    memory.place[:] = place
    state = State(
        t=np.zeros(1),
        q=_flat(element[0], pulley[0], ring[0], turns[0], shaft),
        u=_flat(element[1], pulley[1], ring[1], turns[1], 0.0 * shaft),
        memory=memory,
        ledger=empty_ledger(len(Group), 2 * PULLEY_COUNT),
    )
    start = placed.start
    for p, force in enumerate((start.force_primary, start.force_secondary)):
        if start.grooves == "unloaded":
            grooves(state, system)[p] = _touching(system, state, p)
        else:
            close_groove(system, state, p, force)
    memory.place[:] = place
    memory.effort[:] = 0  # what closing has cost is not the run's
    memory.extreme[:] = 0.0
    return state


def _elements(
    placed: Layout, knots: Floats, out: float
) -> tuple[tuple[Floats, Floats], Floats]:
    """Elements on the pitch line, pushing as the belt does, rolling on the sheaves.

    Positions, velocities, and places on the ring with its knots at arc lengths, ``out``
    further outwards.
    """
    data, line = placed.data, placed.elements.course
    level = data.element.rocking_level
    arc = placed.elements.places
    (x, y), angle, bend = line.point(arc), line.angle(arc), -line.curvature(arc)
    c, s = np.cos(angle), np.sin(angle)
    # the tension of the ring has pressed each saddle by T t / (R k)
    tension = placed.start.ring_tension * data.element.thickness
    lift = tension * bend / data.contact.saddle_stiffness - level + out
    turning = -placed.belt_speed * bend
    behind = data.element.gravity_shift
    l_x, l_y = -lift * s - behind * c, lift * c - behind * s
    q = np.stack([x + l_x, y + l_y, angle])
    u = np.stack(
        [
            placed.belt_speed * c - turning * l_y,
            placed.belt_speed * s + turning * l_x,
            turning,
        ]
    )
    fibre = placed.elements.bent.fibre
    above = np.interp(arc, line.starts, fibre.starts)
    return (q, u), places_between(knots, above, fibre.length)


def _ring(placed: Layout, knots: Floats, out: float) -> tuple[Floats, Floats]:
    """Control points of the ring on its course, as fast as the saddles on average."""
    fibre, start = placed.elements.bent.fibre, placed.start
    angle = fibre.angle(knots)
    element = placed.data.element
    saddle = element.saddle_level - element.rocking_level
    bend = 0.5 / start.radius_primary + 0.5 / start.radius_secondary
    speed = placed.belt_speed * (1.0 + saddle * bend)
    along = speed * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    course = course_points(fibre, knots, out)
    points = control_points(np.concatenate([course, along], axis=1)).T
    return points[:2], points[2:]


def angles_on(data: BeltData, points: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Angles of a Cosserat ring's sections and their rates (1, m), or none.

    Sections start upright on the fibre and turn with it: (6.105), (6.111), (6.123).
    """
    if data.ring.angles == 0:
        return np.zeros((1, 0)), np.zeros((1, 0))
    return section_angles(points, rates)


def _shafts(placed: Layout) -> Floats:
    """Ways of shafts in elastic bearings (3, 2), or none."""
    q = np.zeros((3, PULLEY_COUNT if any(placed.data.bearings) else 0))
    if q.size:
        q[0] = placed.data.shafts
    return q


def _flat(*parts: Floats) -> Floats:
    """Blocks one behind the other."""
    return np.concatenate([part.ravel() for part in parts])


def _pulleys(placed: Layout) -> tuple[Floats, Floats]:
    """Speeds of the pulleys; the secondary rolls unless its speed is given.

    Sheaves that tilt have already given way to the belt.
    """
    start, q, u = placed.start, np.zeros((4, PULLEY_COUNT)), np.zeros((4, PULLEY_COUNT))
    u[0, 0] = start.speed_primary
    u[0, 1] = placed.belt_speed / (start.radius_secondary - placed.depth)
    if placed.data.secondary_boundary.turning == "speed":
        u[0, 1] = start.speed_secondary
    q[2:] = np.transpose(placed.elements.bent.tilts)
    return q, u


def grooves(state: State, system: System) -> Floats:
    """Openings of both grooves, as a view of q."""
    first = 3 * system.elements + PULLEY_COUNT
    return state.q[first : first + PULLEY_COUNT]


def centres(system: System, state: State) -> Floats:
    """Where the shafts are, x and y of both (2, 2) [m]."""
    rest: Floats = np.stack([system.sheaves.c_x, system.sheaves.c_y])
    first = 3 * system.elements + 4 * PULLEY_COUNT + 2 * system.spans + system.angles
    if state.q.size == first:
        return rest
    return rest + state.q[first:].reshape(3, PULLEY_COUNT)[:2]


def _touching(system: System, state: State, p: int) -> float:
    """Opening of a groove that touches the flanks of the wrap without force [m]."""
    flank, sheave, n = system.flank, system.sheaves[p], system.elements
    c_x, c_y = centres(system, state)[:, p]
    q = state.q[: 3 * n].reshape(3, n)
    c, s, along = np.cos(q[2]), np.sin(q[2]), flank.along[:, None]
    x = q[0] + along * c - flank.level * s - c_x
    y = q[1] + along * s + flank.level * c - c_y
    rho = np.hypot(x, y)
    wrapped = np.median(rho[rho < rho.min() + ON_WRAP])
    return float(flank.half_width - wrapped * sheave.tan)


def close_groove(system: System, state: State, p: int, force: float) -> None:
    """Close a groove until its flanks carry the clamping force without friction.

    Bracketed: the axial force grows as the groove closes.

    Raises:
        SolverError: no groove carries the force, since elements overlap.
    """
    work, groove = work_for(system), grooves(state, system)

    def excess(opening: float) -> float:
        groove[p] = opening
        return float(axial_forces(system, state, work)[p]) - force

    touch = _touching(system, state, p)
    if not excess(touch - 2e-3) > 0.0:
        raise SolverError(
            f"start: the flanks cannot carry {force:.0f} N: an element stands in its "
            "neighbour, and the order of the elements is lost; expected stiffer "
            "contacts between elements, or a smaller force"
        )
    groove[p] = float(brentq(excess, touch - 2e-3, touch + 1e-4, xtol=1e-12))
