"""Set-valued friction of planar bodies in a ring: contacts, and the joints between."""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.worst import worse
from catena.rows.planar import Counter, relax_planar
from catena.rows.turn import relax_turn_on
from catena.solvers.patches.waking import (
    NOBODY,
    Patches,
    Speed,
    list_patches,
    until_quiet,
    wake,
    waking_sweep,
)
from catena.solvers.strands import stop_turns

Tables = tuple[Rows, Rows, Floats, Floats, Floats, Floats]
"""Planar and turn rows; the views (3, n) of u and M_inv, and both as they are."""


@inline_kernel
def _visit(
    patches: Patches, tables: Tables, k: int, left: Speed
) -> tuple[float, float, Speed]:
    """Relax the contacts of one body and the joint behind it."""
    rows, turns, u3, M_inv3, u, M_inv = tables
    follow = patches.follow
    change, i = 0.0, patches.first[k]
    while i >= 0:
        change = worse(change, relax_planar(rows, i, u3, M_inv3))
        i = follow[i]
    last, kept = left
    if patches.first[k] >= 0:  # its contacts have changed velocities
        last = NOBODY
    turned = 0.0
    if k < turns.size:
        turned, last, kept = relax_turn_on(turns, k, u, M_inv, last, kept)
    return change, turned, (last, kept)


_sweep_awake = waking_sweep(_visit)


@inline_kernel
def _sweep(
    patches: Patches, tables: Tables, limit: float, everyone: bool
) -> tuple[float, int, bool]:
    """Ask those awake; where that changes anything, stop what sticks in the joints."""
    change, visits, all_met = _sweep_awake(patches, tables, limit, everyone)
    turns, u, M_inv = tables[1], tables[4], tables[5]
    # quiet sweeps need no such solve: most steps of a steady drive pay nothing for it
    if not change < limit and turns.size > 0:
        stop_turns(turns, u, M_inv)
        for k in range(turns.size):
            if abs(turns[k].rest) * turns[k].per >= limit:
                wake(patches, k)
    return change, visits, all_met


_sweeps = until_quiet(_sweep)


@lean_kernel
def solve_patches(
    patches: Patches,
    rows: Rows,
    turns: Rows,
    blocks: tuple[Floats, Floats],
    flat: tuple[Floats, Floats],
    counter: Ints,
    limit: float,
    most: int,
) -> None:
    """Impulses of one step from the started ones; velocities follow.

    ``blocks`` are the views (3, n) of u and M_inv, ``flat`` the same as they are;
    ``limit`` is the change that counts as none [N s], ``most`` the cap of sweeps.
    """
    list_patches(rows, counter[Counter.ROWS], patches.first, patches.follow)
    tables = rows, turns, blocks[0], blocks[1], flat[0], flat[1]
    change, sweeps, _ = _sweeps(patches, tables, limit, most)
    counter[Counter.SWEEPS] += sweeps
    if not change < limit:
        counter[Counter.CAPPED] += 1
