"""Rows of set-valued laws made ready to be solved: directions, masses, order.

Directions are those in the middle of the coming motion.
Taken at its start, a contact stuck to a rotating body moves along the tangent and
drifts outwards with r w^2 dt / 2. Restitution relates to the velocities before the
step along the same directions, else an impact could create energy.
"""

from __future__ import annotations

from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import Geometry, circle_line
from catena.contact.kinematics.rows import (
    AFFINE,
    CIRCLE_CIRCLE,
    CIRCLE_LINE,
    CIRCLE_ROD,
    JOURNAL_TURN,
    POINT_FACE,
    contour_geometry,
    put_face_tangents,
    put_normal,
    put_tangent,
    put_turn,
)
from catena.contact.search import put_special_row
from catena.dynamics.mass import (
    fill_affine_mass,
    fill_normal_mass,
    fill_tangent_mass,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.rows.listed import fill_row_velocity
from catena.solvers.patches.elastic_friction import show_impulses
from catena.solvers.sweeps.packed_rows import begin_sorting, sort_row
from catena.solvers.sweeps.tied_rows import list_tied
from catena.tables.bodies import LinearBodies
from catena.tables.candidates import Candidates, Contours
from catena.tables.contacts import ListedRows, PercussionWork
from catena.tables.friction import ElasticFriction
from catena.tables.joints import JOINT, LOOSE, Joints


@lean_kernel
def prepare_rows(
    contours: Contours,
    M_inv: Floats,
    linear: LinearBodies,
    rows: ListedRows,
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
    MiW_N, MiW_T = rows.MiW_N, rows.MiW_T
    for j in range(rows.n_active[0]):
        i = active[j]
        a, b = body_a[i], body_b[i]
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        if (rigid[i] == 0 and sticky[i] == 0) or tie[i] == JOINT:
            continue
        kind = pair[i]
        if kind == AFFINE:
            fill_affine_mass(M_inv, linear, dof, W_N, W_T, MiW_N, MiW_T, i)
            list_row(rows, work, tie[i], place[i], i)
            continue
        at_a, at_b = column_a[i], column_b[i]
        if kind == CIRCLE_ROD:  # elastic ones keep the directions of their force
            if rigid[i] == 1:
                turn_rod_row(contours, rows, pose_ahead, u, i)
        elif kind == POINT_FACE:
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
            put_tangent(W_T, i, at_a, at_b, geometry)
            if rigid[i] == 1:
                put_normal(W_N, i, at_a, at_b, geometry)
                fill_velocities(rows, i, a, b, at_b, geometry, u)
        if rigid[i] == 1:
            fill_normal_mass(M_inv, dof, W_N, MiW_N, i)
        for t in range(W_T.shape[1]):
            fill_tangent_mass(M_inv, dof, W_T, MiW_T, i, t)
        list_row(rows, work, tie[i], place[i], i)


@lean_kernel
def turn_rod_row(
    contours: Contours, rows: ListedRows, pose_ahead: Floats, u: Floats, i: int
) -> None:
    """Directions of a circle on a rod, ahead; its gap stays that of the step."""
    gap = rows.g_N[i]
    put_special_row(contours, rows, pose_ahead, u, i)
    rows.g_N[i] = gap
    fill_row_velocity(rows, i, u)


@inline_kernel
def list_row(
    rows: ListedRows, work: PercussionWork, tie: int, joint: int, i: int
) -> None:
    """List row i by what its percussions move."""
    if tie == LOOSE:
        sort_row(rows, work, i)
    else:
        list_tied(work, i, joint)


@inline_kernel
def fill_velocities(
    rows: ListedRows, i: int, a: int, b: int, at_b: int, geometry: Geometry, u: Floats
) -> None:
    """Gap rate and sliding velocity of row i between the bodies a and b [m/s].

    ``at_b`` < 0 says that b rests.
    """
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    v_x = u[3 * a] - u[3 * a + 2] * a_y
    v_y = u[3 * a + 1] + u[3 * a + 2] * a_x
    if at_b >= 0:
        v_x -= u[3 * b] - u[3 * b + 2] * b_y
        v_y -= u[3 * b + 1] + u[3 * b + 2] * b_x
    rows.g_N_dot[i] = rows.w_N[i] + n_x * v_x + n_y * v_y
    rows.g_T_dot[i, 0] = rows.w_T[i, 0] + n_y * v_x - n_x * v_y


@lean_kernel
def list_friction(
    friction: ElasticFriction,
    candidates: Candidates,
    rows: ListedRows,
    work: PercussionWork,
) -> None:
    """Let direct methods and limits of energy see rows of friction as listed ones."""
    show_impulses(friction, rows)
    planar, turns, listed = friction.rows, friction.turns, 0
    column_a, column_b = candidates.column_a, candidates.column_b
    for m in range(friction.n_used[0]):
        i, n_x, n_y = planar[m].slot, planar[m].n_x, planar[m].n_y
        a_x, a_y = planar[m].a_t * n_x, planar[m].a_t * n_y
        b_x, b_y = planar[m].b_t * n_x, planar[m].b_t * n_y
        ends = (0.0, n_x, n_y, a_x, a_y, b_x, b_y)
        put_tangent(rows.W_T, i, column_a[i], column_b[i], ends)
        work.bounded[listed] = i
        listed += 1
    for k in range(turns.size):
        i = turns[k].slot
        put_turn(rows.W_T, i, column_a[i], column_b[i], 1.0 / turns[k].per)
        work.bounded[listed] = i
        listed += 1
    work.listed[1] = listed
    for j in range(listed):
        fill_tangent_mass(
            friction.M_inv, rows.dof, rows.W_T, rows.MiW_T, work.bounded[j], 0
        )
