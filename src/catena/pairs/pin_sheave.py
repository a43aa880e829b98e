"""Rocker pins between the sheaves of a pulley: who is pressed, how hard, friction rows.

A pin pair of length l is one bolt with axial stiffness k that follows the sheaves: both
its ends keep touching, so that it carries the axial force of the length it is short of,

    F_a = k (l - w),   w = 2 (groove + rho tan(delta_0) + slopes . d)

and an end slides along the cone by rho' / cos(delta_0), whatever the sheaves do. One
end then gets, along the cone's normal and in the plane of the chain,

    N = (F_a + F_r sin(delta_0)) / cos(delta_0)
    radial force of both ends  2 F_a tan(delta_0) + 2 F_r / cos(delta_0)

with the friction F_r outwards along the cone and F_t along the travel,
|(F_r, F_t)| <= mu N. The elastic part is the gradient of its energy, so that pins store
and return energy exactly, also on sloped sheaves.

Rows are those of `catena.rows.flank`: ``gap`` is that of one end along the normal,
``press`` and ``force`` are F_a / cos(delta_0). An element of a pushbelt differs: it is
rigid across and yields at its flanks, so that it slides when the sheaves move.

Source: [Pfeiffer1997] sec. 3.3, Figure 4. Deviation: friction is set-valued and acts in
directions of the middle of the coming step; with those of its beginning a stuck pin
creeps outwards by r w^2 dt / 2. The share of F_r in N is that of the step before.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.bodies.sheave import Compliance
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.flank import fill_bound
from catena.tables.blocks import Block

COUPLED = int(Compliance.COUPLED)


class PinLaw(NamedTuple):
    """What all pins share."""

    half: float  # half the length of a pin [m]
    k: float  # axial stiffness of a pin pair [N/m]
    d: float  # axial damping of a pin pair [N s/m]
    margin: float  # axial gap of an end up to which pins take part [m]
    place: Floats  # (n,)  of the pin in the frame of its body, along the link [m]


@lean_kernel
def end_stiffness(law: PinLaw, sheaves: Rows, p: int) -> float:
    """Normal force of an end over its own gap along the normal [N/m].

    Both ends give way: F_a = 2 k times the axial way of one end.
    """
    return float(2.0 * law.k / (sheaves[p].cos * sheaves[p].cos))


@lean_kernel
def find_pins(
    law: PinLaw,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    pose: Floats,
    rows: Rows,
) -> int:
    """List the pins near their sheaves with gap and place; how many.

    Pins left of the middle belong to the first pulley, others to the second; rows come
    pulley by pulley.
    """
    q, z = body.q, pulley.q
    middle = 0.5 * (sheaves[0].c_x + sheaves[1].c_x)
    count = 0
    for p in range(2):
        c_x, c_y, tangent = sheaves[p].c_x, sheaves[p].c_y, sheaves[p].tan
        groove, s_x, s_y = z[1, p] - law.half, z[2, p], z[3, p]
        # largest radius at which the gap can be within the margin: leaves out pins of
        # the strands before a root is drawn
        reach = (law.margin - groove) / (tangent - abs(s_x) - abs(s_y))
        reach *= reach
        for k in range(q.shape[1]):
            x, y = (
                q[0, k] + law.place[k] * pose[0, k],
                q[1, k] + law.place[k] * pose[1, k],
            )
            if (x >= middle) != (p == 1):
                continue
            d_x, d_y = x - c_x, y - c_y
            square = d_x * d_x + d_y * d_y
            if square > reach:
                continue
            rho = math.sqrt(square)
            axial = groove + rho * tangent + s_x * d_x + s_y * d_y
            if axial > law.margin:
                continue
            rows[count].a, rows[count].b, rows[count].slot = k, p, k
            rows[count].d_x, rows[count].d_y, rows[count].rho = d_x, d_y, rho
            rows[count].gap = sheaves[p].cos * axial
            count += 1
    return count


@lean_kernel
def add_pin_forces(
    law: PinLaw,
    rows: Rows,
    count: int,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    belt: Rows,
) -> float:
    """Elastic forces of all rows on pins and sheaves; the power of damping [W].

    The coupled law has filled ``press`` of its sheaves before.
    """
    q, u, h, v = body.q, body.u, body.h, pulley.u
    damped = 0.0
    for i in range(count):
        a, b = rows[i].a, rows[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        d_x, d_y = rows[i].d_x, rows[i].d_y
        out, cosine = 1.0 / rows[i].rho, sheaves[b].cos
        # gradient of the axial gap of one end in the plane
        g_x = sheaves[b].tan * d_x * out + pulley.q[2, b]
        g_y = sheaves[b].tan * d_y * out + pulley.q[3, b]
        if sheaves[b].compliance & COUPLED:
            axial = cosine * rows[i].press
            g_x += (rows[i].bend_r * d_x - rows[i].bend_t * d_y) * out / cosine
            g_y += (rows[i].bend_r * d_y + rows[i].bend_t * d_x) * out / cosine
        else:
            axial = -2.0 * law.k * rows[i].gap / cosine
            rows[i].press = axial / cosine
        l_x, l_y = d_x + sheaves[b].c_x - q[0, a], d_y + sheaves[b].c_y - q[1, a]
        if axial > 0.0 and law.d > 0.0:
            v_x, v_y = u[0, a] - sheaves[b].v_x, u[1, a] - sheaves[b].v_y
            rate = g_x * (v_x - u[2, a] * l_y) + g_y * (v_y + u[2, a] * l_x)
            rate = 2.0 * (rate + v[1, b] + v[2, b] * d_x + v[3, b] * d_y)
            axial -= law.d * rate
            damped += law.d * rate * rate
        axial = max(axial, 0.0)
        rows[i].force = axial / cosine
        f_x, f_y = 2.0 * axial * g_x, 2.0 * axial * g_y
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += l_x * f_y - l_y * f_x
        pulley.h[1, b] += 2.0 * axial
        pulley.h[2, b] += 2.0 * axial * d_x
        pulley.h[3, b] += 2.0 * axial * d_y
        belt[b].axial += axial
        belt[b].f_x -= f_x
        belt[b].f_y -= f_y
    return damped


@lean_kernel
def fill_pin_friction(
    grips: Rows,
    rows: Rows,
    count: int,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    P: Floats,
    dt: float,
) -> None:
    """Directions at the middle of the coming step and bounds of the friction rows.

    Impulses P (slots, 2) are those of the step before.
    """
    q, u = body.q, body.u
    for i in range(count):
        a, b = rows[i].a, rows[i].b
        if a < 0 or b < 0:  # as above
            continue
        d_x, d_y = rows[i].d_x, rows[i].d_y
        half = 0.5 * dt * pulley.u[0, b]
        # outwards, a unit vector up to (w dt)^4 / 64
        size = (1.0 - 0.5 * half * half) / rows[i].rho
        o_x, o_y = (d_x + half * d_y) * size, (d_y - half * d_x) * size
        l_x, l_y = d_x + sheaves[b].c_x - q[0, a], d_y + sheaves[b].c_y - q[1, a]
        own = 0.5 * dt * u[2, a]
        m_x, m_y = l_x - own * l_y, l_y + own * l_x
        rows[i].aspect = grips[b].aspect
        per = rows[i].aspect / sheaves[b].cos
        rows[i].t_x, rows[i].t_y = o_y, -o_x  # along the travel
        rows[i].l_t = -m_x * o_x - m_y * o_y
        rows[i].g_x, rows[i].g_y = per * o_x, per * o_y
        rows[i].l_g = per * (m_x * o_y - m_y * o_x)
        rows[i].mass = row_mass(rows, i, body.M_inv, pulley.M_inv[0, b])
        # radial friction loads the cone too (Figure 4); that of the step before, since
        # it is found only after its own bound
        outwards = rows[i].aspect * P[rows[i].slot, 1]
        normal = rows[i].force * dt + outwards * sheaves[b].tan
        pressed = max(normal, 0.0) if rows[i].force > 0.0 else 0.0
        fill_bound(rows, i, grips, pressed, body, pulley)


@inline_kernel
def row_mass(rows: Rows, i: int, M: Floats, shaft: float) -> float:
    """Step of the projection [kg]: above the larger eigenvalue of the row, inverted.

    Impulses act on both ends; groove and slopes have no share.
    """
    a, l_t, l_g, rho = rows[i].a, rows[i].l_t, rows[i].l_g, rows[i].rho
    g_x, g_y = rows[i].g_x, rows[i].g_y
    along = M[0, a] + M[2, a] * l_t * l_t + shaft * rho * rho
    out = M[0, a] * (g_x * g_x + g_y * g_y) + M[2, a] * l_g * l_g
    return float(0.5 / (max(along, out) + abs(M[2, a] * l_t * l_g)))


@lean_kernel
def pin_energy(law: PinLaw, rows: Rows, count: int, sheaves: Rows) -> float:
    """Elastic energy of all pins and of coupled discs [J]."""
    total = 0.0
    for i in range(count):
        b, gap = rows[i].b, rows[i].gap
        if sheaves[b].compliance & COUPLED:
            total -= rows[i].press * gap  # press C press / 2, at both ends
        elif gap < 0.0:
            axial = gap / sheaves[b].cos
            total += 2.0 * law.k * axial * axial
    return total
