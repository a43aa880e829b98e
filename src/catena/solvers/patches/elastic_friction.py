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
from catena.couplings.pin_joint import joint_force
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.rows.planar import (
    PLANAR,
    add_planar_reactions,
    book_planar,
    planar_slip,
    push_planar,
    relax_planar,
    start_planar,
)
from catena.rows.turn import (
    TURN,
    book_turns,
    push_turn,
    relax_turn,
    start_turns,
    turn_slip,
)
from catena.tables.contacts import ContactRows
from catena.tables.friction import ElasticFriction
from catena.tables.state import Ledger


def elastic_friction(
    n_c: int, n_b: int = 0, M_inv: Floats | None = None, turns: Rows = None
) -> ElasticFriction:
    """Room for n_c contacts among n_b planar bodies, and the bearings ``turns``.

    ``M_inv`` are the inverse masses of all velocities, planar bodies first.
    """
    M_inv = np.zeros(0) if M_inv is None else M_inv
    turns = table(TURN) if turns is None else turns
    mobile = M_inv[: 3 * n_b].reshape(-1, 3).any(axis=1)
    n, m = n_c if n_b else 0, turns.size
    return ElasticFriction(
        rows=table(PLANAR, n),
        turns=turns,
        touching=np.zeros(1, dtype=np.int64),
        moment=np.zeros(n_c),
        M_inv=M_inv,
        moves=np.where(mobile, np.arange(n_b), n_b).astype(np.int64),
        clock=np.zeros(1, dtype=np.int64),
        changed=np.zeros(n_b + 1, dtype=np.int64),
        visited=np.zeros(n + m, dtype=np.int64),
        allowed=np.zeros(n + m),
        last=np.zeros(n + m),
        ahead=np.zeros(n + m),
        known=np.full(1 + n, -1, dtype=np.int64),
    )


@lean_kernel
def load_bearings(
    friction: ElasticFriction, link: Ints, loads: Rows, rows: ContactRows, u: Floats
) -> None:
    """Give the rows of bearings what presses them [N], and their sliding speeds.

    ``link`` is the bearing of each contact, ``loads`` what the bearings carry.
    """
    turns = friction.turns
    for k in range(turns.size):
        slot, a, b = turns[k].slot, turns[k].a, turns[k].b
        if slot < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        rows.la_N[slot] = joint_force(loads, link[slot])
        rows.g_T_dot[slot, 0] = (u[a] - u[b]) / turns[k].per
        rows.last_step[slot] = rows.step[0]


@lean_kernel
def fill_bearing_bounds(
    friction: ElasticFriction, rows: ContactRows, dt: float
) -> None:
    """Largest friction impulse of each bearing at its pin, R_T [N s]."""
    turns = friction.turns
    for k in range(turns.size):
        slot = turns[k].slot
        if slot < 0:  # as above
            continue
        mu, breakaway = rows.par_T[slot, 0], rows.par_T[slot, 1]
        rows.R_T[slot] = (mu * abs(rows.la_N[slot]) + breakaway) * dt


@lean_kernel
def start_friction(friction: ElasticFriction, rows: ContactRows, u: Floats) -> None:
    """Bounds, and the impulses of the contacts applied as far as they allow."""
    planar, turns, moment = friction.rows, friction.turns, friction.moment
    for i in range(friction.touching[0]):
        planar[i].bound = rows.R_T[planar[i].slot]
    for k in range(turns.size):
        a, b, slot = turns[k].a, turns[k].b, turns[k].slot
        turns[k].mass = 1.0 / (friction.M_inv[a] + friction.M_inv[b])
        turns[k].bound = rows.R_T[slot] / turns[k].per
        moment[slot] = rows.P_T[slot, 0] / turns[k].per
    M_inv, n_b = friction.M_inv, friction.moves.size
    start_turns(turns, moment, u, M_inv)
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(M_inv, n_b)
    start_planar(planar, friction.touching[0], rows.P_T[:, 0], u3, M_inv3)


