"""Events, and the modes between them as a state keeps them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.codes import FrictionLaw, Mode
from catena.contact.events import add_event
from catena.integrators.event.flow import Modes
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.events import EventKind, EventMemory


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant."""

    time: float
    kind: str
    """``impact``, ``settle``, ``close``, ``open``, ``stick`` or ``slip``."""
    row: int
    value: float = 0.0
    """Percussion of an impact, or impulse of a contact that opens [N s]."""


@dataclass(frozen=True)
class Trajectory:
    """What an event-driven run found."""

    time: Floats
    q: Floats  # (n_t, n_u)
    u: Floats  # (n_t, n_u)
    events: list[Event]


def store_modes(modes: Modes, stored: Ints) -> None:
    """Write modes into a state: slip 0, 1, -1 as sticking, sliding on, back."""
    stored[:] = Mode.OPEN
    stored[modes.closed] = Mode.STICKS + modes.slip % 3


def stored_modes(stored: Ints) -> Modes:
    """Modes out of a state: sticking, sliding on, sliding back."""
    closed = np.flatnonzero(stored != Mode.OPEN)
    slip = (stored[closed] - Mode.STICKS + 1) % 3 - 1
    return Modes(closed, slip.astype(np.int64))


KINDS = {
    "close": EventKind.CLOSING,
    "open": EventKind.OPENING,
    "stick": EventKind.STICK,
    "slip": EventKind.SLIP,
    "impact": EventKind.IMPACT,
}
"""Events as the list of a run knows them; one that settles is an impact as well."""


def log_events(
    events: list[Event], law_T: Ints, memory: EventMemory, log: Rows
) -> None:
    """Write events into the log; contacts without friction neither stick nor slip."""
    for event in events:
        dry = law_T[event.row] != FrictionLaw.NONE
        if event.kind in KINDS and (dry or event.kind not in ("stick", "slip")):
            kind = int(KINDS[event.kind])
            add_event(memory, log, event.time, event.row, kind, event.value)


def changes(t: float, before: Modes, after: Modes, carried: Floats) -> list[Event]:
    """What became of the contacts, as events; one that opens with all it carried."""
    was = dict(zip(before.closed, before.slip, strict=True))
    now = dict(zip(after.closed, after.slip, strict=True))
    gone = [i for i in was if i not in now]
    listed = [Event(t, "open", int(i), float(carried[i])) for i in gone]
    listed += [Event(t, "close", int(i)) for i in now if i not in was]
    for i, s in now.items():
        if i not in was or was[i] != s:
            listed.append(Event(t, "stick" if s == 0 else "slip", int(i)))
    return listed
