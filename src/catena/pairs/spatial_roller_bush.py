"""A roller around its bush, with clearance.

The roller displaced along n touches the bush on the other side, at ``-R_b n`` from its
centre; the normal force goes through both centres, friction acts at that point.

Source: [Omar2016] (16), Johnson's law, see `laws.johnson`. Friction force and
moment as described there after (16).
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.laws.johnson import (
    is_usual,
    line_answer,
    line_energy,
    line_force,
    usual_force,
)
from catena.laws.softened_friction import softened_share
from catena.numerics.arrays import Floats, Ints
from catena.numerics.space import Vector
from catena.numerics.strips import Three, Two, three_strips, two_strips
from catena.numerics.worst import worse
from catena.rows.spatial import no_direction, set_friction
from catena.tables.spatial import (
    BushRows,
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

Pair = tuple[float, float]

AHEAD = 0.25
"""Deepest place over the clearance about which the law of a step is made linear, unless
the roller is deeper already: a fast roller must not be expected beyond the law's end at
0.541."""


@lean_kernel
def find_bush_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Rollers that touch their bush now or before the end of the step."""
    roller, q, u = system.roller, state.roller_q, state.roller_u
    slip_speed = system.laws.slip_speed[0]
    count = int(work.found[0])
    for r in range(roller.size):
        i = roller[r].link
        x, y = q[r, 0], q[r, 1]
        e = math.sqrt(x * x + y * y)
        if i < 0 or roller[r].concentric > 0 or e <= 0.5 * roller[r].clearance:
            continue
        over = 1.0 / e
        n_x, n_y = x * over, y * over
        old = work.old_link
        v = old[i, 0], old[i, 1], old[i, 5]
        rate = -bush_opening((n_x, n_y), roller[r].x, v, (u[r, 0], u[r, 1], u[r, 2]))
        depth = e - roller[r].clearance
        ahead = min(depth + dt * rate, AHEAD * roller[r].clearance)
        ahead = max(depth, ahead)
        if ahead <= 0.0:
            continue
        _set_bodies(work, count, i, r)
        L, E = roller[r].length, roller[r].modulus
        P, slope = line_answer(ahead, E, roller[r].clearance)  # (16)
        k = L * slope
        work.contact[count].k, work.contact[count].rate = k, -rate
        work.contact[count].c = roller[r].damping
        work.contact[count].f = L * P - k * (ahead - depth)
        press = 0.0
        if depth == ahead:
            press = L * P
        elif depth > 0.0:
            press = L * line_force(depth, E, roller[r].clearance)
        work.contact[count].force = press
        _fill_directions(system, work, count, r, n_x, n_y, e)
        set_friction(state, work, count, roller[r].friction * press, slip_speed)
        count += 1
    work.found[0] = count


