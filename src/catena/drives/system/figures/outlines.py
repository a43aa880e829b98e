"""Outlines of contours for the picture: paths with the material to their right."""

from __future__ import annotations

import math

import numpy as np

from catena.drives.system.spec.contours import Arc, ArcPiece, Profile, SegmentPiece
from catena.numerics.arrays import Floats

FINEST = math.radians(4.0)
"""Largest angle between two corners of an arc."""
JOINED = 1e-6
"""Distance of two ends that meet, as a share of the profile."""


def path_of(piece: ArcPiece | Arc | SegmentPiece) -> Floats:
    """Corners (n, 2) [m] along a piece, material to the right."""
    if isinstance(piece, SegmentPiece):
        return np.array([piece.start, piece.end])
    count = 2 + int(piece.span / FINEST)
    angle = piece.start + np.linspace(0.0, piece.span, count)
    ray = np.stack([np.cos(angle), np.sin(angle)], -1)
    path: Floats = piece.radius * ray + piece.centre
    return path if piece.hollow else path[::-1]


def paths_of(profile: Profile) -> list[Floats]:
    """The pieces of a profile, joined where they meet, in every sector."""
    paths = []
    for k in range(max(profile.sectors, 1)):
        turn = 2.0 * math.pi * k / max(profile.sectors, 1)
        c, s = math.cos(turn), math.sin(turn)
        turned = np.array([[c, s], [-s, c]])
        paths += [path_of(piece) @ turned for piece in profile.pieces]
    near = JOINED * max(float(np.abs(path).max()) for path in paths)
    return joined(paths, near)


def joined(paths: list[Floats], near: float) -> list[Floats]:
    """Longer paths of those whose end is the beginning of another."""
    left = list(paths)
    found = []
    while left:
        path = left.pop(0)
        while not closes(path, near):
            ahead = [k for k, p in enumerate(left) if meets(path[-1], p[0], near)]
            behind = [k for k, p in enumerate(left) if meets(p[-1], path[0], near)]
            if ahead:
                path = np.concatenate([path, left.pop(ahead[0])[1:]])
            elif behind:
                path = np.concatenate([left.pop(behind[0])[:-1], path])
            else:
                break
        found.append(path)
    return found


def meets(a: Floats, b: Floats, near: float) -> bool:
    """Whether two points are one."""
    return float(np.hypot(*(a - b))) <= near


def closes(path: Floats, near: float) -> bool:
    """Whether a path comes back to where it began."""
    return len(path) > 2 and meets(path[0], path[-1], near)


def area(path: Floats) -> float:
    """Area a closed path runs around, negative when it runs clockwise [m^2]."""
    x, y = path.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def solid_of(path: Floats, slim: float) -> Floats:
    """The body within a closed clockwise path, else a thin bar on the material side."""
    near = JOINED * float(np.abs(path).max())
    if closes(path, near) and area(path) < 0.0:
        return path[:-1]
    return bar_along(path, slim)


def bar_along(path: Floats, slim: float) -> Floats:
    """A bent bar below a path."""
    ahead = np.gradient(path, axis=0)
    ahead /= np.maximum(np.hypot(*ahead.T), 1e-300)[:, None]
    right = np.stack([ahead[:, 1], -ahead[:, 0]], -1)
    return np.concatenate([path, (path + slim * right)[::-1]])
