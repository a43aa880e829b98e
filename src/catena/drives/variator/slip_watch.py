"""Gross slip of either pulley while a run goes on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.run.events import events_of
from catena.tables.events import EventKind, Events

GROSS_SLIP = 0.1
"""Difference of a pulley and its belt, over the faster of the two."""
GROSS_TURN = 0.5
"""How far a pulley slides under its belt before the run is stopped [rad]."""


class Turning(NamedTuple):
    """Means over a stretch of time; columns are the two pulleys."""

    speed: Floats
    """Of the pulleys [rad/s]."""
    follows: Floats
    """Of pulleys that would roll with the belt at its present radii [rad/s]."""
    torque: Floats
    """Of the belt on the pulleys [N m]."""
    axial: Floats
    """Axial force on a sheave [N]."""


def slip_pairs(subject: str) -> list[str]:
    """What the event list calls the belt or chain on each pulley."""
    return [f"{subject} on the {name} pulley" for name in PULLEYS]


class SlipWatch:
    """Watches whether both pulleys follow the belt.

    A pulley may lag or lead for a moment: play closes, and a belt that is set in motion
    winds up. Gross slip lasts.
    """

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.slid = np.zeros(2)
        """Turn of each pulley against the belt since gross slip began; in an array, as
        a checkpoint keeps it [rad]."""
        self._changes: list[tuple[float, int, int, float]] = []

    def events(self) -> Events:
        """Gross slip that began or ended since this was asked last."""
        found, self._changes = self._changes, []
        return events_of(found)

    def gross_slip(self, means: Turning, seconds: float, now: float) -> str:
        """Words a run ends with after so many seconds up to now; else nothing."""
        for p, name in enumerate(PULLEYS):
            speed, follows = float(means.speed[p]), float(means.follows[p])
            fastest = max(abs(follows), abs(speed), np.finfo(float).tiny)
            slip = (speed - follows) / fastest
            slides = abs(slip) > GROSS_SLIP
            if slides != (self.slid[p] > 0.0):
                kind = EventKind.SLIP if slides else EventKind.STICK
                self._changes.append((now, p, kind, 0.0))
            if not slides:
                self.slid[p] = 0.0
                continue
            self.slid[p] += abs(speed - follows) * seconds
            if self.slid[p] > GROSS_TURN:
                way = "faster" if slip > 0.0 else "slower"
                return (
                    f"{self.subject}: gross slip on the {name} pulley at {now:.6g} s: "
                    f"it turns with {speed:.4g} rad/s, {abs(slip):.0%} {way} than the "
                    f"{self.subject}, and transmits {abs(means.torque[p]):.4g} N m "
                    f"with an axial force of {means.axial[p]:.5g} N; clamp harder, "
                    "load less, or state speeds that fit the ratio"
                )
        return ""
