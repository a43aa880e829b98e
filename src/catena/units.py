"""Text with units becomes plain SI floats: ``"12.7 mm"`` gives ``0.0127``.

Only this file meets pint, and only when a new unit occurs: conversions are remembered
between runs, because loading pint takes longer than many a run. The grammar is kept
small on purpose, because specifications are untrusted: a number, then unit names
with single-digit powers, joined by spaces, ``*`` or ``/``.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from catena.cache_folders import cache_roots

LARGEST_MAGNITUDE = 1e30
"""Values beyond this are refused: squares and products must not overflow."""

SMALLEST_MAGNITUDE = 1e-30
"""Values nearer to 0 are refused: quotients must not overflow."""

_LONGEST_TEXT = 64
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_FACTOR = r"[A-Za-zµμ°Ω%]+(?:_[A-Za-z]+)*(?:(?:\^|\*\*)?-?\d)?"
_BETWEEN = r"(?:\s*[*/·.]\s*|\s+|-(?=[A-Za-z]))"
_UNIT = rf"(?:1\s*/\s*)?{_FACTOR}(?:{_BETWEEN}{_FACTOR})*"
_QUANTITY = re.compile(rf"\s*({_NUMBER})\s*({_UNIT})?\s*")
_TIMES = re.compile(r"[·.]|-(?=[A-Za-z])")
_POWER = re.compile(r"(?<=[A-Za-zµμ°Ω])(?=-?\d)")
"""Where a power begins that has no sign of its own, as in ``min-1`` and ``m2``."""


class UnitError(ValueError):
    """A text is not a quantity of the wanted kind; the message says why."""


def to_si(text: str, unit: str) -> float:
    """The magnitude of ``text`` in the SI unit ``unit``; plain numbers are SI."""
    match = _QUANTITY.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
    if match is None:
        raise UnitError("is not a number with a unit")
    number, found = float(match[1]), match[2]
    if found is None:
        return checked_magnitude(number)
    factor, offset = _conversion(found, unit)
    return checked_magnitude(number * factor + offset)


def written_like(number: float, text: object, unit: str) -> str:
    """A number [unit, SI] with the unit of a text such as ``"600 rpm"``.

    What has no unit of its own, such as a plain number, is in SI.
    """
    match = _QUANTITY.fullmatch(text) if isinstance(text, str) else None
    found = (match[2] if match else None) or unit
    factor, offset = _conversion(found, unit) if found else (1.0, 0.0)
    return f"{(number - offset) / factor:g} {found}".rstrip()


def checked_magnitude(value: float) -> float:
    """The same value, if it is finite and within reason."""
    if not math.isfinite(value):
        raise UnitError("is not a finite number")
    if abs(value) > LARGEST_MAGNITUDE:
        raise UnitError(f"is larger than {LARGEST_MAGNITUDE:g}")
    if value != 0.0 and abs(value) < SMALLEST_MAGNITUDE:
        raise UnitError(f"is smaller than {SMALLEST_MAGNITUDE:g}, but not 0")
    return value


def is_unit(text: str) -> bool:
    """Whether ``text`` names a unit, such as ``N s/m``; the empty text does."""
    if not text:
        return True
    if len(text) > _LONGEST_TEXT or re.fullmatch(_UNIT, text) is None:
        return False
    try:
        _conversion(text, text)
    except UnitError:
        return False
    return True


@cache
def _conversion(found: str, wanted: str) -> tuple[float, float]:
    """Factor and offset from one unit to another; remembered, since pint is slow."""
    known = _remembered()
    key = f"{found} -> {wanted}"
    if key not in known:
        known[key] = _computed_conversion(found, wanted)
        _remember(known)
    factor, offset = known[key]
    return factor, offset


def _computed_conversion(found: str, wanted: str) -> tuple[float, float]:
    import pint

    from catena.unit_rules import DimensionError, conversion

    text = _POWER.sub("**", _TIMES.sub("*", found)).replace("%", "percent")
    text = re.sub(r"^1\s*/\s*", "1/", text)
    try:
        return conversion(text, wanted)
    except DimensionError as error:
        raise UnitError(str(error)) from None
    except (pint.PintError, AttributeError, ValueError, TypeError, KeyError):
        raise UnitError(f"has an unknown unit {found!r}") from None


def _memory() -> Path:
    """The file conversions are remembered in; other rules have another file."""
    from catena.unit_rules import rules_digest

    for root in cache_roots():
        return root / f"units-{version('pint')}-{rules_digest()}.json"
    raise FileNotFoundError("no place to keep things")


@cache
def _remembered() -> dict[str, tuple[float, float]]:
    try:
        data = json.loads(_memory().read_text(encoding="utf-8"))
        known = {str(k): (float(a), float(b)) for k, (a, b) in data["known"].items()}
        return known if data["digest"] == _digest(known) else {}
    except (OSError, ValueError, TypeError, AttributeError, LookupError):
        return {}  # missing, damaged, edited or foreign: begin anew


def _remember(known: dict[str, tuple[float, float]]) -> None:
    """Write the file in one step; a place that cannot be written is left alone."""
    with suppress(OSError):
        file = _memory()
        unfinished = file.with_name(f"{file.name}.{os.getpid()}")
        file.parent.mkdir(parents=True, exist_ok=True)
        data = {"digest": _digest(known), "known": known}
        unfinished.write_text(json.dumps(data), encoding="utf-8")
        unfinished.replace(file)


def _digest(known: dict[str, tuple[float, float]]) -> str:
    """What the conversions must hash to; an edited number does not."""
    text = json.dumps({key: list(pair) for key, pair in sorted(known.items())})
    return hashlib.sha256(text.encode()).hexdigest()
