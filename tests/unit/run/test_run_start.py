"""Runs that begin where another one ended."""

from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.roller_chain.pace import BLOCK_ROWS
from catena.drives.source_run import change_remark, start_identity
from catena.errors import InputError, SpecError
from catena.run.checkpoint import END_NAME, CheckpointFile
from catena.run.start import Start, carried, is_carried, take_over
from catena.spec.parts import DriveSpec
from catena.spec.start import source_of
from catena.study.plan import run_name

compiled = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
HALVES: dict[str, tuple[str, dict[str, Any], float]] = {
    "roller_chain": (
        "roller_chain",
        {"solve.step": 1e-5, "solve.sample_interval": 4e-5, "solve.load_ramp": 0.0},
        BLOCK_ROWS * 4e-5,
    ),
    "spatial_system": ("spatial_system", {"solve.step": 2e-5}, 0.02),
    "system": ("system", {"solve.record_every": 10}, 0.2),
    "chain_cvt": (
        "chain_cvt",
        {"solve.load_ramp": 0.0, "solve.discard": 0.0, "solve.revolutions": None},
        0.001,
    ),
    "belt_drive": (
        "belt_drive",
        {"solve.load_ramp": 0.0, "solve.step": 2e-6, "solve.sample_interval": 1e-4},
        0.002,
    ),
    "pushbelt_cvt": ("pushbelt_cvt", {"solve.revolutions": None}, 0.0008),
}
"""Kind, values, and half of a duration [s]: whole blocks of the loop, which begin with
fresh scratch."""


def spec_of(name: str, duration: float, source: Path | None = None) -> DriveSpec:
    drive, values, _ = HALVES[name]
    spec = ct.loads(DRIVES[drive].template())
    more: dict[str, Any] = {"solve.duration": duration}
    if hasattr(spec.solve, "settle"):
        more["solve.settle"] = 0.0
    if source is not None:
        more["start.from"] = str(source)
    return spec.with_values({**values, **more})


def end_of(folder: Path) -> dict[str, Any]:
    stored = CheckpointFile(folder, None, END_NAME).load()
    assert stored is not None
    return {k: v for k, v in stored.arrays.items() if is_carried(k)}


@compiled
@pytest.mark.parametrize("name", HALVES)
def test_two_halves_are_the_whole(name: str, tmp_path: Path) -> None:
    """Nothing but the clock, the ledger and counters begins anew."""
    half = HALVES[name][2]
    ct.simulate(spec_of(name, half), tmp_path / "first").close()
    again = spec_of(name, half, tmp_path / "first")
    with ct.simulate(again, tmp_path / "second") as second:
        assert second.read("time")[0] < 0.5 * half
        assert second.read("time")[-1] <= 1.001 * half
    ct.simulate(spec_of(name, 2.0 * half), tmp_path / "whole").close()
    whole = end_of(tmp_path / "whole")
    for key, values in end_of(tmp_path / "second").items():
        np.testing.assert_allclose(
            values, whole[key], rtol=1e-9, atol=1e-12, err_msg=key
        )


@compiled
def test_another_layout_is_refused_with_both_sizes(tmp_path: Path) -> None:
    ct.simulate(spec_of("roller_chain", 0.005), tmp_path / "a").close()
    spec = spec_of("roller_chain", 0.005, tmp_path / "a")
    links = spec.chain.link_count
    other = spec.with_values({"chain.link_count": links + 2})
    with pytest.raises(InputError, match=r"another layout: .* there and .* here"):
        ct.simulate(other)


def test_what_is_no_finished_run_is_refused(tmp_path: Path) -> None:
    spec = spec_of("system", 0.01, tmp_path / "none")
    assert source_of(spec) == str(tmp_path / "none")
    with pytest.raises(InputError, match=r"start\.from: .*none"):
        ct.simulate(spec)


