"""What is kept of a running pushbelt, row by row.

Element forces are those of the instant. What pulleys carry is averaged over all steps
since the row before, so that no impulse is lost; energies count from the start.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.integrators.steps.pulley_samples import Pulley
from catena.integrators.steps.pushbelt_tables import LOSSES, PULLEY_COUNT, System
from catena.numerics.arrays import Floats


class Total(IntEnum):
    """Columns of ``Samples.total``.

    Time [s]; stored energy [J]; compression of a flank so far [m]; sweeps and steps at
    the cap since the row before; mean speed of the elements [m/s]; largest force
    between two elements [N].
    """

    TIME = 0
    STORED = 1
    PENETRATION = 2
    SWEEP_COUNT = 3
    CAPPED_COUNT = 4
    BELT_SPEED = 5
    PUSH = 6


class Element(IntEnum):
    """Columns of ``Samples.element``.

    Mass centre [m], angle of travel [rad]; on one sheave, both flank points together:
    normal force, friction on the element along the travel and outwards [N]; contact
    forces with the element ahead at rocking edge, top, bottom and pin [N]; ring: normal
    force, friction on the element along the travel, tension of the ring there [N]; gaps
    at saddle, rocking edge and top [m].
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


class Knot(IntEnum):
    """Columns of ``Samples.ring``.

    Knots of the neutral fibre [m], tension of the span behind them [N].
    """

    X = 0
    Y = 1
    TENSION = 2


class Samples(NamedTuple):
    """A block of samples: n elements, m spans.

    Elements and ring are looked at every so many rows only, in snapshots.
    """

    total: Floats  # (rows, len(Total))
    pulley: Floats  # (rows, len(Pulley), 2)
    element: Floats  # (snapshots, len(Element), n)
    ring: Floats  # (snapshots, len(Knot), m)
    loss: Floats  # (rows, len(LOSSES))  so far [J]


def empty_samples(rows: int, snapshots: int, system: System) -> Samples:
    """Room for a block of samples; rows must be a multiple of the snapshots."""
    return Samples(
        np.zeros((rows, len(Total))),
        np.zeros((rows, len(Pulley), PULLEY_COUNT)),
        np.zeros((snapshots, len(Element), system.elements)),
        np.zeros((snapshots, len(Knot), system.spans)),
        np.zeros((rows, len(LOSSES))),
    )
