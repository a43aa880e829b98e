"""Vectors of three numbers, kept in registers: tuples, never arrays."""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import cross

Vector = tuple[float, float, float]
"""Components along x, y and z."""


@inline_kernel
def vector_at(table: Floats, i: int) -> Vector:
    """The numbers of a row of three."""
    return table[i, 0], table[i, 1], table[i, 2]


@lean_kernel
def dot(a: Vector, b: Vector) -> float:
    """Product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@lean_kernel
def crossed(a: Vector, b: Vector) -> Vector:
    """a x b."""
    return cross(a[0], a[1], a[2], b[0], b[1], b[2])


@lean_kernel
def symmetric_product(M: tuple[float, ...], f: Vector) -> Vector:
    """A symmetric matrix of 3 x 3, its upper half row by row, times a vector."""
    return (
        M[0] * f[0] + M[1] * f[1] + M[2] * f[2],
        M[1] * f[0] + M[3] * f[1] + M[4] * f[2],
        M[2] * f[0] + M[4] * f[1] + M[5] * f[2],
    )
