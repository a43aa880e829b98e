import math

import numpy as np
import pytest

from catena.errors import GeometryError
from catena.geometry.binder import (
    ansi_pressure_angle,
    link_tensions,
    tension_ratio,
    tooth_loads,
)
from catena.geometry.polygon import pitch_radius
from catena.geometry.string import MovingString

RPM = 2 * math.pi / 60


def no_40(pitches):
    tension = 9.0 / pitch_radius(0.0127, 24)
    return MovingString(pitches * 0.0127, tension, 8.34e-3 / 0.0127)


@pytest.mark.parametrize(
    ("pitches", "printed", "moving", "still"),
    [(19.5, 84.7, 84.69, 84.7176), (20.0, 82.6, 82.57, 82.5997)],
)
def test_resonance_speeds_printed_by_kim_and_johnson(pitches, printed, moving, still):
    string = no_40(pitches)
    speed = string.resonance_speed(0.0127, 24) / RPM
    assert speed == pytest.approx(printed, abs=0.05)
    assert speed == pytest.approx(moving, abs=0.005)
    assert string.frequency() * 60 / 24 == pytest.approx(still, abs=1e-4)


def test_resonance_speed_meets_the_frequency_of_the_running_string():
    string = no_40(20.0)
    for order, harmonic in ((1, 1), (2, 1), (1, 3), (5, 1)):
        tooth = string.tooth_resonance(0.0127, order, harmonic)
        assert harmonic * tooth == pytest.approx(
            string.frequency(order, 0.0127 * tooth), rel=1e-12
        )


def test_string_needs_tension():
    with pytest.raises(GeometryError, match="tension"):
        MovingString(1.0, 0.0, 1.0)


def test_binder_tensions_of_an_18_tooth_sprocket():
    tensions = link_tensions(18, ansi_pressure_angle(18), 8)
    known = [1.0, 0.635320537, 0.162918941, 0.026542581]
    assert tensions[[0, 1, 4, 8]] == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(("teeth", "ratio"), [(15, 0.5842), (24, 0.7071), (40, 0.8077)])
def test_binder_ratio_per_tooth(teeth, ratio):
    found = tension_ratio(teeth, ansi_pressure_angle(teeth))
    assert found == pytest.approx(ratio, abs=5e-5)


def test_tooth_load_closes_the_force_polygon_of_its_roller():
    phi, wrap = ansi_pressure_angle(21), 2 * math.pi / 21
    tensions, loads = link_tensions(21, phi, 6), tooth_loads(21, phi, 6)
    tight = tensions[:-1].astype(complex)
    slack = tensions[1:] * np.exp(-1j * wrap)
    tooth = tight - slack
    assert np.abs(tooth) == pytest.approx(loads, rel=1e-12)
    assert np.angle(tooth) == pytest.approx(np.full(6, phi), abs=1e-12)
