"""Pulses and jumps of coefficients that steps over a period would pass over.

Error control compares solutions of some hundred steps: a force that acts for 1e-5 of
the period falls between their nodes, all solutions agree, and all are zero. So the
coefficients are looked at 131 072 times per period. Where they leave the median of a
cell of the period by more than the next cells explain, and only a few cells do so,
breaks are put around: steps end there, and error control sees what is between. Where
many cells do so it may be ripple, which error control sees: there only cells count that
lie on their median but for few short moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from catena.errors import InputError
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
"""Cells up to which all deviations are pulses; of more, those of sparse cells."""
MOST_RUNS = 8
"""Deviations in one cell up to which they are pulses, not ripple."""
SPARSE = 0.25
"""Share of a cell, a thousandth of the period, up to which deviations are pulses."""
MOST_PULSES = 256
"""Of a period."""
HALVINGS = 40
"""Of a fine interval in which a pulse begins: a jump is met to rounding."""
ROUNDING = 1e-9
"""Range of a coefficient over its size below which it is constant."""

Sampler = Callable[[Floats], tuple[Floats, ...]]


def pulse_edges(
    period: float, sampler: Sampler, known: Sequence[float] = ()
) -> tuple[float, ...]:
    """Times around narrow pulses and jumps of any coefficient, in [0, T) [s].

    Where there are many, those with ``known`` breaks within are left to these.

    Raises:
        InputError: there are too many of them.
    """
    middle, low, high = _cells(period, sampler)
    size = np.maximum(np.abs(low), np.abs(high)).max(axis=0)
    range_ = high.max(axis=0) - low.min(axis=0)
    limit = np.where(range_ > ROUNDING * size, DEVIATION * range_, np.inf)
    ahead = np.abs(np.roll(middle, -1, axis=0) - middle)
    slope = np.maximum(ahead, np.roll(ahead, 1, axis=0))
    away = np.maximum(high - middle, middle - low) - slope
    cells = np.flatnonzero((away > limit).any(axis=1))
    found = [_Cell(period, sampler, int(k), middle[k], slope[k] + limit) for k in cells]
    if cells.size > MOST:
        found = [cell for cell in found if cell.sparse]
        for cell in found:
            cell.leave_out(known)
    pulses = sum(len(cell.stretches) for cell in found)
    if pulses > MOST_PULSES:
        raise InputError(
            f"coefficients: found {pulses} pulses shorter than a thousandth of the "
            f"period; expected at most {MOST_PULSES} that are found by themselves. "
            "State their ends as breaks, or take a shorter period"
        )
    return tuple(sorted({edge for cell in found for edge in cell.edges()}))


class _Cell:
    """A part of the period in which coefficients deviate from their median."""

    def __init__(
        self,
        period: float,
        sampler: Sampler,
        cell: int,
        middle: Floats,
        allowed: Floats,
    ) -> None:
        self.period, self.sampler = period, sampler
        self.middle, self.allowed = middle, allowed
        self.fine = period / (CELLS * FINE)
        index: Floats = np.arange(FINE, dtype=np.float64) + cell * FINE
        self.times = index * self.fine
        off = self._off(self.times)
        self.away: Any = (off > self.allowed).any(axis=1)
        jumps = np.abs(np.diff(off, axis=0)) > 0.5 * allowed
        self.steep = bool(jumps.any())
        """Whether there is something that fine steps do not follow."""

    def _off(self, times: Floats) -> Floats:
        """How far every coefficient is from its median (times, channels)."""
        off: Floats = np.abs(_channels(self.sampler(times)) - self.middle)
        return off

    def deviates(self, times: Floats) -> Any:
        """Whether any coefficient is far from its median."""
        return (self._off(times) > self.allowed).any(axis=1)

    @property
    def sparse(self) -> bool:
        """Whether it lies on its median and leaves it abruptly for few moments."""
        few = len(self._runs()) <= MOST_RUNS and float(self.away.mean()) < SPARSE
        return few and self.steep

    @cached_property
    def stretches(self) -> list[tuple[int, int]]:
        """First and last moment of every pulse; of ripple, of the whole of it."""
        runs = self._runs()
        return runs if len(runs) <= MOST_RUNS else [(runs[0][0], runs[-1][1])]

    def leave_out(self, known: Sequence[float]) -> None:
        """Forget pulses with a break within."""
        at = np.asarray(known, dtype=np.float64)
        self.stretches = [
            (first, last)
            for first, last in self.stretches
            if not np.any(
                (at > self.times[first] - self.fine)
                & (at < self.times[last] + self.fine)
            )
        ]

    def _runs(self) -> list[tuple[int, int]]:
        """First and last moments of all deviations."""
        steps = np.diff(self.away.astype(np.int8), prepend=0, append=0)
        begins, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1) - 1
        return list(zip(begins.tolist(), ends.tolist(), strict=True))

    def edges(self) -> set[float]:
        """Where pulses begin and end, and as far again on both sides."""
        edges: set[float] = set()
        for first, last in self.stretches:
            inside = self.times[first], self.times[last]
            begin = _crossing(self.deviates, inside[0] - self.fine, inside[0])
            end = _crossing(self.deviates, inside[1] + self.fine, inside[1])
            width = end - begin
            edges |= {begin - width, begin, end, end + width}
        return {float(edge) for edge in edges if 0.0 <= edge < self.period}


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
