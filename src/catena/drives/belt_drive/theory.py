"""Closed forms of belt drives: creep, frequencies of spans.

Source: the creep of an extensible belt after Firbank (1970), with the momentum of the
belt kept (Bechtel and others, 2000); strings and beams that travel.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.geometry.string import MovingString


class Creep(NamedTuple):
    """A belt between two pulleys of one radius."""

    tight: float
    """Tension [N]."""
    slack: float
    driven_speed: float
    """[rad/s]"""
    slip_arc: float
    """Angle over which the belt slides on each pulley [rad]."""
    loss: float
    """Power lost by creep [W]."""


def creep(
    torque: float,
    tension: float,
    speed: float,
    radius: float,
    belt: tuple[float, float, float],
) -> Creep:
    """The creep of a flat belt between equal pulleys.

    On the arc where it sticks the belt has the tension with which it arrived; on the
    slip arc before it leaves, the tension changes like a capstan in T - G v, with the
    mass flow G. Mass flow is the same everywhere: rho A v / (1 + T / EA) = G.

    Args:
        torque: On the driven pulley [N m].
        tension: Mean of tight and slack span [N].
        speed: Of the driver [rad/s].
        radius: Of the cord [m].
        belt: EA [N], rho A of the unstretched belt [kg/m], coefficient of friction.
    """
    EA, line_mass, mu = belt
    v_tight = speed * radius  # the tight span arrives at the driver and sticks there
    v_slack, pull = v_tight, torque / radius
    tight, slack = tension, tension
    for _ in range(100):
        flow = line_mass * v_tight / (1.0 + tight / EA)
        pull = torque / radius + flow * (v_tight - v_slack)
        tight, slack = tension + 0.5 * pull, tension - 0.5 * pull
        v_slack = v_tight * (1.0 + slack / EA) / (1.0 + tight / EA)
    flow = line_mass * v_tight / (1.0 + tight / EA)
    ratio = (tight - flow * v_tight) / (slack - flow * v_slack)
    driven = v_slack / radius
    arc = math.log(ratio) / mu
    return Creep(tight, slack, driven, arc, torque * (speed - driven))


def span_frequency(
    length: float, tension: float, speed: float, line_mass: float, EI: float
) -> float:
    """First transverse frequency of a running span with hinged ends [Hz]; 0 if slack.

    That of a travelling string, with the bending stiffness of a beam at rest added.
    """
    pull = tension - line_mass * speed**2
    if pull <= 0.0:
        return 0.0
    still = pull + EI * (math.pi / length) ** 2
    return MovingString(length, still, line_mass).frequency(1, speed)
