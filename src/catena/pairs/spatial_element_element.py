"""Pushbelt elements on each other in space: rocking edges, top, bottom, pin in hole.

The front of an element touches the plane rear side of the one ahead, as in the plane;
the rocking edge carries at two places beside the middle; pins have a file of their own.
All contacts are elastic. Element k + 1 runs ahead of k. Friction, where there is some,
acts at both places of the rocking edge in the plane of the rear side ahead, in
proportion to the force there and half of that of top and bottom.

Geometry is that of the axes of the element behind: with A = R_k^T R_j, the normal of
the rear side ahead is its first column. A contact at p has the gap -(p - delta) . tau -
rear, delta being the centre of gravity ahead.

Source: [Cebulla2014] 3.3.
Deviation: the rocking edge is an arc about the lateral axis (a cylinder), as in the
planar model. Friction between elements is ours; the thesis has none.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.numerics.rotations import cross
from catena.pairs.element_element import ElementFaces, Spring
from catena.pairs.spatial_neighbour import Relative, relative, spring_force
from catena.pairs.spatial_pin import hold_pin
from catena.rows.spatial_edge import Edges, fill_edge
from catena.tables.blocks import Block

SPATIAL_NEIGHBOUR = record(
    rock_0=float,  # forces at the rocking edge left and right, top, bottom, pin [N]
    rock_1=float,
    top=float,
    bottom=float,
    pin=float,
    g_rock_0=float,  # gaps there; pin out of its middle [m]
    g_rock_1=float,
    g_top=float,
    g_bottom=float,
    e_pin=float,  # elastic energy of the pin [J]
)
"""An element and the one ahead."""


class SpatialFaces(NamedTuple):
    """Faces of an element; springs of the rocking edge are those of one side."""

    plane: ElementFaces
    z_rock: float  # from the middle to where a rocking edge carries [m]


class Pressed(NamedTuple):
    """Sums over contacts along the run of the element ahead: force, moments."""

    F: float
    p_1: float  # force times place on the element behind
    p_2: float
    p_3: float
    l_2: float  # force times place on the element ahead
    l_3: float


@lean_kernel
def add_spatial_neighbour_forces(
    faces: SpatialFaces, body: Block, R: Floats, pairs: Rows, damping: Floats
) -> float:
    """Forces between all neighbours; returns the least distance of two [m].

    What damping contributes is summed up apart in ``damping`` (n, 6), for the ledger.
    """
    q, u, plane = body.q, body.u, faces.plane
    n = q.shape[0]
    least = 1.0
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        o = relative(q, u, R, k, j)
        ahead = o.d_1 * o.t_1 + o.d_2 * o.t_2 + o.d_3 * o.t_3 - plane.rear
        least = min(least, ahead)
        F = Pressed(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        D = F

        p_1, p_2 = rocking_place(plane, o)
        z, flat = faces.z_rock, ahead - p_1 * o.t_1 - p_2 * o.t_2
        pairs[k].g_rock_0 = flat + z * o.t_3
        pairs[k].g_rock_1 = flat - z * o.t_3
        pairs[k].rock_0, F, D = press(
            plane.rock, pairs[k].g_rock_0, o, u, (k, j), (p_1, p_2, -z), F, D
        )
        pairs[k].rock_1, F, D = press(
            plane.rock, pairs[k].g_rock_1, o, u, (k, j), (p_1, p_2, z), F, D
        )

        # top and bottom: points of the front
        p_1, p_2 = plane.a_top, plane.b_top
        pairs[k].g_top = ahead - p_1 * o.t_1 - p_2 * o.t_2
        pairs[k].top, F, D = press(
            plane.top, pairs[k].g_top, o, u, (k, j), (p_1, p_2, 0.0), F, D
        )
        p_1, p_2 = plane.a_bottom, plane.b_bottom
        pairs[k].g_bottom = ahead - p_1 * o.t_1 - p_2 * o.t_2
        pairs[k].bottom, F, D = press(
            plane.bottom, pairs[k].g_bottom, o, u, (k, j), (p_1, p_2, 0.0), F, D
        )
        if F.F != 0.0:
            put_pressed(F, o, R, body.h, k, j)
            put_pressed(D, o, R, damping, k, j)
        pairs[k].pin, _, pairs[k].e_pin = hold_pin(plane, o, body, R, damping, (k, j))
    return least


@inline_kernel
def rocking_place(plane: ElementFaces, o: Relative) -> tuple[float, float]:
    """Where the rocking edge carries: arc, or its end when the neighbour leans back."""
    if o.t_2 <= 0.0:
        scale = plane.r_rock / math.sqrt(o.t_1 * o.t_1 + o.t_2 * o.t_2)
        return plane.front - plane.r_rock + scale * o.t_1, plane.b_rock + scale * o.t_2
    return plane.front, plane.b_rock


@lean_kernel
def fill_spatial_edges(
    faces: SpatialFaces, body: Block, R: Floats, pairs: Rows, edges: Edges, dt: float
) -> None:
    """Friction rows of all neighbours for the coming step; none without friction."""
    n, share = edges.row.size // 2, faces.plane.mu * dt
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        o = relative(body.q, body.u, R, k, j)
        p_1, p_2 = rocking_place(faces.plane, o)
        both = 0.5 * (pairs[k].top + pairs[k].bottom)
        edges.row[2 * k].bound = share * (pairs[k].rock_0 + both)
        edges.row[2 * k + 1].bound = share * (pairs[k].rock_1 + both)
        for s in range(2):
            p_3 = (2.0 * s - 1.0) * faces.z_rock
            w = p_1 - o.d_1, p_2 - o.d_2, p_3 - o.d_3
            l_1 = w[0] * o.t_1 + w[1] * o.t_2 + w[2] * o.t_3
            l_2 = w[0] * o.n_1 + w[1] * o.n_2 + w[2] * o.n_3
            l_3 = w[0] * o.b_1 + w[1] * o.b_2 + w[2] * o.b_3
            behind = (
                cross(p_1, p_2, p_3, o.n_1, o.n_2, o.n_3),
                cross(p_1, p_2, p_3, o.b_1, o.b_2, o.b_3),
            )
            fill_edge(edges, 2 * k + s, R, j, (l_1, l_2, l_3), behind)


@inline_kernel
def press(
    spring: Spring,
    gap: float,
    o: Relative,
    u: Floats,
    who: tuple[int, int],
    p: tuple[float, float, float],
    F: Pressed,
    D: Pressed,
) -> tuple[float, Pressed, Pressed]:
    """Force at a point p of the front on the rear side ahead, added to both sums."""
    if not gap < 0.0:
        return 0.0, F, D
    k, j = who
    w_1, w_2, w_3 = p[0] - o.d_1, p[1] - o.d_2, p[2] - o.d_3
    l_2 = w_1 * o.n_1 + w_2 * o.n_2 + w_3 * o.n_3
    l_3 = w_1 * o.b_1 + w_2 * o.b_2 + w_3 * o.b_3
    rate = (
        o.v_1 * o.t_1 + o.v_2 * o.t_2 + o.v_3 * o.t_3
        + u[j, 4] * l_3 - u[j, 5] * l_2
        - u[k, 3] * (p[1] * o.t_3 - p[2] * o.t_2)
        - u[k, 4] * (p[2] * o.t_1 - p[0] * o.t_3)
        - u[k, 5] * (p[0] * o.t_2 - p[1] * o.t_1)
    )  # fmt: skip
    elastic, damp = spring_force(spring, gap, rate)
    force = elastic + damp
    return force, summed(F, force, p, l_2, l_3), summed(D, damp, p, l_2, l_3)


@inline_kernel
def summed(
    F: Pressed, f: float, p: tuple[float, float, float], l_2: float, l_3: float
) -> Pressed:
    """A sum with one more contact."""
    return Pressed(
        F.F + f,
        F.p_1 + f * p[0],
        F.p_2 + f * p[1],
        F.p_3 + f * p[2],
        F.l_2 + f * l_2,
        F.l_3 + f * l_3,
    )


@inline_kernel
def put_pressed(F: Pressed, o: Relative, R: Floats, h: Floats, k: int, j: int) -> None:
    """Forces along the run of the element ahead on both elements."""
    x, y, z = F.F * R[j, 0], F.F * R[j, 3], F.F * R[j, 6]
    h[k, 0] -= x
    h[k, 1] -= y
    h[k, 2] -= z
    h[k, 3] -= F.p_2 * o.t_3 - F.p_3 * o.t_2
    h[k, 4] -= F.p_3 * o.t_1 - F.p_1 * o.t_3
    h[k, 5] -= F.p_1 * o.t_2 - F.p_2 * o.t_1
    h[j, 0] += x
    h[j, 1] += y
    h[j, 2] += z
    h[j, 4] += F.l_3
    h[j, 5] -= F.l_2


@lean_kernel
def spatial_neighbour_energy(faces: SpatialFaces, pairs: Rows) -> float:
    """Elastic energy between all neighbours [J]."""
    plane, total = faces.plane, 0.0
    for k in range(pairs.size):
        rock = min(pairs[k].g_rock_0, 0.0) ** 2 + min(pairs[k].g_rock_1, 0.0) ** 2
        total += 0.5 * plane.rock.k * rock
        total += 0.5 * plane.top.k * min(pairs[k].g_top, 0.0) ** 2
        total += 0.5 * plane.bottom.k * min(pairs[k].g_bottom, 0.0) ** 2
        total += pairs[k].e_pin
    return total


@lean_kernel
def book_spatial_neighbours(damping: Floats, mean: Floats, dt: float) -> float:
    """Energy that damping between neighbours takes: forces times mean velocities."""
    power = 0.0
    for k in range(mean.shape[0]):
        for i in range(6):
            power -= damping[k, i] * mean[k, i]
    return dt * power
