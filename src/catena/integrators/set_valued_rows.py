"""Rows of set-valued laws made ready to be solved: directions, masses, order.

Directions are those in the middle of the coming motion.
Taken at its start, a contact stuck to a rotating body moves along the tangent and
drifts outwards with r w^2 dt / 2. Restitution relates to the velocities before the
step along the same directions, else an impact could create energy.
"""

from __future__ import annotations

from catena.codes import FrictionLaw
from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import Geometry, circle_line
from catena.contact.kinematics.rows import (
    AFFINE,
    CIRCLE_CIRCLE,
    CIRCLE_LINE,
    JOURNAL_TURN,
    POINT_FACE,
    contour_geometry,
    put_face_tangents,
    put_normal,
    put_tangent,
)
from catena.contact.touch import fill_velocities
from catena.dynamics.mass import (
    fill_affine_mass,
    fill_normal_mass,
    fill_tangent_mass,
)
from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.bounded_rows import list_bounded
from catena.solvers.sweeps.packed_rows import begin_sorting, sort_row
from catena.solvers.sweeps.tied_rows import list_tied
from catena.tables.bodies import LinearBodies
from catena.tables.candidates import Contours
from catena.tables.contacts import ContactRows, PercussionWork
from catena.tables.joints import JOINT, LOOSE, Joints

COULOMB = int(FrictionLaw.COULOMB)


@kernel
def prepare_rows(
    contours: Contours,
    M_inv: Floats,
    linear: LinearBodies,
    rows: ContactRows,
    pose_ahead: Floats,
    u: Floats,
    joints: Joints,
    work: PercussionWork,
) -> None:
    """Turn the directions of set-valued laws ahead, fill M^-1 W, sort the rows.

    ``u`` are the velocities before the step, which restitution refers to. Joints have
    their directions already.
    """
    begin_sorting(work)
    candidates, profiles = contours.candidates, contours.profiles
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link = candidates.par, candidates.link
    rigid, sticky = candidates.rigid, candidates.sticky
    tie, place = joints.kind, joints.place
    W_N, W_T, dof, active = rows.W_N, rows.W_T, rows.dof, rows.active
    law_T, MiW_N, MiW_T = rows.law_T, rows.MiW_N, rows.MiW_T
    for j in range(rows.n_active[0]):
        i = active[j]
        a, b = body_a[i], body_b[i]
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        if (rigid[i] == 0 and sticky[i] == 0) or tie[i] == JOINT:
            continue
        kind = pair[i]
        if kind == AFFINE:
            fill_affine_mass(linear, dof, W_N, W_T, MiW_N, MiW_T, i)
            list_row(rows, work, tie[i], place[i], i)
            continue
        at_a, at_b = column_a[i], column_b[i]
        if kind == POINT_FACE:
            put_face_tangents(W_T, i, at_a, at_b, pose_ahead, a, b, par)
        elif kind != JOURNAL_TURN:
            if kind == CIRCLE_CIRCLE:  # the two commonest pairs, in line
                geometry = circle_circle(pose_ahead, a, b, par, i, 1.0)
            elif kind == CIRCLE_LINE:
                geometry = circle_line(pose_ahead, a, b, par, i)
            else:
                geometry, _ = contour_geometry(
                    kind, pose_ahead, a, b, par, i, profiles, link[i]
                )
            if rigid[i] == 0 and law_T[i] == COULOMB and tie[i] == LOOSE:
                G = put_weighed_tangent(rows, M_inv, i, a, b, at_a, at_b, geometry)
                list_bounded(rows, work, i, G)
                continue
            put_tangent(W_T, i, at_a, at_b, geometry)
            if rigid[i] == 1:
                put_normal(W_N, i, at_a, at_b, geometry)
                fill_velocities(rows, i, a, b, at_b, geometry, u)
        if rigid[i] == 1:
            fill_normal_mass(M_inv, dof, W_N, MiW_N, i)
        for t in range(W_T.shape[1]):
            fill_tangent_mass(M_inv, dof, W_T, MiW_T, i, t)
        list_row(rows, work, tie[i], place[i], i)


@inline_kernel
def list_row(
    rows: ContactRows, work: PercussionWork, tie: int, joint: int, i: int
) -> None:
    """List row i by what its percussions move."""
    if tie == LOOSE:
        sort_row(rows, work, i)
    else:
        list_tied(work, i, joint)


@inline_kernel
def put_weighed_tangent(
    rows: ContactRows,
    M_inv: Floats,
    i: int,
    a: int,
    b: int,
    at_a: int,
    at_b: int,
    geometry: Geometry,
) -> float:
    """Write W_T and M^-1 W_T of row i between planar bodies; gives W_T M^-1 W_T."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    W_T, MiW_T = rows.W_T, rows.MiW_T
    G = 0.0
    if at_a >= 0:
        turn = -a_x * n_x - a_y * n_y
        x, y, z = M_inv[3 * a] * n_y, -M_inv[3 * a + 1] * n_x, M_inv[3 * a + 2] * turn
        W_T[i, 0, at_a], W_T[i, 0, at_a + 1], W_T[i, 0, at_a + 2] = n_y, -n_x, turn
        MiW_T[i, 0, at_a], MiW_T[i, 0, at_a + 1], MiW_T[i, 0, at_a + 2] = x, y, z
        G += n_y * x - n_x * y + turn * z
    if at_b >= 0:
        turn = b_x * n_x + b_y * n_y
        x, y, z = -M_inv[3 * b] * n_y, M_inv[3 * b + 1] * n_x, M_inv[3 * b + 2] * turn
        W_T[i, 0, at_b], W_T[i, 0, at_b + 1], W_T[i, 0, at_b + 2] = -n_y, n_x, turn
        MiW_T[i, 0, at_b], MiW_T[i, 0, at_b + 1], MiW_T[i, 0, at_b + 2] = x, y, z
        G += -n_y * x + n_x * y + turn * z
    return G
