"""What a study remembers of each run: one line per run, added as it ends.

A line that a killed process left half written is ignored; its run folder still tells.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from catena.results.files.line_file import append_line, whole_lines
from catena.results.health import KeyNumber
from catena.results.provenance import program_identity
from catena.results.trust import Trust

if TYPE_CHECKING:
    from catena.results.run import Run
    from catena.study.fanout import Failure

RECORDS_NAME = "records.jsonl"
LISTS = ("missed", "warnings")


@dataclass(frozen=True)
class Record:
    """How one run ended, and its key numbers."""

    status: Literal["complete", "failed"]
    verdict: str = ""
    """The verdict of a complete run."""
    trust: str = ""
    """How far it can be believed; empty in the records of older versions."""
    kind: str = ""
    """The kind of error of a failed run."""
    message: str = ""
    """Why it failed, in words."""
    seconds: float = 0.0
    key_numbers: tuple[KeyNumber, ...] = ()
    missed: tuple[str, ...] = ()
    """Checks a complete run did not pass."""
    warnings: tuple[str, ...] = ()
    program: str = ""
    """Identity of the program that made it; empty in the records of older ones."""

    def line(self, name: str) -> str:
        """One line of JSON."""
        data = asdict(self) | {
            "run": name,
            "key_numbers": [number.as_dict() for number in self.key_numbers],
        }
        return json.dumps(data, ensure_ascii=False, allow_nan=False)


def record_of(run: Run) -> Record:
    """The record of a complete run."""
    return Record(
        status="complete",
        verdict=run.outcome.headline,
        trust=run.outcome.trust.value,
        seconds=float(run.attributes.get("wall_time_s", 0.0)),
        key_numbers=run.outcome.key_numbers,
        missed=run.outcome.missed,
        warnings=run.outcome.warnings,
        program=program_identity(),
    )


def record_of_failure(failure: Failure, seconds: float) -> Record:
    """The record of a run that failed."""
    return Record(
        "failed",
        trust=Trust.FAILED.value,
        kind=failure.kind,
        message=failure.message,
        seconds=seconds,
        program=program_identity(),
    )


def append_record(folder: Path, name: str, record: Record) -> None:
    """Remember a run; the line is with the operating system when this returns."""
    append_line(folder / RECORDS_NAME, record.line(name))


def read_records(folder: Path) -> dict[str, Record]:
    """The last record of every run, by the name of its folder."""
    records: dict[str, Record] = {}
    for line in whole_lines(folder / RECORDS_NAME):
        _read_line(line, records)
    return records


def _read_line(line: str, records: dict[str, Record]) -> None:
    try:
        data = json.loads(line)
        name = str(data.pop("run"))
        numbers = tuple(KeyNumber.from_dict(d) for d in data.pop("key_numbers"))
        data |= {key: tuple(map(str, data.get(key, ()))) for key in LISTS}
        records[name] = Record(**data, key_numbers=numbers)
    except (ValueError, TypeError, KeyError, AttributeError):
        return
