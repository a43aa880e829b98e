"""One contact in space as three directions on sixteen velocities.

A contact acts on a link (6) and a roller (3), both along the axes of the link, a wheel
and the arm that carries it (1 each), and the elastic support of its axis (5).
``J[c, e]`` holds direction e: the rate of opening, and two slip speeds. A bush moves in
the plane of its link, and a roller takes of its link what lies across that plane: most
contacts act on three of the six velocities, see `LinkPart`.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.laws.softened_friction import softened_share
from catena.numerics.arrays import Floats
from catena.numerics.rotations import cross
from catena.tables.spatial import (
    MOTIONS,
    PLACES,
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

Vector = tuple[float, float, float]
Places = tuple[Vector, Vector, Vector]


@lean_kernel
def fill_roller_direction(
    J: Floats, row: int, e: int, t: Vector, arm: Vector, b: Vector
) -> None:
    """Direction t at the point b from the centre of a roller, itself at ``arm``.

    The surface moves with ``v + (w_across + spin e_3) x b``; v follows the link along
    e_3 = z of the link only. Source: [Omar2016] (17), with spin and tilt rate added.
    """
    m = cross(b[0], b[1], b[2], t[0], t[1], t[2])
    J[row, e, 0], J[row, e, 1], J[row, e, 2] = 0.0, 0.0, t[2]
    J[row, e, 3], J[row, e, 4] = arm[1] * t[2] + m[0], m[1] - arm[0] * t[2]
    J[row, e, 5] = 0.0
    J[row, e, 6], J[row, e, 7], J[row, e, 8] = t[0], t[1], m[2]


@lean_kernel
def fill_link_direction(J: Floats, row: int, e: int, t: Vector, arm: Vector) -> None:
    """Direction t at a point of a link."""
    m = cross(arm[0], arm[1], arm[2], t[0], t[1], t[2])
    for a in range(3):
        J[row, e, a], J[row, e, 3 + a] = t[a], m[a]
        J[row, e, 6 + a] = 0.0


@lean_kernel
def fill_concentric_direction(
    J: Floats, row: int, e: int, t: Vector, arm: Vector, b: Vector
) -> None:
    """The same where the centre of the roller is a point of its link."""
    m = cross(b[0], b[1], b[2], t[0], t[1], t[2])
    side = cross(arm[0], arm[1], arm[2], t[0], t[1], t[2])
    for a in range(3):
        J[row, e, a] = t[a]
    J[row, e, 3], J[row, e, 4], J[row, e, 5] = side[0] + m[0], side[1] + m[1], side[2]
    J[row, e, 6], J[row, e, 7], J[row, e, 8] = 0.0, 0.0, m[2]


@inline_kernel
def set_bodies(
    system: SpatialChain, work: SpatialWork, row: int, i: int, r: int, j: int
) -> None:
    """Who touches: link, roller or -1, and a wheel with what carries it."""
    arm, support, n = system.wheel[j].arm, system.wheel[j].support, system.wheel.size
    first = 6 + n + system.arm.size
    work.contact[row].link, work.contact[row].roller = i, r
    work.contact[row].wheel = 6 + j
    work.contact[row].arm = -1 if arm < 0 else 6 + n + arm
    work.contact[row].support = -1 if support < 0 else first + MOTIONS * support


@inline_kernel
def fill_wheel_direction(
    system: SpatialChain,
    work: SpatialWork,
    row: int,
    e: int,
    j: int,
    t: Vector,
    places: Places,
) -> None:
    """Minus the velocity along t of wheel j at a point, of its arm and support."""
    at, carried, v = places
    work.J[row, e, 9] = -(v[0] * t[0] + v[1] * t[1] + v[2] * t[2])
    work.J[row, e, 10] = -(carried[0] * t[1] - carried[1] * t[0])
    s = system.wheel[j].support
    if s < 0:
        return
    m = cross(at[0], at[1], at[2], t[0], t[1], t[2])
    axial, tilting = float(system.support[s].axial), float(system.support[s].tilting)
    work.J[row, e, 11], work.J[row, e, 12] = -t[0], -t[1]
    work.J[row, e, 13] = -t[2] * axial
    work.J[row, e, 14] = -m[0] * tilting
    work.J[row, e, 15] = -tilting * (
        work.lean[j, 0] * m[0] + work.lean[j, 1] * m[1] + work.lean[j, 2] * m[2]
    )


@inline_kernel
def places_on_wheel(
    system: SpatialChain, work: SpatialWork, j: int, at: Vector
) -> Places:
    """A point from the hub, the hub from the pivot; velocity there per turning speed.

    The same for all directions of a row.
    """
    v = cross(work.spin[j, 0], work.spin[j, 1], work.spin[j, 2], at[0], at[1], at[2])
    return at, _hub_from_pivot(system, work, j), v


@inline_kernel
def _hub_from_pivot(system: SpatialChain, work: SpatialWork, j: int) -> Vector:
    """Where a wheel sits on the arm that carries it; zero without one."""
    arm = system.wheel[j].arm
    if arm < 0:
        return 0.0, 0.0, 0.0
    return (
        work.hub[j, 0] - system.arm[arm].x,
        work.hub[j, 1] - system.arm[arm].y,
        0.0,
    )


@inline_kernel
def loss_group(kind: int) -> int:
    """Bushes, teeth, plates on sides and tips, rails with their walls: 0 to 3."""
    if kind < 2:
        return kind
    return 2 if kind < 4 else 3


@lean_kernel
def no_direction(J: Floats, row: int, e: int) -> None:
    """Leave a direction out."""
    for a in range(PLACES):
        J[row, e, a] = 0.0


@inline_kernel
def link_rate(J: Floats, row: int, e: int, u: Floats, i: int, part: int) -> float:
    """What a link adds to the velocity along a direction."""
    if part == LinkPart.PLANE:
        return float(
            J[row, e, 0] * u[i, 0] + J[row, e, 1] * u[i, 1] + J[row, e, 5] * u[i, 5]
        )
    if part == LinkPart.ACROSS:
        return float(
            J[row, e, 2] * u[i, 2] + J[row, e, 3] * u[i, 3] + J[row, e, 4] * u[i, 4]
        )
    v = J[row, e, 0] * u[i, 0] + J[row, e, 1] * u[i, 1] + J[row, e, 2] * u[i, 2]
    w = J[row, e, 3] * u[i, 3] + J[row, e, 4] * u[i, 4] + J[row, e, 5] * u[i, 5]
    return float(v + w)


@inline_kernel
def _roller_rate(J: Floats, row: int, e: int, u: Floats, r: int) -> float:
    """What a roller adds."""
    return float(
        J[row, e, 6] * u[r, 0] + J[row, e, 7] * u[r, 1] + J[row, e, 8] * u[r, 2]
    )


@inline_kernel
def old_rate(state: SpatialState, work: SpatialWork, row: int, e: int) -> float:
    """Velocity along a direction at the start of the step [m/s]."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    if i < 0:
        return 0.0
    J, part = work.J, work.contact[row].part
    rate = link_rate(J, row, e, work.old_link, i, part)
    if r >= 0:
        rate += _roller_rate(work.J, row, e, state.roller_u, r)
    if part == LinkPart.PLANE:  # a bush: nobody else takes part
        return rate
    if wheel >= 0:
        rate += J[row, e, 9] * state.border_u[wheel - 6]
    if arm >= 0:
        rate += J[row, e, 10] * state.border_u[arm - 6]
    support = work.contact[row].support
    if support >= 0:
        for a in range(MOTIONS):
            rate += J[row, e, 11 + a] * state.border_u[support - 6 + a]
    return rate


