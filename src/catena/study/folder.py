"""A study on disk: what was asked, how far it came, its runs and their table."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.errors import InputError, ResultError, shown
from catena.results.files.fresh_file import write_fresh
from catena.results.files.lock import writer_in
from catena.results.provenance import program_identity
from catena.results.run import open_run
from catena.results.trust import GRAVEST_FIRST, Trust
from catena.spec.writing import resolved_data
from catena.study.plan import DESIGNS, Plan
from catena.study.records import RECORDS_NAME, read_records
from catena.study.table import STATUS, TABLE_NAME, read_table, renewed
from catena.study.variation import Span, Variation

if TYPE_CHECKING:
    import xarray

    from catena.results.run import Run
    from catena.spec.parts import DriveSpec

STUDY_NAME = "study.json"
RUNS_NAME = "runs"
NOT_RUN = "not run"
COUNTED = (Trust.TRUSTED, Trust.NOT_TRUSTWORTHY, Trust.FAILED, NOT_RUN)


@dataclass(frozen=True)
class Failed:
    """One failed point of a study."""

    values: dict[str, Any]
    message: str


class Study:
    """A handle on a study folder."""

    def __init__(self, folder: Path, drive: str, plan: Plan, spec_text: str) -> None:
        self.folder = folder
        self.drive = drive
        self.plan = plan
        self.spec_text = spec_text
        """The specification without the variations, as JSON."""

    @cached_property
    def table(self) -> xarray.Dataset:
        """Key numbers of all runs over the varied keys; NaN where a run failed.

        Runs that ended after the table was last written, by a study that still goes on
        or was killed, are in it, too.
        """
        try:
            table = read_table(self.folder)
            if self._has_newer_records():
                table = renewed(table, self.plan, read_records(self.folder))
            return table
        except FileNotFoundError:
            raise ResultError(f"{self.folder}: no run has ended yet") from None
        except (OSError, ValueError, KeyError) as error:
            raise ResultError(
                f"{self.folder / TABLE_NAME}: cannot be read ({error})"
            ) from None

    def _has_newer_records(self) -> bool:
        records, table = self.folder / RECORDS_NAME, self.folder / TABLE_NAME
        newest = records.stat().st_mtime_ns if records.is_file() else 0
        return newest > table.stat().st_mtime_ns

    @property
    def writer(self) -> str:
        """The process that makes its runs now; empty if none does."""
        return writer_in(self.folder)

    @property
    def key_numbers(self) -> list[str]:
        """Names of the key numbers in the table."""
        found = self.table.data_vars.items()
        return [str(n) for n, data in found if data.attrs.get("kind") == "key number"]

    @property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """Least and largest value of every key number that has values."""
        found = {name: self.table[name].values for name in self.key_numbers}
        return {
            name: (float(np.nanmin(values)), float(np.nanmax(values)))
            for name, values in found.items()
            if not np.isnan(values).all()
        }

    @property
    def counts(self) -> dict[str, int]:
        """How many points are trusted, not trustworthy, failed, not run."""
        words = self.trusts
        return {word: words.count(word) for word in COUNTED}

    @cached_property
    def trusts(self) -> list[str]:
        """For every point the word its run ended with, or ``not run``."""
        status = self.table["run_status"].values.ravel()
        words = [""] * self.plan.count
        if "run_trust" in self.table:
            words = [str(word) for word in self.table["run_trust"].values.ravel()]
        return [
            word or self._older_word(STATUS[code], i)
            for i, (word, code) in enumerate(zip(words, status, strict=True))
        ]

    def _older_word(self, status: str, index: int) -> str:
        """The word for a run whose table or record was written before there were any.

        Missed checks stood among the warnings then.
        """
        if status != "complete":
            return status
        return Trust.NOT_TRUSTWORTHY if self.warnings[index] else Trust.TRUSTED

    @property
    def trust(self) -> Trust:
        """The word for the whole: the gravest of its runs."""
        counts = self.counts | {Trust.INTERRUPTED: self.counts[NOT_RUN]}
        found = (word for word in GRAVEST_FIRST if counts[word])
        return next(found, Trust.TRUSTED)

    @property
    def failures(self) -> list[Failed]:
        """Every failed point with its reason."""
        status = self.table["run_status"].values.ravel()
        messages = self.table["run_message"].values.ravel()
        return [
            Failed(self.plan.values(int(i)), str(messages[i]))
            for i in np.flatnonzero(status == STATUS.index("failed"))
        ]

    @property
    def of_other_programs(self) -> int:
        """Runs in the folder that another version of the program made, unused."""
        own = program_identity()
        return sum(r.program != own for r in read_records(self.folder).values())

    @cached_property
    def warnings(self) -> list[list[str]]:
        """For every point the warnings of its run."""
        return self._lines("run_warnings")

    @cached_property
    def missed(self) -> list[list[str]]:
        """For every point the checks its run did not pass."""
        return self._lines("run_missed_checks")

    def _lines(self, name: str) -> list[list[str]]:
        if name not in self.table:  # written by an older version
            return [[] for _ in range(self.plan.count)]
        return [str(text).splitlines() for text in self.table[name].values.ravel()]

    @property
    def warned(self) -> int:
        """How many points come with warnings."""
        return sum(1 for warnings in self.warnings if warnings)

    def run(self, index: int) -> Run:
        """The results of one point, counted as `plan` counts them."""
        if not 0 <= index < self.plan.count:
            raise InputError(
                f"run {index}: the study has runs 0 to {self.plan.count - 1}"
            )
        name = str(self.table["run"].values.ravel()[index])
        return open_run(self.folder / RUNS_NAME / name)

    def __repr__(self) -> str:
        keys = ", ".join(v.key for v in self.plan.variations)
        return f"Study({str(self.folder)!r}, {self.plan.count} runs over {keys})"


def open_study(path: str | Path) -> Study:
    """Open a study folder, while it is being made or afterwards."""
    folder = Path(path)
    folder = folder.parent if folder.is_file() else folder
    file = folder / STUDY_NAME
    if not file.is_file():
        raise ResultError(f"{folder}: holds no study ({STUDY_NAME} is missing)")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        variations = [_variation(v) for v in data["vary"]]
        if data["design"] not in DESIGNS or not variations:
            raise ValueError(f"design {shown(data['design'])} is unknown")
        plan = Plan(tuple(variations), data["design"])
        return Study(folder, str(data["drive"]), plan, json.dumps(data["spec"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResultError(f"{file}: cannot be read ({error})") from None


def _variation(data: Mapping[str, Any]) -> Variation:
    span = Span(**data["span"]) if data.get("span") else None
    return Variation(str(data["key"]), tuple(data["values"]), span)


def write_question(folder: Path, spec: DriveSpec, plan: Plan) -> None:
    """Write down what the study asks, in one step."""
    data: Mapping[str, Any] = {
        "drive": spec.drive,
        "design": plan.design,
        "vary": [asdict(variation) for variation in plan.variations],
        "spec": resolved_data(spec),
    }
    temporary = folder / (STUDY_NAME + ".new")
    try:
        write_fresh(temporary, (json.dumps(data, indent=1) + "\n").encode())
        os.replace(temporary, folder / STUDY_NAME)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be written ({error.strerror})") from None
