"""Runs of a study that failed or warn: why, how many, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from catena.study.table import STATUS
from catena.study.variation import shown_value

if TYPE_CHECKING:
    from catena.study.folder import Study

MOST_PLACES = 5
"""Places named for each reason."""
_NUMBER = re.compile(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Trouble:
    """One reason for which runs failed or warn."""

    failed: bool
    """Else they are complete, but a check or a warning speaks against them."""
    reason: str
    """In the words of the first run; those of the others may differ in numbers."""
    count: int
    places: tuple[dict[str, Any], ...]
    """The values of the first runs."""

    def __str__(self) -> str:
        one = self.count == 1
        what = "failed" if self.failed else "warns" if one else "warn"
        runs = f"{self.count} {'run' if one else 'runs'} {what}"
        at = "; ".join(_words(values) for values in self.places)
        left = self.count - len(self.places)
        return f"{runs}: {self.reason} (at {at}{f'; and {left} more' if left else ''})"

    def as_dict(self) -> dict[str, Any]:
        """Plain values, safe for JSON."""
        return {
            "status": "failed" if self.failed else "warning",
            "reason": self.reason,
            "count": self.count,
            "places": list(self.places),
        }


def troubles_of(study: Study) -> list[Trouble]:
    """Every reason once, failures first, then the most frequent."""
    table = study.table
    status = table["run_status"].values.ravel()
    messages = table["run_message"].values.ravel()
    found: dict[tuple[bool, str], list[tuple[int, str]]] = {}
    for place in np.flatnonzero(status == STATUS.index("failed")):
        _note(found, True, int(place), " ".join(str(messages[place]).split()))
    for index, warnings in enumerate(study.warnings):
        for warning in warnings:
            _note(found, False, index, warning)
    groups = sorted(found.items(), key=lambda item: (not item[0][0], -len(item[1])))
    return [
        Trouble(
            failed,
            places[0][1],
            len(places),
            tuple(study.plan.values(i) for i, _ in places[:MOST_PLACES]),
        )
        for (failed, _), places in groups
    ]


def _note(
    found: dict[tuple[bool, str], list[tuple[int, str]]],
    failed: bool,
    index: int,
    reason: str,
) -> None:
    found.setdefault((failed, without_numbers(reason)), []).append((index, reason))


def without_numbers(reason: str) -> str:
    """The same for all reasons that differ in numbers only."""
    return _NUMBER.sub("#", reason)


def _words(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {shown_value(v)}" for key, v in values.items())
