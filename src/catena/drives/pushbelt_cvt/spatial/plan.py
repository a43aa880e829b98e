"""From the numbers of a variator in space to the tables of the engine.

What is the same as in the plane is taken from the planar system: faces, saddles and
flanks of an element, the cross section of the rings, curves of the boundaries.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.ring_spatial import SpatialRing
from catena.bodies.sheave import Compliance
from catena.bodies.sheave_spatial import PULLEY_ROWS, SIDES, SPATIAL_SHEAVE
from catena.drives.pushbelt_cvt.layout.data import BeltData
from catena.drives.pushbelt_cvt.plan import system_of
from catena.drives.pushbelt_cvt.spatial.data import SpaceData
from catena.drives.variator.sheave_pair import compliance_of
from catena.integrators.steps.pulley_samples import Account
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, System
from catena.integrators.steps.spatial_pushbelt_tables import SHEAVES, SpatialSystem
from catena.laws.ring_tracking import RingTracking, ring_tracking
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.pairs.element_element import Spring
from catena.pairs.spatial_element_element import SpatialFaces
from catena.pairs.spatial_element_ring import SpatialSaddle
from catena.pairs.spatial_element_sheave import SpatialFlank
from catena.solvers.patches.belt_friction import Sweeps
from catena.tables.boundaries import Imposed

FLANK_MARGIN = 5e-5
"""Gap up to which a flank has a row, since a rolled one may touch with an end [m]."""
ROLL_LIMIT = 0.35
"""Sine of a roll from which no element comes back."""
PLACE = 1
"""Row of the first sheave's place in the block of pulleys."""


def spatial_system_of(
    data: BeltData, space: SpaceData, sweeps: Sweeps
) -> SpatialSystem:
    """All that never changes during a run."""
    plane = system_of(data, sweeps)
    M, M_inv = _masses(data, space)
    rings = _rings(plane, space)
    return SpatialSystem(
        elements=plane.elements,
        spans=plane.spans,
        M=M,
        M_inv=M_inv,
        faces=SpatialFaces(
            plane.faces._replace(rock=_half(plane.faces.rock)), space.rocking_arm
        ),
        saddle=_saddle(plane, space, data, rings),
        flank=SpatialFlank(
            plane.flank._replace(margin=FLANK_MARGIN),
            plane.flank_law,
            space.flank_height,
            plane.grips,
        ),
        rings=rings,
        sheaves=_sheaves(data, space),
        discs=space.discs,
        imposed=_imposed(plane, space),
        sweeps=sweeps,
        roll_limit=ROLL_LIMIT,
        offset_limit=2.0 * space.lateral_play,
    )


def place_row(space: SpaceData, p: int) -> int:
    """Row of the place that a boundary moves: that of the loose sheave."""
    return PLACE + (0 if space.loose is None else 3 * space.loose[p])


def _half(spring: Spring) -> Spring:
    return Spring(0.5 * spring.k, 0.5 * spring.d)


def _rings(plane: System, space: SpaceData) -> SpatialRing:
    """Each set carries half of what both carry in the plane."""
    one = plane.ring._replace(
        EA=0.5 * plane.ring.EA, EI=0.5 * plane.ring.EI, m=0.5 * plane.ring.m
    )
    GJ = space.torsion_stiffness
    return SpatialRing(
        one, plane.spans, space.bending_stiffness, space.damping_time, GJ,
        SIDES * plane.spans if GJ > 0.0 else 0,
    )  # fmt: skip


def _saddle(
    plane: System, space: SpaceData, data: BeltData, rings: SpatialRing
) -> SpatialSaddle:
    tracking = tracking_of(space)
    slope = max(tracking.a_1, tracking.steep if space.pillar_stiffness else 0.0)
    node, mass = rings.plane.m, data.element.mass
    felt = mass * node / (mass + node)
    return SpatialSaddle(
        plane.saddle._replace(k=0.5 * plane.saddle.k, d=0.5 * plane.saddle.d),
        z=space.ring_position,
        tracking=tracking,
        crown=space.crown,
        EI_t=space.bending_stiffness * data.element.thickness,
        d_z=2.0 * data.contact.damping_ratio * math.sqrt(slope * felt),
        width=space.ring_width,
        l_0=rings.plane.l_0,
        spans=plane.spans,
    )


