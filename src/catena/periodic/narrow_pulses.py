"""Pulses and jumps of coefficients that steps over a period would pass over.

Error control compares solutions of some hundred steps: a force that acts for 1e-5 of
the period falls between their nodes, all solutions agree, and all are zero. So the
coefficients are looked at 131 072 times per period. Where they leave the median of a
cell of the period by more than the next cells explain, and only a few cells do so,
breaks are put around: steps end there, and error control sees what is between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from catena.numerics.arrays import Floats

CELLS = 256
"""Of a period: what is wider than half of one is seen by error control."""
FINE = 512
"""Times at which the coefficients are looked at within each."""
BLOCK = 16
"""Cells looked at at once."""
DEVIATION = 0.02
"""From the median of a cell over the range of a coefficient, that is worth a look."""
MOST = 12
"""Cells up to which deviations are pulses, not ripple."""
HALVINGS = 40
"""Of a fine interval in which a pulse begins: a jump is met to rounding."""
ROUNDING = 1e-9
"""Range of a coefficient over its size below which it is constant."""

Sampler = Callable[[Floats], tuple[Floats, ...]]


def pulse_edges(period: float, sampler: Sampler) -> tuple[float, ...]:
    """Times around narrow pulses and jumps of any coefficient, in [0, T) [s]."""
    middle, low, high = _cells(period, sampler)
    size = np.maximum(np.abs(low), np.abs(high)).max(axis=0)
    range_ = high.max(axis=0) - low.min(axis=0)
    limit = np.where(range_ > ROUNDING * size, DEVIATION * range_, np.inf)
    ahead = np.abs(np.roll(middle, -1, axis=0) - middle)
    slope = np.maximum(ahead, np.roll(ahead, 1, axis=0))
    away = np.maximum(high - middle, middle - low) - slope
    cells = np.flatnonzero((away > limit).any(axis=1))
    if cells.size > MOST:
        return ()
    edges: set[float] = set()
    for cell in cells:
        edges |= _edges(period, sampler, int(cell), middle[cell], slope[cell] + limit)
    return tuple(sorted(edges))


def _edges(
    period: float, sampler: Sampler, cell: int, middle: Floats, allowed: Floats
) -> set[float]:
    """Where the deviations of a cell begin and end, and as far again on both sides."""
    fine = period / (CELLS * FINE)

    def deviates(times: Floats) -> Any:
        away = np.abs(_channels(sampler(times)) - middle)
        return (away > allowed).any(axis=1)

    times: Floats = np.arange(FINE, dtype=np.float64) * fine + cell * FINE * fine
    inside = times[deviates(times)]
    begin = _crossing(deviates, inside[0] - fine, inside[0])
    end = _crossing(deviates, inside[-1] + fine, inside[-1])
    width = end - begin
    edges = begin - width, begin, end, end + width
    return {float(edge) for edge in edges if 0.0 <= edge < period}


def _crossing(deviates: Callable[[Floats], Any], out: float, inside: float) -> float:
    """Where a pulse begins between a time outside and one inside, by halving [s]."""
    for _ in range(HALVINGS):
        middle = 0.5 * (out + inside)
        if deviates(np.array([middle]))[0]:
            inside = middle
        else:
            out = middle
    return inside


def _cells(period: float, sampler: Sampler) -> tuple[Floats, Floats, Floats]:
    """Median, least and largest value of every cell and coefficient."""
    parts = [
        (np.median(values, axis=1), values.min(axis=1), values.max(axis=1))
        for values in _blocks(period, sampler)
    ]
    middle, low, high = (np.concatenate(part) for part in zip(*parts, strict=True))
    return middle, low, high


def _blocks(period: float, sampler: Sampler) -> Iterator[Floats]:
    for first in range(0, CELLS, BLOCK):
        yield _values(period, sampler, first, first + BLOCK)


def _values(period: float, sampler: Sampler, first: int, end: int) -> Floats:
    """All coefficients in some cells, (cells, times, channels)."""
    index: Floats = np.arange(first * FINE, end * FINE, dtype=np.float64)
    parts = sampler(index * (period / (CELLS * FINE)))
    return _channels(parts).reshape(end - first, FINE, -1)


def _channels(parts: tuple[Floats, ...]) -> Floats:
    """All coefficients at all times, (times, channels)."""
    flat: Any = [part.reshape(len(part), -1) for part in parts]
    found: Floats = np.concatenate(flat, axis=1)
    return found
