"""The joint of a pin link and a bush link in space: six stiffnesses, pin friction.

With A_p, A_b the axes of pin and bush link and x_p, x_b the joint on each,

    t = A_p^T (x_b - x_p),  z = A_p^T A_b e_3,
    V = (K_x t_x^2 + K_y t_y^2 + K_z t_z^2)/2 + (K_rx z_y^2 + K_ry z_x^2)/2.

Forces act at the point of the bush on both links. Every term is a scalar with a
direction: ``t_i`` along the pin link's axis i, ``z_x`` and ``z_y`` about
``e_3b x e_1p`` and ``e_3b x e_2p``; damping and the secant of the pin's friction act
along the same directions and about ``e_3b``. The articulation itself meets no
stiffness.

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


@lean_kernel
def start_joints(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Arms, directions and elastic forces of every joint."""
    joint, R, q, save = system.joint, work.R, state.link_q, work.joint
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        if p < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        r_b = to_world(R, b, joint[i].bush_x, 0.0, 0.0)
        r_p = (
            q[b, 0] + r_b[0] - q[p, 0],
            q[b, 1] + r_b[1] - q[p, 1],
            q[b, 2] + r_b[2] - q[p, 2],
        )
        K = joint[i].k_x, joint[i].k_y, joint[i].k_z
        t_x = -joint[i].pin_x
        f_x, f_y, f_z = 0.0, 0.0, 0.0
        press = 0.0
        for e in range(3):
            t = R[p, e] * r_p[0] + R[p, 3 + e] * r_p[1] + R[p, 6 + e] * r_p[2]
            f = -K[e] * (t + t_x if e == 0 else t)
            f_x, f_y, f_z = (
                f_x + f * R[p, e],
                f_y + f * R[p, 3 + e],
                f_z + f * R[p, 6 + e],
            )
            press += f * f if e < 2 else 0.0
        axis = R[b, 2], R[b, 5], R[b, 8]
        z_x = R[p, 0] * axis[0] + R[p, 3] * axis[1] + R[p, 6] * axis[2]
        z_y = R[p, 1] * axis[0] + R[p, 4] * axis[1] + R[p, 7] * axis[2]
        d_x = cross(axis[0], axis[1], axis[2], R[p, 0], R[p, 3], R[p, 6])
        d_y = cross(axis[0], axis[1], axis[2], R[p, 1], R[p, 4], R[p, 7])
        first = p == i
        force = f_x, f_y, f_z
        turning = 0.0
        for a in range(3):
            save[i].arm_1[a] = r_p[a] if first else r_b[a]
            save[i].arm_2[a] = r_b[a] if first else r_p[a]
            save[i].force[a] = force[a]
            save[i].moment[a] = -joint[i].k_ry * z_x * d_x[a]
            save[i].moment[a] -= joint[i].k_rx * z_y * d_y[a]
            save[i].about_x[a], save[i].about_y[a] = d_x[a], d_y[a]
            save[i].axis[a] = axis[a]
            turning += axis[a] * (work.old_link[b, 3 + a] - work.old_link[p, 3 + a])
        lever = joint[i].friction * joint[i].pin_radius
        share = softened_share(abs(turning) * joint[i].pin_radius, joint[i].slip_speed)
        save[i].bound = lever * math.sqrt(press)
        save[i].rubbing = save[i].bound * share * joint[i].pin_radius


