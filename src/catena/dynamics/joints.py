"""Rigid joints: directions, the direct solve, and the gaps that are closed again.

All joints of a mechanism are solved at once. ``S = W' M^-1 W`` is factored with its
profile; its diagonal is made larger by a tiny share of itself, so that dependent joints
share their load evenly instead of being singular.
"""

from __future__ import annotations

from catena.bodies.rigid_planar import turn_pose
from catena.contact.kinematics.circle_line import Geometry
from catena.contact.kinematics.pin import pin
from catena.contact.kinematics.rows import (
    AFFINE,
    PIN_X,
    PIN_Y,
    affine_gap,
    contour_geometry,
)
from catena.dynamics.mass import fill_affine_mass
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.skyline import factor_skyline, solve_skyline
from catena.tables.bodies import LinearBodies
from catena.tables.candidates import Contours
from catena.tables.contacts import ListedRows
from catena.tables.joints import JointDirections, Joints


@lean_kernel
def turn_bodies(
    bodies: Ints, pose: Floats, u: Floats, dt: float, ahead: Floats
) -> None:
    """Poses of the listed bodies a time dt ahead with the velocities u."""
    for m in range(bodies.size):
        turn_pose(pose, u, bodies[m], dt, ahead)


@inline_kernel
def joint_geometry(contours: Contours, i: int, pose: Floats) -> Geometry:
    """Gap, direction and points of a joint between planar bodies."""
    candidates = contours.candidates
    pair, a, b = candidates.pair[i], candidates.body_a[i], candidates.body_b[i]
    par, link = candidates.par, candidates.link[i]
    geometry, _ = contour_geometry(pair, pose, a, b, par, i, contours.profiles, link)
    return geometry


