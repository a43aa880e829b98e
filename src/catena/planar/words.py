"""Words of parts that single numbers of laws do not need: signs, pairs, matrices.

With `catena.numerics.statement` they say all there is to know of a field of a part. The
class of a part is the only place that states it: Python builds it, keys of files,
their explanations and the way back into a file follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.ranges import check_finite
from catena.numerics.statement import KEPT, Number
from catena.planar.checks import array_of, check_names, check_vector


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
class Row:
    """Numbers, one for each of some coordinates; or a matrix of them."""

    meaning: str
    example: object
    size: int | None = None
    """How many; None: as many as a linear body has coordinates."""
    square: bool = False
    key: str = ""
    required: bool = False
    """Files must state it; what Python does not state is 0."""

    def read(self, where: str, value: object, n: int) -> Floats:
        """The numbers of a body with n coordinates, checked."""
        n = self.size or n
        return array_of(where, value, (n, n) if self.square else (n,))


@dataclass(frozen=True)
class Names:
    """Different names in an order."""

    meaning: str
    example: object
    key: str = ""
    required: bool = False
    """Files must state them."""

    def check(self, where: str, value: Any) -> None:
        """Refuse anything but different names."""
        check_names(where, value)
        if len(value) == 0 or len(set(value)) < len(value):
            words = "expected at least one name, each once"
            raise SpecError.at(where, value, words)


Words = Number | Pair | Several | Row | Names


def signed(meaning: str, unit: str = "", **more: Any) -> dict[str, Words]:
    """Metadata of a field that is a number of either sign."""
    return {KEPT: Signed(meaning, unit, **more)}


def pair(meaning: str, unit: str, example: object, key: str = "") -> dict[str, Words]:
    """Metadata of a field that is a pair of numbers."""
    return {KEPT: Pair(meaning, unit, example, key)}


def row(meaning: str, example: object, **more: Any) -> dict[str, Words]:
    """Metadata of a field with a number for every coordinate."""
    return {KEPT: Row(meaning, example, **more)}


def matrix(meaning: str, example: object) -> dict[str, Words]:
    """Metadata of a field with a matrix over all coordinates."""
    return {KEPT: Row(meaning, example, square=True)}


def names(meaning: str, example: object, *, required: bool = False) -> dict[str, Words]:
    """Metadata of a field with names."""
    return {KEPT: Names(meaning, example, required=required)}


def several(
    meaning: str, options: tuple[str, ...], example: object
) -> dict[str, Words]:
    """Metadata of a field that is a list of words."""
    return {KEPT: Several(meaning, options, example)}
