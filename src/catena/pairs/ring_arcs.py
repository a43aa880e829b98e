"""How far a flexible ring lies on its wheels, and how far it slides there.

A knot covers the angle by which the force on it turns the pull of the belt, N / (T -
rho A v^2), and not that of a span: these angles add up to the wrap exactly, while the
places that touch end a fraction of a span before or behind it, which was up to 5 % of
a sliding arc of four spans.

A knot slides that has used up its friction. The edge of the sliding zone lies between
two knots: the friction of those next to it, which is spread over a few of them by the
spline, counts as far as it is used, with its sign.
"""

from __future__ import annotations

from catena.bodies.ring_spline import RingSpline
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.pairs.ring_wheel import PLACES, at_knot
from catena.tables.blocks import Block

SLIDES = 1.0 - 1e-9
"""Share of the bound from which friction counts as used up."""
SPREAD = 4
"""Knots beyond the last sliding one over which its edge is spread."""
MOST_SPANS = 2.0
"""Angle of one knot over that of a span, at most: a slack belt has no pull."""


@lean_kernel
def measure_arcs(
    wheels: Rows, rows: Rows, contacts: Rows, blocks: tuple[Block, Block, Floats],
    ring: RingSpline, tension: Floats, loads: Rows,
) -> None:  # fmt: skip
    """Add the arcs of one step to the loads of all wheels [rad]."""
    body, knots, _ = blocks
    n = rows.size
    for i in range(n):
        j = contacts[PLACES * i].wheel
        if j < 0:
            continue
        b = wheels[j].body
        v_x = at_knot(knots.u, 0, i, n) - body.u[0, b]
        v_y = at_knot(knots.u, 1, i, n) - body.u[1, b]
        T = 0.5 * (tension[i] + tension[i - 1 if i > 0 else n - 1])
        flow = ring.m * (v_x * v_x + v_y * v_y) / (ring.l_0 * (1.0 + T / ring.EA))
        turn = MOST_SPANS * ring.l_0 / wheels[j].radius
        if rows[i].force < turn * (T - flow):
            turn = rows[i].force / (T - flow)
        loads[j].touching += turn
        loads[j].sliding += turn * slides(rows, i)


@inline_kernel
def slides(rows: Rows, i: int) -> float:
    """1 where the friction of a knot is used up, what is used of it beside that."""
    if used_up(rows, i):
        return 1.0
    n = rows.size
    for k in range(1, SPREAD + 1):
        for side in (-k, k):
            other = i + side
            other = other + n if other < 0 else (other - n if other >= n else other)
            if used_up(rows, other):
                sense = 1.0 if rows[other].P > 0.0 else -1.0
                return sense * used(rows, i)
    return 0.0


@inline_kernel
def used_up(rows: Rows, i: int) -> bool:
    """Whether a knot slides; one that nothing presses does not."""
    return bool(rows[i].bound > 0.0 and abs(rows[i].P) >= SLIDES * rows[i].bound)


@inline_kernel
def used(rows: Rows, i: int) -> float:
    """Friction of a knot over its bound, signed; 0 where nothing presses."""
    return float(rows[i].P / rows[i].bound) if rows[i].bound > 0.0 else 0.0
