"""A moving scene without a graphics library: drives describe it, view draws it.

Bodies of one kind form a `Family`: they share their shapes and differ in their poses,
names and in the values of the channels that may colour them. Planar bodies move in
the x-y plane; thickness lies along z, towards the reader. Spatial ones have a place and
a quaternion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.errors import AssemblyError
from catena.numerics.arrays import Floats

Finish = Literal["steel", "bright", "dark", "cast", "polymer"]
_FINISHES = ("steel", "bright", "dark", "cast", "polymer")
PLANAR = 3
"""Columns of a planar pose: x [m], y [m], angle [rad]."""
SPATIAL = 7
"""Columns of a spatial pose: x, y, z [m], quaternion w, x, y, z."""

LOOKS = 32
"""Instants sampled to find the bounding box of a moving part."""


def _floats(values: ArrayLike, ndim: int, what: str) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != ndim:
        raise AssemblyError(f"scene: {what} has {array.ndim} dimensions, not {ndim}")
    return array


@dataclass(frozen=True, eq=False)
class Shape:
    """A flat piece of a body: an outline with a thickness."""

    outline: Floats
    """Corners (n, 2) [m] in the frame of the body; the last joins the first."""
    depth: tuple[float, float]
    """From which z to which [m]."""
    holes: tuple[Floats, ...] = ()
    """Outlines of holes (n, 2) [m]."""
    finish: Finish = "steel"
    coloured: bool = False
    """Whether the shape takes the colour of the chosen channel."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outline", _floats(self.outline, 2, "an outline"))
        holes = tuple(_floats(hole, 2, "a hole") for hole in self.holes)
        object.__setattr__(self, "holes", holes)
        for ring in (self.outline, *holes):
            if ring.shape[1] != 2 or len(ring) < 3 or not np.isfinite(ring).all():
                raise AssemblyError(
                    f"scene: an outline has shape {ring.shape}; expected at least "
                    "three finite corners (x, y)"
                )
        if not self.depth[0] < self.depth[1]:
            raise AssemblyError(f"scene: a shape has the depth {self.depth}")
        if self.finish not in _FINISHES:
            raise AssemblyError(
                f"scene: finish {self.finish!r}; expected one of {_FINISHES}"
            )


@dataclass(frozen=True, eq=False)
class Channel:
    """A quantity of every body of a family over time, for colour and curve."""

    name: str
    """Identifier; channels of one name in several families share their scale."""
    label: str
    units: str
    """SI symbol such as ``"N"``."""
    values: Floats
    """(frames, bodies); NaN where there is no value."""

    def __post_init__(self) -> None:
        what = f"channel {self.name}"
        object.__setattr__(self, "values", _floats(self.values, 2, what))


@dataclass(frozen=True, eq=False)
class Curves:
    """What is plotted for a chosen body, finer than the frames or over another axis."""

    channel: str
    """The channel whose curve over the frames it replaces."""
    x: Floats
    """(samples,)"""
    values: Floats
    """(bodies, samples)"""
    x_label: str = "time"
    x_units: str = "s"

    def __post_init__(self) -> None:
        what = f"curve of {self.channel}"
        object.__setattr__(self, "x", _floats(self.x, 1, what))
        object.__setattr__(self, "values", _floats(self.values, 2, what))


