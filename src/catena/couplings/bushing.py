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

from catena.couplings.bushing_directions import (
    Velocity,
    bush_turns,
    in_turn,
    matrices,
    pin_turns,
    relative_motion,
    wrench_of_joint,
)
from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.laws.softened_friction import softened_share
from catena.numerics.arrays import Floats, Ints
from catena.numerics.rotations import along_axes, matrix_at, to_world
from catena.numerics.space import Vector, crossed, vector_at
from catena.numerics.strips import (
    Nine,
    Three,
    Two,
    nine_strips,
    three_strips,
    two_strips,
)
from catena.tables.spatial import (
    SpatialChain,
    SpatialState,
    SpatialWork,
)

Block = tuple[float, float, float, float, float, float]


@lean_kernel
def start_joints(state: SpatialState, work: SpatialWork) -> None:
    """Places, directions, elastic forces and friction of every joint."""
    of, save = work.of_joint, work.joint
    _stretch_joints(
        work.first, (of.T[0], of.T[1], of.T[13]),
        (three_strips(of, 2), of.T[5], of.T[6]), three_strips(state.link_q, 0),
        nine_strips(work.R), nine_strips(save.row),
        (
            three_strips(save.arm, 0), three_strips(save.force, 0),
            three_strips(save.moment, 0), save.bound,
        ),
    )  # fmt: skip
    if work.soft[0] == 0.0:
        for i in range(save.rubbing.size):
            save.rubbing[i] = 0.0
        return
    _fade_friction(
        work.first, two_strips(of, 14), three_strips(work.old_link, 3),
        (save.row.T[2], save.row.T[5], save.row.T[8]), save.bound, save.rubbing,
    )  # fmt: skip


@strip_kernel
def _stretch_joints(
    first: Ints,
    own: Three,
    stiff: tuple[Three, Floats, Floats],
    q: Three,
    R: Nine,
    row: Nine,
    out: tuple[Three, Three, Three, Floats],
) -> None:
    """Of the joint, all but the last, between each link and the next; then the last."""
    n = first.size
    for i in range(n - 1):
        _stretch(first, own, stiff, q, R, row, out, (i, i + 1))
    _stretch(first, own, stiff, q, R, row, out, (n - 1, 0))


@inline_kernel
def _stretch(
    first: Ints,
    own: Three,
    stiff: tuple[Three, Floats, Floats],
    q: Three,
    R: Nine,
    row: Nine,
    out: tuple[Three, Three, Three, Floats],
    links: tuple[int, int],
) -> None:
    (pin_x, bush_x, lever), (K, k_rx, k_ry) = own, stiff
    (arm, force, moment, bound), (i, k) = out, links
    mine = first[i] > 0
    p, b = matrices(R, i, k, mine)
    x, y, z = (
        in_turn(q[0], i, k, mine),
        in_turn(q[1], i, k, mine),
        in_turn(q[2], i, k, mine),
    )
    at = bush_x[i]
    d = along_axes(
        p, x[1] + b[0] * at - x[0], y[1] + b[3] * at - y[0], z[1] + b[6] * at - z[0]
    )
    row[0][i], row[3][i], row[6][i] = along_axes(p, b[0], b[3], b[6])
    row[1][i], row[4][i], row[7][i] = along_axes(p, b[1], b[4], b[7])
    z_x, z_y, z_z = along_axes(p, b[2], b[5], b[8])
    row[2][i], row[5][i], row[8][i] = z_x, z_y, z_z
    arm[0][i], arm[1][i], arm[2][i] = d
    f_x, f_y = -K[0][i] * (d[0] - pin_x[i]), -K[1][i] * d[1]
    force[0][i], force[1][i], force[2][i] = f_x, f_y, -K[2][i] * d[2]
    m_x, m_y = k_ry[i] * z_x, k_rx[i] * z_y
    # - z x (K_ry z_x, K_rx z_y, 0): tilts are about e_3b x e_1p and e_3b x e_2p
    moment[0][i], moment[1][i] = z_z * m_y, -z_z * m_x
    moment[2][i] = z_y * m_x - z_x * m_y
    bound[i] = lever[i] * math.sqrt(f_x * f_x + f_y * f_y)