@lean_kernel
def sweep_friction(
    friction: ElasticFriction, u: Floats, back: bool, everyone: bool
) -> float:
    """Visit the rows that are awake; the largest change that wakes others [N s]."""
    change = 0.0
    if back:
        change = _sweep_turns(friction, u, back, everyone)
    change = max(change, _sweep_planar(friction, u, back, everyone))
    if not back:
        change = max(change, _sweep_turns(friction, u, back, everyone))
    return change


@lean_kernel
def _sweep_planar(
    friction: ElasticFriction, u: Floats, back: bool, everyone: bool
) -> float:
    """The same for contacts."""
    rows, n, n_b = friction.rows, friction.touching[0], friction.moves.size
    changed, visited, moves = friction.changed, friction.visited, friction.moves
    allowed, clock = friction.allowed, friction.clock[0]
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(friction.M_inv, n_b)
    worst = 0.0
    for m in range(n):
        i = n - 1 - m if back else m
        a, b = rows[i].a, rows[i].b
        if i < 0 or a < 0 or b < 0:  # as above
            continue
        if not everyone and changed[a] <= visited[i] and changed[b] <= visited[i]:
            continue
        change = relax_planar(rows, i, u3, M_inv3)
        clock += 1
        visited[i] = clock
        if change > allowed[i]:
            changed[moves[a]], changed[moves[b]] = clock, clock
            worst = max(worst, change)
    friction.clock[0] = clock
    return worst


@lean_kernel
def _sweep_turns(
    friction: ElasticFriction, u: Floats, back: bool, everyone: bool
) -> float:
    """The same for bearings."""
    turns, first, M_inv = friction.turns, friction.rows.size, friction.M_inv
    changed, visited, moves = friction.changed, friction.visited, friction.moves
    allowed, clock = friction.allowed, friction.clock[0]
    worst = 0.0
    for m in range(turns.size):
        k = turns.size - 1 - m if back else m
        a, b = turns[k].a // 3, turns[k].b // 3
        if k < 0 or a < 0 or b < 0:  # as above
            continue
        seen = visited[first + k]
        if not everyone and changed[a] <= seen and changed[b] <= seen:
            continue
        change = relax_turn(turns, k, u, M_inv)
        clock += 1
        visited[first + k] = clock
        if change > allowed[first + k]:
            changed[moves[a]], changed[moves[b]] = clock, clock
            worst = max(worst, change)
    friction.clock[0] = clock
    return worst


@inline_kernel
def off_by(P: float, step: float, bound: float) -> float:
    """How far an impulse is from its law; endless where the step is not a number."""
    if not math.isfinite(step):
        return math.inf
    return float(abs(P - min(max(P + step, -bound), bound)))


@lean_kernel
def measure_friction(
    friction: ElasticFriction, u: Floats, group: Ints, size: Floats, away: Floats
) -> None:
    """Natural maps of all rows by slot [N s]; the sizes of their groups grow."""
    rows, turns, n_b = friction.rows, friction.turns, friction.moves.size
    u3 = bodies_view(u, n_b)
    for i in range(friction.touching[0]):
        a, b, slot, P = rows[i].a, rows[i].b, rows[i].slot, rows[i].P
        if a < 0 or b < 0 or slot < 0:  # as above
            continue
        step = planar_slip(rows, i, a, b, u3) * rows[i].mass
        away[slot] = off_by(P, step, rows[i].bound)
        size[group[slot]] = max(size[group[slot]], abs(P))
    for k in range(turns.size):
        slot, P, per = turns[k].slot, turns[k].P, turns[k].per
        if slot < 0:  # as above
            continue
        step = turn_slip(turns, k, u) * turns[k].mass
        away[slot] = off_by(P, step, turns[k].bound) * per
        size[group[slot]] = max(size[group[slot]], abs(P) * per)


@lean_kernel
def fill_allowed(
    friction: ElasticFriction, group: Ints, size: Floats, fixed: float, share: float
) -> None:
    """Changes that wake nobody: fixed [N s], and a share of the size of the group."""
    rows, turns, allowed = friction.rows, friction.turns, friction.allowed
    size[:] = 0.0
    for i in range(friction.touching[0]):
        g = group[rows[i].slot]
        size[g] = max(size[g], abs(rows[i].P))
    for k in range(turns.size):
        g = group[turns[k].slot]
        size[g] = max(size[g], abs(turns[k].P) * turns[k].per)
    for i in range(friction.touching[0]):
        allowed[i] = fixed + share * size[group[rows[i].slot]]
    for k in range(turns.size):
        allowed[rows.size + k] = fixed + share * size[group[turns[k].slot]]


