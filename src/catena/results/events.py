"""The event list in a result file: its variables, and what they say in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.tables.events import EVENT_WORDS

EVENT, PAIR, KIND = "event", "event_between", "event_word"
"""Dimensions: one event after the other; who they happen to; what may happen."""
COUNT = "event_count"
MOST_EVENTS = 20_000
"""Events of a run that are listed; those after them are counted."""

EVENT_VARIABLES = (
    Variable("event_time", (EVENT,), "s", "time of the event"),
    Variable("event_pair", (EVENT,), "1", "who touches whom", dtype="int64",
             names=PAIR),
    Variable("event_kind", (EVENT,), "1", "what happens", dtype="int64", names=KIND),
    Variable("event_impulse", (EVENT,), "N s", "impulse of an impact, or of a contact "
             "that opens, since it closed"),
)  # fmt: skip
"""What is stored of each event."""


def with_events(catalogue: Catalogue, logged: Iterable[str] = ()) -> Catalogue:
    """The catalogue of a run with its event list, if it has any pairs of bodies.

    Args:
        catalogue: Everything else that a run contains; forces of contacts say so.
        logged: Names of the pairs whose events kernels log, behind all others.
    """
    pairs = [*declared_pairs(catalogue), *logged]
    if not pairs:
        return catalogue
    return Catalogue(
        {**catalogue.sizes, EVENT: None, PAIR: len(pairs), KIND: len(EVENT_WORDS)},
        {
            **catalogue.coordinates,
            PAIR: Coordinate(pairs, "", "who touches whom"),
            KIND: Coordinate(EVENT_WORDS, "", "what happens"),
        },
        (
            *catalogue.variables,
            *EVENT_VARIABLES,
            Variable(COUNT, (KIND,), "1", "events of the run, listed or not",
                     dtype="int64"),
        ),
    )  # fmt: skip


def declared_pairs(catalogue: Catalogue) -> list[str]:
    """Names of the pairs whose forces it has, in the order of its variables."""
    return [
        variable.contact.format(name)
        for variable in catalogue.variables
        if variable.contact
        for name in catalogue.coordinates[variable.dims[1]].values
    ]


class Event(NamedTuple):
    """Something that happened to two bodies."""

    time: float
    """[s]."""
    pair: str
    kind: str
    """One of ``tables.events.EVENT_WORDS``."""
    impulse: float
    """Percussion of an impact; what a contact carried that opens [N s]."""


@dataclass(frozen=True)
class EventList:
    """The events of a run in the order of time."""

    time: Floats
    pair: tuple[str, ...]
    kind: tuple[str, ...]
    impulse: Floats
    counts: Mapping[str, int]
    """Events of the whole run by kind, listed or not."""

    def __len__(self) -> int:
        return self.time.size

    def __iter__(self) -> Iterator[Event]:
        columns = self.time.tolist(), self.pair, self.kind, self.impulse.tolist()
        return (Event(*row) for row in zip(*columns, strict=True))

    def of(self, kind: str) -> list[Event]:
        """All events of one kind."""
        return [event for event in self if event.kind == kind]

    @property
    def total(self) -> int:
        """Events of the whole run, listed or not."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        found = [f"{n} {word}" for word, n in self.counts.items() if n]
        left = self.total - len(self)
        more = f"; the first {len(self)} are listed" if left else ""
        return (
            f"{self.total} events ({', '.join(found)}){more}" if found else "no events"
        )


def read_events(read: Any, catalogue: Catalogue) -> EventList:
    """The event list of a result file; ``read`` gives a variable by its name."""
    if COUNT not in {variable.name for variable in catalogue.variables}:
        return EventList(np.zeros(0), (), (), np.zeros(0), {})
    pairs = [str(name) for name in catalogue.coordinates[PAIR].values]
    words = [str(word) for word in catalogue.coordinates[KIND].values]
    return EventList(
        read("event_time"),
        tuple(pairs[k] for k in read("event_pair")),
        tuple(words[k] for k in read("event_kind")),
        read("event_impulse"),
        {word: int(n) for word, n in zip(words, read(COUNT), strict=True)},
    )
