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
    power: Floats
    """Put in by both shafts (revolutions, 2) [W]."""
    loss: Floats
    """By mechanism (revolutions, mechanisms) [W]."""
    bearing: Floats
    """Force of the belt on both shafts (revolutions, 2) [N]."""

    @property
    def reduction(self) -> Floats:
        """Torque out over torque in."""
        return over(self.torque_out, self.torque_in)

    @property
    def efficiency(self) -> Floats:
        """Power taken over power put in, whichever shaft drives."""
        put_in = np.maximum(self.power, 0.0).sum(axis=1)
        taken = np.maximum(-self.power, 0.0).sum(axis=1)
        return over(taken, put_in)

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
    bearing = turns.means(np.hypot(looked.shaft_x, looked.shaft_y))
    return RevolutionMeans(
        thrust_ratio=over(thrust[:, 0], thrust[:, 1]),
        speed_ratio=over(speed[:, 0], speed[:, 1]),
        torque_in=-torque[:, 0],
        torque_out=torque[:, 1],
        power=turns.rates(looked.work),
        loss=turns.rates(looked.loss),
        bearing=bearing,
    )


def over(a: Floats, b: Floats) -> Floats:
    """Quotient of two signals; NaN where the second is zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Floats = np.where(b != 0.0, a / b, np.nan)
    return ratio
