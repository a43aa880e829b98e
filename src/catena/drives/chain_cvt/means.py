"""What a chain variator does on average, over whole revolutions of the chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from catena.drives.variator.curves import over
from catena.drives.variator.pulley_means import PulleyMeans, pulley_means
from catena.drives.variator.revolutions import Revolutions
from catena.numerics.arrays import Floats


@dataclass(frozen=True)
class ChainMeans(PulleyMeans):
    """Means over each of n revolutions of the chain; it runs on its pressed pins."""

    pins: Floats
    """Between the sheaves (n, 2)."""
    strands: Floats
    """Tension of the upper and the lower strand (n, 2) [N]."""
    chain_speed: Floats
    """(n,) [m/s]."""

    @property
    def slip(self) -> Floats:
        """How far the secondary pulley stays behind its radii."""
        return 1.0 - over(self.geometric_ratio, self.speed_ratio)

    @property
    def pulley_slip(self) -> Floats:
        """How far each pulley slides under the chain: ahead of it where it drives."""
        rolling = self.speed * self.radius
        return over(rolling - self.chain_speed[:, None], np.abs(rolling))


def chain_means(turns: Revolutions, signals: Mapping[str, Floats]) -> ChainMeans:
    """Means over revolutions of signals by the names of the result file."""
    strands = np.stack([signals["upper_tension"], signals["lower_tension"]], axis=1)
    return ChainMeans(
        **pulley_means(turns, signals, "chain_torque"),
        radius=turns.means(signals["running_radius"]),
        pins=turns.means(signals["pressed_pins"]),
        strands=turns.means(strands),
        chain_speed=turns.means(signals["chain_speed"]),
    )
