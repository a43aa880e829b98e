"""All couplings along the line between two points: the only branch on their codes.

A new one is a file, as `couplings.lines.characteristic` says, and its name in the list.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from catena.couplings.lines import linear_spring, rope
from catena.couplings.lines.characteristic import Characteristic
from catena.jit import inline_kernel
from catena.numerics.branches import branches, words_in
from catena.numerics.records import Rows

LINE_COUPLINGS: tuple[ModuleType, ...] = (
    linear_spring,
    rope,
)
LINE_WORDS = words_in(LINE_COUPLINGS, Characteristic)
"""The classes by which users state them."""


@inline_kernel
def _unknown(kind: int, rows: Rows, i: int, length: float) -> float:
    """What comes of a code that nobody knows."""
    return np.nan


@inline_kernel
def _unknown_motion(
    kind: int, rows: Rows, i: int, motion: tuple[float, float]
) -> float:
    """The same over length and rate."""
    return np.nan


@inline_kernel
def _unknown_slopes(
    kind: int, rows: Rows, i: int, motion: tuple[float, float]
) -> tuple[float, float]:
    """The same of slopes."""
    return np.nan, np.nan


_pull = branches(LINE_COUPLINGS, "pull", _unknown)
_energy = branches(LINE_COUPLINGS, "energy", _unknown)
_drag = branches(LINE_COUPLINGS, "drag", _unknown_motion)
_slopes = branches(LINE_COUPLINGS, "slopes", _unknown_slopes)


@inline_kernel
def line_pull(rows: Rows, i: int, length: float) -> float:
    """Elastic part of the pull of coupling i [N]."""
    return float(_pull(rows[i].kind, rows, i, length))


@inline_kernel
def line_drag(rows: Rows, i: int, length: float, rate: float) -> float:
    """Damping part of the pull of coupling i [N]; ``rate`` of lengthening [m/s]."""
    return float(_drag(rows[i].kind, rows, i, (length, rate)))


@inline_kernel
def line_energy(rows: Rows, i: int, length: float) -> float:
    """Energy stored in coupling i [J]."""
    return float(_energy(rows[i].kind, rows, i, length))


@inline_kernel
def line_slopes(rows: Rows, i: int, length: float, rate: float) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of coupling i."""
    k, d = _slopes(rows[i].kind, rows, i, (length, rate))
    return float(k), float(d)
