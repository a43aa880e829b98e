"""The moving picture: every surface where its body carries it."""

from __future__ import annotations

import tomllib

import numpy as np

from catena.drives.spatial_system.plan import frame_along, inertia_of
from catena.drives.spatial_system.rods import radius_of, shape_of
from catena.drives.spatial_system.spec import GROUND, Spec
from catena.drives.spatial_system.spec.rods import RodPart
from catena.numerics.arrays import Floats
from catena.numerics.rotations import quaternion_of
from catena.results.run import Run
from catena.results.scene import Family, Scene, Shape
from catena.results.scene_parts import disc

SLICES = 9
"""Discs of which a ball is made."""
REACH = 1.3
"""Half size of a drawn plane over the reach of the motion."""


def picture(run: Run) -> Scene:
    """The scene of a run."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    poses = run.read("frame_pose")
    size = _size(spec, poses)
    of_body = {name: poses[:, i] for i, name in enumerate(spec.movers)}
    of_body[GROUND] = np.array([[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])
    families = []
    for ball in spec.sphere:
        at = _carried(of_body[ball.body], np.array(ball.centre), np.eye(3))
        families.append(_family(f"sphere {ball.name}", _ball(ball.radius), at))
    for face in spec.plane:
        at = _carried(
            of_body[face.body], np.array(face.point), frame_along(face.normal)
        )
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size
        shape = Shape(square, (-0.01 * size, 0.0), (), "cast")
        families.append(_family(f"plane {face.name}", (shape,), at))
    for bar in spec.cylinder:
        at = _carried(of_body[bar.body], np.array(bar.point), frame_along(bar.axis))
        half = size if bar.length is None else 0.5 * bar.length
        ring = disc(1.05 * bar.radius), (disc(bar.radius),)
        outline, holes = ring if bar.inside else (disc(bar.radius), ())
        shape = Shape(outline, (-half, half), holes, "dark")
        families.append(_family(f"cylinder {bar.name}", (shape,), at))
    bare = {part.name for part in spec.body} - {ball.body for ball in spec.sphere}
    for part in spec.body:
        if part.name in bare:
            families.append(
                _family(part.name, _block(spec, part.name), of_body[part.name])
            )
    families += [_rod(rod, of_body) for rod in spec.rod]
    return Scene(
        "bodies",
        "Bodies in space",
        run.read("frame_time"),
        tuple(families),
        caption="Balls are stacks of discs; bodies without a ball are boxes with their "
        "radii of gyration.",
    )


def _family(label: str, shapes: tuple[Shape, ...], poses: Floats) -> Family:
    name = "".join(c if c.isalnum() else "_" for c in label)
    return Family(name, (label,), shapes, poses[:, None, :])


def _rod(rod: RodPart, of_body: dict[str, Floats]) -> Family:
    """A bar about every node, as thick as the rod."""
    shape, radius = shape_of(rod), radius_of(rod)
    half = 0.5 * float(shape.lengths.max())
    outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half, radius)
    piece = Shape(outline, (-radius, radius), (), "steel")
    poses = np.stack([of_body[name] for name in rod.nodes], axis=1)
    return Family(f"rod_{rod.name}", tuple(rod.nodes), (piece,), poses)


def _ball(radius: float) -> tuple[Shape, ...]:
    edges = radius * np.linspace(-1.0, 1.0, SLICES + 1)
    middles = 0.5 * (edges[1:] + edges[:-1])
    return tuple(
        Shape(disc(float(np.sqrt(radius**2 - z**2))), (low, high), (),
              "bright" if k % 2 else "steel")
        for k, (z, low, high) in enumerate(
            zip(middles, edges[:-1], edges[1:], strict=True)
        )
    )  # fmt: skip


def _block(spec: Spec, name: str) -> tuple[Shape, ...]:
    """A box with the inertias of a body."""
    part = next(body for body in spec.body if body.name == name)
    J = np.array(inertia_of(spec, part))
    squares = 6.0 * (J.sum() - 2.0 * J) / part.mass  # sides of the box, squared
    x, y, z = 0.5 * np.sqrt(np.maximum(squares, 1e-6 * squares.max()))
    outline = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    return (Shape(outline, (-float(z), float(z)), (), "polymer"),)


def _size(spec: Spec, poses: Floats) -> float:
    """How far the motion reaches from the origin [m]."""
    reach = float(np.abs(poses[..., :3]).max())
    radii = [s.radius for s in spec.sphere] + [s.radius for s in spec.cylinder]
    return float(REACH * max([reach, *radii, 1e-3]))


def _carried(poses: Floats, place: Floats, axes: Floats) -> Floats:
    """Poses (frames, 7) of a surface that a body carries."""
    w, x, y, z = poses[:, 3:].T
    a, b, c, d = quaternion_of(axes)
    turned = np.stack(
        [
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        ],
        axis=-1,
    )
    v = poses[:, 4:]
    cross = np.cross(v, place[None])
    moved = place + 2.0 * (w[:, None] * cross + np.cross(v, cross))
    return np.concatenate([poses[:, :3] + moved, turned], axis=-1)
