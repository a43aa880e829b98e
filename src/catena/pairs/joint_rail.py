"""Joints of a chain against the sliding surfaces of guides; plate ends are round."""

from __future__ import annotations

from typing import NamedTuple

from catena.geometry.contour import contour_distance
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record
from catena.pairs.points import links_between
from catena.pairs.roller_tooth import list_planar
from catena.rows.planar import Counter

RAIL = record(
    body=int,
    first=int,  # rows of its contour
    last=int,
    slot=int,  # of the first joint
    x_low=float,  # box within which a joint may touch, in the frame of the body [m]
    y_low=float,
    x_high=float,
    y_high=float,
)


class JointRail(NamedTuple):
    """All that is known of joints and rails."""

    rails: Rows  # RAIL
    code: Ints  # (rows,)  contours
    shape: Floats  # (rows, 6)
    offset: float  # of the sliding surface from the joints [m]
    longest: float  # no link is longer, even under load [m]
    group: int
    ahead: int  # points before those of the joints: rollers that are bodies


@lean_kernel
def find_joint_rail(
    pair: JointRail,
    points: Rows,
    places: Rows,
    q: Floats,
    pose: Floats,
    impulse: Floats,
    rows: Rows,
    counter: Ints,
) -> None:
    """Rows of all joints that press on rails; ``impulse`` is the memory by slot."""
    rails, offset, count = pair.rails, pair.offset, counter[Counter.ROWS]
    ahead = pair.ahead
    for g in range(rails.size):
        body, near = rails[g].body, 0
        if body < 0:  # tells the compiler that no index counts from the end
            continue
        cos, sin = pose[0, body], pose[1, body]
        for i in range(points.size - ahead):
            k = ahead + i
            if i < near or k < 0:
                continue
            d_x, d_y = places[k].x - q[0, body], places[k].y - q[1, body]
            p_x, p_y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
            beside = max(rails[g].x_low - p_x, p_x - rails[g].x_high)
            beside = max(beside, rails[g].y_low - p_y, p_y - rails[g].y_high)
            if not beside <= 0.0:  # not a number must not pass either
                near = i + 1 + links_between(beside, pair.longest)
                continue
            slot = rails[g].slot + i
            d, e_x, e_y, _ = contour_distance(
                pair.code, pair.shape, rails[g].first, rails[g].last, p_x, p_y
            )
            # a joint as far behind the surface belongs to its other side
            if d >= offset or d < -offset or count == rows.size:
                impulse[slot] = 0.0
                continue
            n_x, n_y = cos * e_x - sin * e_y, sin * e_x + cos * e_y
            a_x, a_y = places[k].arm_x, places[k].arm_y
            list_planar(rows, count, n_x, n_y, a_x, a_y, d_x, d_y)
            # friction acts on the sliding surface, an offset away from the joint
            rows[count].a_t -= offset
            rows[count].b_t -= offset
            rows[count].depth, rows[count].slot = offset - d, slot
            rows[count].a, rows[count].b = points[k].body, body
            rows[count].group = pair.group
            count += 1
    counter[Counter.ROWS] = count
