"""Impulses of rigid planar contacts, their friction and that of joints, by sweeps."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.impact import relax_impact
from catena.rows.planar import CAPPED, COUNT, SWEEPS
from catena.rows.turn import relax_turn


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
    u3, M_inv3 = blocks
    u, M_inv = flat
    for _ in range(most):
        change = 0.0
        for i in range(counter[COUNT]):
            change = max(change, relax_impact(rows, i, groups, impacts, u3, M_inv3))
        for i in range(turns.size):
            change = max(change, relax_turn(turns, i, u, M_inv))
        counter[SWEEPS] += 1
        if change < limit:
            return
    counter[CAPPED] += 1
