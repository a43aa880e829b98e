from __future__ import annotations

import numpy as np
import pytest

from catena.results.figures import Trace
from catena.results.run_up import SAMPLES, Signal, runs_up, sliced, waterfall


def spectrum(time: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    step = float(time[1] - time[0])
    return np.fft.rfftfreq(values.size, step), np.abs(np.fft.rfft(values))


def test_slices_rise_with_the_speed_and_reach_both_ends() -> None:
    time = np.arange(640) * 1e-3
    speed = np.linspace(90.0, 10.0, time.size)  # falls: slices are turned round
    swing = np.sin(np.cumsum(speed) * 1e-3 * 4.0)
    seen = sliced(time, swing, speed, 100.0 + speed, spectrum, lambda p, v: p + v)
    assert (np.diff(seen.rpm) > 0.0).all()
    width = SAMPLES  # the last stretch ends with the last sample
    assert seen.rpm[0] == pytest.approx(speed[-width:].mean() * 30.0 / np.pi)
    assert seen.rpm[-1] == pytest.approx(speed[:width].mean() * 30.0 / np.pi)
    mean = seen.rpm * np.pi / 30.0
    assert seen.strings == pytest.approx(100.0 + 2.0 * mean)
    line = seen.frequency[seen.amplitude[:, 1:].argmax(axis=1) + 1]
    assert line == pytest.approx(4.0 * mean / (2.0 * np.pi), abs=10.0)


@pytest.mark.parametrize(
    ("count", "top", "wanted"),
    [(640, 2.0, True), (640, 1.1, False), (SAMPLES, 2.0, True), (40, 2.0, False)],
)
def test_a_waterfall_needs_a_rise_and_one_slice(
    count: int, top: float, wanted: bool
) -> None:
    assert runs_up(np.linspace(1.0, top, count)) is wanted


def test_nothing_is_fainter_than_the_floor() -> None:
    time = np.arange(128) * 1e-3
    speed = np.linspace(1.0, 2.0, time.size)
    seen = sliced(time, np.sin(300.0 * time), speed, speed, spectrum, lambda p, v: v)
    shown = seen.frequency > 0.0
    lines = [Trace(seen.strings, seen.rpm, "string")]
    signal = Signal("swing", "Swing", "m", time)
    figure = waterfall(signal, seen, shown, "driver", lines, "the string.")
    assert figure.map is not None and figure.map.z.shape == (seen.rpm.size, shown.sum())
    assert figure.map.z.min() >= 1e-4 * seen.amplitude.max()
