"""Events of contacts while a kernel steps: what is known of them, and their log."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.codes import Mode
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record, table

CLOSED = len(Mode)
"""Beside the codes of ``Mode``: carries since the last step, so that it is not known
yet whether it sticks."""


class EventKind(IntEnum):
    """What happened to a contact at an instant."""

    CLOSING = 0
    """It begins to carry."""
    OPENING = 1
    """It ends to carry; the impulse is that of the whole contact."""
    STICK = 2
    """Dry friction holds from now on."""
    SLIP = 3
    """It slides from now on."""
    IMPACT = 4
    """A rigid contact closes; the impulse is its percussion."""
    CLIMB = 5
    """A chain begins to climb: its plates ride on a tooth tip, a roller leaves its
    seat."""


EVENT_WORDS = tuple(kind.name.lower() for kind in EventKind)
"""The kinds of events as users read them."""

EVENT = record(
    time=float,  # [s]
    pair=int,  # row of the contact
    kind=int,  # EventKind
    impulse=float,  # [N s]
)
"""One event."""

LEAST_LOG, MOST_LOG = 1024, 65_536
"""Events that a log can hold until it is emptied."""


class EventMemory(NamedTuple):
    """What the next event depends on; the log itself is scratch."""

    closed: (
        Ints  # (n_c,)     contacts that carried in the last step, the first n_closed
    )
    n_closed: Ints  # (1,)
    begun: Ints  # (1,)        1 after the first step: before, nothing has changed
    logged: Ints  # (1,)       events in the log
    more: Ints  # (kinds,)     events that found no room in it
    carried: Floats  # (n_c,)  impulse since the contact closed [N s]


def event_memory(contacts: int) -> EventMemory:
    """No contact is known yet."""

    def counts(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    return EventMemory(
        counts(contacts), counts(1), counts(1), counts(1), counts(len(EventKind)),
        np.zeros(contacts),
    )  # fmt: skip


def event_log(contacts: int) -> Rows:
    """Room for the events of some steps: several of each contact."""
    return table(EVENT, min(max(LEAST_LOG, 8 * contacts), MOST_LOG))


class Events(NamedTuple):
    """Events of some steps."""

    rows: Rows  # EVENT
    more: Ints  # (kinds,)  how many others there were


def taken_events(memory: EventMemory, log: Rows) -> Events:
    """Empty the log: a copy of its events."""
    found = Events(log[: memory.logged[0]].copy(), memory.more.copy())
    memory.logged[0], memory.more[:] = 0, 0
    return found
