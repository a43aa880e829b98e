"""The one way kernels are compiled, and where their machine code is kept.

Numba's disk cache does not notice when a function called from *another* file has
changed and then silently returns results of the old code. Every module therefore has a
cache folder of its own, named by a digest of that module, of every module of the
package it imports, directly or not, and of the numba version: an edit compiles again
what it reaches and nothing else.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from catena.cache_folders import cache_roots
from catena.compiling.kernel_files import seal_files

try:
    from catena.compiling.kernel_compiler import (
        CallerCompiler,
        StripCompiler,
        TwinCompiler,
        keep_twin,
    )

    DOOR, TWIN = {"pipeline_class": CallerCompiler}, {"pipeline_class": TwinCompiler}
    STRIP = {"pipeline_class": StripCompiler}
except (ImportError, AttributeError):  # other names in numba: its own way is taken
    DOOR, TWIN, STRIP = {}, {}, {}

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = {
    "cache": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,  # nobody calls kernels from C
}
COMPILER = "catena.compiling.kernel_compiler"
"""The module whose compiler makes all kernels."""
HOOKS = ("get_call_template", "get_overload")
"""Methods by which numba asks one compiled function for another."""
KERNEL_ROOMS = (
    "jit.py",
    "codes.py",
    "numerics",
    "tables",
    "geometry",
    "bodies",
    "laws",
    "couplings",
    "rows",
    "pairs",
    "contact",
    "solvers",
    "dynamics",
    "integrators",
    "periodic",
)
"""Where kernels live, relative to the package; a contract test holds them there."""


def kernel(function: F) -> F:
    """Compile once, keep on disk, release the GIL: the only ``njit`` in the project."""
    return _compiled(function)


def lean_kernel(function: F) -> F:
    """A kernel that allocates nothing, nor does anything it calls.

    It is compiled without reference counting, and so is all it calls: with tables of
    a hundred arrays the counting costs several times the work of a small step.
    """
    return _compiled(function, _nrt=False)


def inline_kernel(function: F) -> F:
    """A lean kernel that is pasted into the kernels that call it.

    For the paragraphs of a step, which take whole tables: handing a hundred arrays
    from function to function costs more than a small step itself.
    """
    return _compiled(function, _nrt=False, inline="always")


def strip_kernel(function: F) -> F:
    """A lean kernel of loops over strips, no two of which share memory.

    A strip is one column of a table, contiguous in memory; the same strip may not be
    given twice. The compiler then takes several numbers at a time without asking which
    strips overlap.
    """
    return _compiled(function, STRIP or TWIN, _nrt=False)


def _compiled(function: F, twins: Any = None, **options: Any) -> F:
    """The function as machine code in the cache folder.

    Python comes in through a door that takes its objects apart, and for kernels with
    tables of a hundred arrays that door is as much code as the kernel. Kernels that
    call this one are therefore given a twin without a door, made when first asked for.
    Where numba has other hooks, or compiling is switched off, there are no twins.
    """
    folder = cache_folder(function.__module__)
    compiled: Any = _dispatcher(function, folder, options | DOOR)

    @cache
    def twin() -> Any:
        inner = options | (twins or TWIN) | {"no_cpython_wrapper": True}
        made = _dispatcher(function, folder / "inner", inner)
        return keep_twin(made) if TWIN else made

    if all(hasattr(compiled, hook) for hook in HOOKS):
        compiled.get_call_template = lambda *types: twin().get_call_template(*types)
        compiled.get_overload = lambda signature: twin().get_overload(signature)
    return cast(F, compiled)


def _dispatcher(function: F, folder: Path, options: dict[str, Any]) -> Any:
    """The function, to be compiled for the types it meets and kept in the folder."""
    njit: Any = numba.njit
    config: Any = numba.config
    previous, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        compiled = njit(**OPTIONS, **options)(function)
    finally:
        config.CACHE_DIR = previous
    seal_files(compiled)
    _load_quickly(compiled)
    return compiled


def _load_quickly(compiled: Any) -> None:
    """Let a kept kernel load without what only compiling needs.

    Before it looks for a kept kernel, numba imports the compiler's knowledge of every
    Python and NumPy function, and with it SciPy: a third of the start-up of a short
    run. Machine code needs none of it, only the runtime that counts references; and
    where nothing is kept, the compiler imports the rest by itself. This goes through
    numba's inner parts: where another version has others, numba's own way is taken.
    """
    kept = getattr(compiled, "_cache", None)
    own_way = getattr(kept, "load_overload", None)
    if kept is None or own_way is None:
        return

    def load_overload(signature: Any, target: Any) -> Any:
        try:
            from numba.core.runtime.nrt import rtsys

            rtsys.initialize(target)
            with kept._guard_against_spurious_io_errors():
                return kept._load_overload(signature, target)
        except (AttributeError, ImportError, TypeError):  # other names in numba
            return own_way(signature, target)

    kept.load_overload = load_overload


PACKAGE = Path(__file__).parent
NAMED_MODULES = re.compile(
    r"^(?:from\s+(catena[\w.]*)\s+import\s*(\([^)]*\)|[^\n]*)|import\s+(catena[\w.]*))",
    re.MULTILINE,
)
"""Import lines at module level: kernels call only what these name."""


@cache
def cache_root() -> Path:
    """Where compiled kernels are kept, of all modules and versions."""
    for root in cache_roots():
        folder = root / "kernels"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="catena-kernels-"))


@cache
def cache_folder(module: str) -> Path:
    """A folder for exactly the sources that the kernels of a module are made of."""
    return cache_root() / f"{module}-{module_digest(module)}"


@cache
def module_digest(module: str) -> str:
    """Digest of a module, of all it imports from this package, and of the compiler.

    Kernels outside the package (tests, users' own) may call any of ours.
    """
    if module_file(module) is None:
        return kernels_digest()
    digest = hashlib.sha256(numba.__version__.encode())
    for name in sorted(import_closure(module)):
        digest.update(name.encode())
        digest.update(_source(name))
    return digest.hexdigest()[:16]


def import_closure(module: str) -> set[str]:
    """The module, the compiler, and all of the package they import, directly or not."""
    found: set[str] = set()
    waiting = [module, COMPILER]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(name)
    return found


@cache
def _imported(module: str) -> tuple[str, ...]:
    """Modules of the package that one names in its import lines."""
    names: set[str] = set()
    for base, words, plain in NAMED_MODULES.findall(_source(module).decode()):
        names.add(base or plain)
        names |= {f"{base}.{word}" for word in re.findall(r"\w+", words)}
    return tuple(name for name in names if module_file(name) is not None)


@cache
def _source(module: str) -> bytes:
    """Text of a module of this package."""
    file = module_file(module)
    return file.read_bytes() if file else b""


@cache
def module_file(module: str) -> Path | None:
    """File of a module of this package; None for any other."""
    first, *rest = module.split(".")
    if first != "catena":
        return None
    path = PACKAGE.joinpath(*rest)
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


@cache
def kernels_digest() -> str:
    """Digest of every kernel source file and of the numba version."""
    digest = hashlib.sha256(numba.__version__.encode() + _source(COMPILER))
    for path in kernel_sources(PACKAGE):
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(package: Path) -> list[Path]:
    """Every file that may hold a kernel, in a fixed order."""
    found: list[Path] = []
    for room in KERNEL_ROOMS:
        place = package / room
        found += [place] if place.is_file() else place.rglob("*.py")
    return sorted(found)


def announce_compilation(say: Callable[[str], None]) -> None:
    """Call ``say`` once, the first time this process really compiles a kernel."""
    register: Any = event.register
    register("numba:compile", _Announcer(say))


class _Announcer(event.Listener):
    """Says once that kernels are being compiled; cached kernels raise no event."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say: Callable[[str], None] | None = say

    def on_start(self, _: event.Event) -> None:
        if self._say is not None:
            self._say("compiling kernels (first run only)")
            self._say = None

    def on_end(self, _: event.Event) -> None:
        pass
