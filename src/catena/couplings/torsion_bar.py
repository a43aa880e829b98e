"""Torsion bar: spring and damper between the angles of two bodies.

With a ratio it is a pair of gears with an elastic mesh, with play one that rattles:
within the play there is no moment, beyond it the mesh is pressed, as in a bearing with
clearance. All angles and moments count at body b; the ratio takes them to body a.
"""

from __future__ import annotations

import numpy as np

from catena.jit import kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

TORSION_BAR = record(
    a=int,  # the two velocities, and the angles of the same number
    b=int,
    group=int,  # of the ledger
    k=float,  # stiffness [N m/rad]
    d=float,  # damping [N m s/rad]
    rest=float,  # angle b - ratio a without moment, mid-play [rad]
    ratio=float,  # turns of b per turn of a; 1 = a shaft, -1/2 = gears
    play=float,  # free angle of b from flank to flank [rad]
)


@kernel
def beyond_play(twist: float, play: float) -> float:
    """Share of a twist that lies beyond half the play, with its sign [rad]."""
    half = 0.5 * play
    if twist > half:
        return twist - half
    if twist < -half:
        return twist + half
    return 0.0


@lean_kernel
def add_torsion_bars(bars: Rows, q: Floats, u: Floats, h: Floats, drag: Floats) -> None:
    """Add the moments k (angle - rest) + d angle' of every bar to both bodies.

    ``drag`` is their damping part.
    """
    for i in range(bars.size):
        a, b, ratio, play = bars[i].a, bars[i].b, bars[i].ratio, bars[i].play
        twist = beyond_play(q[b] - ratio * q[a] - bars[i].rest, play)
        drag[i] = 0.0
        if twist == 0.0 and play > 0.0:
            continue
        drag[i] = bars[i].d * (u[b] - ratio * u[a])
        moment = bars[i].k * twist + drag[i]
        h[a] += ratio * moment
        h[b] -= moment


@lean_kernel
def book_torsion_bars(
    bars: Rows, drag: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """What the dampers take at the mean velocities of the step."""
    for i in range(bars.size):
        rate = mean[bars[i].b] - bars[i].ratio * mean[bars[i].a]
        loss[bars[i].group, Cause.VISCOUS] += dt * drag[i] * rate


def torsion_twists(bars: Rows, q: Floats) -> Floats:
    """Angle by which each bar is twisted beyond its play, at body b [rad]."""
    free = q[bars.b] - bars.ratio * q[bars.a] - bars.rest
    half = 0.5 * bars.play
    twists: Floats = free - np.clip(free, -half, half)
    return np.where(half > 0.0, twists, free)


def torsion_potential(bars: Rows, q: Floats) -> Floats:
    """Energy stored in each bar [J]."""
    energy: Floats = 0.5 * bars.k * torsion_twists(bars, q) ** 2
    return energy


def torsion_moments(bars: Rows, q: Floats, u: Floats) -> Floats:
    """Moment k twist + d twist' with which each bar holds its body b back [N m]."""
    twist = torsion_twists(bars, q)
    moments: Floats = bars.k * twist + bars.d * (u[bars.b] - bars.ratio * u[bars.a])
    return np.where((bars.play > 0.0) & (twist == 0.0), 0.0, moments)
