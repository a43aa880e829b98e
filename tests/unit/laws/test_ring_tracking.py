"""Ring tracking: the monotone cubic of the thesis, and its energy."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from catena.laws.ring_tracking import ring_tracking, tracking_energy, tracking_force

GAP, L, F = 0.3e-3, 10.0, 1000.0


def test_inside_the_gap_it_is_the_monotone_interpolation():
    law = ring_tracking(GAP, L, F)
    nodes = GAP * np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    wanted = PchipInterpolator(nodes, [F, L, 0.0, -L, -F])
    for x in np.linspace(-GAP, GAP, 41):
        assert tracking_force(law, x) == pytest.approx(float(wanted(x)), abs=1e-9)


def test_beyond_the_gap_it_goes_on_straight():
    law = ring_tracking(GAP, L, F)
    steep = (3.0 * (F - L) - L) / GAP  # (5.11), h = gap / 2
    assert law.steep == pytest.approx(steep)
    for way in (1e-6, 1e-4):
        assert tracking_force(law, GAP + way) == pytest.approx(-F - steep * way)
        assert tracking_force(law, -GAP - way) == pytest.approx(F + steep * way)


def test_the_force_is_the_slope_of_the_energy():
    law = ring_tracking(GAP, L, F)
    for x in GAP * np.array([-1.4, -0.8, -0.2, 0.1, 0.5, 0.9, 1.2]):
        up, down = (tracking_energy(law, x + way) for way in (1e-9, -1e-9))
        assert -(up - down) / 2e-9 == pytest.approx(tracking_force(law, x), rel=1e-4)


def test_without_tracking_only_the_stops_are_left():
    law = ring_tracking(GAP, 0.0, 0.0)._replace(steep=1e7)
    assert tracking_force(law, 0.9 * GAP) == 0.0
    assert tracking_force(law, GAP + 1e-6) == pytest.approx(-10.0)
