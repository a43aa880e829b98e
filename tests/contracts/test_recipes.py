"""Recipes of CONTRIBUTING, carried out on toys in a copy of the package."""

import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import catena

PACKAGE = Path(catena.__file__).parent
ROOM, TOY = "spatial_system", "toy"
LAW = '''"""A spring that grows stiffer with the depth."""

from __future__ import annotations

from typing import ClassVar

from catena.jit import inline_kernel
from catena.laws.words import Normal
from catena.numerics.statement import number, statement
from catena.numerics.records import Rows

CODE = 100


@statement
class Toy(Normal):
    """Elastic: hardens."""

    stiffness: float = number("Force per depth.", "N/m", column="k", positive=True)
    hardening: float = number("Force per cube of the depth.", default=0.0, column="p")

    word: ClassVar[str] = "toy"
    chosen: ClassVar[str] = "a spring that grows stiffer with the depth"
    code: ClassVar[int] = CODE


@inline_kernel
def press(groups: Rows, g: int, depth: float) -> float:
    """Elastic force [N]."""
    return float(groups[g].k * depth + groups[g].p * depth**3)


@inline_kernel
def energy(groups: Rows, g: int, depth: float) -> float:
    """Stored energy [J]."""
    return float(groups[g].k * depth**2 / 2.0 + groups[g].p * depth**4 / 4.0)
'''
COUPLING = '''"""A spring that grows stiffer as it lengthens."""

from __future__ import annotations

from typing import ClassVar

from catena.couplings.lines.characteristic import Characteristic
from catena.jit import inline_kernel
from catena.numerics.statement import number, statement
from catena.numerics.records import Rows

CODE = 100


@statement
class Rubber(Characteristic):
    """A spring that hardens."""

    hardening: float = number("Pull per cube of the length.", column="p", example=2.0)

    word: ClassVar[str] = "rubber"
    chosen: ClassVar[str] = "a spring that hardens"
    code: ClassVar[int] = CODE


@inline_kernel
def pull(rows: Rows, i: int, length: float) -> float:
    """Elastic part of the pull [N]."""
    return float(rows[i].p * length**3)


@inline_kernel
def energy(rows: Rows, i: int, length: float) -> float:
    """Stored energy [J]."""
    return float(rows[i].p * length**4 / 4.0)


@inline_kernel
def drag(rows: Rows, i: int, motion: tuple[float, float]) -> float:
    """Damping part of the pull [N]."""
    return 0.0


@inline_kernel
def slopes(rows: Rows, i: int, motion: tuple[float, float]) -> tuple[float, float]:
    """Stiffness and damping."""
    return float(3.0 * rows[i].p * motion[0] ** 2), 0.0
'''
SURFACE = '''"""A flat roof of a height."""

from __future__ import annotations

from typing import ClassVar

from catena.contact.kinematics.surface import FIRST, Surface
from catena.jit import kernel
from catena.numerics.statement import number, statement
from catena.numerics.arrays import Floats

CODE = 100


@statement
class Roof(Surface):
    """A flat roof."""

    height: float = number("How high it is.", "m", column="first", example="1 mm")

    word: ClassVar[str] = "roof"
    chosen: ClassVar[str] = "a flat roof"
    code: ClassVar[int] = CODE

    def outline(self, size: float) -> list[tuple[float, float]]:
        """From left to right."""
        return [(-size, self.height), (size, self.height)]


@kernel
def distance(
    par: Floats, i: int, place: tuple[float, float]
) -> tuple[float, float, float]:
    """Signed distance [m] and unit normal."""
    return place[1] - par[i, FIRST], 0.0, 1.0
'''
BODY = '''"""A mass on a spring."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from catena.bodies.body_model import BodyModel, Matrices
from catena.numerics.statement import number, statement


@statement
class Bob(BodyModel):
    """A mass on a spring."""

    mass: float = number("Of the bob.", "kg", positive=True)
    stiffness: float = number("Of the spring.", "N/m", positive=True)

    word: ClassVar[str] = "bob"
    chosen: ClassVar[str] = "a mass on a spring"

    def matrices(self) -> Matrices:
        """Of its one coordinate."""
        M, K = np.array([[self.mass]]), np.array([[self.stiffness]])
        return Matrices(("lift",), M, K, 0.0 * K)
'''
SYSTEM = """
drive = "system"
[[body]]
name = "block"
mass = "1 kg"
inertia = "1e-3 kg m^2"
position = ["0 m", "-1 mm"]
[[contour]]
name = "foot"
body = "block"
shape = "point"
[[contour]]
name = "floor"
body = "ground"
shape = "line"
normal = [0.0, 1.0]
[[contact]]
name = "pressed"
a = "foot"
b = "floor"
normal = { law = "toy", stiffness = "1 N/mm", hardening = 1e9 }
[[linear_body]]
name = "bob"
model = { kind = "bob", mass = "2 kg", stiffness = "8 N/mm" }
position = [0.001]
[[contour]]
name = "roof"
body = "ground"
shape = "roof"
height = "2 mm"
position = ["0 m", "-3 mm"]
[[contact]]
name = "on_roof"
a = "foot"
b = "roof"
normal = { law = "unilateral" }
[[coupling]]
name = "strap"
a = "ground"
b = "block"
point_a = ["0.2 m", "-1 mm"]
pull = { law = "rubber", hardening = 50.0 }
[solve]
step = "10 us"
duration = "1 ms"
"""
SYSTEM_TRIAL = """
import json, sys
import catena as ct
from catena.drives.reference import explained
from catena.laws.toy import Toy
from catena.reporting import scene_of
spec = ct.loads(sys.stdin.read())
run = ct.simulate(spec)
plan = ct.PlanarSystem()
block = plan.body("block", mass=1.0, inertia=1e-3, at=(0.0, -1e-3))
floor = plan.ground.line((0.0, 1.0))
plan.contact("pressed", block.point((0.0, 0.0)), floor, Toy(1e3, 1e9))
built = plan.build()
print("FOUND", json.dumps({
    "force": float(run.read("peak_normal_force").max()),
    "residual": float(abs(run.read("energy_residual")).max()),
    "columns": [float(built.system.contours.candidates.laws[x][0]) for x in "kp"],
    "meaning": [key.meaning for key in explained("system.contact.normal.hardening")],
    "gap": float(run.read("gap")[0, 1]),
    "drawn": [family.name for family in scene_of(run).families],
    "height": [key.unit for key in explained("system.contour.height")],
    "bob": run.read("linear_position")[:, 0].tolist(),
    "time": run.read("time").tolist(),
    "pull": float(run.read("spring_force")[0, 0]),
    "pulls": [key.meaning for key in explained("system.coupling.pull.hardening")],
}))
"""
TRIAL = """
import json
import catena as ct
from catena.drives import DRIVES
from catena.drives.verbs import ability, kinds_that
spec = ct.loads(DRIVES["toy"].template())
run = ct.simulate(spec.with_values({"solve.duration": 0.004, "solve.step": 1e-3}))
figures = [figure.name for figure in DRIVES["toy"].figures(run)]
print("FOUND", json.dumps({
    "kind": run.attributes["drive"],
    "doubled": bool((run.read("twice") == 2.0 * run.read("kinetic_energy")).all()),
    "figures": figures,
    "kinds": kinds_that("kinematics"),
    "said": ability("toy", "kinematics")(spec).lines,
}))
"""


