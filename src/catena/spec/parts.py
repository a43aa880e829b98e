"""The base of every specification model."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from catena.errors import SpecError
from catena.spec.checks import problems_of


class Part(BaseModel):
    """A piece of a specification: knows its keys, refuses all others.

    Fields can be changed in Python, with unit texts too; every change is checked.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_assignment=True,
        validate_default=True,
        use_attribute_docstrings=True,
    )

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            super().__setattr__(name, value)
        except ValidationError as error:
            raise SpecError(problems_of(error, type(self))) from None


class DriveSpec(Part):
    """What every drive file has in common."""

    drive: str
    """Names the kind of drive and so decides what all other keys mean; ``catena new
    --list`` shows the kinds."""
    format: Literal[1] = 1
    """Version of the way this file is written, so that later programs can still read
    it."""
    title: str = Field(default="", max_length=200, examples=["Drive of the test rig"])
    """One line of your own that heads the report and lists of runs."""

    def checked(self) -> Self:
        """A copy of this specification, checked as a whole."""
        return self.with_values({})

    def with_values(self, values: dict[str, Any]) -> Self:
        """A checked copy with other values at key paths such as ``load.force``."""
        data = self.model_dump(mode="python")
        for path, value in values.items():
            set_at(data, path, value)
        try:
            return type(self).model_validate(data)
        except ValidationError as error:
            raise SpecError(problems_of(error, type(self))) from None


def set_at(data: dict[str, Any], path: str, value: object) -> None:
    """Put a value at a key path such as ``error[0].amplitude`` or ``load.force``."""
    place: Any = data
    keys = path.replace("[", ".").replace("]", "").split(".")
    for depth, key in enumerate(keys):
        last = depth == len(keys) - 1
        if isinstance(place, list):
            if not key.isdigit() or int(key) >= len(place):
                raise SpecError.at(
                    path, None, f"there is no entry {key!r}; the list has {len(place)}"
                )
            index: Any = int(key)
        elif isinstance(place, dict):
            if not last and not isinstance(place.get(key), (dict, list, tuple)):
                raise SpecError.at(path, None, f"there is nothing at {key!r}")
            index = key
        else:
            raise SpecError.at(
                path, None, f"there is nothing below {keys[depth - 1]!r}"
            )
        if last:
            place[index] = value
        else:
            if isinstance(place[index], tuple):  # a pair or triple of numbers
                place[index] = list(place[index])
            place = place[index]
