"""Ready-made families of a scene: links of a chain, toothed wheels, rails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import AssemblyError
from catena.numerics.arrays import Floats
from catena.results.scene import Channel, Family, Shape

ROUND = 32
"""Corners of a circle."""


@dataclass(frozen=True)
class ChainLook:
    """The dimensions that make a roller chain look like itself [m]."""

    pitch: float
    roller_diameter: float
    pin_diameter: float
    plate_height: float
    plate_thickness: float
    inner_width: float
    """Between the inner plates."""

    @classmethod
    def usual(cls, pitch: float, roller_diameter: float | None = None) -> ChainLook:
        """Proportions of a standard roller chain of this pitch [m]."""
        roller = 0.625 * pitch if roller_diameter is None else roller_diameter
        return cls(pitch, roller, 0.5 * roller, 0.9 * pitch, 0.12 * pitch, 0.6 * pitch)


def disc(radius: float, centre: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """A circle as an outline (n, 2) [m]."""
    angle = 2.0 * np.pi * np.arange(ROUND) / ROUND
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1) * radius + centre


def link_plate(pitch: float, height: float, waist: float = 0.8) -> Floats:
    """A link plate (n, 2) [m]: two round ends about the pins and a waist between.

    Args:
        pitch: Distance of the two pins, at (0, 0) and (pitch, 0).
        height: Height of the round ends.
        waist: Height in the middle as a share of the height.
    """
    r, lowest = 0.5 * height, 0.5 * height * waist
    end = np.radians(np.linspace(75.0, 285.0, ROUND // 2))
    left = np.stack([r * np.cos(end), r * np.sin(end)], axis=-1)
    right = np.array([pitch, 0.0]) - left
    x = np.linspace(left[-1, 0], pitch - left[-1, 0], ROUND // 4)[1:-1]
    share = np.cos(2.0 * np.pi * (x - x[0]) / (x[-1] - x[0])) * 0.5 + 0.5
    y = lowest + (abs(left[-1, 1]) - lowest) * share
    lower = np.stack([x, -y], axis=-1)
    upper = np.stack([x[::-1], y[::-1]], axis=-1)
    return np.vstack([left, lower, right, upper])


def chain_families(
    pins: ArrayLike,
    look: ChainLook,
    channels: Mapping[str, tuple[str, str, ArrayLike]] | None = None,
) -> tuple[Family, ...]:
    """Inner and outer links of a closed chain.

    Args:
        pins: Centres of the pins (frames, n, 2) [m]; link k joins pin k and the next.
        look: Dimensions.
        channels: Name to (label, units, values of shape (frames, n)), by link.
    """
    at = np.asarray(pins, dtype=np.float64)
    if at.ndim != 3 or at.shape[2] != 2:
        raise AssemblyError(f"scene: pins of shape {at.shape}, expected (frames, n, 2)")
    along = np.roll(at, -1, axis=1) - at
    angle = np.arctan2(along[..., 1], along[..., 0])
    return link_families(
        np.concatenate([at, angle[..., None]], axis=-1), look, channels
    )


def link_families(
    poses: ArrayLike,
    look: ChainLook,
    channels: Mapping[str, tuple[str, str, ArrayLike]] | None = None,
) -> tuple[Family, ...]:
    """Inner and outer links in turn, each where it really is.

    Args:
        poses: (frames, n, 3): rear pin x, y [m] and direction of the link [rad].
        look: Dimensions.
        channels: Name to (label, units, values of shape (frames, n)), by link.
    """
    at = np.asarray(poses, dtype=np.float64)
    kinds = (("inner_links", 0, _inner_shapes(look)), ("outer_links", 1, _outer(look)))
    return tuple(
        Family(
            name,
            tuple(f"link {k + 1}" for k in range(first, at.shape[1], 2)),
            shapes,
            at[:, first::2],
            tuple(
                Channel(key, label, units, np.asarray(values)[:, first::2])
                for key, (label, units, values) in (channels or {}).items()
            ),
        )
        for name, first, shapes in kinds
    )


def _inner_shapes(look: ChainLook) -> tuple[Shape, ...]:
    """Two plates and two rollers; pins of the neighbours show in the rollers."""
    plate = link_plate(look.pitch, look.plate_height)
    near, t = 0.5 * look.inner_width, look.plate_thickness
    roller = 0.5 * look.roller_diameter
    ends = ((0.0, 0.0), (look.pitch, 0.0))
    holes = tuple(disc(0.5 * look.pin_diameter, end) for end in ends)
    return (
        Shape(plate, (near, near + t), holes, "steel", True),
        Shape(plate, (-near - t, -near), holes, "steel", True),
        *(Shape(disc(roller, end), (-near, near), (), "bright") for end in ends),
    )


def _outer(look: ChainLook) -> tuple[Shape, ...]:
    """Two plates and the two pins that hold them."""
    plate = link_plate(look.pitch, 0.94 * look.plate_height, 0.62)
    t = look.plate_thickness
    near = 0.5 * look.inner_width + 1.12 * t
    far = near + t + 0.45 * t
    pin = 0.5 * look.pin_diameter
    ends = ((0.0, 0.0), (look.pitch, 0.0))
    return (
        Shape(plate, (near, near + t), (), "steel", True),
        Shape(plate, (-near - t, -near), (), "steel", True),
        *(Shape(disc(pin, end), (-far, far), (), "dark") for end in ends),
    )


def sprocket(
    name: str,
    outline: Floats,
    poses: ArrayLike,
    *,
    width: float,
    bore: float,
    root_radius: float,
    label: str = "",
) -> Family:
    """A toothed wheel with a hub and, when large enough, round openings.

    Args:
        name: Identifier.
        outline: The toothed outline (n, 2) [m] about the centre.
        poses: (frames, 3): x [m], y [m], angle [rad].
        width: Width of the teeth [m].
        bore: Diameter of the bore [m].
        root_radius: Radius at the bottom of the teeth [m].
        label: What the wheel is called; default the name.
    """
    hub = min(0.5 * bore + 0.22 * root_radius, 0.75 * root_radius)
    shaft = disc(0.5 * bore)
    half = 0.5 * width
    shapes = [
        Shape(outline, (-half, half), (shaft, *_openings(hub, root_radius)), "cast"),
        Shape(disc(hub), (-1.9 * half, 1.9 * half), (shaft,), "dark"),
        Shape(_keyed(0.5 * bore), (-2.6 * half, 2.6 * half), (), "bright"),
    ]
    at = np.asarray(poses, dtype=np.float64)[:, None, :]
    return Family(name, (label or name,), tuple(shapes), at)


def _openings(hub: float, root_radius: float) -> tuple[Floats, ...]:
    """Round lightening holes between hub and rim; none in small wheels."""
    middle, room = 0.5 * (hub + 0.9 * root_radius), 0.9 * root_radius - hub
    count = int(2.0 * np.pi * middle / (1.7 * room)) if room > 0.0 else 0
    if count < 4 or room < 0.25 * root_radius:
        return ()
    angles = 2.0 * np.pi * np.arange(count) / count
    return tuple(
        disc(0.36 * room, (float(middle * np.cos(a)), float(middle * np.sin(a))))
        for a in angles
    )


def _keyed(radius: float) -> Floats:
    """A shaft end with a flat, so that its turning is seen."""
    angle = np.linspace(0.55, 2.0 * np.pi - 0.55, ROUND)
    return 0.98 * radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def rail(
    name: str, outline: Floats, *, width: float, poses: ArrayLike | None = None
) -> Family:
    """A guide rail; with poses (frames, 3) it moves."""
    at = np.zeros((1, 3)) if poses is None else np.asarray(poses, dtype=np.float64)
    shape = Shape(outline, (-0.5 * width, 0.5 * width), (), "polymer")
    return Family(name, (name,), (shape,), at[:, None, :])


def arm_bar(name: str, pivot: ArrayLike, carried: ArrayLike, look: ChainLook) -> Family:
    """A bar from a pivot to the wheel it carries, behind the chain.

    Args:
        name: What it is called.
        pivot: Its axis (2,) [m].
        carried: Centres of the wheel (frames, 2), or in space (frames, 3) [m].
        look: Of the chain that runs over the wheel.
    """
    centres = np.asarray(carried, dtype=np.float64)
    out = centres[:, :2] - np.asarray(pivot)
    length = float(np.hypot(*out[0]))
    angle = np.arctan2(out[:, 1], out[:, 0])
    height = min(1.6 * look.plate_height, 0.8 * length)
    behind = -0.5 * look.inner_width - 4.0 * look.plate_thickness
    depth = (behind - 2.0 * look.plate_thickness, behind)
    end = disc(0.3 * height, (length, 0.0))
    shapes = (
        Shape(link_plate(length, height, 0.7), depth, (), "cast"),
        Shape(end, (behind, 0.0), (), "dark"),
        Shape(
            disc(0.3 * height), (depth[0], behind + look.plate_thickness), (), "dark"
        ),
    )
    x, y = np.broadcast_to(np.asarray(pivot)[:, None], (2, len(angle)))
    poses = np.column_stack([x, y, angle])
    if centres.shape[1] == 3:
        flat = np.zeros(len(angle))
        poses = np.column_stack(
            [x, y, centres[:, 2], np.cos(0.5 * angle), flat, flat, np.sin(0.5 * angle)]
        )
    return Family(f"arm_{name}", (name,), shapes, poses[:, None, :])
