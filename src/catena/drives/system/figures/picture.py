"""The moving picture of a system: every body drawn by its contours and joints."""

from __future__ import annotations

import numpy as np

from catena.drives.loading import loads
from catena.drives.system.figures.outlines import path_of, paths_of, solid_of
from catena.drives.system.figures.rods import rod_families, with_ends
from catena.drives.system.figures.springs import spring_parts
from catena.drives.system.spec import Spec, contours
from catena.drives.system.spec.names import GROUND
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Channel, Family, Scene, Shape
from catena.results.scene_parts import disc

MOST_FRAMES = 600
SLIM = 0.015
"""Thickness of what has none, as a share of the picture."""
STILL = 1e-9
"""Way that counts as rest, as a share of the picture."""


def scene(run: Run) -> Scene | None:
    """Bodies along their recorded motion; None if there is nothing to draw."""
    if "position_x" not in run.names:
        return None
    spec = loads(run.spec_text)
    assert isinstance(spec, Spec)
    names = [str(name) for name in run.read("body")]
    poses = np.stack([run.read(n) for n in ("position_x", "position_y", "angle")], -1)
    speed = np.hypot(run.read("velocity_x"), run.read("velocity_y"))
    channels = {
        ("speed", "speed of the centre", "m/s"): speed,
        ("spin", "rotational speed", "rad/s"): run.read("spin"),
    }
    colours = {words: values for words, values in channels.items() if values.any()}
    size = extent(spec, poses)
    families = []
    nodes = {name for rod in spec.rod for name in rod.node_names()}
    for name in (GROUND, *(name for name in names if name not in nodes)):
        shapes = shapes_of(spec, name, size)
        if not shapes:
            continue
        k = names.index(name) if name in names else -1
        path = poses[:, k] if k >= 0 else np.zeros((1, 3))
        families.append(family(spec, name, shapes, path, k, colours, size))
    families += rod_families(run, spec.rod, names, poses, size)
    families += spring_parts(
        run, [*spec.spring, *spec.coupling], *with_ends(spec.rod, names, poses), size
    )
    if not families:
        return None
    title = spec.title or "System"
    return Scene("motion", title, run.read("time"), tuple(families)).thinned(
        MOST_FRAMES
    )


def family(
    spec: Spec,
    name: str,
    shapes: list[Shape],
    path: Floats,
    k: int,
    colours: dict[tuple[str, str, str], Floats],
    size: float,
) -> Family:
    """One body along its path; endless faces that shift along themselves stay."""
    if len(path) == 1:
        return Family(name, (name,), tuple(shapes), path[:, None, :])
    if shifts_along_itself(spec, name, path, size):
        path = np.broadcast_to(path[0], path.shape)
    channels = [
        Channel(*words, values[:, k : k + 1]) for words, values in colours.items()
    ]
    return Family(name, (name,), tuple(shapes), path[:, None, :], tuple(channels))


def extent(spec: Spec, poses: Floats) -> float:
    """Size of the picture [m]: where bodies ever are, and how large they are."""
    places = np.concatenate([poses[..., :2].reshape(-1, 2), np.zeros((1, 2))])
    reach = [0.0]
    for contour in spec.contour:
        if isinstance(contour, contours.Line | contours.RodSide | contours.RodNodes):
            continue
        if isinstance(contour, contours.Profile):
            corners = np.concatenate([path_of(piece) for piece in contour.pieces])
            reach.append(float(np.hypot(*corners.T).max()))
            continue
        place = "centre" if isinstance(contour, contours.Arc) else "position"
        x, y = getattr(contour, place)
        reach.append(float(np.hypot(x, y)) + getattr(contour, "radius", 0.0))
    span = float(np.ptp(places, axis=0).max())
    return max(span, 2.0 * max(reach), 1e-3)


def shifts_along_itself(spec: Spec, name: str, path: Floats, size: float) -> bool:
    """Whether a body of endless faces only moves along them."""
    own = [contour for contour in spec.contour if contour.body == name]
    if not own or not all(isinstance(contour, contours.Line) for contour in own):
        return False
    normals = np.array([c.normal for c in own if isinstance(c, contours.Line)])
    way = path - path[0]
    return bool(np.abs(np.c_[way[:, :2] @ normals.T, way[:, 2]]).max() < STILL * size)


