"""What both pulleys of a variator do on average, revolution by revolution.

Source: thrust ratio [Cebulla2014] (7.3), speed ratio i_s = omega_I / omega_O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from catena.drives.variator.curves import over
from catena.drives.variator.revolutions import Revolutions
from catena.numerics.arrays import Floats
from catena.run.verdict import Flow


@dataclass(frozen=True)
class PulleyMeans:
    """Means over each of n revolutions; columns are the two pulleys."""

    axial: Floats
    """Axial force on one sheave (n, 2) [N]."""
    speed: Floats
    """(n, 2) [rad/s]."""
    torque: Floats
    """Of belt or chain on the pulleys, in the sense of travel (n, 2) [N m]."""
    bearing: Floats
    """Force of belt or chain on the shafts (n, 2) [N]."""
    radius: Floats
    """On which belt or chain runs (n, 2) [m]."""
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
        """Radius of the secondary over that of the primary pulley, i_r (4.1)."""
        return over(self.radius[:, 1], self.radius[:, 0])

    @property
    def efficiency(self) -> Floats:
        """Share of the power that flows that is not lost, whichever shaft drives."""
        return np.array([flow.efficiency for flow in self.flows])

    @property
    def flows(self) -> list[Flow]:
        """Powers of shafts and clamping, losses and what is stored, by revolution."""
        work = np.column_stack([self.power, self.clamping])
        parts = zip(work, self.loss, self.gained, strict=True)
        return [Flow.of(given, lost, float(gain)) for given, lost, gain in parts]

    @property
    def unexplained(self) -> Floats:
        """Power no law accounts for [W]."""
        given = self.power.sum(axis=1) + self.clamping
        rest: Floats = given - self.loss.sum(axis=1) - self.gained
        return rest


def pulley_means(
    turns: Revolutions, signals: Mapping[str, Floats], torque: str
) -> dict[str, Any]:
    """All but the radius, from signals by the names of the result file.

    Args:
        turns: Revolutions of belt or chain.
        signals: Over time.
        torque: Name of the torque of belt or chain on the pulleys.
    """
    shaft = np.hypot(signals["bearing_force_x"], signals["bearing_force_y"])
    return {
        "axial": turns.means(signals["axial_force"]),
        "speed": turns.rates(signals["pulley_angle"]),
        "torque": turns.means(signals[torque]),
        "bearing": turns.means(shaft),
        "power": turns.rates(signals["shaft_work"]),
        "clamping": turns.rates(signals["clamping_work"].sum(axis=1)),
        "loss": turns.rates(signals["loss"]),
        "gained": turns.rates(signals["stored_energy"]),
    }
