"""Rows as at the beginning of a step."""

from catena.rows.listed import remember_row
from catena.tables.contacts import ListedRows


def begin_rows(rows: ListedRows) -> None:
    """Count the step and forget the memory of active rows that are new."""
    rows.step[0] += 1
    for i in rows.active[: rows.n_active[0]]:
        remember_row(rows, i)
