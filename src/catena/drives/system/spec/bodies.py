"""Bodies as a file states them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from catena.bodies.linear_models import MODEL_WORDS
from catena.drives.system.spec.laws import either, model_of, read_words, values_of
from catena.planar.bodies import Body as BodyWords
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Inertia,
    Length,
    Number,
    RotationalSpeed,
)

Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^.\s]+$")]
"""A name without dots and spaces."""
Place = tuple[Length, Length]
Direction = tuple[Number, Number]
Axis = Literal["x", "y", "angle"]
MOST_COORDINATES = 400
Row = Annotated[list[Number], Field(min_length=1, max_length=MOST_COORDINATES)]
Matrix = Annotated[list[Row], Field(min_length=1, max_length=MOST_COORDINATES)]


class _Body(Part):
    """A rigid body; its keys are those that Python states, and its name."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""

    def values(self) -> dict[str, Any]:
        """All but the name, as Python states it."""
        return values_of(self, BodyWords)


if TYPE_CHECKING:

    class Body(_Body):
        """A rigid body."""

        velocity: tuple[float, float]
        spin: float
        free: list[Axis]
        position: tuple[float, float]
        angle: float

else:
    Body = model_of(BodyWords, _Body)


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


class StatedModel(Part):
    """A model of a body; its keys are those of the model with the word ``kind``."""

    kind: str
    """Which model it is."""

    def read(self) -> Any:
        """The model as Python states it."""
        return read_words(self, MODELS[self.kind])


MODELS: dict[str, type[Any]] = {model.word: model for model in MODEL_WORDS}
"""Models of bodies, by their words."""
if TYPE_CHECKING:
    Model = StatedModel
else:
    Model = either(MODEL_WORDS, StatedModel, "kind", "model")


class LinearBody(Part):
    """A body with constant matrices, M u' = f - D u - K q; plain SI numbers."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""
    model: Model | None = None
    """A ready model, such as a beam, that gives coordinates and matrices by a few
    numbers; if not given, they are stated here."""
    coordinates: list[Name] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_COORDINATES,
        examples=[["x", "phi"]],
    )
    """Names of the coordinates, in the order of the matrix rows; if not given, those of
    the ``model``."""
    mass: Matrix | None = Field(default=None, examples=[[[2.0, 0.0], [0.0, 0.1]]])
    """M, what accelerations meet: symmetric and positive definite, plain SI numbers; if
    not given, that of the ``model``."""
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

    @model_validator(mode="after")
    def _by_model_or_matrices(self) -> Self:
        for key in ("coordinates", "mass"):
            if self.model is None and getattr(self, key) is None:
                raise ValueError(f"{key}: is required and missing; or state a model")
        for key in ("coordinates", "mass", "stiffness", "damping"):
            if self.model is not None and getattr(self, key) is not None:
                raise ValueError(f"{key}: expected none, since the model gives it")
        return self

    def named(self) -> tuple[str, ...]:
        """Names of the coordinates, stated or by the model."""
        if self.model is not None:
            return tuple(self.model.read().matrices().coordinates)
        return tuple(self.coordinates or ())
