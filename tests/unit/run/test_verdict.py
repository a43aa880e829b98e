"""One criterion of energy, and an efficiency that is right whichever shaft drives."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.finer_steps import finer
from catena.results.health import Outcome
from catena.run.pace import Pace
from catena.run.verdict import (
    ENERGY_LIMIT,
    Flow,
    capped_check,
    cause_numbers,
    depth_warnings,
    energy_check,
    last_raised,
    penetration_check,
)


def flow(put_in: float, taken: float, lost: float) -> Flow:
    return Flow(put_in, taken, lost, put_in - taken - lost)


def test_energy_is_judged_by_what_flows() -> None:
    """On overrun a flywheel drives: no input power, 7.4 kW flow."""
    overrun = Flow(0.0, 7300.0, 100.0, -7400.107)
    assert overrun.flowing == pytest.approx(7400.107)
    check = energy_check(overrun.unexplained, overrun.flowing)
    assert check.ok
    assert check.value == pytest.approx(0.107 / 7400.107)
    assert not energy_check(2.0 * ENERGY_LIMIT, 1.0).ok
    assert not energy_check(math.nan, 1.0).ok


@pytest.mark.parametrize("put_in", [0.0, 50.0, 100.0, 200.0])
@pytest.mark.parametrize("taken", [5.0, 90.0, 150.0])
def test_no_efficiency_is_above_one_or_below_zero(put_in: float, taken: float) -> None:
    assert 0.0 <= flow(put_in, taken, 5.0).efficiency < 1.0


def test_losses_below_zero_and_rest_have_no_efficiency() -> None:
    assert math.isnan(flow(100.0, 101.0, -1.0).efficiency)
    assert math.isnan(flow(0.0, 0.0, 0.0).efficiency)


def test_a_drive_that_delivers_nothing_has_no_efficiency() -> None:
    assert math.isnan(flow(100.0, 0.5, 88.0).efficiency)
    assert flow(100.0, 0.5, 88.0).idles


def test_losses_go_by_their_cause_and_steps_are_one() -> None:
    made = Flow(100.0, 90.0, 9.0, 0.0, booked=0.8)
    assert made.numerical == pytest.approx(1.0)
    assert made.unexplained == pytest.approx(0.2)
    by_cause = np.array([6.0, 2.0, 1.0, 0.0, 0.0])
    found = {n.name: n.value for n in cause_numbers(by_cause, made.numerical)}
    assert found == pytest.approx(
        {"friction_loss": 6.0, "viscous_loss": 2.0, "contact_loss": 1.0,
         "numerical_loss": 1.0}
    )  # fmt: skip


def test_powers_are_told_apart_by_their_signs() -> None:
    made = Flow.of(np.array([10.0, -7.0, 2.0]), np.array([3.0, 1.0]), 1.0)
    assert (made.supplied, made.taken, made.lost, made.unexplained) == (12, 7, 4, 0)


def run_with(share: float) -> SimpleNamespace:
    return SimpleNamespace(outcome=Outcome("x", checks=(energy_check(share, 1.0),)))


def test_only_a_step_of_our_own_is_made_smaller() -> None:
    """A step that misses by far is not one that a half of it would mend."""
    text = DRIVES["roller_chain"].template()
    spec, job = ct.loads(text), SimpleNamespace(pace=Pace(4e-6, 1000, 10))
    again = finer(spec, job, run_with(2e-4), True)
    assert again is not None
    assert again[0].solve.step == 2e-6
    assert "made again with a step of 2e-06 s" in again[1]
    far = finer(spec, job, run_with(1.2e-3), True)
    assert far is not None and far[0].solve.step == 1e-6  # of second order
    assert finer(spec, job, run_with(0.5e-4), True) is None
    assert finer(spec, job, run_with(0.5), True) is None
    assert finer(spec, job, run_with(2e-4), False) is None


def test_bodies_too_deep_in_each_other_are_named_with_what_may_help() -> None:
    where = "pin 3 between sheaves near 0.2 s"
    deep = penetration_check(0.4e-3, 1e-3, "half length of a pin", where)
    told = f"{where}: 0.4 mm; half length of a pin 1 mm"
    assert not deep.ok and deep.note == told
    assert depth_warnings([deep, energy_check(1.0, 1.0)], "a stiffer pin") == [
        f"bodies enter each other: {told}; try a stiffer pin"
    ]
    assert depth_warnings([penetration_check(1e-6, 1e-3, "x", where)], "y") == []
    assert penetration_check(1e-6, 1e-3, "x").note == "0.001 mm; x 1 mm"


def test_the_largest_value_so_far_last_rose_when_it_became_what_it_is() -> None:
    assert last_raised(np.array([0.0, 1.0, 1.0, 3.0, 3.0])) == 3
    assert last_raised(np.zeros(3)) == 0


def test_a_few_steps_with_all_sweeps_are_no_remark() -> None:
    """3 steps in 10 000 are fine in every drive, one in ten is not."""
    assert capped_check(3e-4).ok
    assert not capped_check(0.1).ok
