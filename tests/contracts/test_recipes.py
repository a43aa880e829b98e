"""Recipes of CONTRIBUTING, carried out on toys in a copy of the package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import catena

PACKAGE = Path(catena.__file__).parent
ROOM, TOY = "spatial_system", "toy"
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
    for recipe in (add_drive, add_channel, add_figure, add_verb):
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


def test_a_drive_is_its_room_and_one_line(touched: dict[str, set[str]]) -> None:
    outside = {p for p in touched["add_drive"] if not p.startswith(f"drives/{TOY}/")}
    assert outside == {"drives/__init__.py"}


@pytest.mark.parametrize("recipe", ["add_channel", "add_figure", "add_verb"])
def test_additions_to_a_room_are_one_place(recipe, touched) -> None:
    assert len(touched[recipe]) == 1


def test_what_was_added_works(package: Path, touched: dict[str, set[str]]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    environment |= {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", TRIAL], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.split("FOUND", 1)[1])
    assert found["kind"] == TOY
    assert found["doubled"]
    assert "twice" in found["figures"]
    assert TOY in found["kinds"]
    assert found["said"] == ["2 bodies"]
