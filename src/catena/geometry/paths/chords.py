"""Pins along a curve of lines and arcs, one chord after the other."""

from __future__ import annotations

import math

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats

NEWTON_STEPS = 12
"""More than enough for a chord on lines and arcs."""
EXACT = 1e-14
"""Correction of a place that counts as none [m]."""


@kernel
def frame_at(
    x: Floats, y: Floats, heading: Floats, curvature: Floats, ends: Floats, s: float
) -> tuple[float, float, float]:
    """Point [m] and heading [rad] of a closed curve, s [m] from its start and on.

    The pieces are those of `Curve`; ``ends`` are the arc lengths at which they end.
    """
    s = s % ends[-1]
    found = int(np.searchsorted(ends, s, side="right"))
    i = min(found, ends.size - 1)
    rest = s - (ends[i - 1] if i > 0 else 0.0)
    half = 0.5 * curvature[i] * rest
    chord = rest if half == 0.0 else rest * math.sin(half) / half
    along = heading[i] + half
    place_x, place_y = x[i] + chord * math.cos(along), y[i] + chord * math.sin(along)
    return place_x, place_y, heading[i] + 2.0 * half


@kernel
def fill_places(
    x: Floats,
    y: Floats,
    heading: Floats,
    curvature: Floats,
    ends: Floats,
    pitches: Floats,
    places: Floats,
) -> None:
    """Places of pins [m], from the first one: Newton on each chord."""
    for k in range(pitches.size):
        here_x, here_y, _ = frame_at(x, y, heading, curvature, ends, places[k])
        # on a line this is the answer; on an arc the chord is a little short of it
        ahead = places[k] + pitches[k]
        for _ in range(NEWTON_STEPS):
            p_x, p_y, turned = frame_at(x, y, heading, curvature, ends, ahead)
            d_x, d_y = p_x - here_x, p_y - here_y
            chord = math.sqrt(d_x * d_x + d_y * d_y)
            # how the chord grows with the place of its far end: cosine of their angle
            slope = (d_x * math.cos(turned) + d_y * math.sin(turned)) / chord
            step = (pitches[k] - chord) / slope
            ahead += step
            if abs(step) < EXACT:
                break
        places[k + 1] = ahead
