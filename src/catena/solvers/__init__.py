"""Contact problems: kernels of the time steps, and the same problems in matrix form.

``lcp`` and ``friction`` solve problems given as matrices; everything else here is used
by the integrators. They are imported on first use: kernels need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from catena.solvers.problems import Solution, friction, lcp

__all__ = ["Solution", "friction", "lcp"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("catena.solvers.problems"), name)
    raise AttributeError(f"module 'catena.solvers' has no attribute {name!r}")