@inline_kernel
def new_rate(work: SpatialWork, row: int, e: int) -> float:
    """Velocity along a direction at the end of the step [m/s]."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    if i < 0:
        return 0.0
    J, part = work.J, work.contact[row].part
    rate = link_rate(J, row, e, work.rhs_link, i, part)
    if r >= 0:
        rate += _roller_rate(work.J, row, e, work.rhs_roller, r)
    if part == LinkPart.PLANE:  # a bush: nobody else takes part
        return rate
    if wheel >= 0:
        rate += J[row, e, 9] * work.rhs_border[wheel]
    if arm >= 0:
        rate += J[row, e, 10] * work.rhs_border[arm]
    support = work.contact[row].support
    if support >= 0:
        for a in range(MOTIONS):
            rate += J[row, e, 11 + a] * work.rhs_border[support + a]
    return rate


@inline_kernel
def set_friction(
    state: SpatialState, work: SpatialWork, row: int, bound: float, slip_speed: float
) -> None:
    """Friction force per slip speed from the slip at the start of the step."""
    s_1, s_2 = old_rate(state, work, row, 1), 0.0
    flat = work.contact[row].kind != ContactKind.BUSH  # which slips around its bush
    if flat:
        s_2 = old_rate(state, work, row, 2)
    work.contact[row].bound = bound
    work.contact[row].rate_1, work.contact[row].rate_2 = s_1, s_2
    work.contact[row].slip = 0.0
    if work.soft[0] == 0.0:
        return
    speed = math.sqrt(s_1 * s_1 + s_2 * s_2) if flat else abs(s_1)
    # the secant at the old slip: the law itself would make the matrix depend on the
    # solution
    work.contact[row].slip = bound * softened_share(speed, slip_speed)


@inline_kernel
def _limit_damper(work: SpatialWork, row: int) -> None:
    """No damper pulls: where it would, it takes off the spring's force alone."""
    f, rate = work.contact[row].f, work.contact[row].rate
    if rate > 0.0 and work.contact[row].c * rate > f:
        work.contact[row].c = max(f, 0.0) / rate


