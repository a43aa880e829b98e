"""Links and rollers move on with their new velocities.

The momenta of the bodies stay in the world while the axes turn; then they are projected
on the velocities along the new axes, ``A^T M V`` over ``A^T M A``, see
`bodies.spatial`.
Gyroscopic and Coriolis forces are this statement, without a force of their own.
"""

from __future__ import annotations

from catena.bodies.spatial import fill_inverse
from catena.jit import lean_kernel, strip_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.rotations import (
    SMALL,
    matrix_of,
    small_turn,
    turn_of,
    turned_quaternion,
)
from catena.numerics.space import symmetric_product
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
    two_strips,
)
from catena.tables.spatial import SpatialState, SpatialWork


@lean_kernel
def advance_bodies(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Move links and rollers on; momentum is kept.

    Axes, sums of rollers and inverse masses are left for the next step.
    """
    q, u, old, new = state.link_q, state.link_u, work.old_link, work.rhs_link
    R, swing = nine_strips(work.R), nine_strips(work.swing)
    v, w = three_strips(u, 0), three_strips(new, 3)
    own, turn = four_strips(work.of_link, 0), four_strips(old, 2)
    _move_links(
        dt, R, three_strips(old, 0), three_strips(new, 0), v, three_strips(q, 0)
    )
    if _fill_turns(dt, w, turn) > 0:
        _fill_large_turns(dt, w, turn)
    _turn_links(
        (own, turn, w), v, four_strips(q, 3), R, swing, three_strips(u, 3),
        two_strips(old, 0),
    )  # fmt: skip
    _move_rollers(
        dt, three_strips(work.of_roller, 0), (work.whose.T[0], work.whose.T[1]),
        (six_strips(new, 0), swing), three_strips(state.roller_q, 0),
        three_strips(work.rhs_roller, 0), three_strips(state.roller_u, 0),
        nine_strips(work.moved),
    )  # fmt: skip
    _join_rollers(state, work)
    fill_inverse(work)
    _project_links(
        work.inverse.T[1], six_strips(work.inverse, 2), two_strips(old, 0),
        (R[2], R[5], R[8]), six_strips(u, 0),
    )  # fmt: skip


@strip_kernel
def _move_links(dt: float, R: Nine, old: Three, new: Three, v: Three, q: Three) -> None:
    """Velocities in the world and places.

    The change of velocities alone is turned: turning them to and fro would add up
    rounding.
    """
    for i in range(v[0].size):
        x, y, z = new[0][i] - old[0][i], new[1][i] - old[1][i], new[2][i] - old[2][i]
        v_x = v[0][i] + (R[0][i] * x + R[1][i] * y + R[2][i] * z)
        v_y = v[1][i] + (R[3][i] * x + R[4][i] * y + R[5][i] * z)
        v_z = v[2][i] + (R[6][i] * x + R[7][i] * y + R[8][i] * z)
        v[0][i], v[1][i], v[2][i] = v_x, v_y, v_z
        q[0][i] += dt * v_x
        q[1][i] += dt * v_y
        q[2][i] += dt * v_z


@strip_kernel
def _fill_turns(dt: float, w: Three, turn: Four) -> int:
    """Quaternions of the turns of a step by their series; for how many it is short."""
    short = 0
    for i in range(w[0].size):
        square, c, a, b, d = small_turn(dt * w[0][i], dt * w[1][i], dt * w[2][i])
        turn[0][i], turn[1][i], turn[2][i], turn[3][i] = c, a, b, d
        short += int(not square < SMALL)
    return short


@lean_kernel
def _fill_large_turns(dt: float, w: Three, turn: Four) -> None:
    """The same for turns of any size."""
    for i in range(w[0].size):
        c, a, b, d = turn_of(dt * w[0][i], dt * w[1][i], dt * w[2][i])
        turn[0][i], turn[1][i], turn[2][i], turn[3][i] = c, a, b, d


@strip_kernel
def _turn_links(
    moving: tuple[Four, Four, Three],
    v: Three,
    q: Four,
    R: Nine,
    swing: Nine,
    spin: Three,
    carried: Two,
) -> None:
    """Axes of links, their turn, and momenta along the new axes.

    Masses, turns and turning speeds; then quaternions, axes and turns of axes; last
    momenta about the new axes, and sideways with the velocity there.
    """
    own, turn, w = moving
    for i in range(v[0].size):
        c, a, b, d = turn[0][i], turn[1][i], turn[2][i], turn[3][i]
        p = turned_quaternion((q[0][i], q[1][i], q[2][i], q[3][i]), (c, a, b, d))
        q[0][i], q[1][i], q[2][i], q[3][i] = p
        m = matrix_of(p[0], p[1], p[2], p[3])
        R[0][i], R[1][i], R[2][i] = m[0], m[1], m[2]
        R[3][i], R[4][i], R[5][i] = m[3], m[4], m[5]
        R[6][i], R[7][i], R[8][i] = m[6], m[7], m[8]
        side = m[2] * v[0][i] + m[5] * v[1][i] + m[8] * v[2][i]
        carried[0][i], carried[1][i] = own[0][i] * side, side
        m = matrix_of(c, a, b, d)
        swing[0][i], swing[1][i], swing[2][i] = m[0], m[1], m[2]
        swing[3][i], swing[4][i], swing[5][i] = m[3], m[4], m[5]
        swing[6][i], swing[7][i], swing[8][i] = m[6], m[7], m[8]
        # along its own axes a vector that stands still in the world turns back
        x, y, z = own[1][i] * w[0][i], own[2][i] * w[1][i], own[3][i] * w[2][i]
        spin[0][i] = m[0] * x + m[3] * y + m[6] * z
        spin[1][i] = m[1] * x + m[4] * y + m[7] * z
        spin[2][i] = m[2] * x + m[5] * y + m[8] * z


@strip_kernel
def _move_rollers(
    dt: float,
    own: Three,
    whose: tuple[Ints, Ints],
    links: tuple[Six, Nine],
    q: Three,
    u: Three,
    kept: Three,
    moved: Nine,
) -> None:
    """Places in the bush; velocities along the turned axes of the link.

    Momentum sideways and across goes to the link, with the sums of its rollers.
    """
    (mass, J, along), (link, concentric), (new, turn) = own, whose, links
    for r in range(mass.size):
        i, m, at = link[r], mass[r], along[r]
        v_x, v_y, w_z = new[0][i], new[1][i] + at * new[5][i], new[5][i]
        u_x, u_y, spin, held = u[0][r], u[1][r], u[2][r], concentric[r] > 0
        u_x, u_y = v_x if held else u_x, v_y if held else u_y
        u[0][r], u[1][r] = u_x, u_y
        x, y = q[0][r], q[1][r]
        side = new[2][i] + new[3][i] * y - new[4][i] * (at + x)
        L = J[r] * spin
        L_x, L_y = L * turn[6][i], L * turn[7][i]
        kept[0][r] = turn[0][i] * u_x + turn[3][i] * u_y + turn[6][i] * side
        kept[1][r] = turn[1][i] * u_x + turn[4][i] * u_y + turn[7][i] * side
        p = m * (turn[2][i] * u_x + turn[5][i] * u_y + turn[8][i] * side)
        kept[2][r] = spin * turn[8][i]
        y_new = y + dt * (u_y - v_y - w_z * x)
        x += dt * (u_x - v_x + w_z * y)
        y = y_new
        q[0][r], q[1][r] = x, y
        q[2][r] += dt * spin
        x += at
        moved[0][r], moved[1][r], moved[2][r] = p, y * p + L_x, L_y - x * p
        moved[3][r], moved[4][r], moved[5][r] = m, m * x, m * y
        moved[6][r], moved[7][r], moved[8][r] = m * x * x, m * y * y, m * x * y


@lean_kernel
def _join_rollers(state: SpatialState, work: SpatialWork) -> None:
    """Links take over what their rollers leave them."""
    S, old, u, moved = work.lump, work.old_link, state.link_u, work.moved
    for k in range(6):
        for i in range(S.shape[0]):
            S[i, k] = 0.0
    for r in range(moved.shape[0]):
        i = work.whose[r, 0]
        if i < 0:  # tells the compiler that no index counts from the end
            continue
        old[i, 0] += moved[r, 0]
        u[i, 3] += moved[r, 1]
        u[i, 4] += moved[r, 2]
        for k in range(6):
            S[i, k] += moved[r, 3 + k]


@strip_kernel
def _project_links(J_z: Floats, M: Six, carried: Two, R: Three, u: Six) -> None:
    """Velocities of links from momenta: sideways and across with their rollers.

    Inverse inertias, and z axes of the links.
    """
    for i in range(J_z.size):
        block = M[0][i], M[1][i], M[2][i], M[3][i], M[4][i], M[5][i]
        momentum = carried[0][i], u[3][i], u[4][i]
        side, w_x, w_y = symmetric_product(block, momentum)
        gain = side - carried[1][i]
        u[0][i] += gain * R[0][i]
        u[1][i] += gain * R[1][i]
        u[2][i] += gain * R[2][i]
        u[3][i], u[4][i] = w_x, w_y
        u[5][i] *= J_z[i]
