"""Rollers of a chain against the tooth gaps of a sprocket.

Source: contact by topology as in [Pfeiffer1997] sec. 4.2: a roller meets the gap it
lies in, and keeps it until its centre passes the middle of a tooth.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record
from catena.pairs.points import links_between
from catena.pairs.roller_depth import roller_depth
from catena.rows.planar import Counter

WHEEL = record(
    body=int,
    first=int,  # rows of the contour of one gap
    last=int,
    teeth=int,
    gap=int,  # number of its first gap, counted over all wheels
    off_x=float,  # centre of the teeth seen from that of the body, in its frame [m]
    off_y=float,
    reach=float,  # squared distance within which a roller may touch [m^2]
    slope=float,  # tangent of half a tooth angle
)


class RollerTooth(NamedTuple):
    """All that is known of rollers and teeth; a roller's slot is its number."""

    wheels: Rows  # WHEEL
    gaps: Floats  # (2, gaps)  cosine and sine of each gap's angle, all wheels
    code: Ints  # (rows,)  contours
    shape: Floats  # (rows, 6)
    radius: float  # of the rollers [m]
    grip: float  # radius at which rollers turn with their link [m]; 0: they do not
    longest: float  # no link is longer, even under load [m]
    group: int


@inline_kernel
def list_planar(
    rows: Rows,
    i: int,
    n_x: float,
    n_y: float,
    arm_x: float,
    arm_y: float,
    d_x: float,
    d_y: float,
) -> None:
    """Normal and levers of a row about the arms of both bodies, radii still to come."""
    rows[i].n_x, rows[i].n_y = n_x, n_y
    rows[i].a_n = arm_x * n_y - arm_y * n_x
    rows[i].a_t = arm_x * n_x + arm_y * n_y
    rows[i].b_n = d_x * n_y - d_y * n_x
    rows[i].b_t = d_x * n_x + d_y * n_y


@inline_kernel
def in_gap(gaps: Floats, gap: int, x: float, y: float) -> tuple[float, float]:
    """A point of the wheel's frame in the frame of one of its gaps."""
    return (
        gaps[0, gap] * x + gaps[1, gap] * y,
        gaps[0, gap] * y - gaps[1, gap] * x,
    )


@lean_kernel
def find_roller_tooth(
    pair: RollerTooth,
    points: Rows,
    places: Rows,
    q: Floats,
    pose: Floats,
    memory: tuple[Ints, Floats],
    rows: Rows,
    counter: Ints,
) -> None:
    """Rows of all rollers that press on teeth; ``memory``: gaps, impulses by slot.

    No angle has to be computed once a roller is near; behind one that is far away,
    those that cannot be near either are left out. Teeth stand about their own centre,
    levers about the body's.
    """
    wheels, gaps, code, shape = pair.wheels, pair.gaps, pair.code, pair.shape
    gap, impulse = memory
    radius, count = pair.radius, counter[Counter.ROWS]
    for j in range(wheels.size):
        body, z, base = wheels[j].body, wheels[j].teeth, wheels[j].gap
        if body < 0:  # tells the compiler that no index counts from the end
            continue
        cos, sin = pose[0, body], pose[1, body]
        off_x = cos * wheels[j].off_x - sin * wheels[j].off_y
        off_y = sin * wheels[j].off_x + cos * wheels[j].off_y
        c_x, c_y = q[0, body] + off_x, q[1, body] + off_y
        reach, slope = wheels[j].reach, wheels[j].slope
        first, last = wheels[j].first, wheels[j].last
        # links cannot be longer than pair.longest: who is far away tells how many
        # rollers behind it are far as well
        far, near = math.sqrt(reach), 0
        for i in range(gap.size):
            if i < near:
                continue
            d_x, d_y = places[i].x - c_x, places[i].y - c_y
            squared = d_x * d_x + d_y * d_y
            if not squared <= reach:  # not a number must not pass either
                near = i + 1 + links_between(math.sqrt(squared) - far, pair.longest)
                continue
            p_x, p_y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
            known, u, v = 0 <= gap[i] - base < z, 0.0, 0.0
            if known:
                u, v = in_gap(gaps, gap[i], p_x, p_y)
                # still between the border rays of its last gap: no angle is computed
                known = abs(v) <= slope * u
            if not known:
                turn = math.atan2(p_y, p_x) / (2.0 * math.pi)
                gap[i] = base + round(turn * z) % z
                u, v = in_gap(gaps, gap[i], p_x, p_y)
            depth, e_x, e_y = roller_depth(code, shape, first, last, radius, u, v)
            if depth <= 0.0 or count == rows.size:
                # an open contact must not start the next one with its old friction
                impulse[i] = 0.0
                continue
            e_c, e_s = gaps[0, gap[i]], gaps[1, gap[i]]
            f_x, f_y = e_c * e_x - e_s * e_y, e_s * e_x + e_c * e_y
            n_x, n_y = cos * f_x - sin * f_y, sin * f_x + cos * f_y
            a_x, a_y = places[i].arm_x, places[i].arm_y
            list_planar(rows, count, n_x, n_y, a_x, a_y, d_x + off_x, d_y + off_y)
            # levers of the point of contact; the radius of a roller counts for its link
            # only where it turns with it
            rows[count].a_t -= pair.grip
            rows[count].b_t -= radius
            rows[count].depth, rows[count].slot = depth, i
            rows[count].a, rows[count].b = points[i].body, body
            rows[count].group = pair.group
            count += 1
    counter[Counter.ROWS] = count
