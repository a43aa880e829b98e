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
from catena.numerics.rotations import fill_matrix, to_body, to_world, turn_quaternion
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
    R, roller, old, new = work.R, system.roller, work.old_link, work.rhs_link
    for r in range(roller.size):
        i = roller[r].link
        if i >= 0:
            _advance_roller(system, state, work, r, i, dt)
    for i in range(system.link.size):
        link = system.link[i]
        w = to_world(R, i, new[i, 3], new[i, 4], new[i, 5])
        # the momentum stands still in the world while the axes turn: this is the
        # gyroscopic moment, without a force of its own and without drift of its size
        L = to_world(
            R, i, link.J_x * new[i, 3], link.J_y * new[i, 4], link.J_z * new[i, 5]
        )
        # the change alone: turning velocities to and fro would add up rounding
        gain = to_world(
            R, i, new[i, 0] - old[i, 0], new[i, 1] - old[i, 1], new[i, 2] - old[i, 2]
        )
        turn_quaternion(state.link_q, i, dt * w[0], dt * w[1], dt * w[2])
        fill_matrix(state.link_q, i, R)
        L = to_body(R, i, L[0], L[1], L[2])
        side = 0.0
        for a in range(3):
            state.link_u[i, a] += gain[a]
            state.link_u[i, 3 + a] = L[a]
            state.link_q[i, a] += dt * state.link_u[i, a]
            side += R[i, 3 * a + 2] * state.link_u[i, a]
        old[i, 0], old[i, 1] = link.mass * side, side
    sum_rollers(system, state, work)
    fill_inverse(system, work)
    for r in range(roller.size):
        i = roller[r].link
        if i >= 0:
            _project_roller(system, state, work, r, i)
    for i in range(system.link.size):
        _project_link(system, state, work, i)


@lean_kernel
def fill_inverse(system: SpatialChain, work: SpatialWork) -> None:
    """1/m, 1/J_z and the inverse of the block of (side, w_x, w_y) of every link."""
    link = system.link
    for i in range(link.size):
        work.inverse[i, 0], work.inverse[i, 1] = 1.0 / link[i].mass, 1.0 / link[i].J_z
        block = side_inverse(system, work, i)
        for k in range(6):
            work.inverse[i, 2 + k] = block[k]


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
    u, M = state.link_u, work.inverse
    p, x, y = work.old_link[i, 0], u[i, 3], u[i, 4]
    gain = M[i, 2] * p + M[i, 3] * x + M[i, 4] * y - work.old_link[i, 1]
    for k in range(3):
        u[i, k] += gain * work.R[i, 3 * k + 2]
    u[i, 3] = M[i, 3] * p + M[i, 5] * x + M[i, 6] * y
    u[i, 4] = M[i, 4] * p + M[i, 6] * x + M[i, 7] * y
    u[i, 5] *= M[i, 1]


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
    v_x, v_y, w_z = bush_velocity(new, i, at_x)
    if system.roller[r].concentric > 0:
        u[r, 0], u[r, 1] = v_x, v_y
    x, y = state.roller_q[r, 0], state.roller_q[r, 1]
    side = new[i, 2] + new[i, 3] * y - new[i, 4] * (at_x + x)
    v = to_world(R, i, u[r, 0], u[r, 1], side)
    for a in range(3):
        work.C[r, 0, a] = v[a]
        work.C[r, 1, a] = system.roller[r].J * u[r, 2] * R[i, 3 * a + 2]
    state.roller_q[r, 0] += dt * (u[r, 0] - v_x + w_z * y)
    state.roller_q[r, 1] += dt * (u[r, 1] - v_y - w_z * x)
    state.roller_q[r, 2] += dt * u[r, 2]


@lean_kernel
def bush_velocity(u: Floats, i: int, at: float) -> tuple[float, float, float]:
    """Velocity of a point of the x axis of a link along its x and y, and its spin."""
    return u[i, 0], u[i, 1] + at * u[i, 5], u[i, 5]


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
