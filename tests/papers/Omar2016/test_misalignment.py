"""Two sprockets in line and beside each other: orders, what pins lose, what it costs.

19 teeth at 120 rpm; a damped bearing ends the swing of the start, rollers are
concentric. Teeth pass at 38 Hz.
"""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from

pytestmark = pytest.mark.paper
DRIVER, DRIVEN, LINKS, TOOTH = 19, 25, 84, 38.0


@cache
def ran(offset, duration=0.62):
    """Outcome and signals of the example."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["sprocket"][1] |= {"offset": offset, "inertia": 0.005, "damping": 0.3}
    data["spatial"] = {"roller": {"concentric": True}}
    data["solve"] |= {"duration": duration, "settle": 0.3, "gravity": [0.0, 0.0]}
    run = ct.simulate(spec_from(data))
    names = "time", "side_force_sum", "span_tension", "pin_work"
    return run.outcome, {name: run.read(name) for name in names}


def line(signals, name, order):
    """Amplitude of a signal at an order of the tooth frequency, over whole pairs."""
    time = signals["time"]
    pairs = int((time[-1] - 0.3) * TOOTH / 2.0) * 2.0 / TOOTH
    late = time > time[-1] - pairs + 1e-7
    values = signals[name][late]
    if values.ndim > 1:
        values = values[:, values.mean(axis=0).argmax()]
    turning = np.exp(-2j * np.pi * order * TOOTH * time[late])
    return 2.0 * abs(np.mean((values - values.mean()) * turning))


@pytest.mark.parametrize("offset", [0.004, 0.008])
def test_offset_excites_at_half_the_tooth_frequency(offset):
    """Bush links alone are guided, every second one.

    Side forces have their largest line there, nothing between, and lines at the tooth
    orders that follow; in line there is no side force at all.
    """
    _, signals = ran(offset)
    half, between, tooth = (
        line(signals, "side_force_sum", order) for order in (0.5, 0.75, 1.0)
    )
    assert half > 2.0 * tooth
    assert between < 0.02 * half
    assert np.all(ran(0.0)[1]["side_force_sum"] == 0.0)


def test_tension_has_tooth_orders_in_line():
    """Polygon action: whole tooth orders above half ones and what lies between."""
    _, signals = ran(0.0)
    half, between, tooth, second = (
        line(signals, "span_tension", order) for order in (0.5, 0.75, 1.0, 2.0)
    )
    assert min(tooth, second) > half > 5.0 * between


def test_each_joint_loses_what_its_articulation_asks_for():
    """One turn of the chain: mu r (T_t + T_s)(2 pi/z_1 + 2 pi/z_2) in every pin."""
    _, signals = ran(0.0, 2.7)
    time = signals["time"]
    begin = int(np.searchsorted(time, time[-1] - LINKS / TOOTH))
    tension = signals["span_tension"][begin:].mean(axis=0).sum()
    bends = 2.0 * np.pi * (1.0 / DRIVER + 1.0 / DRIVEN)
    lost = signals["pin_work"][-1] - signals["pin_work"][begin]
    share = lost / (0.1 * 0.5 * 4.45e-3 * tension * bends)
    assert 0.83 < share.mean() < 1.0
    assert np.ptp(share) < 0.1


def test_misalignment_costs_more_the_larger_it_is_and_mirrors():
    """What plates rub on teeth: nothing in line, and what the efficiency falls by."""
    outcomes = {offset: ran(offset)[0] for offset in (0.0, 0.004, 0.008, -0.008)}

    def value(offset, name):
        return outcomes[offset].key_number(name).value

    lost = [value(offset, "misalignment_loss") for offset in (0.0, 0.004, 0.008)]
    assert lost[0] == 0.0
    assert lost[2] > 1.5 * lost[1] > 0.0
    assert value(-0.008, "misalignment_loss") == pytest.approx(lost[2], rel=1e-6)
    assert value(-0.008, "efficiency") == pytest.approx(
        value(0.008, "efficiency"), rel=1e-9
    )
    assert value(0.0, "efficiency") > value(0.004, "efficiency")
    assert value(0.004, "efficiency") > value(0.008, "efficiency")
    rubbed = value(0.008, "friction_loss") - value(0.0, "friction_loss")
    assert rubbed == pytest.approx(lost[2], rel=0.1)
