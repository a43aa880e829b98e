"""A planar system built in Python as a drive: what a file would state of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from catena import planar
from catena.couplings.lines.linear_spring import LinearSpring
from catena.drives.system.spec import Spec
from catena.drives.system.spec.laws import table_of
from catena.errors import SpecError
from catena.laws.words import Friction
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.bodies import Body, Profile
from catena.planar.builder import PRESS_STIFFNESS
from catena.planar.parts import Contact, LinearBody, Load, Partner, Tie
from catena.planar.rods import FlexibleRod
from catena.rods.section import per_element
from catena.tables.pairs import PairKind

Table = dict[str, Any]
FORCE = {"x": "force", "y": "force", "angle": "torque"}
PLACE = {"x": "position", "y": "position", "angle": "angle"}


def as_drive(
    plan: PlanarSystem, *, step: float, duration: float, title: str = "", **solve: Any
) -> Spec:
    """A system built in Python as a drive, for ``simulate``, studies and reports.

    Args:
        plan: The system.
        step: Time step [s].
        duration: Simulated time [s].
        title: Heading of the report.
        solve: What else the table ``[solve]`` of a file may hold, such as ``engine``
            or ``record_every``.
    """
    from catena.drives.loading import spec_from

    joints = [c for c in plan.contacts if c.pair is PairKind.PIN_X]
    presses = [c for c in plan.contacts if c.pair is PairKind.POINT_FACE]
    contours, contacts = contact_tables(plan)
    nodes = [node.body for rod in plan.rods for node in rod.own_nodes]
    data = {
        "drive": "system",
        "title": title,
        "gravity": [float(g) for g in plan.gravity],
        "body": [body_table(body) for body in plan.bodies[1:] if body not in nodes],
        "rod": [rod_table(rod) for rod in plan.rods],
        "linear_body": [linear_table(body) for body in plan.linear_bodies],
        "contour": contours,
        "spring": [
            {**ends(spring), **asdict(spring.pull)}
            for spring in plan.springs
            if isinstance(spring.pull, LinearSpring)
        ],
        "coupling": [
            {**ends(line), "pull": table_of(line.pull)}
            for line in plan.springs
            if not isinstance(line.pull, LinearSpring)
        ],
        "journal": journals(plan),
        "pin": [pin_table(plan, c) for c in joints if c.group not in node_names(plan)],
        "torsion_bar": [
            {
                "name": bar.name,
                "a": bar.a.name,
                "b": bar.b.name,
                **{"stiffness": bar.stiffness, "damping": bar.damping},
                **{"rest_angle": bar.rest, "ratio": bar.ratio, "play": bar.play},
            }
            for bar in plan.torsion_bars
        ],
        "tie": [tie_table(tie) for tie in plan.ties],
        "motor": [motor(d.name, d.speed) for d in plan.drives],
        "load": [load(x) for x in plan.loads],
        "contact": contacts,
        "press": [press_table(plan, c) for c in presses],
        "gap": [gap_table(c) for c in plan.contacts if c.gap is not None],
        "maxwell": [
            {
                "name": group.name,
                "contacts": list(group.contacts),
                "influence": group.influence.tolist(),
            }
            for group in plan.maxwell_groups
        ],
        "solve": {"step": step, "duration": duration, **solve},
    }
    spec = spec_from({key: value for key, value in data.items() if value != []})
    assert isinstance(spec, Spec)
    return spec


def body_table(body: Body) -> Table:
    """A body with its state at the start."""
    return {
        "name": body.name,
        "mass": body.mass,
        "inertia": body.inertia,
        "position": list(body.at),
        "angle": body.angle,
        "velocity": list(body.velocity),
        "spin": body.spin,
        "free": [axis for axis in FORCE if axis in body.free],
    }


def node_names(plan: PlanarSystem) -> list[str]:
    """Bodies, and joints, that rods bring."""
    return [node.body.name for rod in plan.rods for node in rod.own_nodes]


def rod_table(made: FlexibleRod) -> Table:
    """A rod, with all its nodes."""
    rod, (start_on, end_on) = made.rod, made.held_by
    EI = per_element("rod.EI", rod.section.EI, rod.elements)
    section: Table = {
        "shape": "stiffness",
        "axial": rod.grid.EA.tolist(),
        "bending": EI.tolist(),
        "mass_per_length": rod.mass.tolist(),
        "height": made.height,
    }
    if np.ptp(rod.grid.GA) == 0.0:
        section["shear"] = float(rod.grid.GA[0])
    return {
        "name": made.name,
        "points": rod.points.tolist(),
        "closed": rod.closed,
        "relaxed": rod.relaxed,
        "section": section,
        "start": rod.ends[0],
        "end": rod.ends[1],
        "start_on": start_on.name,
        "end_on": end_on.name,
        "damping": made.lag,
        "inertia_scale": made.inertia_scale,
        "velocity": list(made.velocity),
        "spin": made.spin,
    }


def linear_table(body: LinearBody) -> Table:
    """A body with constant matrices."""
    return {
        "name": body.name,
        "coordinates": list(body.coordinates),
        **{key: getattr(body, key).tolist() for key in ("mass", "stiffness")},
        **{key: getattr(body, key).tolist() for key in ("damping", "force")},
        "position": body.at.tolist(),
        "velocity": body.velocity.tolist(),
    }


def ends(part: Any) -> Table:
    """Name, bodies and points of a coupling."""
    return {
        "name": part.name,
        "a": part.a.body.name,
        "b": part.b.body.name,
        "point_a": list(part.a.centre),
        "point_b": list(part.b.centre),
    }


def journals(plan: PlanarSystem) -> list[Table]:
    """Bearings, with friction at those that have it."""
    rubbing = {c.journal: c for c in plan.contacts if c.journal >= 0}
    found = []
    for k, part in enumerate(plan.journals):
        keys = ("stiffness", "damping", "clearance", "turn_damping")
        more: Table = {key: getattr(part, key) for key in keys}
        if k in rubbing:
            more["pin_radius"] = rubbing[k].numbers[2]
            more |= friction_table(rubbing[k].friction)
        found.append({**ends(part), **more})
    return found


def pin_table(plan: PlanarSystem, contact: Contact) -> Table:
    """A rigid joint, from the first of its two rows."""
    return {
        "name": contact.name.removesuffix(".x"),
        "a": plan.bodies[contact.body_a].name,
        "b": plan.bodies[contact.body_b].name,
        "point_a": list(contact.numbers[:2]),
        "point_b": list(contact.numbers[4:6]),
    }


def press_table(plan: PlanarSystem, contact: Contact) -> Table:
    """A point pressed on a face."""
    return {
        "name": contact.name,
        "a": plan.bodies[contact.body_a].name,
        "face": plan.bodies[contact.body_b].name,
        "point_a": list(contact.numbers[:2]),
        "force": -contact.numbers[3] * PRESS_STIFFNESS,
        **friction_table(contact.friction),
    }


def tie_table(tie: Tie) -> Table:
    """A spring from a linear body to another one."""
    return {
        "name": tie.name,
        "body": tie.body.name,
        "coordinate": tie.coordinate,
        "other": tie.other.name,
        "axis": tie.axis,
        "stiffness": tie.stiffness,
        "damping": tie.damping,
        "ratio": tie.ratio,
    }


def partner_table(partner: Partner | None) -> Table:
    """The rigid body of a gap, if there is one."""
    if partner is None:
        return {}
    return {
        "other": partner.body.name,
        "other_direction": list(partner.normal),
        "other_tangent": list(partner.tangent),
    }


def gap_table(contact: Contact) -> Table:
    """A contact of a linear body."""
    assert contact.gap is not None
    return {
        **partner_table(contact.gap.partner),
        "name": contact.name,
        "body": contact.gap.body.name,
        "gap": contact.gap.g_0,
        "normal_direction": list(contact.gap.normal),
        "tangent_direction": list(contact.gap.tangent),
        **laws_of(contact),
    }


def contact_tables(plan: PlanarSystem) -> tuple[list[Table], list[Table]]:
    """Every contour once, and the contacts between them."""
    contours: dict[object, Table] = {}
    owners: dict[object, str] = {("rod", c.rod, c.numbers[4]): plan.rods[c.rod].name
              for c in plan.contacts if c.rod >= 0}  # fmt: skip

    def named(body: int, shape: Table, key: object) -> str:
        owner = owners.get(key, plan.bodies[body].name)
        name = f"{owner}_{shape['shape']}_{len(contours) + 1}"
        known = contours.setdefault((body, key), {"name": name, "body": owner, **shape})
        return str(known["name"])

    contacts = []
    for c in plan.contacts:
        if c.pair > PairKind.CIRCLE_PROFILE and c.surface is None and c.rod < 0:
            continue
        mover = circle(c.numbers[:3])
        other = facing(c) if c.rod < 0 else side_table(c)
        key: object = c.pair, c.surface, c.numbers[4:]
        if c.profile is not None:
            key = id(c.profile)
        elif c.rod >= 0:
            key = ("rod", c.rod, c.numbers[4])
        contacts.append(
            {
                "name": c.name,
                "a": named(c.body_a, mover, ("circle", c.numbers[:3])),
                "b": named(c.body_b, other, key),
                "group": "" if c.group == c.name else c.group,
                **laws_of(c),
            }
        )
    return list(contours.values()), contacts


def circle(numbers: Sequence[float]) -> Table:
    """A circle, or a point if it has no radius."""
    place = {"position": list(numbers[:2])}
    if numbers[2] == 0.0:
        return {"shape": "point", **place}
    return {"shape": "circle", "radius": numbers[2], **place}


def facing(contact: Contact) -> Table:
    """The second contour of a contact."""
    numbers = contact.numbers[4:]
    if contact.profile is not None:
        return profile_table(contact.profile)
    if contact.surface is not None:
        place = {"position": list(numbers[:2])}
        return {**table_of(contact.surface, "shape"), **place}
    if contact.pair is PairKind.CIRCLE_LINE:
        shape = {"shape": "line", "normal": list(numbers[2:])}
        return {**shape, "position": list(numbers[:2])}
    if contact.pair is PairKind.CIRCLE_IN_CIRCLE:
        return {**circle(numbers), "shape": "hollow"}
    return circle(numbers)


def side_table(contact: Contact) -> Table:
    """The side of a rod."""
    return {"shape": "rod_side", "side": "left" if contact.numbers[4] > 0 else "right"}


def profile_table(profile: Profile) -> Table:
    """A profile with its pieces."""
    pieces = [
        {"piece": "arc" if isinstance(p, planar.Arc) else "segment", **asdict(p)}
        for p in profile.pieces
    ]
    return {"shape": "profile", "pieces": pieces, "sectors": profile.sectors}


def laws_of(contact: Contact) -> Table:
    """Normal law and friction of a contact."""
    assert contact.normal is not None
    return {"normal": table_of(contact.normal), **friction_table(contact.friction)}


def friction_table(friction: Friction) -> Table:
    """A friction law; nothing where there is none."""
    return {"friction": table_of(friction)} if friction.word else {}


def motor(name: str, speed: Curve) -> Table:
    """A prescribed speed."""
    body, axis = name.rsplit(".", 1)
    table = course(f"motor[{name}]", speed, "speed", "time")
    return {"body": body, "axis": axis, **table}


def load(given: Load) -> Table:
    """A force or torque."""
    body, axis = given.name.rsplit(".", 1)
    words = {
        CurveArgument.TIME: "time",
        CurveArgument.COORDINATE: PLACE[axis],
        CurveArgument.VELOCITY: "speed",
    }
    where = f"load[{given.name}]"
    table = course(where, given.curve, FORCE[axis], words[given.over])
    if given.follows:
        table["follows"] = True
    return {"body": body, "axis": axis, "ramp": given.ramp, **table}


def course(where: str, curve: Curve, value: str, over: str) -> Table:
    """A constant, or a table that may repeat."""
    x, y = [float(a) for a in curve.x], [float(b) for b in curve.y]
    if len(x) == 1:
        return {value: y[0]}
    length = x[-1] - x[0]
    if curve.period > 0.0 and abs(curve.period - length) > 1e-9 * length:
        words = f"expected the length of its samples, {length:g}, to stand in a file"
        raise SpecError.at(f"{where}.period", curve.period, words)
    return {"table": {over: x, value: y, "repeats": curve.period > 0.0}}
