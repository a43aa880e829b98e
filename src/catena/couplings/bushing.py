"""The joint of a pin link and a bush link in space: six stiffnesses, pin friction.

With A_p, A_b the axes of pin and bush link and x_p, x_b the joint on each,

    t = A_p^T (x_b - x_p),  z = A_p^T A_b e_3,
    V = (K_x t_x^2 + K_y t_y^2 + K_z t_z^2)/2 + (K_rx z_y^2 + K_ry z_x^2)/2.

Forces act at the point of the bush on both links. Every term is a scalar with a
direction: ``t_i`` along the pin link's axis i, ``z_x`` and ``z_y`` about
``e_3b x e_1p`` and ``e_3b x e_2p``; damping and the secant of the pin's friction act
along the same directions and about ``e_3b``. The articulation itself meets no
stiffness. All vectors stand along the axes of the pin link.

Source: [Omar2016] (15).
Deviation: the printed moment ``-K theta u'`` has no potential at finite articulation
and mixes tilt with it; the tilt of the bush's axis is used instead. Pin friction is
ours.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.laws.softened_friction import softened_share
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.numerics.rotations import cross, to_world
from catena.numerics.space import Vector, crossed, vector
from catena.tables.spatial import SpatialChain, SpatialState, SpatialWork

Six = tuple[float, float, float, float, float, float]


@lean_kernel
def start_joints(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Places, directions and elastic forces of every joint."""
    for i in range(system.joint.size):
        start_joint(system, state, work, i)


@inline_kernel
def start_joint(
    system: SpatialChain, state: SpatialState, work: SpatialWork, i: int
) -> None:
    """Those of one joint, along the axes of its pin link."""
    joint, R, q, save = system.joint[i], work.R, state.link_q, work.joint
    p, b = joint.pin, joint.bush
    if p < 0 or b < 0:  # tells the compiler that no index counts from the end
        return
    at = joint.bush_x
    d_x = q[b, 0] + R[b, 0] * at - q[p, 0]
    d_y = q[b, 1] + R[b, 3] * at - q[p, 1]
    d_z = q[b, 2] + R[b, 6] * at - q[p, 2]
    for c in range(3):
        x, y, z = R[b, c], R[b, 3 + c], R[b, 6 + c]
        save[i].row_x[c] = R[p, 0] * x + R[p, 3] * y + R[p, 6] * z
        save[i].row_y[c] = R[p, 1] * x + R[p, 4] * y + R[p, 7] * z
        save[i].row_z[c] = R[p, 2] * x + R[p, 5] * y + R[p, 8] * z
        save[i].arm[c] = R[p, c] * d_x + R[p, 3 + c] * d_y + R[p, 6 + c] * d_z
    f_x = -joint.k_x * (save[i].arm[0] - joint.pin_x)
    f_y = -joint.k_y * save[i].arm[1]
    save[i].force[0], save[i].force[1] = f_x, f_y
    save[i].force[2] = -joint.k_z * save[i].arm[2]
    z_x, z_y, z_z = save[i].row_x[2], save[i].row_y[2], save[i].row_z[2]
    m_x, m_y = joint.k_ry * z_x, joint.k_rx * z_y
    # - z x (K_ry z_x, K_rx z_y, 0): tilts are about e_3b x e_1p and e_3b x e_2p
    save[i].moment[0], save[i].moment[1] = z_z * m_y, -z_z * m_x
    save[i].moment[2] = z_y * m_x - z_x * m_y
    lever = joint.friction * joint.pin_radius
    save[i].bound = lever * math.sqrt(f_x * f_x + f_y * f_y)
    save[i].rubbing = 0.0
    if work.soft[0] == 0.0:
        return
    old = work.old_link
    turning = old[b, 5] - z_x * old[p, 3] - z_y * old[p, 4] - z_z * old[p, 5]
    share = softened_share(abs(turning) * joint.pin_radius, joint.slip_speed)
    save[i].rubbing = save[i].bound * share * joint.pin_radius


