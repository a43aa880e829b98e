"""The house stands: layers, kernels, rooms, citations."""

import ast
import importlib.util
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.contracts.sources import PACKAGE, ROOT, all_nodes, nodes, texts

import catena
from catena.drives import DRIVES
from catena.jit import kernel_sources

DOCS = ROOT / "docs"


def test_kernels_live_where_the_cache_looks_for_changes() -> None:
    watched = set(kernel_sources(PACKAGE))
    outside = [
        path
        for path, text in texts().items()
        if re.search(r"^@(lean_|inline_|strip_)?kernel", text, re.MULTILINE)
        and path not in watched
    ]
    assert outside == []


def is_kernel(node: ast.AST) -> bool:
    """Whether a function is compiled."""
    names = ("kernel", "lean_kernel", "inline_kernel", "strip_kernel")
    marks = getattr(node, "decorator_list", [])
    return any(isinstance(mark, ast.Name) and mark.id in names for mark in marks)


def test_kernels_copy_by_loops() -> None:
    """A slice assignment compiles the words of its error too, 4 s in a process."""
    found = []
    for path in texts():
        functions = filter(is_kernel, nodes(path, ast.FunctionDef))
        for node in (one for function in functions for one in ast.walk(function)):
            if not isinstance(node, ast.Assign) or isinstance(node.value, ast.Constant):
                continue
            for target in node.targets:
                parts = ast.walk(target.slice) if hasattr(target, "slice") else ()
                if any(isinstance(part, ast.Slice) for part in parts):
                    found.append(f"{path.name}:{node.lineno}")
    assert found == []


def test_only_jit_compiles() -> None:
    found = [p.name for p, text in texts().items() if re.search(r"\bn?jit\(", text)]
    assert found == ["jit.py"]


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys, json\n"
        f"sys.argv = ['catena', *{arguments!r}]\n"
        "from catena.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('LOADED', json.dumps(sorted(sys.modules)))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = json.loads(answer.stdout.split("LOADED", 1)[1])
    heavy = {"numba", "xarray", "matplotlib", "numpy", "scipy", "pint", "h5py"}
    assert heavy.isdisjoint(loaded)


@pytest.mark.parametrize("drive", DRIVES)
def test_all_rooms_have_the_same_files(drive: str) -> None:
    room = PACKAGE / "drives" / drive
    for name in ("build.py", "outputs.py", "template.toml"):
        assert (room / name).is_file(), name
    assert (room / "spec.py").is_file() or (room / "spec" / "__init__.py").is_file()
    assert DRIVES[drive].spec_model().model_fields["drive"].annotation is not None


def test_every_citation_has_an_entry() -> None:
    known = set(re.findall(r"^@\w+\{(\w+),", _read("docs/references.bib"), re.M))
    used = set()
    pages = [path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")]
    for text in [*texts().values(), *pages]:
        used |= set(re.findall(r"\[([A-Z][A-Za-z]+(?:19|20)\d\d)\]", text))
    assert used - known == set()


def test_specifications_are_never_executed() -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    for path, call in all_nodes(ast.Call):
        if isinstance(call.func, ast.Name):
            assert call.func.id not in forbidden, f"{path}:{call.lineno}"
    for path, node in [*all_nodes(ast.Import), *all_nodes(ast.ImportFrom)]:
        names = {alias.name.split(".")[0] for alias in node.names}
        module = getattr(node, "module", None)
        names.add(module.split(".")[0] if module else "")
        assert names.isdisjoint({"pickle", "shelve", "marshal"}), path


def test_no_module_hides_a_public_name() -> None:
    for name in catena.__all__:
        assert not (PACKAGE / f"{name}.py").exists(), name
        assert not (PACKAGE / name).is_dir(), name
        assert getattr(catena, name) is not None


def test_no_file_outgrows_its_room() -> None:
    lines = {path.name: len(text.splitlines()) for path, text in texts().items()}
    long = {name: n for name, n in lines.items() if n > 450}
    assert long == {}


def test_no_test_asserts_seconds() -> None:
    """Speeds are printed by the benchmarks; deadlines of waiting are no speeds."""
    clocks = re.compile(r"\b(process_time|perf_counter)\b")
    here = Path(__file__)
    files = [p for p in (ROOT / "tests").rglob("*.py") if p != here]
    assert [str(p) for p in files if clocks.search(p.read_text())] == []


def test_loose_unit_tests_are_named_after_loose_modules() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    loose = (ROOT / "tests" / "unit").glob("test_*.py")
    names = {path.stem.removeprefix("test_") for path in loose}
    assert names - modules == set()


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


OPTIONS_OF_USERS = {
    "study", "chart", "make_map", "branch", "steady", "shoot", "journal",
    "poincare_section", "SpatialRod.__init__", "SplineRod.__init__",
}  # fmt: skip
"""Functions of the Python interface with more than eight arguments: most are options
that are given by name, each with its line in the docstring."""


def test_functions_have_at_most_eight_arguments() -> None:
    crowded = set()
    owners = {
        id(part): f"{owner.name}."
        for _, owner in all_nodes(ast.ClassDef)
        for part in owner.body
    }
    for _, node in all_nodes(ast.FunctionDef):
        given = node.args
        count = len(given.posonlyargs + given.args + given.kwonlyargs)
        if count - (id(node) in owners) > 8:
            made = node.name == "__init__"
            crowded.add(owners.get(id(node), "") * made + node.name)
    assert crowded == OPTIONS_OF_USERS


CALLED_BY_OTHERS = {
    "on_start", "on_end",  # numba, as are the next three
    "lowering_class", "get_pointer_to_function", "rebuild",
    "seekable", "readinto",  # h5py
    "dask_setup",  # dask
    "get_transforms",  # matplotlib
}  # fmt: skip
"""Names by which libraries call what they are handed."""


def test_nothing_is_there_for_tests_alone() -> None:
    """A function or class is used by another, or a page shows it to users."""
    words = Counter(w for text in texts().values() for w in re.findall(r"\w+", text))
    pages = " ".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    known = CALLED_BY_OTHERS | set(re.findall(r"\w+", pages))
    alone = {
        f"{path.relative_to(PACKAGE)}: {node.name}"
        for path, node in [*all_nodes(ast.FunctionDef), *all_nodes(ast.ClassDef)]
        if words[node.name] == 1
        and node.name not in known
        and not node.name.startswith("__")
        and not any("validator" in ast.unparse(d) for d in node.decorator_list)
        and not any("app." in ast.unparse(d) for d in node.decorator_list)
    }
    assert alone == set()


def test_scripts_import_what_is_there() -> None:
    """Examples, benchmarks and makers of pages, which no run of the tests starts."""
    missing = []
    for folder in ("examples", "benchmarks", "docs"):
        for path in sorted((ROOT / folder).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                own = (isinstance(node, ast.ImportFrom) and node.module) or ""
                if own.partition(".")[0] == "catena":
                    module = importlib.import_module(own)
                    missing += [
                        f"{path.name}: {own}.{alias.name}"
                        for alias in node.names
                        if not hasattr(module, alias.name)
                        and importlib.util.find_spec(f"{own}.{alias.name}") is None
                    ]
    assert missing == []
