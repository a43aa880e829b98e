"""From results to their report: runs, stability charts and studies, one page each."""

from __future__ import annotations

import dataclasses
import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from catena.drives import DRIVES
from catena.drives.loading import spec_from
from catena.errors import CatenaError, MissingVariable, ResultError
from catena.results.figures import Figure
from catena.results.health import Check, KeyNumber, Outcome
from catena.results.provenance import written_by
from catena.results.source import source_digest
from catena.results.trust import ENDED_EARLY, Trust
from catena.spec.writing import resolved_toml
from catena.study.folder import STUDY_NAME, Study, open_study
from catena.study.troubles import troubles_of
from catena.view.pictures.viewer import scene_html, scene_scripts
from catena.view.report import ReportContent, write_report
from catena.view.signal_table import Column

if TYPE_CHECKING:
    from catena.results.run import Run
    from catena.results.scene import Scene

MOST_COLUMNS = 40
"""Signals offered as a table inside the report; the rest is in ``catena export``."""


def open_result(path: str | Path) -> Run | Study:
    """Open a run, a chart or a study, whichever the folder holds."""
    from catena.results.run import open_run

    is_study = (Path(path) / STUDY_NAME).is_file()
    return open_study(path) if is_study else open_run(path)


def report(result: Run | Study, path: str | Path | None = None) -> Path:
    """Write the report of a run, chart or study; by default beside its results."""
    target = Path(path) if path is not None else result.folder / "report.html"
    if isinstance(result, Study):
        return write_study_report(result, target)
    return write_report(report_content(result), target)


def figures_of(run: Run | Study) -> list[Figure]:
    """The plots of a run, stability chart or study, as far as it came.

    Raises:
        ResultError: the run ended before there was anything to draw, or an older
            version recorded less than the plots show.
    """
    if isinstance(run, Study):
        return figures_of_study(run)
    with _told_by_age(run, "plot"):
        return _figures_of_run(run)


def _figures_of_run(run: Run) -> list[Figure]:
    if run.status != "complete" and samples_of(run) < 2:
        raise ResultError(
            f"{run.path}: the run is {run.status}; there is nothing to draw yet "
            f"({run.outcome.headline})"
        )
    drive = str(run.attributes.get("drive", ""))
    if drive in DRIVES:
        return DRIVES[drive].figures(run)
    from catena.drives.orbits.section_figures import figures as section_figures
    from catena.drives.orbits.section_run import SECTION
    from catena.study.branches.branch import BRANCH
    from catena.study.branches.figures import figures as branch_figures
    from catena.study.chart import CHART
    from catena.study.chart_figures import figures as chart_figures

    if drive == CHART:
        return chart_figures(run)
    if drive == BRANCH:
        return branch_figures(run)
    if drive == SECTION:
        return section_figures(run)
    raise ResultError(f"{run.path}: comes from an unknown drive {drive!r}")


@contextmanager
def _told_by_age(run: Run, what: str) -> Iterator[None]:
    """Where an older file lacks a signal that is drawn, say so.

    Raises:
        MissingVariable: naming the signal and the version that did not record it.
    """
    try:
        yield
    except MissingVariable as error:
        if run.attributes.get("source_digest") == source_digest():
            raise  # a mistake of ours, not the age of the file
        raise MissingVariable(
            f"{run.path}: was written by another version "
            f"({written_by(run.attributes)}) that did not record {error.name}, which "
            f"its {what} needs; run it again to see it",
            error.name,
        ) from error


def samples_of(run: Run) -> int:
    """Records of a run over time, 0 for other results."""
    return int(run.read("time").size) if "time" in run.names else 0


def report_content(run: Run) -> ReportContent:
    """All the report of a run says."""
    attributes = run.attributes
    drive = str(attributes.get("drive", ""))
    summary = DRIVES[drive].summary if drive in DRIVES else drive.replace("_", " ")
    figures, missing = _figures_or_reason(run)
    scene, unseen = _scene_or_reason(run)
    title = str(attributes.get("title") or summary)
    unfinished = run.status != "complete"
    return ReportContent(
        title=f"Unfinished ({run.status}): {title}" if unfinished else title,
        drive=summary,
        outcome=dataclasses.replace(
            run.outcome, warnings=(*run.outcome.warnings, *missing, *unseen)
        ),
        figures=figures,
        spec_text=run.spec_text,
        user_text=str(attributes.get("user_text", "")),
        provenance=_provenance(run),
        command=_command(run),
        columns=_columns(run),
        events=run.events,
        extra_html="" if scene is None else scene_html(scene),
        extra_scripts=() if scene is None else scene_scripts(),
    )


def _figures_or_reason(run: Run) -> tuple[tuple[Figure, ...], tuple[str, ...]]:
    """The plots of a run, or why an older one has none: the rest is still told."""
    try:
        return tuple(figures_of(run)), ()
    except MissingVariable as error:
        return (), (str(error),)


def _scene_or_reason(run: Run) -> tuple[Scene | None, tuple[str, ...]]:
    """The moving picture of a run, or why an older one has none."""
    try:
        return scene_of(run), ()
    except MissingVariable as error:
        return None, (str(error),)


