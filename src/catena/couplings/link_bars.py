"""Links of an endless chain as elastic bars between lumped pins.

Bar i joins body i and the next one, the last bar the first body: tension by a spring
and a damper along the bar, and at every pin a moment against the turning of one bar on
the next. Half of a link's mass stands at either pin; for a moment of inertia m p^2 / 4
that is the rigid link itself.

Source: [Pfeiffer1997] sec. 3.2. Deviation: links are lumped into their pins.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.records import Rows, record
from catena.tables.blocks import Block

BAR = record(
    length=float,  # without load [m]
    k=float,  # [N/m]
    d=float,  # [N s/m]
    d_turn=float,  # of the joint at its rear end [N m s/rad]
)
BAR_LOAD = record(
    tension=float,  # [N]
    e_x=float,  # direction
    e_y=float,
    per=float,  # one over the length [1/m]
    turn=float,  # turning speed [rad/s]
    moment=float,  # of its rear joint [N m]
)
"""What a bar carries at the last evaluation; one row per bar."""


@lean_kernel
def add_link_bars(bars: Rows, body: Block, loads: Rows) -> tuple[float, float]:
    """Forces of all bars; the power of damping along them and in the joints [W]."""
    q, u, h = body.q, body.u, body.h
    n = bars.size
    lost, turned = 0.0, 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        d_x, d_y = q[0, j] - q[0, i], q[1, j] - q[1, i]
        length = math.sqrt(d_x * d_x + d_y * d_y)
        per = 1.0 / length
        e_x, e_y = d_x * per, d_y * per
        v_x, v_y = u[0, j] - u[0, i], u[1, j] - u[1, i]
        rate = e_x * v_x + e_y * v_y
        drag = bars[i].d * rate
        lost += drag * rate
        loads[i].tension = bars[i].k * (length - bars[i].length) + drag
        loads[i].e_x, loads[i].e_y, loads[i].per = e_x, e_y, per
        loads[i].turn = (e_x * v_y - e_y * v_x) * per
    before = loads[n - 1].turn if n > 0 else 0.0
    for i in range(n):
        turn = loads[i].turn
        moment = bars[i].d_turn * (turn - before)
        turned += moment * (turn - before)
        loads[i].moment = moment
        before = turn
    behind_x, behind_y = 0.0, 0.0  # pull of the bar behind on the pin
    for i in range(n):
        e_x, e_y, tension = loads[i].e_x, loads[i].e_y, loads[i].tension
        ahead = loads[i + 1].moment if i + 1 < n else loads[0].moment
        across = (ahead - loads[i].moment) * loads[i].per
        f_x, f_y = tension * e_x + across * e_y, tension * e_y - across * e_x
        h[0, i] += f_x - behind_x
        h[1, i] += f_y - behind_y
        behind_x, behind_y = f_x, f_y
    if n > 0:
        h[0, 0] -= behind_x
        h[1, 0] -= behind_y
    return lost, turned


@lean_kernel
def bar_energy(bars: Rows, body: Block) -> float:
    """Elastic energy of all bars [J]."""
    total, q = 0.0, body.q
    n = bars.size
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        d_x, d_y = q[0, j] - q[0, i], q[1, j] - q[1, i]
        length = math.sqrt(d_x * d_x + d_y * d_y)
        total += 0.5 * bars[i].k * (length - bars[i].length) ** 2
    return total
