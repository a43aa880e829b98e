"""Friction of neighbouring bodies on each other in space: a disc at two places.

Rows come in mirror pairs, 2 k left and 2 k + 1 right of the middle between body k and
the one ahead. Both are brought in line from the same velocities, then pushed: sweeps
keep the mirror symmetry of a belt. Directions are those of the body ahead, outwards and
across; impulses act on it.

``body`` is the block (n, .) of rigid bodies.

Source: [Cebulla2014] 2.4, the projection on the disc.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record, table
from catena.numerics.worst import worse
from catena.rows.flank import within_disc
from catena.rows.spatial_pair import pair_coupling, pair_rate, push_pair
from catena.tables.blocks import Block

Vector = tuple[float, float, float]

SPATIAL_EDGE = record(
    a=int,  # body ahead
    b=int,  # body behind
    bound=float,  # of the friction impulse [N s]
    mass=float,  # step of the projection, both rows of a pair pushing [kg]
    P_1=float,  # friction impulse on the body ahead, outwards and across [N s]
    P_2=float,
)
"""One place where neighbours touch."""


class Edges(NamedTuple):
    """Rows between neighbours and their directions; none without friction."""

    row: Rows  # (2 n,)
    J: Floats  # (2 n, 2, 12)


def edge_table(n: int) -> Edges:
    """Two rows between each of n bodies in a ring and the one ahead."""
    k = np.repeat(np.arange(n), 2)
    ahead = np.repeat(np.roll(np.arange(n), -1), 2)
    return Edges(table(SPATIAL_EDGE, 2 * n, a=ahead, b=k), np.zeros((2 * n, 2, 12)))


@inline_kernel
def fill_edge(
    edges: Edges, i: int, R: Floats, j: int, at: Vector, behind: tuple[Vector, Vector]
) -> None:
    """Directions of one row: place on the body ahead, levers about the one behind."""
    J = edges.J
    for a in range(3):
        J[i, 0, a], J[i, 1, a] = R[j, 3 * a + 1], R[j, 3 * a + 2]
        J[i, 0, 6 + a], J[i, 1, 6 + a] = -J[i, 0, a], -J[i, 1, a]
        J[i, 0, 9 + a], J[i, 1, 9 + a] = -behind[0][a], -behind[1][a]
    J[i, 0, 3], J[i, 0, 4], J[i, 0, 5] = -at[2], 0.0, at[0]
    J[i, 1, 3], J[i, 1, 4], J[i, 1, 5] = at[1], -at[0], 0.0


@lean_kernel
def start_edges(edges: Edges, P: Floats, body: Block) -> None:
    """Bring the last impulses (2 n, 2) within their bounds and let them act."""
    row = edges.row
    for i in range(row.size):
        out, across = (
            pair_coupling(body, edges, i, 0, 0), pair_coupling(body, edges, i, 1, 1),
        )  # fmt: skip
        both, apart = pair_coupling(body, edges, i, 0, 1), 0.5 * (out - across)
        largest = 0.5 * (out + across) + math.sqrt(apart * apart + both * both)
        row[i].mass = 0.5 / largest
        row[i].P_1, row[i].P_2 = within_disc(P[i, 0], P[i, 1], row[i].bound)
        push_edge(edges, i, body, row[i].P_1, row[i].P_2)


@inline_kernel
def push_edge(edges: Edges, i: int, body: Block, P_1: float, P_2: float) -> None:
    """Let an impulse act on the body ahead, and back on the one behind."""
    push_pair(body, edges, i, 0, body.u, P_1)
    push_pair(body, edges, i, 1, body.u, P_2)


@inline_kernel
def relax_edge_pair(edges: Edges, i: int, body: Block) -> float:
    """Bring the rows i and i + 1 in line with their laws; the change [N s]."""
    left = pair_rate(edges, i, 0, body.u), pair_rate(edges, i, 1, body.u)
    right = pair_rate(edges, i + 1, 0, body.u), pair_rate(edges, i + 1, 1, body.u)
    changed = settle_edge(edges, i, body, left)
    return worse(changed, settle_edge(edges, i + 1, body, right))


@inline_kernel
def settle_edge(edges: Edges, i: int, body: Block, slip: tuple[float, float]) -> float:
    """Project one row with its slip; the change [N s]."""
    row = edges.row
    bound, old_1, old_2 = row[i].bound, row[i].P_1, row[i].P_2
    if not bound > 0.0:
        return 0.0
    mass = row[i].mass
    P_1, P_2 = within_disc(old_1 - mass * slip[0], old_2 - mass * slip[1], bound)
    row[i].P_1, row[i].P_2 = P_1, P_2
    push_edge(edges, i, body, P_1 - old_1, P_2 - old_2)
    return float(worse(abs(P_1 - old_1), abs(P_2 - old_2)))


@lean_kernel
def book_edges(edges: Edges, P: Floats, body: Block) -> float:
    """Energy lost between neighbours [J]; keep the impulses."""
    row, lost = edges.row, 0.0
    for i in range(row.size):
        P[i, 0], P[i, 1] = row[i].P_1, row[i].P_2
        lost -= P[i, 0] * pair_rate(edges, i, 0, body.mean)
        lost -= P[i, 1] * pair_rate(edges, i, 1, body.mean)
    return lost
