"""What is kept of a pushbelt running in space, row by row.

Quantities of the planar belt keep their meaning: of a sheave, the mean of left and
right; of the ring, both sets together. What is of space alone stands behind them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.integrators.steps.spatial_pushbelt_tables import (
    SHEAVES,
    SPATIAL_LOSSES,
    SpatialSystem,
)
from catena.numerics.arrays import Floats


class Total(IntEnum):
    """Columns of ``SpatialSamples.total``.

    As in the plane; largest offset of a ring on its saddle [m], largest roll of an
    element [rad], mean tension of the left and the right ring set [N], largest twist of
    a ring set [rad].
    """

    TIME = 0
    STORED = 1
    PENETRATION = 2
    SWEEP_COUNT = 3
    CAPPED_COUNT = 4
    BELT_SPEED = 5
    PUSH = 6
    OFFSET = 7
    ROLL = 8
    TENSION_LEFT = 9
    TENSION_RIGHT = 10
    TWIST = 11


class Element(IntEnum):
    """Columns of ``SpatialSamples.element``.

    As in the plane, then place across, roll, yaw; right minus left of flank, saddle and
    tension; offset of the rings and force of the element on them, left and right;
    friction of the rings across, on the element.
    """

    X = 0
    Y = 1
    ANGLE = 2
    FLANK = 3
    TRAVEL = 4
    OUT = 5
    ROCK = 6
    TOP = 7
    BOTTOM = 8
    PIN = 9
    SADDLE = 10
    RING_FRICTION = 11
    TENSION = 12
    SADDLE_GAP = 13
    ROCK_GAP = 14
    TOP_GAP = 15
    Z = 16
    ROLL = 17
    YAW = 18
    FLANK_MORE = 19
    SADDLE_MORE = 20
    TENSION_MORE = 21
    OFFSET_LEFT = 22
    OFFSET_RIGHT = 23
    SIDE_LEFT = 24
    SIDE_RIGHT = 25
    ACROSS = 26


class Pulley(IntEnum):
    """Columns of ``SpatialSamples.pulley``.

    As in the plane; place and slopes are means of both sheaves.
    """

    TURN = 0
    SPEED = 1
    GROOVE = 2
    TILT_X = 3
    TILT_Y = 4
    TORQUE = 5
    AXIAL = 6
    FORCE_X = 7
    FORCE_Y = 8
    WORK = 9
    WORK_Z = 10


class Sheave(IntEnum):
    """Columns of ``SpatialSamples.sheave``.

    Place [m], slopes [rad]; mean axial force of the belt, outwards [N].
    """

    PLACE = 0
    TILT_X = 1
    TILT_Y = 2
    AXIAL = 3


class Knot(IntEnum):
    """Columns of ``SpatialSamples.ring``.

    Knots, mean of both sets [m], their tension together [N]; z of the left and right
    set [m]; tension right minus left [N].
    """

    X = 0
    Y = 1
    TENSION = 2
    Z_LEFT = 3
    Z_RIGHT = 4
    TENSION_MORE = 5


class SpatialSamples(NamedTuple):
    """A block of samples: n elements, m spans."""

    total: Floats  # (rows, len(Total))
    pulley: Floats  # (rows, len(Pulley), 2)
    sheave: Floats  # (rows, len(Sheave), 4)
    element: Floats  # (snapshots, len(Element), n)
    ring: Floats  # (snapshots, len(Knot), m)
    loss: Floats  # (rows, len(SPATIAL_LOSSES))  so far [J]


def empty_spatial_samples(
    rows: int, snapshots: int, system: SpatialSystem
) -> SpatialSamples:
    """Room for a block of samples; rows must be a multiple of the snapshots."""
    return SpatialSamples(
        np.zeros((rows, len(Total))),
        np.zeros((rows, len(Pulley), 2)),
        np.zeros((rows, len(Sheave), SHEAVES)),
        np.zeros((snapshots, len(Element), system.elements)),
        np.zeros((snapshots, len(Knot), system.spans)),
        np.zeros((rows, len(SPATIAL_LOSSES))),
    )
