"""Every drive through time continues bit for bit, stopped or killed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import pytest
from timed_runs import assert_same_bits

import catena as ct
from catena.drives import DRIVES
from catena.drives.pushbelt_cvt import pace as belt_pace
from catena.drives.roller_chain import pace as chain_pace
from catena.drives.roller_span import simulation as span_simulation
from catena.drives.running import resume
from catena.errors import Interrupted
from catena.run import clock
from catena.run.checkpoint import CheckpointFile
from catena.spec.parts import DriveSpec

pytestmark = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
BARS = {"kind": "torsion_bar", "stiffness": 1460.0, "torque": 340.0}
RUBBING = {
    "run.duration": 0.06,
    "run.sample_interval": 1e-4,
    "run.initial_speed": "384 rpm",
    "chain.joint_friction": 0.1,
    "motor": BARS,
}
DRIVES_SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "roller_chain": ("roller_chain", {"solve.duration": 0.05, "solve.settle": 0.02}),
    "controlled_chain": (
        "roller_chain",
        {
            "solve.duration": 0.05,
            "solve.settle": 0.02,
            "solve.control": {"tolerance": 3e-7},
        },
    ),
    "pushbelt_cvt": (
        "pushbelt_cvt",
        {"solve.duration": 0.004, "solve.revolutions": None},
    ),
    "roller_span": ("roller_span", {"run.duration": 0.1}),
    "rubbing_span": ("roller_span", RUBBING),
}


def spec_of(name: str) -> DriveSpec:
    drive, values = DRIVES_SHORT[name]
    return ct.loads(DRIVES[drive].template()).with_values(values)


def stop_at(share: float) -> Callable[[float, str], None]:
    """Progress that stops a run at a share of it."""

    def progress(fraction: float, note: str = "") -> None:
        if fraction >= share:
            raise Interrupted("stopped by the test")

    return progress


@pytest.mark.parametrize("name", DRIVES_SHORT)
def test_stopped_or_killed_and_continued_is_the_same_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain_pace, "BLOCK_ROWS", 24)
    short = replace(belt_pace.ROUNDS, block=1)
    monkeypatch.setattr(belt_pace, "ROUNDS", short)
    spec = spec_of(name)
    whole = ct.simulate(spec)
    monkeypatch.setattr(clock, "FLUSH_SECONDS", 0.0)
    with pytest.raises(Interrupted, match="at t = "):
        ct.simulate(spec, tmp_path / "stopped", progress=stop_at(0.5))
    assert_same_bits(whole, resume(tmp_path / "stopped"))

    save, saved = CheckpointFile.save, []

    def save_twice(self: CheckpointFile, *facts: Any) -> None:
        """Records after the second checkpoint are in the file, as after a kill."""
        if len(saved) < 2:
            saved.append(dict(facts[1]))
            save(self, *facts)

    with monkeypatch.context() as patched:
        patched.setattr(CheckpointFile, "save", save_twice)
        with pytest.raises(Interrupted):
            ct.simulate(spec, tmp_path / "killed", progress=stop_at(0.9))
    with ct.open_run(tmp_path / "killed") as killed:
        assert all(killed.samples[dim] >= n for dim, n in saved[-1].items())
        assert killed.samples["time"] > saved[-1]["time"]
    assert_same_bits(whole, resume(tmp_path / "killed"))


def test_a_strand_stopped_with_a_full_log_continues_with_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is full every few samples, in the middle of blocks."""
    monkeypatch.setattr(span_simulation, "ROWS", 20)
    spec = spec_of("roller_span").with_values({"run.duration": 0.03})
    whole = ct.simulate(spec)
    for share in (0.2, 0.55):
        out = tmp_path / str(share)
        with pytest.raises(Interrupted):
            ct.simulate(spec, out, progress=stop_at(share))
        assert_same_bits(whole, resume(out))
