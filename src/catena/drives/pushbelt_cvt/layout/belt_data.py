"""From the words of a specification to the numbers of a simulated variator.

A belt of N_E0 real elements is simulated with N_E of them, s = N_E0 / N_E: thickness,
taper and mass grow by s, and so do the stiffnesses that stand side by side along the
belt (flanks, saddles); those in a row (element on element) are divided by s. The
length of the pitch line N_E t + endplay = l_R - 2 pi h is kept exactly.

Source: [Cebulla2014] Section 3.2.1; the rule for the stiffnesses keeps the belt's
stiffness per length, that for the inertia is the one of an extruded body.
"""

from __future__ import annotations

import math
from dataclasses import replace

from catena.drives.pushbelt_cvt.layout.belt_lengths import BeltLengths, belt_lengths
from catena.drives.pushbelt_cvt.layout.data import (
    BeltData,
    ContactData,
    ElementData,
    RingData,
    SheaveData,
)
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.spec.element import gravity_shift, pin_clearance
from catena.drives.pushbelt_cvt.spec.sheaves import SheavePart
from catena.drives.variator.boundary.data import boundaries
from catena.drives.variator.sheave_pair import hubs, pair_discs
from catena.pairs.element_element import PinCones

POISSON = 0.3
"""Lateral contraction of steel, by which G = E / (2 (1 + nu))."""
SHEAR_SHARE = 5.0 / 6.0
"""Of a rectangular section that carries shear, s of (6.49)."""
MOST_SPANS_IN_SPACE = 72
"""By default: the bending of more spans across the belt asks for steps below 2 us."""


def belt_data(spec: Spec) -> BeltData:
    """The variator of a specification in numbers, scaled to the simulated elements."""
    lengths = belt_lengths(spec)
    primary, secondary = boundaries(spec.boundary)
    return BeltData(
        centre_distance=spec.variator.centre_distance,
        element=_element(spec, lengths),
        ring=_ring(spec, lengths),
        contact=_contact(spec),
        primary=_sheaves(spec, spec.primary),
        secondary=_sheaves(spec, spec.secondary),
        primary_boundary=primary,
        secondary_boundary=secondary,
        bearings=(spec.primary.bearing, spec.secondary.bearing),
    )


def scale(spec: Spec) -> float:
    """How many real elements one simulated element stands for."""
    return spec.belt.element_count_real / spec.belt.simulated


def span_count(spec: Spec) -> int:
    """Pieces of the ring's spline: as stated, or by the number of elements.

    A third of the real count keeps spans below 5 mm on common belts, where the thrust
    ratio is within 0.5 % of that of twice as many.
    """
    if spec.ring.span_count is not None:
        return spec.ring.span_count
    belt = spec.belt
    wanted = max(12, round(min(belt.simulated / 2, belt.element_count_real / 3)))
    return min(wanted, MOST_SPANS_IN_SPACE) if spec.fidelity == "spatial" else wanted


def rocking_radius(spec: Spec) -> float:
    """Radius of a simulated rocking edge, r_R' = (r_R - t/6) / s + s t/6 [m].

    On a pulley neighbours need t + (r_R - t/6) t^2 / (2 r^2) each. Elements s times as
    thick with the same r_R would use s times the endplay of the real belt; with r_R'
    the belt needs as much at every radius, and neighbours touch as far below their
    edges.
    """
    s, real = scale(spec), belt_lengths(spec).pitch_line / spec.belt.element_count_real
    return (spec.element.rocking_radius - real / 6.0) / s + s * real / 6.0


def mass_per_length(spec: Spec) -> float:
    """m*: elements and rings over the relaxed length of the neutral fibre [kg/m]."""
    elements = spec.belt.element_count_real * spec.element.mass
    return elements / belt_lengths(spec).ring + ring_mass_per_length(spec)


def ring_mass_per_length(spec: Spec) -> float:
    """Of all ring sets [kg/m]."""
    return spec.ring.density * ring_section(spec)


def ring_section(spec: Spec) -> float:
    """Cross section of all ring sets [m^2]."""
    ring = spec.ring
    return ring.set_count * ring.layer_count * ring.layer_thickness * ring.width


def shear_modulus(spec: Spec) -> float:
    """G of the rings' steel [Pa]."""
    return 0.5 * spec.ring.young / (1.0 + POISSON)


def axial_stiffness(spec: Spec) -> float:
    """EA of all ring sets [N]."""
    return spec.ring.young * ring_section(spec)


