"""Ratios that characterise a variator, revolution by revolution.

Source: thrust ratio [Cebulla2014] (7.3), speed ratio i_s = omega_I / omega_O.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.looked import Looked
from catena.drives.pushbelt_cvt.revolutions import disagreement
from catena.numerics.arrays import Floats

AGREEING = 0.01
"""Means of the last two revolutions that differ by less count as settled."""


@dataclass(frozen=True)
class RevolutionMeans:
    """Means over each whole revolution of the belt, (revolutions,)."""

    thrust_ratio: Floats
    """Axial force of the primary over that of the secondary pulley."""
    speed_ratio: Floats
    """Speed of the primary over that of the secondary pulley."""
    torque_in: Floats
    """Of the primary shaft on the belt [N m]."""
    torque_out: Floats
    """Of the belt on the secondary shaft [N m]."""
    power_in: Floats
    """[W]."""
    power_out: Floats
    loss: Floats
    """By mechanism (revolutions, mechanisms) [W]."""
    bearing: Floats
    """Force of the belt on both shafts (revolutions, 2) [N]."""

    @property
    def torque_ratio(self) -> Floats:
        """Torque out over torque in, the reduction the belt achieves."""
        ratio: Floats = _over(self.torque_out, self.torque_in)
        return ratio

    @property
    def efficiency(self) -> Floats:
        """Power out over power in."""
        return _over(self.power_out, self.power_in)

    def slip(self, no_load: float) -> Floats:
        """How much slower the secondary turns than at the no-load speed ratio."""
        slip: Floats = 1.0 - no_load / self.speed_ratio
        return slip

    def disagreements(self) -> dict[str, float]:
        """Change of the main numbers between the last two revolutions."""
        return {
            "thrust ratio": disagreement(self.thrust_ratio),
            "speed ratio": disagreement(self.speed_ratio),
            "torque": disagreement(self.torque_out),
        }


def revolution_means(looked: Looked) -> RevolutionMeans:
    """Means of a run over each of its whole revolutions."""
    turns = looked.revolutions
    thrust = turns.means(looked.thrust)
    speed = turns.means(looked.speed)
    torque = turns.means(looked.torque)
    power = turns.rates(looked.work)
    bearing = turns.means(np.hypot(looked.shaft_x, looked.shaft_y))
    return RevolutionMeans(
        thrust_ratio=_over(thrust[:, 0], thrust[:, 1]),
        speed_ratio=_over(speed[:, 0], speed[:, 1]),
        torque_in=-torque[:, 0],
        torque_out=torque[:, 1],
        power_in=power[:, 0],
        power_out=-power[:, 1],
        loss=turns.rates(looked.loss),
        bearing=bearing,
    )


def _over(a: Floats, b: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Floats = np.where(b != 0.0, a / b, np.nan)
    return ratio
