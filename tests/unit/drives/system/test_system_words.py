"""Parts of systems are stated once, for Python and for files."""

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import catena as ct
from catena.couplings.lines.linear_spring import LinearSpring
from catena.drives.system import spec
from catena.drives.system.assembly import planar_system
from catena.drives.system.spec import bodies, boundaries, contours, couplings, rods
from catena.drives.system.spec.words import table_of, values_of
from catena.errors import SpecError
from catena.numerics.statement import Stated, said, words_of
from catena.planar import Arc, Curve, CurveArgument, PlanarSystem, Segment
from catena.planar.bodies import Body, Circle, Hollow, Line, Point, Profile, Wheel
from catena.planar.boundaries import LOADS, MOTORS, Load
from catena.planar.linear_parts import Gap, LinearBody, Partner, TieSpring
from catena.planar.parts import Bearing, MaxwellGroup, Press, TorsionBar
from catena.planar.rods import RodPlacement
from catena.rods.section import Section
from catena.rods.shape import RodShape

PARTS = {
    "Body": (bodies, Body),
    "Wheel": (bodies, Wheel),
    "LinearBody": (bodies, LinearBody),
    "Tie": (couplings, TieSpring),
    "Press": (couplings, Press),
    "Maxwell": (couplings, MaxwellGroup),
    "Profile": (contours, Profile),
    "Rod": (rods, RodPlacement),
    "Stiffness": (rods, Section),
    "Point": (contours, Point),
    "Spring": (couplings, LinearSpring),
    "Journal": (couplings, Bearing),
    "TorsionBar": (couplings, TorsionBar),
    "Circle": (contours, Circle),
    "Hollow": (contours, Hollow),
    "Line": (contours, Line),
    "Arc": (contours, Arc),
    "ArcPiece": (contours, Arc),
    "SegmentPiece": (contours, Segment),
}
NAMES = {"name", "a", "b", "point_a", "point_b", "friction"} | {
    "body", "shape", "piece", "other", "coordinate", "axis", "model", "normal",
    "start_on", "end_on", "face", "pieces",
}  # fmt: skip
"""Keys that say where a part belongs and which it is, and laws and models, which have
words of their own."""
OF_FILES = {
    "Rod": {"points", "elements", "section"} | {f.name for f in said(RodShape)},
}
"""Keys of what Python builds before: the shape of a rod."""


@pytest.mark.parametrize("name", PARTS)
def test_keys_of_a_file_are_the_words_of_the_part(name: str) -> None:
    module, words = PARTS[name]
    keys = getattr(module, name).model_fields
    stated = {words_of(f).key or f.name: words_of(f).meaning for f in said(words)}
    own = {key: field.description for key, field in keys.items() if key in stated}
    assert own == stated
    assert set(keys) - set(stated) <= NAMES | OF_FILES.get(name, set())


@pytest.mark.parametrize(
    ("keys", "parts"),
    [
        (couplings.Gap.model_fields, (Gap, Partner)),
        (rods.Rod.model_fields, (RodPlacement, RodShape)),
    ],
)
def test_keys_of_a_part_of_two_are_the_words_of_both(
    keys: dict[str, Any], parts: tuple[type[Stated], ...]
) -> None:
    for words in parts:
        for own in said(words):
            assert (
                keys[words_of(own).key or own.name].description == words_of(own).meaning
            )


@pytest.mark.parametrize(
    ("part", "words"), [(boundaries.Load, LOADS), (boundaries.Motor, MOTORS)]
)
def test_loads_and_motors_have_the_words_of_what_they_impose(part, words) -> None:
    for model in get_args(get_args(part)[0]):
        (axis, *_) = get_args(model.model_fields["axis"].annotation)
        own, keys = words[axis], model.model_fields
        assert keys[own.key].description.startswith(own.constant)
        (table, _) = get_args(keys["table"].annotation)
        for argument in own.arguments.values():
            found = table.model_fields[argument.key]
            assert found.description == argument.meaning
        said_of_load = {one.name for one in said(Load)}
        for key in said_of_load & set(keys):
            (one,) = (one for one in said(Load) if one.name == key)
            assert keys[key].description == words_of(one).meaning


def test_no_class_of_the_files_states_them_again() -> None:
    folder = Path(spec.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.parse(path.read_text()).body:  # those for types stand deeper
            if isinstance(node, ast.ClassDef) and node.name.lstrip("_") in PARTS:
                stated = {
                    part.target.id
                    for part in node.body
                    if isinstance(part, ast.AnnAssign)
                    and isinstance(part.target, ast.Name)
                }
                own = NAMES | OF_FILES.get(node.name.lstrip("_"), set())
                assert stated <= own, f"{path.name}: {node.name}"


def test_there_and_back_through_a_table() -> None:
    plan = PlanarSystem()
    one = plan.body("one", 2.0, 0.5, (1.0, -2.0), angle=0.3, free=["y", "x"])
    table = table_of(one)
    assert table["position"] == [1.0, -2.0] and table["free"] == ["x", "y"]
    again = bodies.Body(name="one", **table)
    assert plan.body("two", **values_of(again, Body)) == Body(
        2, "two", 2.0, 0.5, (1.0, -2.0), 0.3, (0.0, 0.0), 0.0, frozenset(["x", "y"])
    )


@pytest.mark.parametrize("over", CurveArgument)
@pytest.mark.parametrize("axis", ["x", "angle"])
def test_loads_go_there_and_back(axis: str, over: CurveArgument) -> None:
    plan = PlanarSystem()
    curve = Curve((0.0, 1.0, 2.5), (1.0, -2.0, 3.0), 2.5)
    plan.load(plan.body("one"), axis, curve, over, 0.1, follows=axis == "x")
    plan.prescribe(plan.body("two"), axis, 4.0)
    spec = ct.as_drive(plan, step=1e-3, duration=1.0)
    again = planar_system(spec)
    assert again.loads == [replace(plan.loads[0], curve=again.loads[0].curve)]
    assert again.loads[0].curve == Curve([0.0, 1.0, 2.5], [1.0, -2.0, 3.0], 2.5)
    assert [drive.speed.y for drive in again.drives] == [(4.0,)]


def test_both_ways_refuse_the_same() -> None:
    plan = PlanarSystem()
    ends = plan.body("one"), plan.body("two")
    with pytest.raises(SpecError, match=r"torsion_bar\[t\]\.ratio.*turns of b per"):
        plan.torsion_bar("t", *ends, 1.0, ratio=0.0)
    with pytest.raises(SpecError, match=r"journal\[j\]\.stiffness.*greater than 0"):
        plan.journal("j", ends[0].point(), ends[1].point(), 0.0)
    with pytest.raises(SpecError, match=r"body\[b\]\.free.*x, y or angle"):
        plan.body("b", free=["z"])
    file = 'drive = "system"\nsolve = { step = 1e-3, duration = 1.0 }\n'
    file += '[[body]]\nname = "one"\n[[torsion_bar]]\nname = "t"\na = "one"\n'
    with pytest.raises(SpecError, match=r"ratio: found 0; expected turns of b per"):
        ct.loads(file + 'b = "ground"\nstiffness = 1.0\nratio = 0.0\n')