@inline_kernel
def add_normal(
    W: Floats, j: int, at_a: int, at_b: int, geometry: Geometry, share: float
) -> None:
    """Add a share of a normal direction to row j: A opens along n, B against it."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    if at_a >= 0:
        W[j, at_a] += share * n_x
        W[j, at_a + 1] += share * n_y
        W[j, at_a + 2] += share * (a_x * n_y - a_y * n_x)
    if at_b >= 0:
        W[j, at_b] -= share * n_x
        W[j, at_b + 1] -= share * n_y
        W[j, at_b + 2] -= share * (b_x * n_y - b_y * n_x)


@inline_kernel
def put_pin(
    W: Floats, j: int, at_a: int, at_b: int, geometry: Geometry, upright: bool
) -> None:
    """Write the direction of a pin along x, or upright along y."""
    _, _, _, a_x, a_y, b_x, b_y = geometry
    e_x, e_y = (0.0, 1.0) if upright else (1.0, 0.0)
    if at_a >= 0:
        W[j, at_a], W[j, at_a + 1] = e_x, e_y
        W[j, at_a + 2] = a_x if upright else -a_y
    if at_b >= 0:
        W[j, at_b], W[j, at_b + 1] = -e_x, -e_y
        W[j, at_b + 2] = -b_x if upright else b_y


@lean_kernel
def fill_joint_directions(
    contours: Contours, joints: Joints, pose: Floats, W: Floats
) -> None:
    """Directions of all joints at some poses.

    Levers of pins are linear in the cosines and sines of poses: at the mean of two
    poses they are the mean of both.
    """
    candidates = contours.candidates
    pair, par = candidates.pair, candidates.par
    body_a, body_b = candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    for j in range(joints.row.size):
        i = joints.row[j]
        a, b = body_a[i], body_b[i]
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        if pair[i] == PIN_X or pair[i] == PIN_Y:
            geometry = pin(pose, a, b, par, i, 1.0, 0.0)
            put_pin(W, j, column_a[i], column_b[i], geometry, pair[i] == PIN_Y)
        elif pair[i] == AFFINE:
            for k in range(W.shape[1]):
                W[j, k] = contours.affines.W_N[candidates.link[i], k]
        else:
            geometry = joint_geometry(contours, i, pose)
            W[j, :] = 0.0
            add_normal(W, j, column_a[i], column_b[i], geometry, 1.0)


@lean_kernel
def fill_mean_directions(
    contours: Contours,
    joints: Joints,
    back: Floats,
    on: Floats,
    mean: Floats,
    W: Floats,
) -> None:
    """Means of the directions at two poses; ``mean`` are the means of the poses."""
    candidates = contours.candidates
    for m in range(joints.body.size):
        b = joints.body[m]
        for k in range(4):
            mean[b, k] = 0.5 * (back[b, k] + on[b, k])
    fill_joint_directions(contours, joints, mean, W)
    for m in range(joints.bent.size):
        j = joints.bent[m]
        i = joints.row[j]
        at_a, at_b = candidates.column_a[i], candidates.column_b[i]
        W[j, :] = 0.0
        add_normal(W, j, at_a, at_b, joint_geometry(contours, i, back), 0.5)
        add_normal(W, j, at_a, at_b, joint_geometry(contours, i, on), 0.5)


@lean_kernel
def fill_joint_gaps(
    contours: Contours, joints: Joints, pose: Floats, q: Floats, gap: Floats
) -> None:
    """Fill the gaps of all joints [m]."""
    candidates = contours.candidates
    pair, par = candidates.pair, candidates.par
    body_a, body_b = candidates.body_a, candidates.body_b
    for j in range(joints.row.size):
        i = joints.row[j]
        a, b = body_a[i], body_b[i]
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        if pair[i] == PIN_X:
            gap[j] = pin(pose, a, b, par, i, 1.0, 0.0)[0]
        elif pair[i] == PIN_Y:
            gap[j] = pin(pose, a, b, par, i, 0.0, 1.0)[0]
        elif pair[i] == AFFINE:
            gap[j] = affine_gap(contours.affines, candidates.link[i], q)
        else:
            gap[j] = joint_geometry(contours, i, pose)[0]


@lean_kernel
def factor_joints(
    joints: Joints,
    rows: ListedRows,
    M_inv: Floats,
    linear: LinearBodies,
    at: JointDirections,
) -> int:
    """Fill M^-1 W and the factor of S; gives -1, or the joint that moves nothing."""
    W, MiW, S, dof, row = at.W, at.MiW, at.S, rows.dof, joints.row
    for j in range(row.size):
        i = row[j]
        for k in range(W.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            MiW[j, k] = M_inv[v] * W[j, k]
    if linear.first.size > 0:
        fill_linear_mass(joints, rows, (M_inv, linear), at)
    S[:] = 0.0
    shared = joints.shared
    for m in range(shared.size):
        a, b, k_a, k_b = shared[m].a, shared[m].b, shared[m].k_a, shared[m].k_b
        if a < 0 or b < 0 or k_a < 0 or k_b < 0:  # never: none counts from the end
            continue
        product = 0.0
        if shared[m].n == 3:  # planar bodies, in line
            product = W[a, k_a] * MiW[b, k_b]
            product += W[a, k_a + 1] * MiW[b, k_b + 1]
            product += W[a, k_a + 2] * MiW[b, k_b + 2]
        else:
            for k in range(shared[m].n):
                product += W[a, k_a + k] * MiW[b, k_b + k]
        S[shared[m].at] += product
    for j in range(joints.row.size):
        S[joints.start[j + 1] - 1] *= 1.0 + joints.softness[0]
    return int(factor_skyline(S, joints.first, joints.start))


@lean_kernel
def fill_linear_mass(
    joints: Joints,
    rows: ListedRows,
    masses: tuple[Floats, LinearBodies],
    at: JointDirections,
) -> None:
    """M^-1 W of joints of linear bodies, by way of their rows."""
    M_inv, linear = masses
    for j in range(joints.row.size):
        i = joints.row[j]
        for m in range(linear.first.size):
            if linear.first[m] != rows.dof[i, 0]:
                continue
            for k in range(at.W.shape[1]):
                rows.W_N[i, k] = at.W[j, k]
            fill_affine_mass(
                M_inv, linear, rows.dof, rows.W_N, rows.W_T, rows.MiW_N, rows.MiW_T, i
            )
            for k in range(at.W.shape[1]):
                at.MiW[j, k] = rows.MiW_N[i, k]


@lean_kernel
def solve_parting(
    joints: Joints, dof: Ints, at: JointDirections, u: Floats, P: Floats
) -> None:
    """Fill P = S^-1 W' u: the percussions whose opposite stops the parting u."""
    W, row = at.W, joints.row
    for j in range(row.size):
        i = row[j]
        parting = 0.0
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            parting += W[j, k] * u[v]
        P[j] = parting
    solve_skyline(at.S, joints.first, joints.start, P)


@lean_kernel
def push_joints(
    joints: Joints, dof: Ints, at: JointDirections, P: Floats, share: float, u: Floats
) -> None:
    """Add share M^-1 W P to u."""
    MiW, row = at.MiW, joints.row
    for j in range(row.size):
        i, push = row[j], share * P[j]
        for k in range(dof.shape[1]):
            v = dof[i, k]
            if v < 0:
                break
            u[v] += MiW[j, k] * push
