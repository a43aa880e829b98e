"""Loads above which a belt slips as a whole on a pulley.

Between fixed axes the length of the belt is kept. The mean tension over all of the
belt follows from it, not the mean of tight and slack span: on each pulley the belt
keeps the tension with which it arrives, T_in, and changes to T_out over the slip arc
before it leaves. With tau = T - rho A v^2 and the slip arc a,

    integral of tau ds = R [tau_in (wrap - a) + |tau_in - tau_out| / mu]          (1)

A belt with bending stiffness meets a pulley not at the tangent. Its curvature grows as
exp(-x/l), l^2 = EI/tau, from 0 to 1/R; there it lands, l/R later than a string would,
pressed on by a point force tau l/R. Three things follow, to leading order in l/R:

    its path is longer than the string's by l^3/(12 R^2) at each end of a wrap    (2)
    tension on the wrap is lower by EI/(2 R^2), since T + EI kappa^2/2 is kept    (3)
    friction of the point force is mu tau l/R in place of a capstan over l/R      (4)

The slack side of a loaded belt has long l, stretches the belt by (2), and carries more
than a string would. The foundation gives way by tau/(R k), which shortens the path.
Arms turn until their springs balance the spans beside them (without friction).

Source: derived in docs/theory/belt_drive.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from catena.numerics.arrays import Floats

LEAST_LOAD = 1e-3
"""Smallest load tried, over the tension at rest."""
GROWTH = 1.25
"""Of a load, until its pulley slips."""
LARGEST_LOAD = 1e6
"""Over the tension at rest."""
LEAST_ARM = 1e-6
"""Stiffness of an arm per rad, over its moment: arms of constant moment."""


@dataclass(frozen=True)
class Arc:
    """The belt on a pulley."""

    radius: float
    """Of the cord [m]."""
    wrap: float
    """[rad]"""
    friction: float
    """Coefficient, grooves counted."""
    pull: float
    """Tension before the pulley less that behind it [N]: positive where it drives."""


@dataclass(frozen=True)
class Swing:
    """A pulley on an arm."""

    arc: int
    before: float
    """Gain of length of the span before the pulley per turn of the arm [m/rad]."""
    behind: float
    stiffness: float
    """[N m/rad]"""


@dataclass(frozen=True)
class Loop:
    """A belt around pulleys, in the order of travel."""

    arcs: tuple[Arc, ...]
    spans: tuple[float, ...]
    """Lengths [m]; span i lies behind arc i."""
    tension: float
    """At rest, less the pull of its own inertia [N]."""
    EA: float
    EI: float
    foundation: float
    """Stiffness per length [N/m^2]."""
    swings: tuple[Swing, ...] = ()

    @property
    def length(self) -> float:
        """Of the path [m]."""
        return sum(self.spans) + sum(arc.radius * arc.wrap for arc in self.arcs)


def largest_pull(loop: Loop, j: int, leader: int) -> float:
    """Pull of pulley j above which the belt slips on it as a whole [N].

    Other loads stay, and the leader carries what all ask; the leader itself slips when
    all loads grow alike, or if there are none, one on the pulley behind it.
    """
    if loop.tension <= 0.0 or loop.arcs[j].friction <= 0.0:
        return 0.0

    def spare(pull: float) -> float:
        return spare_arc(loop, j, span_pulls(loop, _pulls(loop, j, leader, pull)))

    most = LEAST_LOAD * loop.tension
    if spare(most) <= 0.0:
        return 0.0
    while spare(GROWTH * most) > 0.0:
        most *= GROWTH
        if most > LARGEST_LOAD * loop.tension:
            return math.inf
    return float(brentq(spare, most, GROWTH * most, rtol=1e-9))


def _pulls(loop: Loop, j: int, leader: int, pull: float) -> Floats:
    """Pulls of all pulleys if one carries this much [N]."""
    pulls = np.array([arc.pull for arc in loop.arcs])
    if j != leader:
        pulls[j] = math.copysign(pull, pulls[j] if pulls[j] else -1.0)
    elif pulls[leader] != 0.0:
        pulls *= pull / abs(pulls[leader])
    else:
        pulls[(leader + 1) % pulls.size] -= pull
    pulls[leader] -= pulls.sum()
    return pulls


def span_pulls(loop: Loop, pulls: Floats) -> Floats:
    """Tension of the span behind each pulley, less the pull of inertia [N].

    With these pulls of the pulleys; zero in the slackest span if nothing holds it taut.
    """
    above = -np.cumsum(pulls)
    above -= above.min()

    def over(least: float) -> float:
        return _too_long(loop, above + least)

    least, most = 1e-9 * loop.tension, 10.0 * loop.tension
    if over(least) >= 0.0:
        return above
    while over(most) < 0.0:
        most *= 2.0
    found: Floats = above + brentq(over, least, most, rtol=1e-12)
    return found


def spare_arc(loop: Loop, j: int, pulls: Floats) -> float:
    """Angle of a pulley on which the belt still sticks [rad]; below 0: it slips."""
    arc = loop.arcs[j]
    low, high = sorted((float(pulls[j - 1]), float(pulls[j])))
    if low <= 0.0:
        return -arc.wrap
    mu, R = arc.friction, arc.radius
    layers = math.sqrt(loop.EI / low) / R, math.sqrt(loop.EI / high) / R
    fit = min(1.0, arc.wrap / max(sum(layers), 1e-300))  # else they fill the wrap
    first, last = fit * layers[0], fit * layers[1]
    loss = fit**2 * loop.EI / (2.0 * R**2)  # (3)
    inside = low * (1.0 + mu * first) - loss, high * (1.0 - mu * last) - loss  # (4)
    if inside[0] <= 0.0:
        return -arc.wrap
    if inside[1] <= 0.0:
        return arc.wrap
    # where the layers fill the wrap, the point forces alone hold: the quotient is
    # then below 1 until they slip
    return arc.wrap - first - last - math.log(inside[1] / inside[0]) / mu


def _too_long(loop: Loop, pulls: Floats) -> float:
    """Stretch of the belt less what its path allows, as a force times length [N m]."""
    found = float(np.dot(pulls, loop.spans)) - loop.tension * loop.length
    for j, arc in enumerate(loop.arcs):
        before, behind = float(pulls[j - 1]), float(pulls[j])
        held = _held_on(arc, before, behind)
        found += held + loop.EA * held / (arc.radius**2 * loop.foundation)
        ends = (before, loop.spans[j - 1]), (behind, loop.spans[j])
        found -= loop.EA * sum(_bow(loop.EI, arc.radius, *end) for end in ends)
    return found - loop.EA * sum(_way(swing, loop, pulls) for swing in loop.swings)


def _held_on(arc: Arc, before: float, behind: float) -> float:
    """Integral of the tension along a wrap, (1) [N m]."""
    mu, change = arc.friction, abs(before - behind)
    if mu <= 0.0 or change == 0.0:
        return arc.radius * arc.wrap * 0.5 * (before + behind)
    capstan = math.log(max(before, behind) / min(before, behind))
    if capstan > mu * arc.wrap:  # it slips: as if its friction just sufficed
        return arc.radius * arc.wrap * change / capstan
    return arc.radius * (before * (arc.wrap - capstan / mu) + change / mu)


def _bow(EI: float, radius: float, pull: float, span: float) -> float:
    """By how much stiffness lengthens the path at one end of a wrap, (2) [m]."""
    layer = min(math.sqrt(EI / pull), radius, 0.25 * span)  # (2) is of short layers
    return layer**3 / (12.0 * radius**2)


def _way(swing: Swing, loop: Loop, pulls: Floats) -> float:
    """Gain of length by the turn of an arm [m]."""
    lever, at_rest = swing.before + swing.behind, loop.tension
    moment = at_rest * lever
    now = pulls[swing.arc - 1] * swing.before + pulls[swing.arc] * swing.behind
    stiffness = max(swing.stiffness, LEAST_ARM * abs(moment))
    return float(lever * (moment - now) / stiffness)
