"""What the figures of a pushbelt look at: signals of the run, and one round of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from catena.drives.pushbelt_cvt.layout.rolling import Rolling
from catena.drives.pushbelt_cvt.ratios import (
    RevolutionMeans,
    revolution_means,
    running_radius,
)
from catena.drives.variator.along_belt import ObservedBelt
from catena.drives.variator.sections import pulley_angle
from catena.numerics.arrays import Floats
from catena.results.figures import Axis

SECTION_WORDS = ("primary", "push strand", "secondary", "loose strand")


@dataclass(frozen=True, eq=False)
class Round:
    """All elements and the ring during the last revolution of the belt.

    Forces are those on one element (samples, elements); what acts on both sheaves or
    both ring sets is the sum.
    """

    time: Floats
    x: Floats
    """Centre of gravity [m]."""
    y: Floats
    flank_normal: Floats
    """Between element and both sheaves [N]."""
    flank_travel: Floats
    """Friction of both sheaves on the element, in the sense of travel [N]."""
    flank_outward: Floats
    """Friction of both sheaves on the element, outwards [N]."""
    push: Floats
    """Between an element and the one ahead: rocking edge, top and bottom [N]."""
    ring_normal: Floats
    """Of the ring on the saddle, of the ear negative [N]."""
    ring_friction: Floats
    """Of the ring on the element, in the sense of travel [N]."""
    tension: Floats
    """Of the ring where the element is [N]."""
    rocking_gap: Floats
    """To the element ahead at the rocking edge [m]."""
    top_gap: Floats
    """To the element ahead at the top [m]."""
    knot_x: Floats
    """Of the ring's neutral fibre (samples, spans) [m]."""
    knot_y: Floats


@dataclass(frozen=True, eq=False)
class Observed(ObservedBelt):
    """A finished run, made ready for looking at."""

    rolling: Rolling
    """Of the elements on the pulleys."""
    round: Round

    sections: ClassVar[tuple[str, ...]] = SECTION_WORDS

    @cached_property
    def means(self) -> RevolutionMeans:
        """Over each whole revolution of the belt."""
        return revolution_means(self.revolutions, self.signals, self.rolling)

    @cached_property
    def bearing(self) -> Floats:
        """Force of the belt on the shafts (samples, 2) [N]."""
        force_x, force_y = (self.signals[f"bearing_force_{axis}"] for axis in "xy")
        force: Floats = np.hypot(force_x, force_y)
        return force

    @cached_property
    def no_slip_ratio(self) -> Floats:
        """Speed ratio of a belt that does not slip, at every sample."""
        return self.rolling.speed_ratio(running_radius(self.signals))

    def knot_angle(self, pulley: int) -> Floats:
        """Angles of the ring's knots since the entry of a pulley [rad]."""
        return pulley_angle(self.geometry, pulley, self.round.knot_x, self.round.knot_y)

    def knot_radius(self, pulley: int) -> Floats:
        """Distances of the ring's knots from a shaft [m]."""
        centre = self.geometry.distance if pulley else 0.0
        radius: Floats = np.hypot(self.round.knot_x - centre, self.round.knot_y)
        return radius

    def way_axis(self) -> Axis:
        """The way from the entry of the primary pulley once around."""
        return Axis("way along the belt", "m", limits=(0.0, self.geometry.length))
