"""From a planar belt to the belt in space, without changing any gap.

Elements and rings keep their places and velocities in the plane. Across it the belt
runs in the mid-planes of the grooves and straight in the strands (4.74); elements stay
parallel to the pulleys, and the row shears. Each sheave of a symmetric pulley is the
planar one. A loose sheave tilts twice as much and lies at 2 Z - Z_0, a fixed one not at
all at Z_0; between them the flanks of the belt are shifted by

    z = c_z + sigma (Z - Z_0 + tilt . d)

towards the loose sheave on the side sigma, and elements yaw with that slope. This
leaves the gaps of all flanks, and so their forces; along the strands shift and yaw
fade into each other. Elements do not roll with the slope: flanks half a width away
would move outwards and inwards by it.

Source: [Cebulla2014] 4.3, (4.74).
Deviation: elements do not yaw with the belt line; beta of (4.83) is four times what
they settle at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.ring_spline import control_points
from catena.bodies.sheave_spatial import PULLEY_ROWS
from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.signals import arc_of
from catena.drives.pushbelt_cvt.spatial.data import SpaceData
from catena.geometry.course import Course
from catena.geometry.variator import LOOSE, PUSH, SECONDARY
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, System
from catena.integrators.steps.spatial_pushbelt_tables import (
    SpatialGroup,
    SpatialSystem,
    empty_spatial_memory,
)
from catena.numerics.arrays import Floats
from catena.tables.state import State, empty_ledger


def lifted_state(
    placed: Layout, plane: System, state: State, system: SpatialSystem, space: SpaceData
) -> State:
    """The belt in space that stands and moves as the planar one does."""
    n, m = plane.elements, plane.spans
    body = state.q[: 3 * n].reshape(3, n), state.u[: 3 * n].reshape(3, n)
    last = 3 * n + 4 * PULLEY_COUNT
    pulley = [a[3 * n : last].reshape(4, PULLEY_COUNT) for a in (state.q, state.u)]
    ring = state.q[last:].reshape(2, m), state.u[last:].reshape(2, m)
    fixed = nominal_places(placed, plane)
    lean = _leaning(plane, pulley[0], fixed, space)
    level = plane.flank.level
    elements = _elements(body, _across(placed, lean, *_at_level(body, level)))
    sheaves = _pulleys(pulley, fixed, space)
    rings = _rings(ring, placed, lean, system.saddle.z)
    flat = np.zeros(system.rings.twists)  # rings do not twist yet
    memory = empty_spatial_memory(n, plane.flank.along.size)
    memory.place[:] = np.repeat(state.memory.place, 2)
    memory.P_flank[:] = np.repeat(state.memory.P_flank, 2, axis=0)
    memory.closed[:] = np.repeat(state.memory.closed, 2)
    memory.P_saddle[:, 0] = 0.5 * np.repeat(state.memory.P_saddle, 2)
    memory.P_edge[:, 0] = -0.5 * np.repeat(state.memory.P_edge, 2)  # on the one ahead
    memory.theta[:] = state.memory.theta
    return State(
        t=np.zeros(1),
        q=np.concatenate(
            [elements[0].ravel(), sheaves[0].ravel(), rings[0].ravel(), flat]
        ),
        u=np.concatenate(
            [elements[1].ravel(), sheaves[1].ravel(), rings[1].ravel(), flat]
        ),
        memory=memory,
        ledger=empty_ledger(len(SpatialGroup), 2 * PULLEY_COUNT),
    )


def nominal_places(placed: Layout, plane: System) -> Floats:
    """Where fixed sheaves lie: unloaded flanks on the nominal radii touch them [m]."""
    element, start = placed.data.element, placed.start
    inside = 0.5 * placed.data.ring.thickness
    inside += element.saddle_level - element.flank_level
    radii = np.array([start.radius_primary, start.radius_secondary]) - inside
    found: Floats = plane.flank.half_width - radii * plane.sheaves.tan
    return found


EDGE = 0.1
"""Share of a strand at each end in which the belt still lies as in the pulley."""


class Leaning(NamedTuple):
    """How the belt lies across both pulleys: z = at + slopes . (place - centre)."""

    at: Floats  # (2,) [m]
    slopes: Floats  # (2, 2)  by pulley, along x and y
    centres: Floats  # (2, 2)


class Across(NamedTuple):
    """The belt across its plane at some points."""

    z: Floats
    rate: Floats
    slopes: Floats  # (2, points)  along x and y


def _leaning(plane: System, pulley: Floats, fixed: Floats, space: SpaceData) -> Leaning:
    """Mid-planes of the grooves, and towards the loose sheaves."""
    at, slopes = np.array(space.planes), np.zeros((PULLEY_COUNT, 2))
    if space.loose is not None:
        side = 2.0 * np.array(space.loose) - 1.0
        at = at + side * (pulley[1] - fixed)
        slopes = side[:, None] * pulley[2:].T
    centres = np.stack([plane.sheaves.c_x, plane.sheaves.c_y], axis=1)
    return Leaning(at, slopes, centres)


def _across(placed: Layout, lean: Leaning, q: Floats, u: Floats) -> Across:
    """Where points of the belt lie across its plane, straight along the strands."""
    line = placed.centre_line
    arc = arc_of(line, q[0], q[1])
    begins = line.section_starts()
    push, secondary, loose = begins[PUSH], begins[SECONDARY], begins[LOOSE]
    d = q[:2] - lean.centres[:, :, None]  # by pulley
    own = lean.at[:, None] + np.einsum("pc,pcn->pn", lean.slopes, d)
    moved = np.einsum("pc,cn->pn", lean.slopes, u[:2])
    on_primary = (arc < push + EDGE * (secondary - push)) | (
        arc >= line.length - EDGE * (line.length - loose)
    )
    z = np.where(on_primary, own[0], own[1])
    rate = np.where(on_primary, moved[0], moved[1])
    slopes = np.where(on_primary, lean.slopes[0][:, None], lean.slopes[1][:, None])
    speed = np.hypot(u[0], u[1])
    for p, begin, end in ((0, push, secondary), (1, loose, line.length)):
        near = EDGE * (end - begin)  # flanks touch beyond the ends of a wrap
        begin, end = begin + near, end - near
        inside = (arc >= begin) & (arc < end)
        way = np.clip((arc - begin) / (end - begin), 0.0, 1.0)
        first = lean.at[p] + lean.slopes[p] @ (_point(line, begin) - lean.centres[p])
        last = lean.at[1 - p] + lean.slopes[1 - p] @ (
            _point(line, end) - lean.centres[1 - p]
        )
        z = np.where(inside, first + way * (last - first), z)
        rate = np.where(inside, (last - first) / (end - begin) * speed, rate)
        between = lean.slopes[p] + np.outer(way, lean.slopes[1 - p] - lean.slopes[p])
        slopes = np.where(inside, between.T, slopes)
    return Across(z, rate, slopes)


def _point(line: Course, arc: float) -> Floats:
    """A point of a course, x and y [m]."""
    return np.ravel(line.point(np.array([arc % line.length])))


def _at_level(body: tuple[Floats, Floats], level: float) -> tuple[Floats, Floats]:
    """Places and velocities of points at a level of the elements, (2, n)."""
    (x, y, angle), (v_x, v_y, turning) = body
    l_x, l_y = -level * np.sin(angle), level * np.cos(angle)
    return (
        np.stack([x + l_x, y + l_y]),
        np.stack([v_x - turning * l_y, v_y + turning * l_x]),
    )


def _elements(body: tuple[Floats, Floats], course: Across) -> tuple[Floats, Floats]:
    """Places and axes (n, 7), velocities (n, 6); elements yaw with the slope."""
    (x, y, angle), (v_x, v_y, turning) = body
    c, s = np.cos(0.5 * angle), np.sin(0.5 * angle)
    slope = course.slopes[0] * np.cos(angle) + course.slopes[1] * np.sin(angle)
    half = -0.5 * np.arcsin(slope)  # about the height
    w, v = np.cos(half), np.sin(half)
    turned = [c * w, -s * v, c * v, s * w]
    zero = np.zeros_like(x)
    q = np.stack([x, y, course.z, *turned], axis=1)
    u = np.stack([v_x, v_y, course.rate, zero, zero, turning], axis=1)
    return q, u


def _pulleys(
    pulley: list[Floats], nominal: Floats, space: SpaceData
) -> tuple[Floats, Floats]:
    """Turn, and place and slopes of both sheaves, with their rates."""
    q, u = np.zeros((PULLEY_ROWS, PULLEY_COUNT)), np.zeros((PULLEY_ROWS, PULLEY_COUNT))
    for new, old in ((q, pulley[0]), (u, pulley[1])):
        new[0] = old[0]
        for p in range(PULLEY_COUNT):
            if space.loose is None:
                new[1:4, p] = new[4:, p] = old[1:, p]
                continue
            first = 1 + 3 * space.loose[p]
            new[first : first + 3, p] = 2.0 * old[1:, p]
    if space.loose is None:
        u[4] = 0.0  # both sheaves share the first place
        q[4] = 0.0
    else:
        for p in range(PULLEY_COUNT):
            q[1 + 3 * space.loose[p], p] -= nominal[p]
            q[4 - 3 * space.loose[p], p] = nominal[p]
    return q, u


def _rings(
    ring: tuple[Floats, Floats], placed: Layout, lean: Leaning, position: float
) -> tuple[Floats, Floats]:
    """Control points (3, 2 m) of both sets, above the elements."""
    points, rates = ring
    knots, moved = (
        (np.roll(a, 1, 1) + 4.0 * a + np.roll(a, -1, 1)) / 6.0 for a in ring
    )
    course = _across(placed, lean, knots, moved)
    z_c, v_c = control_points(np.stack([course.z, course.rate], axis=1)).T
    q = [np.concatenate([row, row]) for row in points]
    q.append(np.concatenate([z_c - position, z_c + position]))
    u = [np.concatenate([row, row]) for row in rates]
    u.append(np.concatenate([v_c, v_c]))
    return np.stack(q), np.stack(u)
