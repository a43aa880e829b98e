"""A small car's variator with data of its own: starts, limits, words of its runs."""

import math
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from
from catena.drives.pushbelt_cvt.forecast import forecast
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.maps import limit_at
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.errors import CatenaError

EXAMPLE = Path(__file__).parents[4] / "examples" / "pushbelt_small_car.toml"


def small_car(**changes: Any) -> Spec:
    """The example with other values at key paths, dots written as ``__``.

    Its friction is that of the drive as it was first met, to which all numbers belong.
    """
    spec = spec_from(tomllib.loads(EXAMPLE.read_text("utf-8")))
    assert isinstance(spec, Spec)
    keys = {path.replace("__", "."): value for path, value in changes.items()}
    return spec.with_values({"friction.flank": 0.10} | keys)


FREE = {"boundary__stop": "none", "boundary__primary_force": "12003 N"}


def told(spec: Spec) -> dict[str, str]:
    return forecast(spec, layout_of(spec))


def test_a_free_variator_starts_at_the_stated_ratio() -> None:
    spec = small_car(**FREE)
    assert layout_of(spec).start.ratio == 1.0
    words = told(spec)["remark 1"]
    assert "the ratio 1 will shift" in words
    assert "they balance a band at 1.33" in words
    held = layout_of(small_car(**FREE, start__ratio=None))
    assert held.start.ratio == pytest.approx(1.339, abs=1e-3)


def test_a_ratio_that_no_forces_hold_is_still_a_start() -> None:
    words = told(small_car(**{**FREE, "boundary__primary_force": "30 kN"}))["remark 1"]
    assert "at no ratio" in words
    with pytest.raises(CatenaError, match="ratio 5 is outside"):
        layout_of(small_car(**FREE, start__ratio=5.0))


def test_the_primary_pulley_is_named_where_it_slips_first() -> None:
    limit = limit_at(small_car(), {"start.ratio": 1.8})
    with pytest.raises(CatenaError, match="where the primary pulley slips with") as e:
        layout_of(small_car(start__ratio=1.8, boundary__secondary_torque=1.05 * limit))
    assert "slip limit exceeded" in str(e.value)
    layout_of(small_car(start__ratio=1.8, boundary__secondary_torque=0.95 * limit))
    weak = {**FREE, "boundary__primary_force": "5 kN"}
    with pytest.raises(CatenaError, match="where the primary pulley slips with 5000 N"):
        layout_of(small_car(**weak))


def test_two_end_stops_and_loads_of_two_speeds_start() -> None:
    both = {"boundary__stop": "both", "boundary__secondary_force": None}
    placed = layout_of(small_car(**both, start__clamping="9 kN"))
    assert placed.start.force_secondary == pytest.approx(9000.0)
    assert placed.data.secondary_boundary.axial == "stop"
    with pytest.raises(CatenaError, match=r"start\.clamping is missing"):
        small_car(**both)
    speeds = {"boundary__secondary_torque": None, "boundary__secondary_speed": 261.8}
    placed = layout_of(small_car(**speeds, start__ratio=None, start__torque="40 N m"))
    assert placed.start.torque_secondary == pytest.approx(40.0)
    assert placed.start.ratio == pytest.approx(1.0, abs=2e-3)


def test_the_number_of_elements_leaves_endplay_and_tension() -> None:
    half, whole = (layout_of(small_car(belt__element_count=n)) for n in (165, 330))
    assert half.start.ring_tension == pytest.approx(whole.start.ring_tension, rel=0.02)
    words = told(small_car())
    assert "165 elements stand for 330" in words["count"]
    assert "count" not in told(small_car(belt__element_count=None))


@pytest.mark.parametrize("count", [60, 165])
def test_forces_are_those_of_real_elements_and_losses_those_of_a_ramp(
    count: int, tmp_path: Path
) -> None:
    ramp = {"time": ["0 s", "1 ms"], "value": ["60 N m", "70 N m"]}
    run = ct.simulate(
        small_car(
            belt__element_count=count, boundary__secondary_torque=ramp,
            solve__revolutions=None, solve__duration="2 ms", solve__discard=0.0,
            solve__snapshot_interval="0.1 ms",
        ),
        out=tmp_path / "run",
    )  # fmt: skip
    on_pulley = np.asarray(run.read("element_x"))[-5:] > 0.15
    flank = np.asarray(run.read("flank_force"), float)[-5:]
    axial = (flank * on_pulley).sum(axis=1) * 330 / count * math.cos(math.radians(11))
    out = np.asarray(run.read("flank_friction_outward"), float)[-5:]
    axial += (out * on_pulley).sum(axis=1) * 330 / count * math.sin(math.radians(11))
    assert axial.mean() == pytest.approx(9000.0, rel=0.02)
    numbers = {number.name: number.value for number in run.outcome.key_numbers}
    causes = ("friction_loss", "viscous_loss", "contact_loss")
    lost = sum(numbers[name] for name in causes)
    assert 0.0 < lost < 0.5 * numbers["flowing_power"]
    assert numbers.get("efficiency", 0.0) < 1.0
    parts = sum(numbers[f"slip_{name}"] for name in ("gaps", "creep", "sliding"))
    assert parts == pytest.approx(numbers["slip"], abs=1e-12)
    assert numbers["endplay_rocking"] < 1e-3
    assert f"{count} elements for 330 real ones" in run.outcome.verdict


@pytest.mark.slow
def test_gross_slip_of_the_primary_pulley_is_named_while_shifting() -> None:
    shift = {
        "time": ["0 s", "50 ms", "51 ms", "150 ms"],
        "value": ["0 mm/s", "0 mm/s", "-4 mm/s", "-4 mm/s"],
    }
    with pytest.raises(CatenaError, match="gross slip on the primary pulley"):
        ct.simulate(
            small_car(boundary__stop_speed=shift, solve__revolutions=None,
                      solve__duration="0.2 s")
        )  # fmt: skip


@pytest.mark.slow
def test_the_drift_of_a_free_variator_is_seen() -> None:
    run = ct.simulate(small_car(**FREE, belt__element_count=110, solve__revolutions=3))
    assert run.outcome.settled is False
    assert ", not settled: " in run.outcome.headline
    drifts = "not settled: ratio of the radii drifts from "
    assert any(words.startswith(drifts) for words in run.outcome.warnings)
