"""Mutation sample: small wrong changes in kernels, and whether a test notices them.

``python deep/mutants.py --count 300`` copies the package, changes one operator, number
or comparison at a time, and runs the tests that name the module, without the compiler:
test files that take too long or fail so are left out, the quick ones come first. Where
none is left the kernels are compiled. A mutant is killed when a test fails or does not
end; survivors are listed.
"""

from __future__ import annotations

import argparse
import ast
import math
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "catena"
ROOMS = (
    "solvers", "contact", "laws", "rows", "pairs", "couplings", "bodies", "dynamics",
    "geometry", "integrators",
)  # fmt: skip
"""Folders whose kernels are changed."""
LONGEST = {"plain": 30, "compiled": 600}
"""Time of the processor after which a test that hangs counts as one that failed [s]."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "sin": "cos", "cos": "sin"}


@dataclass(frozen=True)
class Mutant:
    """One change: the n-th changeable node of a file."""

    path: Path
    node: int
    line: int
    words: str


def changeable(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes within kernels that can be changed."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and _is_kernel(function):
            for node in ast.walk(function):
                if _change(node, pretend=True):
                    yield node


def _is_kernel(function: ast.FunctionDef) -> bool:
    names = {ast.unparse(one).split("(")[0] for one in function.decorator_list}
    return any(name.endswith("kernel") for name in names)


def _change(node: ast.AST, *, pretend: bool = False) -> str:
    """Change a node in place; what was done, empty where nothing can be."""
    for key in ("op", "ops"):
        found = getattr(node, key, None)
        first = found[0] if isinstance(found, list) and found else found
        if type(first) in SWAPS and isinstance(first, ast.AST):
            new = SWAPS[type(first)]()
            if not pretend:
                setattr(
                    node, key, [new, *found[1:]] if isinstance(found, list) else new
                )
            return f"{type(first).__name__} becomes {type(new).__name__}"
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in NAMES:
            if not pretend:
                field = "attr" if isinstance(node.func, ast.Attribute) else "id"
                setattr(node.func, field, NAMES[name])
            return f"{name} becomes {NAMES[name]}"
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        if not pretend:
            node.value += 1.0
        return "a number grows by 1"
    return ""


def all_mutants() -> list[Mutant]:
    """Every change that can be made."""
    found = []
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for i, node in enumerate(changeable(tree)):
                line = getattr(node, "lineno", 0)
                found.append(Mutant(path, i, line, _change(node, pretend=True)))
    return found


def mutated(mutant: Mutant) -> str:
    """The source with the change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    _change(list(changeable(tree))[mutant.node])
    return ast.unparse(ast.fix_missing_locations(tree))


def tests_of(path: Path) -> list[str]:
    """Test files that name a module, those of kernels before those of whole drives.

    Without any, those of the nearest folder that mirrors its own.
    """
    module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    package, name = module.rsplit(".", 1)
    wanted = (f"{module} import", f"from {package} import {name}", f"import {module}")
    files = [*(ROOT / "tests/unit").rglob("test_*.py")]
    files += [*(ROOT / "tests/properties").glob("test_*.py")]
    naming = [
        f
        for f in files
        if f.stem == f"test_{name}" or any(w in f.read_text("utf-8") for w in wanted)
    ]
    folder = ROOT.joinpath("tests/unit", *package.split(".")[1:])
    while not (mirror := sorted(folder.glob("test_*.py"))) and folder.name != "unit":
        folder = folder.parent
    direct = [f for f in naming if f.relative_to(ROOT / "tests").parts[1] in ROOMS]
    return [str(f.relative_to(ROOT)) for f in direct or naming or mirror]


def passes(tests: list[str], source: Path, way: str, usual: float = 0.0) -> bool:
    """Whether tests pass with the package in a folder, compiled or not.

    ``usual`` is what they take when they pass [s].
    """
    env = os.environ | {"PYTHONPATH": str(source)}
    env["NUMBA_CACHE_DIR"] = str(source / "kernels")
    if way == "plain":
        env["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    most = (LONGEST[way] + math.ceil(2.0 * usual),) * 2
    ended = subprocess.run(
        [*command, *tests], cwd=ROOT, env=env, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, most),
    )  # fmt: skip
    return ended.returncode == 0


@dataclass
class Trials:
    """Tests of modules as they are: which pass, how, and how long they take."""

    source: Path
    compiler: bool
    """Whether tests may be run compiled, which takes minutes for each mutant."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Of a test file without the compiler; infinite where it fails or is too long."""

    def time_of(self, test: str) -> float:
        """How long a test file takes without the compiler [s]."""
        if test not in self.seconds:
            begin = os.times().children_user
            fine = passes([test], self.source, "plain")
            taken = os.times().children_user - begin
            self.seconds[test] = taken if fine else math.inf
        return self.seconds[test]

    def way_of(self, tests: list[str]) -> tuple[str, list[str]]:
        """How tests are run, and which in which order; no way where none passes."""
        able = sorted(
            (t for t in tests if self.time_of(t) < math.inf), key=self.time_of
        )
        if able:
            return "plain", able
        fine = self.compiler and passes(tests, self.source, "compiled")
        return ("compiled" if fine else ""), tests


def run_sample(
    chosen: list[Mutant], compiler: bool = True
) -> Iterator[tuple[Mutant, str]]:
    """What becomes of every mutant: killed, survives, or has no test."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        shutil.copytree(PACKAGE, source / "catena")
        trials = Trials(source, compiler)
        for mutant in chosen:
            place = source / mutant.path.relative_to(PACKAGE.parent)
            way, tests = trials.way_of(tests_of(mutant.path))
            if not way:
                yield mutant, "NO TEST"
                continue
            place.write_text(mutated(mutant), encoding="utf-8")
            usual = sum(map(trials.time_of, tests)) if way == "plain" else 0.0
            fine = passes(tests, source, way, usual)
            yield mutant, "SURVIVES" if fine else "killed"
            shutil.copy(mutant.path, place)


def main() -> None:
    """Print every mutant and the share that was killed; fail below 80 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", nargs="*", default=list(ROOMS))
    parser.add_argument(
        "--plain", action="store_true", help="no compiler: what needs it has no test"
    )
    given = parser.parse_args()
    every = [
        m for m in all_mutants() if m.path.relative_to(PACKAGE).parts[0] in given.rooms
    ]
    chosen = random.Random(given.seed).sample(every, min(given.count, len(every)))
    killed = 0
    for k, (mutant, note) in enumerate(run_sample(chosen, not given.plain)):
        killed += note == "killed"
        where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
        print(f"{k + 1:4} {note:9} {where} {mutant.words}", flush=True)
    share = killed / len(chosen)
    print(f"C8 {killed} of {len(chosen)} mutants killed ({share:.0%}, asked 80 %)")
    sys.exit(0 if share >= 0.8 else 1)


if __name__ == "__main__":
    main()
