"""What is kept of a running chain, row by row."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.integrators.planar_chain.tables import State
from catena.numerics.arrays import Floats


class Total(IntEnum):
    """Columns of ``Samples.total``.

    Time [s]; kinetic, elastic and potential energy [J]; largest joint and contact force
    since the last row [N]; largest penetration so far [m].
    """

    TIME = 0
    STORED = 1
    PEAK_JOINT = 2
    PEAK_CONTACT = 3
    PEAK_DEPTH = 4


class Link(IntEnum):
    """Columns of ``Samples.link``.

    Tension [N]; normal force of teeth on the roller behind, of rails [N]; rear joint
    [m].
    """

    TENSION = 0
    TOOTH_FORCE = 1
    RAIL_FORCE = 2
    PIN_X = 3
    PIN_Y = 4


class Rotor(IntEnum):
    """Columns of ``Samples.rotor``.

    Angle, speed; torque of drive, load or tensioner; of the chain; energy put in so
    far; force of the chain [N]; way of the axis [m]; height of the highest pressed
    roller above the pitch circle [m].
    """

    ANGLE = 0
    SPEED = 1
    TORQUE = 2
    REACTION = 3
    WORK = 4
    FORCE_X = 5
    FORCE_Y = 6
    AXIS_X = 7
    AXIS_Y = 8
    CLIMB = 9


class Guide(IntEnum):
    """Columns of ``Samples.guide``: tensioner force [N], chamber pressure [Pa]."""

    PISTON = 0
    PRESSURE = 1


class Samples(NamedTuple):
    """A block of samples; r rotors, n links, g guides."""

    total: Floats  # (rows, len(Total))
    link: Floats  # (rows, len(Link), n)
    rotor: Floats  # (rows, len(Rotor), r)
    guide: Floats  # (rows, len(Guide), g)
    loss: Floats  # (rows, groups, causes)  so far [J]


def empty_samples(rows: int, state: State) -> Samples:
    """Room for a block of samples."""
    memory, ledger = state.memory, state.ledger
    return Samples(
        np.zeros((rows, len(Total))),
        np.zeros((rows, len(Link), memory.gap.size)),
        np.zeros((rows, len(Rotor), ledger.input_work.size)),
        np.zeros((rows, len(Guide), memory.pressure.size)),
        np.zeros((rows, *ledger.loss.shape)),
    )
