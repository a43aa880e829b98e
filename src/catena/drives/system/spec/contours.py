"""Contours as a file states them: what of a body can touch."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from catena.contact.kinematics.circle_surface import SURFACE_WORDS
from catena.drives.system.spec.bodies import Place
from catena.drives.system.spec.words import Name, model_of, read_words
from catena.planar import bodies as parts
from catena.planar import pieces
from catena.spec.parts import Part


class _Contour(Part):
    """What every contour has."""

    name: Name = Field(examples=["pallet"])
    """What contacts, messages and results call this outline."""
    body: str = Field(examples=["rocker"])
    """Name of the body that carries it and moves with it; ``ground`` never moves."""


if TYPE_CHECKING:  # the keys that follow from the words of Python

    class Point(_Contour):
        """A point."""

        shape: Literal["point"]
        position: tuple[float, float]

    class _Round(_Contour):
        shape: Literal["circle", "hollow"]
        radius: float
        position: tuple[float, float]

    class Circle(_Round):
        """A disc."""

    class Hollow(_Round):
        """A circular hole."""

    class Line(_Contour):
        """An endless straight face."""

        shape: Literal["line"]
        normal: tuple[float, float]
        position: tuple[float, float]

    class ArcPiece(Part):
        """An arc of a profile."""

        piece: Literal["arc"]
        centre: tuple[float, float]
        radius: float
        start: float
        span: float
        hollow: bool

    class Arc(_Contour):
        """A single arc."""

        shape: Literal["arc"]
        centre: tuple[float, float]
        radius: float
        start: float
        span: float
        hollow: bool

    class SegmentPiece(Part):
        """A straight piece of a profile."""

        piece: Literal["segment"]
        start: tuple[float, float]
        end: tuple[float, float]

else:
    Point, Circle, Hollow, Line, Arc = (
        model_of(words, _Contour, "shape", "contour")
        for words in (parts.Point, parts.Circle, parts.Hollow, parts.Line, pieces.Arc)
    )
    ArcPiece, SegmentPiece = (
        model_of(words, Part, "piece", "piece of a profile")
        for words in (pieces.Arc, pieces.Segment)
    )


Piece = Annotated[ArcPiece | SegmentPiece, Field(discriminator="piece")]


class _Profile(_Contour):
    """Arcs and segments; its keys are those of the profile and these."""

    pieces: list[Piece] = Field(min_length=1, max_length=2000)
    """The arcs and straight lines of which the profile consists, in the frame of the
    body."""


if TYPE_CHECKING:

    class Profile(_Profile):
        """Arcs and segments."""

        shape: Literal["profile"]
        sectors: int

else:
    Profile = model_of(parts.Profile, _Profile, "shape", "contour")


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
