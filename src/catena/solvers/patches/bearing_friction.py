"""What presses the friction rows of bearings, and how far they may go."""

from __future__ import annotations

from catena.couplings.pin_joint import joint_force
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.contacts import ContactRows
from catena.tables.friction import ElasticFriction


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
        if slot < 0:  # never
            continue
        mu, breakaway = rows.par_T[slot, 0], rows.par_T[slot, 1]
        rows.R_T[slot] = (mu * abs(rows.la_N[slot]) + breakaway) * dt
