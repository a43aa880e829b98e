"""The settings of Tables 7.1-7.3: they read, they start, their limits are stated."""

import tomllib
from pathlib import Path

import pytest

from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import (
    equilibrium,
    start_state,
)
from catena.drives.pushbelt_cvt.start.slip_limits import slip_limit
from catena.drives.variator.boundary.data import at_start

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"

TABLES = {  # ratio, speed [rpm], torque [N m], clamping force [N], slip limit as stated
    "od": (0.5, 1000, 0.5, 6128, None),
    "med": (1.0, 2000, 74.58, 10520, 96.7),
    "low": (2.25, 2000, 198.24, 33420, None),
    "od_kpks": (0.5, 2000, 46.32, 11140, 63.4),
    "od_spirun": (0.5, 2000, 56.7, 18000, 102.5),
    "low_spirun": (2.29, 2000, 208.0, 35000, 370.9),
}


def example(name: str) -> Spec:
    path = EXAMPLES / f"pushbelt_{name}.toml"
    return Spec.model_validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("name", TABLES)
def test_example_starts_as_in_the_table(name: str) -> None:
    spec = example(name)
    ratio, speed, torque, force, stated = TABLES[name]
    start = start_state(spec)
    assert start.ratio == pytest.approx(ratio)
    assert start.speed_primary == pytest.approx(speed * 0.10471975511965977)
    assert start.torque_secondary == torque
    assert start.force_secondary == pytest.approx(force)
    state = equilibrium(spec).state
    limit = slip_limit(spec, state.band, state.geometry, state.speed_primary).torque
    assert limit > at_start(spec.boundary.secondary_torque)
    if stated is not None:
        assert limit == pytest.approx(stated, rel=1e-3)
        text = (EXAMPLES / f"pushbelt_{name}.toml").read_text("utf-8")
        assert f"{stated:g} N m" in text.replace("\n# ", " ")


def test_all_examples_have_one_flank_friction() -> None:
    """No one value gives every measured limit; the page of measurements says so."""
    files = {
        path.stem.removeprefix("pushbelt_") for path in EXAMPLES.glob("pushbelt_*.toml")
    }
    assert files > set(TABLES)
    assert {example(name).friction.flank for name in files} == {0.09}
