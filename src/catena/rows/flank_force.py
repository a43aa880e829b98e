"""Normal forces between planar bodies and sheaves, of rows that a pair has found.

The gap of a row is that of the undeformed cone, along its normal. Where the surface
is sloped along the circumference too, its normal has a share along the travel: the
force is the gradient of the gap, so that contacts store and return energy exactly.

Source: [Cebulla2014] 5.3, 6.1.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.bodies.sheave import Compliance
from catena.jit import lean_kernel
from catena.numerics.records import Rows, record
from catena.rows.flank import fill_bound, fill_directions, fill_mass
from catena.tables.blocks import Block

COUPLED = int(Compliance.COUPLED)

BELT_LOAD = record(torque=float, axial=float, f_x=float, f_y=float)
"""What a belt does to a pulley, summed up over steps: torque in the sense of travel
[N m], axial force on one sheave, force on the shaft [N]."""


class FlankLaw(NamedTuple):
    """Spring and damper along the normal of the cone."""

    k: float  # per row and sheave [N/m]
    d: float  # [N s/m]


@lean_kernel
def add_flank_forces(
    law: FlankLaw,
    rows: Rows,
    count: int,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    belt: Rows,
) -> tuple[float, float]:
    """Normal forces of all rows.

    The coupled law has filled ``press`` of its sheaves before. Returns the power of
    damping [W] and the largest elastic force [N].
    """
    q, u, h, v = body.q, body.u, body.h, pulley.u
    damped, most = 0.0, 0.0
    for i in range(count):
        a, b = rows[i].a, rows[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        d_x, d_y, cosine = rows[i].d_x, rows[i].d_y, sheaves[b].cos
        r_x, r_y = d_x / rows[i].rho, d_y / rows[i].rho
        l_x, l_y = d_x + sheaves[b].c_x - q[0, a], d_y + sheaves[b].c_y - q[1, a]
        v_x, v_y = u[0, a] - sheaves[b].v_x, u[1, a] - sheaves[b].v_y
        v_x, v_y = v_x - u[2, a] * l_y, v_y + u[2, a] * l_x
        # gradient of the gap in the plane
        # small slopes: second order of q[2], q[3] is left out, as in the gap
        g_x = sheaves[b].sin * r_x + cosine * pulley.q[2, b]
        g_y = sheaves[b].sin * r_y + cosine * pulley.q[3, b]
        rate = (
            g_x * v_x + g_y * v_y + cosine * (v[1, b] + v[2, b] * d_x + v[3, b] * d_y)
        )
        if sheaves[b].compliance & COUPLED:
            press = rows[i].press
            g_x += rows[i].bend_t * -r_y + rows[i].bend_r * r_x
            g_y += rows[i].bend_t * r_x + rows[i].bend_r * r_y
        else:
            press = -law.k * rows[i].gap
            rows[i].press = press
        force = 0.0
        if press > 0.0:
            force = press - law.d * rate
            if force > 0.0:
                # a damper that would pull is cut off with the force and takes nothing
                damped += 2.0 * law.d * rate * rate
            else:
                force = 0.0
            most = max(most, press)
        rows[i].force = force
        f_x, f_y = 2.0 * force * g_x, 2.0 * force * g_y
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += l_x * f_y - l_y * f_x
        axial = cosine * force
        pulley.h[1, b] += 2.0 * axial
        pulley.h[2, b] += 2.0 * axial * d_x
        pulley.h[3, b] += 2.0 * axial * d_y
        belt[b].axial += axial
        belt[b].f_x -= f_x
        belt[b].f_y -= f_y
    return damped, most


@lean_kernel
def fill_flank_friction(
    grips: Rows,
    rows: Rows,
    count: int,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    dt: float,
) -> None:
    """Friction rows of the coming step, by the normal forces of all rows."""
    for i in range(count):
        rows[i].aspect = grips[rows[i].b].aspect
        fill_directions(rows, i, sheaves, body, pulley, dt)
        fill_mass(rows, i, body, pulley)
        fill_bound(rows, i, grips, rows[i].force * dt, body, pulley)


@lean_kernel
def flank_energy(law: FlankLaw, rows: Rows, count: int, sheaves: Rows) -> float:
    """Elastic energy of rows and coupled discs, both sides [J]."""
    total = 0.0
    for i in range(count):
        gap = rows[i].gap
        if sheaves[rows[i].b].compliance & COUPLED:
            total -= rows[i].press * gap  # press C press / 2, twice
        elif gap < 0.0:
            total += law.k * gap * gap
    return total


@lean_kernel
def inside_sheaves(rows: Rows, count: int, sheaves: Rows) -> bool:
    """Whether all rows that carry touch the sheaves between hub and rim."""
    for i in range(count):
        b, rho = rows[i].b, rows[i].rho
        if rows[i].force > 0.0 and (rho < sheaves[b].inner or rho > sheaves[b].outer):
            return False
    return True