@lean_kernel
def scale_steps(friction: ElasticFriction, factor: float) -> None:
    """Let every visit go another share of its way."""
    for i in range(friction.touching[0]):
        friction.rows[i].mass *= factor
    for k in range(friction.turns.size):
        friction.turns[k].mass *= factor


@lean_kernel
def keep_impulses(friction: ElasticFriction, rows: ContactRows) -> None:
    """Write the impulses into the contacts."""
    planar, turns = friction.rows, friction.turns
    for i in range(friction.touching[0]):
        rows.P_T[planar[i].slot, 0] = planar[i].P
    for k in range(turns.size):
        rows.P_T[turns[k].slot, 0] = turns[k].P * turns[k].per


@lean_kernel
def take_impulses(friction: ElasticFriction, rows: ContactRows) -> None:
    """Read the impulses back: limits of energy and direct methods change the rows."""
    planar, turns = friction.rows, friction.turns
    for i in range(friction.touching[0]):
        planar[i].P = rows.P_T[planar[i].slot, 0]
    for k in range(turns.size):
        turns[k].P = rows.P_T[turns[k].slot, 0] / turns[k].per


@lean_kernel
def book_friction(
    friction: ElasticFriction,
    rows: ContactRows,
    mean: Floats,
    impulse: Floats,
    ledger: Ledger,
    dt: float,
) -> None:
    """Losses of all rows; impulses are added to those of the step."""
    planar, n, n_b = friction.rows, friction.touching[0], friction.moves.size
    take_impulses(friction, rows)
    book_planar(planar, n, rows.P_T[:, 0], bodies_view(mean, n_b), ledger.loss, dt)
    if ledger.input_work.size > 1:  # somebody asks for the impulses
        add_planar_reactions(planar, n, bodies_view(impulse, n_b), 1.0)
    book_turns(friction.turns, friction.moment, mean, impulse, ledger.loss, 1.0)


@lean_kernel
def begin_friction_momentum(friction: ElasticFriction) -> None:
    """Come from where the impulses are: at rest."""
    first, last = friction.rows.size, friction.last
    for i in range(friction.touching[0]):
        last[i] = friction.rows[i].P
    for k in range(friction.turns.size):
        last[first + k] = friction.turns[k].P


@lean_kernel
def push_friction_ahead(friction: ElasticFriction, share: float, u: Floats) -> None:
    """Move impulses by a share of the last way, and the velocities with them."""
    rows, turns, M_inv, n_b = (
        friction.rows, friction.turns, friction.M_inv, friction.moves.size,
    )  # fmt: skip
    last, ahead, first = friction.last, friction.ahead, friction.rows.size
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(M_inv, n_b)
    for i in range(friction.touching[0]):
        a, b = rows[i].a, rows[i].b
        way = share * (rows[i].P - last[i])
        last[i] = rows[i].P
        rows[i].P += way
        ahead[i] = rows[i].P
        push_planar(rows, i, a, b, u3, M_inv3, way)
    for k in range(turns.size):
        way = share * (turns[k].P - last[first + k])
        last[first + k] = turns[k].P
        turns[k].P += way
        ahead[first + k] = turns[k].P
        push_turn(turns, k, u, M_inv, way)


@lean_kernel
def friction_along(friction: ElasticFriction) -> float:
    """How far the sweep went along the way of momentum and sweep together."""
    rows, turns, first = friction.rows, friction.turns, friction.rows.size
    last, ahead, along = friction.last, friction.ahead, 0.0
    for i in range(friction.touching[0]):
        along += (rows[i].P - ahead[i]) * (rows[i].P - last[i])
    for k in range(turns.size):
        P, per = turns[k].P, turns[k].per
        along += (P - ahead[first + k]) * (P - last[first + k]) * per * per
    return along
