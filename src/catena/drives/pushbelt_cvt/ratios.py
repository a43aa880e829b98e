"""What a variator does on average, revolution by revolution.

Source: thrust ratio [Cebulla2014] (7.3), speed ratio i_s = omega_I / omega_O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.layout.rolling import Rolling
from catena.drives.variator.curves import over
from catena.drives.variator.pulley_means import PulleyMeans, pulley_means
from catena.drives.variator.revolutions import Revolutions, disagreement
from catena.numerics.arrays import Floats


@dataclass(frozen=True)
class RevolutionMeans(PulleyMeans):
    """Means over each of n revolutions of the belt.

    Its radius is that of the ring in the middle of the arcs.
    """

    passing: Floats
    """Elements that pass a place, per second (n,) [1/s]."""
    gaps: Floats
    """Open gaps between elements on the wraps, over the thickness (n, 2)."""
    squeeze: Floats
    """Compression of elements on the wraps, over the thickness (n, 2)."""
    rolling: Rolling
    """Of the elements on the pulleys."""

    @property
    def no_slip_ratio(self) -> Floats:
        """Speed ratio of a belt that does not slip on its running radii."""
        return self.rolling.speed_ratio(self.radius)

    @property
    def slip(self) -> Floats:
        """How far the secondary pulley stays behind a belt that does not slip."""
        return 1.0 - over(self.no_slip_ratio, self.speed_ratio)

    @property
    def relative_slip(self) -> Floats:
        """s_r = i_s / i_r - 1 (7.2): of speeds against the ring's radii."""
        return over(self.speed_ratio, self.geometric_ratio) - 1.0

    @property
    def pulley_slip(self) -> Floats:
        """How far each pulley is ahead of elements that roll through it (n, 2).

        1 - slip = (1 - slip_primary) / (1 - slip_secondary).
        """
        rolls = self.passing[:, None] * self.rolling.pitch_angle(self.radius)
        return over(self.speed - rolls, np.abs(self.speed))

    @property
    def slip_parts(self) -> dict[str, Floats]:
        """Slip by its cause, (n,) each; together the slip.

        As many elements pass both pulleys. Where gaps open, fewer lie on a wrap, and
        the pulley turns on by as much; where they are squeezed, more do. What is left
        slides.
        """
        gaps = self.gaps[:, 0] - self.gaps[:, 1]
        creep = self.squeeze[:, 1] - self.squeeze[:, 0]
        return {"gaps": gaps, "creep": creep, "sliding": self.slip - gaps - creep}

    @property
    def torque_in(self) -> Floats:
        """Of the primary shaft on the belt [N m]."""
        return -self.torque[:, 0]

    @property
    def torque_out(self) -> Floats:
        """Of the belt on the secondary shaft [N m]."""
        return self.torque[:, 1]

    @property
    def reduction(self) -> Floats:
        """Torque out over torque in."""
        return over(self.torque_out, self.torque_in)

    def disagreements(self) -> dict[str, float]:
        """Change of the main numbers between the last two revolutions."""
        return {
            "thrust ratio": disagreement(self.thrust_ratio),
            "geometric ratio": disagreement(self.geometric_ratio),
            "speed ratio": disagreement(self.speed_ratio),
            "torque": disagreement(self.torque_out),
        }


def revolution_means(
    turns: Revolutions, signals: Mapping[str, Floats], rolling: Rolling
) -> RevolutionMeans:
    """Means over revolutions of signals by the names of the result file."""
    return RevolutionMeans(
        **pulley_means(turns, signals, "belt_torque"),
        radius=turns.means(running_radius(signals)),
        passing=rolling.per_way * turns.means(signals["belt_speed"]),
        gaps=turns.means(_at_samples(signals, "gap_share")),
        squeeze=turns.means(_at_samples(signals, "squeeze_share")),
        rolling=rolling,
    )


def running_radius(signals: Mapping[str, Floats]) -> Floats:
    """Radii of the ring in both pulleys, at every sample (samples, 2) [m]."""
    return _at_samples(signals, "running_radius")


def _at_samples(signals: Mapping[str, Floats], name: str) -> Floats:
    """A signal of both pulleys in snapshots, at every sample (samples, 2)."""
    time, seen = signals["time"], signals["snapshot_time"]
    return np.stack([np.interp(time, seen, one) for one in signals[name].T], axis=1)
