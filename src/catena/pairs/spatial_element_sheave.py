"""Flanks of pushbelt elements in space on the sheaves left and right.

A flank has one or two places along the belt, and at each of them a line of contact of
the height h, an even spring k over its length. Its middle has the gap

    g = cos(delta_0) (Z + rho tan(delta_0) + slopes . d - sigma (z - c_z)),

and the line along f stands at an angle theta to the cone, so that g + theta y is the
gap at the height y: an element rolled by phi on a sheave with slopes has

    theta = cos(delta_0) slopes . f - sigma sin(phi).

It presses as `catena.laws.line_contact` says: the moment against rolling is bounded by
N h/2, and all forces, those on the slopes of the sheaves among them, are gradients of
one energy. Contact at one height alone would let the belt roll over: the normals of
both flanks meet close to the centre of gravity.

Round flanks (circle on frustum) touch at one height that wanders with the angle, as
the planar ones do; rolled by phi they carry R phi off their middle, which holds an
element as long as R is more than half its width times cos(delta_0).

Source: [Cebulla2014] 3.2.2, 5.3, 6.1, Figure 6.4.
Deviation: lines instead of points at one height. Front and rear of a thick element,
which stands for several, do not count as inclined to the cone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.laws.line_contact import line_contact
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.numerics.rotations import cross, to_body, to_world
from catena.pairs.element_sheave import ElementFlank, recess, wander
from catena.rows.flank_force import FlankLaw
from catena.rows.spatial_flank import (
    fill_flank_bound,
    fill_flank_directions,
    fill_flank_mass,
)
from catena.tables.blocks import Block

FAR = 5e-4
"""Gap beyond which the flank on the other side is not asked, more than what slopes and
rolling make of the difference of both; places across count besides [m]."""


class SpatialFlank(NamedTuple):
    """Where the flanks of an element are, and how they press."""

    plane: ElementFlank  # its margin: gap up to which rows exist [m]
    law: FlankLaw  # per place and sheave
    height: float  # of the line of contact [m]
    grips: Rows  # GRIP (2,), friction on both pulleys


class FlankTables(NamedTuple):
    """What a search for flanks reads and fills."""

    sheaves: Rows
    body: Block
    pulley: Block
    R: Floats
    rows: Rows
    begin: Ints  # (n + 1,)  first row of each element
    belt: Rows  # what the belt does to each sheave


@lean_kernel
def find_spatial_flanks(flank: SpatialFlank, tables: FlankTables) -> int:
    """Rows of all flanks that are near their sheaves, element by element; how many.

    Elements left of the middle belong to the first pulley.
    """
    q, plane, begin = tables.body.q, flank.plane, tables.begin
    middle = 0.5 * (tables.sheaves[0].c_x + tables.sheaves[2].c_x)
    count = 0
    for k in range(q.shape[0]):
        begin[k] = count
        first = 2 if q[k, 0] >= middle else 0
        for f in range(plane.along.size):
            if find_pair(flank, tables, first, count, k, f):
                count += 2
    begin[q.shape[0]] = count
    return count


@lean_kernel
def press_spatial_flanks(
    flank: SpatialFlank, tables: FlankTables, count: int, dt: float
) -> tuple[float, float]:
    """Normal forces of all rows; their friction for later.

    Returns the power of damping [W] and the largest compression [m].
    """
    rows, along = tables.rows, flank.plane.along
    damped, most = 0.0, 0.0
    for i in range(count):
        place = along[rows[i].slot // 2 % along.size]
        damped += press_flank(flank, tables, i, place, dt)
        most = max(most, -rows[i].gap)
    return damped, most


@inline_kernel
def flank_arm(
    plane: ElementFlank, sheaves: Rows, b: int, along: float, y: float
) -> tuple[float, float, float]:
    """A point of a flank, y above its middle, along the axes of the element [m]."""
    cos, sin, side = sheaves[b].cos, sheaves[b].sin, sheaves[b].side
    half = plane.half_width + y * sin - recess(plane, y) / cos
    return along, plane.level + y * cos, side * half


@inline_kernel
def find_pair(
    flank: SpatialFlank, tables: FlankTables, first: int, count: int, k: int, f: int
) -> bool:
    """Fill the gaps of one place on both sheaves; whether one is near."""
    plane, sheaves, rows = flank.plane, tables.sheaves, tables.rows
    q, v = tables.body.q, tables.pulley.q
    p, left, right = sheaves[first].pulley, sheaves[first].z, sheaves[first + 1].z
    far = FAR + abs(v[right, p] - v[left, p])
    far += 2.0 * abs(q[k, 2] - sheaves[first].c_z)
    near = False
    for s in range(2):
        b, i, side = first + s, count + s, 2.0 * s - 1.0
        p, z, x, y = sheaves[b].pulley, sheaves[b].z, sheaves[b].x, sheaves[b].y
        rows[i].place = 0.0
        arm = flank_arm(plane, sheaves, b, plane.along[f], 0.0)
        l_x, l_y, l_z = to_world(tables.R, k, arm[0], arm[1], arm[2])
        d_x, d_y = q[k, 0] + l_x - sheaves[b].c_x, q[k, 1] + l_y - sheaves[b].c_y
        rho = math.sqrt(d_x * d_x + d_y * d_y)
        if plane.radius > 0.0:
            cos, sin = sheaves[b].cos, sheaves[b].sin
            f_x, f_y, f_z = to_world(tables.R, k, 0.0, cos, side * sin)
            theta = sin * (d_x * f_x + d_y * f_y) / rho - side * cos * f_z
            theta += cos * (v[x, p] * f_x + v[y, p] * f_y)
            rows[i].place = wander(plane, theta)
            arm = flank_arm(plane, sheaves, b, plane.along[f], rows[i].place)
            l_x, l_y, l_z = to_world(tables.R, k, arm[0], arm[1], arm[2])
            d_x, d_y = q[k, 0] + l_x - sheaves[b].c_x, q[k, 1] + l_y - sheaves[b].c_y
            rho = math.sqrt(d_x * d_x + d_y * d_y)
        across = side * (q[k, 2] + l_z - sheaves[b].c_z)
        cone = v[z, p] + rho * sheaves[b].tan + v[x, p] * d_x + v[y, p] * d_y
        gap = sheaves[b].cos * (cone - across)
        if gap > far:
            return False
        rows[i].a, rows[i].b, rows[i].p = k, b, p
        rows[i].z, rows[i].x, rows[i].y = z, x, y
        rows[i].slot = 2 * (k * plane.along.size + f) + s
        rows[i].d_x, rows[i].d_y, rows[i].rho, rows[i].gap = d_x, d_y, rho, gap
        rows[i].bend, rows[i].bend_x, rows[i].bend_y = 0.0, 0.0, 0.0
        near = near or gap < plane.margin
    return near


@inline_kernel
def press_flank(
    flank: SpatialFlank, tables: FlankTables, i: int, along: float, dt: float
) -> float:
    """Normal force of one row, its moment, its friction row; power of damping [W]."""
    sheaves, rows, belt, R = tables.sheaves, tables.rows, tables.belt, tables.R
    body, pulley = tables.body, tables.pulley
    a, b, p = rows[i].a, rows[i].b, rows[i].p
    z, x, y = rows[i].z, rows[i].x, rows[i].y
    rows[i].force, rows[i].bound, rows[i].energy = 0.0, 0.0, 0.0
    if a < 0 or b < 0 or p < 0 or z < 0 or x < 0 or y < 0:
        return 0.0
    u, h, v, law = body.u, body.h, pulley.u, flank.law
    side, cos = sheaves[b].side, sheaves[b].cos
    # gradient of the gap along the axes of the body; direction of the line there
    arm = flank_arm(flank.plane, sheaves, b, along, rows[i].place)
    d_x, d_y, rho, sin = rows[i].d_x, rows[i].d_y, rows[i].rho, sheaves[b].sin
    r_x, r_y = d_x / rho, d_y / rho
    g_x = sin * r_x + cos * pulley.q[x, p] + rows[i].bend_x
    g_y = sin * r_y + cos * pulley.q[y, p] + rows[i].bend_y
    g_z = -side * cos
    g = to_body(R, a, g_x, g_y, g_z)
    f_2, f_3 = cos, side * sin
    f_x, f_y = f_2 * R[a, 1] + f_3 * R[a, 2], f_2 * R[a, 4] + f_3 * R[a, 5]
    s_x, s_y = pulley.q[x, p], pulley.q[y, p]
    theta = cos * (f_x * s_x + f_y * s_y) - side * R[a, 7]
    bend = rows[i].bend
    height = 0.0 if flank.plane.radius > 0.0 else flank.height
    line = line_contact(law.k, height, rows[i].gap + bend, theta)
    if not line.force > 0.0:
        return 0.0
    w_1, w_2, w_3 = u[a, 3], u[a, 4], u[a, 5]
    m = cross(arm[0], arm[1], arm[2], g[0], g[1], g[2])
    rate = g_x * u[a, 0] + g_y * u[a, 1] + g_z * u[a, 2]
    rate += m[0] * w_1 + m[1] * w_2 + m[2] * w_3
    rate += cos * (v[z, p] + v[x, p] * d_x + v[y, p] * d_y)
    force, power = line.force - law.d * rate, law.d * rate * rate
    if not force > 0.0:
        force, power = 0.0, line.force * rate
    # the angle changes as the element turns (l) and with the slopes of the sheave
    t = to_body(R, a, s_x, s_y, 0.0)
    l_1 = cos * (f_2 * t[2] - f_3 * t[1]) - side * R[a, 8]
    l_2 = cos * f_3 * t[0]
    l_3 = -cos * f_2 * t[0] + side * R[a, 6]
    turn = l_1 * w_1 + l_2 * w_2 + l_3 * w_3
    turn += cos * (f_x * v[x, p] + f_y * v[y, p])
    damp = law.d * height**2 / 12.0 * line.share * turn
    power += damp * turn
    moment = line.moment - damp
    rows[i].force, rows[i].moment = force, moment
    rows[i].energy = line.energy + 0.5 * line.force * bend
    h[a, 0] += force * g_x
    h[a, 1] += force * g_y
    h[a, 2] += force * g_z
    h[a, 3] += force * m[0] + moment * l_1
    h[a, 4] += force * m[1] + moment * l_2
    h[a, 5] += force * m[2] + moment * l_3
    axial = cos * force
    pulley.h[z, p] += axial
    pulley.h[x, p] += axial * d_x + moment * cos * f_x
    pulley.h[y, p] += axial * d_y + moment * cos * f_y
    belt[b].axial += axial
    belt[b].f_x -= force * g_x
    belt[b].f_y -= force * g_y
    rows[i].aspect = flank.grips[p].aspect
    fill_flank_directions(rows, i, sheaves, body, v[0, p], R, arm, dt)
    fill_flank_mass(rows, i, body, pulley)
    fill_flank_bound(rows, i, flank.grips, force * dt, body, pulley)
    return float(power)


@lean_kernel
def spatial_flank_energy(rows: Rows, count: int) -> float:
    """Elastic energy of all rows [J]."""
    total = 0.0
    for i in range(count):
        total += rows[i].energy
    return total