def contents(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*.*")
            if p.suffix in (".py", ".toml")}  # fmt: skip


def places(before: dict[str, bytes], root: Path) -> set[str]:
    """Files that differ from before."""
    after = contents(root)
    names = before.keys() | after.keys()
    return {name for name in names if before.get(name) != after.get(name)}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text, f"{path}: the recipe no longer fits: {old!r}"
    path.write_text(text.replace(old, new, 1))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("recipes") / "catena"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def touched(package: Path) -> dict[str, set[str]]:
    """Every recipe, one after the other; the places each of them needed."""
    found = {}
    for recipe in (
        add_drive,
        add_channel,
        add_figure,
        add_verb,
        add_law,
        add_coupling,
        add_pair,
        add_body,
    ):
        before = contents(package)
        recipe(package)
        found[recipe.__name__] = places(before, package)
    return found


def add_drive(package: Path) -> None:
    rooms = package / "drives"
    shutil.copytree(rooms / ROOM, rooms / TOY)
    for path in [*(rooms / TOY).rglob("*.py"), rooms / TOY / "template.toml"]:
        text = path.read_text().replace(f"drives.{ROOM}", f"drives.{TOY}")
        path.write_text(text.replace(f'"{ROOM}"', f'"{TOY}"'))
    line = f'        Room("{ROOM}"'
    edit(rooms / "__init__.py", line, f'        Room("{TOY}", "a toy"),\n{line}')


def add_channel(package: Path) -> None:
    signals = package / "drives" / TOY / "signals.py"
    known = '    Channel("kinetic_energy"'
    edit(signals, known, f'    Channel("twice", "J", "twice the energy"),\n{known}')
    value = '            "kinetic_energy": kinetic,'
    edit(signals, value, f'{value}\n            "twice": 2.0 * kinetic,')


def add_figure(package: Path) -> None:
    outputs = package / "drives" / TOY / "outputs.py"
    line = '    kinetic, stored = run.read("kinetic_energy")'
    axes = 'Axis("time", "s"), Axis("energy", "J")'
    figure = f'Figure("twice", "Twice", {axes}, (Trace(time, run.read("twice")),))'
    edit(outputs, line, f"    found.append({figure})\n{line}")


