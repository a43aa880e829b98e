"""What is kept of a running chain, row by row."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.integrators.planar_chain.tables import State
from catena.numerics.arrays import Floats

# samples.total: time [s]; kinetic, elastic and potential energy [J]; largest joint and
# contact force since the last row [N]; largest penetration so far [m]
TIME, STORED, PEAK_JOINT, PEAK_CONTACT, PEAK_DEPTH = range(5)
# samples.link: tension [N]; normal force of teeth on the roller behind, of rails [N];
# rear joint [m]
TENSION, TOOTH_FORCE, RAIL_FORCE, PIN_X, PIN_Y = range(5)
# samples.rotor: angle, speed; torque of drive, load or tensioner; of the chain; energy
# put in so far; force of the chain [N]; way of the axis [m]; height of the highest
# pressed roller above the pitch circle [m]
(
    R_ANGLE, R_SPEED, R_TORQUE, R_REACTION, R_WORK, R_FORCE_X, R_FORCE_Y, R_AXIS_X,
    R_AXIS_Y, R_CLIMB,
) = range(10)  # fmt: skip
ROTOR_FIELDS = 10
# samples.guide: tensioner force [N], chamber pressure [Pa]
PISTON, PRESSURE = range(2)


class Samples(NamedTuple):
    """A block of samples; r rotors, n links, g guides."""

    total: Floats  # (rows, 5)
    link: Floats  # (rows, 5, n)
    rotor: Floats  # (rows, 10, r)
    guide: Floats  # (rows, 2, g)
    loss: Floats  # (rows, groups, causes)  so far [J]


def empty_samples(rows: int, state: State) -> Samples:
    """Room for a block of samples."""
    memory, ledger = state.memory, state.ledger
    return Samples(
        np.zeros((rows, 5)),
        np.zeros((rows, 5, memory.gap.size)),
        np.zeros((rows, ROTOR_FIELDS, ledger.input_work.size)),
        np.zeros((rows, 2, memory.pressure.size)),
        np.zeros((rows, *ledger.loss.shape)),
    )
