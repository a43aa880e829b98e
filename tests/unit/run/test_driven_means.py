"""Means of systems that something drives: powers, losses, spread and drift."""

import numpy as np
import pytest

from catena.run.driven_means import drift_remark, driven_means
from catena.run.history import History

TIME = np.linspace(0.0, 2.0, 201)
STORED = ("kinetic_energy",)


class Recorded:
    """A result file of a motor, a brake and losses by cause."""

    def __init__(self, power: float, growth: float = 0.0) -> None:
        lost = 0.1 * power * TIME
        work = power * (TIME + 0.5 * growth * TIME**2)
        self.signals = {
            "time": TIME,
            "kinetic_energy": 2.0 + work - 0.9 * power * TIME - lost,
            "input_work": np.stack([work, -0.9 * power * TIME], axis=1),
            "loss": np.stack([0.75 * lost, 0.25 * lost, 0 * lost, 0 * lost], axis=1),
        }

    def read(self, name: str) -> np.ndarray:
        return self.signals[name]


def means(recorded: Recorded, period: float = 0.0):
    return driven_means(History(recorded, recorded.signals), STORED, period)


def test_powers_and_losses_of_a_steady_system_have_no_drift() -> None:
    found = means(Recorded(40.0))
    value = {number.name: number.value for number in found.stated}
    assert value["power"] == pytest.approx(40.0)
    assert value["friction_loss"] == pytest.approx(3.0)
    assert value["viscous_loss"] == pytest.approx(1.0)
    assert value["numerical_loss"] == pytest.approx(0.0, abs=1e-9)
    assert value["efficiency"] == pytest.approx(0.9)
    assert drift_remark(found) == ()


def test_a_power_that_grows_is_named_once_with_both_values() -> None:
    found = means(Recorded(40.0, growth=0.2))
    (words,) = drift_remark(found)
    assert words.startswith("not settled: 1 of ")
    # mean powers of the third and the fourth quarter: 40 (1 + 0.2 t)
    assert "mean input power drifts from 50 to 54 W" in words
    power = next(number for number in found.numbers if number.name == "power")
    assert power.value == pytest.approx(52.0)
    assert power.spread == pytest.approx(2.0, rel=0.02)


def test_less_than_two_turns_show_a_drift_but_not_that_there_is_none() -> None:
    assert means(Recorded(40.0), 0.5).settled is True
    unseen = means(Recorded(40.0), 0.6)
    assert unseen.settled is None
    assert unseen.told("x.") == "x; too short to see whether it has settled."
    value = {number.name: number.value for number in unseen.stated}
    assert value["passing_efficiency"] == pytest.approx(0.9)
    assert "efficiency" not in value
    (words,) = drift_remark(unseen)
    assert words.endswith("two windows of at least one turn of what is driven each")
    drifting = means(Recorded(40.0, growth=0.2), 0.6)
    assert drifting.settled is False
    assert drifting.told("x.") == "x."


def test_a_free_motion_has_no_means() -> None:
    assert means(Recorded(0.0)).stated == []
