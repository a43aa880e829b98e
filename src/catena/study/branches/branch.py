"""Even running over a value of the drive: a branch of orbits, followed both ways.

Every point begins with the orbit of the point before, so that a branch is followed as
long as it lasts; back from the far end another one may be met. Where the two differ,
the drive has more than one steady state.

A branch folder holds ``question.json`` (what was asked), ``points.jsonl`` (a line per
point as it ends), ``points/<way>_<number>/`` (the orbit of each, a run folder) and the
table ``run.nc``. Asked again, it goes on where it stopped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from catena.drives.finer_steps import MOST_REPEATS, finer, step_is_ours
from catena.drives.orbits.declaration import check_search
from catena.drives.orbits.search import Effort, Found, NoOrbit
from catena.drives.orbits.state_file import read_state
from catena.drives.orbits.steady import (
    Place,
    checked,
    checked_periods,
    orbit_job,
    record,
)
from catena.drives.orbits.swings import found_on, settled_on
from catena.drives.source_run import OtherLayout, state_identity
from catena.errors import InputError, ResultError, SolverError, SpecError
from catena.jobs import RunText, run_job
from catena.results.files.fresh_file import write_fresh
from catena.results.files.line_file import append_line, whole_lines
from catena.results.files.lock import FolderLock
from catena.results.provenance import program_identity
from catena.results.run import Run
from catena.run.protocols import Progress, silent
from catena.spec.parts import DriveSpec
from catena.spec.writing import resolved_data, resolved_toml
from catena.study.branches.table import WAYS, BranchJob, Point
from catena.study.keys import key_problems, unit_at
from catena.study.variation import Variation, shown_value, variations_of

BRANCH = "branch"
"""What the file of a branch says where a run names its drive."""
QUESTION, POINTS, FOLDERS = "question.json", "points.jsonl", "points"
SETTLING = 3
"""Periods without acceleration at every new value."""


@dataclass(frozen=True)
class Question:
    """What a branch was asked for."""

    spec: DriveSpec
    over: Variation
    both: bool
    effort: Effort
    start: str | None = None
    """Folder that the first point begins with."""
    periods: int = 1
    """After how many periods of its excitation the first point repeats."""
    stable: bool = False
    """Whether the drive leaves unstable orbits."""

    def text(self) -> str:
        """As a file says it, the program that answers included."""
        asked = {
            "spec": resolved_data(self.spec),
            "over": self.over.text,
            "both": self.both,
            "effort": [self.effort.tolerance, self.effort.most, self.effort.memory,
                       self.effort.multipliers],
            "start": [self.start, state_identity(self.start)] if self.start else None,
            "periods": self.periods,
            "stable": self.stable,
            "program": program_identity(),
        }  # fmt: skip
        return json.dumps(asked, sort_keys=True)

    def places(self) -> list[tuple[str, int]]:
        """Way and number of every point, in the order in which they are found."""
        count = len(self.over.values)
        rising = [(WAYS[0], i) for i in range(count)]
        falling = [(WAYS[1], i) for i in range(count - 2, -1, -1)]
        return rising + (falling if self.both else [])


def branch(
    spec: DriveSpec,
    over: str,
    out: str | Path,
    *,
    both: bool = True,
    stable: bool = False,
    start: str | Path | None = None,
    periods: int = 1,
    tolerance: float = 1e-4,
    most: int = 200,
    memory: int = 20,
    multipliers: bool = False,
    overwrite: bool = False,
    progress: Progress = silent,
    user_text: str = "",
    large: bool = False,
) -> Run:
    """Follow even running over one value of a drive.

    Args:
        spec: The drive.
        over: The key and its values in order, such as
            ``"sprocket[0].boundary.speed=600 rpm:1200 rpm:13"``.
        out: Folder of the branch; one that was begun with the same question goes on.
        both: Whether to come back from the far end.
        stable: Whether to follow the drive where it leaves an unstable orbit, to the
            stable one it settles on, as a run does; else unstable orbits are followed.
        start: Folder of the even running, or of a run, of a like drive that the first
            point begins with; if not given, the drive's own start.
        periods: After how many periods of its excitation the first point repeats.
        tolerance: Change from period to period that counts as none.
        most: Periods after which an attempt gives up.
        memory: Periods that are combined in a search.
        multipliers: Whether to take multipliers at every point.
        overwrite: Whether the folder of another question may be replaced.
        progress: Is told how far the branch has come.
        user_text: The file the specification came from.
        large: Also a drive whose run takes hours.

    Raises:
        InputError: this drive has no even running by symmetry, or the folder is taken.
        SpecError: the key or a value is wrong.
    """
    check_search(spec, large)
    effort = checked(Effort(tolerance, most, memory, multipliers, True, SETTLING))
    first = None if start is None else str(Path(start))
    over_values = variation_of(spec, over)
    question = Question(
        spec.checked(),
        over_values,
        both,
        effort,
        first,
        checked_periods(periods),
        stable,
    )
    folder = Path(out)
    (folder / FOLDERS).mkdir(parents=True, exist_ok=True)
    lock = FolderLock(folder / FOLDERS)
    try:
        points = begun(folder, question, overwrite)
        follow(folder, question, points, progress, user_text)
    finally:
        lock.release()
    return tabulate(folder, question, points, user_text)


def variation_of(spec: DriveSpec, over: str) -> Variation:
    """The varied key, its values all possible.

    Raises:
        SpecError: it is none, or a value is refused.
    """
    found = variations_of([over])[0]
    if problems := key_problems(spec, [found.key]):
        raise SpecError(problems, "branch")
    if found.numbers is None or len(found.values) < 2:
        raise InputError(
            f"branch: found {over!r}; expected two or more numbers, such as "
            "key=600 rpm:1200 rpm:13"
        )
    for value in found.values:
        spec.with_values({found.key: value})
    return found


def begun(folder: Path, question: Question, overwrite: bool) -> list[Point]:
    """Points that a folder has already; a new folder has none.

    Raises:
        ResultError: the folder answers another question.
    """
    file, lines = folder / QUESTION, folder / POINTS
    if file.is_file() and file.read_text(encoding="utf-8") == question.text():
        return [Point(**json.loads(line)) for line in whole_lines(lines)]
    if not overwrite and (file.exists() or (folder / "run.nc").exists()):
        raise ResultError(
            f"{folder}: holds other results; give another --out or --overwrite"
        )
    lines.unlink(missing_ok=True)
    write_fresh(file, question.text().encode())
    return []


def follow(
    folder: Path,
    question: Question,
    points: list[Point],
    progress: Progress,
    user_text: str,
) -> None:
    """Find the points that are still missing, one after the other."""
    places = question.places()
    for done in range(len(points), len(places)):
        way, i = places[done]
        value = question.over.values[i]
        shown = f"{way}, {question.over.key} = {shown_value(value)}"

        def told(fraction: float, note: str = "", done: int = done) -> None:
            progress((done + fraction) / len(places), f"{shown}, {note}")  # noqa: B023

        point = found_at(folder, question, points, (way, i), told, user_text)
        points.append(point)
        append_line(folder / POINTS, json.dumps(point._asdict()))


def found_at(
    folder: Path,
    question: Question,
    points: list[Point],
    place: tuple[str, int],
    progress: Progress,
    user_text: str,
) -> Point:
    """One point, from the last one found or from the drive's own start."""
    way, i = place
    spec = question.spec.with_values({question.over.key: question.over.values[i]})
    last = next((p for p in reversed(points) if p.found), None)
    origin = question.start if last is None else folder / FOLDERS / last.name
    periods = question.periods
    if last is not None:
        periods = int(last.numbers.get("orbit_periods", 1))
    where = Place(folder / FOLDERS / f"{way}_{i + 1:03d}", True, user_text)
    try:
        try:
            begin = None if origin is None else read_state(origin, spec)
            found, left, run = recorded(spec, begin, question, where, progress, periods)
        except OtherLayout:  # the value moves axes: such points have their own start
            if last is None:
                raise
            found, left, run = recorded(spec, None, question, where, progress, periods)
    except SolverError as error:
        brief = error.brief if isinstance(error, NoOrbit) else str(error)
        return Point(way, i, False, {}, {}, brief)
    with run:
        outcome = run.outcome
        numbers = {k.name: k.value for k in outcome.key_numbers}
        words = {k.name: [k.label, k.units] for k in outcome.key_numbers}
    numbers["residual"] = found.search.residual
    words["residual"] = ["change from period to period", "1"]
    if question.stable:
        numbers["left"] = float(left)
        words["left"] = ["whether the drive came here from an unstable orbit", "1"]
    return Point(way, i, True, numbers, words, "", outcome.missed)