@compiled
def test_a_run_of_another_kind_or_without_its_end_is_refused(tmp_path: Path) -> None:
    ct.simulate(spec_of("system", 0.01), tmp_path / "s").close()
    with pytest.raises(InputError, match="is a system; expected a roller_chain"):
        ct.simulate(spec_of("roller_chain", 0.01, tmp_path / "s"))
    (tmp_path / "s" / END_NAME).unlink()
    with pytest.raises(InputError, match="holds no end state"):
        ct.simulate(spec_of("system", 0.01, tmp_path / "s"))


def test_counts_since_the_start_are_not_taken_over() -> None:
    kept = ("state.q", "state.memory.P", "state.rows.P_N")
    left = ("state.t", "state.ledger.loss", "state.memory.effort", "counter", "slid")
    assert all(is_carried(name) for name in kept)
    assert not any(is_carried(name) for name in left)
    memory = {"counter": np.zeros(2)}
    assert carried(memory) == {}


class Choosy:
    """A simulation that cannot use the state of an earlier version."""

    def memory(self) -> dict[str, object]:
        return {}

    def adapted(self, arrays: object, spec_text: str) -> object:
        raise InputError("start.from: its end state holds no P_edge")


@pytest.mark.parametrize("version", ["", "catena 0.1 (commit abc)"])
def test_a_state_that_cannot_be_used_is_named_with_its_run_and_version(
    version: str,
) -> None:
    start = Start({}, {}, "old.run", "", version)
    with pytest.raises(InputError) as caught:
        take_over(cast(Any, Choosy()), start)
    told = "start.from: old.run: its end state holds no P_edge"
    if version:
        told += f". It was written by {version}: run it again with this version"
    assert str(caught.value) == told


def test_the_word_of_earlier_files_is_understood() -> None:
    spec = ct.loads(DRIVES["roller_chain"].template())
    data = spec.model_dump(exclude_none=True)
    data.pop("start")
    data["solve"]["start"] = "path"
    old = type(spec).model_validate(data)
    assert old.start.shape == "path"
    with pytest.raises(SpecError, match=r"expected start\.shape alone"):
        spec.with_values({"solve.start": "path"})


def test_no_start_from_equilibria_one_after_the_other() -> None:
    spec = ct.loads(DRIVES["roller_chain"].template())
    with pytest.raises(SpecError, match=r"start\.from with solve\.motion"):
        spec.with_values({"start.from": "a.run", "solve.motion": "quasi-static"})


@pytest.mark.parametrize("drive", ["roller_chain", "chain_cvt", "belt_drive"])
def test_torques_do_not_grow_again_after_another_run(drive: str) -> None:
    spec = ct.loads(DRIVES[drive].template()).with_values({"solve.load_ramp": 0.05})
    assert spec.load_ramp == 0.05
    assert spec.with_values({"start.from": "settled.run"}).load_ramp == 0.0


@compiled
def test_other_data_are_named_and_the_source_is_part_of_the_identity(
    tmp_path: Path,
) -> None:
    ct.simulate(spec_of("system", 0.01), tmp_path / "a").close()
    same = spec_of("system", 0.01, tmp_path / "a")
    with ct.simulate(same, tmp_path / "same") as run:
        assert not [w for w in run.outcome.warnings if "start.from" in w]
        first = run.attributes["start_identity"]
        assert first == start_identity(same)
    mass = same.body[0].mass
    other = same.with_values({"body[0].mass": 1.5 * mass})
    with ct.simulate(other, tmp_path / "other") as run:
        (words,) = [w for w in run.outcome.warnings if "start.from" in w]
    assert f"body[0].mass {mass:.6g} there, {1.5 * mass:.6g} here" in words
    name = run_name(same)
    ct.simulate(spec_of("system", 0.02), tmp_path / "a", overwrite=True).close()
    assert start_identity(same) != first
    assert run_name(same) != name  # a study makes this run again


def test_a_run_that_starts_as_stated_has_no_source(tmp_path: Path) -> None:
    spec = spec_of("system", 0.01)
    assert start_identity(spec) == "" and change_remark(spec, None) == ""
    lost = spec_of("system", 0.01, tmp_path / "lost")
    assert start_identity(lost) == ""
