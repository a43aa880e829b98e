"""Numbers read out of a sampled signal: harmonics, spectrum."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.errors import InputError

Window = Literal["rectangular", "hann", "flattop"]
_COSINES: dict[str, tuple[float, ...]] = {
    "rectangular": (1.0,),
    "hann": (0.5, 0.5),
    # five-term flat top, largest scalloping error below 0.1 %
    "flattop": (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
}
"""Weights of the cosine-sum windows, w = a_0 - a_1 cos x + a_2 cos 2x - ..."""


class Spectrum(NamedTuple):
    """A one-sided spectrum: signal = sum of amplitude cos(2 pi frequency t + phase)."""

    frequency: NDArray[np.float64]
    """[Hz] when the step is in seconds."""
    amplitude: NDArray[np.float64]
    """Peak values in the unit of the signal, the mean (signless) at frequency zero."""
    phase: NDArray[np.float64]
    """[rad] at the first sample."""


def amplitude_spectrum(
    values: ArrayLike, step: float, window: Window = "rectangular"
) -> Spectrum:
    """One-sided amplitude spectrum of a uniformly sampled signal.

    Exact, with the rectangular window, when the samples cover whole periods (the
    sample after the last one would repeat the first). For any other length, ``hann``
    separates neighbours best and ``flattop`` reads single amplitudes within 0.1 %.

    Args:
        values: at least two samples of one signal.
        step: time between samples [s]; a revolution fraction gives orders instead.
        window: how the ends are faded out.
    """
    signal = np.asarray(values, dtype=np.float64)
    if signal.ndim != 1 or signal.size < 2 or not np.isfinite(signal).all():
        raise InputError("a spectrum needs at least two finite samples of one signal")
    if not step > 0.0:
        raise InputError(f"a spectrum needs a positive step, found {step}")
    weights = _window(signal.size, window)
    lines = np.fft.rfft(signal * weights) / weights.sum()
    lines[1:] *= 2.0
    if signal.size % 2 == 0:
        lines[-1] /= 2.0  # the Nyquist line has no mirror image
    frequency = np.arange(lines.size) / (signal.size * step)
    return Spectrum(frequency, np.abs(lines), np.angle(lines))


def harmonics(values: ArrayLike, count: int) -> Spectrum:
    """Harmonics 0 to ``count`` of one whole period, frequency given as the order.

    Args:
        values: equally spaced samples of exactly one period, end point excluded.
        count: highest order; must be below half the number of samples.
    """
    size = np.size(values)
    if not 0 <= count < size / 2:
        raise InputError(
            f"{size} samples resolve harmonics below {size / 2:g}, asked for {count}"
        )
    spectrum = amplitude_spectrum(values, 1.0 / size)
    return Spectrum(*(column[: count + 1] for column in spectrum))


def _window(size: int, window: str) -> NDArray[np.float64]:
    if window not in _COSINES:
        raise InputError(f"window {window!r} is not one of {', '.join(_COSINES)}")
    angle = 2.0 * np.pi * np.arange(size) / size
    weights = np.zeros(size)
    for order, weight in enumerate(_COSINES[window]):
        weights += (-1) ** order * weight * np.cos(order * angle)
    return weights
