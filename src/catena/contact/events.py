"""Events of contact rows: who began or ended to carry, to stick, to slide.

A rigid contact that begins to carry is an impact, with the percussion of its step. Any
other closes. Friction of a new contact is judged from its second step on: in the first
it only brakes the impact.
"""

from __future__ import annotations

from catena.codes import Mode, NormalLaw
from catena.contact.stiction import is_inside
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import has_set_valued_friction
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows
from catena.tables.contacts import ContactRows
from catena.tables.events import CLOSED, EventKind, EventMemory

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
    rows: ContactRows, modes: Ints, memory: EventMemory, log: Rows, t: float, dt: float
) -> None:
    """Compare the contacts of the step that just ended with those before it."""
    closed, n_closed, carried = memory.closed, memory.n_closed, memory.carried
    active, law_N, law_T = rows.active, rows.law_N, rows.law_T
    P_N, P_T, la_N = rows.P_N, rows.P_T, rows.la_N
    step, last_step, begun = rows.step[0], rows.last_step, memory.begun[0] == 1
    for j in range(n_closed[0]):
        i = closed[j]
        if last_step[i] != step:  # no longer near: it is not among the active rows
            modes[i] = OPEN
            add_event(memory, log, t, i, OPENING, carried[i])
    count = 0
    for j in range(rows.n_active[0]):
        i = active[j]
        if i < 0 or law_N[i] == BILATERAL:
            continue
        # a row has a percussion (rigid) or a force (elastic); the other one is 0
        push, before, now = P_N[i] + dt * la_N[i], modes[i], OPEN
        if push > 0.0:
            if before == OPEN:
                carried[i] = 0.0
            carried[i] += push
            closed[count] = i
            count += 1
            now = SLIDES
            # percussions of the step in which it closes do not say yet if it sticks
            if before == OPEN and begun:
                now = CLOSED
            elif has_set_valued_friction(law_T[i]) and is_inside(
                rows.par_T, P_N, P_T, rows.R_T, i
            ):
                now = STICKS
        modes[i] = now
        if now == before or not begun:
            continue
        if now == OPEN:
            add_event(memory, log, t, i, OPENING, carried[i])
        elif now == CLOSED:
            kind = IMPACT if P_N[i] > 0.0 else CLOSING
            add_event(memory, log, t, i, kind, P_N[i])
        elif has_set_valued_friction(law_T[i]):
            kind = STICK if now == STICKS else SLIP
            add_event(memory, log, t, i, kind, 0.0)
    n_closed[0] = count
    memory.begun[0] = 1
