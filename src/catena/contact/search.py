"""Which candidates are near, and which of them take part in a step.

The near candidates are those with a gap below the skin. No gap can change faster
than its two bodies travel, so the list holds until the bodies have used up the skin.
It only saves work: the active rows are the same with any skin.
"""

from __future__ import annotations

import numpy as np

from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import circle_line
from catena.contact.kinematics.rows import (
    AFFINE,
    CIRCLE_CIRCLE,
    CIRCLE_LINE,
    JOURNAL_TURN,
    POINT_FACE,
    affine_gap,
    contour_geometry,
    put_affine,
    put_face_tangents,
    put_normal,
    put_tangent,
    put_turn,
    takes_part,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.candidates import Contours
from catena.tables.contacts import ContactRows
from catena.tables.system import Search


@kernel
def fastest_point(extent: Floats, u: Floats) -> float:
    """Bound on the speed of any contour point [m/s]."""
    fastest = 0.0
    for b in range(extent.size):
        turn = abs(u[3 * b + 2])
        speed = abs(u[3 * b]) + abs(u[3 * b + 1])
        if turn > 0.0:
            speed += turn * extent[b]
        fastest = max(fastest, speed)
    return fastest


@kernel
def update_near(
    contours: Contours,
    search: Search,
    rows: ContactRows,
    pose: Floats,
    q: Floats,
    travel: float,
) -> None:
    """Repeat the search if the bodies may have used up the skin by their travel."""
    if search.reach[0] == np.inf:
        return
    search.reach[0] -= 2.0 * travel
    if search.reach[0] > 0.0:
        return
    law_N = rows.law_N
    near = search.near
    skin = contours.skin[0]
    fill_gaps(contours, rows, pose, q)
    count = 0
    for i in range(near.size):
        if takes_part(law_N[i], rows.g_N[i] - skin):
            near[count] = i
            count += 1
    search.n_near[0] = count
    search.reach[0] = skin


@kernel
def fill_gaps(contours: Contours, rows: ContactRows, pose: Floats, q: Floats) -> None:
    """Fill the gaps of all rows, near or not."""
    pair, body_a, body_b = (
        contours.candidates.pair,
        contours.candidates.body_a,
        contours.candidates.body_b,
    )
    par = contours.candidates.par
    link = contours.candidates.link
    profiles = contours.profiles
    g_N = rows.g_N
    for i in range(pair.size):
        if pair[i] == AFFINE:
            g_N[i] = affine_gap(contours.affines, link[i], q)
        else:
            geometry, _ = contour_geometry(
                pair[i], pose, body_a[i], body_b[i], par, i, profiles, link[i]
            )
            g_N[i] = geometry[0]


@kernel
def fill_contact_rows(
    contours: Contours,
    search: Search,
    rows: ContactRows,
    pose: Floats,
    q: Floats,
    deepest: Floats,
) -> None:
    """Fill gaps, directions and the list of rows that take part in the step."""
    candidates = contours.candidates
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link, rigid = candidates.par, candidates.link, candidates.rigid
    profiles, affines = contours.profiles, contours.affines
    near = search.near
    law_N, g_N, W_N, W_T = rows.law_N, rows.g_N, rows.W_N, rows.W_T
    count = 0
    for j in range(search.n_near[0]):
        i = near[j]
        a, b = body_a[i], body_b[i]
        if pair[i] == AFFINE:
            g_N[i] = affine_gap(affines, link[i], q)
            if takes_part(law_N[i], g_N[i]):
                put_affine(W_N, W_T, i, affines.W_N, affines.W_T, link[i])
        else:
            key = 0
            if pair[i] == CIRCLE_CIRCLE:  # the two commonest pairs, in line
                geometry = circle_circle(pose, a, b, par, i, 1.0)
            elif pair[i] == CIRCLE_LINE:
                geometry = circle_line(pose, a, b, par, i)
            else:
                geometry, key = contour_geometry(
                    pair[i], pose, a, b, par, i, profiles, link[i]
                )
            g_N[i] = geometry[0]
            if takes_part(law_N[i], g_N[i]):
                rows.key[i] = key
                if pair[i] == POINT_FACE:
                    put_face_tangents(W_T, i, column_a[i], column_b[i], pose, a, b, par)
                elif pair[i] == JOURNAL_TURN:
                    put_turn(W_T, i, column_a[i], column_b[i], par[i, 2])
                else:
                    put_normal(W_N, i, column_a[i], column_b[i], geometry)
                    put_tangent(W_T, i, column_a[i], column_b[i], geometry)
        if takes_part(law_N[i], g_N[i]):
            rows.active[count] = i
            count += 1
            if rigid[i] == 1 and -g_N[i] > deepest[0]:
                deepest[0] = -g_N[i]
    rows.n_active[0] = count


@kernel
def turn_directions(
    contours: Contours, rows: ContactRows, pose_ahead: Floats, u: Floats
) -> None:
    """Turn the directions of set-valued laws to the middle of the coming motion.

    Taken at its start, a contact stuck to a rotating body moves along the tangent
    and drifts outwards with r w^2 dt / 2. Restitution relates to the velocities u
    before the step along the same directions, else an impact could create energy.
    """
    candidates = contours.candidates
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link = candidates.par, candidates.link
    rigid, sticky = candidates.rigid, candidates.sticky
    profiles = contours.profiles
    W_N, W_T, active, dof = rows.W_N, rows.W_T, rows.active, rows.dof
    w_N, w_T, g_N_dot, g_T_dot = rows.w_N, rows.w_T, rows.g_N_dot, rows.g_T_dot
    for j in range(rows.n_active[0]):
        i = active[j]
        if rigid[i] == 0 and sticky[i] == 0:
            continue
        if pair[i] == AFFINE or pair[i] == JOURNAL_TURN:
            continue
        a, b = body_a[i], body_b[i]
        if pair[i] == POINT_FACE:
            put_face_tangents(W_T, i, column_a[i], column_b[i], pose_ahead, a, b, par)
            continue
        if pair[i] == CIRCLE_CIRCLE:  # the two commonest pairs, in line
            geometry = circle_circle(pose_ahead, a, b, par, i, 1.0)
        elif pair[i] == CIRCLE_LINE:
            geometry = circle_line(pose_ahead, a, b, par, i)
        else:
            geometry, _ = contour_geometry(
                pair[i], pose_ahead, a, b, par, i, profiles, link[i]
            )
        if rigid[i] == 1:
            put_normal(W_N, i, column_a[i], column_b[i], geometry)
            put_tangent(W_T, i, column_a[i], column_b[i], geometry)
            g_N_dot[i] = w_N[i]
            g_T_dot[i, 0] = w_T[i, 0]
            for k in range(dof.shape[1]):
                if dof[i, k] < 0:
                    break
                g_N_dot[i] += W_N[i, k] * u[dof[i, k]]
                g_T_dot[i, 0] += W_T[i, 0, k] * u[dof[i, k]]
        else:
            put_tangent(W_T, i, column_a[i], column_b[i], geometry)
