"""Sprockets, guides and shafts of a specification as bodies and rows of a plan."""

from __future__ import annotations

import numpy as np

from catena.couplings.bearing import BEARING
from catena.couplings.mount import MOUNT
from catena.couplings.torsion_bar import TORSION_BAR
from catena.drives.plan import Bodies, Plan
from catena.drives.roller_chain.layout.chain_data import STEEL, TOOTH_WIDTH
from catena.drives.roller_chain.layout.free_rollers import FreeRollers, free_rollers
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.layout.tensioner_push import push_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.wheels import BearingPart, SprocketPart
from catena.drives.wheel_boundary.tables import Driven, impose
from catena.drives.wheel_boundary.words import DriveSpeed
from catena.errors import SpecError
from catena.geometry.paths.path import Wheel
from catena.integrators.planar_chain.tables import ROTOR, Part
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.tables.boundaries import LOAD, SPEED

ASIDE = 1e-8
"""Way of a roller from the middle of its bush at the start, for a direction [m]."""
ARM_STIFFNESS, ARM_DAMPING = 2e7, 0.05
"""Bearing of a sprocket on an arm where none is given [N/m], share of critical."""


def declare_rotors(
    plan: Plan, bodies: Bodies, spec: Spec, layout: Layout
) -> tuple[Rows, Floats]:
    """Sprockets, guides, arms, far ends of shafts, free rollers, and what holds them.

    Returns:
        What is known of each rotor, and the centres (2, sprockets) of the teeth seen
        from those of the bodies [m].
    """
    ends = [j for j, part in enumerate(spec.sprocket) if part.shaft is not None]
    base = len(spec.sprocket) + len(spec.guide) + len(spec.arm)
    rollers, links = free_rollers(spec, layout), layout.placement.link_count
    count = base + len(ends) + (0 if rollers is None else links)
    rotors = table(ROTOR, count, speed=-1, load=-1, shaft=-1, mount=-1)
    rotors.body, rotors.sense = bodies.count + np.arange(rotors.size), 1.0
    off = _fill_sprockets(spec, layout, rotors)
    _fill_guides(spec, layout, rotors)
    _fill_arms(spec, layout, rotors)
    if rollers is not None:
        _fill_rollers(layout, rollers, rotors[base + len(ends) :])
    for i, j in enumerate(ends):
        shaft = spec.sprocket[j].shaft
        assert shaft is not None
        end = rotors[base + i]
        end.inertia, end.sense = shaft.inertia, rotors[j].sense
        rotors[j].shaft = i
    _add_bodies(bodies, bearings_of(spec, layout), rollers, rotors)
    turn = bodies.dof(rotors.body, 2)
    dragged = np.flatnonzero(rotors.drag > 0.0)
    drag = rotors.drag[dragged]
    plan.rows(BEARING, dof=turn[dragged], group=Part.BEARING, d=drag)
    for i, j in enumerate(ends):
        shaft = spec.sprocket[j].shaft
        assert shaft is not None
        plan.rows(
            TORSION_BAR, ratio=1.0, a=turn[j], b=turn[base + i], k=shaft.stiffness,
            d=shaft.damping, group=Part.SHAFT,
        )  # fmt: skip
    _mount(plan, spec, layout, rotors)
    for j, part in enumerate(spec.sprocket):
        r = j if part.shaft is None else base + ends.index(j)
        speed = isinstance(part.boundary, DriveSpeed)
        rotors[r]["speed" if speed else "load"] = plan.count(SPEED if speed else LOAD)
        angle = _start_angle(layout, part)
        wheel = Driven(part.boundary, turn[r], r, rotors[r].sense, angle)
        impose(plan, wheel, spec.solve.duration, spec.load_ramp)
    return rotors, off


def _add_bodies(
    bodies: Bodies,
    bearings: dict[int, BearingPart],
    rollers: FreeRollers | None,
    rotors: Rows,
) -> None:
    """Rotors turn; free rollers and the axes of those in elastic bearings move."""
    M = np.zeros((3, rotors.size))
    M[2] = rotors.inertia
    for j, bearing in bearings.items():
        M[:2, j] = bearing.mass
    if rollers is not None:
        M[:2, -rollers.owner.size :] = rollers.mass
    bodies.add(M)


def _mount(plan: Plan, spec: Spec, layout: Layout, rotors: Rows) -> None:
    """Elastic bearings, some on an arm."""
    on_arm = {name: a for a, arm in enumerate(spec.arm) for name in arm.sprockets}
    for j, bearing in bearings_of(spec, layout).items():
        rotor, x, y, arm = rotors[j], rotors[j].x, rotors[j].y, -1
        if spec.sprocket[j].name in on_arm:
            a = len(spec.sprocket) + len(spec.guide) + on_arm[spec.sprocket[j].name]
            arm, x, y = rotors[a].body, x - rotors[a].x, y - rotors[a].y
        rotor.mount = plan.count(MOUNT)
        plan.rows(
            MOUNT, group=Part.BEARING, body=rotor.body, arm=arm, x=x, y=y,
            g_x=rotor.g_x, g_y=rotor.g_y, k=bearing.stiffness, d=bearing.damping,
        )  # fmt: skip


