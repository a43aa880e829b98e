"""Keys of a file made from words: what Python states of a part is their only source.

The way back, from a part to the table of a file, reads the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import numpy as np
import pydantic
from pydantic import create_model

from catena.numerics.statement import (
    Choice,
    Flag,
    Names,
    Number,
    Pair,
    Row,
    Several,
    Stated,
    said,
    words_of,
)
from catena.spec.parts import Part
from catena.spec.quantities import Number as PureNumber
from catena.spec.quantities import quantity

MOST_COORDINATES = 400
Name = Annotated[str, pydantic.Field(min_length=1, max_length=60, pattern=r"^[^.\s]+$")]
"""A name without dots and spaces."""
Size = pydantic.Field(min_length=1, max_length=MOST_COORDINATES)
NumberRow = Annotated[list[PureNumber], Size]
NumberMatrix = Annotated[list[NumberRow], Size]
Coordinates = Annotated[list[Name], Size]
Table = dict[str, Any]


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
        elif isinstance(words, Names):
            value = list(value)
        elif isinstance(value, np.ndarray):
            value = value.tolist()
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
        keys[words_of(field).key or field.name] = key_of(field)
    return made_of_keys(kind.__name__, base, keys, kind.__doc__)


def made_of_keys(name: str, base: type[Any], keys: Table, doc: str | None) -> type[Any]:
    """A table of files with these keys, whose meanings stand in their fields.

    There is no source to read meanings from, and looking for it took half a second a
    table: it is switched off while the table is made, not for what is derived from it.
    """
    plain = {"use_attribute_docstrings": False}
    made: type[Any] = create_model(
        name, __base__=base, __module__=__name__, __cls_kwargs__=plain, **keys
    )
    made.model_config["use_attribute_docstrings"] = True
    made.__doc__ = doc
    return made


def either(kinds: Sequence[type[Any]], base: type[Any], key: str, what: str) -> Any:
    """One of several laws, told apart by the key that chooses it; see `model_of`."""
    models = [model_of(kind, base, key, what) for kind in kinds]
    if len(models) == 1:
        return models[0]
    return Annotated[reduce(or_, models), pydantic.Field(discriminator=key)]


def key_of(field: Field[Any]) -> tuple[Any, Any]:
    """Type and description of one key."""
    words = words_of(field)
    if isinstance(words, Choice):
        first = next(
            word for word, own in words.options.items() if own == field.default
        )
        more: Table = {"default": first, "description": words.meaning}
        if words.example is not None:
            more["examples"] = [words.example]
        return Literal[tuple(words.options)], pydantic.Field(**more)
    if isinstance(words, Flag | Pair | Several | Row | Names):
        return _key_of_part(field, words)
    if words.along:
        return _key_along(words)
    ranges: Table = {"gt": 0.0} if words.positive else {"ge": words.low}
    if words.high is not None:
        ranges["le"] = words.high
    kind: Any = Annotated[_quantity(words), pydantic.Field(**ranges)]
    if words.whole:
        kind = Annotated[int, pydantic.Field(**ranges)]
    more = {"description": words.meaning}
    if words.example is not None:
        more["examples"] = [words.example]
    if field.default is not MISSING and not words.required:
        more["default"] = field.default
    return (kind | None if words.optional else kind), pydantic.Field(**more)


def _key_of_part(
    field: Field[Any], words: Flag | Pair | Several | Row | Names
) -> tuple[Any, Any]:
    """The same of a key that only parts have."""
    more: Table = {"description": words.meaning}
    if field.default is not MISSING:
        more["default"] = field.default
    if isinstance(words, Flag):
        return bool, pydantic.Field(examples=[not field.default], **more)
    more["examples"] = [words.example]
    if isinstance(words, Row | Names):
        kind = _numbers(words) if isinstance(words, Row) else Coordinates
        if words.required:
            return kind, pydantic.Field(**more)
        return kind | None, pydantic.Field(**(more | {"default": None}))
    row: Any = list  # types that are made here are none for a checker of types
    one_of: Any = Literal
    if isinstance(words, Pair):
        return _tuple(_quantity(words), 2), pydantic.Field(**more)
    more |= {"default": list(words.options), "max_length": len(words.options)}
    return row[one_of[words.options]], pydantic.Field(**more)


def _key_along(words: Number) -> tuple[Any, Any]:
    """The same of a number that may change along a rod."""
    more: Table = {"description": words.meaning, "examples": [words.example]}
    if words.optional:
        more["default"] = None
    kind, row = _quantity(words), list
    if words.positive:
        kind = Annotated[kind, pydantic.Field(gt=0.0)]
    either: Any = kind | row[kind]
    return (either | None if words.optional else either), pydantic.Field(**more)


def _numbers(words: Row) -> Any:
    """Type of a row or matrix."""
    if words.size is not None:
        return _tuple(PureNumber, words.size)
    return NumberMatrix if words.square else NumberRow


def _tuple(kind: Any, size: int) -> Any:
    """Type of so many values."""
    made: Any = tuple
    return made[(kind,) * size]


def _quantity(words: Number | Pair) -> Any:
    return quantity(words.unit) if words.unit else PureNumber
