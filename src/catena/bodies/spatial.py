"""Links and rollers in space: momentum, gravity, and how they move on.

A bush link and its two rollers are one body of twelve velocities. With the rollers'
velocities taken along the axes of the link, its inertia is block diagonal: the link
feels a roller only through its mass sideways and its inertia across,

    mass in the plane m, sideways m + 2 m_r;  J_x + 2 J_t,
    J_y + 2 J_t + 2 m_r (p/2)^2,  J_z,

and a roller has m_r, m_r and J_a for itself. Velocities of one step are taken along the
axes at its start. When the axes turn, momentum is kept: what a roller gains sideways
goes into the link, and angular momentum stays where it is in the world. Gyroscopic and
Coriolis forces are these two statements.

Source: [Omar2016] (1)-(14).
Deviation: (14) as printed is that of T transposed and misses the term with gamma in
(13); it violates the conservation of momentum. Here it is replaced by its closed form,
with the clearance neglected against half the pitch in the inertia.
"""

from __future__ import annotations

from catena.jit import lean_kernel
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
def start_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, old velocities, inertia blocks and momenta of links."""
    link, u, R, D = system.link, state.link_u, work.R, work.D
    for i in range(link.size):
        fill_matrix(state.link_q, i, R)
        m, m_s = link[i].mass, link[i].side_mass
        z = R[i, 2], R[i, 5], R[i, 8]
        side = m_s * (z[0] * u[i, 0] + z[1] * u[i, 1] + z[2] * u[i, 2])
        J = link[i].J_x, link[i].J_y, link[i].J_z
        w = to_world(R, i, u[i, 3], u[i, 4], u[i, 5])
        L = to_world(R, i, J[0] * u[i, 3], J[1] * u[i, 4], J[2] * u[i, 5])
        for r in range(3):
            work.old_link[i, r], work.old_link[i, 3 + r] = u[i, r], w[r]
            work.rhs_link[i, r] = m * u[i, r] + side * z[r]
            work.rhs_link[i, 3 + r] = L[r]
            for c in range(3):
                D[i, r, c] = m_s * z[r] * z[c]
                D[i, r, 3 + c] = 0.0
                D[i, 3 + r, c] = 0.0
                D[i, 3 + r, 3 + c] = (
                    R[i, 3 * r] * J[0] * R[i, 3 * c]
                    + R[i, 3 * r + 1] * J[1] * R[i, 3 * c + 1]
                    + R[i, 3 * r + 2] * J[2] * R[i, 3 * c + 2]
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


@lean_kernel
def add_gravity(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Weight of links, with the sideways part of their rollers, and of rollers."""
    g, R = system.laws.gravity, work.R
    for i in range(system.link.size):
        z = R[i, 2], R[i, 5], R[i, 8]
        side = system.link[i].side_mass * (z[0] * g[0] + z[1] * g[1] + z[2] * g[2])
        for r in range(3):
            work.rhs_link[i, r] += dt * (system.link[i].mass * g[r] + side * z[r])
    for r in range(system.roller.size):
        i = system.roller[r].link
        if i < 0:
            continue
        x, y, _ = to_body(R, i, g[0], g[1], g[2])
        work.rhs_roller[r, 0] += dt * system.roller[r].mass * x
        work.rhs_roller[r, 1] += dt * system.roller[r].mass * y


@lean_kernel
def gravity_work(system: SpatialChain, state: SpatialState, work: SpatialWork) -> float:
    """Power of gravity with the mean of old and new velocities [W]."""
    g, R, total = system.laws.gravity, work.R, 0.0
    for i in range(system.link.size):
        z = R[i, 2], R[i, 5], R[i, 8]
        side = system.link[i].side_mass * (z[0] * g[0] + z[1] * g[1] + z[2] * g[2])
        for r in range(3):
            mean = 0.5 * (work.old_link[i, r] + work.rhs_link[i, r])
            total += mean * (system.link[i].mass * g[r] + side * z[r])
    for r in range(system.roller.size):
        i = system.roller[r].link
        x, y, _ = to_body(R, i, g[0], g[1], g[2])
        mean_x = 0.5 * (state.roller_u[r, 0] + work.rhs_roller[r, 0])
        mean_y = 0.5 * (state.roller_u[r, 1] + work.rhs_roller[r, 1])
        total += system.roller[r].mass * (x * mean_x + y * mean_y)
    return total


