"""From the numbers of a variator to the tables of the engine.

Elements, two pairs of sheaves and a ring are declared as blocks of one flat system;
contacts by their pairs and laws; shafts and clamping as imposed speeds or loads.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.ring_cosserat import RingShear
from catena.bodies.ring_spline import RingSpline
from catena.bodies.sheave import SHEAVE
from catena.couplings.mount import MOUNT
from catena.drives.plan import Plan
from catena.drives.pushbelt_cvt.layout.data import BeltData, SheaveData
from catena.drives.variator.boundary.bearings import add_shafts
from catena.drives.variator.boundary.plan import impose
from catena.drives.variator.grip.table import grip_table
from catena.drives.variator.sheave_pair import compliance_of, disc_tables
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, Group, System
from catena.numerics.records import Rows, table
from catena.pairs.element_element import ElementFaces, Spring
from catena.pairs.element_ring import ElementSaddle
from catena.pairs.element_sheave import ElementFlank
from catena.rows.flank_force import FlankLaw
from catena.solvers.patches.belt_friction import Sweeps

FLANK_MARGIN = 3e-4
"""Gap up to which a flank takes part in the coupled law [m]."""


def system_of(data: BeltData, sweeps: Sweeps) -> System:
    """All that never changes during a run."""
    ring, sheaves = data.ring, (data.primary, data.secondary)
    span = ring.length / ring.spans
    plan = Plan()
    _add_bodies(plan, data)
    impose(plan, plan.blocks[1], (data.primary_boundary, data.secondary_boundary))
    return System(
        elements=data.element.count,
        spans=ring.spans,
        angles=ring.angles,
        M=plan.M,
        M_inv=plan.M_inv,
        faces=_faces(data),
        saddle=_saddle(data),
        flank=_flank(data),
        flank_law=_flank_law(data),
        grips=grip_table(*data.contact.grips),
        ring=RingSpline(
            l_0=span,
            EA=ring.axial_stiffness,
            EI=ring.bending_stiffness,
            kappa_0=-2.0 * math.pi / ring.length,
            tau=ring.damping_time,
            m=ring.mass_per_length * span,
        ),
        shear=RingShear(
            GA=ring.shear_stiffness,
            J=ring.rotary_inertia * span,
            winding=-2.0 * math.pi,
        ),
        sheaves=_sheaves(data),
        mounts=plan.table(MOUNT),
        discs=disc_tables(
            [sheave.discs for sheave in sheaves], data.contact.flank_coupling
        ),
        imposed=plan.imposed,
        sweeps=sweeps,
    )


def _add_bodies(plan: Plan, data: BeltData) -> None:
    """Elements, pulleys, the ring with its sections, shafts in elastic bearings.

    A shaft of imposed speed keeps its inertia for what its drive must provide; a stop
    carries its sheave.
    """
    n, ring, e = data.element.count, data.ring, data.element
    elements, pulleys, points = plan.bodies(3), plan.bodies(4), plan.bodies(2)
    sections = plan.bodies(1)
    elements.add(np.repeat([[e.mass], [e.mass], [e.inertia]], n, axis=1))
    boundaries = (data.primary_boundary, data.secondary_boundary)
    for boundary, sheave in zip(
        boundaries, (data.primary, data.secondary), strict=True
    ):
        groove = 2.0 * sheave.mass if boundary.axial == "force" else 0.0
        tilt = sheave.tilt_share * sheave.tilt_inertia if sheave.tilts else 0.0
        pulleys.add([sheave.inertia, groove, tilt, tilt])
    node = ring.mass_per_length * ring.length / ring.spans
    points.add(np.full((2, ring.spans), node))
    turned = ring.rotary_inertia * ring.length / ring.spans
    sections.add(np.full((1, ring.angles), turned))
    add_shafts(plan, data.bearings, int(Group.BEARING))


def _damping(data: BeltData, stiffness: float, mass: float) -> float:
    """Of a contact, from the damping ratio and the mass that meets it [N s/m]."""
    return 2.0 * data.contact.damping_ratio * math.sqrt(stiffness * mass)


def _faces(data: BeltData) -> ElementFaces:
    """Front and rear of the elements; two equal masses meet in a row."""
    e, c = data.element, data.contact
    half = 0.5 * e.thickness

    def spring(stiffness: float, lever: float) -> Spring:
        felt = 0.5 / (1.0 / e.mass + lever * lever / e.inertia)
        return Spring(stiffness, _damping(data, stiffness, felt))

    return ElementFaces(
        front=half + e.gravity_shift,
        rear=half - e.gravity_shift,
        a_top=half + e.gravity_shift + e.top_offset,
        a_bottom=half + e.gravity_shift + e.bottom_offset,
        b_rock=e.rocking_level,
        b_top=e.top_level,
        b_bottom=e.bottom_level,
        b_pin=e.pin_level,
        r_rock=e.rocking_radius,
        pin_play=e.pin_clearance,
        mu=c.element_friction,
        cones=e.pin_cones,
        rock=spring(c.rocking_stiffness, e.rocking_level),
        top=spring(c.top_stiffness, e.top_level),
        bottom=spring(c.bottom_stiffness, e.bottom_level),
        pin=spring(c.pin_stiffness, half),
    )


def _saddle(data: BeltData) -> ElementSaddle:
    """The ring on the elements; an element meets a control point of the ring."""
    e, ring, c = data.element, data.ring, data.contact
    node = ring.mass_per_length * ring.length / ring.spans
    return ElementSaddle(
        along=e.gravity_shift,
        level=e.saddle_level,
        half_ring=0.5 * ring.thickness,
        ear_play=e.ear_play,
        k=c.saddle_stiffness,
        d=_damping(data, c.saddle_stiffness, e.mass * node / (e.mass + node)),
        mu=c.saddle_friction,
        bilateral=int(c.bilateral_saddle),
    )


def _flank(data: BeltData) -> ElementFlank:
    e = data.element
    return ElementFlank(
        level=e.flank_level,
        half_width=e.flank_half_width,
        margin=FLANK_MARGIN,
        along=np.array(e.flank_offsets, dtype=float) + e.gravity_shift,
        radius=e.flank_radius,
        reach=0.5 * e.flank_height,
    )


def _flank_law(data: BeltData) -> FlankLaw:
    """Both sheaves share an element with all its flank points."""
    c, points = data.contact, len(data.element.flank_offsets)
    return FlankLaw(
        k=c.flank_stiffness,
        d=_damping(data, c.flank_stiffness, data.element.mass / (2.0 * points)),
    )


def _sheaves(data: BeltData) -> Rows:
    """The pairs of sheaves of both pulleys, where their shafts rest."""
    wedge = data.element.wedge_angle
    made = table(
        SHEAVE,
        PULLEY_COUNT,
        c_x=[-data.shafts[0], data.centre_distance - data.shafts[1]],
        sin=math.sin(wedge),
        cos=math.cos(wedge),
        tan=math.tan(wedge),
    )
    for p, sheave in enumerate((data.primary, data.secondary)):
        _fill_sheave(made[p], sheave)
    return made


def _fill_sheave(row: Rows, sheave: SheaveData) -> None:
    """One pulley; stiffness, damping and inertia of both sheaves together."""
    row.compliance = compliance_of(sheave.compliance)
    row.k_tilt = 2.0 * sheave.tilt_stiffness
    row.d_tilt = sheave.tilt_share * sheave.tilt_damping
    row.d_axial = 2.0 * sheave.axial_damping
    row.gyro = 2.0 * sheave.polar_inertia
    row.inner, row.outer = sheave.inner_radius, sheave.outer_radius
