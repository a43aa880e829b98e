"""One face for the three steppers: what to sample, how to cross a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.methods.grid import Block
from catena.periodic.methods.kernels import (
    Stored,
    advance_gauss,
    advance_newmark,
    advance_rk4,
    restart_accelerations,
)
from catena.periodic.system import Coefficients

_ROOT = np.sqrt(15.0)
GAUSS_NODES = (0.5 - _ROOT / 10.0, 0.5, 0.5 + _ROOT / 10.0)
"""Nodes of the three-stage Gauss-Legendre method, as parts of a step."""
_NEAR, _FAR = (np.sqrt(5.0 + sign * np.sqrt(40.0 / 7.0)) / 6.0 for sign in (-1, 1))
FINE_GAUSS_NODES = (0.5 - _FAR, 0.5 - _NEAR, 0.5, 0.5 + _NEAR, 0.5 + _FAR)
"""Nodes of the five-stage Gauss-Legendre method."""


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
        return advance_rk4(at, block.h, X, Stored(block.first, every, out))


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
            at, block.h, self.beta, self.gamma, X, Stored(block.first, every, out)
        )


def gauss_tableau(nodes: tuple[float, ...] = GAUSS_NODES) -> Floats:
    """A, A^2, c, b and b A of a Gauss-Legendre method, as rows; s columns.

    By the orthogonality of the Legendre polynomials P_k on (0, 1), exact to rounding:
    ``1 / b_j = sum (2 k + 1) P_k(c_j)^2`` and ``a_ij`` integrates the polynomial that
    is 1 at node j from 0 to node i.
    """
    c, stages = np.array(nodes), len(nodes)
    P = [-np.ones(stages), np.ones(stages)]  # P_(-1) as the integral of P_0 needs it
    for k in range(stages):
        before = P[-2] if k else np.zeros(stages)
        P.append(((2 * k + 1) * (2.0 * c - 1.0) * P[-1] - k * before) / (k + 1))
    b = 1.0 / np.sum([(2 * k + 1) * P[k + 1] ** 2 for k in range(stages)], axis=0)
    parts = [np.outer(P[k + 2] - P[k], P[k + 1]) for k in range(stages)]
    A = 0.5 * np.sum(parts, axis=0) * b
    return np.vstack([A, A @ A, c, b, b @ A])


@dataclass(frozen=True)
class GaussLegendre:
    """Gauss-Legendre with s stages: order 2 s, A-stable, samples only inside a step."""

    name: str = "gauss"
    order: int = 6
    offsets: tuple[float, ...] = GAUSS_NODES
    parts: int = 2

    def cross(
        self, block: Block, at: Coefficients, X: Floats, every: int, out: Floats
    ) -> int:
        """Advance all rows of X over one block."""
        tableau = _TABLEAUS[self.order]
        stored = Stored(block.first, every, out)
        return advance_gauss(at, block.h, tableau, X, stored)


_TABLEAUS = {6: gauss_tableau(), 10: gauss_tableau(FINE_GAUSS_NODES)}
STEPPERS: dict[str, Stepper] = {
    "rk4": RungeKutta(),
    "newmark": Newmark(),
    "gauss": GaussLegendre(),
    "gauss10": GaussLegendre("gauss10", 10, FINE_GAUSS_NODES),
}
