"""Compiled kernels are kept, found again, and never outlive their sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import catena
from catena.compiling.kernel_files import SealedFiles
from catena.jit import (
    _load_quickly,
    cache_folder,
    cache_root,
    import_closure,
    kernel,
    kernel_sources,
    kernels_digest,
    module_digest,
)

PACKAGE = Path(catena.__file__).parent
PROGRAM = """
import sys
sys.path.insert(0, {place!r})
from catena.jit import announce_compilation, cache_folder
announce_compilation(lambda words: print(words))
from catena.periodic.outer import twice
print(twice(3.0), cache_folder("catena.periodic.outer").name)
"""


def _small_copy(place: Path, factor: float) -> None:
    """A package with the real jit.py and one kernel calling another file's kernel."""
    room = place / "catena" / "periodic"
    room.mkdir(parents=True, exist_ok=True)
    (place / "catena" / "compiling").mkdir(exist_ok=True)
    for name in (
        "__init__.py",
        "_version.py",
        "jit.py",
        "compiling/__init__.py",
        "compiling/kernel_compiler.py",
        "compiling/kernel_files.py",
        "cache_folders.py",
    ):
        shutil.copy(PACKAGE / name, place / "catena" / name)
    (room / "__init__.py").write_text("")
    header = "from catena.jit import kernel\n"
    (room / "inner.py").write_text(
        f"{header}@kernel\ndef scale(x):\n    return {factor} * x\n"
    )
    (room / "outer.py").write_text(
        f"{header}from catena.periodic.inner import scale\n"
        "import numpy as np\n"
        "@kernel\ndef twice(x):\n    kept = np.full(2, scale(x))\n    return kept[1]\n"
    )


def _run(place: Path, code: str = "", **environment: str) -> list[str]:
    code = code or PROGRAM.format(place=str(place))
    env = {**os.environ, "XDG_CACHE_HOME": str(place / "cache"), **environment}
    env.pop("NUMBA_CACHE_DIR", None)
    answer = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=env,
        check=True,
    )
    return answer.stdout.splitlines()


