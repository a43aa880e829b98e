from __future__ import annotations

import numpy as np
import pytest

from catena.errors import InputError
from catena.results.harmonics import amplitude_spectrum, harmonics


@pytest.mark.parametrize("size", [64, 65])
@pytest.mark.parametrize("window", ["rectangular", "hann", "flattop"])
def test_whole_periods_give_exact_amplitudes_and_phases(size, window):
    t = np.arange(size) / size * 2.0  # two seconds
    signal = 3.0 + 2.0 * np.cos(2 * np.pi * 5 * t + 0.7)
    spectrum = amplitude_spectrum(signal, 2.0 / size, window)
    assert spectrum.frequency[10] == pytest.approx(5.0, abs=1e-12)
    assert spectrum.amplitude[10] == pytest.approx(2.0, abs=2e-7)
    assert spectrum.amplitude[0] == pytest.approx(3.0, abs=2e-7)
    assert spectrum.phase[10] == pytest.approx(0.7, abs=2e-7)


def test_the_nyquist_line_is_not_doubled():
    spectrum = amplitude_spectrum([1.0, -1.0] * 8, 0.5)
    assert spectrum.frequency[-1] == 1.0
    assert spectrum.amplitude[-1] == pytest.approx(1.0, abs=1e-14)


def test_parseval_links_spectrum_and_power():
    signal = np.random.default_rng(1).normal(size=101)
    amplitude = amplitude_spectrum(signal, 1.0).amplitude
    power = amplitude[0] ** 2 + 0.5 * np.sum(amplitude[1:] ** 2)
    assert np.mean(signal**2) == pytest.approx(power, rel=1e-13)


def test_flattop_reads_an_amplitude_between_two_lines():
    t = np.arange(1000) * 1e-3
    spectrum = amplitude_spectrum(np.sin(2 * np.pi * 50.5 * t), 1e-3, "flattop")
    assert spectrum.amplitude.max() == pytest.approx(1.0, abs=1.5e-3)


def test_harmonics_of_a_known_series():
    angle = 2 * np.pi * np.arange(32) / 32
    found = harmonics(1 + 0.5 * np.cos(angle) + 0.25 * np.sin(3 * angle), 4)
    np.testing.assert_allclose(found.amplitude, [1, 0.5, 0, 0.25, 0], atol=1e-15)
    assert found.frequency.tolist() == [0, 1, 2, 3, 4]
    assert found.phase[3] == pytest.approx(-np.pi / 2)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: amplitude_spectrum([1.0], 1.0),
        lambda: amplitude_spectrum([1.0, np.nan], 1.0),
        lambda: amplitude_spectrum([1.0, 2.0], 0.0),
        lambda: amplitude_spectrum([1.0, 2.0], 1.0, "square"),
        lambda: harmonics([1.0, 2.0, 3.0, 4.0], 2),
    ],
)
def test_what_has_no_spectrum_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
