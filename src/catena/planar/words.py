"""Words of parts that single numbers of laws do not need: signs, pairs, directions.

With `catena.numerics.stated` they say all there is to know of a field of a part. The
class of a part is the only place that states it: Python builds it, keys of files,
their explanations and the way back into a file follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catena.errors import SpecError
from catena.numerics.ranges import check_finite, check_kind
from catena.numerics.stated import KEPT, Number
from catena.planar.checks import check_names, check_vector


@dataclass(frozen=True)
class Signed(Number):
    """A number of either sign."""

    low: float | None = None

    def check(self, where: str, value: Any) -> None:
        """Refuse what is no finite number."""
        if not (self.optional and value is None):
            check_finite(where, value)


@dataclass(frozen=True)
class Pair:
    """Two numbers of either sign, along x and y."""

    meaning: str
    unit: str
    example: object
    key: str = ""

    def check(self, where: str, value: Any) -> None:
        """Refuse anything but two finite numbers."""
        check_vector(where, value)


@dataclass(frozen=True)
class Several:
    """Any of some words."""

    meaning: str
    options: tuple[str, ...]
    example: object
    key: str = ""

    def check(self, where: str, value: Any) -> None:
        """Refuse anything but a list of these words."""
        check_names(where, value)
        for word in value:
            if word not in self.options:
                words = f"expected {', '.join(self.options[:-1])} or {self.options[-1]}"
                raise SpecError.at(where, word, words)


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    meaning: str
    key: str = ""

    def check(self, where: str, value: Any) -> None:
        """Refuse anything but True and False."""
        check_kind(where, value, (bool,), "True or False")


Words = Number | Pair | Several | Flag


def signed(meaning: str, unit: str = "", **more: Any) -> dict[str, Words]:
    """Metadata of a field that is a number of either sign."""
    return {KEPT: Signed(meaning, unit, **more)}


def pair(meaning: str, unit: str, example: object, key: str = "") -> dict[str, Words]:
    """Metadata of a field that is a pair of numbers."""
    return {KEPT: Pair(meaning, unit, example, key)}


def flag(meaning: str) -> dict[str, Words]:
    """Metadata of a field that is True or False."""
    return {KEPT: Flag(meaning)}


def several(
    meaning: str, options: tuple[str, ...], example: object
) -> dict[str, Words]:
    """Metadata of a field that is a list of words."""
    return {KEPT: Several(meaning, options, example)}
