"""Pushbelt elements on each other: rocking edge, top, bottom, and the pin in its hole.

The front of an element touches the plane rear side of the one ahead. The rocking edge
is an arc below which the front falls back; above it the front is a plane up to the
top. All contacts are elastic. Element k + 1 runs ahead of k.

Friction between neighbours, where there is some, acts in the plane rear side ahead:
all its contacts slide there with the same speed, so that they make one row, bounded by
the sum of their forces.

Source: [Cebulla2014] 3.3, 6.1; a rigid row of elements is no choice, see the theory
page.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.blocks import Block

NEIGHBOUR = record(
    rock=float,  # forces at rocking edge, top, bottom and pin [N]
    top=float,
    bottom=float,
    pin=float,
    g_rock=float,  # gaps there; pin out of its middle [m]
    g_top=float,
    g_bottom=float,
    e_pin=float,  # elastic energy of the pin [J]
)
"""An element and the one ahead."""


class Spring(NamedTuple):
    """A unilateral spring with a damper beside it."""

    k: float  # [N/m]
    d: float  # [N s/m]


class PinCones(NamedTuple):
    """Conical pin and hole about the level of the pin [m]; length 0: a play alone."""

    length: float  # of the pin in front of the rocking edge
    base: float  # radii of the pin where it begins and at its tip
    tip: float
    entry: float  # radius of the hole in the rear plane
    sin_p: float  # of the angle by which the pin narrows
    cos_p: float
    sin_h: float  # and the hole
    cos_h: float


class ElementFaces(NamedTuple):
    """Front and rear of an element, from its centre of gravity [m]."""

    front: float  # forward to the rocking edge
    rear: float  # back to the rear plane
    a_top: float  # forward to the front of top and bottom
    a_bottom: float
    b_rock: float  # levels above
    b_top: float
    b_bottom: float
    b_pin: float
    r_rock: float  # radius of the arc
    pin_play: float  # of the pin to each side
    mu: float  # friction of neighbours on each other, 0: none
    cones: PinCones
    rock: Spring
    top: Spring
    bottom: Spring
    pin: Spring


class Arm(NamedTuple):
    """Direction towards the element ahead, and its levers about both elements."""

    n_x: float
    n_y: float
    l_k: float  # [m]
    l_j: float


@inline_kernel
def arm_of(
    l_x: float, l_y: float, away_x: float, away_y: float, n_x: float, n_y: float
) -> Arm:
    """Of a point at l from the element behind, whose neighbour is away."""
    o_x, o_y = l_x - away_x, l_y - away_y
    return Arm(n_x, n_y, l_y * n_x - l_x * n_y, o_x * n_y - o_y * n_x)


@inline_kernel
def press(
    spring: Spring, gap: float, arm: Arm, body: Block, damping: Floats, k: int, j: int
) -> float:
    """Force of element k on element j at one contact [N]; never pulls."""
    if not gap < 0.0:
        return 0.0
    u, h = body.u, body.h
    rate = (
        arm.n_x * (u[0, j] - u[0, k])
        + arm.n_y * (u[1, j] - u[1, k])
        + arm.l_k * u[2, k]
        + arm.l_j * u[2, j]
    )
    elastic = -spring.k * gap
    damp = max(-spring.d * rate, -elastic)
    force = elastic + damp
    h[0, k] -= force * arm.n_x
    h[1, k] -= force * arm.n_y
    h[2, k] += force * arm.l_k
    h[0, j] += force * arm.n_x
    h[1, j] += force * arm.n_y
    h[2, j] += force * arm.l_j
    damping[0, k] -= damp * arm.n_x
    damping[1, k] -= damp * arm.n_y
    damping[2, k] += damp * arm.l_k
    damping[0, j] += damp * arm.n_x
    damping[1, j] += damp * arm.n_y
    damping[2, j] += damp * arm.l_j
    return float(force)


@inline_kernel
def rocking_point(
    faces: ElementFaces, c: float, s: float, t_x: float, t_y: float
) -> tuple[float, float]:
    """Where an element along (c, s) meets the one ahead along t, from its centre.

    On the arc, or at its upper end when the neighbour leans back.
    """
    if c * t_y - s * t_x <= 0.0:
        a = faces.front - faces.r_rock
        return (
            a * c - faces.b_rock * s + faces.r_rock * t_x,
            a * s + faces.b_rock * c + faces.r_rock * t_y,
        )
    return (
        faces.front * c - faces.b_rock * s,
        faces.front * s + faces.b_rock * c,
    )


@lean_kernel
def add_neighbour_forces(
    faces: ElementFaces, body: Block, pose: Floats, pairs: Rows, damping: Floats
) -> float:
    """Forces between all neighbours; returns the least distance of two [m].

    What damping contributes is summed up apart in ``damping`` (3, n), for the ledger.
    """
    q, n = body.q, body.q.shape[1]
    least = 1.0
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        c, s, t_x, t_y = pose[0, k], pose[1, k], pose[0, j], pose[1, j]
        x, y = q[0, j] - q[0, k], q[1, j] - q[1, k]
        apart = x * t_x + y * t_y - faces.rear
        least = min(least, apart)

        # rocking edge
        l_x, l_y = rocking_point(faces, c, s, t_x, t_y)
        gap = apart - l_x * t_x - l_y * t_y
        arm = arm_of(l_x, l_y, x, y, t_x, t_y)
        pairs[k].g_rock = gap
        pairs[k].rock = press(faces.rock, gap, arm, body, damping, k, j)

        # top and bottom: points of the front, seen along the rear side's normal ahead
        l_x = faces.a_top * c - faces.b_top * s
        l_y = faces.a_top * s + faces.b_top * c
        gap = apart - l_x * t_x - l_y * t_y
        arm = arm_of(l_x, l_y, x, y, t_x, t_y)
        pairs[k].g_top = gap
        pairs[k].top = press(faces.top, gap, arm, body, damping, k, j)
        l_x = faces.a_bottom * c - faces.b_bottom * s
        l_y = faces.a_bottom * s + faces.b_bottom * c
        gap = apart - l_x * t_x - l_y * t_y
        arm = arm_of(l_x, l_y, x, y, t_x, t_y)
        pairs[k].g_bottom = gap
        pairs[k].bottom = press(faces.bottom, gap, arm, body, damping, k, j)

        # pin in the hole ahead, along the outward direction (-t_y, t_x) there
        l_x = faces.front * c - faces.b_pin * s
        l_y = faces.front * s + faces.b_pin * c
        off = (l_y - y) * t_x - (l_x - x) * t_y - faces.b_pin
        if faces.cones.length > 0.0:
            pairs[k].pin, pairs[k].e_pin = hold_cones(faces, body, pose, damping, k, j)
            continue
        side = 1.0 if off > 0.0 else -1.0
        arm = arm_of(l_x, l_y, x, y, -side * t_y, side * t_x)
        gap = faces.pin_play - side * off
        pairs[k].pin = side * press(faces.pin, gap, arm, body, damping, k, j)
        pairs[k].e_pin = 0.5 * faces.pin.k * min(gap, 0.0) ** 2
    return least


@inline_kernel
def hold_cones(
    faces: ElementFaces, body: Block, pose: Floats, damping: Floats, k: int, j: int
) -> tuple[float, float]:
    """Conical pin in its hole: force outwards on the element ahead, and energy.

    Its tip, above and below, on the wall of the hole, or on the rear side where that is
    nearer; the rim of the hole on the side of the pin, or on its end.

    Source: [Cebulla2014] (6.4)-(6.9), Figure 6.3.
    Deviation: the upper point of the rim, too, since belts may bend either way.
    """
    q, cones, b = body.q, faces.cones, faces.b_pin
    c, s, t_x, t_y = pose[0, k], pose[1, k], pose[0, j], pose[1, j]
    x, y = q[0, j] - q[0, k], q[1, j] - q[1, k]
    total, stored = 0.0, 0.0
    for i in range(2):
        side = 1.0 - 2.0 * i
        # tip, seen along the axes of the element ahead
        a, h = faces.front + cones.length, b + side * cones.tip
        l_x, l_y = a * c - h * s, a * s + h * c
        deep = (l_x - x) * t_x + (l_y - y) * t_y + faces.rear
        high = (l_y - y) * t_x - (l_x - x) * t_y - b
        gap = cones.cos_h * (cones.entry - side * high) - cones.sin_h * deep
        along, out = cones.sin_h, side * cones.cos_h
        if gap < -deep:
            gap, along, out = -deep, 1.0, 0.0
        if gap < 0.0:
            n_x, n_y = along * t_x - out * t_y, along * t_y + out * t_x
            arm = arm_of(l_x, l_y, x, y, n_x, n_y)
            total += out * press(faces.pin, gap, arm, body, damping, k, j)
            stored += 0.5 * faces.pin.k * gap * gap
        # rim of the hole, seen along the axes of the element behind
        h = b - side * cones.entry
        l_x = x - faces.rear * t_x - h * t_y
        l_y = y - faces.rear * t_y + h * t_x
        deep = l_x * c + l_y * s - faces.front
        high = l_y * c - l_x * s - b
        gap = cones.cos_p * (-side * high - cones.base) + cones.sin_p * deep
        along, out = cones.sin_p, -side * cones.cos_p
        if gap < deep - cones.length:
            gap, along, out = deep - cones.length, 1.0, 0.0
        if gap < 0.0:
            n_x, n_y = along * c - out * s, along * s + out * c
            arm = arm_of(l_x, l_y, x, y, n_x, n_y)
            total += out * press(faces.pin, gap, arm, body, damping, k, j)
            stored += 0.5 * faces.pin.k * gap * gap
    return total, stored


@lean_kernel
def fill_edges(
    faces: ElementFaces, body: Block, pose: Floats, pairs: Rows, edges: Rows, dt: float
) -> None:
    """Friction rows of all neighbours for the coming step; none without friction."""
    q, n = body.q, edges.size
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        t_x, t_y = pose[0, j], pose[1, j]
        l_x, l_y = rocking_point(faces, pose[0, k], pose[1, k], t_x, t_y)
        o_x, o_y = l_x - q[0, j] + q[0, k], l_y - q[1, j] + q[1, k]
        edges[k].n_x, edges[k].n_y = t_x, t_y
        edges[k].b_t = l_x * t_x + l_y * t_y
        edges[k].a_t = o_x * t_x + o_y * t_y
        load = pairs[k].rock + pairs[k].top + pairs[k].bottom
        edges[k].bound = faces.mu * load * dt


@lean_kernel
def neighbour_energy(faces: ElementFaces, pairs: Rows) -> float:
    """Elastic energy between all neighbours [J]."""
    total = 0.0
    for k in range(pairs.size):
        total += 0.5 * faces.rock.k * min(pairs[k].g_rock, 0.0) ** 2
        total += 0.5 * faces.top.k * min(pairs[k].g_top, 0.0) ** 2
        total += 0.5 * faces.bottom.k * min(pairs[k].g_bottom, 0.0) ** 2
        total += pairs[k].e_pin
    return total


@lean_kernel
def book_neighbours(damping: Floats, mean: Floats, dt: float) -> float:
    """Energy that damping between neighbours takes: forces times mean velocities."""
    power = 0.0
    for i in range(3):
        for k in range(mean.shape[1]):
            power -= damping[i, k] * mean[i, k]
    return dt * power
