"""Drives of users, and what their runs say of themselves."""

import math
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.roller_chain import second_start
from catena.drives.roller_chain.layout.placement import layout_of
from catena.drives.roller_chain.second_start import (
    SecondStart,
    compared,
    pulsed,
    pulses_of,
)
from catena.drives.roller_chain.verdict import load_warnings, most_lead
from catena.drives.verbs import Pulse
from catena.errors import InputError, Interrupted

SHORT = {
    "sprocket[0].boundary.speed": "12000 rpm",
    "solve.duration": 4e-4,
    "solve.settle": 0.0,
}
"""0.88 teeth of the driver pass."""
DRIVE_FILES = Path(__file__).parents[2] / "cli" / "drives"


def numbers_of(outcome):
    return {number.name: number.value for number in outcome.key_numbers}


def test_a_light_load_is_explained_with_a_step_of_our_own() -> None:
    run = ct.simulate(ct.load(DRIVE_FILES / "chain_light_load.toml"))
    assert run.outcome.trust == "trusted"
    energy = next(c for c in run.outcome.checks if c.name == "energy")
    assert energy.value <= 1e-4
    assert any("made again with a step" in text for text in run.outcome.warnings)


def test_a_run_of_less_than_a_pitch_does_not_read_as_settled() -> None:
    spec = ct.load(DRIVE_FILES / "chain_light_load.toml").with_values(SHORT)
    outcome = ct.simulate(spec).outcome
    assert outcome.settled is None
    assert outcome.verdict.endswith("N; too short to see whether it has settled.")
    assert " at 12000 rpm: " in outcome.verdict
    assert (
        "too short to see whether the run has settled: the part that counts holds "
        "no two windows of at least one tooth of 'driver' each" in outcome.warnings
    )
    assert all(math.isnan(number.spread) for number in outcome.key_numbers)
    longer = ct.simulate(spec.with_values({"solve.duration": 1.2e-3})).outcome
    assert longer.settled is not None  # 2.6 teeth
    assert "too short" not in longer.verdict + " ".join(longer.warnings)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.19, None),
        (0.5, "is more than a fifth of the breaking force"),
        (1.01, "the chain would break: the largest joint force"),
    ],
)
def test_a_force_above_the_breaking_force_is_called_so(share, words) -> None:
    placed = layout_of(ct.load(DRIVE_FILES / "chain_light_load.toml"))
    strength = placed.chain.strength
    late = {
        "peak_joint_force": np.array([0.1, share]) * strength,
        "span_tension": np.array([[10.0, 20.0], [10.0, 20.0]]),
    }
    said = [text for text in load_warnings(placed, late) if "joint force" in text]
    assert len(said) == (words is not None)
    if words is not None:
        assert words in said[0]
        assert f"{share * strength:.0f} N is" in said[0]
        assert f"breaking force {strength:.0f} N" in said[0]


def test_a_stopped_run_is_made_again_with_half_the_step_too(tmp_path: Path) -> None:
    text = (DRIVE_FILES / "chain_light_load.toml").read_text()
    assert "duration = 0.15" in text
    with pytest.raises(Interrupted):
        ct.simulate(ct.loads(text), tmp_path / "run", user_text=text, max_wall=1e-3)
    run = ct.resume(tmp_path / "run")
    assert run.outcome.trust == "trusted"
    assert any("made again with a step" in text for text in run.outcome.warnings)


def test_without_coefficients_nothing_is_lost_to_friction() -> None:
    """Joints with oil alone: what they lose is damping."""
    run = ct.simulate(ct.load(DRIVE_FILES / "chain_without_friction.toml"))
    numbers = numbers_of(run.outcome)
    assert numbers["friction_loss"] == 0.0
    assert numbers["damping_loss"] > 20.0
    damped = numbers["viscous_loss"] + numbers["contact_loss"]
    assert numbers["damping_loss"] == pytest.approx(damped)
    assert abs(numbers["numerical_loss"]) < 1e-4 * numbers["power"]


@pytest.mark.parametrize(
    ("slack", "most"), [("0 mm", 0.5), ("4 mm", 0.5 + 4.0 / 15.875), ("8 mm", 0.9)]
)
def test_slack_may_change_its_side_but_no_tooth_be_jumped(slack, most) -> None:
    spec = ct.load(DRIVE_FILES / "chain_motorcycle_overrun.toml")
    placed = layout_of(spec.with_values({"chain.slack": slack}))
    assert most_lead(placed) == pytest.approx(most, abs=1e-6)
    assert most_lead(placed) < 1.0


@pytest.mark.slow
def test_overrun_is_judged_by_the_power_that_flows() -> None:
    """A passage that rattles: five steps of 2.9 to 5 us give 0.977 to 0.981, and the
    run itself states a spread of 0.9 %.
    """
    run = ct.simulate(ct.load(DRIVE_FILES / "chain_motorcycle_overrun.toml"))
    numbers = numbers_of(run.outcome)
    assert run.outcome.trust == "trusted"
    assert numbers["power"] == 0.0
    assert numbers["flowing_power"] == pytest.approx(7700.0, rel=0.02)
    assert numbers["passing_efficiency"] == pytest.approx(0.980, abs=0.009)
    assert "efficiency" not in numbers


@pytest.mark.slow
def test_the_balancer_is_made_again_with_half_the_step() -> None:
    run = ct.simulate(ct.load(DRIVE_FILES / "chain_balancer.toml"))
    assert run.outcome.trust == "trusted"
    assert any("made again with a step" in text for text in run.outcome.warnings)


