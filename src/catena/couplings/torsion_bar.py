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
def bar_twist(bars: Rows, i: int, q: Floats) -> float:
    """Angle by which a bar is twisted beyond its play, at body b [rad]."""
    free = q[bars[i].b] - bars[i].ratio * q[bars[i].a] - bars[i].rest
    return beyond_play(free, bars[i].play)


@lean_kernel
def bar_drag(bars: Rows, i: int, twist: float, u: Floats) -> float:
    """Damping part of the moment [N m]; none within the play."""
    # within the play the flanks do not touch: nothing to damp
    if twist == 0.0 and bars[i].play > 0.0:
        return 0.0
    return float(bars[i].d * (u[bars[i].b] - bars[i].ratio * u[bars[i].a]))


@lean_kernel
def bar_moment(bars: Rows, i: int, q: Floats, u: Floats) -> float:
    """Moment k twist + d twist' with which a bar holds its body b back [N m]."""
    twist = bar_twist(bars, i, q)
    return float(bars[i].k * twist + bar_drag(bars, i, twist, u))


@lean_kernel
def add_torsion_bars(bars: Rows, q: Floats, u: Floats, h: Floats, drag: Floats) -> None:
    """Add the moments of every bar to both bodies; ``drag`` is their damping part."""
    for i in range(bars.size):
        twist = bar_twist(bars, i, q)
        drag[i] = bar_drag(bars, i, twist, u)
        moment = bars[i].k * twist + drag[i]
        # virtual work: twist = q_b - ratio q_a, so a feels the moment times the ratio
        h[bars[i].a] += bars[i].ratio * moment
        h[bars[i].b] -= moment


@lean_kernel
def book_torsion_bars(
    bars: Rows, drag: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """What the dampers take at the mean velocities of the step."""
    for i in range(bars.size):
        rate = mean[bars[i].b] - bars[i].ratio * mean[bars[i].a]
        loss[bars[i].group, Cause.VISCOUS] += dt * drag[i] * rate


@lean_kernel
def torsion_energy(bars: Rows, q: Floats) -> float:
    """Stored in all bars [J]."""
    total = 0.0
    for i in range(bars.size):
        total += 0.5 * bars[i].k * bar_twist(bars, i, q) ** 2
    return total


def torsion_moments(bars: Rows, q: Floats, u: Floats) -> Floats:
    """Moment with which each bar holds its body b back [N m]."""
    found = [bar_moment(bars, i, q, u) for i in range(bars.size)]
    return np.array(found, dtype=np.float64)
