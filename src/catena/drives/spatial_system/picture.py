"""The moving picture: every surface where its body carries it."""

from __future__ import annotations

import tomllib

import numpy as np

from catena.drives.spatial_system.plan import frame_along, inertia_of
from catena.drives.spatial_system.rods import radius_of, shape_of
from catena.drives.spatial_system.spec import GROUND, Spec
from catena.drives.spatial_system.spec.rods import RodPart
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Family, Finish, Scene, Shape
from catena.results.scene_parts import disc
from catena.results.scene_sight import (
    HERE,
    LOOK,
    Box,
    box_about,
    carried,
    corners,
    matrices,
    reach,
    seen_from,
    upright,
)

SLICES = 9
"""Discs of which a ball is made."""
REACH = 1.3
"""Half length of an endless cylinder over the reach of the motion."""
MARGIN, THICKNESS = 0.05, 0.01
"""Of a drawn plane beyond the ways of the bodies, and across, over its longer side."""
BROKEN_EDGE = 2e-3
"""Thickness from which the broken edges that the viewer gives cast parts fit [m]."""
PARALLEL = 0.1
"""Sine of the angle to the line of sight below which a plane faces the viewer."""
PLANES_SHOWN = (
    " Planes have no edges: they are drawn as far as bodies come, and as a rim where "
    "their back would hide them."
)


def picture(run: Run) -> Scene:
    """The scene of a run."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    poses = run.read("frame_pose")
    size = _size(spec, poses)
    of_body = {name: poses[:, i] for i, name in enumerate(spec.movers)}
    of_body[GROUND] = HERE
    families = []
    for ball in spec.sphere:
        at = carried(of_body[ball.body], np.array(ball.centre), np.eye(3))
        families.append(_family(f"sphere {ball.name}", _ball(ball.radius), at))
    for bar in spec.cylinder:
        at = carried(of_body[bar.body], np.array(bar.point), frame_along(bar.axis))
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
    box = None
    if spec.plane:
        families, box = _on_planes(spec, of_body, families)
    return Scene(
        "bodies",
        "Bodies in space",
        run.read("frame_time"),
        tuple(families),
        caption="Balls are stacks of discs; bodies without a ball are boxes with their "
        "radii of gyration." + (PLANES_SHOWN if spec.plane else ""),
        box=box,
    )


def _on_planes(
    spec: Spec, of_body: dict[str, Floats], families: list[Family]
) -> tuple[list[Family], Box]:
    """Bodies and the planes below them, with what is up upwards, and the view."""
    first = spec.plane[0]
    held = matrices(of_body[first.body])[0]
    pull = np.array(spec.gravity)
    up = -pull if pull.any() else held @ np.array(first.normal)
    moving = [family for family in families if len(family.poses) > 1] or families
    R = upright(up, np.concatenate([f.poses[..., :3].reshape(-1, 3) for f in moving]))
    boards = []
    for face in spec.plane:
        held = matrices(of_body[face.body])[0]
        axes, across = _facing(R @ held, np.array(face.normal))
        at = carried(of_body[face.body], np.array(face.point), axes)
        low, high = reach(at, moving)
        seen = bool(R @ held @ np.array(face.normal) @ LOOK > 0.0)
        shapes = board(low, high, across, seen)
        boards.append(_family(f"plane {face.name}", shapes, at))
    turned = [seen_from(R, np.zeros(3), family) for family in [*families, *boards]]
    bodies, planes = turned[: len(families)], turned[len(families) :]
    low, high = reach(HERE, bodies)
    for plane in planes:
        places = corners(plane)
        low, high = np.minimum(low, places.min(0)), np.maximum(high, places.max(0))
    middle = 0.5 * (low + high)
    centred = [seen_from(np.eye(3), middle, family) for family in turned]
    return centred, box_about(high - middle)


def _facing(R: Floats, normal: Floats) -> tuple[Floats, bool]:
    """Axes of a plane in those of its body, and whether it faces the viewer.

    ``R`` takes the axes of the body to those of the picture.
    A picture without depth shows outlines in the first two axes. Hence a plane seen
    from its side has its normal second and runs towards the viewer along its third
    axis; one across the line of sight has its normal third, or against the third.
    """
    n = normal / np.linalg.norm(normal)
    along = R[2] - (R[2] @ n) * n
    if np.linalg.norm(along) >= PARALLEL:
        along /= np.linalg.norm(along)
        return np.stack([np.cross(n, along), n, along], axis=1), False
    n = n if R[2] @ n > 0.0 else -n
    up = R[1] - (R[1] @ n) * n
    up /= np.linalg.norm(up)
    return np.stack([np.cross(up, n), up, n], axis=1), True


def board(low: Floats, high: Floats, across: bool, whole: bool) -> tuple[Shape, ...]:
    """What lies between two corners is borne by this board, or its rim.

    Args:
        low: Corner (3,) in the axes of the plane [m].
        high: The corner across.
        across: Whether the normal is along the third axis, not the second.
        whole: Whether it is seen from the front; from behind it would hide the bodies.
    """
    first, second = (0, 1) if across else (0, 2)
    span = float(max(high[first] - low[first], high[second] - low[second]))
    edge, thick = MARGIN * span, THICKNESS * span
    x, z = ((low[k] - edge, high[k] + edge) for k in (first, second))
    pieces = [(x, z)]
    if not whole:
        pieces = [
            (x, (z[0], z[0] + thick)), (x, (z[1] - thick, z[1])),
            ((x[0], x[0] + thick), z), ((x[1] - thick, x[1]), z),
        ]  # fmt: skip
    finish: Finish = "cast" if thick > BROKEN_EDGE else "dark"
    below = (0.0, thick) if across and not whole else (-thick, 0.0)
    return tuple(
        Shape(_rectangle(a, b if across else below), below if across else b, (), finish)
        for a, b in pieces
    )


def _rectangle(x: tuple[float, float], y: tuple[float, float]) -> Floats:
    return np.array([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]])


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
    farthest = float(np.abs(poses[..., :3]).max())
    radii = [s.radius for s in spec.sphere] + [s.radius for s in spec.cylinder]
    return float(REACH * max([farthest, *radii, 1e-3]))
