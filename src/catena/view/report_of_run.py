"""From a run to its report: everything the file holds, in one page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from catena.drives import DRIVES
from catena.errors import ResultError
from catena.results.figures import Figure
from catena.view.report import ReportContent, write_report
from catena.view.signal_table import Column

if TYPE_CHECKING:
    from catena.results.run import Run

MOST_COLUMNS = 40
"""Signals offered as a table inside the report; the rest is in ``catena export``."""


def figures_of(run: Run) -> list[Figure]:
    """The plots of a finished run."""
    if run.status != "complete":
        raise ResultError(
            f"{run.path}: the run is {run.status}; there is nothing to draw yet "
            f"({run.outcome.verdict})"
        )
    drive = str(run.attributes.get("drive", ""))
    if drive not in DRIVES:
        raise ResultError(f"{run.path}: comes from an unknown drive {drive!r}")
    return DRIVES[drive].figures(run)


def write_run_report(run: Run, path: Path) -> Path:
    """Write the report of a run."""
    return write_report(report_content(run), path)


def report_content(run: Run) -> ReportContent:
    """All the report of a run says."""
    attributes = run.attributes
    drive = str(attributes.get("drive", ""))
    summary = DRIVES[drive].summary if drive in DRIVES else drive
    return ReportContent(
        title=str(attributes.get("title") or summary),
        drive=summary,
        outcome=run.outcome,
        figures=tuple(figures_of(run)),
        spec_text=run.spec_text,
        user_text=str(attributes.get("user_text", "")),
        provenance=_provenance(run),
        command="catena run drive.toml --report",
        columns=_columns(run),
    )


def _provenance(run: Run) -> dict[str, object]:
    wanted = {
        "catena_version": "catena",
        "created": "made",
        "wall_time_s": "wall time [s]",
        "spec_hash": "digest of the inputs",
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
    if "time" not in run.layout.sizes:
        return ()
    columns = [Column("time", "s", run.read("time"))]
    for variable in run.layout.variables:
        if variable.dims == ("time",) and variable.name != "time":
            columns.append(
                Column(variable.name, variable.units, run.read(variable.name))
            )
    return tuple(columns[:MOST_COLUMNS])
