"""One pass over the near candidates: who touches, and where.

Elastic contacts of two planar bodies become rows of the kind `PLANAR`. All others fill
their listed row with gap and directions; those with forces of their own (gaps linear in
the coordinates, rods, coupled laws, elastic contacts on jointed bodies) and those whose
force another part gives are listed as ``general``; ``rows.listed`` does the rest.
"""

from __future__ import annotations

from catena.codes import NormalLaw
from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import circle_line
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
from catena.contact.planar_contacts import put_planar, remember_slot
from catena.contact.search import put_special_row
from catena.jit import lean_kernel
from catena.laws.dispatch import unknown_kind
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.listed import remember_row
from catena.tables.candidates import Contours, RowKind
from catena.tables.contacts import ListedRows
from catena.tables.friction import Slots
from catena.tables.system import Search

BILATERAL = int(NormalLaw.BILATERAL)


@lean_kernel
def find_contacts(
    contours: Contours,
    search: Search,
    tables: tuple[ListedRows, Slots, Rows],
    motion: tuple[Floats, Floats],
    deepest: Floats,
    general: Ints,
    dt: float,
) -> int:
    """Fill the rows that take part; gives how many of the listed ones are general.

    ``tables`` are the listed rows, the slots and the planar rows, ``motion`` poses and
    coordinates. A rigid contact whose gap is open within its tolerance counts as
    closed; up to twice the tolerance it takes part too, and may use up the rest in the
    step dt. The law is then continuous in the gap, and rounding does not decide who
    carries.
    """
    pose, q = motion
    rows, slots, touching = tables
    candidates, profiles = contours.candidates, contours.profiles
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    par, link, law = candidates.par, candidates.link, candidates.law
    row_kind, rigid, tolerance = candidates.kind, candidates.rigid, candidates.tolerance
    near, gap, room = search.near, search.gap, rows.room
    law_N, active, n_active = rows.law_N, rows.active, rows.n_active
    g_N, W_N, W_T, keys = rows.g_N, rows.W_N, rows.W_T, rows.key
    rows.step[0] += 1
    slots.step[0] += 1
    count, left, touched = 0, 0, 0
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
            gap[i] = g_N[i]
            continue
        else:
            geometry, key = contour_geometry(
                kind, pose, a, b, par, i, profiles, link[i]
            )
        gap[i] = geometry[0]
        if row_kind[i] == RowKind.PLANAR:
            if geometry[0] < 0.0:  # at 0 no law has a force
                remember_slot(slots, i, key)
                put_planar(touching, touched, a, b, i, law[i], geometry)
                touched += 1
            continue
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
        put_tangent(W_T, i, column_a[i], column_b[i], geometry)
        if unknown_kind(law_N[i]) == 0:
            general[left] = i
            left += 1
    n_active[0], slots.n_touching[0] = count, touched
    return left
