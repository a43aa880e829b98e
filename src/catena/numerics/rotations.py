"""Rotations in space: unit quaternions (w, x, y, z) and their matrices.

A matrix is one row of a table ``R`` (n, 9), row by row: ``R[i, 3 r + c]`` takes the
component ``c`` of the body to the component ``r`` of the world, so the columns are the
body axes seen from the world.
"""

from __future__ import annotations

import math

import numpy as np

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats

Quaternion = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]

SMALL = 1e-5
"""Square of half an angle below which the next term of its series is rounding."""


@lean_kernel
def fill_matrix(q: Floats, i: int, R: Floats) -> None:
    """Matrix of the quaternion in columns 3 to 6 of row i."""
    set_matrix(q[i, 3], q[i, 4], q[i, 5], q[i, 6], i, R)


@lean_kernel
def set_matrix(w: float, x: float, y: float, z: float, i: int, R: Floats) -> None:
    """Matrix of a unit quaternion in row i."""
    m = matrix_of(w, x, y, z)
    R[i, 0], R[i, 1], R[i, 2] = m[0], m[1], m[2]
    R[i, 3], R[i, 4], R[i, 5] = m[3], m[4], m[5]
    R[i, 6], R[i, 7], R[i, 8] = m[6], m[7], m[8]


@lean_kernel
def matrix_of(w: float, x: float, y: float, z: float) -> Matrix:
    """Matrix of a unit quaternion, row by row."""
    return (
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
        2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y),
    )  # fmt: skip


@lean_kernel
def matrix_at(R: Floats, i: int) -> Matrix:
    """The matrix in row i."""
    return (
        R[i, 0], R[i, 1], R[i, 2], R[i, 3], R[i, 4], R[i, 5], R[i, 6], R[i, 7], R[i, 8],
    )  # fmt: skip


@lean_kernel
def to_world(
    R: Floats, i: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """A vector of body i in the world."""
    return (
        R[i, 0] * x + R[i, 1] * y + R[i, 2] * z,
        R[i, 3] * x + R[i, 4] * y + R[i, 5] * z,
        R[i, 6] * x + R[i, 7] * y + R[i, 8] * z,
    )


@lean_kernel
def to_body(
    R: Floats, i: int, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """A vector of the world in the axes of body i."""
    return (
        R[i, 0] * x + R[i, 3] * y + R[i, 6] * z,
        R[i, 1] * x + R[i, 4] * y + R[i, 7] * z,
        R[i, 2] * x + R[i, 5] * y + R[i, 8] * z,
    )


@lean_kernel
def along_axes(m: Matrix, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A vector of the world in the axes of the body with the matrix m."""
    return (
        m[0] * x + m[3] * y + m[6] * z,
        m[1] * x + m[4] * y + m[7] * z,
        m[2] * x + m[5] * y + m[8] * z,
    )


@lean_kernel
def cross(
    a_x: float, a_y: float, a_z: float, b_x: float, b_y: float, b_z: float
) -> tuple[float, float, float]:
    """The product a x b."""
    return a_y * b_z - a_z * b_y, a_z * b_x - a_x * b_z, a_x * b_y - a_y * b_x


@lean_kernel
def turn_quaternion(q: Floats, i: int, x: float, y: float, z: float) -> None:
    """Turn row i by the rotation vector (x, y, z) of the world [rad], exactly.

    The quaternion is normalised, so that rounding never adds up.
    """
    c, a, b, d = turn_of(x, y, z)
    w_0, x_0, y_0, z_0 = q[i, 3], q[i, 4], q[i, 5], q[i, 6]
    w = c * w_0 - a * x_0 - b * y_0 - d * z_0
    x = c * x_0 + a * w_0 + b * z_0 - d * y_0
    y = c * y_0 + b * w_0 + d * x_0 - a * z_0
    z = c * z_0 + d * w_0 + a * y_0 - b * x_0
    # rounding would let the length drift over millions of steps
    size = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    q[i, 3], q[i, 4], q[i, 5], q[i, 6] = size * w, size * x, size * y, size * z


@lean_kernel
def small_turn(
    x: float, y: float, z: float
) -> tuple[float, float, float, float, float]:
    """Square of half an angle, and the quaternion of its turn by series.

    Right to rounding where the square is below SMALL, as in nearly all steps.
    """
    square = 0.25 * (x * x + y * y + z * z)
    share = 0.5 - square * (1.0 / 12.0 - square * (1.0 / 240.0))
    c = 1.0 - square * (0.5 - square * (1.0 / 24.0))
    return square, c, share * x, share * y, share * z


@lean_kernel
def turn_of(x: float, y: float, z: float) -> Quaternion:
    """The quaternion that turns by the vector (x, y, z) [rad]."""
    square, c, a, b, d = small_turn(x, y, z)
    if square < SMALL:
        return c, a, b, d
    half = math.sqrt(square)
    share = 0.5 * math.sin(half) / half
    return math.cos(half), share * x, share * y, share * z


@lean_kernel
def turned_quaternion(q: Quaternion, turn: Quaternion) -> Quaternion:
    """A quaternion after a turn along the axes of its body.

    A length that is near 1 comes nearer with every turn, its error squared: no root is
    needed for what rounding adds.
    """
    (w_0, x_0, y_0, z_0), (c, a, b, d) = q, turn
    w = c * w_0 - a * x_0 - b * y_0 - d * z_0
    x = c * x_0 + a * w_0 + d * y_0 - b * z_0
    y = c * y_0 + b * w_0 + a * z_0 - d * x_0
    z = c * z_0 + d * w_0 + b * x_0 - a * y_0
    size = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
    return size * w, size * x, size * y, size * z


def quaternion_of(matrix: Floats) -> Floats:
    """Unit quaternions (..., 4) of rotation matrices (..., 3, 3), w never negative."""
    m = np.asarray(matrix, dtype=np.float64)
    trace = m[..., 0, 0] + m[..., 1, 1] + m[..., 2, 2]
    squares = np.stack(
        [trace, *(2.0 * m[..., k, k] - trace for k in range(3))], axis=-1
    )
    sizes = 0.5 * np.sqrt(np.maximum(1.0 + squares, 0.0))
    largest = np.argmax(sizes, axis=-1)
    pairs = 0.25 * np.stack(
        [
            m[..., 2, 1] - m[..., 1, 2],
            m[..., 0, 2] - m[..., 2, 0],
            m[..., 1, 0] - m[..., 0, 1],
            m[..., 1, 0] + m[..., 0, 1],
            m[..., 0, 2] + m[..., 2, 0],
            m[..., 2, 1] + m[..., 1, 2],
        ],
        axis=-1,
    )
    table = np.empty((*largest.shape, 4, 4))
    for row, columns in enumerate(
        ((-1, 0, 1, 2), (0, -1, 3, 4), (1, 3, -1, 5), (2, 4, 5, -1))
    ):
        for column, pair in enumerate(columns):
            table[..., row, column] = (
                sizes[..., row] ** 2 if pair < 0 else pairs[..., pair]
            )
    chosen = np.take_along_axis(table, largest[..., None, None], axis=-2)[..., 0, :]
    unit = chosen / np.linalg.norm(chosen, axis=-1, keepdims=True)
    return np.asarray(np.where(unit[..., :1] < 0.0, -unit, unit))
