"""Spectrum of the lateral motion: a known swing stands at its frequency."""

from types import SimpleNamespace

import numpy as np
import pytest

from catena.drives.pushbelt_cvt.spatial.figures import FOLLOWED, lateral_spectrum

SWING, FREQUENCY, OFFSET = 1e-5, 2000.0, 0.4e-3


def seen_and_place(samples):
    time = np.arange(samples) / 50e3
    z = np.zeros((samples, FOLLOWED + 2))
    z[:, FOLLOWED] = OFFSET + SWING * np.sin(2.0 * np.pi * FREQUENCY * time)
    return SimpleNamespace(round=SimpleNamespace(time=time)), z


def test_a_swing_stands_at_its_frequency_with_its_amplitude():
    (figure,) = lateral_spectrum(*seen_and_place(1000))
    (trace,) = figure.traces
    peak = np.argmax(trace.y)
    assert trace.x[peak] == pytest.approx(FREQUENCY)
    assert trace.y[peak] == pytest.approx(SWING, rel=1e-6)
    assert np.delete(trace.y, [peak - 1, peak, peak + 1]).max() < 1e-6 * SWING


def test_too_few_snapshots_make_no_spectrum():
    assert lateral_spectrum(*seen_and_place(63)) == []
