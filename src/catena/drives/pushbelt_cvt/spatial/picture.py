"""The moving picture in space: elements, both ring sets and pulleys where they are."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from catena.drives.pushbelt_cvt.figures.finished_run import observe
from catena.drives.pushbelt_cvt.figures.picture import (
    belt_scene,
    frames_of,
    look_of,
    way_curves,
)
from catena.drives.pushbelt_cvt.spatial.layout import spatial_layout_of
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.numerics.arrays import Floats
from catena.numerics.rotations import quaternion_of
from catena.results.scene import Channel, Family, Scene, Shape

if TYPE_CHECKING:
    from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout
    from catena.results.run import Run


def spatial_picture(run: Run) -> Scene:
    """The scene of the last snapshots of a run."""
    spec = Spec.model_validate(tomllib.loads(run.spec_text))
    placed = spatial_layout_of(spec)
    data = placed.data
    frames = frames_of(run, spec.solve.frame_count)
    flat = belt_scene(
        frames,
        data.element,
        look_of(spec, data.ring.thickness),
        (data.primary, data.secondary),
        data.centre_distance,
        way_curves(observe(run, placed.plane)),
    )
    rows = slice(-frames.time.size, None)

    def read(name: str) -> Floats:
        return np.asarray(run.read(name, rows), dtype=np.float64)

    elements, ring, *pulleys = flat.families
    turned = axes_of(frames.angle, read("element_roll"), read("element_yaw"))
    place = np.stack([frames.x, frames.y, read("element_z")], axis=-1)
    more = (
        Channel("lateral", "place across the belt", "m", read("element_z")),
        Channel("roll", "roll", "rad", read("element_roll")),
        Channel("offset", "offset of the right ring", "m", read("ring_offset_right")),
    )
    families = [
        replace(
            elements,
            poses=np.concatenate([place, quaternion_of(turned)], axis=-1),
            channels=(*elements.channels, *more),
        )
    ]
    knots = np.stack([frames.knot_x, frames.knot_y], axis=-1)
    excess = read("span_tension_excess")
    for s, side in enumerate(("left", "right")):
        z = read(f"ring_z_{side}")
        pull = 0.5 * (frames.tension + (2 * s - 1) * excess)
        families.append(_set(ring, side, knots, z, pull, spec.ring.width))
    families += [_off(one, placed, p) for p, one in enumerate(pulleys)]
    return Scene(
        "pushbelt",
        "The running pushbelt in space",
        flat.time,
        tuple(families),
        caption="The end of the run in slow motion, front sheaves taken away, with "
        "both ring sets and the true offset of the grooves. Choose what colours the "
        "elements, and an element to see its force once around the belt.",
    )


def axes_of(angle: Floats, roll: Floats, yaw: Floats) -> Floats:
    """Matrices (..., 3, 3) from the recorded angles: columns run, outwards, across."""
    c, s = np.cos(angle), np.sin(angle)
    run = np.stack([c * np.cos(yaw), s * np.cos(yaw), -np.sin(yaw)], axis=-1)
    level = np.stack([-s, c, np.zeros_like(c)], axis=-1)
    across = np.cross(run, level)
    lean = np.clip(np.sin(roll) / np.cos(yaw), -1.0, 1.0)[..., None]
    out = np.sqrt(1.0 - lean**2) * level + lean * across
    return np.stack([run, out, np.cross(run, out)], axis=-1)


def _set(
    ring: Family, side: str, knots: Floats, z: Floats, pull: Floats, width: float
) -> Family:
    """One ring set: each span as a straight piece between its knots."""
    here = np.concatenate([knots, z[..., None]], axis=-1)
    along = np.roll(here, -1, axis=1) - here
    level = np.hypot(along[..., 0], along[..., 1])
    angle = np.arctan2(along[..., 1], along[..., 0])
    yaw = -np.arctan2(along[..., 2], level)
    turned = quaternion_of(axes_of(angle, np.zeros_like(angle), yaw))
    outline = ring.shapes[0].outline
    return Family(
        f"ring_{side}",
        tuple(f"{side} ring, span {i + 1}" for i in range(z.shape[1])),
        (Shape(outline, (-0.5 * width, 0.5 * width), (), "bright", True),),
        np.concatenate([here + 0.5 * along, turned], axis=-1),
        (Channel("tension", "ring tension", "N", pull),),
    )


def _off(pulley: Family, placed: SpatialLayout, p: int) -> Family:
    """A pulley in its own plane."""
    x, y, angle = np.moveaxis(pulley.poses, -1, 0)
    zero = np.zeros_like(x)
    poses = [x, y, zero + placed.space.planes[p], np.cos(0.5 * angle), zero, zero,
             np.sin(0.5 * angle)]  # fmt: skip
    return replace(pulley, poses=np.stack(poses, axis=-1))
