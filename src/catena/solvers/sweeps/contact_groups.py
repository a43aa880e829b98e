"""Groups of contacts that move each other, each judged by its own percussions.

A ball of grams beside a block of tons that it does not touch must be solved as exactly
as alone. Velocities that a row moves belong together; what they all belong to is the
row's group, and the natural map of a row is compared with the largest percussion of
its group.
"""

from __future__ import annotations

from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ContactRows, PercussionWork


@inline_kernel
def root_of(root: Ints, k: int) -> int:
    """The velocity that stands for the group of velocity k; shortens the way."""
    while root[k] != k:
        root[k] = root[root[k]]
        k = root[k]
    return k


@kernel
def join_groups(rows: ContactRows, work: PercussionWork, u: Floats) -> None:
    """Join the velocities that listed rows move; where there is no room, all of them.

    Held velocities join nothing: no percussion passes through them.
    """
    root, group = work.root, work.group
    n, n_b, n_r = work.listed[0], work.listed[1], work.listed[2]
    if root.size < u.size:
        group[:] = 0
        return
    for k in range(u.size):
        root[k] = k
    for m in range(n + n_b + n_r):
        if m < n:
            join_row(rows, work.full[m], root)
        elif m < n + n_b:
            join_row(rows, work.bounded[m - n], root)
        else:
            join_reply(work, m - n - n_b, root)
    for m in range(n + n_b + n_r):
        if m < n:
            i = work.full[m]
        elif m < n + n_b:
            i = work.bounded[m - n]
        else:
            i = work.tied[m - n - n_b]
        group[i] = 0
        for k in range(rows.dof.shape[1]):
            if rows.dof[i, k] < 0:
                break
            if moved(rows, i, k):
                group[i] = root_of(root, rows.dof[i, k])
                break


@inline_kernel
def moved(rows: ContactRows, i: int, k: int) -> bool:
    """Whether percussions of row i change the k-th of its velocities."""
    if rows.MiW_N[i, k] != 0.0:
        return True
    for t in range(rows.MiW_T.shape[1]):
        if rows.MiW_T[i, t, k] != 0.0:
            return True
    return False


@kernel
def join_row(rows: ContactRows, i: int, root: Ints) -> None:
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


@kernel
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
