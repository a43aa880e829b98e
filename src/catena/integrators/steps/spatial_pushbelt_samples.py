"""What is kept of a pushbelt running in space, row by row.

Quantities of the planar belt keep their meaning: of a sheave, the mean of left and
right; of the ring, both sets together. What is of space alone stands behind them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.integrators.steps.spatial_pushbelt_tables import (
    SHEAVES,
    SPATIAL_LOSSES,
    SpatialSystem,
)
from catena.numerics.arrays import Floats

# samples.total: as in the plane; largest offset of a ring on its saddle [m], largest
# roll of an element [rad], mean tension of the left and the right ring set [N], largest
# twist of a ring set [rad]
(
    TIME, STORED, PENETRATION, SWEEP_COUNT, CAPPED_COUNT, BELT_SPEED, PUSH, OFFSET,
    ROLL, TENSION_LEFT, TENSION_RIGHT, TWIST,
) = range(12)  # fmt: skip
# samples.element: as in the plane, then place across, roll, yaw; right minus left of
# flank, saddle and tension; offset of the rings and force of the element on them,
# left and right; friction of the rings across, on the element
(
    E_X, E_Y, E_ANGLE, E_FLANK, E_TRAVEL, E_OUT, E_ROCK, E_TOP, E_BOTTOM, E_PIN,
    E_SADDLE, E_RING_FRICTION, E_TENSION, E_SADDLE_GAP, E_ROCK_GAP, E_TOP_GAP,
    E_Z, E_ROLL, E_YAW, E_FLANK_MORE, E_SADDLE_MORE, E_TENSION_MORE, E_OFFSET_LEFT,
    E_OFFSET_RIGHT, E_SIDE_LEFT, E_SIDE_RIGHT, E_ACROSS,
) = range(27)  # fmt: skip
# samples.pulley: as in the plane; place and slopes are means of both sheaves
(
    P_TURN, P_SPEED, P_GROOVE, P_TILT_X, P_TILT_Y, P_TORQUE, P_AXIAL, P_FORCE_X,
    P_FORCE_Y, P_WORK, P_WORK_Z,
) = range(11)  # fmt: skip
# samples.sheave: place [m], slopes [rad]; mean axial force of the belt, outwards [N]
S_PLACE, S_TILT_X, S_TILT_Y, S_AXIAL = range(4)
# samples.ring: knots, mean of both sets [m], their tension together [N]; z of the left
# and right set [m]; tension right minus left [N]
K_X, K_Y, K_TENSION, K_Z_LEFT, K_Z_RIGHT, K_TENSION_MORE = range(6)


class SpatialSamples(NamedTuple):
    """A block of samples: n elements, m spans."""

    total: Floats  # (rows, 12)
    pulley: Floats  # (rows, 11, 2)
    sheave: Floats  # (rows, 4, 4)
    element: Floats  # (snapshots, 27, n)
    ring: Floats  # (snapshots, 6, m)
    loss: Floats  # (rows, len(SPATIAL_LOSSES))  so far [J]


def empty_spatial_samples(
    rows: int, snapshots: int, system: SpatialSystem
) -> SpatialSamples:
    """Room for a block of samples; rows must be a multiple of the snapshots."""
    return SpatialSamples(
        np.zeros((rows, 12)),
        np.zeros((rows, 11, 2)),
        np.zeros((rows, 4, SHEAVES)),
        np.zeros((snapshots, 27, system.elements)),
        np.zeros((snapshots, 6, system.spans)),
        np.zeros((rows, len(SPATIAL_LOSSES))),
    )
