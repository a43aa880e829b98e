"""Contours as a file states them: what of a body can touch."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from catena.drives.system.bodies import Direction, Name, Place
from catena.spec.parts import Part
from catena.spec.quantities import Angle, Length


class _Contour(Part):
    """What every contour has."""

    name: Name
    """How contacts call it."""
    body: str
    """The body that carries it; ``ground`` never moves."""


class Point(_Contour):
    """A point."""

    shape: Literal["point"]
    position: Place = (0.0, 0.0)
    """In the frame of the body."""


class Circle(_Contour):
    """A disc, touched from outside."""

    shape: Literal["circle"]
    radius: Length = Field(gt=0.0)
    """Its radius."""
    position: Place = (0.0, 0.0)
    """Its centre, in the frame of the body."""


class Hollow(_Contour):
    """A circular hole, touched from inside."""

    shape: Literal["hollow"]
    radius: Length = Field(gt=0.0)
    """Its radius."""
    position: Place = (0.0, 0.0)
    """Its centre, in the frame of the body."""


class Line(_Contour):
    """An endless straight face."""

    shape: Literal["line"]
    normal: Direction
    """Outward direction, in the frame of the body; any length."""
    position: Place = (0.0, 0.0)
    """A point of it."""


class ArcPiece(Part):
    """An arc of a profile."""

    piece: Literal["arc"]
    centre: Place
    """Centre of the arc."""
    radius: Length = Field(gt=0.0)
    """Its radius."""
    start: Angle
    """Angle of one end."""
    span: Angle = Field(gt=0.0, le=6.2831853071795872)
    """Angle from there to the other end."""
    hollow: bool = False
    """Material outside the arc instead of inside."""


class SegmentPiece(Part):
    """A straight piece of a profile, material to the right of its direction."""

    piece: Literal["segment"]
    start: Place
    """One end."""
    end: Place
    """The other end."""


class Arc(_Contour):
    """A single arc."""

    shape: Literal["arc"]
    centre: Place
    """Its centre, in the frame of the body."""
    radius: Length = Field(gt=0.0)
    """Its radius."""
    start: Angle
    """Angle of one end."""
    span: Angle = Field(gt=0.0, le=6.2831853071795872)
    """Angle from there to the other end."""
    hollow: bool = False
    """Material outside the arc instead of inside."""


Piece = Annotated[ArcPiece | SegmentPiece, Field(discriminator="piece")]


class Profile(_Contour):
    """Arcs and segments, such as a tooth; repeated around the centre with sectors."""

    shape: Literal["profile"]
    pieces: list[Piece] = Field(min_length=1, max_length=2000)
    """What it consists of, in the frame of the body."""
    sectors: int = Field(default=0, ge=0, le=10_000)
    """How often it repeats around the body's centre; 0 = it does not."""


Contour = Annotated[
    Point | Circle | Hollow | Line | Arc | Profile, Field(discriminator="shape")
]