@lean_kernel
def add_joints(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Impulses and blocks of a linearly implicit step."""
    n, D = system.link.size, work.D
    for i in range(system.joint.size):
        joint, save = system.joint[i], work.joint[i]
        p, b, two = joint.pin, joint.bush, i + 1 if i + 1 < n else 0
        if p < 0 or b < 0 or two < 0:
            continue
        arm, h = vector(save.arm), joint.bush_x
        _push_links(work, (p, b, i), h, vector(save.force), vector(save.moment), dt)
        w = (
            dt * (joint.c_x + dt * joint.k_x),
            dt * (joint.c_y + dt * joint.k_y),
            dt * (joint.c_z + dt * joint.k_z),
        )
        _add_pin_block(w, arm, D, p)
        x, y, z = vector(save.row_x), vector(save.row_y), vector(save.row_z)
        X = w[0] * x[0], w[0] * x[1], w[0] * x[2]
        Y = w[1] * y[0], w[1] * y[1], w[1] * y[2]
        Z = w[2] * z[0], w[2] * z[1], w[2] * z[2]
        _add_bush_block(
            (
                x[0] * X[0] + y[0] * Y[0] + z[0] * Z[0],
                x[1] * X[0] + y[1] * Y[0] + z[1] * Z[0],
                x[2] * X[0] + y[2] * Y[0] + z[2] * Z[0],
                x[1] * X[1] + y[1] * Y[1] + z[1] * Z[1],
                x[2] * X[1] + y[2] * Y[1] + z[2] * Z[1],
                x[2] * X[2] + y[2] * Y[2] + z[2] * Z[2],
            ),
            h, D, b,
        )  # fmt: skip
        first = p == i
        _add_column(work.E, two, first, 0, arm, (X[0], Y[0], Z[0]))
        _add_column(work.E, two, first, 1, arm, (X[1], Y[1], Z[1]))
        _add_column(work.E, two, first, 2, arm, (X[2], Y[2], Z[2]))
        _add_column(work.E, two, first, 4, arm, (-h * X[2], -h * Y[2], -h * Z[2]))
        _add_column(work.E, two, first, 5, arm, (h * X[1], h * Y[1], h * Z[1]))
        on_p, on_b = pin_turns(work.joint, i), bush_turns(work.joint, i)
        who = p, b, two, first
        v = dt * (joint.c_ry + dt * joint.k_ry)
        _add_turn(work, who, on_p[0], on_b[0], v)
        v = dt * (joint.c_rx + dt * joint.k_rx)
        _add_turn(work, who, on_p[1], on_b[1], v)
        v = dt * (joint.c_rz + save.rubbing)
        _add_turn(work, who, on_p[2], on_b[2], v)


@lean_kernel
def _add_pin_block(w: Vector, r: Vector, D: Floats, k: int) -> None:
    """Add ``T^T diag(w) T`` with ``T u = v + w x r``."""
    (a, b, c), (x, y, z) = w, r
    D[k, 0, 0] += a
    D[k, 1, 1] += b
    D[k, 2, 2] += c
    _add_pair(D, k, 4, 0, a * z)
    _add_pair(D, k, 5, 0, -a * y)
    _add_pair(D, k, 3, 1, -b * z)
    _add_pair(D, k, 5, 1, b * x)
    _add_pair(D, k, 3, 2, c * y)
    _add_pair(D, k, 4, 2, -c * x)
    D[k, 3, 3] += b * z * z + c * y * y
    D[k, 4, 4] += a * z * z + c * x * x
    D[k, 5, 5] += a * y * y + b * x * x
    _add_pair(D, k, 4, 3, -c * x * y)
    _add_pair(D, k, 5, 3, -b * x * z)
    _add_pair(D, k, 5, 4, -a * y * z)


@lean_kernel
def _add_bush_block(W: Six, h: float, D: Floats, k: int) -> None:
    """Add ``T^T W T`` for an arm h along x; W is the lower half, column by column."""
    D[k, 0, 0] += W[0]
    _add_pair(D, k, 1, 0, W[1])
    _add_pair(D, k, 2, 0, W[2])
    D[k, 1, 1] += W[3]
    _add_pair(D, k, 2, 1, W[4])
    D[k, 2, 2] += W[5]
    _add_pair(D, k, 4, 0, -h * W[2])
    _add_pair(D, k, 4, 1, -h * W[4])
    _add_pair(D, k, 4, 2, -h * W[5])
    _add_pair(D, k, 5, 0, h * W[1])
    _add_pair(D, k, 5, 1, h * W[3])
    _add_pair(D, k, 5, 2, h * W[4])
    D[k, 4, 4] += h * h * W[5]
    D[k, 5, 5] += h * h * W[3]
    _add_pair(D, k, 5, 4, -h * h * W[4])


@inline_kernel
def _add_pair(D: Floats, k: int, r: int, c: int, x: float) -> None:
    """Add to an entry and its mirror image."""
    D[k, r, c] += x
    D[k, c, r] += x


@lean_kernel
def _add_column(E: Floats, k: int, first: bool, j: int, arm: Vector, f: Vector) -> None:
    """Subtract a force on the pin link from a column, or row, of a block."""
    m = crossed(arm, f)
    for a in range(3):
        if first:
            E[k, a, j] -= f[a]
            E[k, 3 + a, j] -= m[a]
        else:
            E[k, j, a] -= f[a]
            E[k, j, 3 + a] -= m[a]


@lean_kernel
def _add_turn(
    work: SpatialWork,
    who: tuple[int, int, int, bool],
    on_p: Vector,
    on_b: Vector,
    v: float,
) -> None:
    """Blocks of a moment about one direction, seen from pin and bush link."""
    (p, b, two, first), D, E = who, work.D, work.E
    if p < 0 or b < 0 or two < 0:
        return
    one = on_p if first else on_b
    other = on_b if first else on_p
    for r in range(3):
        for c in range(3):
            D[p, 3 + r, 3 + c] += v * on_p[r] * on_p[c]
            D[b, 3 + r, 3 + c] += v * on_b[r] * on_b[c]
            E[two, 3 + r, 3 + c] -= v * one[r] * other[c]


@inline_kernel
def pin_turns(save: Rows, i: int) -> tuple[Vector, Vector, Vector]:
    """Directions of the two tilts and of the articulation, along the pin link."""
    z_x, z_y, z_z = save[i].row_x[2], save[i].row_y[2], save[i].row_z[2]
    return (0.0, z_z, -z_y), (-z_z, 0.0, z_x), (z_x, z_y, z_z)


@inline_kernel
def bush_turns(save: Rows, i: int) -> tuple[Vector, Vector, Vector]:
    """The same along the bush link."""
    return (
        (-save[i].row_x[1], save[i].row_x[0], 0.0),
        (-save[i].row_y[1], save[i].row_y[0], 0.0),
        (0.0, 0.0, 1.0),
    )


@inline_kernel
def on_bush_link(save: Rows, i: int, a: Vector) -> Vector:
    """A vector of the pin link along the axes of the bush link."""
    joint = save[i]
    return (
        joint.row_x[0] * a[0] + joint.row_y[0] * a[1] + joint.row_z[0] * a[2],
        joint.row_x[1] * a[0] + joint.row_y[1] * a[1] + joint.row_z[1] * a[2],
        joint.row_x[2] * a[0] + joint.row_y[2] * a[1] + joint.row_z[2] * a[2],
    )


@inline_kernel
def _push_links(
    work: SpatialWork,
    who: tuple[int, int, int],
    bush_x: float,
    force: Vector,
    moment: Vector,
    dt: float,
) -> None:
    """Impulses of a force and a moment on the bush link, and against the pin link.

    Both are given along the axes of the pin link p; then come the bush link b and the
    number of the joint. The force acts at the bush on both links.
    """
    (p, b, i), rhs, save = who, work.rhs_link, work.joint
    if p < 0 or b < 0:
        return
    f, m = on_bush_link(save, i, force), on_bush_link(save, i, moment)
    back = crossed(vector(save[i].arm), force)
    for a in range(3):
        rhs[p, a] -= dt * force[a]
        rhs[p, 3 + a] -= dt * (moment[a] + back[a])
        rhs[b, a] += dt * f[a]
        rhs[b, 3 + a] += dt * m[a]
    rhs[b, 4] -= dt * bush_x * f[2]
    rhs[b, 5] += dt * bush_x * f[1]
    first = p == i
    save[i].tension_1 = -force[0] if first else f[0]
    save[i].tension_2 = -f[0] if first else force[0]


@lean_kernel
def push_joints(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Impulses of an explicit step: springs and dampers at its start; tensions."""
    for i in range(system.joint.size):
        start_joint(system, state, work, i)
        joint, save = system.joint[i], work.joint
        p, b = joint.pin, joint.bush
        v = _relative(save, i, joint.bush_x, _of_links(work.old_link, p, b))
        spring, turn = vector(save[i].force), vector(save[i].moment)
        f = -joint.c_x * v[0], -joint.c_y * v[1], -joint.c_z * v[2]
        z_x, z_y, z_z = save[i].row_x[2], save[i].row_y[2], save[i].row_z[2]
        s_x = joint.c_ry * (z_z * v[4] - z_y * v[5])
        s_y = joint.c_rx * (z_x * v[5] - z_z * v[3])
        s_z = joint.c_rz * (z_x * v[3] + z_y * v[4] + z_z * v[5])
        # about the directions of `pin_turns`
        m = (
            z_z * s_y - z_x * s_z,
            -z_z * s_x - z_y * s_z,
            z_y * s_x - z_x * s_y - z_z * s_z,
        )
        for a in range(3):
            save[i].drag[a], save[i].twist[a] = f[a], m[a]
        f = f[0] + spring[0], f[1] + spring[1], f[2] + spring[2]
        m = m[0] + turn[0], m[1] + turn[1], m[2] + turn[2]
        _push_links(work, (p, b, i), joint.bush_x, f, m, dt)


@lean_kernel
def book_joint_impulses(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Losses and conservative work of an explicit step, with the mean of speeds."""
    save, old, new = work.joint, work.old_link, work.rhs_link
    damped, elastic = 0.0, 0.0
    for i in range(system.joint.size):
        p, b = system.joint[i].pin, system.joint[i].bush
        if p < 0 or b < 0:
            continue
        both = _sums(old, new, p), _sums(old, new, b)
        v = _relative(save, i, system.joint[i].bush_x, both)
        for a in range(3):
            elastic += save[i].force[a] * v[a] + save[i].moment[a] * v[3 + a]
            damped -= save[i].drag[a] * v[a] + save[i].twist[a] * v[3 + a]
    state.loss[0] += 0.5 * dt * damped
    state.work[0] += 0.5 * dt * elastic


@lean_kernel
def book_joints(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Losses, conservative work and tensions of an implicit step.

    Forces are those at its end; they act at the mean of old and new speeds.
    """
    save = work.joint
    damped, rubbed, elastic = 0.0, 0.0, 0.0
    for i in range(system.joint.size):
        joint = system.joint[i]
        p, b = joint.pin, joint.bush
        if p < 0 or b < 0:
            continue
        old = _relative(save, i, joint.bush_x, _of_links(work.old_link, p, b))
        new = _relative(save, i, joint.bush_x, _of_links(work.rhs_link, p, b))
        K = joint.k_x, joint.k_y, joint.k_z
        c = joint.c_x, joint.c_y, joint.c_z
        f = vector(save[i].force)
        for e in range(3):
            s, mean = new[e], 0.5 * (old[e] + new[e])
            damped += dt * c[e] * s * mean
            elastic += dt * (f[e] - dt * K[e] * s) * mean
            elastic += dt * save[i].moment[e] * 0.5 * (old[3 + e] + new[3 + e])
        f = (
            f[0] - (c[0] + dt * K[0]) * new[0],
            f[1] - (c[1] + dt * K[1]) * new[1],
            f[2] - (c[2] + dt * K[2]) * new[2],
        )
        on_x, on_y, on_z = pin_turns(save, i)
        worn = dt * save[i].rubbing * _turn_work(on_z, old, new)
        rubbed += worn
        state.wear[i] += worn
        damped += dt * joint.c_rz * _turn_work(on_z, old, new)
        for on, c_r, k_r in (
            (on_x, joint.c_ry, joint.k_ry),
            (on_y, joint.c_rx, joint.k_rx),
        ):
            part = dt * _turn_work(on, old, new)
            damped += c_r * part
            elastic -= dt * k_r * part
        on_bush = on_bush_link(save, i, f)
        first = p == i
        save[i].tension_1 = -f[0] if first else on_bush[0]
        save[i].tension_2 = -on_bush[0] if first else f[0]
    state.loss[0] += damped
    state.loss[1] += rubbed
    state.work[0] += elastic


@lean_kernel
def _turn_work(on: Vector, old: Six, new: Six) -> float:
    """Turning speed about a direction at the end of a step, times its mean."""
    s_0 = on[0] * old[3] + on[1] * old[4] + on[2] * old[5]
    s = on[0] * new[3] + on[1] * new[4] + on[2] * new[5]
    return s * 0.5 * (s_0 + s)


@inline_kernel
def _of_links(u: Floats, p: int, b: int) -> tuple[Six, Six]:
    """Velocities of pin and bush link, each along its own axes."""
    return (
        (u[p, 0], u[p, 1], u[p, 2], u[p, 3], u[p, 4], u[p, 5]),
        (u[b, 0], u[b, 1], u[b, 2], u[b, 3], u[b, 4], u[b, 5]),
    )


@inline_kernel
def _sums(old: Floats, new: Floats, i: int) -> Six:
    """Old and new velocities of a link together."""
    return (
        old[i, 0] + new[i, 0], old[i, 1] + new[i, 1], old[i, 2] + new[i, 2],
        old[i, 3] + new[i, 3], old[i, 4] + new[i, 4], old[i, 5] + new[i, 5],
    )  # fmt: skip


@lean_kernel
def _relative(save: Rows, i: int, bush_x: float, u: tuple[Six, Six]) -> Six:
    """Velocity of the bush against the pin link at the joint, and turning speed.

    Along the axes of the pin link.
    """
    p, b = u
    x, y, z = save[i].row_x, save[i].row_y, save[i].row_z
    at = b[0], b[1] + bush_x * b[5], b[2] - bush_x * b[4]
    arm = vector(save[i].arm)
    v = cross(p[3], p[4], p[5], arm[0], arm[1], arm[2])
    return (
        x[0] * at[0] + x[1] * at[1] + x[2] * at[2] - p[0] - v[0],
        y[0] * at[0] + y[1] * at[1] + y[2] * at[2] - p[1] - v[1],
        z[0] * at[0] + z[1] * at[1] + z[2] * at[2] - p[2] - v[2],
        x[0] * b[3] + x[1] * b[4] + x[2] * b[5] - p[3],
        y[0] * b[3] + y[1] * b[4] + y[2] * b[5] - p[4],
        z[0] * b[3] + z[1] * b[4] + z[2] * b[5] - p[5],
    )


@lean_kernel
def joint_energy(system: SpatialChain, state: SpatialState, R: Floats) -> float:
    """Elastic energy of all joints [J]."""
    joint, q, total = system.joint, state.link_q, 0.0
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        if p < 0 or b < 0:
            continue
        r_b = to_world(R, b, joint[i].bush_x, 0.0, 0.0)
        d_x = q[b, 0] + r_b[0] - q[p, 0]
        d_y = q[b, 1] + r_b[1] - q[p, 1]
        d_z = q[b, 2] + r_b[2] - q[p, 2]
        t_x = R[p, 0] * d_x + R[p, 3] * d_y + R[p, 6] * d_z - joint[i].pin_x
        t_y = R[p, 1] * d_x + R[p, 4] * d_y + R[p, 7] * d_z
        t_z = R[p, 2] * d_x + R[p, 5] * d_y + R[p, 8] * d_z
        z_x = R[p, 0] * R[b, 2] + R[p, 3] * R[b, 5] + R[p, 6] * R[b, 8]
        z_y = R[p, 1] * R[b, 2] + R[p, 4] * R[b, 5] + R[p, 7] * R[b, 8]
        total += 0.5 * (
            joint[i].k_x * t_x**2
            + joint[i].k_y * t_y**2
            + joint[i].k_z * t_z**2
            + joint[i].k_ry * z_x**2
            + joint[i].k_rx * z_y**2
        )
    return total
