"""One loop takes every drive through time: nobody else writes, checkpoints or stops."""

import ast
from functools import cache
from pathlib import Path

import pytest
from tests.contracts.sources import PACKAGE, all_nodes, nodes, texts

LOOP = PACKAGE / "run" / "loop.py"


@cache
def callers() -> dict[str, set[Path]]:
    """Files that call something, by its name as a function or a method."""
    found: dict[str, set[Path]] = {}
    for path, node in all_nodes(ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        found.setdefault(name, set()).add(path)
    return found


def users_of(name: str) -> set[Path]:
    """Files that call something of this name, as a function or a method."""
    return callers().get(name, set())


def test_only_the_loop_takes_stop_wishes_and_clocks() -> None:
    assert users_of("stop_wishes") == {LOOP}
    assert users_of("Clock") == {LOOP}
    names = ("checkpoint.py", "start.py", "step_control.py")
    files = {PACKAGE / "run" / name for name in names}
    assert users_of("flattened") == {LOOP, *files}


def test_time_is_cut_by_one_class() -> None:
    classes = [node.name for _, node in all_nodes(ast.ClassDef)]
    assert classes.count("Pace") == 1
    assert "March" not in classes
    assert not (PACKAGE / "timeloop").exists()


def test_every_drive_through_time_goes_through_the_loop() -> None:
    users = users_of("run_through")
    rooms = {path.parent.name for path in users}
    assert rooms >= {"roller_chain", "roller_span", "pushbelt_cvt", "model"}
    assert all("def march(" in texts()[path] for path in users)  # so it is resumable


def test_the_engines_of_before_are_gone() -> None:
    """Their folders, and what only they had: loops, paces and ledgers of their own."""
    for folder in ("chain", "pushbelt", "timeloop", "drives/timeloop"):
        assert not (PACKAGE / folder).exists(), folder
    ledgers = {
        str(path.relative_to(PACKAGE))
        for path, node in all_nodes(ast.ClassDef)
        if node.name == "Ledger"
    }
    assert ledgers == {"tables/state.py"}
    for module in ("planar/laws", "couplings/shaft"):
        assert not (PACKAGE / f"{module}.py").exists(), module


def test_rooms_of_drives_hold_no_kernels() -> None:
    rooms = PACKAGE / "drives"
    kernel = ("@kernel", "@lean_kernel", "@inline_kernel", "@strip_kernel")
    found = [
        str(path.relative_to(PACKAGE))
        for path, text in texts().items()
        if path.is_relative_to(rooms)
        and any(line.startswith(kernel) for line in text.splitlines())
    ]
    assert found == []


def is_capped(loop: ast.AST) -> bool:
    """Whether a loop goes over sweeps, up to a cap."""
    return isinstance(loop, ast.For) and ast.unparse(loop.iter) in CAPS


def calls_in(node: ast.AST) -> set[str]:
    """Names of functions that are called."""
    calls = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    return {getattr(call.func, "id", "").lstrip("_") for call in calls}


def sweeps_itself(function: ast.AST, prefix: str) -> bool:
    """Whether it calls something named so until it is quiet, or up to a cap."""
    parts = list(ast.walk(function))
    names = calls_in(function) if any(map(is_capped, parts)) else set()
    for loop in parts:
        if isinstance(loop, ast.While) and not ast.unparse(loop.test).endswith(">= 0"):
            names |= calls_in(loop)  # others follow the rows of a list
    return any(name.startswith(prefix) for name in names)


def loops_that_call(prefix: str) -> set[str]:
    """Files with a loop over sweeps in a function that calls something named so."""
    found = set()
    for path in (path for path, text in texts().items() if prefix in text):
        for node in nodes(path, ast.FunctionDef):
            if sweeps_itself(node, prefix):
                found.add(str(path.relative_to(PACKAGE)))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "while change > limit:\n        change = relax_rows(rows)",
        "for _ in range(most):\n        change = _relax_rows(rows)",
        "for _ in range(SWEEPS):\n        relax_tooth(rows)",
    ],
)
def test_a_second_sweep_is_noticed(text: str) -> None:
    assert sweeps_itself(ast.parse(f"def solve(rows):\n    {text}\n"), "relax")
    assert not sweeps_itself(ast.parse("def f():\n    relax_pin(1)\n"), "relax")


