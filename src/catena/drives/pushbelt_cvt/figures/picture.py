"""The moving picture: elements with their contour, ring sets, pulleys with shafts.

The pulleys are shown without their front sheaves, so that the belt can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.drives.pushbelt_cvt.figures.element import all_ways
from catena.drives.pushbelt_cvt.figures.finished_run import drive_of, observe
from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.pushbelt_cvt.layout.contour import element_contour
from catena.drives.pushbelt_cvt.layout.data import ElementData, SheaveData
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Channel, Curves, Family, Scene, Shape

TERRACES = 11
"""Discs one cone is drawn with."""
ROUND = 96
"""Corners of a sheave."""
WAY_POINTS = 240
"""Points of an element's curve over its way."""
SPLINES = 18
"""Teeth of a drawn shaft; they show that it turns."""


@dataclass(frozen=True)
class BeltLook:
    """Dimensions across the belt, which the planar model does not need [m]."""

    saddle_width: float
    pillar_width: float
    ear_width: float
    ring_width: float
    """Of one set."""
    ring_thickness: float
    ear_level: float


@dataclass(frozen=True, eq=False)
class BeltFrames:
    """What is shown over time: n elements, m spans of the ring."""

    time: Floats
    x: Floats
    """Centres of gravity (frames, n) [m]."""
    y: Floats
    angle: Floats
    """Direction of travel (frames, n) [rad]."""
    push: Floats
    """Force on the element ahead (frames, n) [N]."""
    flank: Floats
    """Normal force of both sheaves (frames, n) [N]."""
    knot_x: Floats
    """Of the ring (frames, m) [m]."""
    knot_y: Floats
    tension: Floats
    """Of the ring's spans (frames, m) [N]."""
    turn: Floats
    """Of both shafts in the sense of travel (frames, 2) [rad]."""


def picture(run: Run) -> Scene:
    """The scene of the last snapshots of a run."""
    spec, placed = drive_of(run)
    data = placed.data
    return belt_scene(
        frames_of(run, spec.solve.frame_count),
        data.element,
        look_of(spec, data.ring.thickness),
        (data.primary, data.secondary),
        data.centre_distance,
        way_curves(observe(run, placed)),
    )


def way_curves(seen: Observed) -> tuple[Curves, ...]:
    """What is plotted for a chosen element: its forces once around the belt."""
    way = np.linspace(0.0, seen.geometry.length, WAY_POINTS)
    signals = {"push": seen.round.push, "flank": seen.round.flank_normal}
    return tuple(
        Curves(name, 1e3 * way, all_ways(seen.place, values, way),
               "way along the belt", "mm")
        for name, values in signals.items()
    )  # fmt: skip


def frames_of(run: Run, most: int) -> BeltFrames:
    """The last snapshots of a run as frames."""
    rows = slice(-most, None)

    def read(name: str) -> Floats:
        return np.asarray(run.read(name, rows), dtype=np.float64)

    return BeltFrames(
        time=read("snapshot_time"),
        x=read("element_x"),
        y=read("element_y"),
        angle=read("element_angle"),
        push=read("rocking_force") + read("top_force") + read("bottom_force"),
        flank=2.0 * read("flank_force"),
        knot_x=read("ring_x"),
        knot_y=read("ring_y"),
        tension=read("span_tension"),
        turn=read("snapshot_turn"),
    )


def look_of(spec: Spec, ring_thickness: float) -> BeltLook:
    """Dimensions across the belt of a specification."""
    element = spec.element
    return BeltLook(
        saddle_width=element.saddle_width,
        pillar_width=element.pillar_width,
        ear_width=element.ear_width,
        ring_width=spec.ring.width,
        ring_thickness=ring_thickness,
        ear_level=element.ear_height - element.gravity_height,
    )


def belt_scene(
    frames: BeltFrames,
    element: ElementData,
    look: BeltLook,
    sheaves: tuple[SheaveData, SheaveData],
    distance: float,
    curves: tuple[Curves, ...] = (),
) -> Scene:
    """The scene of a running variator."""
    families = [_elements(frames, element, look, curves), _ring(frames, look)]
    families += [
        _pulley(frames, element, look, sheaves[p], p, distance) for p in range(2)
    ]
    return Scene(
        "pushbelt",
        "The running pushbelt",
        frames.time,
        tuple(families),
        caption=(
            "The end of the run in slow motion, front sheaves taken away. Elements "
            "carry the colour of their push force or of the sheaves' normal force, "
            "the ring that of its tension. Choose an element to see its force once "
            "around the belt."
        ),
    )


