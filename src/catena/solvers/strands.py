"""Strands of joints whose friction sticks, each solved at once, in plane and space.

The friction of a joint in a ring of links meets that of the joints before and behind
alone. In a straight strand nearly all of them stick, and sweeps from joint to joint
pass a change on by one joint at a time: they would need as many sweeps as the square of
the joints that stick together. Who slides is decided by the sweeps; what sticks between
two joints that slide is a tridiagonal system.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows


@inline_kernel
def strand_gains(rows: Rows, first: int) -> None:
    """What stops the slip of every strand: impulses that are missing, in ``rest``.

    ``pivot`` holds the slip per impulse of a joint that sticks, 0 of one that does not;
    ``rest`` its slip; both are used up. ``meeting`` is its slip per impulse of the
    joint before, which is the same the other way round. The joint ``first`` keeps its
    impulse: where all of them stick, the same moment in all joints of a closed chain
    turns nothing.
    """
    pivots, rests, meetings = rows.pivot, rows.rest, rows.meeting
    n = pivots.size
    over, rest = 0.0, 0.0  # the inverse of the pivot, for the way back as well
    i = first - 1
    for far in range(n):  # forwards from a joint outside any strand
        i = i + 1 if i + 1 < n else 0
        if far == 0 or not pivots[i] > 0.0:
            over = 0.0
            pivots[i] = 0.0
            continue
        g, s = pivots[i], rests[i]
        if over > 0.0:
            meeting = meetings[i]
            g -= meeting * meeting * over
            s -= meeting * rest * over
        over, rest = 1.0 / g, s
        pivots[i], rests[i] = over, s
    gain, behind = 0.0, first
    for _ in range(n):  # and back
        i = behind - 1 if behind > 0 else n - 1
        if not pivots[i] > 0.0:
            gain = 0.0
        else:
            gain = -(rests[i] + meetings[behind] * gain) * pivots[i]
        rests[i] = gain
        behind = i


@lean_kernel
def stop_turns(rows: Rows, u: Floats, M_inv: Floats) -> None:
    """Stop the slip of all strands of turn rows within their bounds.

    Row after row belongs to one strand where the second velocity of a row is the first
    of the next. ``rest`` holds the changes of the impulses afterwards [N m s].
    """
    n, first = rows.size, 0
    for i in range(n):
        a, b = rows[i].a, rows[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        rows[i].pivot = 0.0
        if not abs(rows[i].P) < rows[i].bound:
            first = i
            continue
        before = i - 1 if i > 0 else n - 1
        rows[i].pivot, rows[i].rest = M_inv[a] + M_inv[b], u[a] - u[b]
        rows[i].meeting = -M_inv[a] if rows[before].b == a else 0.0
    strand_gains(rows, first)
    for i in range(n):
        a, b, old, bound = rows[i].a, rows[i].b, rows[i].P, rows[i].bound
        if a < 0 or b < 0:  # as above
            continue
        P = min(max(old + rows[i].rest, -bound), bound)
        rows[i].P, rows[i].rest = P, P - old
        u[a] += M_inv[a] * (P - old)
        u[b] -= M_inv[b] * (P - old)
