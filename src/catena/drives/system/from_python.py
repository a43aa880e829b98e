"""A planar system built in Python as a drive: what a file would state of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from catena import planar
from catena.drives.system.spec import Spec
from catena.errors import SpecError
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.builder import PRESS_STIFFNESS
from catena.planar.contours import Profile
from catena.planar.laws import Friction, Normal
from catena.planar.parts import Body, Contact, LinearBody
from catena.tables.pairs import PairKind

Table = dict[str, Any]
FORCE = {"x": "force", "y": "force", "angle": "torque"}
PLACE = {"x": "position", "y": "position", "angle": "angle"}
NAMES: dict[type, str] = {
    planar.Unilateral: "unilateral",
    planar.Bilateral: "bilateral",
    planar.SpringDamper: "spring_damper",
    planar.Hertz: "hertz",
    planar.Johnson: "johnson",
    planar.Maxwell: "maxwell",
    planar.Coulomb: "coulomb",
    planar.Regularised: "regularised",
    planar.Stribeck: "stribeck",
}
"""How files call the laws."""


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
    contours, contacts = touching(plan)
    data = {
        "drive": "system",
        "title": title,
        "gravity": [float(g) for g in plan.gravity],
        "body": [body_table(body) for body in plan.bodies[1:]],
        "linear_body": [linear_table(body) for body in plan.linear_bodies],
        "contour": contours,
        "spring": [coupling(s, rest_length=s.rest) for s in plan.springs],
        "journal": journals(plan),
        "pin": [pin_table(plan, c) for c in joints],
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
        "motor": [motor(d.name, d.speed) for d in plan.drives],
        "load": [load(x.name, x.curve, x.over, x.ramp) for x in plan.loads],
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


def coupling(part: Any, **more: Any) -> Table:
    """A coupling between two points."""
    return {
        "name": part.name,
        "a": part.a.body.name,
        "b": part.b.body.name,
        "point_a": list(part.a.centre),
        "point_b": list(part.b.centre),
        "stiffness": part.stiffness,
        "damping": part.damping,
        **more,
    }


def journals(plan: PlanarSystem) -> list[Table]:
    """Bearings, with friction at those that have it."""
    rubbing = {c.journal: c for c in plan.contacts if c.journal >= 0}
    found = []
    for k, part in enumerate(plan.journals):
        more: Table = {"clearance": part.clearance, "turn_damping": part.turn_damping}
        if k in rubbing:
            more["pin_radius"] = rubbing[k].numbers[2]
            more |= friction_table(rubbing[k].friction)
        found.append(coupling(part, **more))
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


def gap_table(contact: Contact) -> Table:
    """A contact of a linear body."""
    assert contact.gap is not None
    return {
        "name": contact.name,
        "body": contact.gap.body.name,
        "gap": contact.gap.g_0,
        "normal_direction": list(contact.gap.normal),
        "tangent_direction": list(contact.gap.tangent),
        **laws_of(contact),
    }


def touching(plan: PlanarSystem) -> tuple[list[Table], list[Table]]:
    """Every contour once, and the contacts between them."""
    contours: dict[object, Table] = {}

    def named(body: int, shape: Table, key: object) -> str:
        owner = plan.bodies[body].name
        name = f"{owner}_{shape['shape']}_{len(contours) + 1}"
        known = contours.setdefault((body, key), {"name": name, "body": owner, **shape})
        return str(known["name"])

    contacts = []
    for c in plan.contacts:
        if c.pair > PairKind.CIRCLE_PROFILE:
            continue
        mover, other = circle(c.numbers[:4]), facing(c)
        key = id(c.profile) if c.profile is not None else (c.pair, c.numbers[4:])
        contacts.append(
            {
                "name": c.name,
                "a": named(c.body_a, mover, ("circle", c.numbers[:4])),
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
    if contact.pair is PairKind.CIRCLE_LINE:
        shape = {"shape": "line", "normal": list(numbers[2:])}
        return {**shape, "position": list(numbers[:2])}
    if contact.pair is PairKind.CIRCLE_IN_CIRCLE:
        return {**circle(numbers), "shape": "hollow"}
    return circle(numbers)


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
    return {"normal": law_table(contact.normal), **friction_table(contact.friction)}


def friction_table(friction: Friction) -> Table:
    """A friction law; nothing where there is none."""
    if isinstance(friction, planar.Frictionless):
        return {}
    return {"friction": law_table(friction)}


def law_table(law: Normal | Friction) -> Table:
    """A law under the names files have for it."""
    numbers = {key: value for key, value in asdict(law).items() if value is not None}
    if isinstance(law, planar.Unilateral):
        numbers["form"] = "moreau" if numbers.pop("moreau") else "newton"
    if isinstance(law, planar.Hertz):
        numbers["damping"] = law.damping_law.name.lower()
        del numbers["damping_law"]
    if isinstance(law, planar.Stribeck):
        numbers["static"] = numbers.pop("static_coefficient")
        numbers["kinetic"] = numbers.pop("kinetic_coefficient")
    return {"law": NAMES[type(law)], **numbers}


def motor(name: str, speed: Curve) -> Table:
    """A prescribed speed."""
    body, axis = name.rsplit(".", 1)
    table = course(f"motor[{name}]", speed, "speed", "time")
    return {"body": body, "axis": axis, **table}


def load(name: str, curve: Curve, over: CurveArgument, ramp: float) -> Table:
    """A force or torque."""
    body, axis = name.rsplit(".", 1)
    words = {
        CurveArgument.TIME: "time",
        CurveArgument.COORDINATE: PLACE[axis],
        CurveArgument.VELOCITY: "speed",
    }
    table = course(f"load[{name}]", curve, FORCE[axis], words[over])
    return {"body": body, "axis": axis, "ramp": ramp, **table}


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
