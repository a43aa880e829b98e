"""Signals as a CSV file that travels inside the report."""

from __future__ import annotations

import base64
import gzip
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

CELL_LIMIT = 240_000
"""Most numbers written into a page: about 2 MB once compressed."""


@dataclass(frozen=True, eq=False)
class Column:
    """One signal, in SI."""

    name: str
    units: str
    values: ArrayLike

    def heading(self) -> str:
        """Name and unit, quoted for CSV; never starting like a formula."""
        text = f"{self.name} [{self.units}]" if self.units else self.name
        if text[:1] in "=+-@\t":
            text = f"'{text}"
        return '"' + text.replace('"', '""').replace("\n", " ") + '"'


@dataclass(frozen=True)
class SignalTable:
    """A CSV text and how much of the signals it holds."""

    text: str
    rows: int
    total_rows: int

    def packed(self) -> str:
        """Compressed, as base64 text."""
        raw = self.text.encode("utf-8", "replace")
        return base64.b64encode(gzip.compress(raw, 6, mtime=0)).decode()


def signal_table(columns: tuple[Column, ...], limit: int = CELL_LIMIT) -> SignalTable:
    """The signals as CSV; of very long ones the last samples, without thinning out."""
    arrays = [np.asarray(column.values, dtype=np.float64) for column in columns]
    total = min((array.size for array in arrays), default=0)
    rows = min(total, max(limit // max(len(columns), 1), 1))
    lines = [",".join(column.heading() for column in columns)]
    if rows:
        lines += _lines(
            np.column_stack([array[total - rows : total] for array in arrays])
        )
    return SignalTable("\r\n".join(lines) + "\r\n", rows, total)


def _lines(table: NDArray[np.float64]) -> list[str]:
    """The numbers with nine digits; a gap is an empty cell."""
    pattern = ",".join(["%.9g"] * table.shape[1])
    return [(pattern % tuple(row)).replace("nan", "") for row in table.tolist()]