def add_verb(package: Path) -> None:
    verbs = package / "drives" / TOY / "verbs.py"
    verbs.write_text(
        'VERBS = {"kinematics": "catena.drives.toy.verbs:kinematics"}\n\n\n'
        "def kinematics(spec):\n"
        "    from catena.drives.verbs import Answer\n\n"
        '    return Answer([f"{len(spec.body)} bodies"], {})\n'
    )


def add_law(package: Path) -> None:
    (package / "laws" / "toy.py").write_text(LAW)
    dispatch = package / "laws" / "dispatch.py"
    edit(dispatch, "    unilateral,\n)\nfrom", "    toy,\n    unilateral,\n)\nfrom")
    edit(dispatch, "    maxwell_coupled,\n)\n", "    maxwell_coupled,\n    toy,\n)\n")


def add_coupling(package: Path) -> None:
    (package / "couplings" / "lines" / "rubber.py").write_text(COUPLING)
    couplings = package / "couplings" / "lines" / "line_couplings.py"
    edit(couplings, "linear_spring, rope\n", "linear_spring, rope, rubber\n")
    edit(couplings, "    rope,\n)", "    rope,\n    rubber,\n)")


def add_pair(package: Path) -> None:
    kinematics = package / "contact" / "kinematics"
    (kinematics / "roof.py").write_text(SURFACE)
    surfaces = kinematics / "circle_surface.py"
    edit(surfaces, "import circle_bowl\n", "import circle_bowl, roof\n")
    edit(surfaces, "(circle_bowl,)", "(circle_bowl, roof)")


def add_body(package: Path) -> None:
    (package / "bodies" / "bob.py").write_text(BODY)
    models = package / "bodies" / "linear_models.py"
    edit(models, "import cantilever\n", "import bob, cantilever\n")
    edit(models, "(cantilever,)", "(cantilever, bob)")


def test_a_body_is_its_file_and_its_name_in_a_list(touched) -> None:
    assert touched["add_body"] == {"bodies/bob.py", "bodies/linear_models.py"}


def test_a_pair_is_its_file_and_its_name_in_a_list(touched) -> None:
    names = {Path(place).name for place in touched["add_pair"]}
    assert names == {"roof.py", "circle_surface.py"}


def test_a_coupling_is_its_file_and_its_name_in_a_list(touched) -> None:
    places = {"couplings/lines/rubber.py", "couplings/lines/line_couplings.py"}
    assert touched["add_coupling"] == places


def test_a_law_is_its_file_and_its_name_in_a_list(touched: dict[str, set[str]]) -> None:
    assert touched["add_law"] == {"laws/toy.py", "laws/dispatch.py"}


def found_by(package: Path, trial: str, given: str = "") -> dict[str, Any]:
    """What a script finds in the copy of the package, without compiling."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    environment |= {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", trial],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.split("FOUND", 1)[1])
    return found


def test_parts_of_systems_work_in_files_and_in_python(
    package: Path, touched: object
) -> None:
    found = found_by(package, SYSTEM_TRIAL, SYSTEM)
    assert found["force"] == pytest.approx(1.0 + 1e9 * 1e-9, rel=1e-3)
    assert found["pull"] == pytest.approx(50.0 * 0.2**3, rel=1e-3)
    assert found["pulls"] == ["Pull per cube of the length."]
    assert found["gap"] == pytest.approx(0.0, abs=1e-9)
    assert "ground" in found["drawn"]
    swings = [1e-3 * math.cos(math.sqrt(8000.0 / 2.0) * t) for t in found["time"]]
    assert found["bob"] == pytest.approx(swings, abs=1e-6)
    assert found["height"] == ["m"]
    assert found["residual"] < 1e-6
    assert found["columns"] == [1e3, 1e9]
    assert found["meaning"] == ["Force per cube of the depth."]


def test_a_drive_is_its_room_and_one_line(touched: dict[str, set[str]]) -> None:
    outside = {p for p in touched["add_drive"] if not p.startswith(f"drives/{TOY}/")}
    assert outside == {"drives/__init__.py"}


@pytest.mark.parametrize("recipe", ["add_channel", "add_figure", "add_verb"])
def test_additions_to_a_room_are_one_place(recipe, touched) -> None:
    assert len(touched[recipe]) == 1


def test_what_was_added_works(package: Path, touched: dict[str, set[str]]) -> None:
    found = found_by(package, TRIAL)
    assert found["kind"] == TOY
    assert found["doubled"]
    assert "twice" in found["figures"]
    assert TOY in found["kinds"]
    assert found["said"] == ["2 bodies"]
