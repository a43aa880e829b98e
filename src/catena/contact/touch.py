"""One pass over the near candidates: gaps, directions, memory, velocities, forces.

A contact between contours of planar bodies is finished while its numbers are at
hand. Rows that need more than their own contours (gaps linear in the coordinates,
faces, bearings, forces that another part gives) get their directions here and are
listed as ``general``; ``laws.row_forces`` does the rest for them.
"""

from __future__ import annotations

import math

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import Geometry, circle_line
from catena.contact.kinematics.rows import (
    AFFINE,
    CIRCLE_CIRCLE,
    CIRCLE_LINE,
    JOURNAL_TURN,
    POINT_FACE,
    contour_geometry,
    put_normal,
    put_tangent,
    takes_part,
)
from catena.contact.row_forces import approach_speed, failed_law, remember_row
from catena.contact.search import put_special_row
from catena.jit import inline_kernel, kernel
from catena.laws.dispatch import (
    friction_ratio,
    is_single_valued,
    normal_force,
)
from catena.laws.spring_damper import spring_damper
from catena.numerics.arrays import Floats, Ints
from catena.tables.candidates import Contours
from catena.tables.contacts import ContactRows
from catena.tables.system import Search

OK = int(Status.OK)
UNKNOWN_LAW = int(Status.UNKNOWN_LAW)
BILATERAL = int(NormalLaw.BILATERAL)
GIVEN = int(NormalLaw.GIVEN)
MAXWELL = int(NormalLaw.MAXWELL)
SPRING_DAMPER = int(NormalLaw.SPRING_DAMPER)
REGULARISED = int(FrictionLaw.REGULARISED)


@kernel
def touch_contours(
    contours: Contours,
    search: Search,
    rows: ContactRows,
    motion: tuple[Floats, Floats, Floats],
    deepest: Floats,
    general: Ints,
    h: Floats,
) -> tuple[int, int]:
    """Fill the rows that take part and add their forces to h.

    ``motion`` are poses, coordinates and velocities. Returns (Status, how many rows are
    left in ``general``).
    """
    pose, q, u = motion
    candidates, profiles = contours.candidates, contours.profiles
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link = candidates.par, candidates.link
    rigid, sticky = candidates.rigid, candidates.sticky
    near = search.near
    law_N, law_T, active, n_active = rows.law_N, rows.law_T, rows.active, rows.n_active
    g_N, g_N_dot, g_T_dot = rows.g_N, rows.g_N_dot, rows.g_T_dot
    W_N, W_T, keys, par_T, la_T = rows.W_N, rows.W_T, rows.key, rows.par_T, rows.la_T
    rows.step[0] += 1
    count, left = 0, 0
    for j in range(search.n_near[0]):
        i = near[j]
        a, b = body_a[i], body_b[i]
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        kind, key = pair[i], 0
        if law_N[i] == BILATERAL and kind != AFFINE:  # ``joint_step`` does the rest
            keys[i] = key
            remember_row(rows, i)
            active[count] = i
            count += 1
            continue
        if kind == CIRCLE_CIRCLE:  # the two commonest pairs, in line
            geometry = circle_circle(pose, a, b, par, i, 1.0)
        elif kind == CIRCLE_LINE:
            geometry = circle_line(pose, a, b, par, i)
        elif kind == AFFINE or kind == POINT_FACE or kind == JOURNAL_TURN:
            if put_special_row(contours, rows, pose, q, i):
                remember_row(rows, i)
                active[count], general[left] = i, i
                count, left = count + 1, left + 1
                if rigid[i] == 1:
                    deepest[0] = max(deepest[0], -g_N[i])
            continue
        else:
            geometry, key = contour_geometry(
                kind, pose, a, b, par, i, profiles, link[i]
            )
        g_N[i] = geometry[0]
        if not takes_part(law_N[i], geometry[0]):
            continue
        keys[i] = key
        remember_row(rows, i)
        active[count] = i
        count += 1
        if rigid[i] == 1:
            deepest[0] = max(deepest[0], -geometry[0])
        put_normal(W_N, i, column_a[i], column_b[i], geometry)
        if rigid[i] == 1 or sticky[i] == 0 or law_N[i] == MAXWELL:  # else: ahead
            put_tangent(W_T, i, column_a[i], column_b[i], geometry)
        if law_N[i] == GIVEN or law_N[i] == MAXWELL:
            general[left] = i
            left += 1
            continue
        fill_velocities(rows, i, a, b, column_b[i], geometry, u)
        if is_single_valued(law_N[i]):
            la_N = evaluated(rows, i)
            if math.isnan(la_N):
                n_active[0] = count
                return failed_law(law_N[i], geometry[0], g_N_dot[i]), left
            friction = 0.0
            if law_T[i] >= REGULARISED:
                v = g_T_dot[i, 0]
                friction = -friction_ratio(law_T[i], abs(v), par_T, i) * la_N * v
                if math.isnan(friction):
                    n_active[0] = count
                    return UNKNOWN_LAW, left
                la_T[i, 0] = friction
            push_bodies(h, a, b, column_b[i], geometry, la_N, friction)
    n_active[0] = count
    return OK, left


@inline_kernel
def fill_velocities(
    rows: ContactRows, i: int, a: int, b: int, at_b: int, geometry: Geometry, u: Floats
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


@inline_kernel
def evaluated(rows: ContactRows, i: int) -> float:
    """Normal force of a single-valued row [N], which is noted; NaN if it has none."""
    g_N, g_N_dot, law_N = rows.g_N[i], rows.g_N_dot[i], rows.law_N[i]
    par_N, v_impact, la_N = rows.par_N, rows.v_impact, rows.la_N
    if law_N == SPRING_DAMPER:  # the commonest law, in line
        la_N[i] = spring_damper(g_N, g_N_dot, par_N[i, 0], par_N[i, 1])
    else:
        v_impact[i] = approach_speed(g_N, g_N_dot, v_impact[i])
        la_N[i] = normal_force(law_N, g_N, g_N_dot, v_impact[i], par_N, i)
    return float(la_N[i])


@inline_kernel
def push_bodies(
    h: Floats, a: int, b: int, at_b: int, geometry: Geometry, la_N: float, la_T: float
) -> None:
    """Add a normal and a friction force to body a, and to body b unless it rests."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    f_x = la_N * n_x + la_T * n_y
    f_y = la_N * n_y - la_T * n_x
    h[3 * a] += f_x
    h[3 * a + 1] += f_y
    h[3 * a + 2] += a_x * f_y - a_y * f_x
    if at_b >= 0:
        h[3 * b] -= f_x
        h[3 * b + 1] -= f_y
        h[3 * b + 2] -= b_x * f_y - b_y * f_x
