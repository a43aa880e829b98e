"""Runs that ended early: limits on time and memory, and their reports."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from timed_runs import short_template, stop_after

import catena as ct
from catena.drives import DRIVES
from catena.drives.running import resume, text_of
from catena.drives.system import memory
from catena.errors import InputError, Interrupted, ResultError, SolverError, SpecError
from catena.jobs import limited, run_job
from catena.run.model.job import TimeJob
from catena.run.protocols import STARTING, silent
from catena.tables.checkpoint import arrays_of


@pytest.mark.usefixtures("attentive")
def test_an_interrupted_run_has_a_report_that_says_so(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, progress=stop_after(300))
    with ct.open_run(out) as run:
        assert run.status == "interrupted"
        assert run.read("time").size >= 2
        page = ct.report(run).read_text()
    assert "Unfinished (interrupted)" in page
    assert "stopped by the test" in page
    assert "Energy ledger" in page


def test_a_run_without_records_has_no_report(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(Interrupted):
        ct.simulate(short_template(), out, progress=stop_after(0))
    with ct.open_run(out) as run, pytest.raises(ResultError, match="nothing to draw"):
        ct.report(run)


def test_a_run_without_a_folder_names_none_when_it_is_stopped() -> None:
    with pytest.raises(Interrupted) as stop:
        ct.simulate(short_template(), progress=stop_after(0))
    assert "holds what was done" not in str(stop.value)
    assert "catena-" not in str(stop.value)


def test_an_interrupted_chart_is_not_continued_as_a_run_of_its_drive(
    tmp_path: Path,
) -> None:
    spec, out = ct.loads(DRIVES["periodic"].template()), tmp_path / "c"
    axes = "period=3:3.2:2", "mass.mean[0][0]=1:2:2"
    with pytest.raises(Interrupted):
        ct.stability_chart(spec, *axes, out=out, progress=stop_after(0))
    with pytest.raises(InputError, match="made by catena chart, which begins anew"):
        resume(out)
    with ct.open_run(out) as left:
        assert "largest_multiplier" in left.names


def test_even_running_that_is_being_recorded_is_not_continued_as_a_run(
    tmp_path: Path,
) -> None:
    """Its first checkpoint may be missing, and a run has another start."""
    spec, out = short_template(), tmp_path / "s"
    text = replace(text_of(spec, ""), verb="steady")
    job = DRIVES["system"].build(spec)
    with pytest.raises(Interrupted) as stop:
        run_job(job, text, out, progress=stop_after(0))
    assert "catena resume" not in str(stop.value)
    with pytest.raises(InputError, match="made by catena steady"):
        resume(out)


@pytest.mark.parametrize("pressed", [False, True])
def test_ctrl_c_that_a_library_turned_into_another_error_is_an_interruption(
    pressed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the compiler does when it is interrupted in the middle of a kernel."""
    down: list[bool] = []

    def half_compiled(*_: object) -> None:
        down.append(pressed)
        raise RuntimeError("no compiled object yet")

    def progress(fraction: float, note: str = "") -> None:
        if any(down):
            raise KeyboardInterrupt

    monkeypatch.setattr(TimeJob, "march", half_compiled)
    ends = Interrupted if pressed else RuntimeError
    with pytest.raises(ends):
        ct.simulate(short_template(), tmp_path / "r", progress=progress)
    with ct.open_run(tmp_path / "r") as run:
        assert run.status == ("interrupted" if pressed else "failed")


def test_a_run_that_failed_names_its_file(tmp_path: Path) -> None:
    """With a folder; one that vanishes with the run is not named."""
    spec = ct.loads(DRIVES["periodic"].template())
    spec = spec.with_values(
        {"damping.mean": [[0.0]], "stiffness.harmonic[0].cos": [[0.0]]}
    )  # driven at its natural frequency
    spec = spec.with_values({"force.harmonic[0].order": 2, "stiffness.mean": [[16.0]]})
    with pytest.raises(SolverError) as kept:
        ct.simulate(spec, tmp_path / "a")
    assert kept.value.kept == tmp_path / "a" / "run.nc.part"
    assert str(kept.value.kept) in "".join(kept.value.__notes__)
    assert kept.value.kept.is_file()
    with pytest.raises(SolverError) as gone:
        ct.simulate(spec)
    assert gone.value.kept is None


def test_the_clock_of_a_run_begins_after_compilation() -> None:
    watched = limited(silent, 1e-9)
    for _ in range(3):
        watched(0.0, STARTING)
    with pytest.raises(Interrupted, match="wall time allowed"):
        for _ in range(3):
            watched(0.0, "on its way")


def test_tables_larger_than_the_memory_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = short_template()
    monkeypatch.setattr(memory, "memory_bytes", lambda: 10_000)
    with pytest.raises(SpecError, match=r"GB of tables with 1e-05 GB of memory"):
        DRIVES["system"].build(spec)


def test_the_estimate_of_memory_holds_what_the_tables_take() -> None:
    spec = short_template()
    job = DRIVES["system"].build(spec)
    assert isinstance(job, TimeJob)
    model = job.plan.model
    tables = [model.state, model.start(), model.start(), model.work(), model.system]
    taken = sum(x.nbytes for table in tables for x in arrays_of(table).values())
    estimated = sum(memory.needed_bytes(spec).values())
    assert taken <= estimated <= 6 * taken
    assert np.isfinite(estimated)