def tracking_of(space: SpaceData) -> RingTracking:
    """The law of the offset: ring tracking, or springs at pillar and sheave."""
    law = ring_tracking(space.lateral_play, space.centring_force, space.edge_force)
    if space.pillar_stiffness:
        law = law._replace(steep=space.pillar_stiffness)
    return law


def _masses(data: BeltData, space: SpaceData) -> tuple[Floats, Floats]:
    """Masses of all velocities and their inverses, block after block."""
    e, ring = data.element, data.ring
    one = [e.mass, e.mass, e.mass, space.roll_inertia, space.yaw_inertia, e.inertia]
    element = np.tile(one, e.count)
    knots = np.full(
        SIDES * 3 * ring.spans, 0.5 * ring.mass_per_length * ring.length / ring.spans
    )
    M = np.zeros((PULLEY_ROWS, PULLEY_COUNT))
    M_inv = np.zeros_like(M)
    boundaries = (data.primary_boundary, data.secondary_boundary)
    for p, sheave in enumerate((data.primary, data.secondary)):
        M[0, p] = sheave.inertia
        M_inv[0, p] = 0.0 if boundaries[p].turning == "speed" else 1.0 / sheave.inertia
        moved = 2.0 * sheave.mass if space.loose is None else sheave.mass
        if boundaries[p].axial == "force":
            M[place_row(space, p), p] = moved
            M_inv[place_row(space, p), p] = 1.0 / moved
        if "tilting" in sheave.compliance:
            for s in range(SIDES):
                if space.loose is None or space.loose[p] == s:
                    rows = slice(PLACE + 3 * s + 1, PLACE + 3 * s + 3)
                    M[rows, p] = sheave.tilt_inertia
                    M_inv[rows, p] = 1.0 / sheave.tilt_inertia
    twists = np.full(
        SIDES * ring.spans if space.torsion_stiffness > 0.0 else 0,
        space.polar_inertia * ring.length / ring.spans,
    )
    return (
        np.concatenate([element, M.ravel(), knots, twists]),
        np.concatenate([1.0 / element, M_inv.ravel(), 1.0 / knots, 1.0 / twists]),
    )


def _sheaves(data: BeltData, space: SpaceData) -> Rows:
    """The four sheaves, left and right of the primary, then of the secondary."""
    wedge = data.element.wedge_angle
    made = table(
        SPATIAL_SHEAVE,
        SHEAVES,
        sin=math.sin(wedge),
        cos=math.cos(wedge),
        tan=math.tan(wedge),
    )
    centres = (0.0, data.centre_distance)
    for b in range(SHEAVES):
        p, s = divmod(b, SIDES)
        sheave, row = (data.primary, data.secondary)[p], made[b]
        shared = space.loose is None
        moving = shared or (space.loose is not None and space.loose[p] == s)
        first = PLACE + 3 * s
        row.pulley, row.z = p, PLACE if shared else first
        row.x, row.y = first + 1, first + 2
        row.side, row.c_x, row.c_z = 2.0 * s - 1.0, centres[p], space.planes[p]
        row.compliance = compliance_of(sheave.compliance)
        if not moving:
            row.compliance &= ~Compliance.TILTING
        row.k_tilt, row.d_tilt = sheave.tilt_stiffness, sheave.tilt_damping
        row.gyro = sheave.polar_inertia
        row.d_axial = sheave.axial_damping if moving else 0.0
        row.inner, row.outer = sheave.inner_radius, sheave.outer_radius
    return made


def _imposed(plane: System, space: SpaceData) -> Imposed:
    """Curves of the planar boundaries on the velocities of the belt in space.

    In the plane forces act on both sheaves and a stop moves each of them; a loose
    sheave takes the force of one and moves twice as far.
    """
    old = plane.imposed
    speeds, loads, curve = old.speeds.copy(), old.loads.copy(), old.curve.copy()
    first = 6 * plane.elements
    for rows, factor in ((speeds, 2.0), (loads, 0.5)):
        for i in range(rows.size):
            account = int(rows[i].account)
            p = account % PULLEY_COUNT
            axial = account >= Account.CLAMPING
            row = place_row(space, p) if axial else 0
            rows[i].dof = first + PULLEY_COUNT * row + p
            if axial and space.loose is not None:
                curve[1, rows[i].curve : rows[i].curve_end + 1] *= factor
    return Imposed(speeds, loads, old.waves, curve)
