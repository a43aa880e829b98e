"""Linear spring and damper in parallel, which pull and push."""

from __future__ import annotations

from typing import ClassVar

from catena.couplings.lines.characteristic import Characteristic
from catena.jit import inline_kernel
from catena.numerics.records import Rows
from catena.numerics.statement import number, statement

CODE = 0


@statement
class LinearSpring(Characteristic):
    """A linear spring with a damper."""

    stiffness: float = number(
        "Pull per lengthening of the spring.",
        "N/m", column="k", example="2 N/mm",
    )  # fmt: skip
    damping: float = number(
        "Pull per speed of lengthening, by which vibration dies out.",
        "N s/m", default=0.0, column="d", example="5 N s/m",
    )  # fmt: skip
    rest_length: float = number(
        "How long the spring is when it neither pulls nor pushes.",
        "m", default=0.0, column="rest", example="40 mm",
    )  # fmt: skip

    word: ClassVar[str] = "linear_spring"
    chosen: ClassVar[str] = "a linear spring with a damper, as of ``[[spring]]``"
    code: ClassVar[int] = CODE


@inline_kernel
def pull(rows: Rows, i: int, length: float) -> float:
    """Elastic part of the pull [N]."""
    return float(rows[i].k * (length - rows[i].rest))


@inline_kernel
def drag(rows: Rows, i: int, motion: tuple[float, float]) -> float:
    """Damping part of the pull [N]."""
    return float(rows[i].d * motion[1])


@inline_kernel
def energy(rows: Rows, i: int, length: float) -> float:
    """Stored energy [J]."""
    return float(0.5 * rows[i].k * (length - rows[i].rest) ** 2)


@inline_kernel
def slopes(rows: Rows, i: int, motion: tuple[float, float]) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m]."""
    return float(rows[i].k), float(rows[i].d)
