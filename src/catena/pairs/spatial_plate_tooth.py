"""Link plates beside the teeth of a sprocket, and on their tips.

At two points of its x axis a link asks how deep its plates reach below the tips,
``d = r_tip - (r - h)``, how wide the tooth is there,

    w(d) = w_0 - max(0, d_r - d)^2 / (2 r_x)      (ISO 606 side relief),

and how far a plate lies in its side, ``pen = w(d) + |z| - b/2``. The force ``K pen``
acts along ``-grad pen``, radial part included, so it has a potential. Where ``pen > d``
the plate rides on the tip and the force ``K d`` is radial.

Deviation: [Omar2016] has no such contact; without it nothing but friction guides a
chain sideways and an offset chain leaves its teeth within a tenth of a second.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.rotations import to_body, to_world
from catena.numerics.space import Vector, crossed
from catena.rows.spatial import (
    fill_link_direction,
    fill_wheel_direction,
    old_rate,
    places_on_wheel,
    set_bodies,
    set_friction,
)
from catena.tables.spatial import (
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)


@lean_kernel
def find_side_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """All contacts of plates with the sides and tips of teeth."""
    if not system.laws.side[0] > 0.0:
        return
    link, q = system.link, state.link_q
    for i in range(link.size):
        if work.near[i, 0] == 0:
            continue
        for j in range(system.wheel.size):
            d_x, d_y = q[i, 0] - work.centre[j, 0], q[i, 1] - work.centre[j, 1]
            reach = system.wheel[j].tip + link[i].reach + link[i].sample
            if work.near[i, 1 + j] == 0 or d_x * d_x + d_y * d_y > reach * reach:
                continue  # as seen along z, no farther
            for end in (-1.0, 1.0):
                arm = to_world(work.R, i, end * link[i].sample, 0.0, 0.0)
                _look_at_point(system, state, work, dt, (i, j), arm, end)


@lean_kernel
def plate_depth(
    d: float, z: float, half_plate: float, half_tooth: float, relief: float, r_x: float
) -> tuple[float, float]:
    """How far a plate lies in the side of a tooth [m], and -d pen/d r."""
    short = max(0.0, relief - d)
    return half_tooth - 0.5 * short * short / r_x + abs(z) - half_plate, short / r_x


@inline_kernel
def _look_at_point(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    who: tuple[int, int],
    arm: Vector,
    end: float,
) -> None:
    """The contact of one point of a link with one wheel, if there is one.

    The arm of the point in the world; it lies behind (end = -1) or in front (1).
    """
    i, j = who
    wheel, row = system.wheel[j], int(work.found[0])
    w_x = state.link_q[i, 0] + arm[0] - work.centre[j, 0]
    w_y = state.link_q[i, 1] + arm[1] - work.centre[j, 1]
    w_z = state.link_q[i, 2] + arm[2] - work.centre[j, 2]
    x, y, z = to_body(work.axes, j, w_x, w_y, w_z)
    rear = 0 if end < 0.0 else 1
    between = system.link[i].width_rear if rear == 0 else system.link[i].width_front
    if wheel.half_width + abs(z) - between < -dt:  # as most are, even without relief
        return
    r = math.sqrt(x * x + y * y)
    d = wheel.tip + system.link[i].reach - r
    if d <= 0.0 or r == 0.0 or row >= work.contact.size:
        return
    pen, slope = plate_depth(
        d, z, between, wheel.half_width, wheel.relief, wheel.relief_radius
    )
    e_x, e_y = x / r, y / r
    on_tip = pen > d
    side = 1.0 if z >= 0.0 else -1.0
    n = to_world(work.axes, j, slope * e_x, slope * e_y, -side)
    if on_tip:
        pen, n = d, to_world(work.axes, j, e_x, e_y, 0.0)
    elif pen < -dt:  # opens wider than 1 m/s could close
        return
    t = to_world(work.axes, j, -e_y, e_x, 0.0)
    at = (
        w_x + work.centre[j, 0] - work.hub[j, 0],
        w_y + work.centre[j, 1] - work.hub[j, 1],
        w_z + work.centre[j, 2] - work.hub[j, 2],
    )
    _fill_row(system, work, row, who, end, (n, t, at))
    work.contact[row].kind = ContactKind.TIP if on_tip else ContactKind.SIDE
    before = system.roller.size * (1 + 2 * system.facet.size)
    work.contact[row].slot = before + 2 * (i * system.wheel.size + j) + rear
    rate = old_rate(state, work, row, 0)
    work.contact[row].rate = rate
    if pen <= 0.0 and pen - dt * rate <= 0.0:
        return
    k, c, mu = system.laws.side[0], system.laws.side[1], system.laws.side[2]
    work.contact[row].k, work.contact[row].c = k, c
    work.contact[row].f = k * pen
    size = math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    press = max(0.0, k * pen) * size
    work.contact[row].force = press
    set_friction(state, work, row, mu * press, system.laws.slip_speed[0])
    work.found[0] = row + 1


@inline_kernel
def _fill_row(
    system: SpatialChain,
    work: SpatialWork,
    row: int,
    who: tuple[int, int],
    end: float,
    vectors: tuple[Vector, Vector, Vector],
) -> None:
    """Normal, circumferential slip, and slip along the side of the tooth."""
    (i, j), (n, t, at) = who, vectors
    work.contact[row].part = LinkPart.WHOLE
    set_bodies(system, work, row, i, -1, j)
    size = math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    s = crossed(n, t)
    s = s[0] / size, s[1] / size, s[2] / size
    arm = end * system.link[i].sample, 0.0, 0.0
    places, directions = places_on_wheel(system, work, j, at), (n, t, s)
    for e in range(3):
        x, y, z = directions[e]
        fill_link_direction(work.J, row, e, to_body(work.R, i, x, y, z), arm)
        fill_wheel_direction(system, work, row, e, j, directions[e], places)
