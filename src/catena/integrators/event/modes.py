"""Events, and the modes between them as a state keeps them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.codes import Mode
from catena.integrators.event.flow import Modes
from catena.numerics.arrays import Floats, Ints


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant."""

    time: float
    kind: str
    """``impact``, ``settle``, ``open``, ``stick`` or ``slip``."""
    row: int
    value: float = 0.0
    """Percussion of an impact [N s]."""


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


def changes(t: float, before: Modes, after: Modes) -> list[Event]:
    """What became of the contacts, as events."""
    was = dict(zip(before.closed, before.slip, strict=True))
    now = dict(zip(after.closed, after.slip, strict=True))
    listed = [Event(t, "open", int(i)) for i in was if i not in now]
    for i, s in now.items():
        if i not in was or was[i] != s:
            listed.append(Event(t, "stick" if s == 0 else "slip", int(i)))
    return listed
