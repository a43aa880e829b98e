"""Bodies as a file states them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Inertia,
    Length,
    Mass,
    Number,
    RotationalSpeed,
    Speed,
)

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^.\s]+$")]
"""A name without dots and spaces."""
Place = tuple[Length, Length]
Direction = tuple[Number, Number]
Axis = Literal["x", "y", "angle"]
MOST_COORDINATES = 400
Row = Annotated[list[Number], Field(min_length=1, max_length=MOST_COORDINATES)]
Matrix = Annotated[list[Row], Field(min_length=1, max_length=MOST_COORDINATES)]


class Body(Part):
    """A rigid body; its frame is at its centre of mass."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""
    mass: Mass = Field(default=1.0, gt=0.0, examples=["0.5 kg"])
    """Resistance against being accelerated; of no effect where x and y are held."""
    inertia: Inertia = Field(default=1.0, gt=0.0, examples=["1e-3 kg m^2"])
    """Resistance against being turned about the centre of mass; of no effect where the
    angle is held."""
    position: Place = Field(default=(0.0, 0.0), examples=[["100 mm", "50 mm"]])
    """Where the centre of mass is at the start, x and y; it is also the origin of the
    body's own frame."""
    angle: Angle = Field(default=0.0, examples=["30 deg"])
    """How far the body's frame is turned at the start, counter-clockwise from the x
    axis."""
    velocity: tuple[Speed, Speed] = Field(
        default=(0.0, 0.0), examples=[["0.5 m/s", "0 m/s"]]
    )
    """How fast the centre of mass moves at the start, along x and y."""
    spin: RotationalSpeed = Field(default=0.0, examples=["300 rpm"])
    """How fast the body turns at the start, counter-clockwise positive."""
    free: list[Axis] = Field(
        default=["x", "y", "angle"], max_length=3, examples=[["angle"]]
    )
    """Directions in which the body can move; the others are held, as by a rigid
    guide."""


class Wheel(Part):
    """A body that only turns about a fixed centre."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""
    inertia: Inertia = Field(gt=0.0, examples=["0.02 kg m^2"])
    """Resistance against being turned about the fixed centre."""
    position: Place = Field(default=(0.0, 0.0), examples=[["100 mm", "0 mm"]])
    """Where the fixed centre is, x and y."""
    angle: Angle = Field(default=0.0, examples=["30 deg"])
    """How far the body's frame is turned at the start, counter-clockwise from the x
    axis."""
    spin: RotationalSpeed = Field(default=0.0, examples=["300 rpm"])
    """How fast the body turns at the start, counter-clockwise positive."""


class LinearBody(Part):
    """A body with constant matrices, M u' = f - D u - K q; plain SI numbers."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""
    coordinates: list[Name] = Field(
        min_length=1, max_length=MOST_COORDINATES, examples=[["x", "phi"]]
    )
    """Names of the coordinates, in the order of the matrix rows."""
    mass: Matrix = Field(examples=[[[2.0, 0.0], [0.0, 0.1]]])
    """M, what accelerations meet: symmetric and positive definite, plain SI numbers."""
    stiffness: Matrix | None = Field(
        default=None, examples=[[[1e5, 0.0], [0.0, 200.0]]]
    )
    """K, what displacements meet: symmetric, plain SI numbers; if not given, 0."""
    damping: Matrix | None = Field(default=None, examples=[[[10.0, 0.0], [0.0, 0.1]]])
    """D, what velocities meet, gyroscopic terms included, plain SI numbers; if not
    given, 0."""
    force: Row | None = Field(default=None, examples=[[9.81, 0.0]])
    """Constant force f on every coordinate, plain SI numbers; if not given, 0."""
    position: Row | None = Field(default=None, examples=[[0.01, 0.0]])
    """Where every coordinate stands at the start, plain SI numbers; if not given, 0."""
    velocity: Row | None = Field(default=None, examples=[[0.5, 0.0]])
    """How fast every coordinate moves at the start, plain SI numbers; if not given,
    0."""
