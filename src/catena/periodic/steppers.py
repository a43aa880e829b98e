"""One face for the three steppers: what to sample, how to cross a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from catena.errors import InputError, shown
from catena.periodic.arrays import Floats
from catena.periodic.grid import Block
from catena.periodic.kernels import (
    advance_gauss,
    advance_newmark,
    advance_rk4,
    restart_accelerations,
)
from catena.periodic.system import Coefficients

_ROOT = np.sqrt(15.0)
GAUSS_NODES = (0.5 - _ROOT / 10.0, 0.5, 0.5 + _ROOT / 10.0)
"""Nodes of the three-stage Gauss-Legendre method, as parts of a step."""


class Stepper(Protocol):
    """A method that crosses a block of steps with many states at once."""

    @property
    def name(self) -> str:
        """What the method is called in results."""
        ...

    @property
    def order(self) -> int:
        """Order of convergence on smooth systems."""
        ...

    @property
    def offsets(self) -> tuple[float, ...]:
        """Where a step samples the coefficients, as parts of the step."""
        ...

    @property
    def parts(self) -> int:
        """Derivatives in one state: 2 for (q, q'), 3 for (q, q', q'')."""
        ...

    def cross(
        self, block: Block, at: Coefficients, X: Floats, every: int, out: Floats
    ) -> int:
        """Advance all rows of X over one block; returns a kernel status."""
        ...


@dataclass(frozen=True)
class RungeKutta:
    """The classical explicit method of order 4 [KhangDien2012] (15)-(16)."""

    name: str = "rk4"
    order: int = 4
    offsets: tuple[float, ...] = (0.0, 0.5)
    parts: int = 2

    def cross(
        self, block: Block, at: Coefficients, X: Floats, every: int, out: Floats
    ) -> int:
        """Advance all rows of X over one block."""
        return advance_rk4(*at, block.h, X, block.first, every, out)


@dataclass(frozen=True)
class Newmark:
    """The Newmark family [KhangDien2012] (23)-(24).

    (1/4, 1/2) is the average, (1/6, 1/2) the linear acceleration method.
    Deviation: print gives gamma = 1/4 for linear acceleration; integrating a linear
    acceleration gives gamma = 1/2, and gamma < 1/2 feeds energy into the vibration.
    """

    beta: float = 0.25
    gamma: float = 0.5
    name: str = "newmark"
    offsets: tuple[float, ...] = (0.0,)
    parts: int = 3

    def __post_init__(self) -> None:
        if not (0.0 <= self.beta <= 1.0 and 0.0 <= self.gamma <= 1.0):
            raise InputError(
                f"newmark: found beta = {shown(self.beta)}, gamma = "
                f"{shown(self.gamma)}; expected both between 0 and 1"
            )

    @property
    def order(self) -> int:
        """2 for gamma = 1/2, else 1."""
        return 2 if self.gamma == 0.5 else 1

    def cross(
        self, block: Block, at: Coefficients, X: Floats, every: int, out: Floats
    ) -> int:
        """Advance all rows of X over one block; q'' restarts where it jumps."""
        if block.opens_break:
            status = restart_accelerations(at.M[0], at.C[0], at.K[0], at.d[0], X)
            if status != 0:
                return int(status)
        return advance_newmark(
            *at, block.h, self.beta, self.gamma, X, block.first, every, out
        )


def gauss_tableau() -> Floats:
    """A, A^2, c, b and b A of the three-stage Gauss-Legendre method, as rows 0..8."""
    A = np.array(
        [
            [5 / 36, 2 / 9 - _ROOT / 15, 5 / 36 - _ROOT / 30],
            [5 / 36 + _ROOT / 24, 2 / 9, 5 / 36 - _ROOT / 24],
            [5 / 36 + _ROOT / 30, 2 / 9 + _ROOT / 15, 5 / 36],
        ]
    )
    b = np.array([5 / 18, 4 / 9, 5 / 18])
    return np.vstack([A, A @ A, GAUSS_NODES, b, b @ A])


@dataclass(frozen=True)
class GaussLegendre:
    """Three-stage Gauss-Legendre: order 6, A-stable, samples only inside a step."""

    name: str = "gauss"
    order: int = 6
    offsets: tuple[float, ...] = GAUSS_NODES
    parts: int = 2

    def cross(
        self, block: Block, at: Coefficients, X: Floats, every: int, out: Floats
    ) -> int:
        """Advance all rows of X over one block."""
        return advance_gauss(*at, block.h, _TABLEAU, X, block.first, every, out)


_TABLEAU = gauss_tableau()
STEPPERS: dict[str, Stepper] = {
    "rk4": RungeKutta(),
    "newmark": Newmark(),
    "gauss": GaussLegendre(),
}