PARAGRAPHS = {
    "integrators/event/engine.py": "event-driven systems",
    "integrators/runge_kutta.py": "Runge-Kutta steps of systems",
    "integrators/half_explicit.py": "systems",
    "integrators/linearly_implicit.py": "linearly implicit systems",
    "integrators/planar_chain/rigid_step.py": "chains with rigid teeth",
    "integrators/planar_chain/step.py": "chains in the plane",
    "integrators/rescue.py": "a step that sweeps did not solve, again",
    "integrators/semi_implicit.py": "semi-implicit systems",
    "integrators/span/engine.py": "the strand of changing size",
    "integrators/spatial_explicit.py": "chains in space, the reference scheme",
    "integrators/spatial_implicit.py": "chains in space",
    "integrators/step_control.py": "steps of a chosen size, over any of these",
    "integrators/steps/belt_drive.py": "belts over pulleys",
    "integrators/steps/pin_chain.py": "chains of variators",
    "integrators/steps/pushbelt.py": "pushbelts",
    "integrators/steps/spatial_pushbelt.py": "pushbelts in space",
    "integrators/steps/spatial_system.py": "bodies in space",
    "motion.py": "none of its own: the choice among the engines of systems",
}
"""Where kernels take a state through several steps: a paragraph per family or scheme
on the same kernels and tables, since one for all would make every drive wait for the
compiler of all (decision 0010)."""
REPEATED = {"n", "count", "steps", "every", "last"}


def takes_steps(node: ast.AST) -> bool:
    """Whether a kernel takes a state of a system through several steps."""
    if not isinstance(node, ast.FunctionDef) or "advance" not in node.name:
        return False
    given = {argument.arg for argument in node.args.args}
    return {"system", "state"} <= given and bool(given & REPEATED)


def test_steps_are_repeated_by_the_engine_alone() -> None:
    found = set()
    for path in texts():
        if any(map(takes_steps, nodes(path, ast.FunctionDef))):
            found.add(str(path.relative_to(PACKAGE)))
    assert found == set(PARAGRAPHS)


CAPS = {
    "range(most)", "range(most_sweeps)", "range(sweeps.limit)", "range(SWEEPS)",
    "range(INNER)",
}  # fmt: skip
"""How loops over sweeps are capped."""


def test_friction_of_known_bounds_is_swept_in_one_place() -> None:
    rescued = "integrators/rescue.py"  # in Python: sweeps as the last of three ways
    assert loops_that_call("sweep") == {"solvers/patches/waking.py", rescued}
    assert loops_that_call("relax") == {
        "drives/roller_chain/start/equilibrium.py",  # damped steps of a chain to rest
        "solvers/spatial_rows.py",  # the rows of one link within one sweep
    }
    makers = {"waking_sweep", "until_quiet", "within_visits"}
    users = set().union(*(users_of(maker) for maker in makers))
    assert {path.stem for path in users} >= {
        "friction_patches",
        "belt_friction",
        "spatial_belt_friction",
        "sheave_friction",
        "impact_sweeps",
        "pair_friction",
        "spatial_rows",
    }


def test_strands_that_stick_are_eliminated_in_one_place() -> None:
    """Joints in the plane and pins in space hand their rows to the same kernel."""
    solvers = PACKAGE / "solvers"
    own = {solvers / "strands.py", solvers / "spatial_pins.py"}
    assert users_of("strand_gains") == own


def test_laws_are_evaluated_by_one_dispatch() -> None:
    """No other kernel asks which elastic law or smooth friction a group has."""
    asked = ("SPRING_DAMPER", "HERTZ", "JOHNSON", "REGULARISED", "STRIBECK")
    found = set()
    for path, node in all_nodes(ast.Compare):
        named = {getattr(part, "attr", "") for part in ast.walk(node)}
        if isinstance(node.ops[0], ast.Eq) and named & set(asked):
            found.add(str(path.relative_to(PACKAGE)))
    assert found == {
        "drives/roller_chain/layout/tooth_laws.py",  # words of the teeth
        "integrators/planar_chain/step_limit.py",  # stiffness at the design force
        "laws/boxed_friction.py",  # softened at the end of the step, not before
        "solvers/spatial_pins.py",  # strands of either law
        "solvers/spatial_rows.py",  # discs, as in the box
        "validity.py",  # the limit of Johnson's law
    }


def test_elastic_contacts_of_systems_are_rows_of_the_floor() -> None:
    """Their structure of before is gone, and one kernel gives planar rows a force."""
    classes = {node.name for _, node in all_nodes(ast.ClassDef)}
    assert "ContactRows" not in classes and "ListedRows" in classes
    for module in ("contact/row_forces", "solvers/patches/bearing_friction"):
        assert not (PACKAGE / f"{module}.py").exists(), module
    planar = PACKAGE / "rows" / "planar.py"
    contacts = PACKAGE / "contact" / "planar_contacts.py"
    assert users_of("damped_force") == {planar, PACKAGE / "laws" / "dispatch.py"}
    assert users_of("add_planar_force") == {planar, contacts}
    assert users_of("fill_row_forces") == {PACKAGE / "dynamics" / "evaluation.py"}
    assert "W_N" not in texts()[contacts]  # no list of velocities
