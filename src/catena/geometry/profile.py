"""Nearest point of a profile of arcs and segments.

Material lies to the right of a profile's direction of travel, so a floor runs along
+x and a closed outline runs clockwise. Distances are positive outside the material.
"""

from __future__ import annotations

import math

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.numerics.planar import wrapped
from catena.tables.candidates import Profiles

Foot = tuple[float, float, float]
"""Signed distance [m] and outward direction (x, y)."""

NOWHERE = 1e300
"""Distance of a piece whose foot point lies beyond its ends."""
SAME_CORNER = 1e-9
"""Relative difference of the distances to one corner from its two pieces."""


@kernel
def segment_foot(piece: Floats, k: int, x: float, y: float) -> Foot:
    """Distance to a straight piece, if the foot point lies on it."""
    t_x = math.cos(piece[k, 3])
    t_y = math.sin(piece[k, 3])
    along = (x - piece[k, 0]) * t_x + (y - piece[k, 1]) * t_y
    if along < 0.0 or along > piece[k, 4]:
        return NOWHERE, 0.0, 0.0
    height = (y - piece[k, 1]) * t_x - (x - piece[k, 0]) * t_y
    return height, -t_y, t_x


@kernel
def arc_foot(piece: Floats, side: float, k: int, x: float, y: float) -> Foot:
    """Distance to an arc, if the foot point lies on it."""
    d_x = x - piece[k, 0]
    d_y = y - piece[k, 1]
    middle = piece[k, 3] + 0.5 * piece[k, 4]
    off = wrapped(math.atan2(d_y, d_x) - middle, 2.0 * math.pi)
    distance = math.sqrt(d_x * d_x + d_y * d_y)
    if abs(off) > 0.5 * abs(piece[k, 4]) or distance == 0.0:
        return NOWHERE, 0.0, 0.0
    return (
        side * (distance - piece[k, 2]),
        side * d_x / distance,
        side * d_y / distance,
    )


@kernel
def piece_end(piece: Floats, bend: int, k: int, share: float) -> tuple[float, float]:
    """Point of a piece at a share 0..1 of its length."""
    if bend == 0:
        reach = share * piece[k, 4]
        return (
            piece[k, 0] + reach * math.cos(piece[k, 3]),
            piece[k, 1] + reach * math.sin(piece[k, 3]),
        )
    angle = piece[k, 3] + share * piece[k, 4]
    return (
        piece[k, 0] + piece[k, 2] * math.cos(angle),
        piece[k, 1] + piece[k, 2] * math.sin(angle),
    )


@kernel
def corner_foot(
    piece: Floats, bend: int, k: int, x: float, y: float, share: float
) -> Foot:
    """Distance to the start (share 0) or the end (share 1) of a piece."""
    c_x, c_y = piece_end(piece, bend, k, share)
    d_x = x - c_x
    d_y = y - c_y
    distance = math.sqrt(d_x * d_x + d_y * d_y)
    if distance == 0.0:
        return NOWHERE, 0.0, 0.0
    return distance, d_x / distance, d_y / distance


@kernel
def end_normal(piece: Floats, bend: int, k: int, share: float) -> tuple[float, float]:
    """Outward direction of a piece at its start (share 0) or its end (share 1)."""
    if bend == 0:
        return -math.sin(piece[k, 3]), math.cos(piece[k, 3])
    angle = piece[k, 3] + share * piece[k, 4]
    return bend * math.cos(angle), bend * math.sin(angle)


@kernel
def clear_of_back(profiles: Profiles, j: int, x: float, y: float, back: Foot) -> Foot:
    """What counts where the nearest face is seen from behind.

    Beyond a sharp corner a face on the far side of the material may be opposite. If a
    corner is nearer, the point lies on the side of that one of its two faces which
    looks at it most directly; inside the material the face behind is kept.
    """
    piece, bend = profiles.piece, profiles.bend
    best, n_x, n_y = back
    near, direct = abs(best), 0.0
    for k in range(profiles.first[j], profiles.last[j]):
        for end in range(2):
            distance, d_x, d_y = corner_foot(piece, bend[k], k, x, y, float(end))
            if distance > near * (1.0 + SAME_CORNER):
                continue
            m_x, m_y = end_normal(piece, bend[k], k, float(end))
            look = d_x * m_x + d_y * m_y
            if distance < near * (1.0 - SAME_CORNER) or abs(look) > abs(direct):
                # both pieces of a corner are as near: who looks at the point decides
                near, direct, n_x, n_y = distance, look, d_x, d_y
    if direct > 0.0:
        return near, n_x, n_y
    return back


@kernel
def nearest(profiles: Profiles, j: int, x: float, y: float) -> Foot:
    """Distance and outward direction at the nearest point of profile j.

    Faces come first; the corners are asked only where no face is opposite, or one is
    farther than a corner could be.
    """
    piece = profiles.piece
    bend = profiles.bend
    best = NOWHERE
    n_x = 0.0
    n_y = 0.0
    for k in range(profiles.first[j], profiles.last[j]):
        if bend[k] == 0:
            distance, d_x, d_y = segment_foot(piece, k, x, y)
        else:
            distance, d_x, d_y = arc_foot(piece, float(bend[k]), k, x, y)
        if abs(distance) < abs(best):
            best, n_x, n_y = distance, d_x, d_y
    # behind a face: is this the inside, or the far side of a sharp corner?
    if best < 0.0:
        return clear_of_back(profiles, j, x, y, (best, n_x, n_y))
    for k in range(profiles.first[j], profiles.last[j]):
        for end in range(2):
            distance, d_x, d_y = corner_foot(piece, bend[k], k, x, y, float(end))
            if distance < best:
                best, n_x, n_y = distance, d_x, d_y
    return best, n_x, n_y
