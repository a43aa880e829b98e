"""Case a: tensions, Binder, polygon, articulation, friction laws, steps."""

from __future__ import annotations

import numpy as np
import pytest
from chain_cases import PITCH, REFERENCE, case_a

from catena.drives.loading import spec_from
from catena.drives.roller_chain.link_figures import _places, _wrap_tensions, travelled
from catena.drives.roller_chain.reading import drive_of, settled
from catena.drives.running import simulate
from catena.geometry.path import Wheel
from catena.results.run import Run

pytestmark = pytest.mark.paper


def key(run: Run, name: str) -> float:
    return next(n.value for n in run.outcome.key_numbers if n.name == name)


def check(run: Run, name: str) -> float:
    return next(c.value for c in run.outcome.checks if c.name == name)


@pytest.mark.parametrize("rpm", [300, 1000])
def test_ledger_closes_and_no_tooth_is_jumped(rpm: int) -> None:
    """Number. Reference 3e-6 and 2e-5."""
    run = simulate(spec_from(case_a(rpm)))
    assert check(run, "energy") < REFERENCE["energy"]["limit"]
    angle = run.read("sprocket_angle")[run.read("time") > 0.2]
    lead = angle[:, 1] - angle[:, 0]
    assert np.abs(lead - lead.mean()).max() < 3e-3


def test_driven_wrap_follows_binder() -> None:
    """Number, frictionless: ratios of successive tensions above the slack."""
    run = simulate(spec_from(case_a(300, joint=0.0, tooth=0.0)))
    spec, placed = drive_of(run)
    late = settled(run, spec)
    where = _places(placed, travelled(run, spec, placed)[late]) % 64
    wheel = placed.items[1]
    assert isinstance(wheel, Wheel)
    tension = run.read("link_tension")[late]
    found = _wrap_tensions(placed, wheel, where, tension, 64)[::-1]
    above = found - key(run, "tension_1")
    inside = above[np.argmax(above < 0.95 * above.max()) :]
    ratios = inside[1:4] / inside[:3]
    wanted = REFERENCE["binder"]
    assert ratios == pytest.approx(wanted["first_ratios"], rel=wanted["tolerance"])


@pytest.mark.parametrize("pitches", [19.5, 20.0])
def test_slow_chain_shows_the_polygon(pitches: float) -> None:
    """Number: transmission error over a tooth, averaged over the teeth."""
    data = case_a(20, pitches=pitches, joint=0.0, tooth=0.0, duration=1.5,
                  damping=400.0, settle=0.5)  # fmt: skip
    run = simulate(spec_from(data))
    late = run.read("time") > 0.5
    angle = run.read("sprocket_angle")[late]
    lead = angle[:, 1] - angle[:, 0]
    bins = ((angle[:, 0] * 24 / (2 * np.pi)) % 1.0 * 16).astype(int)
    mean = [lead[bins == i].mean() for i in range(16)]
    wanted = REFERENCE["polygon"]
    if pitches == 20.0:
        assert np.ptp(mean) < wanted["whole_pitch_error"]
    else:
        assert np.ptp(mean) == pytest.approx(
            wanted["half_pitch_error"], rel=wanted["half_pitch_tolerance"]
        )


def test_articulation_loss_is_the_closed_form() -> None:
    """Number: joint friction alone, 36 N m."""
    run = simulate(spec_from(case_a(300, torque=36.0, tooth=0.0)))
    slack, tight = key(run, "tension_1"), key(run, "tension_2")
    share = slack / tight
    wanted = 2 * np.pi * 0.1 * (1.981e-3 / PITCH) * (2 / 24) * (1 + share) / (1 - share)
    loss, time = run.read("loss")[:, 1], run.read("time")
    late = time > 0.2
    power = np.ptp(loss[late]) / np.ptp(time[late])
    viscous = 4 * 120 * 1e-4 * (2 * np.pi / 24) * 10 * np.pi
    found = (power - viscous) / key(run, "power")
    assert found == pytest.approx(wanted, rel=REFERENCE["articulation"]["tolerance"])


def test_step_and_friction_law_hardly_matter() -> None:
    """Number: means at 4e-6 against 1e-6, set-valued against regularised."""
    runs = [
        simulate(spec_from(case_a(1000, duration=0.2, **solve)))
        for solve in (
            {"step": 4e-6},
            {"step": 1e-6},
            {"step": 2e-6, "friction": "regularised"},
        )
    ]
    tight = [key(run, "tension_2") for run in runs]
    assert tight[0] == pytest.approx(tight[1], rel=5e-3)
    assert tight[2] == pytest.approx(tight[1], rel=0.015)
