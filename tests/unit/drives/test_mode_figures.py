"""Natural frequencies and damping as a figure."""

import numpy as np
import pytest

from catena.drives.mode_figures import frequency_figure
from catena.dynamics.modes import Modes


def modes_of(ratios):
    """Modes of 1, 2, ... rad/s with these damping ratios."""
    ratios, speeds = np.array(ratios), 1.0 + np.arange(len(ratios))
    n, s = len(ratios), -ratios * speeds + 1j * speeds * np.sqrt(1.0 - ratios**2)
    names = tuple(f"q{i}" for i in range(n))
    unit = np.eye(n, dtype=complex)
    return Modes(names, s, unit, unit[:, :0], np.eye(n), np.zeros(n))


def test_undamped_modes_stand_at_the_foot_and_are_called_so() -> None:
    figure = frequency_figure(modes_of([0.02, 0.0, 0.3, 0.0]))
    damped, undamped = figure.traces
    assert figure.y.log
    assert damped.y == pytest.approx([0.02, 0.3])
    assert undamped.x == pytest.approx(np.array([2.0, 4.0]) / (2.0 * np.pi))
    assert "without damping" in undamped.label
    assert (undamped.y > 0.0).all() and undamped.y.max() <= 0.1 * damped.y.min()


def test_without_any_damping_the_title_says_so() -> None:
    figure = frequency_figure(modes_of([0.0, 0.0]))
    (trace,) = figure.traces
    assert not figure.y.log
    assert figure.title.endswith("no mode is damped")
    assert (trace.y == 0.0).all()
    low, high = figure.y.limits
    assert low < 0.0 < high


def test_damped_modes_alone_are_on_a_logarithmic_axis() -> None:
    (trace,) = frequency_figure(modes_of([0.02, 0.3])).traces
    assert trace.y == pytest.approx([0.02, 0.3])
