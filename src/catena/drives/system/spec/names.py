"""Names in a file: unique where they are given, known where they are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catena.drives.system.spec.tables import Tables
from catena.errors import Problem, SpecError
from catena.spec.checks import did_you_mean

GROUND = "ground"
"""The body every file has."""
ROD_SHAPES = ("rod_side", "rod_nodes")
"""Contours of rods."""
MOVERS = ("point", "circle", "rod_nodes")
"""Shapes that may stand first in a contact."""


def refuse_wrong_names(spec: Tables) -> None:
    """Raise with every name that is taken twice or unknown, and every misfit."""
    problems = [
        *twice(spec),
        *unknown(spec),
        *misfits(spec),
        *wrong_axes(spec),
        *wrong_sizes(spec),
        *wrong_groups(spec),
    ]
    if problems:
        raise SpecError(problems)


def twice(spec: Tables) -> Iterator[Problem]:
    """Names that stand for two parts."""
    bodies = [(GROUND, "")]
    for kind in ("body", "wheel", "linear_body"):
        parts = getattr(spec, kind)
        bodies += [(p.name, f"{kind}[{i}].name") for i, p in enumerate(parts)]
    nodes = [(name, f"rod[{i}].name") for i, r in enumerate(spec.rod)
             for name in (r.name, *r.node_names())]  # fmt: skip
    yield from repeated(bodies + nodes)
    for kinds in (
        ("contour",),
        ("spring", "coupling"),
        ("journal",),
        ("torsion_bar", "tie"),
        ("contact", "press", "gap", "pin"),
        ("maxwell",),
    ):
        found = [
            (part.name, f"{kind}[{i}].name")
            for kind in kinds
            for i, part in enumerate(getattr(spec, kind))
        ]
        yield from repeated(found)


def repeated(found: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """A problem for every name after its first use."""
    seen: set[str] = set()
    for name, path in found:
        if name in seen:
            yield Problem(path, name, "expected a name that is not taken")
        seen.add(name)


def rigid_names(spec: Tables) -> list[str]:
    """Bodies with a place and an angle, the ground first."""
    nodes = [name for rod in spec.rod for name in rod.node_names()]
    wheels = [wheel.name for wheel in spec.wheel]
    return [GROUND, *(body.name for body in spec.body), *wheels, *nodes]


def unknown(spec: Tables) -> Iterator[Problem]:
    """References to what is not there."""
    rigid = set(rigid_names(spec))
    linear = {body.name for body in spec.linear_body}
    rods = {rod.name for rod in spec.rod}
    contours = {contour.name for contour in spec.contour}
    uses = [
        ("rod", ("start_on", "end_on"), rigid, "a body"),
        ("spring", ("a", "b"), rigid, "a body"),
        ("coupling", ("a", "b"), rigid, "a body"),
        ("journal", ("a", "b"), rigid, "a body"),
        ("pin", ("a", "b"), rigid, "a body"),
        ("torsion_bar", ("a", "b"), rigid, "a body"),
        ("press", ("a", "face"), rigid, "a body"),
        ("motor", ("body",), rigid - {GROUND}, "a moving body"),
        ("load", ("body",), rigid - {GROUND}, "a moving body"),
        ("contact", ("a", "b"), contours, "a contour"),
        ("gap", ("body",), linear, "a linear_body"),
        ("gap", ("other",), rigid - {GROUND}, "a moving body"),
        ("tie", ("body",), linear, "a linear_body"),
        ("tie", ("other",), rigid - {GROUND}, "a moving body"),
    ]
    for i, contour in enumerate(spec.contour):
        on_rod = contour.shape in ROD_SHAPES
        known, words = (rods, "a rod") if on_rod else (rigid, "a body")
        if contour.body not in known:
            hint = did_you_mean(contour.body, known)
            words = f"expected the name of {words}"
            yield Problem(f"contour[{i}].body", contour.body, words, hint)
    for kind, keys, known, words in uses:
        for i, part in enumerate(getattr(spec, kind)):
            for key in keys:
                name = getattr(part, key)
                if name is not None and name not in known:
                    hint = did_you_mean(name, known)
                    path = f"{kind}[{i}].{key}"
                    yield Problem(path, name, f"expected the name of {words}", hint)


def misfits(spec: Tables) -> Iterator[Problem]:
    """Pairs that cannot touch or be coupled."""
    contours = {contour.name: contour for contour in spec.contour}
    for i, contact in enumerate(spec.contact):
        a, b = contours.get(contact.a), contours.get(contact.b)
        if a is None or b is None:
            continue
        if a.shape not in MOVERS:
            words = f"is a {a.shape}; expected a point or circle first"
            yield Problem(f"contact[{i}].a", contact.a, words, "exchange a and b")
        elif b.shape == "rod_nodes":
            words = "are nodes; expected them first, or the side of a rod here"
            yield Problem(f"contact[{i}].b", contact.b, words)
        elif a.body == b.body:
            words = f"belongs to {b.body} as well; expected another body"
            yield Problem(f"contact[{i}].b", contact.b, words)
    for kind in ("spring", "coupling", "journal", "pin", "torsion_bar"):
        for i, part in enumerate(getattr(spec, kind)):
            if part.a == part.b:
                words = "expected two different bodies"
                yield Problem(f"{kind}[{i}].b", part.b, words)
    for i, press in enumerate(spec.press):
        if press.a == press.face:
            words = "expected two different bodies"
            yield Problem(f"press[{i}].face", press.face, words)
    for i, bearing in enumerate(spec.journal):
        if bearing.friction is not None and bearing.pin_radius is None:
            words = "is required and missing: friction acts at the pin radius"
            yield Problem(f"journal[{i}].pin_radius", None, words)


def wrong_axes(spec: Tables) -> Iterator[Problem]:
    """Speeds in held directions, and coordinates driven twice."""
    for i, body in enumerate(spec.body):
        speeds = {"x": body.velocity[0], "y": body.velocity[1], "angle": body.spin}
        keys = {"x": "velocity[0]", "y": "velocity[1]", "angle": "spin"}
        for axis, speed in speeds.items():
            if axis not in body.free and speed != 0.0:
                words = f"expected 0, since {axis} is held; or add a motor"
                yield Problem(f"body[{i}].{keys[axis]}", speed, words)
    driven: set[tuple[str, str]] = set()
    for i, motor in enumerate(spec.motor):
        if (motor.body, motor.axis) in driven:
            words = f"has a motor along {motor.axis} already"
            yield Problem(f"motor[{i}].body", motor.body, words)
        driven.add((motor.body, motor.axis))


def wrong_sizes(spec: Tables) -> Iterator[Problem]:
    """Matrices and directions that do not fit the number of coordinates."""
    sizes = {body.name: len(body.named()) for body in spec.linear_body}
    for i, body in enumerate(spec.linear_body):
        n, path = len(body.named()), f"linear_body[{i}]"
        if len(set(body.named())) < n:
            yield Problem(f"{path}.coordinates", None, "expected different names")
        for key in ("mass", "stiffness", "damping"):
            rows = getattr(body, key)
            if rows is None:
                continue
            if len(rows) != n or any(len(row) != n for row in rows):
                yield Problem(
                    f"{path}.{key}", None, f"expected {n} rows of {n} numbers"
                )
            elif key != "damping" and not symmetric(rows):
                yield Problem(f"{path}.{key}", None, "expected a symmetric matrix")
        for key in ("force", "position", "velocity"):
            row = getattr(body, key)
            if row is not None and len(row) != n:
                yield Problem(f"{path}.{key}", None, f"expected {n} numbers")
    for i, gap in enumerate(spec.gap):
        expected = sizes.get(gap.body)
        for key in ("normal_direction", "tangent_direction"):
            row = getattr(gap, key)
            if row is not None and expected not in (None, len(row)):
                yield Problem(f"gap[{i}].{key}", None, f"expected {expected} numbers")
        if gap.friction is not None and gap.tangent_direction is None:
            words = "is required and missing: friction acts along it"
            yield Problem(f"gap[{i}].tangent_direction", None, words)


def wrong_groups(spec: Tables) -> Iterator[Problem]:
    """Maxwell groups of unknown contacts, or with matrices of another size."""
    known = {part.name for part in spec.contact} | {gap.name for gap in spec.gap}
    for i, group in enumerate(spec.maxwell):
        path, n = f"maxwell[{i}]", len(group.contacts)
        for k, name in enumerate(group.contacts):
            if name not in known:
                hint = did_you_mean(name, known)
                words = "expected the name of a contact or gap"
                yield Problem(f"{path}.contacts[{k}]", name, words, hint)
        if (group.influence is None) == (group.stiffness is None):
            words = "expected either influence or stiffness"
            yield Problem(f"{path}.influence", None, words)
        for key in ("influence", "stiffness"):
            rows = getattr(group, key)
            if rows is not None and [len(row) for row in rows] != [n] * n:
                words = f"expected {n} rows of {n} numbers"
                yield Problem(f"{path}.{key}", None, words)


def symmetric(rows: list[list[float]]) -> bool:
    """Whether a square matrix equals its transpose up to rounding."""
    size = max((abs(x) for row in rows for x in row), default=0.0)
    n = len(rows)
    return all(
        abs(rows[i][j] - rows[j][i]) <= 1e-12 * size for i in range(n) for j in range(i)
    )