@strip_kernel
def _fade_friction(
    first: Ints, own: Two, w: Three, axis: Three, bound: Floats, rubbing: Floats
) -> None:
    """The secant of the softened law at the old turning speed of every pin."""
    n, (radius, slow) = first.size, own
    for i in range(n):
        k, mine = i + 1 if i + 1 < n else 0, first[i] > 0
        x, y = in_turn(w[0], i, k, mine)[0], in_turn(w[1], i, k, mine)[0]
        z = in_turn(w[2], i, k, mine)
        turning = z[1] - axis[0][i] * x - axis[1][i] * y - axis[2][i] * z[0]
        share = softened_share(abs(turning) * radius[i], slow[i])
        rubbing[i] = bound[i] * share * radius[i]


@lean_kernel
def add_joints(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Impulses and blocks of a linearly implicit step."""
    n, D = system.link.size, work.D
    for i in range(system.joint.size):
        joint, save = system.joint[i], work.joint
        p, b, two = joint.pin, joint.bush, i + 1 if i + 1 < n else 0
        if p < 0 or b < 0 or two < 0:
            continue
        arm, h = vector_at(save.arm, i), joint.bush_x
        _push_links(work, (p, b, i), h, dt)
        w = (
            dt * (joint.c_x + dt * joint.k_x),
            dt * (joint.c_y + dt * joint.k_y),
            dt * (joint.c_z + dt * joint.k_z),
        )
        _add_pin_block(w, arm, D, p)
        m = matrix_at(save.row, i)
        x, y, z = (m[0], m[1], m[2]), (m[3], m[4], m[5]), (m[6], m[7], m[8])
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
        v = dt * (joint.c_rz + save.rubbing[i])
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
def _add_bush_block(W: Block, h: float, D: Floats, k: int) -> None:
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
def _push_links(
    work: SpatialWork, who: tuple[int, int, int], bush_x: float, dt: float
) -> None:
    """Impulses of the springs of joint i on pin link p and bush link b; tensions."""
    (p, b, i), rhs, save = who, work.rhs_link, work.joint
    if p < 0 or b < 0:
        return
    on_p, on_b = wrench_of_joint(
        matrix_at(save.row, i), vector_at(save.arm, i), bush_x,
        vector_at(save.force, i), vector_at(save.moment, i),
    )  # fmt: skip
    for a in range(6):
        rhs[p, a] += dt * on_p[a]
        rhs[b, a] += dt * on_b[a]
    first = p == i
    save.tension[i, 0] = on_p[0] if first else on_b[0]
    save.tension[i, 1] = -on_b[0] if first else -on_p[0]


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
        m, arm, h = matrix_at(save.row, i), vector_at(save.arm, i), joint.bush_x
        old = relative_motion(m, arm, h, _of_links(work.old_link, p, b))
        new = relative_motion(m, arm, h, _of_links(work.rhs_link, p, b))
        K = joint.k_x, joint.k_y, joint.k_z
        c = joint.c_x, joint.c_y, joint.c_z
        f = vector_at(save.force, i)
        for e in range(3):
            s, mean = new[e], 0.5 * (old[e] + new[e])
            damped += dt * c[e] * s * mean
            elastic += dt * (f[e] - dt * K[e] * s) * mean
            elastic += dt * save.moment[i, e] * 0.5 * (old[3 + e] + new[3 + e])
        f = (
            f[0] - (c[0] + dt * K[0]) * new[0],
            f[1] - (c[1] + dt * K[1]) * new[1],
            f[2] - (c[2] + dt * K[2]) * new[2],
        )
        on_x, on_y, on_z = pin_turns(save, i)
        worn = dt * save.rubbing[i] * _turn_work(on_z, old, new)
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
        on_bush, first = along_axes(m, f[0], f[1], f[2]), p == i
        save.tension[i, 0] = -f[0] if first else on_bush[0]
        save.tension[i, 1] = -on_bush[0] if first else f[0]
    state.loss[0] += damped
    state.loss[1] += rubbed
    state.work[0] += elastic


@lean_kernel
def _turn_work(on: Vector, old: Velocity, new: Velocity) -> float:
    """Turning speed about a direction at the end of a step, times its mean."""
    s_0 = on[0] * old[3] + on[1] * old[4] + on[2] * old[5]
    s = on[0] * new[3] + on[1] * new[4] + on[2] * new[5]
    return s * 0.5 * (s_0 + s)


@inline_kernel
def _of_links(u: Floats, p: int, b: int) -> tuple[Velocity, Velocity]:
    """Velocities of pin and bush link, each along its own axes."""
    return (
        (u[p, 0], u[p, 1], u[p, 2], u[p, 3], u[p, 4], u[p, 5]),
        (u[b, 0], u[b, 1], u[b, 2], u[b, 3], u[b, 4], u[b, 5]),
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
