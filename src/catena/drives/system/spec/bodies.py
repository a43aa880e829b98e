"""Bodies as a file states them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, model_validator

from catena.bodies.linear_models import MODEL_WORDS
from catena.drives.system.spec.words import (
    Name,
    either,
    model_of,
    read_words,
    values_of,
)
from catena.planar.bodies import Body as BodyWords
from catena.planar.bodies import Wheel as WheelWords
from catena.planar.linear_parts import LinearBody as LinearBodyWords
from catena.spec.parts import Part
from catena.spec.quantities import Length

Place = tuple[Length, Length]
Axis = Literal["x", "y", "angle"]


class _Body(Part):
    """A rigid body; its keys are those that Python states, and its name."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""

    def values(self) -> dict[str, Any]:
        """All but the name, as Python states it."""
        return values_of(self, BodyWords)


class _Wheel(Part):
    """A body that only turns; its keys are those that Python states, and its name."""

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""

    def values(self) -> dict[str, Any]:
        """All but the name, as Python states it."""
        return values_of(self, WheelWords)


if TYPE_CHECKING:

    class Body(_Body):
        """A rigid body."""

        velocity: tuple[float, float]
        spin: float
        free: list[Axis]
        position: tuple[float, float]
        angle: float

    class Wheel(_Wheel):
        """A body that only turns about a fixed centre."""

        position: tuple[float, float]

else:
    Body = model_of(BodyWords, _Body)
    Wheel = model_of(WheelWords, _Wheel)


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


class _LinearBody(Part):
    """A body with constant matrices; its keys are those that Python states, and these.

    M u' = f - D u - K q in plain SI numbers.
    """

    name: Name = Field(examples=["rocker"])
    """What other parts, messages and results call this body."""
    model: Model | None = None
    """A ready model, such as a beam, that gives coordinates and matrices by a few
    numbers; if not given, they are stated here."""

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
        return tuple(self.stated()["coordinates"] or ())

    def stated(self) -> dict[str, Any]:
        """Coordinates, matrices and start, as Python states them."""
        return values_of(self, LinearBodyWords)


if TYPE_CHECKING:

    class LinearBody(_LinearBody):
        """A body with constant matrices."""

        velocity: list[float] | None

else:
    LinearBody = model_of(LinearBodyWords, _LinearBody)
