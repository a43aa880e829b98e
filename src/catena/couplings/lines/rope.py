"""Rope, chain or strap between two points: it pulls when taut and never pushes.

Source: one-sided linear spring and damper, as the unilateral law of contacts
(`laws.spring_damper`): ``F = max(0, k (l - l_0) + d l')`` for l > l_0, else 0.

Limits: no mass of its own, no sag; the damper makes the pull jump when it comes taut.
"""

from __future__ import annotations

from typing import ClassVar

from catena.couplings.lines.characteristic import Characteristic
from catena.jit import inline_kernel
from catena.numerics.records import Rows
from catena.numerics.statement import number, statement

CODE = 1


@statement
class Rope(Characteristic):
    """A rope: pulls when taut, never pushes."""

    stiffness: float = number(
        "Pull per lengthening beyond its length.",
        "N/m", column="k", positive=True, example="50 N/mm",
    )  # fmt: skip
    length: float = number(
        "How far apart its ends are when it comes taut.",
        "m", column="rest", example="0.5 m",
    )  # fmt: skip
    damping: float = number(
        "Pull per speed of lengthening while taut.",
        "N s/m", default=0.0, column="d", example="20 N s/m",
    )  # fmt: skip

    word: ClassVar[str] = "rope"
    chosen: ClassVar[str] = (
        "a rope, chain or strap, which pulls when taut, never pushes"
    )
    code: ClassVar[int] = CODE


@inline_kernel
def pull(rows: Rows, i: int, length: float) -> float:
    """Elastic part of the pull [N]."""
    return float(rows[i].k * max(length - rows[i].rest, 0.0))


@inline_kernel
def drag(rows: Rows, i: int, motion: tuple[float, float]) -> float:
    """Damping part of the pull [N]; it takes off no more than the elastic part."""
    length, rate = motion
    if length <= rows[i].rest:
        return 0.0
    return float(max(rows[i].d * rate, -rows[i].k * (length - rows[i].rest)))


@inline_kernel
def energy(rows: Rows, i: int, length: float) -> float:
    """Stored energy [J]."""
    return float(0.5 * rows[i].k * max(length - rows[i].rest, 0.0) ** 2)


@inline_kernel
def slopes(rows: Rows, i: int, motion: tuple[float, float]) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m], none while slack."""
    if motion[0] <= rows[i].rest:
        return 0.0, 0.0
    return float(rows[i].k), float(rows[i].d)
