"""Even running of a drive as a run folder like any other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from catena.drives.finer_steps import MOST_REPEATS, finer, step_is_ours
from catena.drives.orbits.declaration import check_search
from catena.drives.orbits.search import (
    MEMORY,
    MOST,
    TOLERANCE,
    Effort,
    Found,
    described,
)
from catena.drives.orbits.state_file import read_state, write_state
from catena.drives.orbits.swings import found_on
from catena.drives.running import text_of
from catena.errors import InputError
from catena.jobs import run_job
from catena.results.catalogue import Catalogue
from catena.results.files.writer import refuse_existing
from catena.results.health import Outcome
from catena.results.run import Run
from catena.run.pace import Pace
from catena.run.protocols import Progress, RunContext, silent
from catena.spec.parts import DriveSpec
from catena.spec.start import FROM, source_of

MOST_PERIODS = 100
"""Of a motion that is searched for."""


@dataclass(frozen=True, eq=False)
class OrbitJob:
    """The run that records an orbit that was found."""

    found: Found
    spec: DriveSpec
    job: Any

    @property
    def pace(self) -> Pace:
        """How its time is cut."""
        pace: Pace = self.job.pace
        return pace

    def catalogue(self) -> Catalogue:
        """What the run will record."""
        catalogue: Catalogue = self.job.catalogue()
        return catalogue

    def forecast(self) -> Mapping[str, str]:
        """What is known before the run, in words."""
        words: Mapping[str, str] = self.job.forecast()
        return words

    def march(self, run: RunContext) -> Outcome:
        """Run whole periods, from the orbit or from a checkpoint."""
        return described(self.found, self.job.march(run))


def steady(
    spec: DriveSpec,
    out: str | Path | None = None,
    *,
    tolerance: float = TOLERANCE,
    most: int = MOST,
    memory: int = MEMORY,
    multipliers: bool = False,
    start: str | Path | None = None,
    periods: int = 1,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
    large: bool = False,
) -> Run:
    """Find the even running of a drive and record it as a run.

    The run begins on the orbit and lasts whole periods, once around the chain:
    tensions, losses, figures, picture and report are those of any run.

    Args:
        spec: The drive.
        out: Run folder; without it the results vanish with the run.
        tolerance: Change from period to period that counts as none.
        most: Periods after which an attempt gives up.
        memory: Periods that are combined in the search.
        multipliers: Whether to look how disturbances decay.
        start: Folder of the even running, or of a run, of a like drive to begin with.
        periods: After how many periods of its excitation the motion repeats, where it
            swings; one that repeats after fewer is given over those.
        overwrite: Whether an existing run may be replaced.
        progress: Is told how far the search, then the run, has come.
        user_text: The file the specification came from.
        large: Also a drive whose run takes hours.

    Raises:
        InputError: this drive has no even running by symmetry.
        SolverError: none was found; with what was tried.
    """
    if (source := source_of(spec)) is not None:
        start = source if start is None else start
        spec = spec.with_values({f"start.{FROM}": None})
    effort = checked(Effort(tolerance, most, memory, multipliers))
    if out is not None and not overwrite:
        refuse_existing(Path(out))
    check_search(spec, large)
    begin: Any = None if start is None else read_state(start, spec)
    spec, ours, remark = spec.checked(), step_is_ours(spec), ""
    periods = checked_periods(periods)
    for repeats in range(MOST_REPEATS + 1):
        found = found_on(spec, begin, effort, progress, periods)
        periods = found.orbit.periods
        job = orbit_job(found)
        place = Place(out, overwrite or repeats > 0, user_text, remark, ours)
        run = record(job, place, progress)
        smaller = finer(spec, job, run, ours) if repeats < MOST_REPEATS else None
        if smaller is None:
            break
        run.close()
        begin, (spec, remark) = found.state, smaller
    return run


def checked(effort: Effort) -> Effort:
    """Refuse an effort that allows no map."""
    if not effort.tolerance > 0.0:
        raise InputError(f"tolerance: found {effort.tolerance!r}; expected more than 0")
    if effort.most < 1 or effort.memory < 0:
        raise InputError(
            f"most, memory: found {effort.most}, {effort.memory}; expected at least 1 "
            "and 0"
        )
    return effort


def checked_periods(periods: int) -> int:
    """Refuse a motion over no period, or over more than are looked at."""
    if not 1 <= periods <= MOST_PERIODS:
        raise InputError(f"periods: found {periods!r}; expected 1 to {MOST_PERIODS}")
    return periods


@dataclass(frozen=True)
class Place:
    """Where the run of an orbit goes, and the words that go with it."""

    out: str | Path | None
    overwrite: bool = False
    user_text: str = ""
    remark: str = ""
    ours: bool = False
    """Whether the program chose the step."""


def orbit_job(found: Found) -> OrbitJob:
    """The run over whole periods of an orbit."""
    spec = found.orbit.recorded(found.period)
    return OrbitJob(found, spec, found.orbit.job(spec, found.state))


def record(job: OrbitJob, place: Place, progress: Progress = silent) -> Run:
    """Run whole periods of an orbit into a run folder, with a state of the orbit."""
    run = run_job(
        job,
        replace(text_of(job.spec, place.user_text, ours=place.ours), verb="steady"),
        place.out,
        overwrite=place.overwrite,
        progress=progress,
        remark=place.remark,
    )
    if place.out is not None:
        write_state(run.folder, job.found.state)
    return run
