"""Rocker joint between two links: two pin faces of one radius roll on each other.

The pin of the link behind (a) lies in front and turns its face backwards, that of the
link ahead (b) lies behind and turns its face forwards; tension presses them together.
Rolling keeps the line through both centres of curvature at the mean angle of the
links, and their distance is twice the radius R:

    e = (r_b - R t_b) - (r_a + R t_a) + 2 R t_m,   t_m at the angle (phi_a + phi_b) / 2

with the joint's places r_a, r_b on both links and their directions t. Spring and damper
hold e near zero. Bent by the angle theta, the links overlap by R theta^2 / 4 and the
contact point wanders by R theta / 2. A radius of zero is the ideal joint. The moments
follow from the energy k e^2 / 2, so that rolling neither takes nor gives any.

Source: [Pfeiffer1997] sec. 3.2. Deviation: the paper has ideal joints or bearings.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.blocks import Block

ROCKER = record(
    a_x=float,  # place of the joint along link a, from its centre [m]
    b_x=float,  # and along link b, which is the row's own body
    radius=float,  # of the rolling faces [m]
    k=float,  # [N/m]
    d=float,  # [N s/m]
    d_turn=float,  # [N m s/rad]
)
"""Joint i joins body i - 1 (behind) and body i (ahead), the first the last body."""
ROCKER_LOAD = record(f_x=float, f_y=float, tension=float, elastic=float)
"""What a joint carries at the last evaluation: force on the link behind [N], its share
along both links, stored energy [J]."""


@lean_kernel
def add_rocker_joints(
    rockers: Rows, body: Block, pose: Floats, loads: Rows
) -> tuple[float, float]:
    """Forces of all joints; the power of damping along them and of turning [W]."""
    q, u, h = body.q, body.u, body.h
    n = rockers.size
    lost, turned = 0.0, 0.0
    for b in range(n):
        a = b - 1 if b > 0 else n - 1
        w_a, w_b, R = u[2, a], u[2, b], rockers[b].radius
        ta_x, ta_y, tb_x, tb_y = pose[0, a], pose[1, a], pose[0, b], pose[1, b]
        # the mean direction: both links are bent by less than a right angle
        s_x, s_y = ta_x + tb_x, ta_y + tb_y
        per = 1.0 / math.sqrt(s_x * s_x + s_y * s_y)
        m_x, m_y = s_x * per, s_y * per
        arm_a, arm_b = rockers[b].a_x + R, rockers[b].b_x - R
        e_x = q[0, b] + arm_b * tb_x - q[0, a] - arm_a * ta_x + 2.0 * R * m_x
        e_y = q[1, b] + arm_b * tb_y - q[1, a] - arm_a * ta_y + 2.0 * R * m_y
        # rate of e: d(t)/dt = w (-t_y, t_x); the mean direction turns by the mean
        both = R * (w_a + w_b)
        v_x = u[0, b] - w_b * arm_b * tb_y - u[0, a] + w_a * arm_a * ta_y - both * m_y
        v_y = u[1, b] + w_b * arm_b * tb_x - u[1, a] - w_a * arm_a * ta_x + both * m_x
        k, d = rockers[b].k, rockers[b].d
        f_x, f_y = k * e_x + d * v_x, k * e_y + d * v_y
        lost += d * (v_x * v_x + v_y * v_y)
        moment = rockers[b].d_turn * (w_b - w_a)
        turned += moment * (w_b - w_a)
        rolling = R * (m_x * f_y - m_y * f_x)
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += arm_a * (ta_x * f_y - ta_y * f_x) - rolling + moment
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= arm_b * (tb_x * f_y - tb_y * f_x) + rolling + moment
        loads[b].f_x, loads[b].f_y = f_x, f_y
        loads[b].tension = f_x * m_x + f_y * m_y
        loads[b].elastic = 0.5 * k * (e_x * e_x + e_y * e_y)
    return lost, turned


@lean_kernel
def rocker_energy(loads: Rows) -> float:
    """Stored in all joints at the last evaluation [J]."""
    total = 0.0
    for i in range(loads.size):
        total += loads[i].elastic
    return total
