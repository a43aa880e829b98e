"""Laws of spectra that hold for every signal."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from catena.results.harmonics import amplitude_spectrum

signals = arrays("float64", st.integers(2, 60), elements=st.floats(-1e6, 1e6))


@given(signals)
def test_the_spectrum_rebuilds_the_signal(signal):
    spectrum = amplitude_spectrum(signal, 0.5)
    t = 0.5 * np.arange(signal.size)[:, None]
    angle = 2 * np.pi * spectrum.frequency * t + spectrum.phase
    rebuilt = (spectrum.amplitude * np.cos(angle)).sum(axis=1)
    np.testing.assert_allclose(rebuilt, signal, atol=1e-9 * (1 + np.abs(signal).max()))