@lean_kernel
def find_bushes(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Rollers on their bushes in an explicit step: impulses, bounds and directions."""
    own, bush, roller = work.of_roller, work.bush, work.of_roller.T
    depth = bush.given.T[0]
    _place_bushes(
        three_strips(own, 2), (work.whose.T[0], work.whose.T[1]),
        two_strips(state.roller_q, 0), three_strips(state.roller_u, 0),
        (work.old_link.T[0], work.old_link.T[1], work.old_link.T[5]),
        two_strips(bush.normal, 0), two_strips(bush.lever, 0),
        (depth, bush.rate, bush.rate_1),
    )  # fmt: skip
    short = _press_bushes(
        dt, (roller[4], roller[5], roller[6]), roller[7], depth, bush.rate, bush.f,
        bush.press,
    )  # fmt: skip
    if short > 0:
        _press_unusual(system, bush, dt)
    speed = system.laws.slip_speed[0] if work.soft[0] != 0.0 else 0.0
    if speed == 0.0:
        _bound_bushes(roller[8], bush.press, bush.bound)
        return
    for r in range(roller.shape[1]):  # softened: by the elastic force, and its secant
        bound = dt * roller[8, r] * bush.f[r]
        bush.bound[r] = bound
        bush.slip[r] = bound * softened_share(abs(bush.rate_1[r]), speed)


@strip_kernel
def _place_bushes(
    own: Three,
    whose: tuple[Ints, Ints],
    q: Two,
    u: Three,
    old: Three,
    normal: Two,
    lever: Two,
    out: Three,
) -> None:
    """Directions, depths and speeds of all rollers against their bushes."""
    (along, bush, clearance), (link, concentric), (depth, rate, slip) = own, whose, out
    for r in range(along.size):
        i, at, x, y = link[r], along[r], q[0][r], q[1][r]
        e = math.sqrt(x * x + y * y)
        over = 1.0 / (e if e > 0.0 else 1.0)
        n = x * over, y * over
        levers = bush_levers(n, e, at, bush[r])
        normal[0][r], normal[1][r] = n
        lever[0][r], lever[1][r] = levers
        v = old[0][i], old[1][i], old[2][i]
        w = u[0][r], u[1][r], u[2][r]
        rate[r], slip[r] = bush_opening(n, at, v, w), bush_slip(n, levers, v, w)
        apart = concentric[r] > 0
        deep = e - clearance[r]
        depth[r] = -1.0 if apart else deep


@inline_kernel
def bush_levers(n: Pair, e: float, at: float, bush: float) -> tuple[float, float]:
    """Of friction about a link and its roller, which is displaced by e along n."""
    return bush - at * n[0], -(bush + e)


@inline_kernel
def bush_opening(n: Pair, at: float, v: Vector, u: Vector) -> float:
    """Speed at which a roller leaves its bush; v_x, v_y and w_z of link and roller."""
    return float(n[0] * (v[0] - u[0]) + n[1] * (v[1] + at * v[2] - u[1]))


@inline_kernel
def bush_slip(n: Pair, lever: Pair, v: Vector, u: Vector) -> float:
    """Slip speed of a bush in its roller; velocities as above."""
    across = n[1] * (v[0] - u[0]) - n[0] * (v[1] - u[1])
    return float(across + lever[0] * v[2] + lever[1] * u[2])


@strip_kernel
def _press_bushes(
    dt: float,
    own: Three,
    damping: Floats,
    depth: Floats,
    rate: Floats,
    f: Floats,
    press: Floats,
) -> int:
    """Normal forces and impulses; for how many rollers the usual law is too short."""
    (clearance, modulus, length), short = own, 0
    for r in range(f.size - 1):
        touching = not depth[r] <= 0.0
        usual = is_usual(depth[r], clearance[r])
        at = depth[r] if usual else 0.1 * clearance[r]
        force = length[r] * usual_force(at, modulus[r], clearance[r])  # (16)
        force = force if touching else 0.0
        f[r] = force
        P = dt * worse(0.0, force - damping[r] * rate[r])
        press[r] = P if touching else 0.0
        short += int(touching and not usual)
    return short


@lean_kernel
def _press_unusual(system: SpatialChain, bush: BushRows, dt: float) -> None:
    """The same where only the law as a whole holds, or none."""
    roller, depth = system.roller, bush.given
    for r in range(roller.size):
        if depth[r, 0] <= 0.0 or is_usual(depth[r, 0], roller[r].clearance):
            continue
        P = line_force(depth[r, 0], roller[r].modulus, roller[r].clearance)
        bush.f[r] = roller[r].length * P
        bush.press[r] = dt * worse(0.0, bush.f[r] - roller[r].damping * bush.rate[r])


@strip_kernel
def _bound_bushes(friction: Floats, press: Floats, bound: Floats) -> None:
    for r in range(friction.size):
        bound[r] = friction[r] * press[r]


@lean_kernel
def list_bushes(system: SpatialChain, work: SpatialWork) -> None:
    """Rows for the bushes of an explicit step, for those who read rows of contacts."""
    bush, row = work.bush, int(work.found[0])
    for r in range(system.roller.size):
        if bush.f[r] == 0.0 or row >= work.contact.size:
            continue
        _set_bodies(work, row, system.roller[r].link, r)
        work.contact[row].k, work.contact[row].c = 0.0, system.roller[r].damping
        work.contact[row].f, work.contact[row].force = bush.f[r], bush.f[r]
        work.contact[row].rate, work.contact[row].rate_1 = bush.rate[r], bush.rate_1[r]
        work.contact[row].bound, work.contact[row].slip = bush.bound[r], bush.slip[r]
        work.contact[row].P, work.contact[row].P_1 = bush.press[r], bush.P[r]
        work.contact[row].P_2, work.contact[row].rate_2 = 0.0, 0.0
        n_x, n_y = bush.normal[r, 0], bush.normal[r, 1]
        e = -bush.lever[r, 1] - system.roller[r].bush_radius
        _fill_directions(system, work, row, r, n_x, n_y, e)
        row += 1
    work.found[0] = row


@lean_kernel
def find_concentric_bushes(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> None:
    """Friction of concentric rollers on their bushes, pressed on by their teeth."""
    roller, J = system.roller, work.J
    count = int(work.found[0])
    for r in range(roller.size):
        if roller[r].concentric == 0:
            continue
        i, x, y = roller[r].link, work.press[r, 0], work.press[r, 1]
        bound = roller[r].friction * math.sqrt(x * x + y * y)
        if bound == 0.0 or count >= work.contact.size:
            continue
        _set_bodies(work, count, i, r)
        work.contact[count].k, work.contact[count].c = 0.0, 0.0
        work.contact[count].rate = 0.0
        work.contact[count].f, work.contact[count].force = 0.0, math.sqrt(x * x + y * y)
        no_direction(J, count, 0)
        no_direction(J, count, 1)
        J[count, 1, 5] = roller[r].bush_radius
        J[count, 1, 8] = -roller[r].bush_radius
        set_friction(state, work, count, bound, system.laws.slip_speed[0])
        count += 1
    work.found[0] = count


@inline_kernel
def _set_bodies(work: SpatialWork, row: int, i: int, r: int) -> None:
    """A bush of link i and its roller r touch."""
    work.contact[row].kind, work.contact[row].slot = ContactKind.BUSH, r
    work.contact[row].part = LinkPart.PLANE
    work.contact[row].link, work.contact[row].roller = i, r
    work.contact[row].wheel, work.contact[row].arm = -1, -1
    work.contact[row].support = -1


@inline_kernel
def _fill_directions(
    system: SpatialChain,
    work: SpatialWork,
    row: int,
    r: int,
    n_x: float,
    n_y: float,
    e: float,
) -> None:
    """Opening and slip of a roller displaced by e along (n_x, n_y) of its link."""
    at, J = system.roller[r].x, work.J
    lever = bush_levers((n_x, n_y), e, at, system.roller[r].bush_radius)
    for k in range(2):
        for a in range(2, 5):
            J[row, k, a] = 0.0
    J[row, 0, 0], J[row, 0, 1], J[row, 0, 5] = n_x, n_y, at * n_y
    J[row, 1, 0], J[row, 1, 1], J[row, 1, 5] = n_y, -n_x, lever[0]
    J[row, 0, 6], J[row, 0, 7], J[row, 0, 8] = -n_x, -n_y, 0.0
    J[row, 1, 6], J[row, 1, 7], J[row, 1, 8] = -n_y, n_x, lever[1]


@lean_kernel
def bush_energy(system: SpatialChain, q: Floats) -> float:
    """Elastic energy of all rollers on their bushes [J]."""
    roller, total = system.roller, 0.0
    for r in range(roller.size):
        depth = math.sqrt(q[r, 0] ** 2 + q[r, 1] ** 2) - roller[r].clearance
        if depth > 0.0:
            stored = line_energy(depth, roller[r].modulus, roller[r].clearance)
            total += roller[r].length * stored
    return total
