"""Controlled steps of drives in space: records, resuming, and the error they leave."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from timed_runs import assert_same_bits

import catena as ct
from catena.drives import DRIVES
from catena.drives.pushbelt_cvt import pace as belt_pace
from catena.drives.running import resume
from catena.errors import Interrupted
from catena.run import clock
from catena.spec.parts import DriveSpec

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
EXAMPLES = Path(__file__).parents[3] / "examples"
CHAIN = EXAMPLES / "roller_chain_bicycle_in_space.toml"
BELT = EXAMPLES / "pushbelt_in_space.toml"
SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "bodies": (DRIVES["spatial_system"].template(), {"solve.duration": 0.1}),
    "chain": (
        CHAIN.read_text(encoding="utf-8"),
        {"solve.duration": 0.008, "solve.settle": 0.004},
    ),
    "belt": (
        BELT.read_text(encoding="utf-8"),
        {
            "solve.duration": 0.001,
            "solve.revolutions": None,
            "spatial.planar_revolutions": 0.1,
        },
    ),
}
TOLERANCE = 1e-6


def spec_of(name: str, **more: Any) -> DriveSpec:
    text, values = SHORT[name]
    return ct.loads(text).with_values(values | more)


def controlled(name: str, tolerance: float = TOLERANCE) -> DriveSpec:
    return spec_of(name, **{"solve.control": {"tolerance": tolerance}})


def stops(fraction: float, note: str = "") -> None:
    if fraction >= 0.5:
        raise Interrupted("stopped by the test")


@pytest.mark.parametrize("name", SHORT)
def test_controlled_runs_keep_their_records_and_continue_with_the_same_bits(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(belt_pace, "ROUNDS", replace(belt_pace.ROUNDS, block=1))
    fixed, whole = ct.simulate(spec_of(name)), ct.simulate(controlled(name))
    taken = whole.outcome.key_number("steps_taken")
    assert taken is not None
    assert taken.value > 0.0
    np.testing.assert_allclose(whole.read("time"), fixed.read("time"), rtol=1e-9)
    monkeypatch.setattr(clock, "FLUSH_SECONDS", 0.0)
    with pytest.raises(Interrupted):
        ct.simulate(controlled(name), tmp_path / "stopped", progress=stops)
    assert_same_bits(whole, resume(tmp_path / "stopped"))


STEP, RECORDS = 2e-3, 50


def end_of_the_top(step: float, tolerance: float | None = None) -> Any:
    """Place [m] and twice the quaternion of the spinning top at the end of a run."""
    values: dict[str, Any] = {
        "solve.duration": RECORDS * STEP,
        "solve.step": step,
        "solve.sample_interval": STEP,
    }
    if tolerance is not None:
        values["solve.control"] = {"tolerance": tolerance, "smallest": STEP / 1024}
    run = ct.simulate(spec_of("bodies", **values))
    return np.r_[run.read("position")[-1, 1], 2.0 * run.read("attitude")[-1, 1]]


def test_the_error_of_a_spinning_top_follows_the_tolerance() -> None:
    """Against steps of a 4096th; each record may add the tolerance to the error."""
    wanted = end_of_the_top(STEP / 4096)
    tolerances = (1e-4, 1e-6, 1e-8)
    errors = [np.abs(end_of_the_top(STEP, t) - wanted).max() for t in tolerances]
    assert errors[0] > errors[1] > errors[2]
    for error, tolerance in zip(errors, tolerances, strict=True):
        assert error < RECORDS * tolerance
    assert np.abs(end_of_the_top(STEP) - wanted).max() > errors[0]
