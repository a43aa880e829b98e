"""Tables of contact candidates: who may touch whom, and with which contours.

The number of a candidate is the identity of the contact for the whole run: its row
among the listed ones, or the slot where rows of other kinds keep what they hand on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows

CONTOUR_PARAMETERS = 8
"""Columns of ``par``: four numbers for each of the two contours."""


class RowKind(IntEnum):
    """Kind of row that a contact fills."""

    LISTED = 0
    """``rows.listed``: percussions along the normal, rods, linear bodies, faces,
    coupled laws, jointed bodies."""
    PLANAR = 1
    """``rows.planar``: elastic contacts of two planar bodies."""
    TURN = 2
    """``rows.turn``: friction in bearings."""


class Candidates(NamedTuple):
    """Pairs of contours that may touch."""

    pair: Ints  # (n_c,)      PairKind
    body_a: Ints  # (n_c,)
    body_b: Ints  # (n_c,)
    column_a: Ints  # (n_c,)  where body a stands in the row's ``dof``, -1 = nowhere
    column_b: Ints  # (n_c,)  where body b stands in the row's ``dof``, -1 = nowhere
    par: Floats  # (n_c, 8)   contour numbers, as the pair's file lists them
    link: Ints  # (n_c,)      row in profiles, affines, journals or rods
    group: Ints  # (n_c,)     whose losses are summed together
    tolerance: Floats  # (n_c,)  gap below which a rigid contact counts as closed [m]
    rigid: Ints  # (n_c,)     1 = set-valued normal law: directions half a step ahead
    sticky: Ints  # (n_c,)    1 = set-valued friction: tangents half a step ahead
    kind: Ints  # (n_c,)      a RowKind
    law: Ints  # (n_c,)       row of ``laws``
    laws: Rows  # (n_l,)      GROUP: laws and their numbers, each combination once
    account: Ints  # (n_l,)   row of the ledger: the group of these contacts
    mu_static: Floats  # (n_c,)   coefficient while sticking
    mu_kinetic: Floats  # (n_c,)  coefficient while sliding
    switching: Ints  # (n_s,)     rows that switch between the two


class Profiles(NamedTuple):
    """Profiles of arcs and segments, in the frame of their body.

    A profile with a sector angle repeats around the body's centre: a sprocket stores
    one tooth gap. The columns of ``piece`` are x, y, radius, start, span. A piece with
    ``bend`` 0 is a segment from (x, y) in the direction ``start`` of length ``span``;
    else an arc about (x, y) from the angle ``start`` over the angle ``span``, material
    inside (``bend`` +1, convex) or outside (-1, hollow).
    """

    first: Ints  # (n_p,)        first piece
    last: Ints  # (n_p,)         one past the last piece
    sector: Floats  # (n_p,)     angle after which it repeats [rad], 0 = never
    bend: Ints  # (n_s,)
    piece: Floats  # (n_s, 5)    [m, rad]


class Affines(NamedTuple):
    """Gaps linear in the coordinates: g_N = g_0 + W_N q, sliding W_T u."""

    g_0: Floats  # (n_a,)
    dof: Ints  # (n_a, n_k)    -1 = unused
    W_N: Floats  # (n_a, n_k)
    W_T: Floats  # (n_a, n_k)


class Rods(NamedTuple):
    """Flexible rods that circles may touch."""

    first: Ints  # (n_r,)    first beam
    last: Ints  # (n_r,)     one past the last beam
    closed: Ints  # (n_r,)   1 = the last beam ends where the first begins


class Contours(NamedTuple):
    """Everything the contact kinematics read."""

    candidates: Candidates
    profiles: Profiles
    affines: Affines
    rods: Rods
    beams: Rows  # BEAM, those of the system
    skin: Floats  # (1,)   gap below which a candidate counts as near [m]
