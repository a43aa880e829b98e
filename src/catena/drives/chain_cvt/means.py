"""What a chain variator does on average, over whole revolutions of the chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from catena.drives.variator.curves import over
from catena.drives.variator.pulley_means import PulleyMeans, pulley_means
from catena.drives.variator.revolutions import Revolutions
from catena.numerics.arrays import Floats

TINY = float(np.finfo(float).tiny)
"""Instead of the radius of a pulley without pins [m]."""


@dataclass(frozen=True)
class ChainMeans(PulleyMeans):
    """Means over each of n revolutions of the chain; it runs on its pressed pins."""

    pins: Floats
    """Between the sheaves (n, 2)."""
    rolling: Floats
    """Radius that carries the chain along, a little below that of the pins (n, 2) [m].
    """
    strands: Floats
    """Tension of the upper and the lower strand (n, 2) [N]."""
    chain_speed: Floats
    """(n,) [m/s]."""

    @property
    def slip(self) -> Floats:
        """How far the secondary pulley stays behind its radii."""
        return 1.0 - over(self.ratio_without_slip, self.speed_ratio)

    @property
    def ratio_without_slip(self) -> Floats:
        """Of the speeds of pulleys on which no pin slides."""
        return over(self.rolling[:, 1], self.rolling[:, 0])

    @property
    def pulley_slip(self) -> Floats:
        """How far each pulley slides under the chain: ahead of it where it drives."""
        rolling = self.speed * self.rolling
        return over(rolling - self.chain_speed[:, None], np.abs(rolling))


def rolling_radius(radius: Floats, pitches: Sequence[float]) -> Floats:
    """Speed of a chain over that of a pulley whose pins stick at a radius [m].

    While the pulley turns by the angle 2 asin(p / 2 r) of a link, the chain moves on by
    its pitch: pins on a polygon carry less chain along than their circle is long.
    """
    pitch = np.array(pitches)
    half = np.minimum(0.5 * pitch / np.maximum(radius[..., None], TINY), 1.0)
    found: Floats = pitch.mean() / (2.0 * np.arcsin(half).mean(axis=-1))
    return found


def chain_means(
    turns: Revolutions, signals: Mapping[str, Floats], pitches: Sequence[float]
) -> ChainMeans:
    """Means over revolutions of signals by the names of the result file."""
    strands = np.stack([signals["upper_tension"], signals["lower_tension"]], axis=1)
    radius = turns.means(signals["running_radius"])
    return ChainMeans(
        **pulley_means(turns, signals, "chain_torque"),
        radius=radius,
        rolling=rolling_radius(radius, pitches),
        pins=turns.means(signals["pressed_pins"]),
        strands=turns.means(strands),
        chain_speed=turns.means(signals["chain_speed"]),
    )
