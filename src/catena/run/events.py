"""The event list of a run: what happened to which pair of bodies, when, how hard.

A drive has events in two ways. Kernels that know every step of a contact log its events
themselves and hand them over with the steps. All others declare, by the ``contact`` of
a channel, a recorded force of contacts: a contact that begins to carry between two
records closes, one that ends to carry opens, with the impulse of its recorded forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.results.catalogue import Catalogue, Variable
from catena.results.events import COUNT, EVENT_VARIABLES, MOST_EVENTS, PAIR
from catena.tables.events import EVENT, EventKind, Events

Records = Mapping[str, NDArray[Any]]
UNKNOWN, CARRYING = -1, 1
"""What is known of a contact before the next record."""


def no_events() -> Events:
    """Nothing happened."""
    return Events(table(EVENT), np.zeros(len(EventKind), dtype=np.int64))


def events_of(found: Iterable[tuple[float, int, int, float]]) -> Events:
    """Events from time [s], pair, kind and impulse [N s]."""
    rows = table(EVENT, len(listed := list(found)))
    for row, event in zip(rows, listed, strict=True):
        row.time, row.pair, row.kind, row.impulse = event
    return no_events()._replace(rows=rows)


def both(one: Events, other: Events) -> Events:
    """Events of two sources."""
    return Events(np.concatenate([one.rows, other.rows]), one.more + other.more)


@dataclass(frozen=True)
class Watched:
    """A recorded force of contacts, and which pairs it tells of."""

    variable: Variable
    first: int
    """Its first pair."""
    count: int

    @property
    def clock(self) -> str:
        """The variable with the times of its records."""
        dim = self.variable.dims[0]
        return dim if dim == "time" else f"{dim}_time"


class EventWatch:
    """Makes the event list of a run from its records and from what kernels logged."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.watched = tuple(watched_forces(catalogue))
        self.listed = any(variable.name == COUNT for variable in catalogue.variables)
        pairs = len(catalogue.coordinates[PAIR].values) if self.listed else 0
        self.states: Ints = np.full(pairs, UNKNOWN, dtype=np.int64)
        self.carried: Floats = np.zeros(pairs)
        self.clocks: Floats = np.full(len(self.watched), np.nan)
        self.counts: Ints = np.zeros(len(EventKind), dtype=np.int64)

    def memory(self) -> dict[str, Any]:
        """All that the list continues from."""
        parts = ("states", "carried", "clocks", "counts")
        return {f"events.{name}": getattr(self, name) for name in parts}

    def taken(self, records: Records, logged: Events | None) -> Records:
        """The records with the events they tell of, and those that were logged."""
        if not self.listed:
            return records
        parts = [] if logged is None else [self.behind(logged.rows)]
        for k, watched in enumerate(self.watched):
            if watched.variable.name in records:
                parts.append(self.seen(k, records))
        found = np.concatenate([table(EVENT), *parts])
        found = found[np.argsort(found["time"], kind="stable")]
        room = max(MOST_EVENTS - int(self.counts.sum()), 0)
        self.counts += np.bincount(found["kind"], minlength=self.counts.size)
        if logged is not None:
            self.counts += logged.more
        kept = found[:room]
        if not kept.size:
            return records
        fields = zip(EVENT_VARIABLES, ("time", "pair", "kind", "impulse"), strict=True)
        return {**records, **{v.name: kept[field].copy() for v, field in fields}}

    def behind(self, rows: Rows) -> Rows:
        """Logged events: their pairs stand behind those of the recorded forces."""
        moved = rows.copy()
        moved["pair"] += sum(watched.count for watched in self.watched)
        return moved

    def seen(self, k: int, records: Records) -> Rows:
        """What the records of one force tell."""
        watched = self.watched[k]
        force, times = records[watched.variable.name], records[watched.clock]
        if force.ndim > 2:  # a vector of each contact
            force = np.linalg.norm(force, axis=-1)
        own = slice(watched.first, watched.first + watched.count)
        state, carried = self.states[own], self.carried[own]
        carries = force > 0.0
        if (state == UNKNOWN).all():  # what carries at the first record has no event
            state[:] = carries[0]
        passed = np.diff(times, prepend=self.clocks[k])
        weight = np.nan_to_num(passed) if watched.variable.units == "N" else 0.0 * times
        total = np.cumsum(force * weight[:, None], axis=0)
        before = np.vstack([state == CARRYING, carries[:-1]])
        found, at_closing = [], -carried
        for r, i in zip(*np.nonzero(carries != before), strict=True):
            if carries[r, i]:
                at_closing[i] = total[r - 1, i] if r else 0.0
                found.append((times[r], watched.first + i, EventKind.CLOSING, 0.0))
            else:
                impulse = total[r, i] - at_closing[i]
                found.append((times[r], watched.first + i, EventKind.OPENING, impulse))
        self.clocks[k], state[:] = times[-1], carries[-1]
        carried[:] = np.where(carries[-1], total[-1] - at_closing, 0.0)
        return events_of(found).rows


def watched_forces(catalogue: Catalogue) -> Iterable[Watched]:
    """The forces of contacts that a catalogue declares, in the order of their pairs."""
    first = 0
    for variable in catalogue.variables:
        if variable.contact:
            count = len(catalogue.coordinates[variable.dims[1]].values)
            yield Watched(variable, first, count)
            first += count
