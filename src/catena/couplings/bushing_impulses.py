"""Joints of a chain in space in an explicit step: springs and dampers at its start."""

from __future__ import annotations

from catena.couplings.bushing import start_joints
from catena.couplings.bushing_directions import (
    relative_motion,
    row_matrix,
    velocities,
    wrench_of_joint,
)
from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.strips import (
    Nine,
    Six,
    Three,
    Two,
    nine_strips,
    six_strips,
    three_strips,
    total,
    two_strips,
)
from catena.tables.spatial import SpatialState, SpatialWork


@lean_kernel
def push_joints(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Impulses of all joints on their links; tensions."""
    start_joints(state, work)
    of, save, rhs = work.of_joint, work.joint, six_strips(work.rhs_link, 0)
    row, arm = nine_strips(save.row), three_strips(save.arm, 0)
    drag = three_strips(save.drag, 0), three_strips(save.twist, 0)
    spring = three_strips(save.force, 0), three_strips(save.moment, 0)
    on_first, on_next = six_strips(work.push, 0), six_strips(work.push, 6)
    _damp_joints(
        work.first, of.T[1], six_strips(of, 7), six_strips(work.old_link, 0), row, arm,
        drag,
    )  # fmt: skip
    _fill_wrenches(
        work.first, of.T[1], row, arm, spring, drag, (on_first, on_next),
        two_strips(save.tension, 0),
    )  # fmt: skip
    push_around(dt, on_first[0], on_next[0], rhs[0])
    push_around(dt, on_first[1], on_next[1], rhs[1])
    push_around(dt, on_first[2], on_next[2], rhs[2])
    push_around(dt, on_first[3], on_next[3], rhs[3])
    push_around(dt, on_first[4], on_next[4], rhs[4])
    push_around(dt, on_first[5], on_next[5], rhs[5])


@strip_kernel
def push_around(dt: float, on_first: Floats, on_next: Floats, rhs: Floats) -> None:
    """Every link gets what joint i gives to link i and what it gives to the next."""
    n = rhs.size
    rhs[0] += dt * (on_first[0] + on_next[n - 1])
    for i in range(n - 1):
        rhs[i + 1] += dt * (on_first[i + 1] + on_next[i])


@strip_kernel
def _damp_joints(
    first: Ints,
    bush_x: Floats,
    c: Six,
    u: Six,
    row: Nine,
    arm: Three,
    drag: tuple[Three, Three],
) -> None:
    n = first.size
    for i in range(n - 1):
        _damp(first, bush_x, c, u, row, arm, drag, (i, i + 1))
    _damp(first, bush_x, c, u, row, arm, drag, (n - 1, 0))


@inline_kernel
def _damp(
    first: Ints,
    bush_x: Floats,
    c: Six,
    u: Six,
    row: Nine,
    arm: Three,
    drag: tuple[Three, Three],
    links: tuple[int, int],
) -> None:
    """Force and moment of dampers, about the directions of `pin_turns`."""
    i, k = links
    m, place = row_matrix(row, i), (arm[0][i], arm[1][i], arm[2][i])
    v = relative_motion(m, place, bush_x[i], velocities(u, i, k, first[i] > 0))
    z_x, z_y, z_z = m[2], m[5], m[8]
    s_x = c[4][i] * (z_z * v[4] - z_y * v[5])
    s_y = c[3][i] * (z_x * v[5] - z_z * v[3])
    s_z = c[5][i] * (z_x * v[3] + z_y * v[4] + z_z * v[5])
    f, t = drag
    f[0][i], f[1][i], f[2][i] = -c[0][i] * v[0], -c[1][i] * v[1], -c[2][i] * v[2]
    t[0][i], t[1][i] = z_z * s_y - z_x * s_z, -z_z * s_x - z_y * s_z
    t[2][i] = z_y * s_x - z_x * s_y - z_z * s_z


@strip_kernel
def _fill_wrenches(
    first: Ints,
    bush_x: Floats,
    row: Nine,
    arm: Three,
    spring: tuple[Three, Three],
    drag: tuple[Three, Three],
    out: tuple[Six, Six],
    tension: Two,
) -> None:
    """What each joint does to link i and to the next; tensions."""
    (K, k), (C, c), (a, b) = spring, drag, out
    for i in range(first.size):
        place = arm[0][i], arm[1][i], arm[2][i]
        f = C[0][i] + K[0][i], C[1][i] + K[1][i], C[2][i] + K[2][i]
        t = c[0][i] + k[0][i], c[1][i] + k[1][i], c[2][i] + k[2][i]
        p, h = wrench_of_joint(row_matrix(row, i), place, bush_x[i], f, t)
        mine = first[i] > 0
        x, y = p[0] if mine else h[0], h[0] if mine else p[0]
        a[0][i], b[0][i] = x, y
        tension[0][i], tension[1][i] = x, -y
        a[1][i], b[1][i] = p[1] if mine else h[1], h[1] if mine else p[1]
        a[2][i], b[2][i] = p[2] if mine else h[2], h[2] if mine else p[2]
        a[3][i], b[3][i] = p[3] if mine else h[3], h[3] if mine else p[3]
        a[4][i], b[4][i] = p[4] if mine else h[4], h[4] if mine else p[4]
        a[5][i], b[5][i] = p[5] if mine else h[5], h[5] if mine else p[5]


@lean_kernel
def book_joint_impulses(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Losses and conservative work of an explicit step, with the mean of speeds."""
    save, sums = work.joint, two_strips(work.sums, 0)
    _fill_works(
        work.first, work.of_joint.T[1],
        (six_strips(work.old_link, 0), six_strips(work.rhs_link, 0)),
        nine_strips(save.row), three_strips(save.arm, 0),
        (
            three_strips(save.force, 0), three_strips(save.moment, 0),
            three_strips(save.drag, 0), three_strips(save.twist, 0),
        ),
        sums,
    )  # fmt: skip
    state.work[0] += 0.5 * dt * total(sums[0])
    state.loss[0] -= 0.5 * dt * total(sums[1])


@strip_kernel
def _fill_works(
    first: Ints,
    bush_x: Floats,
    u: tuple[Six, Six],
    row: Nine,
    arm: Three,
    loads: tuple[Three, Three, Three, Three],
    out: Two,
) -> None:
    """Twice the power of springs and of dampers of every joint."""
    n = first.size
    for i in range(n - 1):
        _fill_work(first, bush_x, u, row, arm, loads, out, (i, i + 1))
    _fill_work(first, bush_x, u, row, arm, loads, out, (n - 1, 0))


@inline_kernel
def _fill_work(
    first: Ints,
    bush_x: Floats,
    u: tuple[Six, Six],
    row: Nine,
    arm: Three,
    loads: tuple[Three, Three, Three, Three],
    out: Two,
    links: tuple[int, int],
) -> None:
    (i, k), (K, M, C, D) = links, loads
    mine = first[i] > 0
    p, b = velocities(u[0], i, k, mine)
    x, y = velocities(u[1], i, k, mine)
    p = p[0] + x[0], p[1] + x[1], p[2] + x[2], p[3] + x[3], p[4] + x[4], p[5] + x[5]
    b = b[0] + y[0], b[1] + y[1], b[2] + y[2], b[3] + y[3], b[4] + y[4], b[5] + y[5]
    place = arm[0][i], arm[1][i], arm[2][i]
    v = relative_motion(row_matrix(row, i), place, bush_x[i], (p, b))
    elastic = K[0][i] * v[0] + K[1][i] * v[1] + K[2][i] * v[2]
    out[0][i] = elastic + M[0][i] * v[3] + M[1][i] * v[4] + M[2][i] * v[5]
    damped = C[0][i] * v[0] + C[1][i] * v[1] + C[2][i] * v[2]
    out[1][i] = damped + D[0][i] * v[3] + D[1][i] * v[4] + D[2][i] * v[5]
