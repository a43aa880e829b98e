"""Laws of spectra that hold for every signal."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from catena.results.derived import amplitude_spectrum, rms

signals = arrays("float64", st.integers(2, 60), elements=st.floats(-1e6, 1e6))


@given(signals)
def test_the_spectrum_rebuilds_the_signal(signal):
    spectrum = amplitude_spectrum(signal, 0.5)
    t = 0.5 * np.arange(signal.size)[:, None]
    angle = 2 * np.pi * spectrum.frequency * t + spectrum.phase
    rebuilt = (spectrum.amplitude * np.cos(angle)).sum(axis=1)
    np.testing.assert_allclose(rebuilt, signal, atol=1e-9 * (1 + np.abs(signal).max()))


@given(signals, st.floats(-1e3, 1e3))
def test_rms_scales_and_lies_between_mean_and_peak(signal, factor):
    value, peak = rms(signal), np.abs(signal).max()
    assert np.abs(signal.mean()) <= value * (1 + 1e-12) + 1e-300
    assert value <= peak * (1 + 1e-12)
    np.testing.assert_allclose(
        rms(factor * signal), abs(factor) * value, rtol=1e-9, atol=1e-280
    )
