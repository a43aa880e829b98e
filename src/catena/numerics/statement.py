"""What a user states of a law, coupling, surface or body, in Python and files alike.

It is a frozen dataclass, a `Stated`, whose fields say all there is to know of a number:
meaning, unit, range, example, and the column it fills in the table of kernels. Its
class is the only place that states them: checks, keys of files, their explanations,
tables and the way back into a file follow.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial
from typing import Any, ClassVar, dataclass_transform

from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.ranges import (
    array_of,
    check,
    check_finite,
    check_kind,
    check_names,
    check_not_negative,
    check_positive,
    check_share,
    check_vector,
)

KEPT = "words"
"""Under which name the metadata of a field keep them."""


@dataclass(frozen=True)
class Number:
    """What there is to know of one number."""

    meaning: str
    unit: str = ""
    """SI, in pint's words; empty for a number without unit."""
    column: str = ""
    """Column of the table that it fills; empty: the class itself says which."""
    positive: bool = False
    low: float | None = 0.0
    high: float | None = None
    example: object = None
    key: str = ""
    """How files call it, if not as Python does."""
    optional: bool = False
    """May be None: not given."""
    required: bool = False
    """Files must state it, though Python has a default."""
    whole: bool = False
    """A count."""
    along: bool = False
    """May be a list, one for each element of a rod; its range is checked there."""

    def check(self, where: str, value: Any) -> None:
        """Refuse a value out of range."""
        if self.optional and value is None:
            return
        if self.whole:
            check_kind(where, value, (int,), "a whole number")
        if self.positive:
            check_positive(where, value)
        elif (self.low, self.high) == (0.0, 1.0):
            check_share(where, value)
        elif self.low == 0.0 and self.high is None:
            check_not_negative(where, value)
        else:
            low = -float("inf") if self.low is None else self.low
            high = float("inf") if self.high is None else self.high
            check(where, value, low, high, f"expected {low:g} to {high:g}")


@dataclass(frozen=True)
class Choice:
    """A choice between words of files, each of which stands for a value in Python."""

    meaning: str
    options: dict[str, Any]
    key: str = ""
    expected: str = "one of the words"
    example: object = None

    def check(self, where: str, value: Any) -> None:
        """Refuse a value that no word stands for."""
        kinds = tuple({type(option) for option in self.options.values()})
        check_kind(where, value, kinds, self.expected)
        if value not in self.options.values():
            raise SpecError.at(where, value, f"expected {self.expected}")


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    meaning: str
    key: str = ""

    def check(self, where: str, value: Any) -> None:
        """Refuse anything but True and False."""
        check_kind(where, value, (bool,), "True or False")


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


Words = Number | Choice | Flag | Pair | Several | Row | Names


def told(words: Words, *, default: Any = MISSING) -> Any:
    """A field with these words; without a default it must be given."""
    return field(default=default, metadata={KEPT: words})


def number(meaning: str, unit: str = "", *, default: Any = MISSING, **more: Any) -> Any:
    """A field that is a number."""
    return told(Number(meaning, unit, **more), default=default)


def signed(meaning: str, unit: str = "", *, default: Any = MISSING, **more: Any) -> Any:
    """A field that is a number of either sign."""
    return told(Signed(meaning, unit, **more), default=default)


def choice(
    meaning: str, options: dict[str, Any], *, default: Any = MISSING, **more: Any
) -> Any:
    """A field that is a choice between words."""
    return told(Choice(meaning, options, **more), default=default)


def flag(meaning: str, *, default: bool) -> Any:
    """A field that is True or False."""
    return told(Flag(meaning), default=default)


def pair(
    meaning: str, unit: str, example: object, key: str = "", *, default: Any = MISSING
) -> Any:
    """A field that is a pair of numbers."""
    return told(Pair(meaning, unit, example, key), default=default)


def row(meaning: str, example: object, *, default: Any = MISSING, **more: Any) -> Any:
    """A field with a number for every coordinate."""
    return told(Row(meaning, example, **more), default=default)


def matrix(meaning: str, example: object, *, default: Any = MISSING) -> Any:
    """A field with a matrix over all coordinates."""
    return told(Row(meaning, example, square=True), default=default)


def names(meaning: str, example: object, *, required: bool = False) -> Any:
    """A field with names."""
    return told(Names(meaning, example, required=required))


def several(
    meaning: str, options: tuple[str, ...], example: object, *, default: Any = MISSING
) -> Any:
    """A field that is a list of words."""
    return told(Several(meaning, options, example), default=default)


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        field, told, number, signed, choice, flag, pair, row, matrix, names, several
    ),
)  # fmt: skip
def statement(kind: type | None = None, *, kw_only: bool = False) -> Any:
    """Makes a frozen dataclass, whose fields checkers of types know by their makers."""
    made = partial(dataclass, frozen=True, kw_only=kw_only)
    return made if kind is None else made(kind)


def words_of(own: Field[Any]) -> Any:
    """What the metadata of a field say."""
    return own.metadata[KEPT]


def said(kind: Any) -> list[Field[Any]]:
    """Fields with words, of a class or of what it made; others say where it belongs."""
    return [own for own in fields(kind) if KEPT in own.metadata]


class Stated:
    """What everything stated in words has; its numbers are fields of a dataclass."""

    word: ClassVar[str]
    """What files write to choose it; empty: files cannot state it."""
    chosen: ClassVar[str] = ""
    """What choosing it means, in a sentence."""
    code: ClassVar[int] = 0
    """What kernels know it by: a member of `catena.codes`, or a free number."""

    def check(self, where: str) -> None:
        """Refuse what is out of range, and what contradicts another field."""
        for own in said(self):
            words_of(own).check(f"{where}.{own.name}", getattr(self, own.name))
        conflict = self.conflict()
        if conflict:
            name, reason = conflict
            raise SpecError.at(f"{where}.{name}", getattr(self, name), reason)

    def numbers(self, where: str) -> tuple[int, dict[str, float]]:
        """Code, and numbers by their column; checked."""
        self.check(where)
        found = {
            words.column: getattr(self, own.name)
            for own in said(self)
            if isinstance(words := words_of(own), Number) and words.column
        }
        return self.chosen_code(), found | self.derived()

    def chosen_code(self) -> int:
        """The code, where choices of the user decide it."""
        return int(self.code)

    def derived(self) -> dict[str, float]:
        """Columns that follow from several numbers."""
        return {}

    def conflict(self) -> tuple[str, str] | None:
        """A field that contradicts another, and what was expected of it."""
        return None
