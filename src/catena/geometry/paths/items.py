"""A path, and what it runs around: wheels and guide rails, in the order of travel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catena.geometry.curve import STRAIGHT, Curve, Piece, wrapped
from catena.geometry.guide import Rail
from catena.numerics.arrays import Floats

Travel = Literal["left", "right"]


@dataclass(frozen=True)
class Wheel:
    """A wheel the path wraps: sprocket, pulley or idler."""

    name: str
    centre: tuple[float, float]
    radius: float
    """Radius of the path on the wheel [m]; the pitch radius of a sprocket."""
    sense: float = 1.0
    """+1 when the path bends left (counter-clockwise) around the wheel, -1 right."""
    body_radius: float | None = None
    """Radius of the solid wheel [m]; default the radius of the path."""
    length_per_radian: float | None = None
    """Chain or belt taken up per turned angle [m/rad]; tooth count x pitch / 2 pi on
    a sprocket, default the radius."""

    @property
    def signed_radius(self) -> float:
        """Radius [m], positive for a left bend."""
        return self.sense * self.radius

    @property
    def reach(self) -> float:
        """Radius within which nothing else has room [m]."""
        return self.radius if self.body_radius is None else self.body_radius


@dataclass(frozen=True, eq=False)
class Guide:
    """A rail in its place."""

    rail: Rail
    offset: float = 0.0
    """Distance from the sliding surface to the path [m]: half a plate's height."""

    @property
    def name(self) -> str:
        """The name of the rail."""
        return self.rail.name


Item = Wheel | Guide


@dataclass(frozen=True)
class Span:
    """A free piece of the path between two neighbours."""

    start: str
    end: str
    length: float
    heading: float
    """Direction from end to end [rad]."""
    piece: int
    """Its index among the pieces of the path."""


class Circle(NamedTuple):
    """One thing to run around: a wheel, an arc of a rail or a corner of it."""

    x: float
    y: float
    rho: float
    """Signed radius of the path [m]."""
    owner: int
    """Index of the wheel or guide."""


def inside(loop: Travel) -> float:
    """The sense of a wheel within a loop that runs left (counter-clockwise)."""
    return 1.0 if loop == "left" else -1.0


def outside(loop: Travel) -> float:
    """The sense of a wheel that presses on the loop from outside."""
    return -inside(loop)


def circles_of(index: int, item: Wheel | Guide) -> list[Circle]:
    """The circles one item contributes, in the order of travel."""
    if isinstance(item, Wheel):
        return [Circle(*item.centre, item.signed_radius, index)]
    sense, pieces = item.rail.sense, item.rail.curve.pieces()
    # around an end or a corner the path turns with the offset as its radius
    corner_rho = sense * item.offset
    found = [Circle(pieces[0].x, pieces[0].y, corner_rho, index)]
    for i, piece in enumerate(pieces):
        x, y, heading = piece.end()
        if sense * piece.curvature * piece.length > STRAIGHT:
            found.append(_bump(piece, item.offset, index))
        last = i + 1 == len(pieces)
        if last or not _smooth_bump(heading, pieces[i + 1], sense):
            found.append(Circle(x, y, corner_rho, index))
    return found


def _bump(piece: Piece, offset: float, index: int) -> Circle:
    """The circle the path follows over an arc that bulges towards it."""
    rho = 1.0 / piece.curvature
    x = float(piece.x - rho * np.sin(piece.heading))
    y = float(piece.y + rho * np.cos(piece.heading))
    return Circle(x, y, rho + float(np.copysign(offset, rho)), index)


def _smooth_bump(heading: float, following: Piece, sense: float) -> bool:
    """Whether the next piece goes on smoothly and bulges: then no corner is needed."""
    turns_on = abs(wrapped(following.heading - heading)) < 1e-7
    return turns_on and sense * following.curvature * following.length > STRAIGHT


@dataclass(frozen=True, eq=False)
class Path:
    """A closed path, walked by its arc length from the first item onwards."""

    items: tuple[Item, ...]
    curve: Curve
    owner: tuple[int, ...]
    """Item that carries each piece; -1 for a free span."""
    spans: tuple[Span, ...]
    wraps: Mapping[str, float]
    """Angle over which the path bends around each item [rad]; 0: not touched."""

    @property
    def length(self) -> float:
        """Arc length once around [m]."""
        return self.curve.total

    @property
    def developed_length(self) -> float:
        """Chain or belt once around when each wheel takes its own length per angle."""
        total = 0.0
        for owner, length in zip(self.owner, self.curve.length, strict=True):
            item = self.items[owner] if owner >= 0 else None
            scale = 1.0
            if isinstance(item, Wheel) and item.length_per_radian is not None:
                # a chain lies on its wheel as a polygon: z pitches a turn, not 2 pi r
                scale = item.length_per_radian / item.radius
            total += scale * float(length)
        return total

    def frame(self, s: ArrayLike) -> tuple[Floats, Floats]:
        """Points (..., 2) [m] and headings (...) [rad] at s [m], once around and on."""
        return self.curve.frame(np.mod(s, self.length))

    def points(self, s: ArrayLike) -> Floats:
        """Points (..., 2) [m] at the arc lengths s [m]."""
        return self.frame(s)[0]

    def curvature(self, s: ArrayLike) -> Floats:
        """Left turn per length [1/m] at the arc lengths s [m]."""
        index, _ = self.curve.locate(np.mod(s, self.length))
        return self.curve.curvature[index]

    def owners(self, s: ArrayLike) -> NDArray[np.intp]:
        """Index of the item under the path at s [m]; -1 in a free span."""
        index, _ = self.curve.locate(np.mod(s, self.length))
        return np.asarray(self.owner)[index]

    def starts(self) -> Floats:
        """Arc length at which each piece begins [m]."""
        return np.cumsum(self.curve.length) - self.curve.length
