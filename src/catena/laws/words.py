"""Contact laws in words: a normal and a friction law make the numbers of a group."""

from __future__ import annotations

from typing import ClassVar

from catena.codes import NormalLaw
from catena.numerics.statement import Stated


class Normal(Stated):
    """A law along the normal."""

    rigid: ClassVar[bool] = False
    """Set-valued: the solver finds its percussions."""


class Friction(Stated):
    """A law along the tangent."""

    set_valued: ClassVar[bool] = False
    static: float | None = None
    """Coefficient while sticking, where there is one of its own."""


def group_columns(
    where: str, normal: Normal | None, friction: Friction
) -> dict[str, float]:
    """Codes and numbers of both laws of a contact, by their column in `GROUP`.

    Without a normal law another part gives the force.
    """
    law: int = NormalLaw.GIVEN
    along: dict[str, float] = {}
    if normal is not None:
        law, along = normal.numbers(f"{where}.normal")
    sliding, across = friction.numbers(f"{where}.friction")
    return {"law": law, **along, "friction": sliding, **across}
