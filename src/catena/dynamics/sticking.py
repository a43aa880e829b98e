"""Directions that do not move while friction sticks, from the rows of a step.

A direction is a row over all coordinates of a drive; rows of a table that press nothing
have none.
"""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats
from catena.numerics.records import Rows


def saddle_directions(
    rows: Rows, size: int, bodies: int, first: int, points: int
) -> Floats:
    """Slips of pressed rows of bodies on a ring, (m, size).

    ``bodies`` planar bodies stand first in q, the ``points`` control points at
    ``first``.
    """
    pressed = rows[rows.force != 0.0]
    W = np.zeros((pressed.size, size))
    for k, row in enumerate(pressed):
        W[k, row.a + bodies * np.arange(3)] = row.t_x, row.t_y, row.l_t
        for p, w in (
            (row.p0, row.w0), (row.p1, row.w1), (row.p2, row.w2), (row.p3, row.w3),
        ):  # fmt: skip
            W[k, first + p] -= w * row.t_x
            W[k, first + points + p] -= w * row.t_y
    return W


def edge_directions(rows: Rows, size: int, bodies: int) -> Floats:
    """Slips of rows of friction between two planar bodies, (m, size)."""
    W = np.zeros((rows.size, size))
    axes = bodies * np.arange(3)
    for k, row in enumerate(rows):
        W[k, row.a + axes] = -row.n_y, row.n_x, row.a_t
        W[k, row.b + axes] = row.n_y, -row.n_x, -row.b_t
    return W


def flank_directions(
    rows: Rows, size: int, bodies: int, first: int, pulleys: int, shafts: int | None
) -> Floats:
    """Slips of pressed flanks along the travel and outwards, (2 m, size).

    The sheaves of ``pulleys`` begin at ``first``, shafts that move at ``shafts``.
    """
    pressed = rows[rows.force > 0.0]
    W = np.zeros((2 * pressed.size, size))
    for k, row in enumerate(pressed):
        own = row.a + bodies * np.arange(3)
        turn, groove, slope_x, slope_y = first + row.b + pulleys * np.arange(4)
        along, out = W[2 * k], W[2 * k + 1]
        along[own], along[turn] = (row.t_x, row.t_y, row.l_t), -row.rho
        out[own], out[groove] = (row.g_x, row.g_y, row.l_g), -row.z
        out[slope_x], out[slope_y] = -row.s_x, -row.s_y
        if shafts is not None:
            shaft = shafts + row.b + pulleys * np.arange(2)
            along[shaft], out[shaft] = (-row.t_x, -row.t_y), (-row.g_x, -row.g_y)
    return W