@lean_kernel
def add_contacts(work: SpatialWork, dt: float) -> None:
    """Impulses and blocks of all contacts of a linearly implicit step."""
    for row in range(int(work.found[0])):
        # before the matrix is filled: an implicit damper that pulled would keep a
        # contact closed that opens
        _limit_damper(work, row)
        contact = work.contact[row]
        add_impulse(work, row, dt * contact.f)
        # force at the end of the step: f - c s' - k dt s', where s' is the new rate
        _add_rank_one(work, row, 0, dt * (contact.c + dt * contact.k))
        if contact.slip > 0.0:
            _add_rank_one(work, row, 1, dt * contact.slip)
            if contact.kind != ContactKind.BUSH:
                _add_rank_one(work, row, 2, dt * contact.slip)


@inline_kernel
def add_impulse(work: SpatialWork, row: int, P: float) -> None:
    """An impulse along the normal on everything it acts on."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    J, rhs, part = work.J, work.rhs_link, work.contact[row].part
    if i < 0:  # tells the compiler that no index counts from the end
        return
    if part == LinkPart.ACROSS:
        for a in range(2, 5):
            rhs[i, a] += P * J[row, 0, a]
    elif part == LinkPart.PLANE:
        rhs[i, 0] += P * J[row, 0, 0]
        rhs[i, 1] += P * J[row, 0, 1]
        rhs[i, 5] += P * J[row, 0, 5]
    else:
        for a in range(6):
            rhs[i, a] += P * J[row, 0, a]
    if r >= 0:
        for a in range(3):
            work.rhs_roller[r, a] += P * J[row, 0, 6 + a]
    if part == LinkPart.PLANE:  # a bush: nobody else takes part
        return
    if wheel >= 0:
        work.rhs_border[wheel] += P * J[row, 0, 9]
    if arm >= 0:
        work.rhs_border[arm] += P * J[row, 0, 10]
    support = work.contact[row].support
    if support >= 0:
        for a in range(MOTIONS):
            work.rhs_border[support + a] += P * J[row, 0, 11 + a]


@inline_kernel
def _add_rank_one(work: SpatialWork, row: int, e: int, w: float) -> None:
    """``w j j^T`` in the blocks of link, roller and border; lower halves of blocks."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    J, part = work.J, work.contact[row].part
    if i < 0:
        return
    # loops of fixed length each: the compiler writes them out
    if part == LinkPart.ACROSS:
        for a in range(2, 5):
            x = w * J[row, e, a]
            for c in range(2, a + 1):
                work.D[i, a, c] += x * J[row, e, c]
            _add_border_columns(work, row, e, a, x)
    else:
        for a in range(6):
            x = w * J[row, e, a]
            if x != 0.0:
                for c in range(a + 1):
                    work.D[i, a, c] += x * J[row, e, c]
                _add_border_columns(work, row, e, a, x)
    if r >= 0:
        for a in range(3):
            x = w * J[row, e, 6 + a]
            for c in range(a + 1):
                work.A[r, a, c] += x * J[row, e, 6 + c]
            for c in range(6):
                work.C[r, a, c] += x * J[row, e, c]
            if wheel >= 0:
                work.G[r, a, wheel] += x * J[row, e, 9]
            if arm >= 0:
                work.G[r, a, arm] += x * J[row, e, 10]
    if wheel >= 0:
        work.B[wheel, wheel] += w * J[row, e, 9] ** 2
        if arm >= 0:
            work.B[wheel, arm] += w * J[row, e, 9] * J[row, e, 10]
            work.B[arm, wheel] += w * J[row, e, 9] * J[row, e, 10]
    if arm >= 0:
        work.B[arm, arm] += w * J[row, e, 10] ** 2
    if work.contact[row].support >= 0:
        _add_support(work, row, e, w)


