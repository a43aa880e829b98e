"""Stresses of ring layers and pressures: closed forms."""

import math

import numpy as np
import pytest
from tests.unit.drives.pushbelt_cvt.variators import spec_with

from catena.drives.pushbelt_cvt.measures.ring_layers import layer_friction
from catena.drives.pushbelt_cvt.measures.strength import (
    flank_area,
    ring_stresses,
    saddle_area,
    strength_numbers,
)
from catena.drives.variator.drift import shift_rate
from catena.drives.variator.slip_curve import slip_curve


def test_a_layer_bends_from_its_circle_to_the_pulley() -> None:
    spec = spec_with()
    area, half = 2 * 12 * 0.185e-3 * 9e-3, 0.5 * 210e9 * 0.185e-3
    high, low = ring_stresses(spec, 3000.0, 2000.0, 0.035)
    assert high - low == pytest.approx(1000.0 / area + half / 0.035)
    # on the circle it was made on a layer carries tension alone
    round_, _ = ring_stresses(spec, 3000.0, 2000.0, 0.679789378 / (2.0 * math.pi))
    assert round_ == pytest.approx(3000.0 / area)


def test_key_numbers_take_the_worst_snapshot_after_the_start() -> None:
    spec = spec_with()
    signals = {
        "snapshot_time": np.array([0.0, 1.0, 2.0]),
        "running_radius": np.array([[0.01, 0.01], [0.05, 0.05], [0.04, 0.06]]),
        "largest_tension": np.array([9e9, 3000.0, 2900.0]),
        "least_tension": np.array([0.0, 2100.0, 2000.0]),
        "belt_speed": np.array([10.0, 10.0]),
        "largest_flank_force": np.array([9e9, 500.0, 600.0]),
        "largest_saddle_force": np.array([9e9, 100.0, 80.0]),
    }
    found = {n.name: n.value for n in strength_numbers(spec, signals, 0.5)}
    high, low = ring_stresses(spec, 3000.0, 2000.0, 0.04)
    layers = layer_friction(spec, 2500.0, 10.0, (0.045, 0.055))
    assert found["layer_power"] == pytest.approx(layers.power) and layers.power > 0.0
    high, low = high + 0.5 * layers.stress, low - 0.5 * layers.stress
    assert found["ring_stress"] == pytest.approx(high)
    assert found["ring_fatigue"] ** 2 == pytest.approx(high * 0.5 * (high - low))
    assert found["flank_pressure"] == pytest.approx(600.0 / flank_area(spec))
    assert found["saddle_pressure"] == pytest.approx(100.0 / saddle_area(spec))


def test_layers_lose_what_their_interfaces_do_one_by_one() -> None:
    """Sum over interfaces of mu N dv, by the definition of each."""
    spec = spec_with(friction__layer=0.1)
    tension, speed, radii = 3000.0, 12.0, (0.035, 0.07)
    n, t = spec.ring.layer_count, spec.ring.layer_thickness
    section = 2 * n * t * spec.ring.width
    pull = tension - spec.ring.density * section * speed**2
    lean = math.asin((radii[1] - radii[0]) / spec.variator.centre_distance)
    wrap = math.pi - 2.0 * lean  # of the smaller pulley, where they are pressed less
    sliding = speed * t * (1.0 / radii[0] - 1.0 / radii[1])
    power = sum(0.1 * pull * (n - j) / n * wrap * sliding for j in range(1, n))
    found = layer_friction(spec, tension, speed, radii)
    assert found.power == pytest.approx(power, rel=1e-9)
    assert found.stress == pytest.approx(0.1 * pull * wrap / section)
    even = layer_friction(spec, tension, speed, (0.05, 0.05))
    assert even.power == 0.0  # at ratio 1 all layers keep step


def test_shift_rate_is_between_the_middles_of_revolutions() -> None:
    (number,) = shift_rate(np.array([0.0, 0.1, 0.3]), np.array([1.0, 1.03]))
    assert number.value == pytest.approx(0.03 / 0.15)
    assert not shift_rate(np.array([0.0, 0.1]), np.array([1.0]))


def test_only_a_changing_load_has_a_slip_curve() -> None:
    slip = np.linspace(0.0, 0.02, 400)
    (figure,) = slip_curve(slip, 80.0 * np.tanh(300.0 * slip), "Variator")
    assert figure.traces[0].y[-1] == pytest.approx(80.0, rel=1e-3)
    steady = 60.0 + 0.5 * np.sin(np.arange(400.0))
    steady[:50] = 50.0  # the end of a ramp
    assert not slip_curve(slip, steady, "Variator")
