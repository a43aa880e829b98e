"""A body in space seen from its neighbour, and forces between the two.

All along the axes of the body behind, in which contacts are found.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import inline_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import cross, to_world
from catena.pairs.element_element import Spring
from catena.tables.blocks import Block

Vector = tuple[float, float, float]


class Relative(NamedTuple):
    """The element ahead, seen from the one behind."""

    d_1: float  # centre of gravity
    d_2: float
    d_3: float
    t_1: float  # its axes: run, outwards, across
    t_2: float
    t_3: float
    n_1: float
    n_2: float
    n_3: float
    b_1: float
    b_2: float
    b_3: float
    v_1: float  # velocity of its centre against the one behind
    v_2: float
    v_3: float


@inline_kernel
def relative(q: Floats, u: Floats, R: Floats, k: int, j: int) -> Relative:
    """The element j in the axes of k."""
    a0, a1, a2 = R[k, 0], R[k, 3], R[k, 6]
    b0, b1, b2 = R[k, 1], R[k, 4], R[k, 7]
    c0, c1, c2 = R[k, 2], R[k, 5], R[k, 8]
    x, y, z = q[j, 0] - q[k, 0], q[j, 1] - q[k, 1], q[j, 2] - q[k, 2]
    v, w, s = u[j, 0] - u[k, 0], u[j, 1] - u[k, 1], u[j, 2] - u[k, 2]
    return Relative(
        a0 * x + a1 * y + a2 * z,
        b0 * x + b1 * y + b2 * z,
        c0 * x + c1 * y + c2 * z,
        a0 * R[j, 0] + a1 * R[j, 3] + a2 * R[j, 6],
        b0 * R[j, 0] + b1 * R[j, 3] + b2 * R[j, 6],
        c0 * R[j, 0] + c1 * R[j, 3] + c2 * R[j, 6],
        a0 * R[j, 1] + a1 * R[j, 4] + a2 * R[j, 7],
        b0 * R[j, 1] + b1 * R[j, 4] + b2 * R[j, 7],
        c0 * R[j, 1] + c1 * R[j, 4] + c2 * R[j, 7],
        a0 * R[j, 2] + a1 * R[j, 5] + a2 * R[j, 8],
        b0 * R[j, 2] + b1 * R[j, 5] + b2 * R[j, 8],
        c0 * R[j, 2] + c1 * R[j, 5] + c2 * R[j, 8],
        a0 * v + a1 * w + a2 * s,
        b0 * v + b1 * w + b2 * s,
        c0 * v + c1 * w + c2 * s,
    )


@inline_kernel
def spring_force(spring: Spring, gap: float, rate: float) -> tuple[float, float]:
    """Elastic and damping force of a closed contact [N]; together they never pull."""
    elastic = -spring.k * gap
    return elastic, max(-spring.d * rate, -elastic)


@inline_kernel
def press_point(
    spring: Spring,
    gap: float,
    o: Relative,
    body: Block,
    R: Floats,
    damping: Floats,
    who: tuple[int, int],
    at: tuple[Vector, Vector],
) -> float:
    """Force along n at the point p, both along the axes behind, on the one ahead."""
    k, j = who
    u, p, n = body.u, at[0], at[1]
    m = cross(p[0], p[1], p[2], n[0], n[1], n[2])
    w_1, w_2, w_3 = p[0] - o.d_1, p[1] - o.d_2, p[2] - o.d_3
    n_1 = n[0] * o.t_1 + n[1] * o.t_2 + n[2] * o.t_3
    n_2 = n[0] * o.n_1 + n[1] * o.n_2 + n[2] * o.n_3
    n_3 = n[0] * o.b_1 + n[1] * o.b_2 + n[2] * o.b_3
    l_1 = w_1 * o.t_1 + w_2 * o.t_2 + w_3 * o.t_3
    l_2 = w_1 * o.n_1 + w_2 * o.n_2 + w_3 * o.n_3
    l_3 = w_1 * o.b_1 + w_2 * o.b_2 + w_3 * o.b_3
    r = cross(l_1, l_2, l_3, n_1, n_2, n_3)
    rate = (
        o.v_1 * n[0] + o.v_2 * n[1] + o.v_3 * n[2]
        + u[j, 3] * r[0] + u[j, 4] * r[1] + u[j, 5] * r[2]
        - u[k, 3] * m[0] - u[k, 4] * m[1] - u[k, 5] * m[2]
    )  # fmt: skip
    elastic, damp = spring_force(spring, gap, rate)
    force, f = elastic + damp, to_world(R, j, n_1, n_2, n_3)
    put_wrench(body.h, k, -force, f, m)
    put_wrench(body.h, j, force, f, r)
    put_wrench(damping, k, -damp, f, m)
    put_wrench(damping, j, damp, f, r)
    return float(force)


@inline_kernel
def put_wrench(
    h: Floats,
    i: int,
    f: float,
    n: tuple[float, float, float],
    m: tuple[float, float, float],
) -> None:
    """A force along n in the world with its levers m along the axes of the body."""
    h[i, 0] += f * n[0]
    h[i, 1] += f * n[1]
    h[i, 2] += f * n[2]
    h[i, 3] += f * m[0]
    h[i, 4] += f * m[1]
    h[i, 5] += f * m[2]
