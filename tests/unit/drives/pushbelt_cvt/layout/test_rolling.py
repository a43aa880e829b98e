"""Elements in contact on a pulley, found by their shapes."""

import numpy as np
import pytest

from catena.drives.pushbelt_cvt.layout.rolling import Rolling


def least_gap(rolling: Rolling, radius: float, angle: float) -> float:
    """Between the arc of a rocking edge and the rear side of the next element [m]."""
    edge, half = rolling.edge_radius, 0.5 * rolling.thickness
    turn = np.linspace(-0.3, 0.3, 20001)
    x = half - edge + edge * np.cos(turn)
    y = radius - rolling.depth + edge * np.sin(turn)
    ahead = x * np.cos(angle) - y * np.sin(angle)  # in the frame of the next one
    return float((-half - ahead).min())


@pytest.mark.parametrize("radius", [0.03, 0.0357, 0.0714])
def test_neighbours_touch(radius):
    rolling = Rolling(2.1e-3, 3.03e-3, 6e-3)
    angle = float(rolling.pitch_angle(np.array(radius)))
    assert least_gap(rolling, radius, angle) == pytest.approx(0.0, abs=1e-12)


def test_thin_elements_run_on_the_radii_of_their_edges():
    ratio = Rolling(2.1e-3, 1e-6, 0.0).speed_ratio(np.array([0.0714, 0.0357]))
    assert ratio == pytest.approx(33.6 / 69.3, rel=1e-6)


def test_edges_that_roll_make_the_smaller_pulley_faster():
    radii = np.array([0.0714, 0.0357])
    sharp, round_ = (Rolling(2.1e-3, 3.03e-3, r).speed_ratio(radii) for r in (0, 6e-3))
    assert 0.99 < round_ / sharp < 0.995