@lean_kernel
def add_joints(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Impulses and blocks of a linearly implicit step."""
    joint, R, save = system.joint, work.R, work.joint
    n = system.link.size
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        one, two = i, i + 1 if i + 1 < n else 0
        if p < 0 or b < 0 or one < 0 or two < 0:
            continue
        sign = -1.0 if p == one else 1.0  # of the force on the first link
        for a in range(3):
            work.rhs_link[one, a] += sign * dt * save[i].force[a]
            work.rhs_link[two, a] -= sign * dt * save[i].force[a]
            work.rhs_link[one, 3 + a] += sign * dt * save[i].moment[a]
            work.rhs_link[two, 3 + a] -= sign * dt * save[i].moment[a]
        force = vector(save[i].force)
        arm_1, arm_2 = vector(save[i].arm_1), vector(save[i].arm_2)
        _add_moment(arm_1, force, work.rhs_link, one, sign * dt)
        _add_moment(arm_2, force, work.rhs_link, two, -sign * dt)
        w_x = dt * (joint[i].c_x + dt * joint[i].k_x)
        w_y = dt * (joint[i].c_y + dt * joint[i].k_y)
        w_z = dt * (joint[i].c_z + dt * joint[i].k_z)
        v_x = dt * (joint[i].c_ry + dt * joint[i].k_ry)
        v_y = dt * (joint[i].c_rx + dt * joint[i].k_rx)
        v_z = dt * (joint[i].c_rz + save[i].rubbing)
        for r in range(3):
            for c in range(3):
                turn = v_x * save[i].about_x[r] * save[i].about_x[c]
                turn += v_y * save[i].about_y[r] * save[i].about_y[c]
                turn += v_z * save[i].axis[r] * save[i].axis[c]
                work.D[one, 3 + r, 3 + c] += turn
                work.D[two, 3 + r, 3 + c] += turn
                work.E[two, 3 + r, 3 + c] -= turn
        w00 = w_x * R[p, 0] ** 2 + w_y * R[p, 1] ** 2 + w_z * R[p, 2] ** 2
        w11 = w_x * R[p, 3] ** 2 + w_y * R[p, 4] ** 2 + w_z * R[p, 5] ** 2
        w22 = w_x * R[p, 6] ** 2 + w_y * R[p, 7] ** 2 + w_z * R[p, 8] ** 2
        w01 = (
            w_x * R[p, 0] * R[p, 3] + w_y * R[p, 1] * R[p, 4] + w_z * R[p, 2] * R[p, 5]
        )
        w02 = (
            w_x * R[p, 0] * R[p, 6] + w_y * R[p, 1] * R[p, 7] + w_z * R[p, 2] * R[p, 8]
        )
        w12 = (
            w_x * R[p, 3] * R[p, 6] + w_y * R[p, 4] * R[p, 7] + w_z * R[p, 5] * R[p, 8]
        )
        W = w00, w01, w02, w11, w12, w22
        _add_block(W, arm_1, arm_1, 1.0, work.D, one)
        _add_block(W, arm_2, arm_2, 1.0, work.D, two)
        _add_block(W, arm_1, arm_2, -1.0, work.E, two)


@lean_kernel
def _add_moment(arm: Vector, force: Vector, rhs: Floats, k: int, factor: float) -> None:
    m = crossed(arm, force)
    for a in range(3):
        rhs[k, 3 + a] += factor * m[a]


@lean_kernel
def _add_block(
    W: tuple[float, float, float, float, float, float],
    r: Vector,
    c: Vector,
    sign: float,
    target: Floats,
    k: int,
) -> None:
    """Add ``T_r^T W T_c`` with ``T u = v + w x arm`` to a block."""
    c_x, c_y, c_z = c
    for j in range(6):
        x, y, z = 0.0, 0.0, 0.0
        if j == 0:
            x = sign
        elif j == 1:
            y = sign
        elif j == 2:
            z = sign
        elif j == 3:
            y, z = -sign * c_z, sign * c_y
        elif j == 4:
            x, z = sign * c_z, -sign * c_x
        else:
            x, y = -sign * c_y, sign * c_x
        f_x = W[0] * x + W[1] * y + W[2] * z
        f_y = W[1] * x + W[3] * y + W[4] * z
        f_z = W[2] * x + W[4] * y + W[5] * z
        target[k, 0, j] += f_x
        target[k, 1, j] += f_y
        target[k, 2, j] += f_z
        target[k, 3, j] += r[1] * f_z - r[2] * f_y
        target[k, 4, j] += r[2] * f_x - r[0] * f_z
        target[k, 5, j] += r[0] * f_y - r[1] * f_x


@lean_kernel
def add_joint_impulses(system: SpatialChain, work: SpatialWork, dt: float) -> None:
    """Impulses of an explicit step: springs and dampers at its start; tensions."""
    joint, R, save, rhs = system.joint, work.R, work.joint, work.rhs_link
    n = system.link.size
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        if p < 0 or b < 0:
            continue
        arms = _arms(save, i, p)
        v = _relative(work.old_link, p, b, arms)
        c = joint[i].c_x, joint[i].c_y, joint[i].c_z
        c_r = joint[i].c_ry, joint[i].c_rx, joint[i].c_rz
        turns = _turns(save, i)
        f, m = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        for e in range(3):
            x, y, z = R[p, e], R[p, 3 + e], R[p, 6 + e]
            s = c[e] * (x * v[0] + y * v[1] + z * v[2])
            f = f[0] - s * x, f[1] - s * y, f[2] - s * z
            x, y, z = turns[e]
            s = c_r[e] * (x * v[3] + y * v[4] + z * v[5])
            m = m[0] - s * x, m[1] - s * y, m[2] - s * z
        for a in range(3):
            save[i].drag[a], save[i].twist[a] = f[a], m[a]
        spring = vector(save[i].force)
        f = f[0] + spring[0], f[1] + spring[1], f[2] + spring[2]
        on_pin, on_bush = arms
        r_p, r_b = crossed(on_pin, f), crossed(on_bush, f)
        for a in range(3):
            moment = save[i].moment[a] + m[a]
            rhs[b, a] += dt * f[a]
            rhs[p, a] -= dt * f[a]
            rhs[b, 3 + a] += dt * (moment + r_b[a])
            rhs[p, 3 + a] -= dt * (moment + r_p[a])
        sign = -1.0 if p == i else 1.0  # of the force on the first link
        two = i + 1 if i + 1 < n else 0
        save[i].tension_1 = sign * (f[0] * R[i, 0] + f[1] * R[i, 3] + f[2] * R[i, 6])
        save[i].tension_2 = sign * (
            f[0] * R[two, 0] + f[1] * R[two, 3] + f[2] * R[two, 6]
        )


@lean_kernel
def book_joint_impulses(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Losses and conservative work of an explicit step, with the mean of speeds."""
    joint, save = system.joint, work.joint
    damped, elastic = 0.0, 0.0
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        if p < 0 or b < 0:
            continue
        arms = _arms(save, i, p)
        old = _relative(work.old_link, p, b, arms)
        new = _relative(work.rhs_link, p, b, arms)
        for a in range(3):
            v, w = old[a] + new[a], old[3 + a] + new[3 + a]
            elastic += save[i].force[a] * v + save[i].moment[a] * w
            damped -= save[i].drag[a] * v + save[i].twist[a] * w
    state.loss[0] += 0.5 * dt * damped
    state.work[0] += 0.5 * dt * elastic


@lean_kernel
def book_joints(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Losses, conservative work and tensions of an implicit step.

    Forces are those at its end; they act at the mean of old and new speeds.
    """
    joint, R, save = system.joint, work.R, work.joint
    n = system.link.size
    damped, rubbed, elastic = 0.0, 0.0, 0.0
    for i in range(joint.size):
        p, b = joint[i].pin, joint[i].bush
        if p < 0 or b < 0:
            continue
        arms = _arms(save, i, p)
        old = _relative(work.old_link, p, b, arms)
        new = _relative(work.rhs_link, p, b, arms)
        K = joint[i].k_x, joint[i].k_y, joint[i].k_z
        c = joint[i].c_x, joint[i].c_y, joint[i].c_z
        f_x, f_y, f_z = vector(save[i].force)
        for e in range(3):
            a_x, a_y, a_z = R[p, e], R[p, 3 + e], R[p, 6 + e]
            s = a_x * new[0] + a_y * new[1] + a_z * new[2]
            mean = 0.5 * (s + a_x * old[0] + a_y * old[1] + a_z * old[2])
            damped += dt * c[e] * s * mean
            elastic -= dt * dt * K[e] * s * mean
            f = -(c[e] + dt * K[e]) * s
            f_x, f_y, f_z = f_x + f * a_x, f_y + f * a_y, f_z + f * a_z
        for a in range(3):
            mean = 0.5 * (old[a] + new[a])
            elastic += dt * save[i].force[a] * mean
            mean = 0.5 * (old[3 + a] + new[3 + a])
            elastic += dt * save[i].moment[a] * mean
        turns = _turns(save, i)
        k_r = joint[i].k_ry, joint[i].k_rx, 0.0
        c_r = joint[i].c_ry, joint[i].c_rx, joint[i].c_rz
        for e in range(3):
            s_0, s = 0.0, 0.0
            for a in range(3):
                s_0 += turns[e][a] * old[3 + a]
                s += turns[e][a] * new[3 + a]
            mean = 0.5 * (s_0 + s)
            damped += dt * c_r[e] * s * mean
            elastic -= dt * dt * k_r[e] * s * mean
            if e == 2:
                worn = dt * save[i].rubbing * s * mean
                rubbed += worn
                state.wear[i] += worn
        sign = -1.0 if p == i else 1.0  # of the force on the first link
        two = i + 1 if i + 1 < n else 0
        save[i].tension_1 = sign * (f_x * R[i, 0] + f_y * R[i, 3] + f_z * R[i, 6])
        save[i].tension_2 = sign * (f_x * R[two, 0] + f_y * R[two, 3] + f_z * R[two, 6])
    state.loss[0] += damped
    state.loss[1] += rubbed
    state.work[0] += elastic


@inline_kernel
def _arms(save: Rows, i: int, p: int) -> tuple[Vector, Vector]:
    """From the pin link and from the bush link to the joint."""
    arm_1, arm_2 = vector(save[i].arm_1), vector(save[i].arm_2)
    return (arm_1, arm_2) if p == i else (arm_2, arm_1)


@inline_kernel
def _turns(save: Rows, i: int) -> tuple[Vector, Vector, Vector]:
    """Directions of the two tilts and of the articulation."""
    joint = save[i]
    return vector(joint.about_x), vector(joint.about_y), vector(joint.axis)


@lean_kernel
def _relative(
    u: Floats, p: int, b: int, arms: tuple[Vector, Vector]
) -> tuple[float, float, float, float, float, float]:
    """Velocity of the bush against the pin link at the joint, and turning speed."""
    r, s = arms
    v = cross(u[p, 3], u[p, 4], u[p, 5], r[0], r[1], r[2])
    w = cross(u[b, 3], u[b, 4], u[b, 5], s[0], s[1], s[2])
    return (
        u[b, 0] + w[0] - u[p, 0] - v[0],
        u[b, 1] + w[1] - u[p, 1] - v[1],
        u[b, 2] + w[2] - u[p, 2] - v[2],
        u[b, 3] - u[p, 3],
        u[b, 4] - u[p, 4],
        u[b, 5] - u[p, 5],
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
