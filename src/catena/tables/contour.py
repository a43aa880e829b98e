"""Tables of contours: lines, arcs and corners, one row each."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints


class Feature(IntEnum):
    """What a row of a contour is."""

    LINE = 0
    """start x, y; direction x, y; length; unused"""
    BUMP = 1
    """convex arc: centre x, y; radius; middle direction x, y; cosine of half angle"""
    HOLLOW = 2
    """concave arc: as BUMP"""
    POINT = 3
    """corner: x, y; direction out of the solid x, y; unused; unused"""
    END = 4
    """free end, open on all sides: as POINT"""


class Contour(NamedTuple):
    """The rows of one contour."""

    code: Ints  # (n,)    Feature
    shape: Floats  # (n, 6)  as described at each Feature
