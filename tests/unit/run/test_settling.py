"""Means carry their spread over windows, and drift is named."""

import math

import numpy as np
import pytest

from catena.results.health import KeyNumber, Outcome
from catena.run.settling import (
    LARGEST_DRIFT,
    SLIP_SIZE,
    Settling,
    Swing,
    Watched,
    settling,
    swing_drifts,
    windows_of,
)

WATCHED = (Watched("tension_"), Watched("slip", SLIP_SIZE))


def numbers(**values: float) -> list[KeyNumber]:
    return [KeyNumber(name, name.replace("_", " "), v) for name, v in values.items()]


def over(*parts: dict[str, float]) -> Settling:
    whole = {name: float(np.mean([part[name] for part in parts])) for name in parts[0]}
    return settling(numbers(**whole), [numbers(**part) for part in parts], WATCHED)


def test_the_spread_is_half_the_range_of_the_windows() -> None:
    found = over(*({"tension_1": value} for value in (99.0, 101.0, 100.0, 100.5)))
    assert found.numbers[0].spread == pytest.approx(1.0)
    assert found.settled
    assert found.warnings == []


def test_peaks_and_ranges_are_no_means() -> None:
    parts = [numbers(largest_force=value) for value in (5.0, 7.0)]
    (peak,) = settling(numbers(largest_force=7.0), parts, ()).numbers
    assert math.isnan(peak.spread)
    (even,) = over({"speed": 97.0}, {"speed": 97.0 + 1e-9}).numbers
    assert math.isnan(even.spread)


def test_speeds_drift_in_turns() -> None:
    parts = [[KeyNumber("v", "speed", x, "rad/s")] for x in (100.0, 110.0)]
    found = settling([KeyNumber("v", "speed", 105.0, "rad/s")], parts, (Watched("v"),))
    assert found.warnings == ["not settled: speed drifts from 954.9 to 1050 rpm"]


def test_drift_is_named_with_both_values() -> None:
    found = over({"tension_1": 47.0, "tension_2": 560.0},
                 {"tension_1": 84.0, "tension_2": 560.0})  # fmt: skip
    assert found.warnings == ["not settled: tension 1 drifts from 47 to 84"]
    assert found.settled is False
    assert found.drifts[0].share == pytest.approx(37.0 / 560.0)


def ringing(decay: float, steady: float) -> Settling:
    """A span at 1000 N that rings at 50 Hz, besides a ripple of the teeth."""
    time = np.linspace(0.0, 0.3, 6001)
    tension = 1000.0 + steady * np.sin(4000.0 * time)
    tension += 500.0 * np.exp(-decay * time) * np.sin(2.0 * np.pi * 50.0 * time)
    late = {"time": time, "pull": np.stack([tension, 0.1 * tension], axis=-1)}
    whole, *parts = (
        numbers(tension_1=part["pull"][:, 0].mean(), tension_2=100.0)
        for part in (late, *windows_of(late, 0.02))
    )
    drifts = swing_drifts(whole, late, Swing("pull", "tension_"))
    return settling(whole, parts, WATCHED, swings=drifts)


def test_a_start_that_still_rings_has_not_settled() -> None:
    """Its means stand still; its peaks do not."""
    found = ringing(decay=4.0, steady=20.0)
    assert found.settled is False
    assert found.warnings[-1].startswith(
        "not settled: standard deviation of the tension 1 drifts from"
    )
    assert ringing(decay=0.0, steady=200.0).settled
    assert ringing(decay=20.0, steady=200.0).settled is False
    assert ringing(decay=0.02, steady=200.0).settled


def test_without_windows_a_change_of_vibration_says_nothing() -> None:
    """One window knows no drift."""
    whole = numbers(tension_1=1000.0)
    late = {"pull": np.linspace(0.0, 2000.0, 100)[:, None] ** 2}
    drifts = swing_drifts(whole, late, Swing("pull", "tension_"))
    assert settling(whole, [], WATCHED, swings=drifts).settled is None


