"""Friction with known bounds among the planar bodies of a system, whoever touches whom.

A row is asked again only where one of its two bodies was changed since its last visit:
bodies wake their rows. What changes less than a row may be off wakes nobody; a look at
the natural map of every row is the proof.

Source: projected sweeps with friction of known size, [Cebulla2014] (2.38b), (2.51) with
the row's own inverse mass as r factor; with bounds it converges always.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.planar import bodies_view
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.rows.planar import (
    PLANAR,
    add_planar_reactions,
    planar_slip,
    push_planar,
    relax_planar,
)
from catena.rows.turn import (
    TURN,
    book_turns,
    push_turn,
    relax_turn_on,
    turn_slip,
)
from catena.solvers.sweeps.residual import judged
from catena.tables.contacts import ListedRows, PercussionOptions, SolverReport
from catena.tables.friction import ElasticFriction, Slots
from catena.tables.state import Cause, Ledger

COULOMB = int(Cause.COULOMB)


def elastic_friction(
    n: int = 0, n_b: int = 0, M_inv: Floats | None = None, turns: Rows = None
) -> ElasticFriction:
    """Room for n contacts among n_b planar bodies, and the bearings ``turns``.

    ``M_inv`` are the inverse masses of all velocities, planar bodies first.
    """
    M_inv = np.zeros(0) if M_inv is None else M_inv
    turns = table(TURN) if turns is None else turns
    mobile = M_inv[: 3 * n_b].reshape(-1, 3).any(axis=1)
    m = turns.size
    return ElasticFriction(
        rows=table(PLANAR, n),
        turns=turns,
        n_used=np.zeros(1, dtype=np.int64),
        load=np.zeros(m),
        M_inv=M_inv,
        moves=np.where(mobile, np.arange(n_b), n_b).astype(np.int64),
        clock=np.zeros(1, dtype=np.int64),
        changed=np.zeros(n_b + 1, dtype=np.int64),
        visited=np.zeros(n + m, dtype=np.int64),
        last=np.zeros(n + m),
        ahead=np.zeros(n + m),
        share=np.ones(1),
        known=np.full(1 + n, -1, dtype=np.int64),
    )


@lean_kernel
def start_friction(
    friction: ElasticFriction, group: Ints, size: Floats, u: Floats
) -> None:
    """Apply the impulses of all rows as far as their bounds allow.

    The sizes of their groups grow.
    """
    planar, turns, n_b = friction.rows, friction.turns, friction.moves.size
    M_inv = friction.M_inv
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(M_inv, n_b)
    for i in range(friction.n_used[0]):
        a, b, slot = planar[i].a, planar[i].b, planar[i].slot
        if a < 0 or b < 0 or slot < 0:  # never: no index counts from the end
            continue
        bound = planar[i].bound
        P = min(max(planar[i].P, -bound), bound)
        planar[i].P = P
        push_planar(planar, i, a, b, u3, M_inv3, P)
        size[group[slot]] = max(size[group[slot]], abs(P))
    for k in range(turns.size):
        slot, per = turns[k].slot, turns[k].per
        if slot < 0:  # as above
            continue
        bound = turns[k].bound
        P = min(max(turns[k].P, -bound), bound)
        turns[k].P = P
        push_turn(turns, k, u, M_inv, P)
        size[group[slot]] = max(size[group[slot]], abs(P) * per)


@lean_kernel
def sweep_friction(
    friction: ElasticFriction,
    u: Floats,
    group: Ints,
    size: Floats,
    quiet: tuple[float, float],
    back: bool,
    everyone: bool,
) -> tuple[float, bool]:
    """Visit the rows that are awake; the largest change that wakes others [N s].

    Changes up to ``quiet`` wake nobody: a fixed part, and a share of the group's size.
    The second value tells whether any impulse changed at all.
    """
    change, moved = 0.0, False
    if back:
        change, moved = _sweep_turns(friction, u, group, size, quiet, back, everyone)
    found, rubs = _sweep_planar(friction, u, group, size, quiet, back, everyone)
    change, moved = max(change, found), moved or rubs
    if not back:
        found, rubs = _sweep_turns(friction, u, group, size, quiet, back, everyone)
        change, moved = max(change, found), moved or rubs
    return change, moved


@inline_kernel
def _sweep_planar(
    friction: ElasticFriction,
    u: Floats,
    group: Ints,
    size: Floats,
    quiet: tuple[float, float],
    back: bool,
    everyone: bool,
) -> tuple[float, bool]:
    """The same for contacts."""
    rows, n, n_b = friction.rows, friction.n_used[0], friction.moves.size
    changed, visited, moves = friction.changed, friction.visited, friction.moves
    clock, worst, moved = friction.clock[0], 0.0, False
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(friction.M_inv, n_b)
    for m in range(n):
        i = n - 1 - m if back else m
        a, b = rows[i].a, rows[i].b
        if i < 0 or a < 0 or b < 0:  # as above
            continue
        # neither body has changed since: relaxing again would change nothing
        if not everyone and changed[a] <= visited[i] and changed[b] <= visited[i]:
            continue
        change = relax_planar(rows, i, u3, M_inv3)
        clock += 1
        visited[i] = clock
        moved = moved or change != 0.0
        if change > quiet[0]:
            g = group[rows[i].slot]
            size[g] = max(size[g], abs(rows[i].P))
            if change > quiet[0] + quiet[1] * size[g]:
                # bodies that cannot move share one place behind the others and wake
                # nobody
                changed[moves[a]], changed[moves[b]] = clock, clock
                worst = max(worst, change)
    friction.clock[0] = clock
    return worst, moved


@inline_kernel
def _sweep_turns(
    friction: ElasticFriction,
    u: Floats,
    group: Ints,
    size: Floats,
    quiet: tuple[float, float],
    back: bool,
    everyone: bool,
) -> tuple[float, bool]:
    """The same for bearings."""
    turns, first, M_inv = friction.turns, friction.rows.size, friction.M_inv
    changed, visited, moves = friction.changed, friction.visited, friction.moves
    clock, worst, moved = friction.clock[0], 0.0, False
    last, kept = -1, 0.0
    for m in range(turns.size):
        k = turns.size - 1 - m if back else m
        a, b = turns[k].a // 3, turns[k].b // 3
        if k < 0 or a < 0 or b < 0:  # as above
            continue
        seen = visited[first + k]
        if not everyone and changed[a] <= seen and changed[b] <= seen:
            continue
        change, last, kept = relax_turn_on(turns, k, u, M_inv, last, kept)
        clock += 1
        visited[first + k] = clock
        moved = moved or change != 0.0
        if change > quiet[0]:
            g = group[turns[k].slot]
            size[g] = max(size[g], abs(turns[k].P) * turns[k].per)
            if change > quiet[0] + quiet[1] * size[g]:
                changed[moves[a]], changed[moves[b]] = clock, clock
                worst = max(worst, change)
    friction.clock[0] = clock
    return worst, moved


@inline_kernel
def off_by(P: float, step: float, bound: float) -> float:
    """How far an impulse is from its law; endless where the step is not a number."""
    if not math.isfinite(step):
        return math.inf
    return float(abs(P - min(max(P + step, -bound), bound)))


@lean_kernel
def fill_sizes(friction: ElasticFriction, group: Ints, size: Floats) -> None:
    """Let the sizes of groups grow by the impulses of their rows."""
    rows, turns = friction.rows, friction.turns
    for i in range(friction.n_used[0]):
        g = group[rows[i].slot]
        size[g] = max(size[g], abs(rows[i].P))
    for k in range(turns.size):
        g = group[turns[k].slot]
        size[g] = max(size[g], abs(turns[k].P) * turns[k].per)


@lean_kernel
def judge_friction(
    friction: ElasticFriction,
    u: Floats,
    group: Ints,
    size: Floats,
    options: PercussionOptions,
    report: SolverReport,
    worst: float,
) -> float:
    """The natural map of the worst row, in units of what its group allows."""
    rows, turns, n_b = friction.rows, friction.turns, friction.moves.size
    u3 = bodies_view(u, n_b)
    for i in range(friction.n_used[0]):
        a, b, slot, P = rows[i].a, rows[i].b, rows[i].slot, rows[i].P
        if a < 0 or b < 0 or slot < 0:  # as above
            continue
        away = off_by(P, planar_slip(rows, i, a, b, u3) * rows[i].mass, rows[i].bound)
        if away > 0.0:
            scale = size[group[slot]]
            worst = judged(options, report, slot, away, scale, worst)
    for k in range(turns.size):
        slot, P = turns[k].slot, turns[k].P
        if slot < 0:  # as above
            continue
        away = off_by(P, turn_slip(turns, k, u) * turns[k].mass, turns[k].bound)
        if away > 0.0:
            scale = size[group[slot]]
            worst = judged(options, report, slot, away * turns[k].per, scale, worst)
    return worst


@lean_kernel
def scale_steps(friction: ElasticFriction, share: float) -> None:
    """Let every visit go this share of its way."""
    factor = share / friction.share[0]
    friction.share[0] = share
    if factor == 1.0:
        return
    for i in range(friction.n_used[0]):
        friction.rows[i].mass *= factor
    for k in range(friction.turns.size):
        friction.turns[k].mass *= factor


@lean_kernel
def show_impulses(friction: ElasticFriction, rows: ListedRows) -> None:
    """Write impulses and bounds into listed rows, for limits of energy and rescues."""
    planar, turns = friction.rows, friction.turns
    for i in range(friction.n_used[0]):
        slot = planar[i].slot
        rows.P_T[slot, 0], rows.R_T[slot] = planar[i].P, planar[i].bound
    for k in range(turns.size):
        slot, per = turns[k].slot, turns[k].per
        rows.P_T[slot, 0], rows.R_T[slot] = turns[k].P * per, turns[k].bound * per


@lean_kernel
def take_impulses(friction: ElasticFriction, rows: ListedRows) -> None:
    """Read the impulses back: limits of energy and direct methods change them."""
    planar, turns = friction.rows, friction.turns
    for i in range(friction.n_used[0]):
        planar[i].P = rows.P_T[planar[i].slot, 0]
    for k in range(turns.size):
        turns[k].P = rows.P_T[turns[k].slot, 0] / turns[k].per


@lean_kernel
def book_friction(
    friction: ElasticFriction,
    slots: Slots,
    account: Ints,
    mean: Floats,
    impulse: Floats,
    ledger: Ledger,
) -> None:
    """Losses of all rows; impulses are added to those of the step, and kept.

    ``account`` is the row of the ledger of each group of laws.
    """
    planar, n, n_b = friction.rows, friction.n_used[0], friction.moves.size
    mean3, loss = bodies_view(mean, n_b), ledger.loss
    rubbed = 0.0  # summed up while the group stays the same
    for i in range(n):
        a, b, g = planar[i].a, planar[i].b, planar[i].group
        slot = planar[i].slot
        if a < 0 or b < 0 or g < 0 or slot < 0:  # as above
            continue
        slots.P[slot], slots.bound[slot] = planar[i].P, planar[i].bound
        rubbed += planar[i].P * planar_slip(planar, i, a, b, mean3)
        if i + 1 == n or planar[i + 1].group != g:
            loss[account[g], COULOMB] += rubbed
            rubbed = 0.0
    for k in range(friction.turns.size):
        slots.bound[friction.turns[k].slot] = friction.turns[k].bound
    if ledger.input_work.size > 1:  # somebody asks for the impulses
        add_planar_reactions(planar, n, bodies_view(impulse, n_b), 1.0)
    book_turns(friction.turns, slots.P, mean, impulse, ledger.loss, 1.0)
