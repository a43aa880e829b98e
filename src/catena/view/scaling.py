"""Numbers and units as people read them: 0.0000123 m is 12.3 µm.

Everything is computed in SI; here a prefix is chosen for a whole axis or for a single
number, and the number is cut to the digits that mean something.
"""

from __future__ import annotations

import math
import re
import textwrap
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

PREFIXES = {-9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
PREFIXABLE = {"m", "s", "N", "Pa", "W", "J", "Hz", "rad", "V", "A", "g"}
"""Leading unit symbols that accept a prefix; all others are left as they are."""

PLAIN_FROM, PLAIN_TO = 0.1, 1e4
"""Magnitudes between these need no prefix: 0.5 s and 2500 N read well as they are."""
LEAST = 1e-12
"""Smaller numbers take a power of ten: 4e-16 J is rounding, 4e-7 nJ a puzzle."""

SIGNIFICANT_DIGITS = 4

_SUPERSCRIPTS = str.maketrans("0123456789-+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
_WORDS = {"1": "", "dimensionless": "", "degree": "°", "deg": "°", "percent": "%"}


class DisplayUnit(NamedTuple):
    """What an SI value is multiplied with, and what is then written behind it."""

    factor: float
    symbol: str


def display_unit(units: str, magnitude: float) -> DisplayUnit:
    """The unit in which values up to `magnitude` (SI) read well."""
    units = units.strip()
    leading = re.match(r"[A-Za-z]+", units)
    if leading is None or leading[0] not in PREFIXABLE | {"kg"}:
        return DisplayUnit(1.0, pretty_units(units))
    if re.match(r"[A-Za-z]+(\^|\*\*)", units):  # a prefix would be raised to the power
        return DisplayUnit(1.0, pretty_units(units))
    base, offset = (units, 0) if leading[0] != "kg" else (units[1:], 3)
    if offset and base != "g":  # kg m^2 and kg/s stay: a gram there helps nobody
        return DisplayUnit(1.0, pretty_units(units))
    exponent = _exponent(magnitude, keep_from=1.0 if base == "m" else PLAIN_FROM)
    exponent = max(min(exponent + offset, 9), -9) - offset
    symbol = PREFIXES[exponent + offset] + base
    return DisplayUnit(float(f"1e{-exponent}"), pretty_units(symbol))


def _exponent(magnitude: float, keep_from: float) -> int:
    """The power of a thousand, as a power of ten, that suits a magnitude."""
    if not math.isfinite(magnitude) or magnitude <= 0.0:
        return 0
    if keep_from <= magnitude < PLAIN_TO or magnitude < LEAST:
        return 0
    return 3 * math.floor(math.log10(magnitude * (1.0 + 1e-12)) / 3)


def display_unit_for(units: str, *arrays: ArrayLike) -> DisplayUnit:
    """One unit for all values of an axis, chosen from the largest finite one."""
    return display_unit(units, largest_magnitude(*arrays))


def largest_magnitude(*arrays: ArrayLike) -> float:
    """The largest finite absolute value in some arrays; 0 when there is none."""
    largest = 0.0
    for array in arrays:
        values = np.abs(np.asarray(array, dtype=float))
        finite = values[np.isfinite(values)]
        largest = max(largest, float(finite.max(initial=0.0)))
    return largest


def pretty_units(units: str) -> str:
    """A unit as it is set in print: "m/s^2" becomes "m/s²", "N m" becomes "N·m"."""
    units = _WORDS.get(units.strip(), units.strip())
    units = units.replace("**", "^")
    units = re.sub(
        r"\^\(?([-+]?\d+)\)?", lambda m: m[1].translate(_SUPERSCRIPTS), units
    )
    units = re.sub(r"\s*/\s*", "/", units)
    return re.sub(r"\s*[*·]\s*|\s+", "·", units)


def axis_label(label: str, symbol: str) -> str:
    """The title of an axis: "deflection [µm]"."""
    return f"{label} [{symbol}]" if symbol else label


def wrapped(label: str, width: int) -> list[str]:
    """A long label cut into lines of about equal length."""
    count = -(-len(label) // width)
    return textwrap.wrap(label, max(-(-len(label) // count) + 6, 12)) if count else [""]


def sentence(text: str) -> str:
    """A text that starts with a capital letter, unless it starts with a symbol."""
    word = text.split(" ", 1)[0]
    is_word = len(word) > 1 and word.isalpha() and word.islower()
    return text[0].upper() + text[1:] if is_word else text


def format_number(value: float, digits: int = SIGNIFICANT_DIGITS) -> str:
    """A number with significant digits, and a power of ten when needed."""
    value = float(value)
    if math.isnan(value):
        return "not available"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0.0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    if -4 <= int(exponent) < 6 or (value.is_integer() and abs(value) < 1e7):
        return _decimal(value, digits, int(exponent))
    factor = {"1": "", "-1": "−"}.get(_trimmed(mantissa), f"{_trimmed(mantissa)} × ")
    return f"{factor}{format_power(int(exponent))}".replace("-", "−")


def format_power(exponent: int) -> str:
    """A power of ten: "10⁻³"."""
    return "10" + str(exponent).translate(_SUPERSCRIPTS)


def _decimal(value: float, digits: int, exponent: int) -> str:
    """Fixed notation; whole numbers and everything before the point stay whole."""
    text = _trimmed(f"{value:.{max(digits - 1 - exponent, 0)}f}")
    whole, point, rest = text.partition(".")
    if len(whole.lstrip("-")) > 4:
        whole = f"{int(whole):,}".replace(",", "\u202f")  # narrow no-break space
    return (whole + point + rest).replace("-", "−")


def _trimmed(text: str) -> str:
    """Without zeros behind the decimal point."""
    return text.rstrip("0").rstrip(".") if "." in text else text


class Quantity(NamedTuple):
    """A number and its unit as two texts, so that they can be set differently."""

    number: str
    unit: str

    def __str__(self) -> str:
        if not self.unit or self.number == "not available":
            return self.number
        space = "" if self.unit == "°" else "\u00a0"
        return f"{self.number}{space}{self.unit}"


def format_quantity(
    value: float, units: str, digits: int = SIGNIFICANT_DIGITS
) -> Quantity:
    """An SI value in the unit that suits it."""
    unit = display_unit(units, abs(float(value)))
    return Quantity(format_number(float(value) * unit.factor, digits), unit.symbol)


def format_spread(spread: float, value: float, units: str) -> Quantity:
    """How far a mean scatters, in the unit its value is shown in."""
    unit = display_unit(units, abs(float(value)))
    return Quantity(format_number(float(spread) * unit.factor, 2), unit.symbol)
