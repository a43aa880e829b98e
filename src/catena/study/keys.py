"""Key paths into a specification: do they exist, what unit do they hold?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from pydantic import BaseModel

from catena.errors import Problem
from catena.spec.checks import did_you_mean
from catena.spec.parts import DriveSpec
from catena.spec.quantities import Unit


def key_problems(spec: DriveSpec, keys: Iterable[str]) -> list[Problem]:
    """Every key path that leads nowhere, each with the nearest that exists."""
    found = (_problem(spec, key) for key in keys)
    return [problem for problem in found if problem is not None]


def unit_at(spec: DriveSpec, key: str) -> str:
    """The SI unit of the quantity at a key path; empty for words and pure numbers."""
    place: Any = spec
    unit = ""
    for step in steps_of(key):
        if isinstance(place, BaseModel):
            field = type(place).model_fields[str(step)]
            unit = next(_units_in((*field.metadata, field.annotation)), "")
            place = getattr(place, str(step))
        else:
            place = place[step]
    return unit


def steps_of(key: str) -> list[str | int]:
    """``error[0].amplitude`` as its steps: ``error``, 0, ``amplitude``."""
    words = key.replace("[", ".").replace("]", "").split(".")
    return [int(word) if word.isdigit() else word for word in words]


def _problem(spec: DriveSpec, key: str) -> Problem | None:
    place: Any = spec
    walked = ""
    for step in steps_of(key):
        known = list(type(place).model_fields) if isinstance(place, BaseModel) else []
        if known and step in known:
            place = getattr(place, str(step))
        elif known:
            hint = did_you_mean(str(step), known)
            return Problem(walked + str(step), None, "unknown key", hint)
        elif isinstance(place, list):
            if not isinstance(step, int) or step >= len(place):
                entries = f"0 to {len(place) - 1}" if place else "none"
                expected = f"there is no entry {step}; there are {entries}"
                return Problem(key, None, expected)
            place = place[step]
        else:
            return Problem(key, None, _nothing_below(place, walked.rstrip(".")))
        walked += f"{step}."
    if isinstance(place, (BaseModel, list)):
        return Problem(key, None, "holds several values; name one of them")
    return None


def _nothing_below(place: Any, walked: str) -> str:
    if place is None:
        return f"there is nothing at {walked!r} in this specification; state it first"
    return f"there is nothing below {walked!r}"


def _units_in(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Unit):
            yield part.si
        yield from _units_in(get_args(part))
