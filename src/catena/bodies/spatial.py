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
    cross,
    fill_matrix,
    to_body,
    to_world,
    turn_quaternion,
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
        S[i, 0] += m
        S[i, 1] += m * x
        S[i, 2] += m * y
        S[i, 3] += m * x * x
        S[i, 4] += m * y * y
        S[i, 5] += m * x * y


@lean_kernel
def start_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, old velocities, inertia blocks and momenta of links."""
    link, u, R, D, S = system.link, state.link_u, work.R, work.D, work.lump
    sum_rollers(system, state, work)
    for i in range(link.size):
        fill_matrix(state.link_q, i, R)
        m, z = link[i].mass, (R[i, 2], R[i, 5], R[i, 8])
        side = z[0] * u[i, 0] + z[1] * u[i, 1] + z[2] * u[i, 2]
        w_x, w_y, w_z = u[i, 3], u[i, 4], u[i, 5]
        # rollers follow their link sideways and across: along z and about x and y their
        # masses belong to the link, in the plane they are bodies of their own
        J_x, J_y = link[i].J_x + S[i, 4], link[i].J_y + S[i, 3]
        P = S[i, 0] * side + S[i, 2] * w_x - S[i, 1] * w_y
        L_x = J_x * w_x - S[i, 5] * w_y + S[i, 2] * side
        L_y = J_y * w_y - S[i, 5] * w_x - S[i, 1] * side
        w = to_world(R, i, w_x, w_y, w_z)
        L = to_world(R, i, L_x, L_y, link[i].J_z * w_z)
        a = to_world(R, i, S[i, 2], -S[i, 1], 0.0)
        for r in range(3):
            work.old_link[i, r], work.old_link[i, 3 + r] = u[i, r], w[r]
            work.rhs_link[i, r] = m * u[i, r] + P * z[r]
            work.rhs_link[i, 3 + r] = L[r]
            x, y = R[i, 3 * r], R[i, 3 * r + 1]
            t_x, t_y = J_x * x - S[i, 5] * y, J_y * y - S[i, 5] * x
            for c in range(3):
                D[i, r, c] = S[i, 0] * z[r] * z[c]
                D[i, r, 3 + c] = z[r] * a[c]
                D[i, 3 + r, c] = a[r] * z[c]
                D[i, 3 + r, 3 + c] = (
                    t_x * R[i, 3 * c]
                    + t_y * R[i, 3 * c + 1]
                    + link[i].J_z * z[r] * z[c]
                )
            D[i, r, r] += m
        for r in range(6):
            for c in range(6):
                work.E[i, r, c] = 0.0
            for c in range(work.F.shape[2]):
                work.F[i, r, c] = 0.0


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
    g, R, S = system.laws.gravity, work.R, work.lump
    for i in range(system.link.size):
        x, y, z = to_body(R, i, g[0], g[1], g[2])
        moment = to_world(R, i, S[i, 2] * z, -S[i, 1] * z, 0.0)
        for r in range(3):
            weight = system.link[i].mass * g[r] + S[i, 0] * z * R[i, 3 * r + 2]
            work.rhs_link[i, r] += dt * weight
            work.rhs_link[i, 3 + r] += dt * moment[r]
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i < 0:
            continue
        x, y, z = to_body(R, i, g[0], g[1], g[2])
        work.rhs_roller[r, 0] += dt * system.roller[r].mass * x
        work.rhs_roller[r, 1] += dt * system.roller[r].mass * y


@lean_kernel
def gravity_work(system: SpatialChain, state: SpatialState, work: SpatialWork) -> float:
    """Power of gravity with the mean of old and new velocities [W]."""
    g, R, S, total = system.laws.gravity, work.R, work.lump, 0.0
    for i in range(system.link.size):
        x, y, z = to_body(R, i, g[0], g[1], g[2])
        moment = to_world(R, i, S[i, 2] * z, -S[i, 1] * z, 0.0)
        for r in range(3):
            weight = system.link[i].mass * g[r] + S[i, 0] * z * R[i, 3 * r + 2]
            mean = 0.5 * (work.old_link[i, r] + work.rhs_link[i, r])
            total += mean * weight
            mean = 0.5 * (work.old_link[i, 3 + r] + work.rhs_link[i, 3 + r])
            total += mean * moment[r]
    for r in range(system.roller.size):
        i = system.roller[r].link
        x, y, z = to_body(R, i, g[0], g[1], g[2])
        mean_x = 0.5 * (state.roller_u[r, 0] + work.rhs_roller[r, 0])
        mean_y = 0.5 * (state.roller_u[r, 1] + work.rhs_roller[r, 1])
        total += system.roller[r].mass * (x * mean_x + y * mean_y)
    return total


@lean_kernel
def advance_bodies(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Move links and rollers on with their new velocities; momentum is kept.

    The momenta of the bodies stay in the world while the axes turn; then they are
    projected on the velocities along the new axes, ``A^T M V`` over ``A^T M A``.
    """
    R, roller, new = work.R, system.roller, work.rhs_link
    for r in range(roller.size):
        i = roller[r].link
        if i >= 0:
            _advance_roller(system, state, work, r, i, dt)
    for i in range(system.link.size):
        link = system.link[i]
        w = to_body(R, i, new[i, 3], new[i, 4], new[i, 5])
        # the momentum stands still in the world while the axes turn: this is the
        # gyroscopic moment, without a force of its own and without drift of its size
        L = to_world(R, i, link.J_x * w[0], link.J_y * w[1], link.J_z * w[2])
        turn_quaternion(state.link_q, i, dt * new[i, 3], dt * new[i, 4], dt * new[i, 5])
        fill_matrix(state.link_q, i, R)
        L = to_body(R, i, L[0], L[1], L[2])
        side = 0.0
        for a in range(3):
            state.link_q[i, a] += dt * new[i, a]
            state.link_u[i, a], state.link_u[i, 3 + a] = new[i, a], L[a]
            side += R[i, 3 * a + 2] * new[i, a]
        work.old_link[i, 0], work.old_link[i, 1] = link.mass * side, side
    sum_rollers(system, state, work)
    for r in range(roller.size):
        i = roller[r].link
        if i >= 0:
            _project_roller(system, state, work, r, i)
    for i in range(system.link.size):
        _project_link(system, state, work, i)


