"""The tone of passing pins: how a pattern of pitches spreads it.

Every pin that runs in strikes the sheaves once in a revolution of the chain. The train
of strikes at the places s_k of the pins on a chain of length L has the Fourier lines

    A_m = |sum_k exp(2 pi i m s_k / L)| / N

over the orders m of the chain. N equal pitches have one line, A_N = 1, and its
multiples: the tone. A pattern spreads it over its neighbours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats

BAND = 0.5
"""Orders around that of the passing pins among which the strongest is searched."""


class Tone(NamedTuple):
    """Lines of the passing pins."""

    order: Floats
    """Over that of the passing pins: whole turns of the chain over N."""
    amplitude: Floats
    """Over the single line of equal pitches."""

    def strongest(self) -> tuple[float, float]:
        """Order and amplitude of the strongest line near the passing pins."""
        near = np.abs(self.order - 1.0) <= BAND
        k = int(np.argmax(np.where(near, self.amplitude, 0.0)))
        return float(self.order[k]), float(self.amplitude[k])


def tone_of(pitches: Floats, highest: float = 2.2) -> Tone:
    """Lines up to an order of the passing pins."""
    n = pitches.size
    places = np.concatenate([[0.0], np.cumsum(pitches)])
    turn = 2.0 * np.pi * places[:-1] / places[-1]
    orders = np.arange(1, int(highest * n) + 1)
    lines = np.exp(1j * orders[:, None] * turn).sum(axis=1)
    return Tone(orders / n, np.abs(lines) / n)


def tone_words(pitches: Floats) -> str:
    """The strongest line in words, and how many decibels it is below equal pitches."""
    order, size = tone_of(pitches).strongest()
    if size > 1.0 - 1e-9:
        return "all pitches alike: one line at the passing pins and its multiples"
    return (
        f"strongest line at {order:.3f} of the passing pins, {size:.2f} of that of "
        f"equal pitches ({20.0 * np.log10(size):+.1f} dB)"
    )
