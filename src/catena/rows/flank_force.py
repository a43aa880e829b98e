"""Normal forces between planar bodies and sheaves, of rows that a pair has found.

The gap of a row is that of the undeformed cone, along its normal. Where the surface
is sloped along the circumference too, its normal has a share along the travel: the
force is the gradient of the gap, so that contacts store and return energy exactly.

Source: [Cebulla2014] 5.3, 6.1.
"""

from __future__ import annotations

from typing import NamedTuple

from catena.bodies.sheave import Compliance
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
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
) -> float:
    """Normal forces of all rows; the largest elastic one [N].

    The coupled law has filled ``press`` of its sheaves before.
    """
    q, h, most = body.q, body.h, 0.0
    for i in range(count):
        a, b = rows[i].a, rows[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        d_x, d_y, cosine = rows[i].d_x, rows[i].d_y, sheaves[b].cos
        l_x, l_y = d_x + sheaves[b].c_x - q[0, a], d_y + sheaves[b].c_y - q[1, a]
        g_x, g_y = cone_slope(rows, i, sheaves, pulley.q)
        moved = (sheaves[b].v_x, sheaves[b].v_y)
        # dampers feel the undeformed cone
        rate = gap_rate(rows, i, sheaves, q, body.u, pulley.u, (g_x, g_y), moved)
        if sheaves[b].compliance & COUPLED:
            press = rows[i].press
            g_x, g_y = bent_slope(rows, i, g_x, g_y)
        else:
            press = -law.k * rows[i].gap
            rows[i].press = press
        force = 0.0
        if press > 0.0:
            force = press - law.d * rate
            if not force > 0.0:
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
    return most


@inline_kernel
def cone_slope(rows: Rows, i: int, sheaves: Rows, q: Floats) -> tuple[float, float]:
    """Gradient of the gap of the undeformed cone in the plane."""
    b, cosine = rows[i].b, sheaves[rows[i].b].cos
    r_x, r_y = rows[i].d_x / rows[i].rho, rows[i].d_y / rows[i].rho
    # small slopes: second order of q[2], q[3] is left out, as in the gap
    g_x = sheaves[b].sin * r_x + cosine * q[2, b]
    g_y = sheaves[b].sin * r_y + cosine * q[3, b]
    return g_x, g_y


@inline_kernel
def bent_slope(rows: Rows, i: int, g_x: float, g_y: float) -> tuple[float, float]:
    """The same on a disc that bends."""
    r_x, r_y = rows[i].d_x / rows[i].rho, rows[i].d_y / rows[i].rho
    g_x += rows[i].bend_t * -r_y + rows[i].bend_r * r_x
    g_y += rows[i].bend_t * r_x + rows[i].bend_r * r_y
    return g_x, g_y


@inline_kernel
def gap_rate(
    rows: Rows, i: int, sheaves: Rows, q: Floats, u: Floats, v: Floats,
    g: tuple[float, float], moved: tuple[float, float],
) -> float:  # fmt: skip
    """Rate of a gap along its gradient [m/s].

    Bodies at ``q`` with ``u``, pulleys with ``v``, the shaft with ``moved``.
    """
    a, b, d_x, d_y = rows[i].a, rows[i].b, rows[i].d_x, rows[i].d_y
    l_x, l_y = d_x + sheaves[b].c_x - q[0, a], d_y + sheaves[b].c_y - q[1, a]
    v_x, v_y = u[0, a] - moved[0], u[1, a] - moved[1]
    v_x, v_y = v_x - u[2, a] * l_y, v_y + u[2, a] * l_x
    axial = v[1, b] + v[2, b] * d_x + v[3, b] * d_y
    return float(g[0] * v_x + g[1] * v_y + sheaves[b].cos * axial)


@lean_kernel
def flank_damping(
    rows: Rows, count: int, sheaves: Rows, body: Block, pulley: Block, shaft: Floats
) -> float:
    """Power that dampers of flanks take on the mean motion of a step [W].

    What differs from the elastic force, also where the damper would pull and is cut
    off, acts along the slope of the bent disc. ``shaft`` (2, pulleys) are mean speeds.
    """
    power = 0.0
    for i in range(count):
        a, b, damp = rows[i].a, rows[i].b, rows[i].force - rows[i].press
        if a < 0 or b < 0 or not rows[i].press > 0.0:
            continue
        g_x, g_y = cone_slope(rows, i, sheaves, pulley.q)
        if sheaves[b].compliance & COUPLED:
            g_x, g_y = bent_slope(rows, i, g_x, g_y)
        moved = (0.0, 0.0)
        if shaft.shape[1] > 0:
            moved = (shaft[0, b], shaft[1, b])
        rate = gap_rate(
            rows, i, sheaves, body.q, body.mean, pulley.mean, (g_x, g_y), moved
        )
        power -= 2.0 * damp * rate
    return power


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
