"""Which colours a map gets: plain, around a limit, or one for each category."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from catena.results.figures import Map
from catena.view.palette import LIGHT

LOG_DECADES = 8.0
"""A logarithmic map shows this much below its highest value."""


def heights(area: Map) -> NDArray[np.float64]:
    """The values that are turned into colours: logarithms where the map asks so."""
    return np.log10(area.z) if area.log else area.z


def value_range(area: Map) -> tuple[float, float]:
    """The heights that get the first and the last colour."""
    if area.categories:
        return -0.5, len(area.categories) - 0.5
    values = heights(area)
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if area.log:
        low = max(low, high - LOG_DECADES)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def limit_fraction(area: Map) -> float | None:
    """Where in its range the one limit of a map lies; None if it does not divide it."""
    if area.categories or len(area.levels) != 1:
        return None
    low, high = value_range(area)
    level = np.log10(area.levels[0]) if area.log else area.levels[0]
    fraction = float((level - low) / (high - low))
    return fraction if 0.0 < fraction < 1.0 else None


def color_stops(area: Map) -> list[tuple[float, str]]:
    """Positions from 0 to 1 and colours by name in the palette.

    Around a single limit the colours change sides exactly there, and each side uses
    its whole half of the scale.
    """
    if area.categories:
        return _category_stops(len(area.categories))
    middle = limit_fraction(area)
    if middle is None:
        count = len(LIGHT.sequential)
        return [(i / (count - 1), f"sequential_{i}") for i in range(count)]
    count = len(LIGHT.diverging)
    half = (count - 1) // 2
    positions = [
        *np.linspace(0.0, middle, half + 1),
        *np.linspace(middle, 1.0, half + 1),
    ]
    return [
        (float(position), f"diverging_{min(i, half) + max(i - half - 1, 0)}")
        for i, position in enumerate(positions)
    ]


def _category_stops(count: int) -> list[tuple[float, str]]:
    stops = []
    for i in range(count):
        color = f"categories_{i % len(LIGHT.categories)}"
        stops += [(i / count, color), ((i + 1) / count, color)]
    return stops


def decade_ticks(low: float, high: float) -> list[float]:
    """Powers of ten within a range of logarithms; 1, 2 and 5 where few fit."""
    decades = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    factors = (1.0, 2.0, 5.0) if high - low < 2.0 else (1.0,)
    step = max(1, int((high - low) // 6))
    values = [f * 10.0**d for d in decades if d % step == 0 for f in factors]
    return [v for v in values if low - 1e-9 <= np.log10(v) <= high + 1e-9]
