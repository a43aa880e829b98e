"""What a chain variator does on average, over whole revolutions of the chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.variator.curves import over
from catena.drives.variator.flows import flows_of
from catena.drives.variator.revolutions import Revolutions
from catena.numerics.arrays import Floats
from catena.run.verdict import Flow


@dataclass(frozen=True)
class ChainMeans:
    """Means over each of n revolutions of the chain; columns are the two pulleys."""

    axial: Floats
    """Axial force on one sheave (n, 2) [N]."""
    speed: Floats
    """(n, 2) [rad/s]."""
    torque: Floats
    """Of the chain on the pulleys, in the sense of travel (n, 2) [N m]."""
    bearing: Floats
    """Force of the chain on the shafts (n, 2) [N]."""
    radius: Floats
    """Of the pressed pins (n, 2) [m]."""
    pins: Floats
    """Between the sheaves (n, 2)."""
    strands: Floats
    """Tension of the upper and the lower strand (n, 2) [N]."""
    chain_speed: Floats
    """(n,) [m/s]."""
    power: Floats
    """Of the shafts on the pulleys (n, 2) [W]."""
    clamping: Floats
    """Power of the clamping (n,) [W]."""
    loss: Floats
    """By mechanism (n, mechanisms) [W]."""
    gained: Floats
    """Growth of the stored energy (n,) [W]."""

    @property
    def thrust_ratio(self) -> Floats:
        """Axial force of the primary over that of the secondary pulley."""
        return over(self.axial[:, 0], self.axial[:, 1])

    @property
    def speed_ratio(self) -> Floats:
        """Speed of the primary over that of the secondary pulley."""
        return over(self.speed[:, 0], self.speed[:, 1])

    @property
    def geometric_ratio(self) -> Floats:
        """Radius of the secondary over that of the primary pulley."""
        return over(self.radius[:, 1], self.radius[:, 0])

    @property
    def slip(self) -> Floats:
        """How far the secondary pulley stays behind its radii."""
        return 1.0 - over(self.geometric_ratio, self.speed_ratio)

    @property
    def pulley_slip(self) -> Floats:
        """How far each pulley slides under the chain: ahead of it where it drives."""
        rolling = self.speed * self.radius
        return over(rolling - self.chain_speed[:, None], np.abs(rolling))

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


def chain_means(turns: Revolutions, signals: Mapping[str, Floats]) -> ChainMeans:
    """Means over revolutions of signals by the names of the result file."""
    shaft = np.hypot(signals["bearing_force_x"], signals["bearing_force_y"])
    strands = np.stack([signals["upper_tension"], signals["lower_tension"]], axis=1)
    return ChainMeans(
        axial=turns.means(signals["axial_force"]),
        speed=turns.rates(signals["pulley_angle"]),
        torque=turns.means(signals["chain_torque"]),
        bearing=turns.means(shaft),
        radius=turns.means(signals["running_radius"]),
        pins=turns.means(signals["pressed_pins"]),
        strands=turns.means(strands),
        chain_speed=turns.means(signals["chain_speed"]),
        power=turns.rates(signals["shaft_work"]),
        clamping=turns.rates(signals["clamping_work"].sum(axis=1)),
        loss=turns.rates(signals["loss"]),
        gained=turns.rates(signals["stored_energy"]),
    )
