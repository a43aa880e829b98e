"""Kernels that branch on codes, made from lists of modules.

What varies between laws or couplings stands in their files, as small kernels of the
same name. The branch is made when the module with the list is imported, and pasted into
the kernels that call it: these are functions of a module, so that their machine code
can be kept.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from catena.jit import inline_kernel
from catena.numerics.records import Rows


def _branch(code: int, part: Any, rest: Any) -> Any:
    """A kernel that takes a part where its code stands, and else the rest."""

    @inline_kernel
    def chosen(kind: int, rows: Rows, i: int, x: Any) -> Any:
        if kind == code:
            return part(rows, i, x)
        return rest(kind, rows, i, x)

    return chosen


def branches(modules: tuple[ModuleType, ...], name: str, otherwise: Any) -> Any:
    """One kernel ``(kind, rows, i, x)`` out of the parts of this name.

    A part is called as ``(rows, i, x)`` where ``kind`` is the ``CODE`` of its module;
    ``otherwise`` answers for all other codes.
    """
    made = otherwise
    for module in reversed(modules):
        made = _branch(module.CODE, getattr(module, name), made)
    return made


def words_in(modules: tuple[ModuleType, ...], kind: type[Any]) -> tuple[type[Any], ...]:
    """The classes by which users state what these modules hold, if files can."""
    found: list[type[Any]] = []
    for module in modules:
        own = [part for part in vars(module).values() if isinstance(part, type)]
        found += [
            part
            for part in own
            if part.__module__ == module.__name__ and issubclass(part, kind)
        ]
    return tuple(part for part in found if part.word)