def test_cache_is_found_again_and_an_edited_callee_is_compiled(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    first = _run(tmp_path)
    assert first[0] == "compiling kernels (first run only)"
    again = _run(tmp_path)
    assert again == first[1:]  # nothing compiled, same folder
    _small_copy(tmp_path, 5.0)  # the callee, in another file
    edited = _run(tmp_path)
    assert edited[0] == "compiling kernels (first run only)"
    assert float(edited[1].split()[0]) == 15.0


def test_an_edit_compiles_only_what_it_reaches(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    _run(tmp_path)
    beside = tmp_path / "catena" / "periodic" / "beside.py"
    beside.write_text("from catena.periodic.inner import scale\n")
    assert _run(tmp_path)[0].split()[0] == "6.0"  # nothing compiled


def test_works_where_the_cache_cannot_be_written(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    told = _run(tmp_path, XDG_CACHE_HOME=str(blocked), TMPDIR=str(tmp_path))
    assert float(told[-1].split()[0]) == 6.0


@pytest.mark.skipif(os.name != "posix", reason="needs owners and modes")
@pytest.mark.parametrize("trap", ["open to all", "a link", "of somebody else", "none"])
def test_nobody_else_can_hand_over_machine_code(
    tmp_path: Path, trap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the temporary folder only a folder that is ours alone is used."""
    shared = tmp_path / "tmp"
    shared.mkdir()
    planted = shared / f"catena-{os.getuid()}"
    if trap == "open to all":
        planted.mkdir()
        planted.chmod(0o777)
    elif trap == "a link":
        (tmp_path / "theirs").mkdir()
        planted.symlink_to(tmp_path / "theirs")
    monkeypatch.setattr("tempfile.tempdir", str(shared))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    owner = os.getuid()
    if trap == "of somebody else":
        planted.mkdir(mode=0o700)
        (shared / f"catena-{owner + 1}").mkdir(mode=0o700)
        monkeypatch.setattr("os.getuid", lambda: owner + 1)
    folder = cache_root.__wrapped__()
    assert folder.is_dir()
    assert shared in folder.parents
    assert (folder.parent == planted) == (trap == "none")
    assert folder.stat().st_mode & 0o077 == 0 or trap == "none"


def test_a_user_without_a_home_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless(self: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", homeless)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert tmp_path in cache_root.__wrapped__().parents


def test_kept_kernels_load_without_the_compiler(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    _run(tmp_path)
    code = PROGRAM.format(place=str(tmp_path))
    code += (
        "print([m for m in ('numba.np.linalg', 'scipy.linalg') if m in sys.modules])"
    )
    told = _run(tmp_path, code=code)
    assert told[-2].split()[0] == "6.0"
    assert told[-1] == "[]"


MISSING = {
    "the inner loading": "from numba.core.caching import FunctionCache as C, Cache\n"
    "C._renamed = Cache._load_overload\n"
    "del Cache._load_overload\n"
    "C.load_overload = lambda self, s, t: (t.refresh(), self._renamed(s, t))[1]\n",
    "the guard": "import contextlib\n"
    "from numba.core.caching import Cache\n"
    "del Cache._guard_against_spurious_io_errors\n"
    "def load(self, s, t):\n    t.refresh()\n    return self._load_overload(s, t)\n"
    "Cache.load_overload = load\n"
    "Cache.save_overload = Cache._save_overload\n",
    "the runtime": "import numba, numba.core.cpu, numba.core.codegen\n"
    "del numba.core.runtime.nrt.rtsys\n",
    "its start": "from numba.core.runtime import rtsys\n"
    "start = type(rtsys).initialize\n"
    "import sys\n"
    "def initialize(self, context):\n"
    "    if 'jit.py' in sys._getframe(1).f_code.co_filename:\n"
    "        raise TypeError('initialize() takes another argument')\n"
    "    return start(self, context)\n"
    "type(rtsys).initialize = initialize\n",
    "a hook": "from numba.core.dispatcher import _DispatcherBase as B\n"
    "from numba.core.types import Dispatcher as T\n"
    "B.renamed = B.get_overload\n"
    "del B.get_overload\n"
    "T.get_overload = lambda self, sig: self.dispatcher.renamed(sig)\n",
}
"""Changes of numba's inner parts, each keeping numba itself alive."""


@pytest.mark.parametrize("missing", MISSING)
def test_another_numba_still_runs_and_keeps_kernels(
    tmp_path: Path, missing: str
) -> None:
    _small_copy(tmp_path, 2.0)
    code = MISSING[missing] + PROGRAM.format(place=str(tmp_path))
    first = _run(tmp_path, code=code)
    assert first[0] == "compiling kernels (first run only)"
    assert float(first[1].split()[0]) == 6.0
    assert _run(tmp_path, code=code) == first[1:]  # kept all the same


def test_a_dispatcher_without_a_cache_is_left_as_it_is() -> None:
    without, with_none = SimpleNamespace(), SimpleNamespace(_cache=None)
    _load_quickly(without)
    _load_quickly(with_none)
    assert vars(without) == {}
    assert vars(with_none) == {"_cache": None}


def test_digest_names_the_folder() -> None:
    module = "catena.numerics.dense"
    assert cache_folder(module).name == f"{module}-{module_digest(module)}"
    assert PACKAGE / "jit.py" in kernel_sources(PACKAGE)


def test_kernels_of_other_packages_depend_on_all_of_ours() -> None:
    assert module_digest("somebody.else") == kernels_digest()


def test_the_closure_follows_imports_of_imports() -> None:
    found = import_closure("catena.couplings.pin_joint")
    assert {"catena.jit", "catena.cache_folders", "catena.couplings.pin_joint"} <= found
    assert "catena.periodic.orbits.rates" not in found


def test_kernels_are_ordinary_functions_too() -> None:
    @kernel
    def add(a: float, b: float) -> float:
        return a + b

    assert add(1.0, 2.0) == 3.0
    assert getattr(add, "py_func", add)(1.0, 2.0) == 3.0


OBJECT_FILES = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\x64\x86")
"""How object files begin: Linux, macOS, Windows."""


def _has_door(files: Path, name: str) -> bool:
    """Whether the kept machine code of a kernel can be called from Python."""
    (kept,) = files.glob(f"periodic_*/{name}*.nbc")
    return b"cpython" in kept.read_bytes()


def _is_machine_code(files: Path, name: str) -> bool:
    """Whether the file holds a library of the system besides what callers link."""
    (kept,) = files.glob(f"periodic_*/{name}*.nbc")
    return any(mark in kept.read_bytes() for mark in OBJECT_FILES)


def test_only_what_python_calls_has_a_door(tmp_path: Path) -> None:
    """Kernels called by kernels are kept without the code that unpacks objects.

    They are no machine code of their own either, only what callers link.
    """
    _small_copy(tmp_path, 2.0)
    digest = _run(tmp_path)[1].split()[1]
    files = next((tmp_path / "cache").rglob(digest))
    assert _has_door(files, "outer.twice")
    called = next(files.parent.glob("catena.periodic.inner-*"))
    assert not _has_door(called / "inner", "inner.scale")
    assert not list(called.glob("periodic_*/inner.scale*"))  # Python never called it
    assert _is_machine_code(files, "outer.twice")
    assert not _is_machine_code(called / "inner", "inner.scale")


def test_a_kernel_serves_python_and_kernels_at_once(tmp_path: Path) -> None:
    """In one process, in either order, and again with both twins from the disk."""
    _small_copy(tmp_path, 2.0)
    calls = ["scale(3.0)", "twice(3.0)", "scale(4.0)"]
    for order in (calls, calls[::-1], calls):
        code = PROGRAM.format(place=str(tmp_path))
        code += "from catena.periodic.inner import scale\n"
        code += "".join(f"print({call})\n" for call in order)
        told = [float(words) for words in _run(tmp_path, code=code)[-3:]]
        assert told == ([6.0, 6.0, 8.0] if order is calls else [8.0, 6.0, 6.0])


def test_a_kept_twin_is_built_into_a_new_caller(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    digest = _run(tmp_path)[1].split()[1]
    files = next((tmp_path / "cache").rglob(digest))
    for kept in files.glob("periodic_*/outer.twice*"):
        kept.unlink()
    told = _run(tmp_path)
    assert told[0] == "compiling kernels (first run only)"
    assert told[1].split() == ["6.0", digest]


def test_damaged_kernels_are_noticed_and_compiled_again(tmp_path: Path) -> None:
    _small_copy(tmp_path, 2.0)
    first = _run(tmp_path)
    for file in (tmp_path / "cache").rglob("*.nbc"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 4
        file.write_bytes(data)
    assert _run(tmp_path) == first  # compiled again, the same number
    assert _run(tmp_path) == first[1:]  # and kept again


@pytest.mark.parametrize("which", ["index", "data"])
@pytest.mark.parametrize("harm", ["flip", "cut", "empty", "noise", "folder", "gone"])
def test_damaged_files_count_as_absent(tmp_path: Path, harm: str, which: str) -> None:
    files = SealedFiles(str(tmp_path), "kernel", "stamp")
    files.save("types", b"machine code")
    assert files.load("types") == b"machine code"
    _harm(tmp_path / {"index": "kernel.nbi", "data": "kernel.1.nbc"}[which], harm)
    assert files.load("types") is None
    files.save("types", b"machine code")
    if harm != "folder":
        assert files.load("types") == b"machine code"


def _harm(file: Path, harm: str) -> None:
    data = bytearray(file.read_bytes())
    file.unlink()
    data[len(data) // 2] ^= 4
    changed = {"flip": data, "cut": data[:-3], "empty": b"", "noise": b"\x80\x05" * 50}
    if harm == "folder":
        file.mkdir()
    elif harm != "gone":
        file.write_bytes(changed[harm])
