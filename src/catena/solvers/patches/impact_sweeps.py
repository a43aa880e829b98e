"""Impulses of rigid planar contacts, their friction and that of joints, by sweeps."""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.worst import worse
from catena.rows.impact import relax_impact
from catena.rows.planar import Counter
from catena.rows.turn import relax_turn
from catena.solvers.patches.waking import until_quiet
from catena.solvers.strands import stop_turns

Tables = tuple[Rows, Rows, Rows, Rows, Floats, Floats, Floats, Floats]
"""Planar rows, their normal directions, groups and turn rows; the views (3, n) of u and
M_inv, and both as they are."""


@inline_kernel
def _sweep(
    count: int, tables: Tables, limit: float, everyone: bool
) -> tuple[float, int, bool]:
    """Relax every contact, then every joint, alone and in strands that stick."""
    rows, impacts, groups, turns, u3, M_inv3, u, M_inv = tables
    change = 0.0
    for i in range(count):
        change = worse(change, relax_impact(rows, i, groups, impacts, u3, M_inv3))
    for i in range(turns.size):
        change = worse(change, relax_turn(turns, i, u, M_inv))
    if not change < limit:
        stop_turns(turns, u, M_inv)
    return change, count, True


_sweeps = until_quiet(_sweep)


@lean_kernel
def solve_impacts(
    contacts: tuple[Rows, Rows, Rows],
    turns: Rows,
    blocks: tuple[Floats, Floats],
    flat: tuple[Floats, Floats],
    counter: Ints,
    limit: float,
    most: int,
) -> None:
    """Impulses of one step from the started ones; velocities follow.

    ``contacts`` are planar rows, their normal directions and their groups; ``blocks``
    the views (3, n) of u and M_inv, ``flat`` the same as they are; ``limit`` is the
    change that counts as none [N s], ``most`` the cap of sweeps.
    """
    rows, impacts, groups = contacts
    tables = rows, impacts, groups, turns, blocks[0], blocks[1], flat[0], flat[1]
    change, sweeps, _ = _sweeps(counter[Counter.ROWS], tables, limit, most)
    counter[Counter.SWEEPS] += sweeps
    if not change < limit:
        counter[Counter.CAPPED] += 1
