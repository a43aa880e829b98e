"""Links and rollers in space: momentum, gravity, and how they move on.

A bush link and its two rollers are one body of twelve velocities. With the rollers'
velocities taken along the axes of the link, rollers do not couple with it: it feels a
roller at c only through its mass sideways and its inertia across,

    in the plane m,  sideways m + sum m_r,  J_x + sum (J_t + m_r c_y^2),
    J_y + sum (J_t + m_r c_x^2),  J_z,  and products with c_x and c_y,

and a roller has m_r, m_r and J_a for itself. Velocities of one step are taken along the
axes at its start; how they move on stands in `integrators.spatial_motion`.

Source: [Omar2016] (1)-(14).
Deviation: (14) as printed is that of T transposed, and (13) misses the term with gamma;
both violate the conservation of momentum. Here the mass matrix is its closed form.
"""

from __future__ import annotations

from catena.jit import lean_kernel, strip_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.rotations import fill_matrix, to_world
from catena.numerics.strips import (
    Four,
    Nine,
    Six,
    Three,
    Two,
    four_strips,
    nine_strips,
    six_strips,
    three_strips,
    total,
    two_strips,
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
def fill_axes(state: SpatialState, work: SpatialWork) -> None:
    """Axes of all links."""
    for i in range(state.link_q.shape[0]):
        fill_matrix(state.link_q, i, work.R)


@lean_kernel
def start_motion(state: SpatialState, work: SpatialWork) -> None:
    """Old velocities of all links along their own axes."""
    _turn_back(
        nine_strips(work.R), six_strips(state.link_u, 0), six_strips(work.old_link, 0)
    )


@strip_kernel
def _turn_back(R: Nine, u: Six, old: Six) -> None:
    for i in range(u[0].size):
        x, y, z = u[0][i], u[1][i], u[2][i]
        old[0][i] = R[0][i] * x + R[3][i] * y + R[6][i] * z
        old[1][i] = R[1][i] * x + R[4][i] * y + R[7][i] * z
        old[2][i] = R[2][i] * x + R[5][i] * y + R[8][i] * z
        old[3][i], old[4][i], old[5][i] = u[3][i], u[4][i], u[5][i]


@lean_kernel
def start_links(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes, old velocities, inertia blocks and momenta of links, along their axes."""
    link, D, S = system.link, work.D, work.lump
    sum_rollers(system, state, work)
    fill_axes(state, work)
    start_motion(state, work)
    for i in range(link.size):
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
    g, down = system.laws.gravity, three_strips(work.down, 0)
    _weigh_links(
        (dt, g[0], g[1], g[2]), nine_strips(work.R), work.of_link.T[0],
        three_strips(work.lump, 0), down, six_strips(work.rhs_link, 0),
    )  # fmt: skip
    _weigh_rollers(
        dt, work.of_roller.T[0], work.whose.T[0], down, two_strips(work.rhs_roller, 0)
    )


@strip_kernel
def _weigh_links(
    weight: tuple[float, float, float, float],
    R: Nine,
    mass: Floats,
    S: Three,
    down: Three,
    rhs: Six,
) -> None:
    """Time and acceleration; gravity along the axes of links, and its impulses."""
    dt, a, b, c = weight
    for i in range(mass.size):
        x = R[0][i] * a + R[3][i] * b + R[6][i] * c
        y = R[1][i] * a + R[4][i] * b + R[7][i] * c
        z = R[2][i] * a + R[5][i] * b + R[8][i] * c
        down[0][i], down[1][i], down[2][i] = x, y, z
        rhs[0][i] += dt * mass[i] * x
        rhs[1][i] += dt * mass[i] * y
        rhs[2][i] += dt * (mass[i] + S[0][i]) * z
        rhs[3][i] += dt * S[2][i] * z
        rhs[4][i] -= dt * S[1][i] * z


@strip_kernel
def _weigh_rollers(dt: float, mass: Floats, link: Ints, down: Three, rhs: Two) -> None:
    for r in range(mass.size):
        i = link[r]
        rhs[0][r] += dt * mass[r] * down[0][i]
        rhs[1][r] += dt * mass[r] * down[1][i]


@lean_kernel
def gravity_work(state: SpatialState, work: SpatialWork) -> float:
    """Power of gravity with the mean of old and new velocities [W].

    Its directions are those that `add_gravity` has left.
    """
    down, links, rollers = three_strips(work.down, 0), work.sums.T[0], work.moved.T[0]
    _fall_links(
        work.of_link.T[0], three_strips(work.lump, 0), down,
        six_strips(work.old_link, 0), six_strips(work.rhs_link, 0), links,
    )  # fmt: skip
    _fall_rollers(
        work.of_roller.T[0], work.whose.T[0], down, two_strips(state.roller_u, 0),
        two_strips(work.rhs_roller, 0), rollers,
    )  # fmt: skip
    return 0.5 * (total(links) + total(rollers))


@strip_kernel
def _fall_links(
    mass: Floats, S: Three, down: Three, old: Six, new: Six, power: Floats
) -> None:
    for i in range(mass.size):
        x, y = old[0][i] + new[0][i], old[1][i] + new[1][i]
        side = (mass[i] + S[0][i]) * (old[2][i] + new[2][i])
        side += S[2][i] * (old[3][i] + new[3][i])
        side -= S[1][i] * (old[4][i] + new[4][i])
        plane = mass[i] * (down[0][i] * x + down[1][i] * y)
        power[i] = plane + down[2][i] * side


@strip_kernel
def _fall_rollers(
    mass: Floats, link: Ints, down: Three, old: Two, new: Two, power: Floats
) -> None:
    for r in range(mass.size):
        i = link[r]
        x, y = old[0][r] + new[0][r], old[1][r] + new[1][r]
        power[r] = mass[r] * (down[0][i] * x + down[1][i] * y)


@lean_kernel
def fill_inverse(work: SpatialWork) -> None:
    """The inverse of the block of (side, w_x, w_y) of every link, by rows."""
    _invert_sides(
        four_strips(work.of_link, 0), six_strips(work.lump, 0),
        six_strips(work.inverse, 2),
    )  # fmt: skip


@strip_kernel
def _invert_sides(own: Four, S: Six, M: Six) -> None:
    for i in range(own[0].size):
        a, b, c = own[0][i] + S[0][i], S[2][i], -S[1][i]
        d, e, f = own[1][i] + S[4][i], -S[5][i], own[2][i] + S[3][i]
        A, B, C = d * f - e * e, c * e - b * f, b * e - c * d
        over = 1.0 / (a * A + b * B + c * C)
        M[0][i], M[1][i], M[2][i] = A * over, B * over, C * over
        M[3][i], M[4][i] = (a * f - c * c) * over, (b * c - a * e) * over
        M[5][i] = (a * d - b * b) * over


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
