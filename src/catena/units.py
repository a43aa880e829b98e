"""Text with units becomes plain SI floats: ``"12.7 mm"`` gives ``0.0127``.

Only this file meets pint, and only when a new unit occurs: conversions are remembered
between runs, because loading pint takes longer than many a run. The grammar is kept
small on purpose, because specifications are untrusted: a number, then unit names
with single-digit powers, joined by spaces, ``*`` or ``/``.
"""

from __future__ import annotations

import json
import math
import os
import re
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from catena.places import cache_roots

LARGEST_MAGNITUDE = 1e30
"""Values beyond this are refused: squares and products must not overflow."""

_LONGEST_TEXT = 64
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_FACTOR = r"[A-Za-zµμ°Ω%]+(?:_[A-Za-z]+)*(?:(?:\^|\*\*)?-?\d)?"
_UNIT = rf"(?:1\s*/\s*)?{_FACTOR}(?:(?:\s*[*/·]\s*|\s+){_FACTOR})*"
_QUANTITY = re.compile(rf"\s*({_NUMBER})\s*({_UNIT})?\s*")
_TURNING = re.compile(r"\b(?:rad|deg|degree|degrees|rpm|rev|turn|revolution|cycle)s?\b")
_CYCLES = re.compile(r"(?:\b|[kMG])(?:Hz|hertz)\b")


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
    _refuse_mixed_up_turns(found, unit)
    factor, offset = _conversion(found, unit)
    return checked_magnitude(number * factor + offset)


def checked_magnitude(value: float) -> float:
    """The same value, if it is finite and within reason."""
    if not math.isfinite(value):
        raise UnitError("is not a finite number")
    if abs(value) > LARGEST_MAGNITUDE:
        raise UnitError(f"is larger than {LARGEST_MAGNITUDE:g}")
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


def _refuse_mixed_up_turns(found: str, wanted: str) -> None:
    """Keep Hz and rad/s apart: pint calls both 1/s, a silent factor of 2 pi."""
    if "rad" in wanted and _CYCLES.search(found):
        raise UnitError("counts cycles, not angle; write it in rev/s, rpm or rad/s")
    if wanted == "Hz" and _TURNING.search(found):
        raise UnitError("is an angular speed; write a frequency in Hz")


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

    registry = _registry()
    text = found.replace("·", "*").replace("%", "percent")
    try:
        here = registry.parse_units(re.sub(r"^1\s*/\s*", "1/", text))
        there = registry.parse_units(wanted or "dimensionless")
        zero = float(registry.Quantity(0.0, here).to(there).magnitude)
        one = float(registry.Quantity(1.0, here).to(there).magnitude)
    except pint.DimensionalityError:
        kind = _dimension_name(registry.parse_units(text).dimensionality)
        raise UnitError(f"has dimension {kind}") from None
    except (pint.PintError, AttributeError, ValueError, TypeError, KeyError):
        raise UnitError(f"has an unknown unit {found!r}") from None
    return one - zero, zero


def _memory() -> Path:
    """The file conversions are remembered in; another pint has another file."""
    for root in cache_roots():
        return root / f"units-{version('pint')}.json"
    raise FileNotFoundError("no place to keep things")


@cache
def _remembered() -> dict[str, tuple[float, float]]:
    try:
        data = json.loads(_memory().read_text(encoding="utf-8"))
        return {str(key): (float(a), float(b)) for key, (a, b) in data.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # missing, damaged or foreign: begin anew


def _remember(known: dict[str, tuple[float, float]]) -> None:
    """Write the file in one step; a place that cannot be written is left alone."""
    with suppress(OSError):
        file = _memory()
        unfinished = file.with_name(f"{file.name}.{os.getpid()}")
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(known), encoding="utf-8")
        unfinished.replace(file)


def _dimension_name(dimensionality: Any) -> str:
    text = str(dimensionality)
    return "no dimension" if text == "dimensionless" else text


@cache
def _registry() -> Any:
    """Pint's units, from its disk cache where there is a place for one."""
    try:
        return _made_registry(":auto:")
    except OSError:
        return _made_registry(None)


def _made_registry(cache_folder: str | None) -> Any:
    import pint

    registry: Any = pint.UnitRegistry(
        autoconvert_offset_to_baseunit=True, cache_folder=cache_folder
    )
    registry.define("rev = revolution")
    return registry
