"""From the numbers of a variator and its running state to the tables of the kernels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from catena.bodies.ring_spline import RingSpline, control_points
from catena.drives.pushbelt_cvt.data import (
    BeltData,
    Curve,
    PulleyBoundary,
    SheaveData,
)
from catena.drives.pushbelt_cvt.layout import Layout
from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints
from catena.pushbelt.flanks import add_flank_forces
from catena.pushbelt.scratch import work_for
from catena.pushbelt.tables import (
    CX,
    OM,
    TX,
    TY,
    VX,
    VY,
    XI,
    Axial,
    C,
    Laws,
    Loss,
    S,
    Sheaves,
    State,
    System,
    Turning,
    W,
    X,
    Y,
    Z,
)

FLANK_MARGIN = 3e-4
"""Gap up to which a flank takes part in the coupled law [m]."""

ON_WRAP = 1e-4
"""By how much flanks of a wrap may lie further out than the innermost one [m]."""


@dataclass(frozen=True)
class SolveNumbers:
    """How friction is solved."""

    tolerance: float
    """Change of a friction force at which sweeps end [N]."""
    sweeps: int


def laws_of(data: BeltData, solve: SolveNumbers) -> Laws:
    """The numbers all elements share; damping from a ratio and the masses that meet."""
    e, ring, c = data.element, data.ring, data.contact
    half = 0.5 * e.thickness
    node = ring.mass_per_length * ring.length / ring.spans
    points = len(e.flank_offsets)

    def damping(stiffness: float, mass: float) -> float:
        return 2.0 * c.damping_ratio * math.sqrt(stiffness * mass)

    def felt(lever: float) -> float:
        """Half the mass a neighbour meets at a lever: two equal ones in a row [kg]."""
        return 0.5 / (1.0 / e.mass + lever * lever / e.inertia)

    return Laws(
        front=half + e.gravity_shift,
        rear=half - e.gravity_shift,
        m_inv=1.0 / e.mass,
        j_inv=1.0 / e.inertia,
        a_saddle=e.gravity_shift,
        b_saddle=e.saddle_level,
        b_rock=e.rocking_level,
        b_top=e.top_level,
        b_bottom=e.bottom_level,
        b_pin=e.pin_level,
        b_flank=e.flank_level,
        r_rock=e.rocking_radius,
        a_top=half + e.gravity_shift + e.top_offset,
        a_bottom=half + e.gravity_shift + e.bottom_offset,
        pin_play=e.pin_clearance,
        ear_play=e.ear_play,
        half_ring=0.5 * ring.thickness,
        w_flank=e.flank_half_width,
        sin_wedge=math.sin(e.wedge_angle),
        cos_wedge=math.cos(e.wedge_angle),
        tan_wedge=math.tan(e.wedge_angle),
        k_rock=c.rocking_stiffness,
        d_rock=damping(c.rocking_stiffness, felt(e.rocking_level)),
        k_top=c.top_stiffness,
        d_top=damping(c.top_stiffness, felt(e.top_level)),
        k_bottom=c.bottom_stiffness,
        d_bottom=damping(c.bottom_stiffness, felt(e.bottom_level)),
        k_pin=c.pin_stiffness,
        d_pin=damping(c.pin_stiffness, felt(half)),
        k_saddle=c.saddle_stiffness,
        d_saddle=damping(c.saddle_stiffness, e.mass * node / (e.mass + node)),
        k_flank=c.flank_stiffness,
        d_flank=damping(c.flank_stiffness, e.mass / (2.0 * points)),
        mu_flank=c.flank_friction,
        mu_saddle=c.saddle_friction,
        bilateral=int(c.bilateral_saddle),
        margin=FLANK_MARGIN,
        tolerance=solve.tolerance,
        sweeps=solve.sweeps,
    )


def system_of(data: BeltData, solve: SolveNumbers) -> System:
    """All that never changes during a run."""
    ring = data.ring
    span = ring.length / ring.spans
    node = ring.mass_per_length * span
    boundaries = (data.primary_boundary, data.secondary_boundary)
    curves: list[Curve] = []
    codes = np.zeros((7, 2), dtype=np.int64)
    for p, (sheave, boundary) in enumerate(
        zip((data.primary, data.secondary), boundaries, strict=True)
    ):
        codes[:, p] = _codes(sheave, boundary, curves)
    return System(
        laws=laws_of(data, solve),
        spline=RingSpline(
            l_0=span,
            EA=ring.axial_stiffness,
            EI=ring.bending_stiffness,
            kappa_0=-2.0 * math.pi / ring.length,
            tau=ring.damping_time,
            m=node,
        ),
        ring_inv=1.0 / node,
        flank_a=np.array(data.element.flank_offsets, dtype=float)
        + data.element.gravity_shift,
        pulley=np.ascontiguousarray(
            np.stack(
                [
                    _pulley(data.primary, boundaries[0], 0.0),
                    _pulley(data.secondary, boundaries[1], data.centre_distance),
                ],
                axis=1,
            )
        ),
        pulley_code=codes,
        curve=np.stack(
            [
                np.concatenate([curve.time for curve in curves]),
                np.concatenate([curve.value for curve in curves]),
            ]
        ),
        influence=_padded(
            [np.sqrt(s.influence) for s in (data.primary, data.secondary)]
        ),
        radial=_padded([s.radial for s in (data.primary, data.secondary)]),
    )


def _codes(sheave: SheaveData, boundary: PulleyBoundary, curves: list[Curve]) -> Ints:
    """What decides about one pulley, and where its curves are."""
    places = []
    for curve in (boundary.turning_value, boundary.axial_value):
        first = sum(known.time.size for known in curves)
        places += [first, first + curve.time.size - 1]
        curves.append(curve)
    return np.array(
        [
            Turning[boundary.turning.upper()],
            Axial[boundary.axial.upper()],
            Sheaves[sheave.compliance.upper()],
            *places,
        ],
        dtype=np.int64,
    )


def _pulley(sheave: SheaveData, boundary: PulleyBoundary, centre: float) -> Floats:
    """Masses of the pair of sheaves; 0 inverse where a motion is imposed or locked."""
    tilts = sheave.compliance == "tilting"
    return np.array(
        [
            centre,
            0.0,
            1.0 / sheave.inertia if boundary.turning == "torque" else 0.0,
            0.5 / sheave.mass if boundary.axial == "force" else 0.0,
            0.5 / sheave.tilt_inertia if tilts else 0.0,
            2.0 * sheave.tilt_stiffness,
            2.0 * sheave.tilt_damping,
            2.0 * sheave.axial_damping,
            2.0 * sheave.polar_inertia,
            sheave.inner_radius,
            sheave.outer_radius,
            sheave.inertia,
        ]
    )


def _padded(rows: list[Floats]) -> Floats:
    """Rows of different lengths as one array, filled up with zeros."""
    width = max(row.size for row in rows)
    table = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        table[i, : row.size] = row
    return table


def running_state(placed: Layout, system: System) -> State:
    """Everything in its place on the course of the belt, in even motion."""
    n = placed.data.element.count
    points = len(placed.data.element.flank_offsets)
    state = State(
        t=np.zeros(1),
        element=_elements(placed),
        ring=_ring(placed),
        pulley=_pulleys(placed),
        la_flank=np.zeros((n * points, 2)),
        la_saddle=np.zeros(n),
        closed=np.zeros(n * points, dtype=np.int64),
        loss=np.zeros(len(Loss)),
    )
    start = placed.start
    for p, force in enumerate((start.force_primary, start.force_secondary)):
        if start.grooves == "unloaded":
            state.pulley[Z, p] = _touching(system, state, p)
        else:
            state.pulley[Z, p] = _closing(system, state, p, force)
    return state


def _elements(placed: Layout) -> Floats:
    """Elements on the pitch line, pushing as the belt does, rolling on the sheaves."""
    data, line = placed.data, placed.elements.course
    n, level = data.element.count, data.element.rocking_level
    arc = placed.elements.places
    (x, y), angle, bend = line.point(arc), line.angle(arc), -line.curvature(arc)
    out_x, out_y = -np.sin(angle), np.cos(angle)
    # the tension of the ring has pressed each saddle by T t / (R k)
    tension = placed.start.ring_tension * data.element.thickness
    lift = tension * bend / data.contact.saddle_stiffness - level
    turning = -placed.belt_speed * bend
    element = np.zeros((8, n))
    element[C], element[S], element[W] = np.cos(angle), np.sin(angle), turning
    behind = data.element.gravity_shift
    l_x, l_y = lift * out_x - behind * element[C], lift * out_y - behind * element[S]
    element[X], element[Y] = x + l_x, y + l_y
    element[VX] = placed.belt_speed * element[C] - turning * l_y
    element[VY] = placed.belt_speed * element[S] + turning * l_x
    spans, fibre = data.ring.spans, placed.elements.bent.fibre
    above = np.interp(arc, line.starts, fibre.starts)
    element[XI] = np.mod(spans * above / fibre.length, spans)
    return element


def _ring(placed: Layout) -> Floats:
    """Control points of the ring on its course, as fast as the saddles on average."""
    spans, fibre = placed.data.ring.spans, placed.elements.bent.fibre
    start = placed.start
    arc = np.arange(spans) * fibre.length / spans
    (x, y), angle = fibre.point(arc), fibre.angle(arc)
    element = placed.data.element
    saddle = element.saddle_level - element.rocking_level
    bend = 0.5 / start.radius_primary + 0.5 / start.radius_secondary
    speed = placed.belt_speed * (1.0 + saddle * bend)
    course = np.stack([x, y, speed * np.cos(angle), speed * np.sin(angle)], axis=1)
    return np.ascontiguousarray(control_points(course).T)


def _pulleys(placed: Layout) -> Floats:
    """Speeds of the pulleys; the secondary rolls unless its speed is given.

    Sheaves that tilt have already given way to the belt.
    """
    start, pulley = placed.start, np.zeros((10, 2))
    pulley[OM, 0] = start.speed_primary
    pulley[OM, 1] = placed.belt_speed / (start.radius_secondary - placed.depth)
    if placed.data.secondary_boundary.turning == "speed":
        pulley[OM, 1] = start.speed_secondary
    pulley[[TX, TY]] = np.transpose(placed.elements.bent.tilts)
    return pulley


def _touching(system: System, state: State, p: int) -> float:
    """Opening of a groove that touches the flanks of the wrap without force [m]."""
    q, laws, centre = state.element, system.laws, system.pulley[CX, p]
    along = system.flank_a[:, None]
    x = q[X] + along * q[C] - laws.b_flank * q[S] - centre
    y = q[Y] + along * q[S] + laws.b_flank * q[C]
    rho = np.hypot(x, y)
    wrapped = np.median(rho[rho < rho.min() + ON_WRAP])
    return float(laws.w_flank - wrapped * laws.tan_wedge)


def _closing(system: System, state: State, p: int, force: float) -> float:
    """Opening of a groove whose flanks carry the clamping force without friction [m].

    Bracketed: the axial force grows as the groove closes.
    """
    work = work_for(system, state)

    def excess(opening: float) -> float:
        state.pulley[Z, p] = opening
        work.pulley[:] = 0.0
        work.element[:] = 0.0
        if not add_flank_forces(system, state, work, 0.0):
            raise SolverError(
                "pushbelt: the coupled law of the sheaves has no solution"
            )
        return 0.5 * float(work.pulley[1, p]) - force

    touch = _touching(system, state, p)
    opening = float(brentq(excess, touch - 2e-3, touch + 1e-4, xtol=1e-12))
    state.pulley[Z, p] = opening
    return opening