@inline_kernel
def side_inverse(
    system: SpatialChain, work: SpatialWork, i: int
) -> tuple[float, float, float, float, float, float]:
    """Inverse of the block of (side, w_x, w_y) of a link with its rollers, by rows."""
    S, mass = work.lump, system.link[i].mass
    a, b, c = mass + S[i, 0], S[i, 2], -S[i, 1]
    d, e, f = system.link[i].J_x + S[i, 4], -S[i, 5], system.link[i].J_y + S[i, 3]
    A, B, C = d * f - e * e, c * e - b * f, b * e - c * d
    over = 1.0 / (a * A + b * B + c * C)
    return (
        A * over, B * over, C * over,
        (a * f - c * c) * over, (b * c - a * e) * over, (a * d - b * b) * over,
    )  # fmt: skip


@inline_kernel
def _project_link(
    system: SpatialChain, state: SpatialState, work: SpatialWork, i: int
) -> None:
    """Velocities of a link from momenta: sideways and across with its rollers."""
    u, (a, b, c, d, e, f) = state.link_u, side_inverse(system, work, i)
    p, x, y = work.old_link[i, 0], u[i, 3], u[i, 4]
    gain = a * p + b * x + c * y - work.old_link[i, 1]
    for k in range(3):
        u[i, k] += gain * work.R[i, 3 * k + 2]
    u[i, 3], u[i, 4] = b * p + d * x + e * y, c * p + e * x + f * y
    u[i, 5] /= system.link[i].J_z


@inline_kernel
def _advance_roller(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    r: int,
    i: int,
    dt: float,
) -> None:
    """Place in the bush; velocity and spin momentum in the world, in ``work.C``."""
    R, new, at_x = work.R, work.rhs_link, system.roller[r].x
    u = work.rhs_roller
    v_x, v_y, w_z = bush_velocity(R, i, new, at_x)
    if system.roller[r].concentric > 0:
        u[r, 0], u[r, 1] = v_x, v_y
    x, y = state.roller_q[r, 0], state.roller_q[r, 1]
    c = to_world(R, i, at_x + x, y, 0.0)
    w = cross(new[i, 3], new[i, 4], new[i, 5], c[0], c[1], c[2])
    side = 0.0
    for a in range(3):
        side += R[i, 3 * a + 2] * (new[i, a] + w[a])
    v = to_world(R, i, u[r, 0], u[r, 1], side)
    for a in range(3):
        work.C[r, 0, a] = v[a]
        work.C[r, 1, a] = system.roller[r].J * u[r, 2] * R[i, 3 * a + 2]
    state.roller_q[r, 0] += dt * (u[r, 0] - v_x + w_z * y)
    state.roller_q[r, 1] += dt * (u[r, 1] - v_y - w_z * x)
    state.roller_q[r, 2] += dt * u[r, 2]


@lean_kernel
def bush_velocity(
    R: Floats, i: int, u: Floats, at: float
) -> tuple[float, float, float]:
    """Velocity of a point of the x axis of a link along its x and y, and its spin."""
    w_z = R[i, 2] * u[i, 3] + R[i, 5] * u[i, 4] + R[i, 8] * u[i, 5]
    v_x = R[i, 0] * u[i, 0] + R[i, 3] * u[i, 1] + R[i, 6] * u[i, 2]
    v_y = R[i, 1] * u[i, 0] + R[i, 4] * u[i, 1] + R[i, 7] * u[i, 2]
    return v_x, v_y + at * w_z, w_z


@inline_kernel
def _project_roller(
    system: SpatialChain, state: SpatialState, work: SpatialWork, r: int, i: int
) -> None:
    """Velocities along the turned axes; momentum sideways and across to the link."""
    R, roller = work.R, system.roller[r]
    x, y, z = to_body(R, i, work.C[r, 0, 0], work.C[r, 0, 1], work.C[r, 0, 2])
    L = to_body(R, i, work.C[r, 1, 0], work.C[r, 1, 1], work.C[r, 1, 2])
    state.roller_u[r, 0], state.roller_u[r, 1] = x, y
    state.roller_u[r, 2] = L[2] / roller.J
    work.old_link[i, 0] += roller.mass * z
    at_x, at_y = roller.x + state.roller_q[r, 0], state.roller_q[r, 1]
    state.link_u[i, 3] += at_y * roller.mass * z + L[0]
    state.link_u[i, 4] += L[1] - at_x * roller.mass * z


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
