"""Modes of a belt drive against string and shaft."""

import numpy as np
import pytest

import catena as ct
from catena.drives.belt_drive.outputs import figures

BELT = """
drive = "belt_drive"
[belt]
kind = "flat"
tension = "400 N"
axial_stiffness = "80 kN"
bending_stiffness = "0.001 N m^2"
mass_per_length = "0.1 kg/m"
[[pulley]]
name = "a"
diameter = "120 mm"
centre = ["0 mm", "0 mm"]
boundary = { kind = "speed", speed = "1500 rpm" }
[[pulley]]
name = "b"
diameter = "120 mm"
centre = ["400 mm", "0 mm"]
inertia = "0.003 kg m^2"
boundary = { kind = "load", torque = "2 N m" }
[solve]
duration = "0.1 s"
spans = 120
"""


def test_spans_swing_as_strings_and_the_shaft_on_two_spans() -> None:
    found = ct.modes(ct.loads(BELT), 8)
    string = np.sqrt(400.0 / 0.1) / (2.0 * 0.4)
    lowest = np.sort(found.frequencies)
    assert np.abs(lowest / string - 1.0).min() < 0.01
    shaft = [i for i in range(8) if found.parts(i)[0][0] == "b"]
    stiffness = 2.0 * 80e3 * 0.06**2 / 0.4
    assert found.angular_frequencies[shaft[0]] == pytest.approx(
        np.sqrt(stiffness / 0.003), rel=0.05
    )


def test_a_torsional_damper_swings_on_its_rubber() -> None:
    """On a driver of given speed it has one degree of freedom."""
    plain = 'boundary = { kind = "speed", speed = "1500 rpm" }'
    damper = "damper = { inertia = 0.002, stiffness = 3000.0, damping = 0.4 }"
    found = ct.modes(ct.loads(BELT.replace(plain, f"{plain}\n{damper}")), 30)
    known = np.sqrt(3000.0 / 0.002)
    nearest = int(np.argmin(np.abs(found.angular_frequencies - known)))
    assert found.angular_frequencies[nearest] == pytest.approx(known, rel=1e-5)
    ratio = 0.4 / (2.0 * np.sqrt(3000.0 * 0.002))
    assert found.damping_ratios[nearest] == pytest.approx(ratio, rel=1e-5)
    assert found.parts(nearest)[0][0] == "a.damper"


def test_a_run_up_has_waterfalls_whose_string_falls_with_speed() -> None:
    rising = BELT.replace(
        'speed = "1500 rpm"',
        'speed = "600 rpm", history = [["0 s", "600 rpm"], ["0.1 s", "9000 rpm"]]',
    )
    run = ct.simulate(ct.loads(rising))
    found = {f.name: f for f in figures(run)}
    waterfall = found["runup_displacement"]
    string = next(t for t in waterfall.traces if t.label == "string")
    assert string.y[-1] > 3.0 * string.y[0]  # speeds rise
    assert string.x[-1] < 0.8 * string.x[0]  # frequencies fall
    assert waterfall.map is not None and np.isfinite(waterfall.map.z).all()
    steady = ct.simulate(ct.loads(BELT))
    assert not any(f.name.startswith("runup") for f in figures(steady))
