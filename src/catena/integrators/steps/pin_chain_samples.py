"""What is kept of a running rocker-pin chain: columns of its samples.

Totals and pulleys are kept every few steps, all pins in snapshots.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.integrators.steps.pulley_samples import Pulley
from catena.numerics.arrays import Floats


class Total(IntEnum):
    """Columns of ``Samples.total``.

    Time [s]; stored energy [J]; sweeps and steps at the cap since the row before; speed
    at which the chain moves on [m/s]; largest tension of a link, mean tensions of both
    strands [N]; height of their middle pins [m]; largest normal force of a pin end [N].
    """

    TIME = 0
    STORED = 1
    SWEEP_COUNT = 2
    CAPPED_COUNT = 3
    CHAIN_SPEED = 4
    MOST_TENSION = 5
    UPPER = 6
    LOWER = 7
    HIGHEST = 8
    LOWEST = 9
    MOST_NORMAL = 10


class ChainPulley(IntEnum):
    """Columns of ``Samples.pulley`` behind those of `pulley_samples.Pulley`.

    How many pins are pressed; their mean distance from the axis [m].
    """

    PINS = len(Pulley)
    RADIUS = PINS + 1


class Pin(IntEnum):
    """Columns of ``Samples.pin``.

    Place [m]; direction of the link ahead [rad]; axial force, friction of one sheave
    along the travel and outwards [N]; tension of the link ahead [N]; distance from the
    axis of a pressed pin [m].
    """

    X = 0
    Y = 1
    ANGLE = 2
    AXIAL = 3
    TRAVEL = 4
    OUT = 5
    TENSION = 6
    RADIUS = 7


class Samples(NamedTuple):
    """Room for the records of a stretch of time."""

    total: Floats  # (rows, len(Total))
    pulley: Floats  # (rows, Pulley and ChainPulley, 2)
    loss: Floats  # (rows, groups)
    pin: Floats  # (snapshots, len(Pin), n)


def empty_samples(rows: int, snapshots: int, pins: int, groups: int) -> Samples:
    """Room for so many samples and snapshots."""
    return Samples(
        np.zeros((rows, len(Total))),
        np.zeros((rows, len(Pulley) + len(ChainPulley), 2)),
        np.zeros((rows, groups)),
        np.zeros((snapshots, len(Pin), pins)),
    )
