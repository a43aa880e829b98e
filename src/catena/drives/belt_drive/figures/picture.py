"""The moving picture: a belt coloured by tension on turning pulleys."""

from __future__ import annotations

import numpy as np

from catena.drives.belt_drive.figures.belt import drive_of
from catena.drives.belt_drive.layout import Layout
from catena.drives.belt_drive.spec import Spec
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Channel, Family, Scene, Shape
from catena.results.scene_parts import disc

BELT_WIDTH = 0.3
"""Of belt and rims, over the smallest radius."""
LEAST_THICKNESS = 0.04
"""Of the drawn belt, over the smallest radius."""


def picture(run: Run) -> Scene:
    """The scene of the last turns."""
    spec, placed = drive_of(run)
    smallest = min(wheel.radius for wheel in placed.wheels)
    width = BELT_WIDTH * smallest
    families = [*_pulleys(run, spec, width), *_arms(run, spec, placed, width)]
    families.append(_belt(run, spec, smallest, width))
    return Scene(
        "belt",
        "The running belt",
        run.read("frame_time"),
        tuple(families),
        caption="The end of the run in slow motion, the belt coloured by its tension.",
    )


def _belt(run: Run, spec: Spec, smallest: float, width: float) -> Family:
    """Pieces of belt between neighbouring knots."""
    x, y = run.read("frame_knot_x"), run.read("frame_knot_y")
    ahead_x, ahead_y = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    poses = np.stack(
        [
            0.5 * (x + ahead_x),
            0.5 * (y + ahead_y),
            np.arctan2(ahead_y - y, ahead_x - x),
        ],
        axis=-1,
    ).astype(np.float64)
    piece = float(np.hypot(ahead_x - x, ahead_y - y).mean())
    below = max(spec.belt.cord_height, 0.5 * LEAST_THICKNESS * smallest)
    above = max(spec.belt.back_height, 0.5 * LEAST_THICKNESS * smallest)
    if spec.travel == "clockwise":  # the inside of the loop lies to the right
        below, above = above, below
    half = 0.55 * piece
    outline = np.array([[-half, -above], [half, -above], [half, below], [-half, below]])
    shape = Shape(outline, (-0.5 * width, 0.5 * width), finish="dark", coloured=True)
    tension = Channel("tension", "tension of the belt", "N",
                      run.read("frame_tension").astype(np.float64))  # fmt: skip
    labels = tuple(f"piece {i + 1}" for i in range(x.shape[1]))
    return Family("belt", labels, (shape,), poses, (tension,))


def _pulleys(run: Run, spec: Spec, width: float) -> list[Family]:
    poses = np.stack(
        [run.read("frame_x"), run.read("frame_y"), run.read("frame_angle")], axis=-1
    )
    found = []
    for j, part in enumerate(spec.pulley):
        radius = 0.5 * part.diameter
        off = (
            part.eccentricity * np.cos(part.eccentricity_angle),
            part.eccentricity * np.sin(part.eccentricity_angle),
        )
        holes = (disc(0.15 * radius), *_openings(radius))
        rim = Shape(disc(radius, off), (-0.6 * width, 0.6 * width), holes, "steel")
        found.append(
            Family(f"pulley_{j + 1}", (part.name,), (rim,), poses[:, j : j + 1])
        )
    return found


def _openings(radius: float) -> tuple[Floats, ...]:
    """Four round holes that make turning visible."""
    angles = 0.5 * np.pi * np.arange(4)
    return tuple(
        disc(0.16 * radius, (0.58 * radius * np.cos(a), 0.58 * radius * np.sin(a)))
        for a in angles
    )


def _arms(run: Run, spec: Spec, placed: Layout, width: float) -> list[Family]:
    if not spec.tensioner:
        return []
    turn, found = run.read("frame_arm"), []
    names = [wheel.name for wheel in placed.wheels]
    for i, arm in enumerate(spec.tensioner):
        wheel = placed.wheels[names.index(arm.pulley)]
        reach = np.subtract(wheel.centre, arm.pivot)
        length, thick = float(np.hypot(*reach)), 0.25 * wheel.radius
        side = thick * np.array([-reach[1], reach[0]]) / length
        outline = np.array([side, -side, reach - side, reach + side])
        poses = np.column_stack(
            [np.broadcast_to(arm.pivot, (len(turn), 2)), turn[:, i]]
        )[:, None, :]
        shape = Shape(outline, (0.7 * width, 1.0 * width), finish="cast")
        found.append(Family(f"arm_{i + 1}", (f"arm of {arm.pulley}",), (shape,), poses))
    return found