@lean_kernel
def advance_bodies(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Move links and rollers on with their new velocities; momentum is kept."""
    R, roller, new = work.R, system.roller, work.rhs_link
    for r in range(roller.size):  # places in the bushes, before the axes turn
        i = roller[r].link
        if i < 0:
            continue
        v_x, v_y, w_z = _bush_velocity(R, i, new, roller[r].x)
        x, y = state.roller_q[r, 0], state.roller_q[r, 1]
        state.roller_q[r, 0] += dt * (work.rhs_roller[r, 0] - v_x + w_z * y)
        state.roller_q[r, 1] += dt * (work.rhs_roller[r, 1] - v_y - w_z * x)
        state.roller_q[r, 2] += dt * work.rhs_roller[r, 2]
        # its velocity in the world, until its link has turned
        c = to_world(R, i, roller[r].x + x, y, 0.0)
        w = cross(new[i, 3], new[i, 4], new[i, 5], c[0], c[1], c[2])
        side = 0.0
        for a in range(3):
            side += R[i, 3 * a + 2] * (new[i, a] + w[a])
        v = to_world(R, i, work.rhs_roller[r, 0], work.rhs_roller[r, 1], side)
        for a in range(3):
            work.C[r, 0, a] = v[a]
            work.C[r, 1, a] = roller[r].J * work.rhs_roller[r, 2] * R[i, 3 * a + 2]
    for i in range(system.link.size):
        J = system.link[i].J_x, system.link[i].J_y, system.link[i].J_z
        w = to_body(R, i, new[i, 3], new[i, 4], new[i, 5])
        L = to_world(R, i, J[0] * w[0], J[1] * w[1], J[2] * w[2])
        for a in range(3):
            state.link_q[i, a] += dt * new[i, a]
            state.link_u[i, a] = new[i, a]
        turn_quaternion(state.link_q, i, dt * new[i, 3], dt * new[i, 4], dt * new[i, 5])
        fill_matrix(state.link_q, i, R)
        w = to_body(R, i, L[0], L[1], L[2])
        for a in range(3):
            state.link_u[i, 3 + a] = w[a] / J[a]
    _turn_rollers(system, state, work)


@lean_kernel
def _bush_velocity(
    R: Floats, i: int, u: Floats, at: float
) -> tuple[float, float, float]:
    """Velocity of a point of the x axis of a link along its x and y, and its spin."""
    w_z = R[i, 2] * u[i, 3] + R[i, 5] * u[i, 4] + R[i, 8] * u[i, 5]
    v_x = R[i, 0] * u[i, 0] + R[i, 3] * u[i, 1] + R[i, 6] * u[i, 2]
    v_y = R[i, 1] * u[i, 0] + R[i, 4] * u[i, 1] + R[i, 7] * u[i, 2]
    return v_x, v_y + at * w_z, w_z


@lean_kernel
def _turn_rollers(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Velocities of rollers along the turned axes; the rest goes into the links.

    Both parts are taken before either is given, so that the order of rollers does not
    count.
    """
    R, roller = work.R, system.roller
    for r in range(roller.size):
        i = roller[r].link
        if i < 0:
            continue
        x, y, z = to_body(R, i, work.C[r, 0, 0], work.C[r, 0, 1], work.C[r, 0, 2])
        state.roller_u[r, 0], state.roller_u[r, 1] = x, y
        state.roller_u[r, 2] = work.rhs_roller[r, 2]
        own = to_body(R, i, state.link_u[i, 0], state.link_u[i, 1], state.link_u[i, 2])
        at_x = roller[r].x + state.roller_q[r, 0]
        at_y = state.roller_q[r, 1]
        u = state.link_u
        work.C[r, 2, 0] = roller[r].mass * (
            z - own[2] - u[i, 3] * at_y + u[i, 4] * at_x
        )
        spin = roller[r].J * work.rhs_roller[r, 2]
        L = to_body(R, i, work.C[r, 1, 0], work.C[r, 1, 1], work.C[r, 1, 2])
        work.C[r, 2, 1], work.C[r, 2, 2], work.C[r, 2, 3] = L[0], L[1], L[2] - spin
    for r in range(roller.size):
        i = roller[r].link
        if i < 0:
            continue
        P, link = work.C[r, 2, 0], system.link
        at_x = roller[r].x + state.roller_q[r, 0]
        at_y = state.roller_q[r, 1]
        side = P / (link[i].mass + link[i].side_mass)
        for a in range(3):
            state.link_u[i, a] += side * R[i, 3 * a + 2]
        state.link_u[i, 3] += (at_y * P + work.C[r, 2, 1]) / link[i].J_x
        state.link_u[i, 4] += (-at_x * P + work.C[r, 2, 2]) / link[i].J_y
        state.link_u[i, 5] += work.C[r, 2, 3] / link[i].J_z


@lean_kernel
def kinetic_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> float:
    """Of links and rollers [J]; the axes in ``work.R`` belong to the state."""
    link, u, total = system.link, state.link_u, 0.0
    for i in range(link.size):
        side = 0.0
        for a in range(3):
            total += 0.5 * link[i].mass * u[i, a] ** 2
            side += work.R[i, 3 * a + 2] * u[i, a]
        total += 0.5 * link[i].side_mass * side**2
        total += 0.5 * link[i].J_x * u[i, 3] ** 2
        total += 0.5 * link[i].J_y * u[i, 4] ** 2 + 0.5 * link[i].J_z * u[i, 5] ** 2
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
