"""Friction of flanks and pin ends on the sheaves of a pulley.

The friction force lies in an ellipse, mu N along the travel and e mu N outwards, and
opposes sliding so that it takes the most power. Its coefficient falls with the sliding
speed (Stribeck),

    mu(v) = mu + (mu_rest - mu) exp(-v / fade)

and where a softening speed v_s is given, friction grows with the sliding speed up to
it, mu(v) N v / v_s: the rising part of a traction curve. Without it contacts stick.

Source: [Pfeiffer1997] sec. 3.3, where a continuous function replaces dry friction to
save time. Deviation: set-valued by default; softened friction is solved implicitly, so
that any softening speed is stable.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel
from catena.numerics.records import Rows, record

GRIP = record(
    mu=float,  # coefficient along the travel of fast sliding
    mu_rest=float,  # and of none
    fade=float,  # sliding speed over which it falls [m/s]; 0: mu at any speed
    aspect=float,  # coefficient outwards over that along the travel
    soften=float,  # sliding speed of full friction [m/s]; 0: contacts stick
)
"""One pulley."""


@inline_kernel
def grip_coefficient(grips: Rows, p: int, speed: float) -> float:
    """Coefficient of friction along the travel at a sliding speed [m/s]."""
    mu = grips[p].mu
    if grips[p].fade > 0.0:
        mu += (grips[p].mu_rest - mu) * math.exp(-speed / grips[p].fade)
    return float(mu)