def scene_of(run: Run) -> Scene | None:
    """The moving picture of a run, where its drive has one."""
    drive = str(run.attributes.get("drive", ""))
    if drive not in DRIVES:
        return None
    with _told_by_age(run, "moving picture"):
        return DRIVES[drive].scene(run)


def write_study_report(study: Study, path: Path) -> Path:
    """Write the report of a study: how its key numbers change with what was varied."""
    varied = ", ".join(v.key for v in study.plan.variations)
    title = json.loads(study.spec_text).get("title")
    content = ReportContent(
        title=f"{title}: study of {varied}" if title else f"Study of {varied}",
        drive=DRIVES[study.drive].summary if study.drive in DRIVES else study.drive,
        outcome=study_outcome(study),
        figures=tuple(figures_of_study(study)),
        spec_text=_study_spec(study),
        provenance=_study_provenance(study),
        command=_study_command(study),
    )
    return write_report(content, path)


def study_outcome(study: Study) -> Outcome:
    """The runs of a study by the word they ended with; the gravest heads them all."""
    counts = study.counts
    numbered = counts | {"with warnings": study.warned}
    words = ", ".join(f"{n} {word}" for word, n in numbered.items() if n)
    return Outcome(
        f"{study.plan.count} runs: {words}.",
        tuple(KeyNumber(w, w, float(n), "1") for w, n in numbered.items()),
        tuple(
            Check(word.replace(" ", "_"), f"runs {word}", count, 0.0, count == 0)
            for word, count in counts.items()
            if word != Trust.TRUSTED
        ),
        tuple(str(trouble) for trouble in troubles_of(study)),
        ended=study.trust if study.trust in ENDED_EARLY else None,
    )


def _study_spec(study: Study) -> str:
    """The specification without the variations, as a file would state it."""
    try:
        return resolved_toml(spec_from(json.loads(study.spec_text), study.drive))
    except CatenaError:  # of another version
        return study.spec_text


def _study_provenance(study: Study) -> dict[str, object]:
    """Where the first complete run comes from, without what is its own."""
    complete = np.flatnonzero(study.table["run_status"].values.ravel() == 0)
    if not complete.size:
        return {}
    try:
        with study.run(int(complete[0])) as run:
            found = _provenance(run)
    except ResultError:
        return {}
    return {
        k: v for k, v in found.items() if "wall time" not in k and "inputs" not in k
    }


def _command(run: Run) -> str:
    """What a user types to make a run, section, branch or chart again."""
    from catena.drives.orbits.section_run import SECTION
    from catena.study.branches.branch import BRANCH
    from catena.study.chart import axis_variation

    drive, along = run.attributes.get("drive"), run.catalogue.coordinates
    if drive in DRIVES:
        return "catena run drive.toml --report"
    if drive == SECTION:
        return f"catena steady drive.toml --section {run.read('number').size - 1}"
    if drive == BRANCH:
        over = next(axis for name, axis in along.items() if name != "way")
        return (
            f"catena steady drive.toml --over {shlex.quote(axis_variation(over).text)}"
        )
    y, x = run.catalogue["largest_multiplier"].dims
    axes = {"--x": along[x], "--y": along[y]}
    words = [f"{key} {shlex.quote(axis_variation(c).text)}" for key, c in axes.items()]
    return f"catena chart drive.toml {' '.join(words)}"


def _study_command(study: Study) -> str:
    """What a user types to make a study again."""
    plan = study.plan
    words = [f"--vary {shlex.quote(variation.text)}" for variation in plan.variations]
    if plan.design != "grid":
        words.append(f"--design {plan.design}")
    if not plan.is_grid and plan.design != "zip":
        words.append(f"--samples {plan.count}")
    return f"catena study drive.toml {' '.join(words)}"


def figures_of_study(study: Study) -> list[Figure]:
    """The plots of a study; of a map those of the quantities it was made for."""
    from catena.study.figures import study_figures
    from catena.study.map_figures import map_figures, map_of

    maps = map_of(study)
    return study_figures(study) if maps is None else map_figures(study, maps)


def _provenance(run: Run) -> dict[str, object]:
    wanted = {
        "catena_version": "catena",
        "commit": "commit of the checkout",
        "source_digest": "digest of the source",
        "created": "made",
        "wall_time_s": "wall time [s]",
        "spec_hash": "digest of the inputs",
        "start_identity": "digest of the state it starts from",
        "python": "Python",
        "platform": "platform",
        "cpu": "processor",
    }
    found: dict[str, object] = {
        words: run.attributes[key]
        for key, words in wanted.items()
        if key in run.attributes
    }
    found.update(json.loads(str(run.attributes.get("versions", "{}"))))
    return found


def _columns(run: Run) -> tuple[Column, ...]:
    if "time" not in run.catalogue.sizes:
        return ()
    columns = [Column("time", "s", run.read("time"))]
    for variable in run.catalogue.variables:
        if variable.dims == ("time",) and variable.name != "time":
            columns.append(
                Column(variable.name, variable.units, run.read(variable.name))
            )
    return tuple(columns[:MOST_COLUMNS])