def test_a_small_slip_may_change_by_a_part_of_itself() -> None:
    assert over({"slip": 0.0050}, {"slip": 0.0055}).settled
    assert not over({"slip": 0.0050}, {"slip": 0.0070}).settled


def test_an_efficiency_is_stated_only_where_the_drive_has_settled() -> None:
    def names(found: Settling) -> set[str]:
        return {number.name for number in found.stated}

    steady = {"tension_1": 100.0, "efficiency": 0.98}
    assert "efficiency" in names(over(steady, steady))
    slowing = over(steady, {**steady, "tension_1": 110.0})  # as on overrun
    assert not slowing.settled
    assert names(slowing) == {"tension_1", "passing_efficiency"}
    assert "not settled" in slowing.stated[1].label
    assert slowing.stated[1].value == 0.98
    assert names(over(steady, {**steady, "efficiency": 0.94})) == {"tension_1"}
    unseen = settling(numbers(**steady), [], WATCHED)
    assert unseen.settled is None
    assert "efficiency" not in names(unseen)
    lacking = settling(
        numbers(**steady), [numbers(**steady), numbers(tension_1=100.0)], WATCHED
    )
    assert "efficiency" not in names(lacking)


def test_a_transient_by_intent_is_said_in_one_sentence() -> None:
    parts = [numbers(tension_1=value) for value in (47.0, 84.0)]
    found = settling(numbers(tension_1=60.0), parts, WATCHED, changing=True)
    assert found.settled is False
    assert found.warnings == ["not settled: what is imposed changes, and means with it"]


@pytest.mark.parametrize(
    ("span", "period", "count", "length"),
    [(1.0, 0.25, 4, 0.25), (1.0, 0.6, 2, 0.5), (1.0, 0.0, 2, 0.5), (10.0, 0.5, 8, 1.0)],
)
def test_windows_are_whole_periods_up_to_eight(
    span: float, period: float, count: int, length: float
) -> None:
    time = np.linspace(3.0, 3.0 + span, 401)
    windows = windows_of({"time": time, "way": 2.0 * time}, period)
    assert len(windows) == count
    for window in windows:
        assert np.ptp(window["time"]) == pytest.approx(length, abs=0.01)
        assert np.ptp(window["way"]) == pytest.approx(2.0 * length, abs=0.02)
    assert windows[-1]["time"][-1] == time[-1]


def test_too_few_samples_make_no_windows() -> None:
    assert windows_of({"time": np.array([0.0, 1.0])}, 0.5) == []


@pytest.mark.parametrize(("span", "count"), [(0.9, 0), (1.0, 2), (3.0, 2)])
def test_windows_shorter_than_one_with_a_mean_are_none(span, count) -> None:
    time = np.linspace(0.0, span, 101)
    assert len(windows_of({"time": time}, 12.0, 0.5)) == count


def test_without_windows_it_is_said_that_nothing_is_known_of_settling() -> None:
    unseen = settling(numbers(tension_1=60.0), [], WATCHED, window="one tooth")
    assert unseen.settled is None
    assert unseen.ending == "; too short to see whether it has settled"
    (said,) = unseen.warnings
    assert said.endswith("holds no two windows of at least one tooth each")
    seen = settling(
        numbers(tension_1=60.0), [numbers(tension_1=60.0)] * 2, WATCHED, window="x"
    )
    assert seen.settled is True
    assert (seen.ending, seen.warnings) == ("", [])
    assert unseen.told("70 N.") == "70 N; too short to see whether it has settled."
    nothing = settling(numbers(power=1.0), [numbers(power=1.0)] * 2, WATCHED)
    assert (nothing.settled, nothing.ending) == (None, unseen.ending)
    assert Settling([], [], 0).ending == ""  # moves freely: no means to look at


def test_a_spread_survives_the_file_and_a_limit_is_one_for_all() -> None:
    said = Outcome("x", key_numbers=(KeyNumber("a", "a", 1.0, "N", 0.25),))
    assert Outcome.from_json(said.to_json()).key_numbers == said.key_numbers
    assert LARGEST_DRIFT == 0.02
