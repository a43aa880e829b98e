"""Sweeps over friction of known bounds that begin ahead, where the last were heading.

The share of ``solvers.sweeps.momentum`` in the rows of ``elastic_friction``.
"""

from __future__ import annotations

from catena.bodies.planar import bodies_view
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.rows.planar import push_planar
from catena.rows.turn import push_turn
from catena.tables.friction import ElasticFriction


@lean_kernel
def begin_friction_momentum(friction: ElasticFriction) -> None:
    """Come from where the impulses are: at rest."""
    first, last = friction.rows.size, friction.last
    for i in range(friction.n_used[0]):
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
    for i in range(friction.n_used[0]):
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
    for i in range(friction.n_used[0]):
        along += (rows[i].P - ahead[i]) * (rows[i].P - last[i])
    for k in range(turns.size):
        P, per = turns[k].P, turns[k].per
        along += (P - ahead[first + k]) * (P - last[first + k]) * per * per
    return along