def _fill_sprockets(spec: Spec, layout: Layout, rotors: Rows) -> Floats:
    """Axis, inertia, bearing and eccentricity of the sprockets; centres of teeth."""
    off = np.zeros((2, len(spec.sprocket)))
    for j, part in enumerate(spec.sprocket):
        rotor = rotors[j]
        rotor.x, rotor.y = wheel_of(layout, part.name).centre
        rotor.inertia, rotor.drag = part.inertia, part.damping
        rotor.sense = wheel_of(layout, part.name).sense
        rotor.r_pitch = layout.profiles[j].pitch_radius
        towards = part.eccentricity_angle - layout.placement.phases[part.name]
        off[:, j] = part.eccentricity * np.array([np.cos(towards), np.sin(towards)])
        if part.mass is not None and spec.solve.motion == "dynamic":
            off[:, j] = _unbalance(part, part.mass, rotor, off[:, j])
    return off


def _unbalance(part: SprocketPart, mass: float, rotor: Rows, off: Floats) -> Floats:
    """Centre of gravity off the axis; in an elastic bearing all is seen from there."""
    moving = mass if part.bearing is None else part.bearing.mass
    centre = off * mass / moving
    rotor.g_mass, rotor.g_x, rotor.g_y = moving, *centre
    if part.bearing is None:
        return off
    about_axis = moving * float(np.hypot(*centre)) ** 2
    rotor.inertia = max(0.0, part.inertia - about_axis)
    return np.asarray(off - centre)


def _fill_guides(spec: Spec, layout: Layout, rotors: Rows) -> None:
    """Pivot, inertia and pushing direction of the guides."""
    for g, (part, rail) in enumerate(zip(spec.guide, layout.rails, strict=True)):
        rotor = rotors[len(spec.sprocket) + g]
        if part.pivot is None:
            continue
        rotor.x, rotor.y = part.pivot
        rotor.inertia = part.inertia
        push = push_of(part, rail, layout.turned[g])
        rotor.push_x, rotor.push_y = push.x, push.y


def bearings_of(spec: Spec, layout: Layout) -> dict[int, BearingPart]:
    """Elastic bearings by sprocket; a carried one without a bearing gets its own."""
    carried = [name for arm in spec.arm for name in arm.sprockets]
    found = {}
    for j, part in enumerate(spec.sprocket):
        if part.bearing is not None:
            found[j] = part.bearing
        elif part.name in carried:
            radius, width = layout.profiles[j].pitch_radius, layout.chain.inner_width
            mass = STEEL * np.pi * radius**2 * TOOTH_WIDTH * width
            damping = 2.0 * ARM_DAMPING * np.sqrt(ARM_STIFFNESS * mass)
            found[j] = BearingPart(
                stiffness=ARM_STIFFNESS, mass=float(mass), damping=float(damping)
            )
    return found


def _fill_arms(spec: Spec, layout: Layout, rotors: Rows) -> None:
    """Pivot of the arms, and their inertia without the sprockets they carry."""
    bearings = bearings_of(spec, layout)
    names = [part.name for part in spec.sprocket]
    for a, arm in enumerate(spec.arm):
        rotor = rotors[len(spec.sprocket) + len(spec.guide) + a]
        rotor.x, rotor.y = arm.pivot
        carried = 0.0
        for name in arm.sprockets:
            j = names.index(name)
            reach = np.hypot(rotors[j].x - rotor.x, rotors[j].y - rotor.y)
            carried += bearings[j].mass * float(reach) ** 2
            rotor.r_pitch = max(rotor.r_pitch, float(reach))
        if carried >= arm.inertia:
            raise SpecError.at(
                f"arm[{a}].inertia",
                arm.inertia,
                f"more than {carried:.3g} kg m^2, which the masses of its sprockets "
                "have about its pivot",
                "state the mass of their bearings, or a larger inertia",
            )
        rotor.inertia = arm.inertia - carried


def _fill_rollers(layout: Layout, rollers: FreeRollers, rotors: Rows) -> None:
    """Free rollers on the pins of the chain; a touch beside, where none is a place."""
    rotors.x, rotors.y = layout.placement.pins.T
    rotors.x += ASIDE
    rotors.inertia, rotors.r_pitch = rollers.inertia, rollers.radius


def _start_angle(layout: Layout, part: SprocketPart) -> float:
    """Angle of a sprocket at the start, in the sense of travel [rad]."""
    sense = wheel_of(layout, part.name).sense
    return float(sense * layout.placement.phases[part.name])


def wheel_of(layout: Layout, name: str) -> Wheel:
    """The circle of a sprocket in the path."""
    item = layout.items[layout.wheel_index(name)]
    assert isinstance(item, Wheel)
    return item
