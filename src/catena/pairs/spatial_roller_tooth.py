"""A roller in the teeth of a sprocket in space.

The gap is the one in which the roller was found last, or is reached from there tooth by
tooth. Every line, arc and convex
corner of the gap that the roller touches is a contact of its own: bottom and flank act
together. Contacts that close before the end of the step take part.

Source: [Omar2016] (17)-(21).
Deviation: slip is that of the roller's surface against the turning sprocket, with its
spin and the tilt rate of its link; friction opposes it, see `laws.softened_friction`.
"""

from __future__ import annotations

import math

from catena.bodies.spatial import bush_velocity
from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.rotations import to_body, to_world
from catena.numerics.space import Vector, crossed
from catena.numerics.strips import two_strips
from catena.rows.spatial import (
    Places,
    fill_concentric_direction,
    fill_roller_direction,
    fill_wheel_direction,
    old_rate,
    places_on_wheel,
    set_bodies,
    set_friction,
)
from catena.tables.contour import Feature
from catena.tables.spatial import (
    MOTIONS,
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

SLOWEST = 0.02
"""Speed of approach that is always looked for, for what tilting adds [m/s]."""
FAR = 1e9


@lean_kernel
def facet_gap(facet: Rows, k: int, x: float, y: float) -> Vector:
    """Distance of a point of the gap frame to one facet [m] and the normal; FAR beside.

    Points inside the solid have a negative distance.
    """
    d_x, d_y = x - facet[k].x, y - facet[k].y
    kind = facet[k].kind
    if kind == Feature.LINE:
        along = d_x * facet[k].t_x + d_y * facet[k].t_y
        if along < 0.0 or along > facet[k].length:
            return FAR, 0.0, 0.0
        d = d_x * facet[k].t_y - d_y * facet[k].t_x
        return d, facet[k].t_y, -facet[k].t_x
    if kind == Feature.POINT:  # most are beside it: no root for these
        before = d_x * facet[k].b_x + d_y * facet[k].b_y
        after = d_x * facet[k].t_x + d_y * facet[k].t_y
        if before < 0.0 or after > 0.0:
            return FAR, 0.0, 0.0
    r = math.sqrt(d_x * d_x + d_y * d_y)
    if r == 0.0:
        return FAR, 0.0, 0.0
    if kind == Feature.POINT:
        return r, d_x / r, d_y / r
    if d_x * facet[k].t_x + d_y * facet[k].t_y < r * facet[k].b_x:
        return FAR, 0.0, 0.0
    if kind == Feature.BUMP:
        return r - facet[k].length, d_x / r, d_y / r
    return facet[k].length - r, -d_x / r, -d_y / r


@lean_kernel
def may_touch(facet: Rows, k: int, x: float, y: float, reach: float) -> bool:
    """Whether a point may be as near to a facet as this: a first look without roots."""
    d_x, d_y = x - facet[k].x, y - facet[k].y
    square, kind = d_x * d_x + d_y * d_y, facet[k].kind
    # "not farther", so that NaN is looked at
    if kind == Feature.POINT:
        return not square > reach * reach
    if kind == Feature.BUMP:
        return not square > (facet[k].length + reach) ** 2
    if kind == Feature.HOLLOW:
        inside = facet[k].length - reach
        return not (inside > 0.0 and square < inside * inside)
    return True


@lean_kernel
def find_links_near(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> None:
    """Which links may touch which wheels with rollers or plates, in ``work.near``."""
    near = work.near.T
    for i in range(near.shape[1]):
        near[0, i] = 0
    for j in range(system.wheel.size):
        place = work.centre[j, 0], work.centre[j, 1]
        x, y = two_strips(state.link_q, 0)
        _see_links(place, work.reach[j], x, y, near[1 + j], near[0])


@strip_kernel
def _see_links(
    place: tuple[float, float],
    reach: float,
    x: Floats,
    y: Floats,
    one: Ints,
    anyone: Ints,
) -> None:
    for i in range(x.size):
        d_x, d_y = x[i] - place[0], y[i] - place[1]
        # "not farther", so that NaN is looked at
        there = int(not d_x * d_x + d_y * d_y > reach)
        one[i] = there
        anyone[i] |= there


@lean_kernel
def find_tooth_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """All contacts of rollers and teeth; ``work.press`` sums up elastic forces."""
    roller = system.roller
    for r in range(roller.size):
        i = roller[r].link
        work.press[r, 0], work.press[r, 1] = 0.0, 0.0
        if i < 0 or work.near[i, 0] == 0:
            continue
        at_x = roller[r].x + state.roller_q[r, 0]
        c = to_world(work.R, i, at_x, state.roller_q[r, 1], 0.0)
        for j in range(system.wheel.size):
            if work.near[i, 1 + j] == 0:
                continue
            w_x = state.link_q[i, 0] + c[0] - work.centre[j, 0]
            w_y = state.link_q[i, 1] + c[1] - work.centre[j, 1]
            w_z = state.link_q[i, 2] + c[2] - work.centre[j, 2]
            reach = system.wheel[j].tip + roller[r].radius
            beside = system.wheel[j].half_width + 0.5 * roller[r].length
            if w_x * w_x + w_y * w_y + w_z * w_z > reach * reach + beside * beside:
                continue
            d = to_body(work.axes, j, w_x, w_y, w_z)
            if d[0] * d[0] + d[1] * d[1] > reach * reach or abs(d[2]) > beside:
                continue
            at = (
                w_x + work.centre[j, 0] - work.hub[j, 0],
                w_y + work.centre[j, 1] - work.hub[j, 1],
                w_z + work.centre[j, 2] - work.hub[j, 2],
            )
            _find_in_gap(system, state, work, dt, r, j, d, at)


@inline_kernel
def _find_in_gap(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    r: int,
    j: int,
    d: Vector,
    place: Vector,
) -> None:
    """Contacts of one roller, at d in the frame of the teeth, with its gap.

    Its centre stands at ``place`` from the hub, in the world.
    """
    wheel, radius = system.wheel, system.roller[r].radius
    x, y, e_x, e_y = _in_gap(system, work, r, j, d)
    near = 0.0
    if dt > 0.0:
        near = dt * (SLOWEST + 1.1 * _approach(system, state, work, r, j, d))
    for side in (1.0, -1.0):
        own = side * y
        for k in range(wheel[j].first, wheel[j].last):
            if k == wheel[j].first and (own < 0.0 or (own == 0.0 and side < 0.0)):
                continue  # the bottom counts once
            if not may_touch(system.facet, k, x, own, radius + near):
                continue
            gap, n_a, n_b = facet_gap(system.facet, k, x, own)
            gap -= radius
            if gap > near:
                continue
            n_b *= side
            n = to_world(
                work.axes, j, n_a * e_x - n_b * e_y, n_a * e_y + n_b * e_x, 0.0
            )
            at = (2 * r if side > 0.0 else 2 * r + 1) * system.facet.size + k
            _add_if_closing(system, state, work, dt, (r, j, at), gap, n, place)


@inline_kernel
def _in_gap(
    system: SpatialChain, work: SpatialWork, r: int, j: int, d: Vector
) -> tuple[float, float, float, float]:
    """A place in the frame of the nearest gap, and the direction of that gap.

    The search goes from tooth to tooth, from the gap in which the roller was found
    last: it mostly is there still, and its angle need not be known. Where it begins
    decides nothing.
    """
    gap, teeth, half = work.gap[r, j], system.wheel[j].teeth, work.halves[j]
    x, y, c, s = 0.0, 0.0, 1.0, 0.0
    for _ in range(teeth):
        a, b = work.gaps[j, gap, 0], work.gaps[j, gap, 1]
        c = work.turn[j, 0] * a - work.turn[j, 1] * b
        s = work.turn[j, 1] * a + work.turn[j, 0] * b
        x, y = d[0] * c + d[1] * s, d[1] * c - d[0] * s
        # beyond a quarter turn the sign of y still says which way is shorter
        if y > half * x:
            gap = gap + 1 if gap + 1 < teeth else 0
        elif -y > half * x:
            gap = gap - 1 if gap > 0 else teeth - 1
        else:
            break
    work.gap[r, j] = gap
    return x, y, c, s


@inline_kernel
def _approach(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    r: int,
    j: int,
    d: Vector,
) -> float:
    """Speed of a roller's centre against the turning wheel in its plane [m/s]."""
    i, u, w, R = system.roller[r].link, state.roller_u, state.border_u[j], work.R
    if i < 0:
        return 0.0
    along, up = u[r, 0], u[r, 1]
    if system.roller[r].concentric > 0:
        along, up = bush_velocity(work.old_link, i, system.roller[r].x)[:2]
    v_x = R[i, 0] * along + R[i, 1] * up
    v_y = R[i, 3] * along + R[i, 4] * up
    v_z = R[i, 6] * along + R[i, 7] * up
    carrier = system.wheel[j].arm
    if carrier >= 0:
        turn = state.border_u[system.wheel.size + carrier]
        v_x += turn * (work.hub[j, 1] - system.arm[carrier].y)
        v_y -= turn * (work.hub[j, 0] - system.arm[carrier].x)
    support = system.wheel[j].support
    if support >= 0:  # its tilt is what SLOWEST is for
        at = system.wheel.size + system.arm.size + MOTIONS * support
        v_x, v_y = v_x - state.border_u[at], v_y - state.border_u[at + 1]
        v_z -= state.border_u[at + 2]
    x, y, _ = to_body(work.axes, j, v_x, v_y, v_z)
    x, y = x + w * d[1], y - w * d[0]
    off = math.sqrt(system.wheel[j].e_x ** 2 + system.wheel[j].e_y ** 2)
    return float(math.sqrt(x * x + y * y) + abs(w) * off)


@inline_kernel
def _fill_direction(
    system: SpatialChain,
    work: SpatialWork,
    row: int,
    e: int,
    j: int,
    t: tuple[Vector, Vector],
    places: tuple[Vector, Vector, Places],
) -> None:
    """Direction t on roller and wheel, in the world and along the axes of the link.

    Places: the roller from its link, the point from its centre, both along the axes of
    the link, and see `fill_wheel_direction`.
    """
    r, (in_world, own), (c, b, at) = work.contact[row].roller, t, places
    if system.roller[r].concentric > 0:
        fill_concentric_direction(work.J, row, e, own, c, b)
    else:
        fill_roller_direction(work.J, row, e, own, c, b)
    fill_wheel_direction(system, work, row, e, j, in_world, at)


@inline_kernel
def _add_if_closing(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    who: tuple[int, int, int],
    gap: float,
    n: Vector,
    d: Vector,
) -> None:
    """A contact along n, if it is closed or will be at the end of the step.

    The centre of the roller stands at d from the hub.
    """
    row = int(work.found[0])
    if row >= work.contact.size:
        return
    r, j, at_facet = who
    i, A, R = system.roller[r].link, work.axes, work.R
    if i < 0:
        return
    loose = system.roller[r].concentric == 0
    work.contact[row].kind = ContactKind.TOOTH
    work.contact[row].part = LinkPart.ACROSS if loose else LinkPart.WHOLE
    work.contact[row].slot = system.roller.size + at_facet
    set_bodies(system, work, row, i, r, j)
    rho = system.roller[r].radius
    own = to_body(R, i, n[0], n[1], n[2])
    c = system.roller[r].x + state.roller_q[r, 0], state.roller_q[r, 1], 0.0
    b = -rho * own[0], -rho * own[1], -rho * own[2]
    at = d[0] - rho * n[0], d[1] - rho * n[1], d[2] - rho * n[2]
    places = c, b, places_on_wheel(system, work, j, at)
    _fill_direction(system, work, row, 0, j, (n, own), places)
    rate = old_rate(state, work, row, 0)
    work.contact[row].rate = rate
    if gap >= 0.0 and gap + dt * rate >= 0.0:
        return
    z = A[j, 2], A[j, 5], A[j, 8]
    z_own = to_body(R, i, z[0], z[1], z[2])
    t, t_own = crossed(z, n), crossed(z_own, own)
    _fill_direction(system, work, row, 1, j, (t, t_own), places)
    _fill_direction(system, work, row, 2, j, (z, z_own), places)
    k = system.laws.tooth[0]
    press = max(0.0, -k * gap)
    work.contact[row].k, work.contact[row].c = k, system.laws.tooth[1]
    work.contact[row].f = -k * gap
    work.contact[row].force = press
    work.press[r, 0] += press * own[0]
    work.press[r, 1] += press * own[1]
    slip_speed = system.laws.slip_speed[0]
    set_friction(state, work, row, system.laws.tooth[2] * press, slip_speed)
    work.found[0] = row + 1
