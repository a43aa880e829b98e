"""Runs of a study that failed, cannot be trusted or warn: why, how many, where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from catena.study.table import STATUS
from catena.study.variation import shown_value

if TYPE_CHECKING:
    from catena.study.folder import Study

Kind = Literal["failed", "not trustworthy", "warning"]
KINDS: tuple[Kind, ...] = ("failed", "not trustworthy", "warning")
Found = dict[tuple[Kind, str], list[tuple[int, str]]]
"""Points and their words, by kind and reason."""
MOST_PLACES = 5
"""Places named for each reason."""
_NUMBER = re.compile(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Trouble:
    """One reason for which runs failed, cannot be trusted or warn."""

    kind: Kind
    reason: str
    """In the words of the first run; those of the others may differ in numbers."""
    count: int
    places: tuple[dict[str, Any], ...]
    """The values of the first runs."""

    def __str__(self) -> str:
        runs = f"{self.kind}: {self.count} {'run' if self.count == 1 else 'runs'}"
        at = "; ".join(_words(values) for values in self.places)
        left = self.count - len(self.places)
        return f"{runs}, {self.reason} (at {at}{f'; and {left} more' if left else ''})"

    def as_dict(self) -> dict[str, Any]:
        """Plain values, safe for JSON."""
        return {
            "status": self.kind,
            "reason": self.reason,
            "count": self.count,
            "places": list(self.places),
        }


def troubles_of(study: Study) -> list[Trouble]:
    """Every reason once, the gravest kind first, then the most frequent."""
    table = study.table
    status = table["run_status"].values.ravel()
    messages = table["run_message"].values.ravel()
    found: Found = {}
    for place in np.flatnonzero(status == STATUS.index("failed")):
        _note(found, "failed", int(place), " ".join(str(messages[place]).split()))
    for index in range(study.plan.count):
        for reason in study.missed[index]:
            _note(found, "not trustworthy", index, reason)
        for reason in study.warnings[index]:
            _note(found, "warning", index, reason)
    groups = sorted(
        found.items(), key=lambda item: (KINDS.index(item[0][0]), -len(item[1]))
    )
    return [
        Trouble(
            kind,
            places[0][1],
            len(places),
            tuple(study.plan.values(i) for i, _ in places[:MOST_PLACES]),
        )
        for (kind, _), places in groups
    ]


def _note(found: Found, kind: Kind, index: int, reason: str) -> None:
    found.setdefault((kind, without_numbers(reason)), []).append((index, reason))


def without_numbers(reason: str) -> str:
    """The same for all reasons that differ in numbers only."""
    return _NUMBER.sub("#", reason)


def _words(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {shown_value(v)}" for key, v in values.items())
