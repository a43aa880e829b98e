"""Impacts that would create energy are drawn towards the ones without restitution.

Different restitutions in one impact, and restitution with friction, can create energy
(Kane's paradox). Percussions without restitution never do; between the two the energy
is a quadratic function of the share of the way, and the largest share without a gain
is taken. Every inequality of the laws is kept, they being convex. The shares are found
for each island of bodies that percussions connect, so that no island lives on another.

The energy of percussions P in a step with smooth forces is P'(W u_before + W u) / 2.
Before is both the start of the step (which the restitution refers to) and the free
velocity (which the percussions act on); they differ by the smooth forces of one step,
and an impact gains energy only if it does so measured from both.

Source: the same limit as in ``solvers.acceleration_lcp.solve_impact``, island by
island.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.sweeps.percussions import listed_row
from catena.tables.contacts import ListedRows, PercussionWork
from catena.tables.friction import ElasticFriction
from catena.tables.joints import Joints
from catena.tables.system import ImpactWork


class Speeds(NamedTuple):
    """Velocities of one step."""

    start: Floats  # (n_u,)    before it, turned with the joints
    free: Floats  # (n_u,)     without percussions of contacts
    u: Floats  # (n_u,)        without restitution
    rebound: Floats  # (n_u,)  with all of it


ROUNDING = 1e-10
"""Gain relative to the exchange in the island that counts as rounding."""


@lean_kernel
def gains_energy(rows: ListedRows, work: PercussionWork, u: Floats) -> bool:
    """Whether an impact with restitution may have created energy: a cheap look.

    If no row works on the bodies, measured from the start of the step, none did.
    """
    dof, W_N, W_T = rows.dof, rows.W_N, rows.W_T
    bouncing, working = False, False
    for m in range(work.listed[0] + work.listed[1] + work.listed[2]):
        i = listed_row(work, m)
        if not pushes(work, m) or rows.P_N[i] == 0.0:
            continue
        if rows.par_N[i, 0] > 0.0 or rows.par_T[i, 2] > 0.0:
            bouncing = True
        power = rows.P_N[i] * (rows.g_N_dot[i] + rows.w_N[i])
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            power += rows.P_N[i] * W_N[i, k] * u[dof[i, k]]
        size = abs(rows.P_N[i] * rows.g_N_dot[i])
        for t in range(W_T.shape[1]):
            power += rows.P_T[i, t] * (rows.g_T_dot[i, t] + rows.w_T[i, t])
            size += abs(rows.P_T[i, t] * rows.g_T_dot[i, t])
            for k in range(dof.shape[1]):
                if dof[i, k] < 0:
                    break
                power += rows.P_T[i, t] * W_T[i, t, k] * u[dof[i, k]]
        if power > ROUNDING * size:
            working = True
    return bouncing and working


@lean_kernel
def keep_rebound(
    rows: ListedRows,
    friction: ElasticFriction,
    u: Floats,
    u_rebound: Floats,
    P_rebound: Floats,
) -> None:
    """Set aside velocities and percussions with restitution."""
    planar, turns = friction.rows, friction.turns
    for k in range(u.size):
        u_rebound[k] = u[k]
    for j in range(rows.n_active[0]):
        i = rows.active[j]
        P_rebound[i, 0] = rows.P_N[i]
        for t in range(rows.P_T.shape[1]):
            P_rebound[i, 1 + t] = rows.P_T[i, t]
    for m in range(friction.n_used[0]):
        P_rebound[planar[m].slot, :] = 0.0
        P_rebound[planar[m].slot, 1] = planar[m].P
    for k in range(turns.size):
        P_rebound[turns[k].slot, :] = 0.0
        P_rebound[turns[k].slot, 1] = turns[k].P * turns[k].per


@lean_kernel
def limit_energy(
    rows: ListedRows,
    work: PercussionWork,
    speeds: Speeds,
    impacts: ImpactWork,
) -> None:
    """Go from the percussions without restitution as far as energy allows.

    ``u`` and the rows hold the solution without restitution, ``u_rebound`` and
    ``P_rebound`` the one with it; ``u`` and the rows are changed to what lies between.
    The islands are filled.
    """
    u, u_rebound = speeds.u, speeds.rebound
    P_rebound, island, gain = impacts.P_rebound, impacts.island, impacts.gain
    n = work.listed[0] + work.listed[1] + work.listed[2]
    gain[:, :] = 0.0
    for m in range(n):
        i = listed_row(work, m)
        home = home_of(rows, i, pushes(work, m), island)
        if home < 0:
            continue
        for t in range(-1 if pushes(work, m) else 0, rows.P_T.shape[1]):
            add_gain(rows, i, t, home, speeds, P_rebound, gain)
    for k in range(u.size):
        share = largest_share(gain, island[k])
        # between the two solutions everything is linear, so that a mixture obeys the
        # momentum law and, bounds being convex, the laws of friction as both do
        u[k] += share * (u_rebound[k] - u[k])
    for m in range(n):
        i = listed_row(work, m)
        home = home_of(rows, i, pushes(work, m), island)
        if home < 0:
            continue
        share = largest_share(gain, home)
        rows.P_N[i] += share * (P_rebound[i, 0] - rows.P_N[i])
        for t in range(rows.P_T.shape[1]):
            rows.P_T[i, t] += share * (P_rebound[i, 1 + t] - rows.P_T[i, t])


@lean_kernel
def pushes(work: PercussionWork, m: int) -> bool:
    """Whether row m of the same order has a normal of its own: no bound, no joint."""
    n, n_b = work.listed[0], work.listed[1]
    return bool(m < n or (m >= n + n_b and work.head[m - n - n_b].joint < 0))


@lean_kernel
def fill_islands(
    rows: ListedRows, work: PercussionWork, joints: Joints, island: Ints
) -> None:
    """Give connected velocities the lowest of their indices.

    Velocities that percussions cannot change (held and prescribed ones) connect
    nothing; those that joints hold together are connected.
    """
    dof, MiW_N, MiW_T = rows.dof, rows.MiW_N, rows.MiW_T
    for k in range(island.size):
        island[k] = k
    changed = True
    # spreads the lowest index along contacts; a pile of n rows needs n rounds at the
    # worst, and only steps with a gain of energy come here
    while changed:
        changed = spread_over_joints(joints, dof, MiW_N, island)
        for m in range(work.listed[0] + work.listed[1] + work.listed[2]):
            i = listed_row(work, m)
            full = pushes(work, m)
            lowest = island.size
            for k in range(dof.shape[1]):
                if dof[i, k] < 0:
                    break
                if moves(MiW_N, MiW_T, i, k, full):
                    lowest = min(lowest, island[dof[i, k]])
            for k in range(dof.shape[1]):
                if dof[i, k] < 0:
                    break
                moved = moves(MiW_N, MiW_T, i, k, full)
                if moved and island[dof[i, k]] != lowest:
                    island[dof[i, k]] = lowest
                    changed = True


@lean_kernel
def spread_over_joints(joints: Joints, dof: Ints, MiW: Floats, island: Ints) -> bool:
    """Give the velocities of every joint the lowest index among them."""
    changed = False
    for j in range(joints.row.size):
        i = joints.row[j]
        lowest = island.size
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            if MiW[i, k] != 0.0:
                lowest = min(lowest, island[dof[i, k]])
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            if MiW[i, k] != 0.0 and island[dof[i, k]] != lowest:
                island[dof[i, k]] = lowest
                changed = True
    return changed


@lean_kernel
def home_of(rows: ListedRows, i: int, full: bool, island: Ints) -> int:
    """The island of row i, -1 if its percussions change nothing."""
    for k in range(rows.dof.shape[1]):
        if rows.dof[i, k] < 0:
            break
        if moves(rows.MiW_N, rows.MiW_T, i, k, full):
            return int(island[rows.dof[i, k]])
    return -1


@lean_kernel
def moves(MiW_N: Floats, MiW_T: Floats, i: int, k: int, full: bool) -> bool:
    """Whether percussions of row i change the k-th of its velocities."""
    if full and MiW_N[i, k] != 0.0:
        return True
    for t in range(MiW_T.shape[1]):
        if MiW_T[i, t, k] != 0.0:
            return True
    return False


@lean_kernel
def add_gain(
    rows: ListedRows,
    i: int,
    t: int,
    home: int,
    speeds: Speeds,
    P_rebound: Floats,
    gain: Floats,
) -> None:
    """Add the work of one percussion, a + b s + c s^2 over the share s, to its island.

    Columns 0 to 2 measure from the start of the step, 3 to 5 from the free velocity;
    t = -1 is the normal.
    """
    u_start, u_free, u, u_rebound = speeds
    P = rows.P_N[i] if t < 0 else rows.P_T[i, t]
    d = P_rebound[i, 1 + t] - P
    w = 2.0 * (rows.w_N[i] if t < 0 else rows.w_T[i, t])
    from_start, from_free, ahead = w, w, 0.0
    for k in range(rows.dof.shape[1]):
        at = rows.dof[i, k]
        if at < 0:
            break
        W = rows.W_N[i, k] if t < 0 else rows.W_T[i, t, k]
        from_start += W * (u_start[at] + u[at])
        from_free += W * (u_free[at] + u[at])
        ahead += W * (u_rebound[at] - u[at])
    for column, before in ((0, from_start), (3, from_free)):
        gain[home, column] += 0.5 * P * before
        gain[home, column + 1] += 0.5 * (d * before + P * ahead)
        gain[home, column + 2] += 0.5 * d * ahead


@lean_kernel
def largest_share(gain: Floats, home: int) -> float:
    """Largest share 0..1 of the restitution with which an island gains no energy."""
    from_start = share_without_gain(gain[home, 0], gain[home, 1], gain[home, 2])
    from_free = share_without_gain(gain[home, 3], gain[home, 4], gain[home, 5])
    return max(from_start, from_free)


@lean_kernel
def share_without_gain(a: float, b: float, c: float) -> float:
    """Largest s in 0..1 with a + b s + c s^2 <= 0, where c >= 0; 0 if a > 0."""
    if a + b + c <= ROUNDING * (abs(a) + abs(b) + abs(c)):
        return 1.0
    if a >= 0.0:
        return 0.0
    root = math.sqrt(max(b * b - 4.0 * a * c, 0.0))
    # this form of the root loses no digits where c is small
    s = -2.0 * a / (b + root) if b + root > 0.0 else 1.0
    return min(max(s, 0.0), 1.0)