def recorded(
    spec: DriveSpec,
    begin: Any,
    question: Question,
    where: Place,
    progress: Progress,
    periods: int,
) -> tuple[Found, bool, Run]:
    """An orbit, whether the drive went over to it, and its run.

    As in `steady`, a step of ours that leaves energy unexplained is halved.
    """
    where = replace(where, ours=step_is_ours(spec))
    for repeats in range(MOST_REPEATS + 1):
        found, left = met(spec, begin, question, progress, periods)
        job = orbit_job(found)
        run = record(job, where, progress)
        smaller = finer(spec, job, run, where.ours) if repeats < MOST_REPEATS else None
        if smaller is None:
            break
        run.close()
        begin, periods = found.state, found.orbit.periods
        spec, where = smaller[0], replace(where, remark=smaller[1])
    return found, left, run


def met(
    spec: DriveSpec, begin: Any, question: Question, progress: Progress, periods: int
) -> tuple[Found, bool]:
    """An orbit, and whether the drive went over to it from one it does not stay on.

    Raises:
        SolverError: none was found.
    """
    try:
        found = found_on(spec, begin, question.effort, progress, periods)
    except NoOrbit as missed:
        if not question.stable:
            raise
        other = settled_on(spec, missed.state, question.effort, progress)
        if other is None:
            raise
        return other, True
    if not question.stable or found.stable:
        return found, False
    other = settled_on(spec, found.state, question.effort, progress)
    return (found, False) if other is None else (other, True)


def tabulate(
    folder: Path, question: Question, points: list[Point], user_text: str
) -> Run:
    """The table of a branch as a run, with its own figures."""
    over = question.over
    unit = over.unit or unit_at(question.spec, over.key)
    job = BranchJob(over, unit or "1", tuple(points))
    text = RunText(
        drive=BRANCH,
        title=question.spec.title or f"{question.spec.drive} over {over.key}",
        resolved_toml=resolved_toml(question.spec),
        resolved={"over": over.text, "spec": resolved_data(question.spec)},
        user_text=user_text,
        verb="steady --over",
    )
    return run_job(job, text, folder, overwrite=True)