def _element(spec: Spec, lengths: BeltLengths) -> ElementData:
    element, s = spec.element, scale(spec)
    thickness = lengths.pitch_line / spec.belt.simulated
    real = lengths.pitch_line / spec.belt.element_count_real
    flank = 0.5 * (element.flank_low_height + element.flank_high_height)
    slope = math.tan(spec.variator.wedge_angle)
    width = 0.5 * element.saddle_width - (element.saddle_height - flank) * slope
    spread = element.flank_spread * thickness
    extended = spec.enhancements.flank == "extended"
    return ElementData(
        count=spec.belt.simulated,
        stands_for=s,
        thickness=thickness,
        gravity_shift=s * gravity_shift(element, real),
        mass=s * element.mass,
        inertia=s * element.inertia
        + s * element.mass * (thickness**2 - real**2) / 12.0,
        saddle_level=element.saddle_height - element.gravity_height,
        rocking_level=element.rocking_height - element.gravity_height,
        top_level=element.top_height - element.gravity_height,
        bottom_level=-element.gravity_height,
        pin_level=element.pin_height - element.gravity_height,
        flank_level=flank - element.gravity_height,
        rocking_radius=rocking_radius(spec),
        top_offset=s * element.taper,
        bottom_offset=-s * element.bottom_relief,
        pin_clearance=pin_clearance(element),
        pin_cones=pin_cones(spec),
        ear_play=lengths.ear_play,
        flank_offsets=(-spread, spread) if extended else (0.0,),
        flank_half_width=width,
        flank_height=element.flank_high_height - element.flank_low_height,
        flank_radius=element.flank_radius or 0.0,
        wedge_angle=spec.variator.wedge_angle,
    )


def pin_cones(spec: Spec) -> PinCones:
    """Pin and hole of a real element: simulated ones part further, and leave sooner."""
    e = spec.element
    pin = math.atan((e.pin_base_radius - e.pin_tip_radius) / e.pin_length)
    hole = math.atan((e.hole_entry_radius - e.hole_bottom_radius) / e.hole_depth)
    return PinCones(
        length=e.pin_length if spec.enhancements.pin == "cones" else 0.0,
        base=e.pin_base_radius,
        tip=e.pin_tip_radius,
        entry=e.hole_entry_radius,
        sin_p=math.sin(pin),
        cos_p=math.cos(pin),
        sin_h=math.sin(hole),
        cos_h=math.cos(hole),
    )


def _ring(spec: Spec, lengths: BeltLengths) -> RingData:
    ring = spec.ring
    layers = ring.set_count * ring.layer_count  # they slide on each other, cf. (6.3)
    bending = ring.young * layers * ring.width * ring.layer_thickness**3 / 12.0
    found = RingData(
        spans=span_count(spec),
        length=lengths.ring,
        thickness=ring.layer_count * ring.layer_thickness,
        axial_stiffness=axial_stiffness(spec),
        bending_stiffness=bending,
        mass_per_length=ring_mass_per_length(spec),
        damping_time=ring.damping_time,
    )
    if ring.model == "spline":
        return found
    return replace(
        found,
        angles=found.spans,
        shear_stiffness=SHEAR_SHARE * shear_modulus(spec) * ring_section(spec),
        rotary_inertia=ring.inertia_scale * ring.density * bending / ring.young,
    )


def _contact(spec: Spec) -> ContactData:
    contact, s = spec.contact, scale(spec)
    points = 2 if spec.enhancements.flank == "extended" else 1
    shared = 1.0 + contact.flank_coupling  # both loaded, they give way as one flank
    return ContactData(
        rocking_stiffness=contact.rocking_stiffness / s,
        top_stiffness=contact.top_stiffness / s,
        bottom_stiffness=contact.bottom_stiffness / s,
        pin_stiffness=contact.pin_stiffness / s,
        saddle_stiffness=contact.saddle_stiffness * s,
        flank_stiffness=contact.flank_stiffness * s * shared / points,
        flank_coupling=contact.flank_coupling,
        damping_ratio=contact.damping_ratio,
        grips=spec.friction.grips,
        saddle_friction=spec.friction.saddle,
        element_friction=spec.friction.element,
        bilateral_saddle=spec.enhancements.saddle == "bilateral",
    )


def _sheaves(spec: Spec, sheave: SheavePart) -> SheaveData:
    loose = sheave.tilt_stiffness
    pair = hubs(loose, sheave.fixed_tilt_stiffness or loose)
    return SheaveData(
        compliance=spec.enhancements.sheaves,
        mass=sheave.mass,
        axial_damping=sheave.axial_damping,
        inertia=sheave.inertia,
        polar_inertia=sheave.polar_inertia,
        tilt_stiffness=0.5 * pair.stiffness,
        tilt_share=pair.share,
        tilt_inertia=sheave.tilt_inertia,
        tilt_damping=sheave.tilt_damping,
        discs=pair_discs(sheave.influence, sheave.fixed_influence),
        inner_radius=sheave.inner_radius,
        outer_radius=sheave.outer_radius,
    )
