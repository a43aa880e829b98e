"""What is kept of a pushbelt running in space, row by row.

Columns of the planar belt keep their place and meaning: of a sheave, the mean of left
and right; of the ring, both sets together. What is of space alone stands behind them.
Shafts are held, so their ways stay zero.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt_samples import Element, Knot, Total
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT
from catena.integrators.steps.spatial_pushbelt_tables import (
    SHEAVES,
    SPATIAL_LOSSES,
    SpatialSystem,
)
from catena.numerics.arrays import Floats


class SpatialTotal(IntEnum):
    """Columns of ``SpatialSamples.total`` behind those of a planar belt.

    Largest offset of a ring on its saddle [m], largest roll of an element [rad], mean
    tension of the left and the right ring set [N], largest twist of a ring set [rad].
    """

    OFFSET = len(Total)
    ROLL = OFFSET + 1
    TENSION_LEFT = OFFSET + 2
    TENSION_RIGHT = OFFSET + 3
    TWIST = OFFSET + 4


class SpatialElement(IntEnum):
    """Columns of ``SpatialSamples.element`` behind those of a planar belt.

    Place across, roll, yaw; right minus left of flank, saddle and tension; offset of
    the rings and force of the element on them, left and right; friction of the rings
    across, on the element.
    """

    Z = len(Element)
    ROLL = Z + 1
    YAW = Z + 2
    FLANK_MORE = Z + 3
    SADDLE_MORE = Z + 4
    TENSION_MORE = Z + 5
    OFFSET_LEFT = Z + 6
    OFFSET_RIGHT = Z + 7
    SIDE_LEFT = Z + 8
    SIDE_RIGHT = Z + 9
    ACROSS = Z + 10


class Sheave(IntEnum):
    """Columns of ``SpatialSamples.sheave``.

    Place [m], slopes [rad]; mean axial force of the belt, outwards [N].
    """

    PLACE = 0
    TILT_X = 1
    TILT_Y = 2
    AXIAL = 3


class SpatialKnot(IntEnum):
    """Columns of ``SpatialSamples.ring`` behind those of a planar belt.

    z of the left and right set [m]; tension right minus left [N].
    """

    Z_LEFT = len(Knot)
    Z_RIGHT = Z_LEFT + 1
    TENSION_MORE = Z_LEFT + 2


class SpatialSamples(NamedTuple):
    """A block of samples: n elements, m spans; columns of plane and space."""

    total: Floats  # (rows, Total and SpatialTotal)
    pulley: Floats  # (rows, len(Pulley), 2)
    sheave: Floats  # (rows, len(Sheave), 4)
    element: Floats  # (snapshots, Element and SpatialElement, n)
    ring: Floats  # (snapshots, Knot and SpatialKnot, m)
    loss: Floats  # (rows, len(SPATIAL_LOSSES))  so far [J]


def empty_spatial_samples(
    rows: int, snapshots: int, system: SpatialSystem
) -> SpatialSamples:
    """Room for a block of samples; rows must be a multiple of the snapshots."""
    of_element, of_knot = len(Element) + len(SpatialElement), len(Knot)
    return SpatialSamples(
        np.zeros((rows, len(Total) + len(SpatialTotal))),
        np.zeros((rows, len(Pulley), PULLEY_COUNT)),
        np.zeros((rows, len(Sheave), SHEAVES)),
        np.zeros((snapshots, of_element, system.elements)),
        np.zeros((snapshots, of_knot + len(SpatialKnot), system.spans)),
        np.zeros((rows, len(SPATIAL_LOSSES))),
    )
