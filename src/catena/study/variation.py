"""One varied key: the text a user writes and the values it stands for.

====================================  =============================================
``load.force=10 N,20 N,50 N``         these values
``analysis.method=gauss,newmark``     these words
``speed=100 rpm:3000 rpm:30``         30 values, evenly spaced, ends included
``speed=100:3000 rpm:30``             the same: a unit at one end serves both
``mesh.damping_ratio=1e-3:0.1:9:log`` 9 values, each the same factor above the last
``pinion.tooth_count=15:25``          every whole number from 15 to 25
====================================  =============================================
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from catena.errors import Problem

LARGEST_COUNT = 1_000_000
"""Values one key may take, and runs a study may have."""

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_QUANTITY = re.compile(rf"\s*({_NUMBER})\s*([^\d\s].*?)?\s*")
_WHOLE = re.compile(r"\s*[+-]?\d{1,18}\s*")
_KEY = re.compile(r"[A-Za-z_][\w-]*(?:\.[\w-]+|\[\d+\])*")


class VariationError(ValueError):
    """A text that is not a variation; the message says what was expected."""


@dataclass(frozen=True)
class Span:
    """The ends of a range, for designs that draw their own values from it."""

    start: float
    stop: float
    unit: str = ""
    log: bool = False
    whole: bool = False

    def at(self, fraction: float) -> float:
        """The number at a fraction 0..1 of the way, exact at both ends."""
        if self.whole:
            count = int(self.stop - self.start) + 1
            return self.start + min(int(fraction * count), count - 1)
        if fraction in (0.0, 1.0):
            return self.stop if fraction else self.start
        if self.log:
            return float(self.start * (self.stop / self.start) ** fraction)
        return self.start + (self.stop - self.start) * fraction

    def value(self, number: float) -> Any:
        """Value of the specification for a number of this range."""
        if self.whole:
            return int(number)
        return f"{number!r} {self.unit}" if self.unit else number


@dataclass(frozen=True)
class Variation:
    """A key of the specification and the values it takes."""

    key: str
    """Key path such as ``mesh.damping_ratio`` or ``error[0].amplitude``."""
    values: tuple[Any, ...]
    """What is put there: numbers, words, numbers with units."""
    span: Span | None = None
    """The range they were taken from, when they were."""

    @property
    def name(self) -> str:
        """The key as a name for a dimension: letters, digits and underscores."""
        return re.sub(r"\W+", "_", self.key).strip("_")

    @property
    def text(self) -> str:
        """What a user writes for it, and `parse_vary` reads."""
        span = self.span
        if span is None:
            words = (
                str(v).lower() if isinstance(v, bool) else str(v) for v in self.values
            )
            return f"{self.key}={','.join(words)}"
        if span.whole:
            return f"{self.key}={int(span.start)}:{int(span.stop)}"
        ends = f"{span.value(span.start)}:{span.value(span.stop)}"
        return f"{self.key}={ends}:{len(self.values)}{':log' if span.log else ''}"

    @property
    def unit(self) -> str:
        """The unit all its values are written in; empty when there is none."""
        units = {_unit_of(value) for value in self.values}
        return units.pop() if len(units) == 1 else ""

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as plain numbers in `unit`; ``None`` for words."""
        found = [_number_of(value) for value in self.values]
        if len({_unit_of(value) for value in self.values}) > 1:
            return None
        return tuple(n for n in found if n is not None) if None not in found else None


def parse_vary(text: str) -> Variation:
    """A variation out of ``key=values``; see the table at the top of this file."""
    key, equals, rest = text.partition("=")
    key, rest = key.strip(), rest.strip()
    if not equals or not rest:
        raise VariationError("expected key=values, such as speed=100 rpm:3000 rpm:30")
    if not _KEY.fullmatch(key):
        raise VariationError(f"{key!r} is not a key path such as mesh.damping_ratio")
    parts = [part.strip() for part in rest.split(":")]
    if len(parts) == 1:
        return Variation(key, tuple(_word(part) for part in rest.split(",")))
    if len(parts) == 2:
        return _whole_numbers(key, parts)
    return _range(key, parts)


def variations_of(texts: list[str] | tuple[str, ...]) -> list[Variation]:
    """All variations, or `SpecError` listing every text that is not one."""
    from catena.errors import SpecError

    found, problems = [], []
    for text in texts:
        try:
            found.append(parse_vary(text))
        except VariationError as error:
            problems.append(Problem("vary", text, str(error)))
    if problems:
        raise SpecError(problems, "study")
    return found


def _word(text: str) -> Any:
    """One entry of a list: a number, a truth value or a text."""
    text = text.strip()
    if not text:
        raise VariationError("has an empty value between two commas")
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    match = _QUANTITY.fullmatch(text)
    if match and match[2] is None:
        return float(match[1])
    return text.strip("\"'")


def _whole_numbers(key: str, parts: list[str]) -> Variation:
    if not all(_WHOLE.fullmatch(part) for part in parts):
        raise VariationError(
            "has a range without a count; write start:stop:count, or start:stop with "
            "two whole numbers"
        )
    start, stop = (int(part) for part in parts)
    if stop < start:
        raise VariationError(
            f"counts down from {start} to {stop}; write {stop}:{start}"
        )
    _check_count(stop - start + 1)
    span = Span(start, stop, whole=True)
    return Variation(key, tuple(range(start, stop + 1)), span)


def _range(key: str, parts: list[str]) -> Variation:
    spacing = parts[3] if len(parts) == 4 else "linear"
    if len(parts) > 4 or spacing not in ("log", "linear"):
        raise VariationError("expected start:stop:count or start:stop:count:log")
    if not _WHOLE.fullmatch(parts[2]) or int(parts[2]) < 2:
        raise VariationError(f"has the count {parts[2]!r}; expected 2 or more")
    count = int(parts[2])
    _check_count(count)
    span = _span(parts[0], parts[1], spacing == "log")
    fractions = [i / (count - 1) for i in range(count)]
    return Variation(key, tuple(span.value(span.at(f)) for f in fractions), span)


def _span(first: str, last: str, log: bool) -> Span:
    ends = [_QUANTITY.fullmatch(text) for text in (first, last)]
    if ends[0] is None or ends[1] is None:
        raise VariationError(
            "has a range whose ends are not numbers, such as 100 rpm:3000 rpm:30"
        )
    start, stop = float(ends[0][1]), float(ends[1][1])
    if not (math.isfinite(start) and math.isfinite(stop)):
        raise VariationError("has a range whose ends are not finite")
    units = {unit for end in ends if end and (unit := end[2])}
    if len(units) > 1:
        raise VariationError("has two units in one range; write both ends in the same")
    if log and (start == 0.0 or start * stop <= 0.0):
        raise VariationError("has a log range that touches or crosses zero")
    return Span(start, stop, units.pop() if units else "", log)


def _check_count(count: int) -> None:
    if count > LARGEST_COUNT:
        raise VariationError(
            f"has {count} values; at most {LARGEST_COUNT} are possible"
        )


def shown_value(value: Any) -> str:
    """A varied value for the eye: ``0.15 N``, not ``0.15000000000000002 N``."""
    match = _QUANTITY.fullmatch(str(value))
    if match is None or isinstance(value, (bool, int)):
        return str(value)
    return f"{float(match[1]):.6g} {match[2] or ''}".rstrip()


def _unit_of(value: Any) -> str:
    match = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    return (match[2] or "") if match else ""


def _number_of(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value)
    match = _QUANTITY.fullmatch(value) if isinstance(value, str) else None
    return float(match[1]) if match else None
