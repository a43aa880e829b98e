"""Mutation sample: small wrong changes in kernels, and whether a test notices them.

``python deep/mutants.py --count 300`` copies the package, changes one operator, number
or comparison at a time, and runs the test files that reach the changed line, without
the compiler, the quick ones first. Where none reaches it, or none fails, the tests
nearest to the module run compiled (`closeness`). A mutant is killed when a test fails
or does not end; survivors are listed.
"""

from __future__ import annotations

import argparse
import ast
import itertools
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
sys.path.insert(0, str(ROOT / "deep"))

from closeness import nearest  # noqa: E402
from reach import PACKAGE, Reach, lines_of, reaches, test_files  # noqa: E402

ROOMS = (
    "solvers", "contact", "laws", "rows", "pairs", "couplings", "bodies", "dynamics",
    "geometry", "integrators",
)  # fmt: skip
"""Folders whose kernels are changed."""
LONGEST = {"plain": 60, "compiled": 600}
"""Time of the processor after which a test that hangs counts as one that failed [s]."""
MOST = 120
"""Time of the processor that the tests of one mutant may take [s]."""
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
    lines: range
    """Lines of the statement, its blocks left out."""


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
            extent = _extents(tree)
            for i, node in enumerate(changeable(tree)):
                line, words = getattr(node, "lineno", 0), _change(node, pretend=True)
                found.append(Mutant(path, i, line, words, extent[node]))
    return found


def _extents(tree: ast.AST) -> dict[ast.AST, range]:
    """Lines of the statement each node belongs to."""
    found: dict[ast.AST, range] = {}
    for statement in ast.walk(tree):  # from the outside to the inside
        if isinstance(statement, ast.stmt):
            body = getattr(statement, "body", None)
            last = body[0].lineno - 1 if body else statement.end_lineno
            lines = range(statement.lineno, 1 + max(statement.lineno, last or 0))
            found.update((node, lines) for node in ast.walk(statement))
    return found


def mutated(mutant: Mutant) -> str:
    """The source with the change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    _change(list(changeable(tree))[mutant.node])
    return ast.unparse(ast.fix_missing_locations(tree))


def tests_of(mutant: Mutant, known: list[Reach]) -> list[Reach]:
    """Test files that run the changed line: those of its folder first, then quick ones.

    A file may take `LONGEST` in all; what comes after `MOST` has no turn.
    """
    able = [one for one in known if one.fine and one.seconds < LONGEST["plain"]]
    room = mutant.path.relative_to(PACKAGE).parts[0]
    found = sorted(
        (one for one in able if lines_of(one, mutant.path).intersection(mutant.lines)),
        key=lambda one: (room not in one.file.parts, one.seconds),
    )
    total = itertools.accumulate(one.seconds for one in found)
    return [one for one, until in zip(found, total, strict=True) if until < MOST]


def passes(tests: list[str], source: Path, way: str, usual: float = 0.0) -> bool:
    """Whether tests pass with the package in a folder, compiled or not.

    ``usual`` is what they take when they pass [s].
    """
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(source), str(ROOT / "deep")])
    }
    env["NUMBA_CACHE_DIR"] = str(source / "kernels")
    if way == "plain":
        env["NUMBA_DISABLE_JIT"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += ["-p", "given_order"]
    most = (math.ceil(LONGEST[way] + 2.0 * usual),) * 2
    ended = subprocess.run(
        [*command, *tests], cwd=ROOT, env=env, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, most),
    )  # fmt: skip
    return ended.returncode in (0, 5)  # 5: nothing to run


@dataclass
class Compiled:
    """Tests of modules that need the compiler: whether they pass as they are."""

    source: Path
    fine: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def able(self, tests: list[str]) -> bool:
        """Whether tests pass without a change."""
        key = tuple(tests)
        if key not in self.fine:
            self.fine[key] = bool(tests) and passes(tests, self.source, "compiled")
        return self.fine[key]


def run_sample(
    chosen: list[Mutant], known: list[Reach], compiler: bool = True
) -> Iterator[tuple[Mutant, str]]:
    """What becomes of every mutant: killed, survives, or has no test.

    Only a mutant that no direct test kills asks for the compiler.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        shutil.copytree(PACKAGE, source / "catena")
        compiled = Compiled(source)
        for mutant in chosen:
            place = source / mutant.path.relative_to(PACKAGE.parent)
            direct, fine = tests_of(mutant, known), True
            others: list[str] = []
            if direct:
                place.write_text(mutated(mutant), encoding="utf-8")
                usual = sum(one.seconds for one in direct)
                files = [str(one.file) for one in direct]
                files += [f"--deselect={name}" for one in direct for name in one.cut]
                fine = passes(files, source, "plain", usual)
                shutil.copy(mutant.path, place)
            if fine and compiler:
                others = [f for f in nearest(mutant.path) if compiled.able([f])]
            if fine and others:
                place.write_text(mutated(mutant), encoding="utf-8")
                fine = passes(others, source, "compiled")
                shutil.copy(mutant.path, place)
            if direct or others:
                yield mutant, "SURVIVES" if fine else "killed"
            else:
                yield mutant, "NO TEST"


def main() -> None:
    """Print every mutant and the share that was killed; fail below 80 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after", type=int, default=0, help="of the sample, leave out")
    parser.add_argument("--rooms", nargs="*", default=list(ROOMS))
    parser.add_argument(
        "--plain", action="store_true", help="no compiler: what needs it has no test"
    )
    given = parser.parse_args()
    every = [
        m for m in all_mutants() if m.path.relative_to(PACKAGE).parts[0] in given.rooms
    ]
    sample = random.Random(given.seed).sample(every, min(given.count, len(every)))
    chosen = sample[given.after :]
    killed, known = 0, list(reaches(test_files()))
    for k, (mutant, note) in enumerate(run_sample(chosen, known, not given.plain)):
        killed += note == "killed"
        where = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
        print(f"{given.after + k + 1:4} {note:9} {where} {mutant.words}", flush=True)
    share = killed / len(chosen)
    print(f"C8 {killed} of {len(chosen)} mutants killed ({share:.0%}, asked 80 %)")
    sys.exit(0 if share >= 0.8 else 1)


if __name__ == "__main__":
    main()
