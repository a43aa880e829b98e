"""Bodies, couplings and contours are stated once, for Python and for files."""

import ast
from pathlib import Path

import pytest

import catena as ct
from catena.couplings.lines.linear_spring import LinearSpring
from catena.drives.system import spec
from catena.drives.system.spec import bodies, contours, couplings
from catena.drives.system.spec.laws import said, table_of, values_of
from catena.errors import SpecError
from catena.numerics.stated import words_of
from catena.planar import Arc, PlanarSystem, Segment
from catena.planar.bodies import Body, Circle, Hollow, Line
from catena.planar.parts import Bearing, TorsionBar

PARTS = {
    "Body": (bodies, Body),
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
NAMES = {"name", "a", "b", "point_a", "point_b", "pin_radius", "friction"} | {
    "body", "shape", "piece",
}  # fmt: skip
"""Keys that say where a part belongs and which it is, and friction, which has words of
its own."""


@pytest.mark.parametrize("name", PARTS)
def test_keys_of_a_file_are_the_words_of_the_part(name: str) -> None:
    module, words = PARTS[name]
    keys = getattr(module, name).model_fields
    stated = {words_of(f).key or f.name: words_of(f).meaning for f in said(words)}
    own = {key: field.description for key, field in keys.items() if key in stated}
    assert own == stated
    assert set(keys) - set(stated) <= NAMES


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
                assert stated <= NAMES, f"{path.name}: {node.name}"


def test_there_and_back_through_a_table() -> None:
    plan = PlanarSystem()
    one = plan.body("one", 2.0, 0.5, (1.0, -2.0), angle=0.3, free=["y", "x"])
    table = table_of(one)
    assert table["position"] == [1.0, -2.0] and table["free"] == ["x", "y"]
    again = bodies.Body(name="one", **table)
    assert plan.body("two", **values_of(again, Body)) == Body(
        2, "two", 2.0, 0.5, (1.0, -2.0), 0.3, (0.0, 0.0), 0.0, frozenset(["x", "y"])
    )


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
