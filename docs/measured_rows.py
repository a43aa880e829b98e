"""A row of the comparison with measurement, and how it is judged."""

import csv
import math
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "measured"
NEAR = 0.1
"""Disagreement that still counts as near, over the measured value."""


@dataclass(frozen=True)
class Row:
    """One measured value beside what Catena says."""

    what: str
    measured: float
    uncertainty: float
    computed: float
    unit: str
    fitted: str = ""
    """What was fitted on this very value; a prediction where empty."""
    remark: str = ""
    fit_error: float = 0.0
    """Of the computed value, from the uncertainty of what was fitted before."""

    @property
    def spread(self) -> float:
        """Difference that both uncertainties explain."""
        return math.hypot(self.uncertainty, self.fit_error)

    @property
    def verdict(self) -> str:
        """In words; a fitted value can neither agree nor disagree."""
        if self.fitted:
            return f"fitted: {self.fitted}"
        off = abs(self.computed - self.measured)
        if off <= self.spread:
            return "agrees"
        share = (self.computed - self.measured) / abs(self.measured)
        word = "near" if off <= NEAR * abs(self.measured) else "**disagrees**"
        return f"{word} ({share:+.0%})"


def table(name: str) -> list[dict[str, str]]:
    """Lines of a file of measured data, its comments left out."""
    text = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in text if not line.startswith("#")))


def markdown(rows: list[Row]) -> str:
    """Rows as a table."""
    lines = ["| what | measured | Catena | verdict | remark |", "|---|---|---|---|---|"]
    for row in rows:
        measured = f"{row.measured:.4g} ± {row.uncertainty:.2g} {row.unit}"
        error = f" ± {row.fit_error:.2g}" if row.fit_error else ""
        lines.append(
            f"| {row.what} | {measured} | {row.computed:.4g}{error} {row.unit} "
            f"| {row.verdict} | {row.remark} |"
        )
    return "\n".join(lines)
