"""What a pushbelt in space needs to know beyond the planar one, in bare numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data, scale, shear_modulus
from catena.drives.pushbelt_cvt.layout.belt_lengths import belt_lengths
from catena.drives.pushbelt_cvt.layout.data import BeltData, SheaveData
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.sheave_pair import disc_of, disc_tables
from catena.errors import GeometryError
from catena.geometry.variator import belt_geometry
from catena.solvers.coupled_laws.disc_tables import Discs


@dataclass(frozen=True)
class SpaceData:
    """Across the belt; scaled to the simulated elements, SI units."""

    loose: tuple[int, int] | None
    """Side (0 left, 1 right) of the loose sheave of each pulley; None: symmetric."""
    planes: tuple[float, float]
    """z of the mid-planes of both grooves [m]."""
    roll_inertia: float
    yaw_inertia: float
    rocking_arm: float
    ring_position: float
    lateral_play: float
    ring_width: float
    centring_force: float
    edge_force: float
    pillar_stiffness: float
    """Where there is no tracking, else 0 [N/m]."""
    crown: float
    """One over the radius of crowned saddles, 0 for flat ones [1/m]."""
    friction_across: bool
    bending_stiffness: float
    """E I of one ring set across the belt [N m^2]."""
    torsion_stiffness: float
    """G J of one ring set whose layers twist separately; 0: no twist [N m^2]."""
    polar_inertia: float
    """Of one ring set per length, against twist [kg m]."""
    discs: Discs
    """Influence functions of the four sheaves, left and right of each pulley."""
    edge_stress: float
    """At the edges of the layers over the curvature across, E b/2 [Pa m]."""
    damping_time: float
    flank_height: float


def space_data(spec: Spec, ratio: float) -> SpaceData:
    """The data across the belt of a specification, at the ratio it starts with.

    Raises:
        GeometryError: ring sets or misalignment do not fit the elements.
    """
    space, element, s = spec.spatial, spec.element, scale(spec)
    real = belt_lengths(spec).pitch_line / spec.belt.element_count_real
    thick = s * real
    mass, width = element.mass, element.saddle_width
    slab = mass * real**2 / 12.0
    yaw = space.yaw_inertia or mass * width**2 / 12.0 + slab
    roll = space.roll_inertia or mass * width**2 / 12.0 + element.inertia - slab
    position, play = ring_room(spec)
    stiff = space.pillar_stiffness or spec.contact.saddle_stiffness
    tracked = space.tracking == "monotone"
    found = SpaceData(
        loose=loose_sides(spec),
        planes=(misalignment(spec, ratio), 0.0),
        roll_inertia=s * roll,
        yaw_inertia=s * yaw + s * mass * (thick**2 - real**2) / 12.0,
        rocking_arm=space.rocking_arm or 0.5 * width / math.sqrt(3.0),
        ring_position=position,
        lateral_play=play,
        ring_width=spec.ring.width,
        centring_force=s * space.centring_force if tracked else 0.0,
        edge_force=s * space.edge_force if tracked else 0.0,
        pillar_stiffness=0.0 if tracked else s * stiff,
        crown=0.0 if space.crown_radius is None else 1.0 / space.crown_radius,
        friction_across=space.ring_friction == "both",
        bending_stiffness=lateral_stiffness(spec),
        torsion_stiffness=torsion(spec) if space.twist == "line contact" else 0.0,
        polar_inertia=polar_inertia(spec),
        discs=sheave_discs(spec),
        edge_stress=0.5 * spec.ring.young * spec.ring.width,
        damping_time=space.lateral_damping_time,
        flank_height=element.flank_high_height - element.flank_low_height,
    )
    refuse_shear(spec, found, thick, ratio)
    refuse_rolling(spec)
    return found


def sheave_discs(spec: Spec) -> Discs:
    """Influence functions of all four sheaves, those of fixed ones by themselves."""
    loose, discs = loose_sides(spec), []
    for p, pulley in enumerate((spec.primary, spec.secondary)):
        for side in range(2):
            influence = pulley.influence
            if loose is not None and loose[p] != side:
                influence = pulley.fixed_influence or influence
            discs.append([disc_of(influence)])
    return disc_tables(discs, spec.contact.flank_coupling)


def loose_sides(spec: Spec) -> tuple[int, int] | None:
    """Side of the loose sheave of each pulley, 0 left and 1 right."""
    space = spec.spatial
    if space.sheaves == "symmetric":
        return None
    return (
        int(space.primary_loose_side == "right"),
        int(space.secondary_loose_side == "right"),
    )


def ring_room(spec: Spec) -> tuple[float, float]:
    """Middle of a ring set beside that of the element, and its play (5.3) [m].

    Raises:
        GeometryError: the set meets pillar or flank.
    """
    space, element, width = spec.spatial, spec.element, spec.ring.width
    inner, outer = 0.5 * element.pillar_width, 0.5 * element.saddle_width
    position = space.ring_position or 0.5 * (inner + outer)
    room = min(position - inner, outer - position) - 0.5 * width
    play = space.lateral_play or room
    if play <= 0.0 or play > room + 1e-9:
        play = max(play, 0.0)
        raise GeometryError(
            f"ring sets of {1e3 * width:.4g} mm at {1e3 * position:.4g} mm from the "
            f"middle with a play of {1e3 * play:.4g} mm need saddles from "
            f"{1e3 * (position - 0.5 * width - play):.4g} to "
            f"{1e3 * (position + 0.5 * width + play):.4g} mm; the pillar ends at "
            f"{1e3 * inner:.4g} mm, the saddle at {1e3 * outer:.4g} mm"
        )
    return position, play


def lateral_stiffness(spec: Spec) -> float:
    """E I of one ring set against bending across the belt [N m^2]."""
    ring = spec.ring
    section = ring.layer_count * ring.layer_thickness * ring.width
    return ring.young * section * ring.width**2 / 12.0


def torsion(spec: Spec) -> float:
    """G J of one ring set, thin layers side by side [N m^2]: n G b t^3/3."""
    ring = spec.ring
    return (
        ring.layer_count
        * shear_modulus(spec)
        * ring.width
        * ring.layer_thickness**3
        / 3.0
    )


def polar_inertia(spec: Spec) -> float:
    """Of one ring set per length about its middle line [kg m]."""
    ring = spec.ring
    section = ring.layer_count * ring.layer_thickness * ring.width
    return ring.density * section * (ring.width**2 + ring.layer_thickness**2) / 12.0


def misalignment(spec: Spec, ratio: float) -> float:
    """How far the primary groove lies to the right of the secondary [m]."""
    space = spec.spatial
    if space.misalignment is not None:
        return space.misalignment
    if space.sheaves == "symmetric":
        return 0.0
    side = 1.0 if space.primary_loose_side == "right" else -1.0
    aligned = 1.0 if space.aligned_ratio is None else space.aligned_ratio
    return side * natural_misalignment(spec, ratio, aligned)


def natural_misalignment(spec: Spec, ratio: float, aligned: float) -> float:
    """Misalignment of grooves with fixed sheaves on opposite sides [m].

    A belt that moves outwards by dr moves away from the fixed sheave by dr tan(delta_0)
    in each pulley, so that d(i) = -((r_I + r_O)(i) - (r_I + r_O)(aligned)) tan(delta_0)
    with the primary's fixed sheave on the left.
    """
    length, apart = belt_lengths(spec).ring, spec.variator.centre_distance
    sums = [
        found.radius_i + found.radius_o
        for found in (belt_geometry(i, length, apart) for i in (ratio, aligned))
    ]
    return -(sums[0] - sums[1]) * math.tan(spec.variator.wedge_angle)


def refuse_shear(spec: Spec, space: SpaceData, thick: float, ratio: float) -> None:
    """Refuse a misalignment that the pins do not let the elements follow.

    Elements stay parallel to the pulleys, so that each stands beside its neighbour by
    its thickness times the slope of the strand.
    """
    apart = abs(space.planes[0] - space.planes[1])
    length = belt_lengths(spec).ring
    strand = belt_geometry(ratio, length, spec.variator.centre_distance).strand
    beside = thick * apart / strand
    clearance = belt_data(spec).element.pin_clearance
    if beside > clearance:
        raise GeometryError(
            f"spatial: a misalignment of {1e3 * apart:.4g} mm shifts neighbours of "
            f"{1e3 * thick:.4g} mm by {1e6 * beside:.3g} um in the strands; pins have "
            f"a clearance of {1e6 * clearance:.3g} um, which allows "
            f"{1e3 * clearance * strand / thick:.3g} mm"
        )


def refuse_rolling(spec: Spec) -> None:
    """Refuse round flanks between which an element would roll over.

    Rolled by phi both flanks carry R phi off their middle and set it upright with
    2 N R phi; that their forces come closer to its axis turns it on by 2 N w cos(delta)
    phi, w being half its width at the level of its centre of gravity.
    """
    element = belt_data(spec).element
    angle = element.wedge_angle
    width = element.flank_half_width - element.flank_level * math.tan(angle)
    least = width * math.cos(angle)
    if 0.0 < element.flank_radius <= least:
        raise GeometryError(
            f"element.flank_radius: found {1e3 * element.flank_radius:.4g} mm; "
            f"elements in space roll over on flanks rounder than {1e3 * least:.4g} mm, "
            "half their width times the cosine of the wedge angle"
        )


def planar_twin(data: BeltData, space: SpaceData) -> BeltData:
    """The planar variator that a belt in space starts from.

    A loose sheave carries what both mirror images carry in the plane with half their
    motion: its planar twin has twice its masses, stiffnesses and dampings.
    """
    if space.loose is None:
        return data
    return replace(
        data, primary=_doubled(data.primary), secondary=_doubled(data.secondary)
    )


def _doubled(sheave: SheaveData) -> SheaveData:
    return replace(
        sheave,
        mass=2.0 * sheave.mass,
        axial_damping=2.0 * sheave.axial_damping,
        polar_inertia=2.0 * sheave.polar_inertia,
        tilt_stiffness=2.0 * sheave.tilt_stiffness,
        tilt_inertia=2.0 * sheave.tilt_inertia,
        tilt_damping=2.0 * sheave.tilt_damping,
    )
