"""A specification of bodies in space as tables, and where they start."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catena.drives.spatial_system.rods import (
    Nodes,
    beams_of,
    nodes_of,
    radius_of,
    refuse_tapered_skin,
)
from catena.drives.spatial_system.spec import BodyPart, Spec
from catena.errors import GeometryError
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.numerics.rotations import quaternion_of
from catena.pairs.spheres.sphere_surface import sphere_gap
from catena.tables.spatial_bodies import (
    BODY,
    BUSHING,
    FREE,
    LOAD,
    SPRING,
    SURFACE,
    TOUCH,
    BodySystem,
    SurfaceKind,
    body_state,
)
from catena.tables.state import State

NO_PIN = -1, 0.0, 0.0, 0.0
"""Of a body whose place is its own."""
NO_ROD = 0, 0, 0
"""Beams of a surface other than a rod."""
OVERLAP = 1e-6
"""Depth over the radius of a sphere that a rigid contact may have at the start."""


@dataclass(frozen=True, eq=False)
class Plan:
    """Tables and start of a system."""

    system: BodySystem
    start: State
    axes: Floats
    """(n, 3, 3) at the start."""


def rotation_matrix(turn: tuple[float, float, float]) -> Floats:
    """The rotation by a vector along its axis, as long as its angle."""
    angle = math.sqrt(sum(x * x for x in turn))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = (t / angle for t in turn)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K)


def frame_along(axis: tuple[float, float, float]) -> Floats:
    """A rotation matrix whose third column is a direction."""
    z = np.array(axis) / np.linalg.norm(axis)
    side = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = np.cross(side, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def plan_of(spec: Spec) -> Plan:
    """Tables and start of a specification.

    Raises:
        GeometryError: Rigid surfaces overlap at the start.
    """
    n, own = len(spec.bodies), len(spec.body) + 1
    nodes = [nodes_of(rod) for rod in spec.rod]
    axes = np.array([
        np.eye(3), *(rotation_matrix(part.turn) for part in spec.body),
        *(made.axes[k] for rod, made in zip(spec.rod, nodes, strict=True)
          for k in rod.node_numbers),
    ])  # fmt: skip
    q, u = np.zeros((n, 7)), np.zeros((n, FREE))
    q[:, 3:] = quaternion_of(axes)
    for i, part in enumerate(spec.body, start=1):
        q[i, :3], u[i, :3] = part.position, part.velocity
        u[i, 3:] = axes[i].T @ np.array(part.spin)
    for rod, made in zip(spec.rod, nodes, strict=True):
        stop = own + len(rod.nodes)
        q[own:stop, :3], u[own:stop, :3] = made.place[rod.node_numbers], rod.velocity
        own = stop
    number = {name: i for i, name in enumerate(spec.bodies)}
    body, M_inv = _bodies(spec, nodes, number, q, axes)
    refuse_tapered_skin(
        spec.rod, {one for part in spec.contact for one in part.between}
    )
    surface, of_surface = _surfaces(spec, number)
    bushing, frame = _bushings(spec, number, q, axes)
    system = BodySystem(
        body,
        surface,
        _touches(spec, of_surface),
        bushing,
        frame,
        _springs(spec, number, q, axes),
        _loads(spec, number),
        *beams_of(spec.rod, number, q, axes),
        M_inv,
        np.array(spec.gravity, dtype=np.float64),
    )
    start = body_state(q, u, len(spec.contact))
    _check_overlap(spec, system, start, axes)
    return Plan(system, start, axes)


def inertia_of(spec: Spec, part: BodyPart) -> tuple[float, float, float]:
    """Principal inertias [kg m^2]; those of a solid ball where none are given."""
    if part.inertia is not None:
        return part.inertia
    radius = next(s.radius for s in spec.sphere if s.body == part.name)
    J = 0.4 * part.mass * radius**2
    return J, J, J


def _bodies(
    spec: Spec, nodes: list[Nodes], number: dict[str, int], q: Floats, axes: Floats
) -> tuple[Rows, Floats]:
    """Masses; what is pinned to a body moves with it and counts in its mass."""
    made = table(BODY, len(spec.bodies))
    M_inv = np.zeros((len(made), FREE))
    for i, part in enumerate(spec.body, start=1):
        made[i] = (part.mass, *inertia_of(spec, part), 1, *NO_PIN)
    i = len(spec.body) + 1
    for rod, own in zip(spec.rod, nodes, strict=True):
        for k in rod.node_numbers:
            made[i] = (own.mass[k], *own.inertia[k], 1, *NO_PIN)
            if k in rod.pins:
                body = number[rod.pins[k]]
                at = axes[body].T @ (own.place[k] - q[body, :3])
                made[i] = (0.0, *own.inertia[k], 1, body, *at)
            i += 1
    made[0].pin = -1
    for i in range(1, len(made)):
        row = made[i]
        M_inv[i, 3:] = 1.0 / np.array([row.J_x, row.J_y, row.J_z])
        M_inv[i, :3] = 1.0 / row.mass if row.pin < 0 else 0.0
    return made, M_inv


def _surfaces(spec: Spec, number: dict[str, int]) -> tuple[Rows, dict[str, int]]:
    rows: list[tuple[float, ...]] = []
    names = []
    for ball in spec.sphere:
        at = number[ball.body]
        solid = 0.0, 0.0, 1.0, ball.radius, math.inf, 0
        rows.append((SurfaceKind.SPHERE, at, *ball.centre, *solid, *NO_ROD))
        names.append(ball.name)
    for face in spec.plane:
        normal = frame_along(face.normal)[:, 2]
        flat = *normal, 0.0, math.inf, 0
        rows.append((SurfaceKind.PLANE, number[face.body], *face.point, *flat, *NO_ROD))
        names.append(face.name)
    for bar in spec.cylinder:
        axis = frame_along(bar.axis)[:, 2]
        half = math.inf if bar.length is None else 0.5 * bar.length
        at, inside = number[bar.body], int(bar.inside)
        round_ = *axis, bar.radius, half, inside
        rows.append((SurfaceKind.CYLINDER, at, *bar.point, *round_, *NO_ROD))
        names.append(bar.name)
    first = 0
    for rod in spec.rod:
        last, skin = first + rod.element_count, (radius_of(rod), math.inf, 0)
        beams = first, last, int(rod.closed)
        rows.append((SurfaceKind.ROD, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, *skin, *beams))
        names.append(rod.name)
        first = last
    made = table(SURFACE, len(rows))
    for k, row in enumerate(rows):
        made[k] = row
    return made, {name: k for k, name in enumerate(names)}


def _touches(spec: Spec, of_surface: dict[str, int]) -> Rows:
    made = table(TOUCH, len(spec.contact))
    for k, part in enumerate(spec.contact):
        a, b = (of_surface[name] for name in part.between)
        rigid = int(part.stiffness is None)
        made[k] = (
            a, b, rigid, part.restitution, part.friction, part.stiffness or 0.0,
            part.damping,
        )  # fmt: skip
    return made


def _bushings(
    spec: Spec, number: dict[str, int], q: Floats, axes: Floats
) -> tuple[Rows, Floats]:
    made, count = table(BUSHING, len(spec.bushing)), len(spec.bushing)
    frame = np.zeros((count, 2, 9))
    for k, part in enumerate(spec.bushing):
        a, b = (number[name] for name in part.bodies)
        at, own = np.array(part.at), frame_along(part.axis)
        axial = part.stiffness if part.axial_stiffness is None else part.axial_stiffness
        made[k] = (
            a, b, *(axes[a].T @ (at - q[a, :3])), *(axes[b].T @ (at - q[b, :3])),
            part.stiffness, axial, part.tilt_stiffness, part.damping, part.damping,
            part.tilt_damping, part.turn_damping,
        )  # fmt: skip
        frame[k, 0] = (axes[a].T @ own).ravel()
        frame[k, 1] = (axes[b].T @ own).ravel()
    return made, frame


def _springs(spec: Spec, number: dict[str, int], q: Floats, axes: Floats) -> Rows:
    made = table(SPRING, len(spec.spring))
    for k, part in enumerate(spec.spring):
        a, b = (number[name] for name in part.bodies)
        ends = np.array(part.ends)
        length = float(np.linalg.norm(ends[1] - ends[0]))
        made[k] = (
            a, b, *(axes[a].T @ (ends[0] - q[a, :3])),
            *(axes[b].T @ (ends[1] - q[b, :3])), part.stiffness, part.damping,
            length if part.length is None else part.length,
        )  # fmt: skip
    return made


def _loads(spec: Spec, number: dict[str, int]) -> Rows:
    rows = [(number[part.name], 0, *part.force, *part.torque) for part in spec.body]
    rows += [
        (number[part.body], int(part.follows), *part.force, *part.torque)
        for part in spec.load
    ]
    acting = [row for row in rows if any(row[2:])]
    made = table(LOAD, len(acting))
    for k, row in enumerate(acting):
        made[k] = row
    return made


def _check_overlap(spec: Spec, system: BodySystem, start: State, axes: Floats) -> None:
    """Refuse rigid surfaces that lie in each other at the start."""
    R = axes.reshape(-1, 9).copy()
    for k, part in enumerate(spec.contact):
        gap, _ = sphere_gap(system, k, start.q, R)
        radius = system.surface[system.touch[k].a].radius
        if part.stiffness is None and gap < -OVERLAP * radius:
            raise GeometryError(
                f"contact[{k}]: {part.between[0]!r} lies {-1e3 * gap:.4g} mm inside "
                f"{part.between[1]!r} at the start; rigid surfaces may touch, not "
                "overlap"
            )
