"""Torsion bar: spring and damper between the angles of two bodies.

With a ratio it is a pair of gears with an elastic mesh, with play one that rattles:
within the play there is no moment, beyond it the mesh is pressed, as in a bearing with
clearance. All angles and moments count at body b; the ratio takes them to body a.
"""

from __future__ import annotations

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.couplings import TorsionBars


@kernel
def beyond_play(twist: float, play: float) -> float:
    """Share of a twist that lies beyond half the play, with its sign [rad]."""
    half = 0.5 * play
    if twist > half:
        return twist - half
    if twist < -half:
        return twist + half
    return 0.0


@kernel
def add_torsion_bars(
    bars: TorsionBars, q: Floats, u: Floats, h: Floats, h_damping: Floats
) -> None:
    """Add the moments k (angle - rest) + d angle' of every bar to both bodies."""
    for i in range(bars.body_a.size):
        a = 3 * bars.body_a[i] + 2
        b = 3 * bars.body_b[i] + 2
        ratio = bars.ratio[i]
        twist = beyond_play(q[b] - ratio * q[a] - bars.rest[i], bars.play[i])
        if twist == 0.0 and bars.play[i] > 0.0:
            continue
        drag = bars.damping[i] * (u[b] - ratio * u[a])
        moment = bars.stiffness[i] * twist + drag
        h[a] += ratio * moment
        h[b] -= moment
        h_damping[a] += ratio * drag
        h_damping[b] -= drag


def torsion_twists(bars: TorsionBars, q: Floats) -> Floats:
    """Angle by which each bar is twisted beyond its play, at body b [rad]."""
    free = q[3 * bars.body_b + 2] - bars.ratio * q[3 * bars.body_a + 2] - bars.rest
    half = 0.5 * bars.play
    twists: Floats = free - np.clip(free, -half, half)
    return np.where(half > 0.0, twists, free)


def torsion_potential(bars: TorsionBars, q: Floats) -> Floats:
    """Energy stored in each bar [J]."""
    energy: Floats = 0.5 * bars.stiffness * torsion_twists(bars, q) ** 2
    return energy


def torsion_moments(bars: TorsionBars, q: Floats, u: Floats) -> Floats:
    """Moment k twist + d twist' with which each bar holds its body b back [N m]."""
    a, b = 3 * bars.body_a + 2, 3 * bars.body_b + 2
    twist = torsion_twists(bars, q)
    moments: Floats = bars.stiffness * twist + bars.damping * (u[b] - bars.ratio * u[a])
    return np.where((bars.play > 0.0) & (twist == 0.0), 0.0, moments)
