"""Contacts of free bodies in space: a normal and a Coulomb disc.

A row acts on two bodies, or, where a rod is touched between its nodes, on all that the
place of contact moves with; ``work.who`` lists them, ``work.J`` has six velocities of
each. Rigid normals obey Newton's law of impact, ``0 <= P`` and
``0 <= u_N + e u_N_old``, one of them zero; elastic ones have the impulse of their
spring and damper. Friction is the projection on the disc of radius mu P. Solved by
sweeps from the impulses of the last step.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.worst import worse
from catena.rows.disc import disc_impulse
from catena.tables.spatial_bodies import FREE, BodySystem, BodyWork
from catena.tables.state import Cause, State


@inline_kernel
def touch_rate(work: BodyWork, row: int, e: int, u: Floats) -> float:
    """Velocity along a direction [m/s]."""
    rate = 0.0
    for part in range(work.row[row].parts):
        i, first = work.who[row, part], FREE * part
        for k in range(FREE):
            rate += work.J[row, e, first + k] * u[i, k]
    return rate


@inline_kernel
def push_touch(
    system: BodySystem, work: BodyWork, row: int, e: int, u: Floats, P: float
) -> None:
    """Add an impulse along a direction to the velocities."""
    M_inv = system.M_inv
    for part in range(work.row[row].parts):
        i, first = work.who[row, part], FREE * part
        for k in range(FREE):
            u[i, k] += M_inv[i, k] * work.J[row, e, first + k] * P


@inline_kernel
def touch_coupling(
    system: BodySystem, work: BodyWork, row: int, e: int, f: int
) -> float:
    """Velocity along e per impulse along f [1/kg]."""
    total, J = 0.0, work.J
    for part in range(work.row[row].parts):
        i, first = work.who[row, part], FREE * part
        for k in range(FREE):
            total += system.M_inv[i, k] * J[row, e, first + k] * J[row, f, first + k]
    return total


@lean_kernel
def start_touches(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Answers to impulses, old speeds and first impulses of all rows."""
    kept = state.memory.P
    for row in range(int(work.found[0])):
        k, gap = work.row[row].touch, work.row[row].gap
        touch = system.touch[k]
        work.row[row].g_n = touch_coupling(system, work, row, 0, 0)
        work.row[row].g_1 = touch_coupling(system, work, row, 1, 1)
        work.row[row].g_2 = touch_coupling(system, work, row, 2, 2)
        work.row[row].g_12 = touch_coupling(system, work, row, 1, 2)
        old = touch_rate(work, row, 0, work.old)
        work.row[row].old = old
        work.row[row].press = dt * worse(0.0, -touch.k * gap - touch.c * old)
        P = kept[k, 0] if touch.rigid != 0 else work.row[row].press
        work.row[row].P, work.row[row].P_1, work.row[row].P_2 = (
            P,
            kept[k, 1],
            kept[k, 2],
        )
        push_touch(system, work, row, 0, state.u, P)
        push_touch(system, work, row, 1, state.u, kept[k, 1])
        push_touch(system, work, row, 2, state.u, kept[k, 2])


@lean_kernel
def add_pressures(system: BodySystem, state: State, work: BodyWork) -> None:
    """Forces of the springs and dampers of elastic contacts, into ``work.h``."""
    for row in range(int(work.found[0])):
        touch = system.touch[work.row[row].touch]
        if touch.rigid != 0:
            continue
        rate = touch_rate(work, row, 0, state.u)
        force = worse(0.0, -touch.k * work.row[row].gap - touch.c * rate)
        work.row[row].P = force
        for part in range(work.row[row].parts):
            i, first = work.who[row, part], FREE * part
            for k in range(FREE):
                work.h[i, k] += force * work.J[row, 0, first + k]


@inline_kernel
def relax_touch(system: BodySystem, state: State, work: BodyWork, row: int) -> float:
    """Bring one contact in line with its laws; the change [N s]."""
    touch, u = system.touch[work.row[row].touch], state.u
    g_n = work.row[row].g_n
    if not g_n > 0.0:
        return 0.0
    P, change = work.row[row].P, 0.0
    if touch.rigid != 0:
        aim = touch_rate(work, row, 0, u) + touch.restitution * min(
            work.row[row].old, 0.0
        )
        P = worse(0.0, P - aim / g_n)
        change = abs(P - work.row[row].P)
        push_touch(system, work, row, 0, u, P - work.row[row].P)
        work.row[row].P = P
    s = touch_rate(work, row, 1, u), touch_rate(work, row, 2, u)
    old = work.row[row].P_1, work.row[row].P_2
    G = work.row[row].g_1, work.row[row].g_12, work.row[row].g_2
    x, y = 0.0, 0.0
    if not touch.friction * P <= 0.0:  # NaN rubs too
        x, y = disc_impulse(G, s, old, touch.friction * P, True)
    push_touch(system, work, row, 1, u, x - old[0])
    push_touch(system, work, row, 2, u, y - old[1])
    work.row[row].P_1, work.row[row].P_2 = x, y
    return float(worse(change, worse(abs(x - old[0]), abs(y - old[1]))))


@lean_kernel
def book_touches(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Losses of contacts, and the impulses bodies felt."""
    loss, force = state.ledger.loss, state.memory.force
    for row in range(int(work.found[0])):
        r = work.row[row]
        touch = system.touch[r.touch]
        mean = 0.5 * (touch_rate(work, row, 0, state.u) + r.old)
        if touch.rigid != 0:
            loss[0, Cause.IMPACT] -= r.P * mean
        else:
            loss[0, Cause.CONTACT_DAMPING] -= (r.P + dt * touch.k * r.gap) * mean
        for e in range(1, 3):
            old = touch_rate(work, row, e, work.old)
            mean = 0.5 * (touch_rate(work, row, e, state.u) + old)
            P = r.P_1 if e == 1 else r.P_2
            loss[0, Cause.COULOMB] -= P * mean
        for part in range(r.parts):
            i, first = work.who[row, part], FREE * part
            for k in range(3):
                force[i, k] += (
                    work.J[row, 0, first + k] * r.P
                    + work.J[row, 1, first + k] * r.P_1
                    + work.J[row, 2, first + k] * r.P_2
                )
