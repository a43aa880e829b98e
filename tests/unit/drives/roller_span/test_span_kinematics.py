"""The kinematic model as a tool of its own."""

import math

import numpy as np
import pytest

from catena.drives import DRIVES
from catena.drives.loading import loads
from catena.drives.roller_span.kinematics import kinematics_of


def of_template(**values):
    return kinematics_of(loads(DRIVES["roller_span"].template()).with_values(values))


def test_numbers_of_the_template():
    numbers = {n.name: n.value for n in of_template().key_numbers()}
    assert numbers["transmission_error"] == pytest.approx(4.966e-4, rel=1e-3)
    assert numbers["resonance_1"] * 30 / math.pi == pytest.approx(122.9, abs=0.1)
    assert numbers["resonance_2"] < 2 * numbers["resonance_1"]
    assert numbers["ratio_min"] < 1.0 < numbers["ratio_max"]


def test_figures_of_unequal_sprockets():
    tool = of_template(**{"driver.tooth_count": 17, "span.tangent_pitches": 16.3})
    figures = {figure.name: figure for figure in tool.figures()}
    ratio = figures["speed_ratio"].traces[0].y
    assert np.mean(ratio) == pytest.approx(17 / 25, rel=2e-3)
    speed = figures["strand_speed"].traces[0].y
    assert speed.max() <= 1.0 and speed.min() >= math.cos(math.pi / 17) - 1e-4
    loads_ = figures["tooth_loads"].traces[0].y
    assert np.all(np.diff(loads_) < 0.0)


def test_no_load_no_string():
    tool = of_template(load={"kind": "constant_torque", "torque": 0.0})
    assert not any(n.name.startswith("resonance") for n in tool.key_numbers())
