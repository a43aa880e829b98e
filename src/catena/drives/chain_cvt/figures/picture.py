"""The moving picture: links with their plates, rocker pins, sheaves with shafts.

The pulleys are shown without their front sheaves, so that the chain can be seen.
"""

from __future__ import annotations

import tomllib

import numpy as np

from catena.drives.chain_cvt.figures.clasp import stack_of
from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.spec.pulleys import PulleyPart
from catena.drives.variator.sheave_names import PULLEYS
from catena.numerics.arrays import Floats
from catena.results.run import Run
from catena.results.scene import Channel, Family, Scene, Shape
from catena.results.scene_parts import link_plate

ROUND = 96
"""Corners of a sheave."""
TERRACES = 11
"""Discs one cone is drawn with."""
PLATE_HEIGHT, PIN_HEIGHT, PIN_WIDTH = 1.0, 0.72, 0.3
"""Of a drawn plate and of one pin of a pair, over the pitch."""


def picture(run: Run) -> Scene:
    """The scene of the last snapshots of a run."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    rows = slice(-spec.solve.frame_count, None)

    def read(name: str) -> Floats:
        return np.asarray(run.read(name, rows), dtype=np.float64)

    pins = np.stack([read("pin_x"), read("pin_y")], axis=-1)
    turn, tension, axial = (
        read(n) for n in ("snapshot_turn", "link_tension", "pin_axial")
    )
    families = [_pulley(spec, p, turn[:, p]) for p in range(2)]
    families += _links(spec, pins, read("link_angle"), tension)
    families.append(_pins(spec, pins, read("link_angle"), axial))
    return Scene(
        "chain_cvt",
        "The running chain",
        read("snapshot_time"),
        tuple(families),
        caption="The end of the run in slow motion, front sheaves taken away. Links "
        "carry the colour of their tension, pins that of their axial force.",
    )


def _links(spec: Spec, pins: Floats, angle: Floats, tension: Floats) -> list[Family]:
    """Links by their number of plates and pitch, drawn plate by plate."""
    stack, pitches = stack_of(spec), spec.chain.pitches()
    ahead = np.roll(pins, -1, axis=1)
    poses = np.concatenate([0.5 * (pins + ahead), angle[..., None]], axis=-1)
    kinds = sorted(set(zip(stack.counts, pitches, strict=True)))
    families = []
    for number, kind in enumerate(kinds):
        own = [
            k
            for k, pair in enumerate(zip(stack.counts, pitches, strict=True))
            if pair == kind
        ]
        outline = link_plate(kind[1], PLATE_HEIGHT * spec.chain.pitch)
        half = 0.42 * stack.thickness
        shapes = tuple(
            Shape(outline, (z - half, z + half), (), "steel", True)
            for z in stack.levels(own[0]) * stack.thickness
        )
        families.append(
            Family(
                f"links_{number + 1}",
                tuple(f"link {k + 1}" for k in own),
                shapes,
                poses[:, own],
                (Channel("tension", "link tension", "N", tension[:, own]),),
            )
        )
    return families


def _pins(spec: Spec, pins: Floats, angle: Floats, axial: Floats) -> Family:
    """A pair of pins at every joint, at the mean angle of its links."""
    before = np.roll(angle, 1, axis=1)
    mean = np.arctan2(np.sin(angle) + np.sin(before), np.cos(angle) + np.cos(before))
    pitch, half = spec.chain.pitch, 0.5 * spec.pin.length
    high, wide = 0.5 * PIN_HEIGHT * pitch, PIN_WIDTH * pitch
    shapes = tuple(
        Shape(_rocker(side * wide, high), (-half, half), (), "bright", True)
        for side in (-1.0, 1.0)
    )
    return Family(
        "pins",
        tuple(f"pin {k + 1}" for k in range(pins.shape[1])),
        shapes,
        np.concatenate([pins, mean[..., None]], axis=-1),
        (Channel("axial", "axial force of a pin", "N", axial),),
    )


def _rocker(width: float, half: float) -> Floats:
    """Outline of one pin: its rolling face bulges towards the other one."""
    y = np.linspace(-half, half, 9)
    face = 0.12 * width * (y / half) ** 2
    back = np.column_stack([np.full_like(y, width), y[::-1]])
    outline: Floats = np.concatenate([np.column_stack([face, y]), back])
    return outline if width > 0.0 else outline[::-1]


def _pulley(spec: Spec, pulley: int, turn: Floats) -> Family:
    """The rear sheave as terraces of its cone, and a shaft with a flat."""
    part: PulleyPart = getattr(spec, PULLEYS[pulley])
    slope = np.tan(spec.variator.wedge_angle)
    radii = np.linspace(part.outer_radius, part.inner_radius, TERRACES)
    rim = 0.5 * spec.pin.length
    deep = (part.outer_radius - part.inner_radius) * slope
    back = -rim - deep - 6e-3
    shapes = [
        Shape(circle(r), (back, -rim - (r - part.inner_radius) * slope), (), "cast")
        for r in radii
    ]
    shaft = circle(0.8 * part.inner_radius)
    shaft[:, 0] = np.minimum(shaft[:, 0], 0.6 * part.inner_radius)
    shapes.append(Shape(shaft, (back, 0.9 * rim), (), "dark"))
    poses = np.zeros((turn.size, 1, 3))
    poses[:, 0, 0] = spec.variator.centre_distance if pulley else 0.0
    poses[:, 0, 2] = -turn
    return Family(PULLEYS[pulley], (f"{PULLEYS[pulley]} pulley",), tuple(shapes), poses)


def circle(radius: float) -> Floats:
    """Corners of a round part (n, 2) [m]."""
    angle = 2.0 * np.pi * np.arange(ROUND) / ROUND
    outline: Floats = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    return outline
