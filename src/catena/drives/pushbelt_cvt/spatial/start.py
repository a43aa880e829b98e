"""From a planar belt to the belt in space, without changing any gap.

Elements and rings keep their places and velocities in the plane. Across it the belt
runs in the mid-planes of the grooves and straight in the strands (4.74); elements stay
parallel to the pulleys, and the row shears. Each sheave of a symmetric pulley is the
planar one. A loose sheave tilts twice as much and lies at 2 Z - Z_0, a fixed one not at
all at Z_0; between them the belt moves across by

    delta = Z - Z_0 + tilt . d

towards the loose sheave, which leaves the gaps of all flanks, and so all forces.

Source: [Cebulla2014] 4.3, (4.74).
Deviation: yaw of the elements is 0; beta of (4.83) is four times what they settle at.
"""

from __future__ import annotations

import numpy as np

from catena.bodies.ring_spline import control_points
from catena.bodies.sheave_spatial import PULLEY_ROWS
from catena.drives.pushbelt_cvt.layout.placement import Layout
from catena.drives.pushbelt_cvt.signals import arc_of
from catena.drives.pushbelt_cvt.spatial.data import SpaceData
from catena.geometry.variator import LOOSE, PUSH, SECONDARY
from catena.integrators.steps.pushbelt_tables import PULLEYS, System
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
    last = 3 * n + 4 * PULLEYS
    pulley = [a[3 * n : last].reshape(4, PULLEYS) for a in (state.q, state.u)]
    ring = state.q[last:].reshape(2, m), state.u[last:].reshape(2, m)
    shift = nominal_places(placed, plane), pulley[0]
    z, v_z, arc = _across(placed, plane, body, shift, space)
    sheaves = _pulleys(pulley, shift[0], space)
    elements = _elements(body, z, v_z)
    rings = _rings(placed, ring, (arc, z, v_z), system.saddle.z)
    memory = empty_spatial_memory(n, plane.flank.along.size)
    memory.place[:] = np.repeat(state.memory.place, 2)
    memory.P_flank[:] = np.repeat(state.memory.P_flank, 2, axis=0)
    memory.P_saddle[:, 0] = 0.5 * np.repeat(state.memory.P_saddle, 2)
    memory.theta[:] = state.memory.theta
    return State(
        t=np.zeros(1),
        q=np.concatenate([elements[0].ravel(), sheaves[0].ravel(), rings[0].ravel()]),
        u=np.concatenate([elements[1].ravel(), sheaves[1].ravel(), rings[1].ravel()]),
        memory=memory,
        ledger=empty_ledger(len(SpatialGroup), 2 * PULLEYS),
    )


def nominal_places(placed: Layout, plane: System) -> Floats:
    """Where fixed sheaves lie: unloaded flanks on the nominal radii touch them [m]."""
    element, start = placed.data.element, placed.start
    inside = 0.5 * placed.data.ring.thickness
    inside += element.saddle_level - element.flank_level
    radii = np.array([start.radius_primary, start.radius_secondary]) - inside
    found: Floats = plane.flank.half_width - radii * plane.sheaves.tan
    return found


def _across(
    placed: Layout,
    plane: System,
    body: tuple[Floats, Floats],
    shift: tuple[Floats, Floats],
    space: SpaceData,
) -> tuple[Floats, Floats, Floats]:
    """z and its rate of all elements, and their places along the course."""
    line, (q, u) = placed.centre_line, body
    arc = arc_of(line, q[0], q[1])
    begins = line.section_starts()
    marks = np.array([begins[PUSH], begins[SECONDARY], begins[LOOSE], line.length])
    own, rate = np.empty((PULLEYS, arc.size)), np.empty((PULLEYS, arc.size))
    for p in range(PULLEYS):
        own[p], rate[p] = _beside(plane, q, u, shift, space, p)
    on_primary, on_secondary = arc < marks[0], (arc >= marks[1]) & (arc < marks[2])
    z, v_z = np.where(on_primary, own[0], own[1]), np.where(on_primary, *rate)
    speed = np.hypot(u[0], u[1])
    for begin, end in ((marks[0], marks[1]), (marks[2], marks[3])):
        inside = (arc >= begin) & (arc < end)
        edges = _edges(arc, z, on_primary | on_secondary, begin, end, line.length)
        slope = (edges[1] - edges[0]) / (end - begin)
        z = np.where(inside, edges[0] + slope * (arc - begin), z)
        v_z = np.where(inside, slope * speed, v_z)
    return z, v_z, arc


