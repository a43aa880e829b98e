"""What is kept of a running pushbelt, row by row.

Element forces are those of the instant. What pulleys carry is averaged over all steps
since the row before, so that no impulse is lost; energies count from the start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.integrators.steps.pushbelt_tables import LOSSES, System
from catena.numerics.arrays import Floats

# samples.total: time [s]; stored energy [J]; compression of a flank so far [m]; sweeps
# and steps at the cap since the row before; mean speed of the elements [m/s]; largest
# force between two elements [N]
TIME, STORED, PENETRATION, SWEEP_COUNT, CAPPED_COUNT, BELT_SPEED, PUSH = range(7)
# samples.element: mass centre [m], angle of travel [rad]; on one sheave, both flank
# points together: normal force, friction on the element along the travel and outwards
# [N]; contact forces with the element ahead at rocking edge, top, bottom and pin [N];
# ring: normal force, friction on the element along the travel, tension of the ring
# there [N]; gaps at saddle, rocking edge and top [m]
(
    E_X, E_Y, E_ANGLE, E_FLANK, E_TRAVEL, E_OUT, E_ROCK, E_TOP, E_BOTTOM, E_PIN,
    E_SADDLE, E_RING_FRICTION, E_TENSION, E_SADDLE_GAP, E_ROCK_GAP, E_TOP_GAP,
) = range(16)  # fmt: skip
# samples.pulley: turn, speed; groove [m]; slopes [rad]; means since the row before:
# torque of the belt on the shaft in the sense of travel [N m], axial force on one
# sheave, force of the belt on the shaft [N]; work done by shaft and clamping [J]; way
# of the shaft in its bearing [m]
(
    P_TURN, P_SPEED, P_GROOVE, P_TILT_X, P_TILT_Y, P_TORQUE, P_AXIAL, P_FORCE_X,
    P_FORCE_Y, P_WORK, P_WORK_Z, P_SHAFT_X, P_SHAFT_Y,
) = range(13)  # fmt: skip
# samples.ring: knots of the neutral fibre [m], tension of the span behind them [N]
K_X, K_Y, K_TENSION = range(3)


class Samples(NamedTuple):
    """A block of samples: n elements, m spans.

    Elements and ring are looked at every so many rows only, in snapshots.
    """

    total: Floats  # (rows, 7)
    pulley: Floats  # (rows, 13, 2)
    element: Floats  # (snapshots, 16, n)
    ring: Floats  # (snapshots, 3, m)
    loss: Floats  # (rows, len(LOSSES))  so far [J]


def empty_samples(rows: int, snapshots: int, system: System) -> Samples:
    """Room for a block of samples; rows must be a multiple of the snapshots."""
    return Samples(
        np.zeros((rows, 7)),
        np.zeros((rows, 13, 2)),
        np.zeros((snapshots, 16, system.elements)),
        np.zeros((snapshots, 3, system.spans)),
        np.zeros((rows, len(LOSSES))),
    )
