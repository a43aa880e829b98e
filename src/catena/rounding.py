"""Numbers as people write them: 1480 N instead of 1.48e+03 N, speeds in rpm."""

from __future__ import annotations

import math
import re

PLAIN_BELOW = 1e7
"""Numbers below this are written without a power of ten."""
TURNS = {"rpm": 2.0 * math.pi / 60.0, "rev/s": 2.0 * math.pi, "deg/s": math.pi / 180.0}
"""Rotational speeds in results and messages, in rad/s."""
SPELLINGS = {
    "rpm": "rpm", "1/min": "rpm", "min^-1": "rpm", "rev/min": "rpm", "U/min": "rpm",
    "rev/s": "rev/s", "1/s": "rev/s", "deg/s": "deg/s",
}  # fmt: skip
"""How a file may write them."""
_WRITTEN = re.compile(rf"\d\s*({'|'.join(map(re.escape, SPELLINGS))})\s*[\"']")


def rounded(value: float, digits: int = 3) -> str:
    """A number with so many significant digits; a power of ten for extremes only."""
    if not math.isfinite(value) or value == 0.0:
        return f"{value:g}"
    short = float(f"{value:.{digits}g}")
    if 1e-4 <= abs(short) < PLAIN_BELOW:
        places = max(digits - 1 - math.floor(math.log10(abs(short))), 0)
        text = f"{short:.{places}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value:.{digits}g}"


def digits_of_mean(value: float, spread: float, most: int = 6) -> int:
    """Significant digits of a mean down to the second of its spread.

    A mean of 167.753 with a spread of 0.17 has five: 167.75 +/- 0.17.
    """
    if not (spread > 0.0 and math.isfinite(spread) and math.isfinite(value)):
        return most  # no mean
    if value == 0.0:
        return 1
    apart = math.floor(math.log10(abs(value))) - math.floor(math.log10(spread))
    return min(max(apart + 2, 1), most)


def as_written(value: float, units: str, text: str) -> tuple[float, str]:
    """A rotational speed in the unit a drive file writes speeds in; all else as it is.

    Args:
        value: In SI.
        units: Its unit.
        text: The drive file.
    """
    found = _WRITTEN.search(text) if units == "rad/s" else None
    if found is None:
        return value, units
    unit = SPELLINGS[found[1]]
    return value / TURNS[unit], unit