def _elements(
    frames: BeltFrames,
    element: ElementData,
    look: BeltLook,
    curves: tuple[Curves, ...],
) -> Family:
    contour = element_contour(element, look.ear_level)
    body, pillar, head = (
        0.5 * look.saddle_width,
        0.5 * look.pillar_width,
        0.5 * look.ear_width,
    )
    shapes = (
        Shape(contour.body, (-body, body), (), "steel", True),
        Shape(contour.pillar, (-pillar, pillar), (), "steel", True),
        Shape(contour.head, (-head, head), (), "steel", True),
    )
    return Family(
        "elements",
        tuple(f"element {k + 1}" for k in range(frames.x.shape[1])),
        shapes,
        np.stack([frames.x, frames.y, frames.angle], axis=-1),
        (
            Channel("push", "push force", "N", frames.push),
            Channel("flank", "normal force of the sheaves", "N", frames.flank),
        ),
        curves,
    )


def _ring(frames: BeltFrames, look: BeltLook) -> Family:
    """Each span as a straight piece between its knots, in both sets."""
    here = np.stack([frames.knot_x, frames.knot_y], axis=-1)
    along = np.roll(here, -1, axis=1) - here
    angle = np.arctan2(along[..., 1], along[..., 0])
    middle = here + 0.5 * along
    half = 0.51 * float(np.hypot(along[..., 0], along[..., 1]).mean())
    thick = 0.5 * look.ring_thickness
    outline = np.array([(-half, -thick), (half, -thick), (half, thick), (-half, thick)])
    near = 0.5 * look.pillar_width
    far = near + look.ring_width
    shapes = (
        Shape(outline, (near, far), (), "bright", True),
        Shape(outline, (-far, -near), (), "bright", True),
    )
    return Family(
        "ring",
        tuple(f"ring, span {i + 1}" for i in range(here.shape[1])),
        shapes,
        np.concatenate([middle, angle[..., None]], axis=-1),
        (Channel("tension", "ring tension", "N", frames.tension),),
    )


def _pulley(
    frames: BeltFrames,
    element: ElementData,
    look: BeltLook,
    sheave: SheaveData,
    pulley: int,
    distance: float,
) -> Family:
    """The rear sheave as terraces of its cone, and a splined shaft."""
    slope = np.tan(element.wedge_angle)
    radii = np.linspace(sheave.outer_radius, sheave.inner_radius, TERRACES)
    rim = 0.5 * look.saddle_width + 2.0e-3
    back = -rim - (sheave.outer_radius - sheave.inner_radius) * slope - 6e-3
    shapes = [
        Shape(
            _disc(radius),
            (back, -rim - (radius - sheave.inner_radius) * slope),
            (),
            "cast",
        )
        for radius in radii
    ]
    shaft = _splined(0.82 * sheave.inner_radius)
    shapes.append(Shape(shaft, (back, 0.9 * rim), (), "dark"))
    shapes.append(Shape(_disc(0.5 * sheave.inner_radius), (back, rim), (), "bright"))
    centre = distance if pulley else 0.0
    poses = np.zeros((frames.time.size, 1, 3))
    poses[:, 0, 0] = centre
    poses[:, 0, 2] = -frames.turn[:, pulley]
    return Family(PULLEYS[pulley], (f"{PULLEYS[pulley]} pulley",), tuple(shapes), poses)


def _disc(radius: float) -> Floats:
    angle = 2.0 * np.pi * np.arange(ROUND) / ROUND
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _splined(radius: float) -> Floats:
    """A shaft with teeth (n, 2) [m]."""
    angle = 2.0 * np.pi * np.arange(4 * SPLINES) / (4 * SPLINES)
    high = np.tile([1.0, 1.0, 0.88, 0.88], SPLINES)
    return radius * np.column_stack([high * np.cos(angle), high * np.sin(angle)])
