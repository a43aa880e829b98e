"""Tables as CSV: comma, dot, UTF-8, units in the header, full precision."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from catena.exchange.tables import Column, Flat

EXTENSION = ".csv"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(table: Flat, path: Path) -> None:
    """One table; numbers keep every digit, gaps are empty cells."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([header(column) for column in table.columns])
        for part in table.parts():
            cells = [[_cell(value) for value in column.tolist()] for column in part]
            writer.writerows(zip(*cells, strict=True))


def header(column: Column) -> str:
    """The name with its unit: ``torque [N m]``."""
    units = column.units
    return f"{column.name} [{units}]" if units and units != "1" else column.name


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if np.isnan(value) else repr(value)
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return "'" + value  # spreadsheets would run it as a formula
    return value
