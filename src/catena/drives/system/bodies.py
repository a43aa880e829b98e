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

    name: Name
    """How other parts call it."""
    mass: Mass = Field(default=1.0, gt=0.0)
    """Mass; of no effect where x and y are held."""
    inertia: Inertia = Field(default=1.0, gt=0.0)
    """Moment of inertia about the centre of mass; of no effect where angle is held."""
    position: Place = (0.0, 0.0)
    """Centre of mass at the start."""
    angle: Angle = 0.0
    """Angle at the start."""
    velocity: tuple[Speed, Speed] = (0.0, 0.0)
    """Velocity of the centre of mass at the start."""
    spin: RotationalSpeed = 0.0
    """Rotational speed at the start."""
    free: list[Axis] = Field(default=["x", "y", "angle"], max_length=3)
    """Directions in which it can move; the others are held."""


class Wheel(Part):
    """A body that only turns about a fixed centre."""

    name: Name
    """How other parts call it."""
    inertia: Inertia = Field(gt=0.0)
    """Moment of inertia about the centre."""
    position: Place = (0.0, 0.0)
    """The centre."""
    angle: Angle = 0.0
    """Angle at the start."""
    spin: RotationalSpeed = 0.0
    """Rotational speed at the start."""


class LinearBody(Part):
    """A body with constant matrices, M u' = f - D u - K q; plain SI numbers."""

    name: Name
    """How other parts call it."""
    coordinates: list[Name] = Field(min_length=1, max_length=MOST_COORDINATES)
    """Names of its coordinates."""
    mass: Matrix
    """M, symmetric and positive definite."""
    stiffness: Matrix | None = None
    """K."""
    damping: Matrix | None = None
    """D."""
    force: Row | None = None
    """Constant force f."""
    position: Row | None = None
    """Coordinates at the start."""
    velocity: Row | None = None
    """Velocities at the start."""
