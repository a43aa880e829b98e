"""Contours as a file states them: what of a body can touch."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from catena.contact.kinematics.circle_surface import SURFACE_WORDS
from catena.drives.system.spec.bodies import Direction, Name, Place
from catena.drives.system.spec.laws import model_of, read_words
from catena.spec.parts import Part
from catena.spec.quantities import Angle, Length


class _Contour(Part):
    """What every contour has."""

    name: Name = Field(examples=["pallet"])
    """What contacts, messages and results call this outline."""
    body: str = Field(examples=["rocker"])
    """Name of the body that carries it and moves with it; ``ground`` never moves."""


class Point(_Contour):
    """A point."""

    shape: Literal["point"]
    """Chooses this contour: a single point, such as a sharp corner."""
    position: Place = Field(default=(0.0, 0.0), examples=[["10 mm", "0 mm"]])
    """Where the point sits, in the frame of the body."""


class Circle(_Contour):
    """A disc, touched from outside."""

    shape: Literal["circle"]
    """Chooses this contour: a disc, touched from outside."""
    radius: Length = Field(gt=0.0, examples=["20 mm"])
    """How large the disc is, from its centre to its rim."""
    position: Place = Field(default=(0.0, 0.0), examples=[["10 mm", "0 mm"]])
    """Where the middle of the disc sits, in the frame of the body."""


class Hollow(_Contour):
    """A circular hole, touched from inside."""

    shape: Literal["hollow"]
    """Chooses this contour: a circular hole, touched from inside."""
    radius: Length = Field(gt=0.0, examples=["20.1 mm"])
    """How large the hole is, from its centre to its wall."""
    position: Place = Field(default=(0.0, 0.0), examples=[["10 mm", "0 mm"]])
    """Where the middle of the hole sits, in the frame of the body."""


class Line(_Contour):
    """An endless straight face."""

    shape: Literal["line"]
    """Chooses this contour: an endless straight face."""
    normal: Direction = Field(examples=[[0.0, 1.0]])
    """Direction out of the material, in the frame of the body; its length does not
    matter."""
    position: Place = Field(default=(0.0, 0.0), examples=[["0 mm", "-10 mm"]])
    """Any point that lies on the face, in the frame of the body."""


class ArcPiece(Part):
    """An arc of a profile."""

    piece: Literal["arc"]
    """Chooses this piece of a profile: a part of a circle."""
    centre: Place = Field(examples=[["0 mm", "0 mm"]])
    """Where the circle of the arc has its middle, in the frame of the body."""
    radius: Length = Field(gt=0.0, examples=["8 mm"])
    """How strongly the arc is bent: distance of its surface from its centre."""
    start: Angle = Field(examples=["30 deg"])
    """Direction from the arc's centre to one of its ends, counted counter-clockwise
    from the x axis of the body."""
    span: Angle = Field(gt=0.0, le=6.2831853071795872, examples=["60 deg"])
    """How far the arc goes on counter-clockwise from its start."""
    hollow: bool = Field(default=False, examples=[True])
    """Whether the material lies outside the circle, so that the arc is touched from
    inside, as a tooth root."""


class SegmentPiece(Part):
    """A straight piece of a profile, material to the right of its direction."""

    piece: Literal["segment"]
    """Chooses this piece of a profile: a straight line, with the material to the right
    of its direction."""
    start: Place = Field(examples=[["0 mm", "0 mm"]])
    """Where the line begins, in the frame of the body."""
    end: Place = Field(examples=[["10 mm", "5 mm"]])
    """Where the line ends, in the frame of the body; the material lies to the right on
    the way there."""


class Arc(_Contour):
    """A single arc."""

    shape: Literal["arc"]
    """Chooses this contour: a single part of a circle."""
    centre: Place = Field(examples=[["0 mm", "0 mm"]])
    """Where the circle of the arc has its middle, in the frame of the body."""
    radius: Length = Field(gt=0.0, examples=["8 mm"])
    """How strongly the arc is bent: distance of its surface from its centre."""
    start: Angle = Field(examples=["30 deg"])
    """Direction from the arc's centre to one of its ends, counted counter-clockwise
    from the x axis of the body."""
    span: Angle = Field(gt=0.0, le=6.2831853071795872, examples=["60 deg"])
    """How far the arc goes on counter-clockwise from its start."""
    hollow: bool = Field(default=False, examples=[True])
    """Whether the material lies outside the circle, so that the arc is touched from
    inside, as a tooth root."""


Piece = Annotated[ArcPiece | SegmentPiece, Field(discriminator="piece")]


class Profile(_Contour):
    """Arcs and segments, such as a tooth; repeated around the centre with sectors."""

    shape: Literal["profile"]
    """Chooses this contour: arcs and straight lines in a row, such as a tooth."""
    pieces: list[Piece] = Field(min_length=1, max_length=2000)
    """The arcs and straight lines of which the profile consists, in the frame of the
    body."""
    sectors: int = Field(default=0, ge=0, le=10_000, examples=[24])
    """How often the profile repeats around the body's centre, as teeth do; 0 does not
    repeat it."""


class RodSide(Part):
    """One side of a flexible rod, wherever a circle is nearest."""

    name: Name = Field(examples=["leaf_top"])
    """What contacts, messages and results call this outline."""
    body: str = Field(examples=["leaf"])
    """Which flexible rod it belongs to, as stated where that rod is listed."""
    shape: Literal["rod_side"]
    """Chooses this contour: the smooth side of a flexible rod."""
    side: Literal["left", "right"] = Field(examples=["left"])
    """Which side, seen along the rod from its first point."""


class RodNodes(Part):
    """All nodes of a flexible rod, each a circle as high as the rod."""

    name: Name = Field(examples=["strip_nodes"])
    """What contacts, messages and results call this outline."""
    body: str = Field(examples=["strip"])
    """Which flexible rod it belongs to, as stated where that rod is listed."""
    shape: Literal["rod_nodes"]
    """Chooses this contour: the nodes of a flexible rod, to lie on drums and floors; a
    contact of it is one contact for each node."""


class StatedSurface(_Contour):
    """A surface; its keys are those of the surface with the word ``shape``."""

    shape: str
    """Which surface it is."""
    position: Place = Field(default=(0.0, 0.0), examples=[["0 mm", "-10 mm"]])
    """Where its middle lies, in the frame of the body."""

    def read(self) -> Any:
        """The surface as Python states it."""
        return read_words(self, SURFACES[self.shape])


SURFACES: dict[str, type[Any]] = {surface.word: surface for surface in SURFACE_WORDS}
"""Surfaces with a distance function of their own, by their words."""
if TYPE_CHECKING:
    RigidContour = Point | Circle | Hollow | Line | Arc | Profile | StatedSurface
    Contour = RigidContour | RodSide | RodNodes
else:
    Contour = Annotated[
        reduce(
            or_,
            [
                model_of(surface, StatedSurface, "shape", "contour")
                for surface in SURFACE_WORDS
            ],
            Point | Circle | Hollow | Line | Arc | Profile | RodSide | RodNodes,
        ),
        Field(discriminator="shape"),
    ]
