"""A planar system built in Python as a drive: what a file would state of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from catena.couplings.lines.linear_spring import LinearSpring
from catena.drives.system.spec import Spec
from catena.drives.system.spec.words import table_of
from catena.errors import SpecError
from catena.laws.words import Friction
from catena.planar import Curve, CurveArgument, PlanarSystem
from catena.planar.bodies import Circle, Contour, Profile, Shaped
from catena.planar.boundaries import LOADS, MOTORS, Imposed, Load
from catena.planar.linear_parts import Tie
from catena.planar.parts import Contact
from catena.planar.rods import FlexibleRod, RodSide
from catena.rods.section import per_element
from catena.tables.pairs import PairKind

Table = dict[str, Any]


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
        "body": [
            {"name": body.name, **table_of(body)}
            for body in plan.bodies[1:]
            if body not in nodes
        ],
        "rod": [rod_table(rod) for rod in plan.rods],
        "linear_body": [
            {"name": body.name, **table_of(body)} for body in plan.linear_bodies
        ],
        "contour": contours,
        "spring": [
            {**ends(spring), **table_of(spring.words)}
            for spring in plan.springs
            if isinstance(spring.words, LinearSpring)
        ],
        "coupling": [
            {**ends(line), "pull": table_of(line.words, "law")}
            for line in plan.springs
            if not isinstance(line.words, LinearSpring)
        ],
        "journal": journals(plan),
        "pin": [
            {**ends(joint), "name": joint.group}
            for joint in joints
            if joint.group not in node_names(plan)
        ],
        "torsion_bar": [
            {"name": x.name, "a": x.a.name, "b": x.b.name, **table_of(x.words)}
            for x in plan.torsion_bars
        ],
        "tie": [tie_table(tie) for tie in plan.ties],
        "motor": [course(d.name, "motor", MOTORS, d.speed) for d in plan.drives],
        "load": [load_table(x) for x in plan.loads],
        "contact": contacts,
        "press": [press_table(plan, c) for c in presses],
        "gap": [gap_table(c) for c in plan.contacts if c.gap is not None],
        "maxwell": [
            {"name": group.name, **table_of(group)} for group in plan.maxwell_groups
        ],
        "solve": {"step": step, "duration": duration, **solve},
    }
    spec = spec_from({key: value for key, value in data.items() if value != []})
    assert isinstance(spec, Spec)
    return spec


def node_names(plan: PlanarSystem) -> list[str]:
    """Bodies, and joints, that rods bring."""
    return [node.body.name for rod in plan.rods for node in rod.own_nodes]


def rod_table(made: FlexibleRod) -> Table:
    """A rod, with all its nodes."""
    rod, (start_on, end_on) = made.rod, made.held_by
    count, words = rod.elements, rod.section
    section = table_of(
        replace(
            words,
            EA=rod.grid.EA,
            EI=per_element("rod.EI", words.EI, count),
            GA=rod.grid.GA,
            mass_per_length=rod.mass,
            height=made.height,
        ),
        "shape",
    )
    return {
        "name": made.name,
        "points": rod.points.tolist(),
        "section": section,
        **table_of(rod.stated_shape),
        "start_on": start_on.name,
        "end_on": end_on.name,
        **table_of(made.placement),
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
        more = table_of(part.words)
        if k in rubbing:
            more |= friction_table(rubbing[k].friction)
        found.append({**ends(part), **more})
    return found


def press_table(plan: PlanarSystem, contact: Contact) -> Table:
    """A point pressed on a face."""
    assert contact.a is not None and contact.press is not None
    return {
        "name": contact.name,
        "a": contact.a.body.name,
        "face": plan.bodies[contact.body_b].name,
        "point_a": list(contact.a.centre),
        **table_of(contact.press),
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
        **table_of(tie.spring),
    }


def gap_table(contact: Contact) -> Table:
    """A contact of a linear body, and of a rigid one if there is one."""
    gap, linear = contact.gap, contact.linear
    assert gap is not None and linear is not None
    table = {"name": contact.name, "body": linear.name, **table_of(gap)}
    if gap.partner is not None:
        table |= {"other": gap.partner.body.name, **table_of(gap.partner)}
    return {**table, **laws_of(contact)}


def contact_tables(plan: PlanarSystem) -> tuple[list[Table], list[Table]]:
    """Every contour once, and the contacts between them."""
    contours: dict[tuple[str, str], Table] = {}

    def named(part: Circle | Contour | RodSide) -> str:
        owner = part.rod.name if isinstance(part, RodSide) else part.body.name
        shape = contour_table(part)
        name = f"{owner}_{shape['shape']}_{len(contours) + 1}"
        own = {"name": name, "body": owner, **shape}
        return str(contours.setdefault((owner, repr(shape)), own)["name"])

    contacts = [
        {
            "name": c.name,
            "a": named(c.a),
            "b": named(c.b),
            "group": "" if c.group == c.name else c.group,
            **laws_of(c),
        }
        for c in plan.contacts
        if c.a is not None and c.b is not None and not is_pin(c)
    ]
    return list(contours.values()), contacts


def is_pin(contact: Contact) -> bool:
    """Whether it is one of the two rows of a rigid joint."""
    return contact.pair in (PairKind.PIN_X, PairKind.PIN_Y)


def contour_table(part: Circle | Contour | RodSide) -> Table:
    """A contour in the frame of its body."""
    if isinstance(part, RodSide):
        return {"shape": "rod_side", "side": "left" if part.side > 0 else "right"}
    if isinstance(part, Profile):
        return profile_table(part)
    if isinstance(part, Shaped):
        return {**table_of(part.shape, "shape"), "position": list(part.centre)}
    return table_of(part, "shape")


def profile_table(profile: Profile) -> Table:
    """A profile with its pieces."""
    pieces = [table_of(piece, "piece") for piece in profile.pieces]
    return {**table_of(profile, "shape"), "pieces": pieces}


def laws_of(contact: Contact) -> Table:
    """Normal law and friction of a contact."""
    assert contact.normal is not None
    normal = table_of(contact.normal, "law")
    return {"normal": normal, **friction_table(contact.friction)}


def friction_table(friction: Friction) -> Table:
    """A friction law; nothing where there is none."""
    return {"friction": table_of(friction, "law")} if friction.word else {}


def load_table(given: Load) -> Table:
    """A force or torque."""
    own = table_of(given)
    if not given.follows:  # torques have no direction to follow
        del own["follows"]
    return {**course(given.name, "load", LOADS, given.curve, given.over), **own}


def course(
    name: str,
    kind: str,
    words: dict[str, Imposed],
    curve: Curve,
    over: CurveArgument = CurveArgument.TIME,
) -> Table:
    """What is imposed: a constant, or a table that may repeat."""
    body, axis = name.rsplit(".", 1)
    own, found = words[axis], {"body": body, "axis": axis}
    x, y = [float(a) for a in curve.x], [float(b) for b in curve.y]
    if len(x) == 1:
        return {**found, own.key: y[0]}
    length = x[-1] - x[0]
    if curve.period > 0.0 and abs(curve.period - length) > 1e-9 * length:
        expected = f"expected the length of its samples, {length:g}, to stand in a file"
        raise SpecError.at(f"{kind}[{name}].period", curve.period, expected)
    argument = own.arguments[over].key
    table = {argument: x, own.key: y, "repeats": curve.period > 0.0}
    return {**found, "table": table}