def _beside(
    plane: System,
    q: Floats,
    u: Floats,
    shift: tuple[Floats, Floats],
    space: SpaceData,
    p: int,
) -> tuple[Floats, Floats]:
    """z and its rate on one pulley: its mid-plane, and towards the loose sheave."""
    middle = np.full(q.shape[1], space.planes[p])
    if space.loose is None:
        return middle, np.zeros_like(middle)
    side = 2.0 * space.loose[p] - 1.0
    nominal, pulley = shift
    level = plane.flank.level
    d_x = q[0] - level * np.sin(q[2]) - plane.sheaves[p].c_x
    d_y = q[1] + level * np.cos(q[2]) - plane.sheaves[p].c_y
    tilt_x, tilt_y = pulley[2, p], pulley[3, p]
    delta = pulley[1, p] - nominal[p] + tilt_x * d_x + tilt_y * d_y
    v_x = u[0] - level * np.cos(q[2]) * u[2]
    v_y = u[1] - level * np.sin(q[2]) * u[2]
    return middle + side * delta, side * (tilt_x * v_x + tilt_y * v_y)


def _edges(
    arc: Floats, z: Floats, known: Floats, begin: float, end: float, length: float
) -> tuple[float, float]:
    """z where a strand leaves a pulley and where it meets the next one."""
    order = np.argsort(arc[known])
    at, value = arc[known][order], z[known][order]
    before = np.searchsorted(at, begin) - 1
    after = np.searchsorted(at, end - 1e-12)
    return float(value[before]), float(value[after % at.size])


def _elements(
    body: tuple[Floats, Floats], z: Floats, v_z: Floats
) -> tuple[Floats, Floats]:
    (x, y, angle), (v_x, v_y, turning) = body
    zero = np.zeros_like(x)
    half = 0.5 * angle
    q = np.stack([x, y, z, np.cos(half), zero, zero, np.sin(half)], axis=1)
    u = np.stack([v_x, v_y, v_z, zero, zero, turning], axis=1)
    return q, u


def _pulleys(
    pulley: list[Floats], nominal: Floats, space: SpaceData
) -> tuple[Floats, Floats]:
    """Turn, and place and slopes of both sheaves, with their rates."""
    q, u = np.zeros((PULLEY_ROWS, PULLEYS)), np.zeros((PULLEY_ROWS, PULLEYS))
    for new, old in ((q, pulley[0]), (u, pulley[1])):
        new[0] = old[0]
        for p in range(PULLEYS):
            if space.loose is None:
                new[1:4, p] = new[4:, p] = old[1:, p]
                continue
            first = 1 + 3 * space.loose[p]
            new[first : first + 3, p] = 2.0 * old[1:, p]
    if space.loose is None:
        u[4] = 0.0  # both sheaves share the first place
        q[4] = 0.0
    else:
        for p in range(PULLEYS):
            q[1 + 3 * space.loose[p], p] -= nominal[p]
            q[4 - 3 * space.loose[p], p] = nominal[p]
    return q, u


def _rings(
    placed: Layout,
    ring: tuple[Floats, Floats],
    course: tuple[Floats, Floats, Floats],
    position: float,
) -> tuple[Floats, Floats]:
    """Control points (3, 2 m) of both sets, above the elements."""
    line, (arc, z, v_z) = placed.centre_line, course
    points, rates = ring
    knots = (np.roll(points, 1, 1) + 4.0 * points + np.roll(points, -1, 1)) / 6.0
    along = arc_of(line, knots[0], knots[1])
    order = np.argsort(arc)
    above, rate = (
        np.interp(along, arc[order], values[order], period=line.length)
        for values in (z, v_z)
    )
    z_c, v_c = control_points(np.stack([above, rate], axis=1)).T
    q = [np.concatenate([row, row]) for row in points]
    q.append(np.concatenate([z_c - position, z_c + position]))
    u = [np.concatenate([row, row]) for row in rates]
    u.append(np.concatenate([v_c, v_c]))
    return np.stack(q), np.stack(u)
