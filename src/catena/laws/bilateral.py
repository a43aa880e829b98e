"""Bilateral contact: an ideal constraint that pushes and pulls.

Source: [Cebulla2014] (2.37).
Deviation: (2.37) is printed with gaps; here the force is whatever keeps the gap rate
``W_N u + w_N`` zero.

Limits: no restitution; a gap that has opened by integration error is not closed by
the law itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from catena.codes import NormalLaw
from catena.laws.words import Normal


@dataclass(frozen=True)
class Bilateral(Normal):
    """Rigid: never opens."""

    word: ClassVar[str] = "bilateral"
    chosen: ClassVar[str] = "rigid in both directions, a contact that never opens"
    code: ClassVar[int] = int(NormalLaw.BILATERAL)
    rigid: ClassVar[bool] = True