@inline_kernel
def _add_border_columns(work: SpatialWork, row: int, e: int, a: int, x: float) -> None:
    """What velocity a of a link shares with a wheel and an arm."""
    i, wheel, arm = (
        work.contact[row].link,
        work.contact[row].wheel,
        work.contact[row].arm,
    )
    if wheel >= 0:
        work.F[i, a, wheel] += x * work.J[row, e, 9]
    if arm >= 0:
        work.F[i, a, arm] += x * work.J[row, e, 10]


@lean_kernel
def _add_support(work: SpatialWork, row: int, e: int, w: float) -> None:
    """The part of ``w j j^T`` that an elastic support takes in; no arm carries it."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, first = work.contact[row].wheel, work.contact[row].support
    J = work.J
    if i < 0 or first < 0 or wheel < 0:
        return
    for s in range(MOTIONS):
        x = w * J[row, e, 11 + s]
        if x == 0.0:
            continue
        for a in range(6):
            work.F[i, a, first + s] += x * J[row, e, a]
        if r >= 0:
            for a in range(3):
                work.G[r, a, first + s] += x * J[row, e, 6 + a]
        work.B[wheel, first + s] += x * J[row, e, 9]
        work.B[first + s, wheel] += x * J[row, e, 9]
        for a in range(MOTIONS):
            work.B[first + s, first + a] += x * J[row, e, 11 + a]


@lean_kernel
def book_contacts(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Impulses, losses and conservative work of all contacts."""
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        kind = loss_group(contact.kind)
        s = new_rate(work, row, 0)
        mean = 0.5 * (s + contact.rate)
        P = dt * (contact.f - (contact.c + dt * contact.k) * s)
        state.loss[2 + 2 * kind] += dt * contact.c * s * mean
        state.work[0] += (P + dt * contact.c * s) * mean
        work.contact[row].P = P
        s = new_rate(work, row, 1)
        P = -dt * contact.slip * s
        rubbed = -0.5 * P * (s + contact.rate_1)
        work.contact[row].P_1, work.contact[row].P_2 = P, 0.0
        if contact.kind != ContactKind.BUSH:
            s = new_rate(work, row, 2)
            P = -dt * contact.slip * s
            rubbed -= 0.5 * P * (s + contact.rate_2)
            work.contact[row].P_2 = P
        state.loss[3 + 2 * kind] += rubbed
