"""Contacts of two free bodies in space: a normal and a Coulomb disc, 6 + 6 velocities.

Rigid normals obey Newton's law of impact, ``0 <= P`` and ``0 <= u_N + e u_N_old``, one
of them zero; elastic ones have the impulse of their spring and damper. Friction is the
projection on the disc of radius mu P. Solved by sweeps from the impulses of the last
step.
"""

from __future__ import annotations

from typing import Protocol

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.disc import disc_impulse
from catena.tables.spatial_bodies import FREE, BodySystem, BodyWork
from catena.tables.state import Cause, State


class PairRows(Protocol):
    """Rows with two bodies each, and their directions (rows, e, 6 + 6)."""

    @property
    def row(self) -> Rows:
        """With the bodies a and b."""

    @property
    def J(self) -> Floats:
        """Directions on the velocities of a, then of b."""


class Masses(Protocol):
    """Whatever knows the inverse masses (n, 6) of the bodies."""

    @property
    def M_inv(self) -> Floats:
        """Of all velocities [1/kg]."""


@inline_kernel
def pair_rate(work: PairRows, row: int, e: int, u: Floats) -> float:
    """Velocity along a direction [m/s]."""
    a, b, rate = work.row[row].a, work.row[row].b, 0.0
    if a < 0 or b < 0:
        return rate
    for k in range(FREE):
        rate += work.J[row, e, k] * u[a, k] + work.J[row, e, FREE + k] * u[b, k]
    return rate


@inline_kernel
def push_pair(
    system: Masses, work: PairRows, row: int, e: int, u: Floats, P: float
) -> None:
    """Add an impulse along a direction to the velocities."""
    a, b, M_inv = work.row[row].a, work.row[row].b, system.M_inv
    if a < 0 or b < 0:
        return
    for k in range(FREE):
        u[a, k] += M_inv[a, k] * work.J[row, e, k] * P
        u[b, k] += M_inv[b, k] * work.J[row, e, FREE + k] * P


@inline_kernel
def pair_coupling(system: Masses, work: PairRows, row: int, e: int, f: int) -> float:
    """Velocity along e per impulse along f [1/kg]."""
    a, b, M_inv, total = work.row[row].a, work.row[row].b, system.M_inv, 0.0
    J = work.J
    if a < 0 or b < 0:
        return total
    for k in range(FREE):
        total += M_inv[a, k] * J[row, e, k] * J[row, f, k]
        total += M_inv[b, k] * J[row, e, FREE + k] * J[row, f, FREE + k]
    return total


@lean_kernel
def start_pairs(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Answers to impulses, old speeds and first impulses of all rows."""
    kept = state.memory.P
    for row in range(int(work.found[0])):
        k, gap = work.row[row].touch, work.row[row].gap
        touch = system.touch[k]
        work.row[row].g_n = pair_coupling(system, work, row, 0, 0)
        work.row[row].g_1 = pair_coupling(system, work, row, 1, 1)
        work.row[row].g_2 = pair_coupling(system, work, row, 2, 2)
        work.row[row].g_12 = pair_coupling(system, work, row, 1, 2)
        old = pair_rate(work, row, 0, work.old)
        work.row[row].old = old
        work.row[row].press = dt * max(0.0, -touch.k * gap - touch.c * old)
        P = kept[k, 0] if touch.rigid != 0 else work.row[row].press
        work.row[row].P, work.row[row].P_1, work.row[row].P_2 = (
            P,
            kept[k, 1],
            kept[k, 2],
        )
        push_pair(system, work, row, 0, state.u, P)
        push_pair(system, work, row, 1, state.u, kept[k, 1])
        push_pair(system, work, row, 2, state.u, kept[k, 2])


@inline_kernel
def relax_pair(system: BodySystem, state: State, work: BodyWork, row: int) -> float:
    """Bring one contact in line with its laws; the change [N s]."""
    touch, u = system.touch[work.row[row].touch], state.u
    g_n = work.row[row].g_n
    if not g_n > 0.0:
        return 0.0
    P, change = work.row[row].P, 0.0
    if touch.rigid != 0:
        aim = pair_rate(work, row, 0, u) + touch.restitution * min(
            work.row[row].old, 0.0
        )
        P = max(0.0, P - aim / g_n)
        change = abs(P - work.row[row].P)
        push_pair(system, work, row, 0, u, P - work.row[row].P)
        work.row[row].P = P
    s = pair_rate(work, row, 1, u), pair_rate(work, row, 2, u)
    old = work.row[row].P_1, work.row[row].P_2
    G = work.row[row].g_1, work.row[row].g_12, work.row[row].g_2
    x, y = 0.0, 0.0
    if touch.friction * P > 0.0:
        x, y = disc_impulse(G, s, old, touch.friction * P, True)
    push_pair(system, work, row, 1, u, x - old[0])
    push_pair(system, work, row, 2, u, y - old[1])
    work.row[row].P_1, work.row[row].P_2 = x, y
    return float(max(change, abs(x - old[0]), abs(y - old[1])))


@lean_kernel
def book_pairs(system: BodySystem, state: State, work: BodyWork, dt: float) -> None:
    """Losses of contacts, and the impulses bodies felt."""
    loss, force = state.ledger.loss, state.memory.force
    for row in range(int(work.found[0])):
        r = work.row[row]
        touch, a, b = system.touch[r.touch], r.a, r.b
        if a < 0 or b < 0:
            continue
        mean = 0.5 * (pair_rate(work, row, 0, state.u) + r.old)
        if touch.rigid != 0:
            loss[0, Cause.IMPACT] -= r.P * mean
        else:
            loss[0, Cause.CONTACT_DAMPING] -= (r.P + dt * touch.k * r.gap) * mean
        for e in range(1, 3):
            old = pair_rate(work, row, e, work.old)
            mean = 0.5 * (pair_rate(work, row, e, state.u) + old)
            P = r.P_1 if e == 1 else r.P_2
            loss[0, Cause.COULOMB] -= P * mean
        for k in range(3):
            f = (
                work.J[row, 0, k] * r.P
                + work.J[row, 1, k] * r.P_1
                + work.J[row, 2, k] * r.P_2
            )
            force[a, k] += f
            force[b, k] -= f
