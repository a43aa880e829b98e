"""Which candidates are near, and where their gaps and directions are.

The near candidates are those with a gap below the skin. No gap can change faster
than its two bodies travel, so the list holds until the bodies have used up the skin.
Gaps of linear bodies and rods, whose travel is not known here, are always near. The
list only saves work: the active rows are the same with any skin.
"""

from __future__ import annotations

import numpy as np

from catena.contact.kinematics.circle_rod import put_rod_row, rod_gap
from catena.contact.kinematics.rows import (
    AFFINE,
    CIRCLE_ROD,
    POINT_FACE,
    affine_gap,
    contour_geometry,
    has_contours,
    put_affine,
    put_face_tangents,
    put_normal,
    put_tangent,
    put_turn,
    takes_part,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.candidates import Contours, RowKind
from catena.tables.contacts import ListedRows
from catena.tables.system import Search


@lean_kernel
def fastest_point(extent: Floats, u: Floats) -> float:
    """Bound on the speed of any contour point [m/s]."""
    fastest = 0.0
    for b in range(extent.size):
        turn = abs(u[3 * b + 2])
        speed = abs(u[3 * b]) + abs(u[3 * b + 1])
        if turn > 0.0:  # an endless face has an infinite extent: 0 times it is NaN
            speed += turn * extent[b]
        fastest = max(fastest, speed)
    return fastest


@lean_kernel
def update_near(
    contours: Contours,
    search: Search,
    rows: ListedRows,
    pose: Floats,
    q: Floats,
    travel: float,
) -> None:
    """Repeat the search if the bodies may have used up the skin by their travel."""
    if search.reach[0] == np.inf:
        return
    search.reach[0] -= 2.0 * travel  # both bodies may have come that way
    if search.reach[0] > 0.0:
        return
    law_N, gap = rows.law_N, search.gap
    near, pair = search.near, contours.candidates.pair
    kind = contours.candidates.kind
    skin = contours.skin[0]
    fill_gaps(contours, gap, pose, q)
    count = 0
    for i in range(near.size):
        if kind[i] == RowKind.TURN:  # has nothing but its row of friction
            continue
        # no bound on the speed of these by the extent of a body: looked at each time
        always = pair[i] == AFFINE or pair[i] == CIRCLE_ROD
        if always or takes_part(law_N[i], gap[i] - skin):
            near[count] = i
            count += 1
    search.n_near[0] = count
    # until bodies have come nearer by the skin, who is not listed cannot touch
    search.reach[0] = skin


@lean_kernel
def fill_gaps(contours: Contours, gap: Floats, pose: Floats, q: Floats) -> None:
    """Fill the gaps of all candidates, near or not."""
    pair, body_a, body_b = (
        contours.candidates.pair,
        contours.candidates.body_a,
        contours.candidates.body_b,
    )
    par = contours.candidates.par
    link = contours.candidates.link
    profiles = contours.profiles
    for i in range(pair.size):
        if pair[i] == AFFINE:
            gap[i] = affine_gap(contours.affines, link[i], q)
        elif pair[i] == CIRCLE_ROD:
            gap[i] = rod_gap(
                contours.beams, contours.rods, link[i], pose, body_a[i], par[i]
            )
        else:
            geometry, _ = contour_geometry(
                pair[i], pose, body_a[i], body_b[i], par, i, profiles, link[i]
            )
            gap[i] = geometry[0]


@lean_kernel
def fill_directions(
    contours: Contours, rows: ListedRows, pose: Floats, q: Floats
) -> None:
    """Fill gaps and directions of all rows, near or not, open or closed."""
    candidates = contours.candidates
    pair, body_a, body_b = candidates.pair, candidates.body_a, candidates.body_b
    column_a, column_b = candidates.column_a, candidates.column_b
    for i in range(pair.size):
        if not has_contours(pair[i]):
            put_special_row(contours, rows, pose, q, i)
            continue
        geometry, rows.key[i] = contour_geometry(
            pair[i],
            pose,
            body_a[i],
            body_b[i],
            candidates.par,
            i,
            contours.profiles,
            candidates.link[i],
        )
        rows.g_N[i] = geometry[0]
        put_normal(rows.W_N, i, column_a[i], column_b[i], geometry)
        put_tangent(rows.W_T, i, column_a[i], column_b[i], geometry)


@lean_kernel
def put_special_row(
    contours: Contours, rows: ListedRows, pose: Floats, q: Floats, i: int
) -> bool:
    """Gap and directions of a row without two contours; True if it takes part."""
    candidates = contours.candidates
    kind, link, par = candidates.pair[i], candidates.link[i], candidates.par
    at_a, at_b = candidates.column_a[i], candidates.column_b[i]
    if kind == AFFINE:
        rows.g_N[i] = affine_gap(contours.affines, link, q)
        put_affine(
            rows.W_N, rows.W_T, i, contours.affines.W_N, contours.affines.W_T, link
        )
    elif kind == CIRCLE_ROD:
        beams, rods = contours.beams, contours.rods
        put_rod_row(beams, rods, link, pose, candidates.body_a, par[i], rows, i)
    else:
        rows.g_N[i] = par[i, 3]
        if kind == POINT_FACE:
            a, b = candidates.body_a[i], candidates.body_b[i]
            put_face_tangents(rows.W_T, i, at_a, at_b, pose, a, b, par)
        else:
            put_turn(rows.W_T, i, at_a, at_b, par[i, 2])
    return takes_part(rows.law_N[i], rows.g_N[i])