@dataclass(frozen=True, eq=False)
class Family:
    """Bodies of the same shapes."""

    name: str
    labels: tuple[str, ...]
    """What each body is called: ``"link 17"``."""
    shapes: tuple[Shape, ...]
    poses: Floats
    """(frames, bodies, 3): x [m], y [m], angle [rad], or (frames, bodies, 7): place [m]
    and quaternion; one frame when nothing moves."""
    channels: tuple[Channel, ...] = ()
    curves: tuple[Curves, ...] = ()

    def __post_init__(self) -> None:
        for name in ("labels", "shapes", "channels", "curves"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(
            self, "poses", _floats(self.poses, 3, f"poses of {self.name}")
        )
        columns = SPATIAL if self.poses.shape[2] == SPATIAL else PLANAR
        expected = (len(self.poses), len(self.labels), columns)
        if self.poses.shape != expected or not np.isfinite(self.poses).all():
            raise AssemblyError(
                f"scene: family {self.name} has poses of shape {self.poses.shape}; "
                f"expected finite numbers of shape {expected}"
            )
        for curves in self.curves:
            wanted = (len(self.labels), curves.x.size)
            if curves.values.shape != wanted:
                raise AssemblyError(
                    f"scene: curves of {curves.channel} in family {self.name} have "
                    f"shape {curves.values.shape}; expected {wanted}"
                )

    def pose_at(self, frame: int) -> Floats:
        """Poses (bodies, 3) at a frame, as seen along z."""
        return seen_along_z(self.poses[frame if len(self.poses) > 1 else 0])

    def channel(self, name: str) -> Channel | None:
        """The channel of this name, if the family has it."""
        return next((c for c in self.channels if c.name == name), None)


@dataclass(frozen=True, eq=False)
class Arrows:
    """Vectors that grow and turn over time: forces of one kind."""

    name: str
    label: str
    units: str
    at: Floats
    """(frames, arrows, 3) where each begins [m]."""
    vectors: Floats
    """(frames, arrows, 3) along the axes of the world."""
    shown: bool = True
    """Whether they are there before a reader asks for them."""

    def __post_init__(self) -> None:
        for name in ("at", "vectors"):
            what = f"{name} of arrows {self.name}"
            object.__setattr__(self, name, _floats(getattr(self, name), 3, what))
        if self.at.shape != self.vectors.shape or self.at.shape[2] != 3:
            raise AssemblyError(
                f"scene: arrows {self.name} begin at {self.at.shape} places and have "
                f"{self.vectors.shape} vectors; expected (frames, arrows, 3) of both"
            )
        if not (np.isfinite(self.at).all() and np.isfinite(self.vectors).all()):
            raise AssemblyError(f"scene: arrows {self.name} are not finite")

    @property
    def longest(self) -> float:
        """Size of the largest vector."""
        sizes = np.sqrt((self.vectors**2).sum(axis=-1))
        return float(sizes.max(initial=0.0))


@dataclass(frozen=True, eq=False)
class Scene:
    """A whole moving picture."""

    name: str
    """Identifier, also the file name of a saved picture."""
    title: str
    time: Floats
    """(frames,) [s], growing."""
    families: tuple[Family, ...]
    caption: str = ""
    arrows: tuple[Arrows, ...] = ()
    box: tuple[float, float, float, float] | None = None
    """What the view is fitted to, as `bounds` tells it; if not given, what bodies sweep
    over as seen along z."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "time", _floats(self.time, 1, "time"))
        object.__setattr__(self, "families", tuple(self.families))
        if not self.name.replace("_", "").replace("-", "").isalnum():
            raise AssemblyError(
                f"scene: name {self.name!r} must consist of letters, digits, _ and -"
            )
        if not self.families or not len(self.time):
            raise AssemblyError(f"scene {self.name}: no bodies or no frames")
        if np.any(np.diff(self.time) <= 0.0) or not np.isfinite(self.time).all():
            raise AssemblyError(f"scene {self.name}: time must be finite and grow")
        for family in self.families:
            self._check(family)
        for arrows in self.arrows:
            if len(arrows.at) != len(self.time):
                raise AssemblyError(
                    f"scene {self.name}: arrows {arrows.name} have {len(arrows.at)} "
                    f"frames, expected {len(self.time)}"
                )

    def _check(self, family: Family) -> None:
        frames = len(self.time)
        if len(family.poses) not in (1, frames):
            raise AssemblyError(
                f"scene {self.name}: family {family.name} has {len(family.poses)} "
                f"frames, expected 1 or {frames}"
            )
        for channel in family.channels:
            expected = (frames, len(family.labels))
            if channel.values.shape != expected:
                raise AssemblyError(
                    f"scene {self.name}: channel {channel.name} of {family.name} has "
                    f"shape {channel.values.shape}, expected {expected}"
                )

    @property
    def channel_names(self) -> tuple[str, ...]:
        """All channels, each once, in the order of their appearance."""
        names = (c.name for family in self.families for c in family.channels)
        return tuple(dict.fromkeys(names))

    def channel_range(self, name: str) -> tuple[float, float]:
        """Smallest and largest value of a channel over all bodies and frames."""
        found = [family.channel(name) for family in self.families]
        values = np.concatenate([c.values.ravel() for c in found if c is not None])
        finite = values[np.isfinite(values)]
        if not finite.size:
            return 0.0, 1.0
        low, high = float(finite.min()), float(finite.max())
        return (low, high) if low < high else (low - 0.5, high + 0.5)

    def bounds(self) -> tuple[float, float, float, float]:
        """Box around everything that is ever seen: x, y low, x, y high [m]."""
        if self.box is not None:
            return self.box
        corners = [_swept_box(family) for family in self.families]
        low = np.min([box[0] for box in corners], axis=0)
        high = np.max([box[1] for box in corners], axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def thinned(self, most: int) -> Scene:
        """The scene with at most this many frames, evenly chosen."""
        if len(self.time) <= most:
            return self
        kept = np.unique(np.linspace(0, len(self.time) - 1, most).astype(int))
        families = tuple(_thinned(family, kept) for family in self.families)
        arrows = tuple(
            replace(one, at=one.at[kept], vectors=one.vectors[kept])
            for one in self.arrows
        )
        return replace(self, time=self.time[kept], families=families, arrows=arrows)


def seen_along_z(poses: Floats) -> Floats:
    """Planar poses (..., 3) of planar or spatial ones."""
    if poses.shape[-1] == PLANAR:
        return poses
    angle = euler_angles(poses)[0]
    return np.stack([poses[..., 0], poses[..., 1], angle], axis=-1)


def euler_angles(poses: Floats) -> tuple[Floats, Floats, Floats]:
    """Angles about z, then y, then x that turn bodies as spatial poses do [rad]."""
    w, x, y, z = np.moveaxis(poses[..., 3:], -1, 0)
    turn = np.arctan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
    tilt = np.arcsin(np.clip(-2.0 * (x * z - w * y), -1.0, 1.0))
    lean = np.arctan2(2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))
    return turn, tilt, lean


def placed(outline: Floats, pose: ArrayLike) -> Floats:
    """An outline (n, 2) carried to a pose (x, y, angle)."""
    x, y, angle = np.asarray(pose, dtype=np.float64)
    c, s = np.cos(angle), np.sin(angle)
    moved: Floats = outline @ np.array([[c, s], [-s, c]]) + np.array([x, y])
    return moved


def _swept_box(family: Family) -> tuple[Floats, Floats]:
    """Low and high corner of what a family sweeps over [m].

    A single part, such as a guide on its pivot, is looked at in some of its poses.
    """
    if len(family.poses) == 1 or family.poses.shape[1] == 1:
        some = np.linspace(0, len(family.poses) - 1, LOOKS).astype(int)
        rings = [
            placed(shape.outline, pose)
            for shape in family.shapes
            for pose in seen_along_z(family.poses[np.unique(some)]).reshape(-1, PLANAR)
        ]
        points, reach = np.vstack(rings), 0.0
    else:
        points = family.poses[..., :2].reshape(-1, 2)
        reach = max(float(np.hypot(*s.outline.T).max()) for s in family.shapes)
    return points.min(axis=0) - reach, points.max(axis=0) + reach


def _thinned(family: Family, kept: NDArray[np.intp]) -> Family:
    moving = len(family.poses) > 1
    channels = tuple(replace(c, values=c.values[kept]) for c in family.channels)
    poses = family.poses[kept] if moving else family.poses
    return replace(family, poses=poses, channels=channels)
