"""What a variator does on average, revolution by revolution.

Source: thrust ratio [Cebulla2014] (7.3), speed ratio i_s = omega_I / omega_O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.layout.rolling import Rolling
from catena.drives.variator.curves import over
from catena.drives.variator.flows import flows_of
from catena.drives.variator.revolutions import Revolutions, disagreement
from catena.numerics.arrays import Floats
from catena.run.verdict import Flow


@dataclass(frozen=True)
class RevolutionMeans:
    """Means over each of n revolutions of the belt; columns are the two pulleys."""

    axial: Floats
    """Axial force on one sheave (n, 2) [N]."""
    speed: Floats
    """(n, 2) [rad/s]."""
    torque: Floats
    """Of the belt on the pulleys, in the sense of travel (n, 2) [N m]."""
    bearing: Floats
    """Force of the belt on the shafts (n, 2) [N]."""
    radius: Floats
    """Of the ring in the middle of the arcs (n, 2) [m]."""
    passing: Floats
    """Elements that pass a place, per second (n,) [1/s]."""
    gaps: Floats
    """Open gaps between elements on the wraps, over the thickness (n, 2)."""
    squeeze: Floats
    """Compression of elements on the wraps, over the thickness (n, 2)."""
    power: Floats
    """Put in by the shafts (n, 2) [W]."""
    clamping: Floats
    """Power put in by the clamping (n,) [W]."""
    loss: Floats
    """By mechanism (n, mechanisms) [W]."""
    gained: Floats
    """Growth of the stored energy (n,) [W]."""
    rolling: Rolling
    """Of the elements on the pulleys."""

    @property
    def thrust_ratio(self) -> Floats:
        """Axial force of the primary over that of the secondary pulley."""
        return over(self.axial[:, 0], self.axial[:, 1])

    @property
    def speed_ratio(self) -> Floats:
        """Speed of the primary over that of the secondary pulley."""
        return over(self.speed[:, 0], self.speed[:, 1])

    @property
    def no_slip_ratio(self) -> Floats:
        """Speed ratio of a belt that does not slip on its running radii."""
        return self.rolling.speed_ratio(self.radius)

    @property
    def slip(self) -> Floats:
        """How far the secondary pulley stays behind a belt that does not slip."""
        return 1.0 - over(self.no_slip_ratio, self.speed_ratio)

    @property
    def geometric_ratio(self) -> Floats:
        """Ratio i_r of the ring's radii, secondary over primary (4.1)."""
        return over(self.radius[:, 1], self.radius[:, 0])

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

    @property
    def efficiency(self) -> Floats:
        """Share of the power that flows that is not lost, whichever shaft drives."""
        return np.array([flow.efficiency for flow in self.flows])

    @property
    def flows(self) -> list[Flow]:
        """Powers of shafts and clamping, losses and what is stored, by revolution."""
        return flows_of(self.power, self.clamping, self.loss, self.gained)

    @property
    def unexplained(self) -> Floats:
        """Power no law accounts for [W]."""
        put_in = self.power.sum(axis=1) + self.clamping
        rest: Floats = put_in - self.loss.sum(axis=1) - self.gained
        return rest

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
    shaft = np.hypot(signals["bearing_force_x"], signals["bearing_force_y"])
    return RevolutionMeans(
        axial=turns.means(signals["axial_force"]),
        speed=turns.rates(signals["pulley_angle"]),
        torque=turns.means(signals["belt_torque"]),
        bearing=turns.means(shaft),
        radius=turns.means(running_radius(signals)),
        passing=rolling.per_way * turns.means(signals["belt_speed"]),
        gaps=turns.means(_at_samples(signals, "gap_share")),
        squeeze=turns.means(_at_samples(signals, "squeeze_share")),
        power=turns.rates(signals["shaft_work"]),
        clamping=turns.rates(signals["clamping_work"].sum(axis=1)),
        loss=turns.rates(signals["loss"]),
        gained=turns.rates(signals["stored_energy"]),
        rolling=rolling,
    )


def running_radius(signals: Mapping[str, Floats]) -> Floats:
    """Radii of the ring in both pulleys, at every sample (samples, 2) [m]."""
    return _at_samples(signals, "running_radius")


def _at_samples(signals: Mapping[str, Floats], name: str) -> Floats:
    """A signal of both pulleys in snapshots, at every sample (samples, 2)."""
    time, seen = signals["time"], signals["snapshot_time"]
    return np.stack([np.interp(time, seen, one) for one in signals[name].T], axis=1)
