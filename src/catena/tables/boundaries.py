"""Tables of what the surroundings impose; `catena.couplings.boundary` acts on them."""

from __future__ import annotations

from typing import NamedTuple

from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record

SPEED = record(
    dof=int,
    account=int,  # boundary in the ledger
    slot=int,  # place of its even turn in the memory
    sense=float,  # +1 or -1
    curve=int,  # first and last sample over time
    curve_end=int,
    period=float,  # after which the samples come again, 0: never
    wave=int,  # first order, and the one behind the last
    wave_end=int,
)
LOAD = record(
    dof=int,
    frame=int,  # first coordinate of a planar body whose axis it follows, -1: none
    account=int,
    slot=int,  # place of its force in the work; two places where it follows a body
    sense=float,
    argument=int,  # CurveArgument: what its curve is over
    curve=int,
    curve_end=int,
    period=float,
    wave=int,
    wave_end=int,
    droop=float,  # fall of the torque per speed [N m s/rad]
    nominal=float,  # speed from which it falls, in the sense of travel [rad/s]
    ramp=float,  # time over which it grows from zero [s]
)
WAVE = record(
    order=float,  # per turn
    amplitude=float,  # [rad] of speeds, [N m] of loads
    phase=float,  # [rad]
)


class Imposed(NamedTuple):
    """All speeds and loads of a drive."""

    speeds: Rows  # SPEED
    loads: Rows  # LOAD
    waves: Rows  # WAVE
    curve: Floats  # (2, samples)  argument, mostly time [s]; speed or load
