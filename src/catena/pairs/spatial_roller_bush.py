"""A roller around its bush, with clearance.

The roller displaced along n touches the bush on the other side, at ``-R_b n`` from its
centre; the normal force goes through both centres, friction acts at that point.

Source: [Omar2016] (16), Johnson's law, see `laws.johnson`. Friction force and
moment as described there after (16).
"""

from __future__ import annotations

import math

from catena.bodies.spatial import bush_velocity
from catena.jit import inline_kernel, lean_kernel
from catena.laws.johnson import line_answer, line_energy, line_force
from catena.numerics.arrays import Floats
from catena.rows.spatial import no_direction, set_friction
from catena.tables.spatial import (
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

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
        v_x, v_y, _ = bush_velocity(work.old_link, i, roller[r].x)
        rate = n_x * (u[r, 0] - v_x) + n_y * (u[r, 1] - v_y)
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
    at, bush, J = system.roller[r].x, system.roller[r].bush_radius, work.J
    for k in range(2):
        for a in range(2, 5):
            J[row, k, a] = 0.0
    J[row, 0, 0], J[row, 0, 1], J[row, 0, 5] = n_x, n_y, at * n_y
    J[row, 1, 0], J[row, 1, 1], J[row, 1, 5] = n_y, -n_x, bush - at * n_x
    J[row, 0, 6], J[row, 0, 7], J[row, 0, 8] = -n_x, -n_y, 0.0
    J[row, 1, 6], J[row, 1, 7], J[row, 1, 8] = -n_y, n_x, -(bush + e)


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
