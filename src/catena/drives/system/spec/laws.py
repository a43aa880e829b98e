"""Laws of contacts and couplings as a file states them, made from their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import pydantic
from pydantic import create_model, model_validator

from catena.couplings.lines.line_couplings import LINE_WORDS
from catena.laws.coulomb import Coulomb as CoulombLaw
from catena.laws.dispatch import FRICTION_WORDS, NORMAL_WORDS
from catena.numerics.stated import KEPT, Choice, Number, Stated, words_of
from catena.planar.words import Flag, Pair, Several
from catena.spec.parts import Part
from catena.spec.quantities import Number as PureNumber
from catena.spec.quantities import quantity

Table = dict[str, Any]


def said(kind: Any) -> list[Field[Any]]:
    """Fields of a part that have words, of its class or of the part itself."""
    return [field for field in fields(kind) if KEPT in field.metadata]


def values_of(stated: Part, kind: type[Any]) -> Table:
    """What a table states, by the names that Python has for it."""
    given = {}
    for field in said(kind):
        words = words_of(field)
        value = getattr(stated, words.key or field.name)
        given[field.name] = words.options[value] if isinstance(words, Choice) else value
    return given


def read_words(stated: Part, kind: type[Any]) -> Any:
    """What a table states, as Python states it."""
    return kind(**values_of(stated, kind))


def table_of(part: object, key: str = "") -> Table:
    """What a file would state of a law or part, under the key that chooses it."""
    found: Table = {key: part.word} if key and isinstance(part, Stated) else {}
    for field in said(part):
        words, value = words_of(field), getattr(part, field.name)
        if isinstance(words, Choice):
            value = next(word for word, own in words.options.items() if own == value)
        elif isinstance(words, Several):
            value = [word for word in words.options if word in value]
        elif isinstance(words, Pair):
            value = [float(x) for x in value]
        if value is not None:
            found[words.key or field.name] = value
    return found


def refuse_conflict(law: Stated) -> None:
    """Refuse numbers that contradict each other, in a validator of a table."""
    conflict = law.conflict()
    if conflict:
        name, expected = conflict
        raise ValueError(f"{name}: found {getattr(law, name):g}; {expected}")


def model_of(
    kind: type[Any], base: type[Any], key: str = "", what: str = ""
) -> type[Any]:
    """The keys of a law or part, with meaning, unit, range, default and example.

    Args:
        kind: The words of the law.
        base: Model of what all laws of its sort have.
        key: Which key chooses it; none where nothing is to choose.
        what: What it is called there.
    """
    keys: Table = {}
    if key:
        chosen = pydantic.Field(description=f"Chooses this {what}: {kind.chosen}.")
        keys[key] = (Literal[kind.word], chosen)
    for field in said(kind):
        keys[words_of(field).key or field.name] = _key(field)
    made: type[Any] = create_model(
        kind.__name__, __base__=base, __module__=__name__, **keys
    )
    made.__doc__ = kind.__doc__
    return made


def either(kinds: Sequence[type[Any]], base: type[Any], key: str, what: str) -> Any:
    """One of several laws, told apart by the key that chooses it; see `model_of`."""
    models = [model_of(kind, base, key, what) for kind in kinds]
    if len(models) == 1:
        return models[0]
    return Annotated[reduce(or_, models), pydantic.Field(discriminator=key)]


def _key(field: Field[Any]) -> tuple[Any, Any]:
    """Type and description of one key."""
    words = words_of(field)
    if isinstance(words, Choice):
        first = next(
            word for word, own in words.options.items() if own == field.default
        )
        chosen = pydantic.Field(default=first, description=words.meaning)
        return Literal[tuple(words.options)], chosen
    if isinstance(words, Flag | Pair | Several):
        return _key_of_part(field, words)
    ranges: Table = {"gt": 0.0} if words.positive else {"ge": words.low}
    if words.high is not None:
        ranges["le"] = words.high
    kind: Any = Annotated[_quantity(words), pydantic.Field(**ranges)]
    if words.whole:
        kind = Annotated[int, pydantic.Field(**ranges)]
    more: Table = {"description": words.meaning}
    if words.example is not None:
        more["examples"] = [words.example]
    if field.default is not MISSING and not words.required:
        more["default"] = field.default
    return (kind | None if words.optional else kind), pydantic.Field(**more)


def _key_of_part(field: Field[Any], words: Flag | Pair | Several) -> tuple[Any, Any]:
    """The same of a key that only parts have."""
    more: Table = {"description": words.meaning}
    if field.default is not MISSING:
        more["default"] = field.default
    if isinstance(words, Flag):
        return bool, pydantic.Field(examples=[not field.default], **more)
    more["examples"] = [words.example]
    pair: Any = tuple  # types that are made here are none for a checker of types
    row: Any = list
    one_of: Any = Literal
    if isinstance(words, Pair):
        return pair[_quantity(words), _quantity(words)], pydantic.Field(**more)
    more |= {"default": list(words.options), "max_length": len(words.options)}
    return row[one_of[words.options]], pydantic.Field(**more)


def _quantity(words: Number | Pair) -> Any:
    return quantity(words.unit) if words.unit else PureNumber


class StatedLaw(Part):
    """A law in a file; its keys are those of the law with the word ``law``."""

    law: str
    """Which law it is."""

    def read(self) -> Any:
        """The law as Python states it."""
        return read_words(self, LAWS[self.law])

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        refuse_conflict(self.read())
        return self


LAWS: dict[str, type[Any]] = {
    law.word: law for law in (*NORMAL_WORDS, *FRICTION_WORDS, *LINE_WORDS)
}
"""Every law that files can state, by its word."""

if TYPE_CHECKING:
    Normal = StatedLaw
    Friction = StatedLaw
    Coulomb = StatedLaw
    Pull = StatedLaw
else:
    Coulomb = model_of(CoulombLaw, StatedLaw, "law", "law")
    Normal, Friction, Pull = (
        either(words, StatedLaw, "law", "law")
        for words in (NORMAL_WORDS, FRICTION_WORDS, LINE_WORDS)
    )
