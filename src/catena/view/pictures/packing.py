"""A scene as a small text: sixteen-bit steps, differences in time, compressed.

Places are kept to 1/65535 of the scene (about 10 um in an engine), angles to 1e-4 rad,
channels to 1/65534 of their range. That is far below a pixel; results files keep the
exact numbers.
"""

from __future__ import annotations

import base64
import gzip
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catena.numerics.arrays import Floats
from catena.results.scene import (
    SPATIAL,
    Arrows,
    Channel,
    Curves,
    Family,
    Scene,
    Shape,
    euler_angles,
    seen_along_z,
)
from catena.view.scaling import display_unit_for

Steps = NDArray[np.uint16]
GAP = 65535
"""The step that means: no value here."""


class Packer:
    """Collects arrays of steps and remembers where each lies."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, steps: Steps) -> dict[str, Any]:
        """Append an array whose first axis is time; returns its place and shape.

        Differences in time are small numbers; with low and high bytes apart they
        compress well.
        """
        flat = steps.reshape(len(steps), -1)
        changes = np.diff(flat, axis=0, prepend=np.zeros_like(flat[:1]))
        raw = np.ascontiguousarray(changes.astype("<u2")).view(np.uint8)
        pair = raw.reshape(-1, 2)
        data = pair[:, 0].tobytes() + pair[:, 1].tobytes()
        place = {"at": self._size, "shape": list(steps.shape)}
        self._parts.append(data)
        self._size += len(data)
        return place

    def text(self) -> str:
        """Everything, compressed, as base64."""
        packed = gzip.compress(b"".join(self._parts), compresslevel=9, mtime=0)
        return base64.b64encode(packed).decode("ascii")


def packed_scene(scene: Scene) -> dict[str, Any]:
    """The scene for the viewer: a description and one compressed block of numbers."""
    packer = Packer()
    low_x, low_y, high_x, high_y = scene.bounds()
    size = max(high_x - low_x, high_y - low_y)
    box = {"x": low_x, "y": low_y, "size": size}
    families = [_family(family, box, scene, packer) for family in scene.families]
    return {
        "title": scene.title,
        "time": [float(f"{t:.9g}") for t in scene.time],
        "box": {**box, "width": high_x - low_x, "height": high_y - low_y},
        "families": families,
        "channels": [_scale(scene, name) for name in scene.channel_names],
        "arrows": [_arrows(arrows, box, packer) for arrows in scene.arrows],
        "data": packer.text(),
    }


def to_steps(values: Floats, low: float, high: float) -> Steps:
    """Values as steps 0 to 65534 of a range; gaps stay gaps."""
    share = (values - low) / (high - low)
    steps = np.round(np.clip(share, 0.0, 1.0) * (GAP - 1))
    return np.where(np.isfinite(values), steps, GAP).astype(np.uint16)


def to_turns(angles: Floats) -> Steps:
    """Angles as steps of 1/65536 turn, which wrap by themselves."""
    return np.round(angles * (65536.0 / (2.0 * np.pi))).astype(np.int64).astype("<u2")


def _family(
    family: Family, box: dict[str, float], scene: Scene, packer: Packer
) -> dict[str, Any]:
    x, y, angle = np.moveaxis(seen_along_z(family.poses), -1, 0)
    places = [
        to_steps(x, box["x"], box["x"] + box["size"]),
        to_steps(y, box["y"], box["y"] + box["size"]),
        to_turns(angle),
    ]
    if family.poses.shape[-1] == SPATIAL:
        half = 0.5 * box["size"]
        _, tilt, lean = euler_angles(family.poses)
        places.append(to_steps(family.poses[..., 2], -half, half))
        places += [to_turns(tilt), to_turns(lean)]
    return {
        "name": family.name,
        "labels": list(family.labels),
        "shapes": [_shape(shape) for shape in family.shapes],
        "poses": [packer.add(steps) for steps in places],
        "channels": {c.name: _channel(c, scene, packer) for c in family.channels},
        "curves": {c.channel: _curves(c, packer) for c in family.curves},
    }


def _arrows(arrows: Arrows, box: dict[str, float], packer: Packer) -> dict[str, Any]:
    """Places in the scene, and vectors as shares of the longest."""
    low = box["x"], box["y"], -0.5 * box["size"]
    longest = arrows.longest
    unit = display_unit_for(arrows.units, np.array([0.0, longest]))
    reach = longest or 1.0
    return {
        "name": arrows.name,
        "label": arrows.label,
        "shown": arrows.shown,
        "longest": longest,
        "factor": unit.factor,
        "units": unit.symbol,
        "at": [
            packer.add(to_steps(arrows.at[..., k], low[k], low[k] + box["size"]))
            for k in range(3)
        ],
        "vectors": [
            packer.add(to_steps(arrows.vectors[..., k], -reach, reach))
            for k in range(3)
        ],
    }


def _channel(channel: Channel, scene: Scene, packer: Packer) -> dict[str, Any]:
    return packer.add(to_steps(channel.values, *scene.channel_range(channel.name)))


def _curves(curves: Curves, packer: Packer) -> dict[str, Any]:
    finite = curves.values[np.isfinite(curves.values)]
    low, high = (
        (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    )
    high = high if high > low else low + 1.0
    return {
        "x": [float(f"{x:.7g}") for x in curves.x],
        "x_label": curves.x_label,
        "x_units": curves.x_units,
        "low": low,
        "high": high,
        "values": packer.add(to_steps(curves.values.T, low, high)),
    }


def _scale(scene: Scene, name: str) -> dict[str, Any]:
    """Label, range and display unit of a channel."""
    found = (family.channel(name) for family in scene.families)
    channel = next(c for c in found if c is not None)
    low, high = scene.channel_range(name)
    unit = display_unit_for(channel.units, np.array([low, high]))
    return {
        "name": name,
        "label": channel.label,
        "low": low,
        "high": high,
        "factor": unit.factor,
        "units": unit.symbol,
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "outline": _ring(shape.outline),
        "holes": [_ring(hole) for hole in shape.holes],
        "depth": [float(f"{z:.6g}") for z in shape.depth],
        "finish": shape.finish,
        "coloured": shape.coloured,
    }


def _ring(points: Floats) -> list[int]:
    """Corners in whole micrometres, x and y in turn."""
    return [int(value) for value in np.round(points * 1e6).ravel()]
