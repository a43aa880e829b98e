"""Directions on the 6 + 6 velocities of two bodies in space: rates and impulses."""

from __future__ import annotations

from typing import Protocol

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.tables.spatial_bodies import FREE


class PairRows(Protocol):
    """Rows with two bodies each, and their directions (rows, e, 6 + 6)."""

    @property
    def row(self) -> Rows:
        """With the bodies a and b."""

    @property
    def J(self) -> Floats:
        """Directions on the velocities of a, then of b."""


class Masses(Protocol):
    """Whatever knows the inverse masses (n, 6) of the bodies."""

    @property
    def M_inv(self) -> Floats:
        """Of all velocities [1/kg]."""


@inline_kernel
def pair_rate(work: PairRows, row: int, e: int, u: Floats) -> float:
    """Velocity along a direction [m/s]."""
    a, b, rate = work.row[row].a, work.row[row].b, 0.0
    if a < 0 or b < 0:
        return rate
    for k in range(FREE):
        rate += work.J[row, e, k] * u[a, k] + work.J[row, e, FREE + k] * u[b, k]
    return rate


@inline_kernel
def push_pair(
    system: Masses, work: PairRows, row: int, e: int, u: Floats, P: float
) -> None:
    """Add an impulse along a direction to the velocities."""
    a, b, M_inv = work.row[row].a, work.row[row].b, system.M_inv
    if a < 0 or b < 0:
        return
    for k in range(FREE):
        u[a, k] += M_inv[a, k] * work.J[row, e, k] * P
        u[b, k] += M_inv[b, k] * work.J[row, e, FREE + k] * P


@inline_kernel
def pair_coupling(system: Masses, work: PairRows, row: int, e: int, f: int) -> float:
    """Velocity along e per impulse along f [1/kg]."""
    a, b, M_inv, total = work.row[row].a, work.row[row].b, system.M_inv, 0.0
    J = work.J
    if a < 0 or b < 0:
        return total
    for k in range(FREE):
        total += M_inv[a, k] * J[row, e, k] * J[row, f, k]
        total += M_inv[b, k] * J[row, e, FREE + k] * J[row, f, FREE + k]
    return total
