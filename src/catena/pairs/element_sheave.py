"""Flanks of pushbelt elements between the sheaves: who may touch, and how far away.

A flank has one or two points along the belt. The gap of a point is its axial distance
from the cone times cos(delta_0); points nearer than a margin take part, since coupled
sheaves may bend towards them.

A round flank of radius R over its height touches where it is parallel to the sheave:
with theta the slope of the gap along the flank, the gap theta y + y^2 / (2 R) is least
at y = -R theta, at most half the height of the flank away from its middle. There the
gap does not change with y, so that the place may wander without any work.

Source: [Cebulla2014] 5.3, 6.1, Figure 6.4: circle on frustum.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.tables.blocks import Block


class ElementFlank(NamedTuple):
    """Where the flanks of an element are."""

    level: float  # above the centre of gravity [m]
    half_width: float  # of the element at this level [m]
    margin: float  # gap up to which points take part [m]
    along: Floats  # (p,)  places of the points along the belt [m]
    radius: float  # of a flank that is round over its height; 0: straight [m]
    reach: float  # half the height of the flank [m]


@inline_kernel
def wander(flank: ElementFlank, theta: float) -> float:
    """Where a flank inclined to its sheave touches, above its middle [m]."""
    return float(max(-flank.reach, min(flank.reach, -flank.radius * theta)))


@inline_kernel
def recess(flank: ElementFlank, y: float) -> float:
    """How far a round flank falls back at y from its middle [m]."""
    return 0.5 * y * y / flank.radius if flank.radius > 0.0 else 0.0


@lean_kernel
def find_element_flanks(
    flank: ElementFlank,
    sheaves: Rows,
    body: Block,
    pulley: Block,
    pose: Floats,
    rows: Rows,
) -> int:
    """List the flank points near their sheaves with gap and place; how many.

    Elements left of the middle belong to the first pulley, others to the second; rows
    come pulley by pulley.
    """
    q, z = body.q, pulley.q
    middle = 0.5 * (sheaves[0].c_x + sheaves[1].c_x)
    points = flank.along.size
    count = 0
    for p in range(2):
        c_x, c_y, tangent = sheaves[p].c_x, sheaves[p].c_y, sheaves[p].tan
        cosine = sheaves[p].cos
        tilt = abs(z[2, p]) + abs(z[3, p])
        reach = (flank.half_width + flank.margin - z[1, p]) / (tangent - tilt)
        reach *= reach
        for k in range(q.shape[1]):
            if (q[0, k] >= middle) != (p == 1):
                continue
            c, s = pose[0, k], pose[1, k]
            for f in range(points):
                d_x = q[0, k] - c_x + flank.along[f] * c - flank.level * s
                d_y = q[1, k] - c_y + flank.along[f] * s + flank.level * c
                square = d_x * d_x + d_y * d_y
                if square > reach:
                    continue
                rho, half, back = math.sqrt(square), flank.half_width, 0.0
                if flank.radius > 0.0:
                    lean = (c * d_y - s * d_x) / rho - 1.0
                    theta = cosine * cosine * (c * z[3, p] - s * z[2, p])
                    y = wander(flank, theta + sheaves[p].sin * cosine * lean)
                    half, back = half + y * sheaves[p].sin, recess(flank, y)
                    d_x, d_y = d_x - y * cosine * s, d_y + y * cosine * c
                    rho = math.sqrt(d_x * d_x + d_y * d_y)
                rows[count].a, rows[count].b = k, p
                rows[count].slot = k * points + f
                rows[count].d_x, rows[count].d_y, rows[count].rho = d_x, d_y, rho
                rows[count].gap = cosine * (
                    z[1, p] + rho * tangent + z[2, p] * d_x + z[3, p] * d_y - half
                )
                rows[count].gap += back
                count += 1
    return count
