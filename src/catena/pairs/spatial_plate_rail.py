"""Link plates on the sliding surface of a guide in space, and between its side walls.

Both ends of a link press on the surface with their edges, each with half the stiffness
of a joint, since two links meet there. Between the walls plates lie with the play

    half the width of the guide - half the width over the plates;

beyond it a wall pushes them back sideways, as far up as it reaches. Contacts that close
before the end of the step take part. The guide may turn with an arm.
"""

from __future__ import annotations

import math

from catena.geometry.contour import contour_distance
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.rotations import to_body, to_world
from catena.numerics.space import Vector
from catena.rows.spatial import fill_link_direction, old_rate, set_friction
from catena.tables.spatial import (
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

FASTEST = 5.0
"""Speed of approach that is looked for [m/s]."""


@lean_kernel
def find_rail_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """All contacts of plates with guides and their walls."""
    rail, q = system.rail, state.link_q
    for g in range(rail.size):
        cos, sin = 1.0, 0.0
        if rail[g].arm >= 0:
            turn = state.border_q[system.wheel.size + rail[g].arm]
            cos, sin = math.cos(turn), math.sin(turn)
        for i in range(system.link.size):
            for end in (-1.0, 1.0):
                arm = to_world(work.R, i, end * system.link[i].half, 0.0, 0.0)
                d_x = q[i, 0] + arm[0] - rail[g].x
                d_y = q[i, 1] + arm[1] - rail[g].y
                x, y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
                beside = max(rail[g].x_low - x, x - rail[g].x_high)
                beside = max(beside, rail[g].y_low - y, y - rail[g].y_high)
                if beside <= dt * FASTEST:
                    _look_at_end(system, state, work, dt, (g, i), end, (x, y, cos, sin))


@inline_kernel
def _look_at_end(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    who: tuple[int, int],
    end: float,
    at: tuple[float, float, float, float],
) -> None:
    """Surface and walls for one end of a link at (x, y) of the guide's frame."""
    g, i = who
    x, y, cos, sin = at
    rail, link = system.rail[g], system.link[i]
    d, e_x, e_y, _ = contour_distance(
        system.contours.code, system.contours.shape, rail.first, rail.last, x, y
    )
    if d < -rail.offset or d > rail.offset + max(rail.height, dt * FASTEST):
        return
    n = cos * e_x - sin * e_y, sin * e_x + cos * e_y, 0.0
    along = -n[1], n[0], 0.0
    arm = to_world(work.R, i, end * link.half, 0.0, 0.0)
    foot = arm[0] - rail.offset * n[0], arm[1] - rail.offset * n[1], arm[2]
    up = 0.0, 0.0, 1.0
    _add(system, state, work, dt, (g, i, end), rail.offset - d, (n, along, up, foot))
    if rail.half <= 0.0 or d > rail.offset + rail.height:
        return
    z = state.link_q[i, 2] + arm[2] - rail.z
    width = link.width_rear if end < 0.0 else link.width_front
    depth = abs(z) + width + link.plate - rail.half
    side = 1.0 if z >= 0.0 else -1.0
    wall = 0.0, 0.0, -side
    _add(system, state, work, dt, (g, i, 2.0 * end), depth, (wall, along, n, arm))


@inline_kernel
def _add(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    who: tuple[int, int, float],
    depth: float,
    vectors: tuple[Vector, Vector, Vector, Vector],
) -> None:
    """A contact along a normal with two slips at a point, if it is closed or closes.

    The third of ``who`` is -1 or 1 for the surface at an end, -2 or 2 for a wall.
    """
    row = int(work.found[0])
    if row >= work.contact.size or depth < -dt * FASTEST:
        return
    g, i, end = who
    carrier = system.rail[g].arm
    work.contact[row].kind = ContactKind.RAIL if abs(end) < 2.0 else ContactKind.WALL
    work.contact[row].part = LinkPart.WHOLE
    work.contact[row].link, work.contact[row].roller = i, -1
    work.contact[row].wheel, work.contact[row].support = -1, -1
    work.contact[row].arm = -1 if carrier < 0 else 6 + system.wheel.size + carrier
    before = system.roller.size * (1 + 2 * system.facet.size)
    before += 2 * system.link.size * system.wheel.size
    place = (0 if end < 0.0 else 1) + (0 if abs(end) < 2.0 else 2)
    work.contact[row].slot = before + 4 * (i * system.rail.size + g) + place
    point = vectors[3]
    c_x = state.link_q[i, 0] + point[0] - system.rail[g].x
    c_y = state.link_q[i, 1] + point[1] - system.rail[g].y
    arm = to_body(work.R, i, point[0], point[1], point[2])
    for e in range(3):
        t = vectors[e]
        own = to_body(work.R, i, t[0], t[1], t[2])
        fill_link_direction(work.J, row, e, own, arm)
        work.J[row, e, 9] = 0.0
        work.J[row, e, 10] = 0.0 if carrier < 0 else -(c_x * t[1] - c_y * t[0])
    rate = old_rate(state, work, row, 0)
    work.contact[row].rate = rate
    if depth <= 0.0 and depth - dt * rate <= 0.0:
        return
    k, c, mu = system.laws.rail[0], system.laws.rail[1], system.laws.rail[2]
    work.contact[row].k, work.contact[row].c = 0.5 * k, 0.5 * c
    work.contact[row].f = 0.5 * k * depth
    press = max(0.0, 0.5 * k * depth)
    work.contact[row].force = press
    set_friction(state, work, row, mu * press, system.laws.slip_speed[0])
    work.found[0] = row + 1