def shapes_of(spec: Spec, name: str, size: float) -> list[Shape]:
    """What a body looks like."""
    slim = SLIM * size
    shapes = []
    for contour in spec.contour:
        if isinstance(contour, contours.RodSide | contours.RodNodes):
            continue
        if contour.body == name:
            shapes += contour_shapes(contour, size)
    if name != GROUND:
        corners = marks_of(spec, name)
        outline = hull(corners, slim)
        if len(corners) > 1 or not shapes:
            shapes.append(Shape(outline, (0.0, slim), coloured=True))
    return shapes


def contour_shapes(contour: contours.RigidContour, size: float) -> list[Shape]:
    """A contour as flat pieces; points are corners of the body's own outline."""
    slim = SLIM * size
    depth = (-slim, slim)
    if isinstance(contour, contours.Circle):
        outline = disc(contour.radius, contour.position)
        mark = spoke(contour.radius, slim) + contour.position
        above = (slim, 1.1 * slim)
        return [
            Shape(outline, depth, coloured=True),
            Shape(mark, above, finish="dark"),
        ]
    if isinstance(contour, contours.StatedSurface):
        path = np.array(contour.read().outline(size)) + contour.position
        return [Shape(solid_of(path, slim), depth)]
    if isinstance(contour, contours.Hollow):
        rim = disc(contour.radius + 2.0 * slim, contour.position)
        return [Shape(rim, depth, (disc(contour.radius, contour.position),))]
    if isinstance(contour, contours.Line):
        return [Shape(strip(contour, size), depth, finish="cast")]
    if isinstance(contour, contours.Point):
        return []
    if isinstance(contour, contours.Arc):
        paths = [path_of(contour)]
    else:
        paths = paths_of(contour)
    return [Shape(solid_of(path, slim), depth, coloured=True) for path in paths]


def spoke(radius: float, slim: float) -> Floats:
    """A mark on a disc that shows how it turns."""
    half = min(0.25 * slim, 0.1 * radius)
    ends = np.array([0.2, 0.9]) * radius
    return np.array(
        [(ends[i], s * half) for i, s in ((0, -1), (1, -1), (1, 1), (0, 1))]
    )


def strip(line: contours.Line, size: float) -> Floats:
    """A face as a long flat bar below it."""
    normal = np.array(line.normal) / np.hypot(*line.normal)
    along = size * np.array([-normal[1], normal[0]])
    top = np.array([line.position + along, line.position - along])
    return np.concatenate([top, top[::-1] - 2.0 * SLIM * size * normal])


def marks_of(spec: Spec, name: str) -> Floats:
    """Points of a body: contact points, centres of discs, where couplings act."""
    found = [
        contour.position
        for contour in spec.contour
        if isinstance(contour, contours.Point | contours.Circle)
        and contour.body == name
    ]
    for part in (*spec.spring, *spec.coupling, *spec.journal, *spec.pin):
        found += [part.point_a] if part.a == name else []
        found += [part.point_b] if part.b == name else []
    found += [press.point_a for press in spec.press if press.a == name]
    marks = np.unique(np.array(found or [(0.0, 0.0)], dtype=float), axis=0)
    if len(marks) == 1 and marks.any():  # an arm from the centre
        marks = np.concatenate([marks, np.zeros((1, 2))])
    return marks


def hull(points: Floats, slim: float) -> Floats:
    """Outline around points, thickened by ``slim``: a disc, a bar, or a plate."""
    rim = disc(slim)[::4]
    cloud = (points[:, None, :] + rim[None]).reshape(-1, 2)
    order = np.lexsort((cloud[:, 1], cloud[:, 0]))
    lower, upper = half_hull(cloud[order]), half_hull(cloud[order[::-1]])
    return np.array(lower[:-1] + upper[:-1])


def half_hull(points: Floats) -> list[Floats]:
    """One side of the convex hull of sorted points (monotone chain)."""
    chain: list[Floats] = []
    for p in points:
        while len(chain) > 1 and turn_of(chain[-2], chain[-1], p) <= 0.0:
            chain.pop()
        chain.append(p)
    return chain


def turn_of(a: Floats, b: Floats, c: Floats) -> float:
    """Positive if a, b, c turn to the left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
