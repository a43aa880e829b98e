"""Why an event-driven run cannot go on, told without names."""

from __future__ import annotations

from collections.abc import Sequence

from catena.errors import SolverError
from catena.numerics.arrays import Ints

MOST_NAMES = 8
"""Contacts named when a run stops."""


class Stuck(SolverError):
    """Why events cannot be followed any further, and at which rows."""

    def __init__(self, t: float, rows: Ints, words: str) -> None:
        self.t, self.rows, self.words = t, tuple(int(i) for i in rows), words
        super().__init__(f"stopped at t = {t:.9g} s: {words}")

    def named(self, contacts: Sequence[str]) -> SolverError:
        """The same, with the names of the contacts."""
        names = ", ".join(contacts[i] for i in self.rows[:MOST_NAMES])
        more = ", ..." if len(self.rows) > MOST_NAMES else ""
        kind = "contact" if len(self.rows) == 1 else "contacts"
        where = f", {kind} {names}{more}" if self.rows else ""
        return SolverError(f"stopped at t = {self.t:.9g} s{where}: {self.words}")
