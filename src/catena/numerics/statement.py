"""What a user states of a law, coupling, surface or body, in Python and files alike.

It is a frozen dataclass in its own file, a `Stated`. The metadata of its fields say all
there is to know of a number: meaning, unit, range, example, and the column it fills in
the table of kernels. Checks, keys of files, their explanations and tables follow.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar

from catena.errors import SpecError
from catena.numerics.ranges import (
    check,
    check_kind,
    check_not_negative,
    check_positive,
    check_share,
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


def number(meaning: str, unit: str = "", **more: Any) -> dict[str, Number]:
    """Metadata of a field that is a number."""
    return {KEPT: Number(meaning, unit, **more)}


def choice(meaning: str, options: dict[str, Any], **more: Any) -> dict[str, Choice]:
    """Metadata of a field that is a choice between words."""
    return {KEPT: Choice(meaning, options, **more)}


def flag(meaning: str) -> dict[str, Flag]:
    """Metadata of a field that is True or False."""
    return {KEPT: Flag(meaning)}


def words_of(field: Field[Any]) -> Number | Choice:
    """What the metadata of a field say."""
    words: Number | Choice = field.metadata[KEPT]
    return words


def said(kind: Any) -> list[Field[Any]]:
    """Fields with words, of a class or of what it made; others say where it belongs."""
    return [field for field in fields(kind) if KEPT in field.metadata]


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
        for field in said(self):
            words_of(field).check(f"{where}.{field.name}", getattr(self, field.name))
        conflict = self.conflict()
        if conflict:
            name, reason = conflict
            raise SpecError.at(f"{where}.{name}", getattr(self, name), reason)

    def numbers(self, where: str) -> tuple[int, dict[str, float]]:
        """Code, and numbers by their column; checked."""
        self.check(where)
        found = {
            words.column: getattr(self, field.name)
            for field in said(self)
            if isinstance(words := words_of(field), Number) and words.column
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
