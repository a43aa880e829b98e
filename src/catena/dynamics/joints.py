"""Rigid joints: directions, the direct solve, and the gaps that are closed again.

All joints of a mechanism are solved at once. ``S = W' M^-1 W`` is factored with its
profile; its diagonal is made larger by 1e-8 of itself, so that dependent joints share
their load evenly instead of being singular.
"""

from __future__ import annotations

from catena.bodies.rigid_planar import turn_pose
from catena.contact.kinematics.circle_line import Geometry
from catena.contact.kinematics.rows import AFFINE, affine_gap, contour_geometry
from catena.dynamics.mass import fill_affine_mass
from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.skyline import factor_skyline, solve_skyline
from catena.tables.bodies import LinearBodies
from catena.tables.candidates import Contours
from catena.tables.contacts import ContactRows
from catena.tables.joints import JointDirections, Joints

SOFTNESS = 1e-8
"""Added to the diagonal of S, as a share of it: dependent joints share their load."""


@kernel
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


@kernel
def fill_joint_directions(
    contours: Contours,
    joints: Joints,
    pose: Floats,
    q: Floats,
    share: float,
    W: Floats,
    gap: Floats,
) -> None:
    """Add a share of the directions at some poses to W; fill the gaps [m]."""
    candidates = contours.candidates
    for j in range(joints.row.size):
        i = joints.row[j]
        if candidates.pair[i] == AFFINE:
            m = candidates.link[i]
            gap[j] = affine_gap(contours.affines, m, q)
            for k in range(W.shape[1]):
                W[j, k] += share * contours.affines.W_N[m, k]
            continue
        geometry = joint_geometry(contours, i, pose)
        gap[j] = geometry[0]
        at_a, at_b = candidates.column_a[i], candidates.column_b[i]
        add_normal(W, j, at_a, at_b, geometry, share)


@kernel
def fill_joint_gaps(
    contours: Contours, joints: Joints, pose: Floats, q: Floats, gap: Floats
) -> None:
    """Fill the gaps of all joints [m]."""
    candidates = contours.candidates
    for j in range(joints.row.size):
        i = joints.row[j]
        if candidates.pair[i] == AFFINE:
            gap[j] = affine_gap(contours.affines, candidates.link[i], q)
        else:
            gap[j] = joint_geometry(contours, i, pose)[0]


@kernel
def factor_joints(
    joints: Joints,
    rows: ContactRows,
    M_inv: Floats,
    linear: LinearBodies,
    at: JointDirections,
) -> int:
    """Fill M^-1 W and the factor of S; gives -1, or the joint that moves nothing."""
    W, MiW, S, dof = at.W, at.MiW, at.S, rows.dof
    for j in range(joints.row.size):
        i = joints.row[j]
        for k in range(W.shape[1]):
            if dof[i, k] < 0:
                break
            MiW[j, k] = M_inv[dof[i, k]] * W[j, k]
    if linear.first.size > 0:
        fill_linear_mass(joints, rows, linear, at)
    S[:] = 0.0
    shared = joints.shared
    for m in range(shared.size):
        a, b, k_a, k_b = shared[m].a, shared[m].b, shared[m].k_a, shared[m].k_b
        if a < 0 or b < 0 or k_a < 0 or k_b < 0:  # never: none counts from the end
            continue
        product = 0.0
        for k in range(shared[m].n):
            product += W[a, k_a + k] * MiW[b, k_b + k]
        S[shared[m].at] += product
    for j in range(joints.row.size):
        S[joints.start[j + 1] - 1] *= 1.0 + SOFTNESS
    return int(factor_skyline(S, joints.first, joints.start))


@kernel
def fill_linear_mass(
    joints: Joints, rows: ContactRows, linear: LinearBodies, at: JointDirections
) -> None:
    """M^-1 W of joints of linear bodies, by way of their rows."""
    for j in range(joints.row.size):
        i = joints.row[j]
        for m in range(linear.first.size):
            if linear.first[m] != rows.dof[i, 0]:
                continue
            for k in range(at.W.shape[1]):
                rows.W_N[i, k] = at.W[j, k]
            fill_affine_mass(
                linear, rows.dof, rows.W_N, rows.W_T, rows.MiW_N, rows.MiW_T, i
            )
            for k in range(at.W.shape[1]):
                at.MiW[j, k] = rows.MiW_N[i, k]


@kernel
def solve_parting(
    joints: Joints, dof: Ints, at: JointDirections, u: Floats, P: Floats
) -> None:
    """Fill P = S^-1 W' u: the percussions whose opposite stops the parting u."""
    for j in range(joints.row.size):
        i = joints.row[j]
        parting = 0.0
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            parting += at.W[j, k] * u[dof[i, k]]
        P[j] = parting
    solve_skyline(at.S, joints.first, joints.start, P)


@kernel
def push_joints(
    joints: Joints, dof: Ints, at: JointDirections, P: Floats, share: float, u: Floats
) -> None:
    """Add share M^-1 W P to u."""
    for j in range(joints.row.size):
        i = joints.row[j]
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            u[dof[i, k]] += share * at.MiW[j, k] * P[j]
