"""Events of contacts: who began or ended to carry, to stick, to slide.

A rigid contact that begins to carry is an impact, with the percussion of its step. Any
other closes. Friction of a new contact is judged from its second step on: in the first
it only brakes the impact.
"""

from __future__ import annotations

from catena.codes import Mode, NormalLaw
from catena.contact.stiction import INSIDE, is_inside
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import has_set_valued_friction
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows
from catena.tables.candidates import Candidates
from catena.tables.contacts import ListedRows
from catena.tables.events import CLOSED, EventKind, EventMemory
from catena.tables.friction import Slots

BILATERAL = int(NormalLaw.BILATERAL)
OPEN, STICKS, SLIDES = int(Mode.OPEN), int(Mode.STICKS), int(Mode.SLIDES_ON)
CLOSING, OPENING = int(EventKind.CLOSING), int(EventKind.OPENING)
STICK, SLIP, IMPACT = (int(k) for k in list(EventKind)[2:5])


@inline_kernel
def add_event(
    memory: EventMemory, log: Rows, t: float, pair: int, kind: int, impulse: float
) -> None:
    """Write an event into the log, or count it where there is no room."""
    at = memory.logged[0]
    if at < 0 or at >= log.size:
        memory.more[kind] += 1
        return
    log[at].time = t
    log[at].pair = pair
    log[at].kind = kind
    log[at].impulse = impulse
    memory.logged[0] = at + 1


@lean_kernel
def note_contacts(
    tables: tuple[ListedRows, Slots, Rows],
    candidates: Candidates,
    modes: Ints,
    memory: EventMemory,
    log: Rows,
    marks: tuple[float, float],
) -> None:
    """Compare the contacts of the step that just ended with those before it.

    ``tables`` are the listed rows, the slots and the planar rows, ``marks`` the time at
    the end of the step and its size.
    """
    rows, slots, touching = tables
    t, dt = marks
    closed, n_closed, carried = memory.closed, memory.n_closed, memory.carried
    active, law_N, law_T = rows.active, rows.law_N, rows.law_T
    P_N, P_T, la_N = rows.P_N, rows.P_T, rows.la_N
    step, last_step, last_touch = rows.step[0], rows.last_step, slots.last_step
    for j in range(n_closed[0]):
        i = closed[j]
        if last_step[i] != step and last_touch[i] != slots.step[0]:  # no longer there
            modes[i] = OPEN
            add_event(memory, log, t, i, OPENING, carried[i])
    n_closed[0] = 0
    for j in range(rows.n_active[0]):
        i = active[j]
        if i < 0 or law_N[i] == BILATERAL:
            continue
        # a row has a percussion (rigid) or a force (elastic); the other one is 0
        push, rubs = P_N[i] + dt * la_N[i], has_set_valued_friction(law_T[i])
        holds = rubs and is_inside(rows.par_T, P_N, P_T, rows.R_T, i)
        found = (push, P_N[i], rubs, holds)
        note_contact(memory, modes, log, t, i, found)
    for j in range(slots.n_touching[0]):
        i = touching[j].slot
        if i < 0:  # never: no index counts from the end
            continue
        rubs = candidates.sticky[i] == 1
        holds = rubs and abs(slots.P[i]) < INSIDE * slots.bound[i]
        note_contact(
            memory, modes, log, t, i, (dt * touching[j].force, 0.0, rubs, holds)
        )
    memory.begun[0] = 1


@inline_kernel
def note_contact(
    memory: EventMemory,
    modes: Ints,
    log: Rows,
    t: float,
    i: int,
    found: tuple[float, float, bool, bool],
) -> None:
    """Note contact i of the step that just ended.

    ``found``: its normal impulse, its percussion, whether its friction is set-valued,
    and whether that is inside its bound.
    """
    push, struck, rubs, holds = found
    begun, before, now = memory.begun[0] == 1, modes[i], OPEN
    if push > 0.0:
        if before == OPEN:
            memory.carried[i] = 0.0
        memory.carried[i] += push
        memory.closed[memory.n_closed[0]] = i
        memory.n_closed[0] += 1
        now = SLIDES
        # percussions of the step in which it closes do not say yet if it sticks
        if before == OPEN and begun:
            now = CLOSED
        elif holds:
            now = STICKS
    modes[i] = now
    if now != before and begun:
        if now == OPEN:
            add_event(memory, log, t, i, OPENING, memory.carried[i])
        elif now == CLOSED:
            kind = IMPACT if struck > 0.0 else CLOSING
            add_event(memory, log, t, i, kind, struck)
        elif rubs:
            kind = STICK if now == STICKS else SLIP
            add_event(memory, log, t, i, kind, 0.0)
