"""Dynamics of chain and belt drives: one file, one command, one report.

import catena as ct

spec = ct.load("my.toml")
spec.speed = "1800 rpm"
run = ct.simulate(spec, out="my.run")
print(run.dataset)
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from catena._version import __version__

if TYPE_CHECKING:
    from catena.drives.loading import load, loads
    from catena.drives.running import simulate
    from catena.results.run import Run, open_run

__all__ = ["Run", "__version__", "load", "loads", "open_run", "simulate"]

_HOMES = {
    "load": "catena.drives.loading",
    "loads": "catena.drives.loading",
    "simulate": "catena.drives.running",
    "Run": "catena.results.run",
    "open_run": "catena.results.run",
}
"""Public names and where they live; imported on first use to keep start-up short."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'catena' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """Keeps ``simulate`` the function, though a submodule bears the same name."""

    simulate = property(lambda self: __getattr__("simulate"), lambda self, module: None)


sys.modules[__name__].__class__ = _Package
