"""Groups of contacts that move each other, each judged by its own percussions.

A ball of grams beside a block of tons that it does not touch must be solved as exactly
as alone. Velocities that a row moves belong together; what they all belong to is the
row's group, and the natural map of a row is compared with the largest percussion of
its group.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.sweeps.packed_rows import row_of
from catena.tables.contacts import ListedRows, PercussionWork
from catena.tables.friction import ElasticFriction


@inline_kernel
def root_of(root: Ints, k: int) -> int:
    """The velocity that stands for the group of velocity k; shortens the way."""
    while root[k] != k:
        # each look halves the way of the next one
        root[k] = root[root[k]]
        k = root[k]
    return k


@lean_kernel
def join_groups(rows: ListedRows, work: PercussionWork, u: Floats) -> None:
    """Join the velocities that listed rows move; where there is no room, all of them.

    Held velocities join nothing: no percussion passes through them. Rows of known
    friction join bodies whatever their directions: the same rows, the same groups.
    """
    root, group, friction = work.root, work.group, work.friction
    n, n_r = work.listed[0], work.listed[2]
    if root.size < u.size:
        group[:] = 0
        return
    if n + n_r == 0 and friction.known[0] == friction.n_used[0]:
        return
    # groups with listed rows are joined anew in every step
    friction.known[0] = -1 if n + n_r > 0 else friction.n_used[0]
    for k in range(u.size):
        root[k] = k
    join_friction(friction, root)
    for m in range(n):
        join_row(rows, work.packed[m].row, root)
    for r in range(n_r):
        join_reply(work, r, root)
    name_friction(friction, root, group)
    for m in range(n + n_r):
        i = row_of(work, m)
        group[i] = 0
        for k in range(rows.dof.shape[1]):
            if rows.dof[i, k] < 0:
                break
            if moved(rows, i, k):
                group[i] = root_of(root, rows.dof[i, k])
                break


@inline_kernel
def join_bodies(M_inv: Floats, root: Ints, a: int, b: int, first: int) -> None:
    """Join what can move of two bodies, from their velocity ``first`` on."""
    base = -1
    for m in range(6):
        k = (3 * a if m < 3 else 3 * b) + m % 3
        if m % 3 < first or M_inv[k] == 0.0:
            continue
        at = root_of(root, k)
        if base < 0:
            base = at
        else:
            root[at] = base


@lean_kernel
def join_friction(friction: ElasticFriction, root: Ints) -> None:
    """Join bodies in contact, and the turns of bodies in bearings."""
    rows, turns, M_inv = friction.rows, friction.turns, friction.M_inv
    for i in range(friction.n_used[0]):
        join_bodies(M_inv, root, rows[i].a, rows[i].b, 0)
    for k in range(turns.size):
        # friction of a bearing is a moment: it joins the turning alone
        join_bodies(M_inv, root, turns[k].a // 3, turns[k].b // 3, 2)


@lean_kernel
def name_friction(friction: ElasticFriction, root: Ints, group: Ints) -> None:
    """Group of every row: that of a velocity it moves."""
    rows, turns, M_inv = friction.rows, friction.turns, friction.M_inv
    for i in range(friction.n_used[0]):
        at = 3 * rows[i].a
        for m in range(6):
            k = 3 * (rows[i].a if m < 3 else rows[i].b) + m % 3
            if M_inv[k] != 0.0:
                at = k
                break
        group[rows[i].slot] = root_of(root, at)
    for k in range(turns.size):
        at = turns[k].a if M_inv[turns[k].a] != 0.0 else turns[k].b
        group[turns[k].slot] = root_of(root, at)


@inline_kernel
def moved(rows: ListedRows, i: int, k: int) -> bool:
    """Whether percussions of row i change the k-th of its velocities."""
    if rows.MiW_N[i, k] != 0.0:
        return True
    for t in range(rows.MiW_T.shape[1]):
        if rows.MiW_T[i, t, k] != 0.0:
            return True
    return False


@lean_kernel
def join_row(rows: ListedRows, i: int, root: Ints) -> None:
    """Join the velocities that row i moves."""
    first = -1
    for k in range(rows.dof.shape[1]):
        if rows.dof[i, k] < 0:
            break
        if moved(rows, i, k):
            at = root_of(root, rows.dof[i, k])
            if first < 0:
                first = at
            else:
                root[at] = first


@lean_kernel
def join_reply(work: PercussionWork, r: int, root: Ints) -> None:
    """Join the velocities that a tied row moves through the joints."""
    first = -1
    for k in range(work.reply.shape[2]):
        for t in range(work.reply.shape[1]):
            if work.reply[r, t, k] != 0.0:
                at = root_of(root, k)
                if first < 0:
                    first = at
                elif at != first:
                    root[at] = first
                break
