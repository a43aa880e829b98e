"""Bad input: every mistake is refused before the run, with field, value and range."""

import copy
import tomllib

import pytest

from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.errors import SpecError

TEMPLATE = tomllib.loads(DRIVES["system"].template())

LOAD = {"body": "block", "axis": "x"}
LINEAR = {"name": "rod", "coordinates": ["a", "b"], "mass": [[1.0, 0.0], [0.0, 1.0]]}
TOOTH = {"name": "t", "body": "belt", "shape": "arc", "centre": [0.0, 0.0]}


def part(kind: str, *parts: dict) -> dict:
    return {kind: [*TEMPLATE.get(kind, []), *parts]}


def at(path: str, value: object) -> dict:
    """The template's tables with another value at a path such as body.1.mass."""
    data = copy.deepcopy(TEMPLATE)
    *inner, last = path.split(".")
    place = data
    for key in inner:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[last] = value
    return data


BAD = {
    "negative mass": (at("body.1.mass", -1.0), "body[1].mass", "-1", "more than 0"),
    "no mass": (at("body.1.mass", 0.0), "body[1].mass", "0", "more than 0"),
    "mass in metres": (at("body.1.mass", "3 m"), "body[1].mass", "3 m", "a mass"),
    "nan inertia": (at("body.1.inertia", float("nan")), "body[1].inertia", "finite"),
    "huge inertia": (at("body.1.inertia", 1e308), "body[1].inertia", "1e+30"),
    "negative mu": (
        at("contact.2.friction.coefficient", -0.1),
        "contact[2].friction.coefficient",
        "-0.1",
        "at least 0",
    ),
    "mu without a law": (
        at("contact.2.friction", 0.3),
        "contact[2].friction",
        "0.3",
        'expected a table such as { law = "coulomb", coefficient = ... }',
    ),
    "law without a table": (
        at("contact.2.normal", "spring_damper"),
        "contact[2].normal",
        'such as { law = "spring_damper", stiffness = ... }',
    ),
    "one motor in single brackets": (
        at("motor", TEMPLATE["motor"][0]),
        "motor",
        "write [[motor]] instead of [motor]",
    ),
    "steps of no table": (at("solve", 3), "solve", "a table such as { step = ..."),
    "static below sliding": (
        at("contact.0.friction.static", 0.1),
        "contact[0].friction",
        "0.1",
        "at least the coefficient of sliding (0.3)",
    ),
    "e above one": (
        at("contact.2.normal.restitution", 1.2),
        "contact[2].normal.restitution",
        "1.2",
        "at most 1",
    ),
    "unknown law": (
        at("contact.2.normal.law", "unilaterel"),
        "contact[2].normal",
        "unilateral",
    ),
    "unknown body": (
        at("spring.0.a", "blok"),
        "spring[0].a",
        "blok",
        "did you mean 'block'?",
    ),
    "unknown contour": (
        at("contact.1.a", "rigth_foot"),
        "contact[1].a",
        "did you mean 'right_foot'?",
    ),
    "key of another axis": (
        part("load", LOAD | {"torque": "1 N m"}),
        "load[0].torque",
        "unknown key (known: axis, body, follows, force",
    ),
    "load on a held coordinate": (
        part("load", {"body": "belt", "axis": "y", "force": "1 N"}),
        "load[belt.y]",
        "'y' is held; expected a coordinate that is free",
    ),
    "unknown key": (at("solve.stepp", 1.0), "solve.stepp", "did you mean 'step'?"),
    "a name twice": (at("body.2.name", "block"), "body[2].name", "block", "not taken"),
    "ground again": (at("body.2.name", "ground"), "body[2].name", "not taken"),
    "line first": (at("contact.2.a", "belt_top"), "contact[2].a", "point or circle"),
    "touches itself": (
        at("contact.2.b", "ball_skin"),
        "contact[2].b",
        "another body",
    ),
    "held but moving": (at("body.0.spin", "3 rpm"), "body[0].spin", "angle is held"),
    "a speed in Hz": (at("body.1.spin", "50 Hz"), "body[1].spin", "rpm"),
    "two motors": (
        part("motor", {"body": "belt", "axis": "x", "speed": 1.0}),
        "motor[1].body",
        "already",
    ),
    "load of nothing": (part("load", LOAD), "load[0]", "exactly one of force"),
    "load on the ground": (
        part("load", {**LOAD, "body": "ground", "force": 1.0}),
        "load[0].body",
        "a moving body",
    ),
    "torque along x": (part("load", {**LOAD, "torque": 1.0}), "load[0].torque"),
    "uneven table": (
        part("load", {**LOAD, "table": {"time": [0, 1, 2], "force": [0, 1]}}),
        "load[0].table",
        "3 rows of time for 2 of force",
    ),
    "time runs back": (
        part("load", {**LOAD, "table": {"time": [1, 0], "force": [0, 1]}}),
        "load[0].table",
        "time must grow",
    ),
    "series without period": (
        part("load", {**LOAD, "fourier": {"harmonic": [{"order": 1, "amplitude": 1}]}}),
        "load[0].fourier",
        "exactly one of period, length",
    ),
    "matrix of other size": (
        part("linear_body", {**LINEAR, "stiffness": [[1.0]]}),
        "linear_body[0].stiffness",
        "2 rows of 2",
    ),
    "lopsided mass": (
        part("linear_body", {**LINEAR, "mass": [[1.0, 0.5], [0.0, 1.0]]}),
        "linear_body[0].mass",
        "symmetric",
    ),
    "negative mode": (
        part("linear_body", {**LINEAR, "mass": [[1.0, 2.0], [2.0, 1.0]]}),
        "linear_body[rod].mass",
        "positive definite",
    ),
    "zero normal": (
        at("contour.0.normal", [0.0, 0.0]),
        "line.normal",
        "a direction, not zero",
    ),
    "arc of nothing": (
        part("contour", {**TOOTH, "radius": 1.0, "start": 0.0, "span": 0.0}),
        "contour[4].span",
        "more than 0",
    ),
    "no step": (at("solve.step", 0.0), "solve.step", "more than 0"),
    "less than a step": (at("solve.duration", "1 us"), "solve", "at least one step"),
    "too large a step": (
        at("solve.step", 2.0),
        "solve.step",
        "2.0",
        "expected at most",
    ),
    "a year of steps": (
        at("solve.duration", 1e9),
        "solve.duration",
        "expected at most 1e+11 steps",
    ),
    "a file beyond the disk": (
        {**at("solve.duration", 4e7), **{}},
        "solve.record_every",
        "GB",
        "expected at least",
    ),
    "unknown engine": (at("solve.engine", "moro"), "solve.engine", "moro", "moreau"),
    "nothing at all": (
        {"drive": "system", "solve": {"step": 1e-3, "duration": 1.0}},
        "body",
        "at least one body",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_refused_with_field_value_and_range(name: str) -> None:
    changed, *words = BAD[name]
    data = changed if "drive" in changed else {**copy.deepcopy(TEMPLATE), **changed}
    with pytest.raises(SpecError) as refused:
        DRIVES["system"].build(spec_from(data))
    for word in words:
        assert word in str(refused.value), word


def test_all_mistakes_at_once() -> None:
    data = at("spring.0.a", "blok")
    data["contact"][1]["a"] = "nowhere"
    data["body"][2]["name"] = "block"
    with pytest.raises(SpecError) as refused:
        spec_from(data)
    assert len(refused.value.problems) == 4  # one body, twice misnamed


def test_the_largest_step_named_is_accepted_and_a_larger_one_refused() -> None:
    with pytest.raises(SpecError) as refused:
        DRIVES["system"].build(spec_from(at("solve.step", 2.0)))
    words = refused.value.problems[0].expected
    named = float(words.removeprefix("expected at most ").partition(" s")[0])
    DRIVES["system"].build(spec_from(at("solve.step", 0.99 * named)))
    with pytest.raises(SpecError, match=r"solve\.step"):
        DRIVES["system"].build(spec_from(at("solve.step", 1.02 * named)))