def test_the_second_start_has_twice_the_load_for_a_while() -> None:
    spec = ct.load(DRIVE_FILES / "chain_light_load.toml")
    with pytest.raises(InputError, match=r"solve.settle is 0.075 s; expected at least"):
        pulsed(spec)
    longer = pulsed(spec.with_values({"solve.duration": 0.4}))
    history = longer.sprocket[1].boundary.history
    assert history[0] == (0.0, 0.0)
    assert max(torque for _, torque in history) == spec.sprocket[1].boundary.torque
    assert history[-1][1] == 0.0
    assert history[-1][0] < 0.2
    free = spec.with_values({"solve.duration": 0.4, "sprocket[1].boundary.torque": 5.0})
    assert pulsed(free).sprocket[0].boundary == spec.sprocket[0].boundary


def test_a_stated_pulse_has_its_torque_and_length() -> None:
    """A quarter of the load for 30 ms: three quarters are taken off."""
    spec = ct.load(DRIVE_FILES / "chain_light_load.toml")
    part = pulsed(spec, Pulse.stated("0.25 x 30 ms")).sprocket[1].boundary
    time, more = zip(*part.history, strict=True)
    assert more == (0.0, 0.0, -0.75 * part.torque, -0.75 * part.torque, 0.0)
    assert time[3] - time[1] == pytest.approx(0.03)
    with pytest.raises(InputError, match=r"at least 0\.125 s, for a pulse of 0\.05 s"):
        pulsed(spec, Pulse.stated("2 x 50 ms"))


def test_another_state_is_named_with_its_tensions() -> None:
    same = SecondStart({"slack": 47.0, "taut": 560.0}, {"slack": 49.0, "taut": 558.0})
    assert not same.another
    other = SecondStart({"slack": 47.0, "taut": 560.0}, {"slack": 84.0, "taut": 596.0})
    assert other.another
    assert "slack 47 and 84 N" in str(other)
    assert str(other).startswith("another steady state after a pulse of twice the ")


def test_pulses_begin_at_parts_of_two_pitches() -> None:
    """1800 rpm and 11 teeth: a pitch passes in 3.03 ms."""
    spec = ct.load(DRIVE_FILES / "chain_light_load.toml")
    drives = pulses_of(spec.with_values({"solve.duration": 0.4}))
    begin = [drive.sprocket[1].boundary.history[1][0] for drive in drives]
    assert np.diff(begin) == pytest.approx([0.5 / 330.0] * 3)
    for drive in drives:
        time, more = zip(*drive.sprocket[1].boundary.history, strict=True)
        assert max(more) == spec.sprocket[1].boundary.torque
        assert time[3] - time[1] == pytest.approx(0.04)
    short = pulses_of(spec.with_values({"solve.duration": 0.202}))
    assert len(short) == 1  # the others would not have faded
    with pytest.raises(InputError, match=r"solve.settle is 0.075 s; expected at least"):
        pulses_of(spec)


def test_pulses_are_tried_until_one_leads_elsewhere(monkeypatch) -> None:
    tensions_of = {"rest": 47.0, "a": 47.1, "b": 46.5, "c": 84.0, "d": 90.0}
    shown: list[float] = []

    def simulated(name: str, *, progress, large: bool) -> nullcontext:
        progress(0.5)
        return nullcontext(name)

    monkeypatch.setattr(second_start, "simulate", simulated)
    monkeypatch.setattr(second_start, "tensions", lambda r: {"slack": tensions_of[r]})
    monkeypatch.setattr(second_start, "pulses_of", lambda spec, pulse: list("abcd"))
    found = compared(None, "rest", lambda share, note="": shown.append(share))
    assert found.another
    assert found.second == {"slack": 84.0}
    assert found.tried == 3
    assert shown == [0.125, 0.375, 0.625]
    monkeypatch.setattr(second_start, "pulses_of", lambda spec, pulse: list("aba"))
    same = compared(None, "rest", lambda share, note="": None)
    assert str(same) == (
        "after a pulse of twice the torque for 40 ms, begun at 3 moments, the tensions "
        "are the same (1.06%)"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("centre", "from_rest", "after"), [(474.05, 31.6, 59.8), (474.067, 47.0, 84.0)]
)
def test_a_drive_with_two_steady_states_is_found_out(centre, from_rest, after) -> None:
    """11/29 teeth, 80 links: the slack span from rest and after a pulse [N]."""
    text = (DRIVE_FILES / "chain_light_load.toml").read_text()
    for line in ('preload = "60 N"\n', 'adjust = "0.0 deg"\n'):
        assert line in text
        text = text.replace(line, "")
    values = {
        "sprocket[0].boundary.speed": "700 rpm",
        "sprocket[1].boundary.torque": "20 N m",
        "sprocket[1].centre": [f"{centre} mm", "0 mm"],
        "solve.duration": 0.9,
        "solve.settle": 0.55,
    }
    spec = ct.loads(text).with_values(values)
    first = ct.simulate(spec)
    assert first.outcome.trust == "trusted"
    assert first.outcome.warnings == ()
    found = compared(spec, first, lambda *_: None)
    assert found.another
    slack = "mean tension, driver to driven"
    assert found.first[slack] == pytest.approx(from_rest, rel=0.05)
    assert found.second[slack] == pytest.approx(after, rel=0.05)
