"""One pass over the near candidates: gaps, directions, memory, velocities, forces.

A contact between contours of planar bodies is finished while its numbers are at
hand. Rows that need more than their own contours (gaps linear in the coordinates,
faces, bearings, rods, forces that another part gives) get their directions here and are
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
    contour_geometry,
    has_contours,
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
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.candidates import Contours
from catena.tables.contacts import ContactRows
from catena.tables.system import Search

OK = int(Status.OK)
UNKNOWN_LAW = int(Status.UNKNOWN_LAW)
BILATERAL = int(NormalLaw.BILATERAL)
GIVEN = int(NormalLaw.GIVEN)
MAXWELL = int(NormalLaw.MAXWELL)
REGULARISED = int(FrictionLaw.REGULARISED)


@kernel
def fill_contour_rows(
    contours: Contours,
    search: Search,
    rows: ContactRows,
    motion: tuple[Floats, Floats, Floats],
    deepest: Floats,
    general: Ints,
    h: Floats,
    dt: float,
) -> tuple[int, int]:
    """Fill the rows that take part and add their forces to h.

    ``motion`` are poses, coordinates and velocities. A rigid contact whose gap is open
    within its tolerance counts as closed; up to twice the tolerance it takes part too,
    and may use up the rest in the step dt. The law is then continuous in the gap, and
    rounding does not decide who carries. Returns (Status, how many rows are left in
    ``general``).
    """
    pose, q, u = motion
    candidates, profiles = contours.candidates, contours.profiles
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link = candidates.par, candidates.link
    rigid, sticky, tolerance = candidates.rigid, candidates.sticky, candidates.tolerance
    room = rows.room
    near = search.near
    law_N, law_T, active, n_active = rows.law_N, rows.law_T, rows.active, rows.n_active
    g_N, g_N_dot, g_T_dot = rows.g_N, rows.g_N_dot, rows.g_T_dot
    W_N, W_T, keys, la_T = rows.W_N, rows.W_T, rows.key, rows.la_T
    laws = candidates.laws
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
        elif not has_contours(kind):
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
        beyond = geometry[0] - tolerance[i]
        if not takes_part(law_N[i], beyond - tolerance[i]):
            continue
        room[i] = max(beyond, 0.0) / dt if dt > 0.0 and rigid[i] == 1 else 0.0
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
            la_N = evaluated(rows, laws, i)
            if math.isnan(la_N):
                n_active[0] = count
                return failed_law(law_N[i], geometry[0], g_N_dot[i]), left
            friction = 0.0
            if law_T[i] >= REGULARISED:
                v = g_T_dot[i, 0]
                friction = -friction_ratio(laws, i, v) * la_N * v
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
def evaluated(rows: ContactRows, laws: Rows, i: int) -> float:
    """Normal force of a single-valued row [N], which is noted; NaN if it has none."""
    g_N, g_N_dot, la_N, v_impact = (
        rows.g_N[i],
        rows.g_N_dot[i],
        rows.la_N,
        rows.v_impact,
    )
    if laws[i].chi > 0.0:  # hysteresis remembers how fast the contact closed
        v_impact[i] = approach_speed(g_N, g_N_dot, v_impact[i])
    la_N[i] = normal_force(laws, i, g_N, g_N_dot, v_impact[i])
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
