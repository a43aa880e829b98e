"""Links and rollers in space: momentum, gravity, and how they move on.

A bush link and its two rollers are one body of twelve velocities. With the rollers'
velocities taken along the axes of the link, rollers do not couple with it: it feels a
roller at c only through its mass sideways and its inertia across,

    in the plane m,  sideways m + sum m_r,  J_x + sum (J_t + m_r c_y^2),
    J_y + sum (J_t + m_r c_x^2),  J_z,  and products with c_x and c_y,

and a roller has m_r, m_r and J_a for itself. Velocities of one step are taken along the
axes at its start. While the axes turn, the momenta of all bodies stay in the world;
then they are projected on the new axes. Gyroscopic and Coriolis forces are this
statement, and momentum is kept to rounding.

Source: [Omar2016] (1)-(14).
Deviation: (14) as printed is that of T transposed, and (13) misses the term with gamma;
both violate the conservation of momentum. Here the mass matrix is its closed form.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import (
    fill_matrix,
    set_matrix,
    to_body,
    to_world,
    turn_of,
    turn_own,
)
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork


@lean_kernel
def sum_rollers(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Moments of the rollers of every link: m, m c_x, m c_y, m c_x^2, ..."""
    S, roller = work.lump, system.roller
    for i in range(S.shape[0]):
        for k in range(6):
            S[i, k] = 0.0
    for r in range(roller.size):
        i, m = roller[r].link, roller[r].mass
        if i < 0:  # tells the compiler that no index counts from the end
            continue
        x, y = roller[r].x + state.roller_q[r, 0], state.roller_q[r, 1]
        _add_roller(S, i, m, x, y)


@inline_kernel
def start_link(state: SpatialState, work: SpatialWork, i: int) -> None:
    """Old velocities of a link along its own axes."""
    R, u, old = work.R, state.link_u, work.old_link
    for a in range(3):
        old[i, a] = R[i, a] * u[i, 0] + R[i, 3 + a] * u[i, 1] + R[i, 6 + a] * u[i, 2]
        old[i, 3 + a] = u[i, 3 + a]


@lean_kernel
def start_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, old velocities, inertia blocks and momenta of links, along their axes."""
    link, D, S = system.link, work.D, work.lump
    sum_rollers(system, state, work)
    for i in range(link.size):
        fill_matrix(state.link_q, i, work.R)
        start_link(state, work, i)
        for r in range(6):
            for c in range(6):
                D[i, r, c], work.E[i, r, c] = 0.0, 0.0
            for c in range(work.F.shape[2]):
                work.F[i, r, c] = 0.0
        # rollers follow their link sideways and across: along z and about x and y their
        # masses belong to the link, in the plane they are bodies of their own
        m, m_side = link[i].mass, link[i].mass + S[i, 0]
        J_x, J_y = link[i].J_x + S[i, 4], link[i].J_y + S[i, 3]
        D[i, 0, 0], D[i, 1, 1], D[i, 2, 2] = m, m, m_side
        D[i, 3, 3], D[i, 4, 4], D[i, 5, 5] = J_x, J_y, link[i].J_z
        D[i, 3, 2], D[i, 4, 2], D[i, 4, 3] = S[i, 2], -S[i, 1], -S[i, 5]
        D[i, 2, 3], D[i, 2, 4], D[i, 3, 4] = S[i, 2], -S[i, 1], -S[i, 5]
        for r in range(6):
            p = 0.0
            for c in range(6):
                p += D[i, r, c] * work.old_link[i, c]
            work.rhs_link[i, r] = p


@lean_kernel
def start_rollers(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Inertia blocks and momenta of rollers."""
    roller = system.roller
    for r in range(roller.size):
        M = roller[r].mass, roller[r].mass, roller[r].J
        for a in range(3):
            for c in range(3):
                work.A[r, a, c] = 0.0
            for c in range(6):
                work.C[r, a, c] = 0.0
            for c in range(work.G.shape[2]):
                work.G[r, a, c] = 0.0
            work.A[r, a, a] = M[a]
            work.rhs_roller[r, a] = M[a] * state.roller_u[r, a]
        if roller[r].concentric > 0:  # follows its link: any block will do
            # so that the block is regular; its velocity is not used
            work.A[r, 0, 0], work.A[r, 1, 1] = 1.0, 1.0


