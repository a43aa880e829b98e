"""A specification in space as tables."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from catena.drives.roller_chain.layout.links import joint_stiffnesses
from catena.drives.roller_chain.spatial.chain_data import (
    SAMPLE,
    SpatialData,
    relief_depth,
    side_relief,
    tooth_width,
)
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spatial.rails import (
    guide_arm,
    piston_rows,
    rail_tables,
    tensioned,
)
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load
from catena.geometry.curve import STRAIGHT, Piece, wrapped
from catena.geometry.tooth import ToothProfile
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.tables.contour import Feature
from catena.tables.spatial import (
    ARM,
    FACET,
    JOINT,
    LINK,
    ROLLER,
    SUPPORT,
    WHEEL,
    Laws,
    SpatialChain,
)


def system_of(spec: Spec, placed: SpatialLayout) -> SpatialChain:
    """Everything that does not change. Even links are bush links."""
    data = placed.data
    facets = [facets_of(profile) for profile in placed.profiles]
    return SpatialChain(
        _links(spec, placed),
        _joints(spec, placed),
        _rollers(spec, placed),
        _wheels(spec, placed, [len(rows) for rows in facets]),
        _arms(spec, placed),
        piston_rows(spec, placed),
        _supports(spec),
        np.concatenate(facets).view(np.recarray),
        *rail_tables(spec, placed),
        _laws(spec, data),
    )


def roller_counts(n: int) -> Ints:
    """Rollers of every link: two on bush links, one behind on an offset link."""
    found = np.where(np.arange(n) % 2 == 0, 2, 0)
    found[-1] = 0 if n % 2 == 0 else 1
    return found


def _links(spec: Spec, placed: SpatialLayout) -> Rows:
    """Masses and inertias; a concentric roller is part of its link."""
    data, n = placed.data, placed.link_count
    rollers, half = roller_counts(n), 0.5 * placed.pitches
    bush = 0.5 * rollers  # 1 for bush links, 0 for pin links, 1/2 for an offset link
    mass = bush * data.inner_mass + (1.0 - bush) * data.outer_mass
    J = [
        bush * a + (1.0 - bush) * b
        for a, b in zip(data.inner_inertia, data.outer_inertia, strict=True)
    ]
    J[0], J[1] = J[0] + rollers * data.roller_tilt, J[1] + rollers * data.roller_tilt
    if spec.spatial.roller.concentric:
        lump = rollers * data.roller_mass
        mass, J[1], J[2] = mass + lump, J[1] + lump * half**2, J[2] + lump * half**2
    inner, outer = 0.5 * data.chain.inner_width, 0.5 * data.outer_width
    return table(
        LINK,
        n,
        mass=mass,
        rollers=rollers,
        J_x=J[0], J_y=J[1], J_z=J[2],
        half=half,
        width_rear=np.where(rollers > 0, inner, outer),
        width_front=np.where(rollers > 1, inner, outer),
        plate=data.chain.plate_thickness,
        sample=SAMPLE * data.chain.pitch,
        reach=data.reach,
    )  # fmt: skip


def _joints(spec: Spec, placed: SpatialLayout) -> Rows:
    """Joint i joins link i at its front and the next at its rear."""
    data, n = placed.data, placed.link_count
    i, half = np.arange(n), 0.5 * placed.pitches
    pin_first = roller_counts(n) < 2
    after = (i + 1) % n
    part, chain = spec.spatial.joint, data.chain
    ratio, mass = 2.0 * part.damping_ratio, data.mean_mass
    k = joint_stiffnesses(spec.chain, chain.stiffness, n)
    c = spec.chain.damping
    c_plane = ratio * np.sqrt(k * mass) if c is None else c
    J = [
        0.5 * (a + b)
        for a, b in zip(data.inner_inertia, data.outer_inertia, strict=True)
    ]
    return table(
        JOINT,
        n,
        pin=np.where(pin_first, i, after),
        bush=np.where(pin_first, after, i),
        pin_x=np.where(pin_first, half, -half[after]),
        bush_x=np.where(pin_first, -half[after], half),
        k_x=k, k_y=k, k_z=part.lateral_stiffness,
        k_rx=part.twist_stiffness, k_ry=part.bending_stiffness,
        c_x=c_plane, c_y=c_plane,
        c_z=ratio * math.sqrt(part.lateral_stiffness * mass),
        c_rx=ratio * math.sqrt(part.twist_stiffness * J[0]),
        c_ry=ratio * math.sqrt(part.bending_stiffness * J[1]),
        c_rz=spec.chain.joint.damping,
        friction=spec.chain.joint_friction,
        pin_radius=0.5 * chain.pin_diameter,
        slip_speed=part.slip_speed,
    )  # fmt: skip


def roller_owners(count: int) -> tuple[Ints, Floats]:
    """Which link carries each roller, and at which end: -1 behind, +1 in front.

    Two to every bush link, first the one behind; one to an offset link.
    """
    r = np.arange(count)
    return 2 * (r // 2), np.where(r % 2 == 0, -1.0, 1.0)


def _rollers(spec: Spec, placed: SpatialLayout) -> Rows:
    data, n, part = placed.data, placed.link_count, spec.spatial.roller
    link, end = roller_owners(n)
    return table(
        ROLLER,
        n,
        link=link,
        x=0.5 * end * placed.pitches[link],
        mass=0.0 if part.concentric else data.roller_mass,
        J=data.roller_spin,
        radius=0.5 * data.chain.roller_diameter,
        bush_radius=data.bush_radius,
        clearance=part.clearance,
        modulus=part.modulus,
        length=data.chain.inner_width,
        damping=part.damping,
        friction=part.friction,
        concentric=int(part.concentric),
    )


def sense_of(placed: SpatialLayout) -> Floats:
    """+1 for each wheel around which the chain bends left."""
    return np.array([wheel.sense for wheel in placed.wheels])


def _wheels(spec: Spec, placed: SpatialLayout, counts: list[int]) -> Rows:
    n, data, sense = len(spec.sprocket), placed.data, sense_of(placed)
    made = table(WHEEL, n, arm=-1, support=-1, load_speed=spec.spatial.load_speed)
    ends, supports = np.cumsum(counts), 0
    carried = {name: a for a, arm in enumerate(spec.arm) for name in arm.sprockets}
    for j, part in enumerate(spec.sprocket):
        row = made[j]
        row.teeth, row.first, row.last = part.tooth_count, ends[j] - counts[j], ends[j]
        row.x, row.y = placed.wheels[j].centre + placed.loosened[j]
        row.z, row.tip = part.offset, placed.profiles[j].tip_radius
        row.half_width = 0.5 * tooth_width(part.tooth_width, data.chain.inner_width)
        pitch = data.chain.pitch
        relief = side_relief(part.tooth_relief, pitch)
        row.relief, row.relief_radius = relief_depth(pitch, relief), pitch
        row.inertia, row.damping = part.inertia, part.damping
        towards = part.eccentricity_angle - placed.phases[j]
        row.e_x = part.eccentricity * math.cos(towards)
        row.e_y = part.eccentricity * math.sin(towards)
        row.skew_x, row.skew_y = part.skew
        row.wobble = part.wobble
        if part.name in carried:
            row.arm = carried[part.name]
            pivot = spec.arm[row.arm].pivot
            d_x, d_y = part.centre[0] - pivot[0], part.centre[1] - pivot[1]
            row.x, row.y = d_x, d_y
        if part.bearing is not None:
            row.support, supports = supports, supports + 1
        _fill_boundary(row, part.boundary, sense[j])
        made[j] = row
    return made


def _fill_boundary(row: Rows, boundary: object, sense: float) -> None:
    """What drives or brakes a wheel."""
    if isinstance(boundary, DriveSpeed):
        row.held = 1
    elif isinstance(boundary, Load):
        row.load = max(boundary.torque, 0.0)
        row.torque = sense * max(-boundary.torque, 0.0)  # drives: fades at no speed
    elif isinstance(boundary, DriveTorque):
        row.droop = boundary.droop
        row.torque = sense * (
            boundary.torque + boundary.droop * (boundary.speed or 0.0)
        )


def _arms(spec: Spec, placed: SpatialLayout) -> Rows:
    """Arms with sprockets, then guides with a tensioner."""
    arms = [
        table(
            ARM, 1, x=part.pivot[0], y=part.pivot[1], inertia=part.inertia,
            preload=part.preload, stiffness=part.stiffness, damping=part.damping,
            damping_back=part.damping,
        )
        for part in spec.arm
    ]  # fmt: skip
    guides = [guide_arm(spec, placed, g) for g in tensioned(spec)]
    return np.concatenate([table(ARM), *arms, *guides]).view(np.recarray)


def _supports(spec: Spec) -> Rows:
    """Elastic bearings of sprockets, in their order."""
    found = []
    for j, part in enumerate(spec.sprocket):
        bearing = part.bearing
        if bearing is None:
            continue
        k_z, k_t = bearing.axial_stiffness, bearing.tilt_stiffness
        J = bearing.tilt_inertia or 0.5 * part.inertia
        found.append(table(
            SUPPORT, 1, wheel=j, mass=bearing.mass, J=J, k=bearing.stiffness,
            k_z=k_z or 0.0, k_t=k_t or 0.0, c=bearing.damping,
            c_z=bearing.axial_damping, c_t=bearing.tilt_damping,
            axial=int(k_z is not None), tilting=int(k_t is not None),
        ))  # fmt: skip
    return np.concatenate([table(SUPPORT), *found]).view(np.recarray)


def _laws(spec: Spec, data: SpatialData) -> Laws:
    tooth, side, rail = spec.contact.tooth, spec.spatial.side, spec.contact.rail
    return Laws(
        np.array(
            [tooth.stiffness or data.chain.stiffness, tooth.damping, tooth.friction]
        ),
        np.array([side.stiffness, side.damping, side.friction]),
        np.array([rail.stiffness, rail.damping, rail.friction]),
        np.array([spec.solve.slip_speed]),
        np.array([*spec.solve.gravity, spec.spatial.gravity_z]),
        motion_of(spec),
    )


def motion_of(spec: Spec) -> Floats:
    """Speed of the driver over time (n, 2) [s, rad/s], left turn positive."""
    boundary = spec.leading.boundary
    left = spec.travel == "counter-clockwise"
    sense = 1.0 if (spec.leading.side == "inside") == left else -1.0
    if not isinstance(boundary, DriveSpeed):
        return np.array([[0.0, 0.0]])
    if boundary.history:
        points = np.array(boundary.history, dtype=np.float64)
    elif boundary.ramp > 0.0:
        points = np.array([[0.0, 0.0], [boundary.ramp, boundary.speed]])
    else:
        points = np.array([[0.0, boundary.speed]])
    points[:, 1] *= sense
    return points


def facets_of(profile: ToothProfile) -> Rows:
    """Half a tooth gap: lines and arcs in order, and its convex corners."""
    pieces = profile.half_gap.pieces()
    rows = [_facet(piece) for piece in pieces]
    for before, piece in pairwise(pieces):
        if wrapped(piece.heading - before.end()[2]) > 1e-7:  # bends towards the solid
            rows.append(_corner(before, piece))
    x, y, heading = pieces[-1].end()
    middle = math.pi / profile.tooth_count + 0.5 * math.pi
    if middle - heading > 1e-6:  # the tip is an edge; its mirror image goes on
        mirrored = 2.0 * middle - heading
        rows.append(_corner(pieces[-1], Piece(x, y, mirrored, 0.0, 1.0)))
    made = table(FACET, len(rows))
    for k, row in enumerate(rows):
        made[k] = tuple(row)
    return made


def _facet(piece: Piece) -> tuple[float, ...]:
    t_x, t_y = math.cos(piece.heading), math.sin(piece.heading)
    if abs(piece.curvature * piece.length) < STRAIGHT:
        return (Feature.LINE, piece.x, piece.y, t_x, t_y, piece.length, 0.0, 0.0)
    radius = 1.0 / piece.curvature
    c_x, c_y = piece.x - radius * t_y, piece.y + radius * t_x
    x, y, _ = piece.at(0.5 * piece.length)
    size = abs(radius)
    half = 0.5 * abs(piece.curvature) * piece.length
    kind = Feature.BUMP if radius > 0.0 else Feature.HOLLOW
    m_x, m_y = (x - c_x) / size, (y - c_y) / size
    return (kind, c_x, c_y, m_x, m_y, size, math.cos(half), 0.0)


def _corner(before: Piece, after: Piece) -> tuple[float, ...]:
    end = before.end()[2]
    t_x, t_y = math.cos(after.heading), math.sin(after.heading)
    return (
        Feature.POINT, after.x, after.y, t_x, t_y, 0.0, math.cos(end), math.sin(end)
    )  # fmt: skip