@lean_kernel
def add_gravity(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Weight of links, with the sideways part of their rollers, and of rollers."""
    g, S, rhs = system.laws.gravity, work.lump, work.rhs_link
    for i in range(system.link.size):
        x, y, z = to_body(work.R, i, g[0], g[1], g[2])
        work.down[i, 0], work.down[i, 1], work.down[i, 2] = x, y, z
        m = system.link[i].mass
        rhs[i, 0] += dt * m * x
        rhs[i, 1] += dt * m * y
        rhs[i, 2] += dt * (m + S[i, 0]) * z
        rhs[i, 3] += dt * S[i, 2] * z
        rhs[i, 4] -= dt * S[i, 1] * z
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i < 0:
            continue
        work.rhs_roller[r, 0] += dt * system.roller[r].mass * work.down[i, 0]
        work.rhs_roller[r, 1] += dt * system.roller[r].mass * work.down[i, 1]


@lean_kernel
def gravity_work(system: SpatialChain, state: SpatialState, work: SpatialWork) -> float:
    """Power of gravity with the mean of old and new velocities [W].

    Its directions are those that `add_gravity` has left.
    """
    S, old, new, down, total = work.lump, work.old_link, work.rhs_link, work.down, 0.0
    for i in range(system.link.size):
        m, x, y, z = system.link[i].mass, down[i, 0], down[i, 1], down[i, 2]
        total += m * (x * (old[i, 0] + new[i, 0]) + y * (old[i, 1] + new[i, 1]))
        sideways = (m + S[i, 0]) * (old[i, 2] + new[i, 2])
        sideways += S[i, 2] * (old[i, 3] + new[i, 3])
        sideways -= S[i, 1] * (old[i, 4] + new[i, 4])
        total += z * sideways
    for r in range(system.roller.size):
        i, m = system.roller[r].link, system.roller[r].mass
        if i < 0:
            continue
        x = state.roller_u[r, 0] + work.rhs_roller[r, 0]
        y = state.roller_u[r, 1] + work.rhs_roller[r, 1]
        total += m * (down[i, 0] * x + down[i, 1] * y)
    return 0.5 * total


@lean_kernel
def advance_bodies(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Move links and rollers on with their new velocities; momentum is kept.

    The momenta of the bodies stay in the world while the axes turn; then they are
    projected on the velocities along the new axes, ``A^T M V`` over ``A^T M A``. Axes,
    sums of rollers and inverse masses are left for the next step.
    """
    for i in range(system.link.size):
        _advance_link(system, state, work, i, dt)
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i >= 0:
            _advance_roller(system, state, work, r, i, dt)
    for i in range(system.link.size):
        fill_side_inverse(system, work, i)
        _project_link(state, work, i)


@inline_kernel
def _advance_link(
    system: SpatialChain, state: SpatialState, work: SpatialWork, i: int, dt: float
) -> None:
    """Place, axes and momenta of a link; its turn goes to ``work.swing``.

    Along its own axes a vector that stands still in the world turns back. This is the
    gyroscopic moment, without a force of its own and without drift of its size.
    """
    R, S, u, q, link = work.R, work.lump, state.link_u, state.link_q, system.link[i]
    old, new, swing = work.old_link, work.rhs_link, work.swing
    w_x, w_y, w_z = new[i, 3], new[i, 4], new[i, 5]
    # the change alone: turning velocities to and fro would add up rounding
    x, y, z = new[i, 0] - old[i, 0], new[i, 1] - old[i, 1], new[i, 2] - old[i, 2]
    v_x = u[i, 0] + (R[i, 0] * x + R[i, 1] * y + R[i, 2] * z)
    v_y = u[i, 1] + (R[i, 3] * x + R[i, 4] * y + R[i, 5] * z)
    v_z = u[i, 2] + (R[i, 6] * x + R[i, 7] * y + R[i, 8] * z)
    turn = turn_of(dt * w_x, dt * w_y, dt * w_z)
    turn_own(q, i, turn, R)
    set_matrix(turn[0], turn[1], turn[2], turn[3], i, swing)
    L = to_body(swing, i, link.J_x * w_x, link.J_y * w_y, link.J_z * w_z)
    side = R[i, 2] * v_x + R[i, 5] * v_y + R[i, 8] * v_z
    u[i, 0], u[i, 1], u[i, 2] = v_x, v_y, v_z
    u[i, 3], u[i, 4], u[i, 5] = L
    q[i, 0], q[i, 1], q[i, 2] = (
        q[i, 0] + dt * v_x,
        q[i, 1] + dt * v_y,
        q[i, 2] + dt * v_z,
    )
    old[i, 0], old[i, 1] = link.mass * side, side
    for k in range(6):
        S[i, k] = 0.0


@lean_kernel
def fill_inverse(system: SpatialChain, work: SpatialWork) -> None:
    """The inverse of the block of (side, w_x, w_y) of every link."""
    for i in range(system.link.size):
        fill_side_inverse(system, work, i)


@inline_kernel
def fill_side_inverse(system: SpatialChain, work: SpatialWork, i: int) -> None:
    """Inverse of the block of (side, w_x, w_y) of a link with its rollers, by rows."""
    S, M, mass = work.lump, work.inverse, system.link[i].mass
    a, b, c = mass + S[i, 0], S[i, 2], -S[i, 1]
    d, e, f = system.link[i].J_x + S[i, 4], -S[i, 5], system.link[i].J_y + S[i, 3]
    A, B, C = d * f - e * e, c * e - b * f, b * e - c * d
    over = 1.0 / (a * A + b * B + c * C)
    M[i, 2], M[i, 3], M[i, 4] = A * over, B * over, C * over
    M[i, 5], M[i, 6] = (a * f - c * c) * over, (b * c - a * e) * over
    M[i, 7] = (a * d - b * b) * over


@inline_kernel
def _project_link(state: SpatialState, work: SpatialWork, i: int) -> None:
    """Velocities of a link from momenta: sideways and across with its rollers."""
    u, M, R = state.link_u, work.inverse, work.R
    p, x, y = work.old_link[i, 0], u[i, 3], u[i, 4]
    gain = M[i, 2] * p + M[i, 3] * x + M[i, 4] * y - work.old_link[i, 1]
    w_x = M[i, 3] * p + M[i, 5] * x + M[i, 6] * y
    w_y = M[i, 4] * p + M[i, 6] * x + M[i, 7] * y
    u[i, 0], u[i, 1] = u[i, 0] + gain * R[i, 2], u[i, 1] + gain * R[i, 5]
    u[i, 2] += gain * R[i, 8]
    u[i, 3], u[i, 4], u[i, 5] = w_x, w_y, u[i, 5] * M[i, 1]


@inline_kernel
def _advance_roller(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    r: int,
    i: int,
    dt: float,
) -> None:
    """Place in the bush; velocities along the turned axes of its link.

    Momentum sideways and across goes to the link, with the sums of its rollers.
    """
    new, swing, S, roller = work.rhs_link, work.swing, work.lump, system.roller[r]
    q, u, m = state.roller_q, work.rhs_roller, roller.mass
    v_x, v_y, w_z = bush_velocity(new, i, roller.x)
    u_x, u_y, spin = u[r, 0], u[r, 1], u[r, 2]
    if roller.concentric > 0:
        u_x, u_y = v_x, v_y
        u[r, 0], u[r, 1] = v_x, v_y
    x, y, at = q[r, 0], q[r, 1], roller.x
    side = new[i, 2] + new[i, 3] * y - new[i, 4] * (at + x)
    L = roller.J * spin
    L_x, L_y, turned = L * swing[i, 6], L * swing[i, 7], spin * swing[i, 8]
    p_x, p_y, p_z = to_body(swing, i, u_x, u_y, side)
    y_new = y + dt * (u_y - v_y - w_z * x)
    x += dt * (u_x - v_x + w_z * y)
    y = y_new
    q[r, 0], q[r, 1], q[r, 2] = x, y, q[r, 2] + dt * spin
    state.roller_u[r, 0], state.roller_u[r, 1], state.roller_u[r, 2] = p_x, p_y, turned
    x += at
    p_z *= m
    work.old_link[i, 0] += p_z
    state.link_u[i, 3] += y * p_z + L_x
    state.link_u[i, 4] += L_y - x * p_z
    _add_roller(S, i, m, x, y)


@inline_kernel
def _add_roller(S: Floats, i: int, m: float, x: float, y: float) -> None:
    """Moments of a roller at (x, y) of its link."""
    S[i, 0] += m
    S[i, 1] += m * x
    S[i, 2] += m * y
    S[i, 3] += m * x * x
    S[i, 4] += m * y * y
    S[i, 5] += m * x * y


@lean_kernel
def bush_velocity(u: Floats, i: int, at: float) -> tuple[float, float, float]:
    """Velocity of a point of the x axis of a link along its x and y, and its spin."""
    return u[i, 0], u[i, 1] + at * u[i, 5], u[i, 5]


@lean_kernel
def kinetic_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> float:
    """Of links and rollers [J]; axes and sums in ``work`` belong to the state."""
    link, u, S, total = system.link, state.link_u, work.lump, 0.0
    for i in range(link.size):
        side = 0.0
        for a in range(3):
            total += 0.5 * link[i].mass * u[i, a] ** 2
            side += work.R[i, 3 * a + 2] * u[i, a]
        x, y = u[i, 3], u[i, 4]
        total += 0.5 * (link[i].J_x + S[i, 4]) * x**2 - S[i, 5] * x * y
        total += 0.5 * (link[i].J_y + S[i, 3]) * y**2
        total += 0.5 * link[i].J_z * u[i, 5] ** 2
        total += side * (0.5 * S[i, 0] * side + S[i, 2] * x - S[i, 1] * y)
    for r in range(system.roller.size):
        v = state.roller_u[r, 0] ** 2 + state.roller_u[r, 1] ** 2
        total += 0.5 * system.roller[r].mass * v
        total += 0.5 * system.roller[r].J * state.roller_u[r, 2] ** 2
    return total


@lean_kernel
def potential_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> float:
    """Of links and rollers in gravity [J]."""
    g, total = system.laws.gravity, 0.0
    for i in range(system.link.size):
        for a in range(3):
            total -= system.link[i].mass * g[a] * state.link_q[i, a]
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i < 0:
            continue
        at_x = system.roller[r].x + state.roller_q[r, 0]
        c = to_world(work.R, i, at_x, state.roller_q[r, 1], 0.0)
        for a in range(3):
            total -= system.roller[r].mass * g[a] * (state.link_q[i, a] + c[a])
    return total
