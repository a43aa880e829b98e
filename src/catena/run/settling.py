"""Means of a run over windows: how far they scatter, and whether they still drift.

A mean is worth what its windows say: the settled part of a run is cut into windows of
whole turns, every key number is computed for each of them, and the spread is half the
range of these values. Tensions, ratios, thrust and slip of a settled run have the same
mean in the first and in the second half of the windows, and tensions vibrate as much:
the ringing of a start leaves the means alone and not the peaks. A drive that has not
settled is no fault of the computation: in every drive it is said, and fails no check.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.rounding import as_written, rounded

LARGEST_DRIFT = 0.02
"""Change of a mean between halves of the windows, over its size: below it is steady."""
MOST_WINDOWS = 8
LEAST_SAMPLES = 2
"""Of a window, besides the one it shares with the next."""
SLIP_SIZE = 0.05
"""Slip [1] below which a change of slip is compared with this: 0.1 % is no drift."""

NO_MEANS = ("largest", "peak to peak", "range", "frequency")
"""Words in the labels of key numbers that are not means over time."""
ROUNDING = 1e-8
"""Spread over the size of a number that is only rounding."""
RPM = '"1 rpm"'
"""Unit of speeds in messages."""
UNSEEN = "; too short to see whether it has settled"
"""End of the verdict of a run without windows."""
EFFICIENCY = "efficiency"
"""Name of the key number that is stated only where the drive has settled."""
PASSING = ("passing_efficiency", "efficiency of this stretch alone")
"""Name and label of an efficiency that stands still where the drive does not."""

Signals = Mapping[str, Floats]
Numbers = Sequence[KeyNumber]


@dataclass(frozen=True)
class Watched:
    """Key numbers that stand still in a settled run, by the beginning of their names.

    A change is compared with the largest of them, or with ``size`` if that is larger.
    """

    names: str
    size: float = 0.0


@dataclass(frozen=True)
class Swing:
    """A signal whose vibration stands still in a settled run.

    Its columns are those of the key numbers whose names begin with ``names``. A change
    is compared with the largest of these means.
    """

    signal: str
    names: str


@dataclass(frozen=True)
class Drift:
    """How one mean changes over the windows."""

    number: KeyNumber
    first: float
    last: float
    share: float
    """Change over the size of the quantity."""
    limit: float = LARGEST_DRIFT

    @property
    def large(self) -> bool:
        """Whether the mean is none."""
        return not self.share <= self.limit

    def __str__(self) -> str:
        first, units = as_written(self.first, self.number.units, RPM)
        last, _ = as_written(self.last, self.number.units, RPM)
        words = f"{self.number.label} drifts from {rounded(first, 4)} to "
        return words + f"{rounded(last, 4)} {'' if units == '1' else units}".rstrip()


@dataclass(frozen=True)
class Settling:
    """Key numbers with their spread, and the drift of those that are watched."""

    numbers: list[KeyNumber]
    drifts: list[Drift]
    windows: int
    changing: bool = False
    """Whether what is imposed on the drive still changes: a transient by intent."""
    window: str = "two samples"
    """What a window holds at the least, in words."""
    short: bool = False
    """Whether windows hold less: they may show a drift, but not that there is none."""

    @property
    def settled(self) -> bool | None:
        """Whether nothing drifts; None where the windows cannot tell."""
        if any(d.large for d in self.drifts):
            return False
        return None if self.short or not self.drifts else True

    @property
    def drifting(self) -> bool:
        """Whether something does."""
        return self.settled is False

    @property
    def ending(self) -> str:
        """What a verdict ends with where nothing is known of settling."""
        return UNSEEN if self.numbers and self.settled is None else ""

    def told(self, verdict: str) -> str:
        """A verdict with that ending, before its full stop if it has one."""
        stop = "." if verdict.endswith(".") else ""
        return f"{verdict.removesuffix('.')}{self.ending}{stop}"

    @property
    def stated(self) -> list[KeyNumber]:
        """The key numbers; an efficiency only where the drive has settled.

        One that stands still while tensions or speeds drift, or over windows that
        cannot tell, is that of this stretch alone, and is called so; one that drifts
        itself or has no windows is none.
        """
        if any(d.number.name == EFFICIENCY and not d.large for d in self.drifts):
            if self.settled:
                return self.numbers
            label = PASSING[1] + (", not settled" if self.drifting else "")
            return [_passing(number, label) for number in self.numbers]
        return [number for number in self.numbers if number.name != EFFICIENCY]

    @property
    def warnings(self) -> list[str]:
        """Every mean that has not settled; why nothing is known of it."""
        if self.ending:
            return [
                "too short to see whether the run has settled: the part that counts "
                f"holds no two windows of at least {self.window} each"
            ]
        if self.changing and self.drifting:
            return ["not settled: what is imposed changes, and means with it"]
        return [f"not settled: {drift}" for drift in self.drifts if drift.large]


def settling(
    whole: Numbers,
    parts: Sequence[Numbers],
    watched: Sequence[Watched],
    *,
    changing: bool = False,
    window: str = Settling.window,
    short: bool = False,
    swings: Sequence[Drift] = (),
) -> Settling:
    """Key numbers of the whole settled part, seen with those of its windows.

    ``short`` windows may show a drift, but not that there is none. ``swings`` are
    changes of vibration (``swing_drifts``), which count where there are windows.
    """
    values = {
        number.name: found
        for number in whole
        if len(found := _in_all(number.name, parts)) >= 2
    }
    numbers = [_spread(number, values.get(number.name)) for number in whole]
    everything = (*watched, Watched(EFFICIENCY, 1.0))
    drifts = [d for one in everything for d in _drifts(whole, values, one)]
    drifts += swings if values else ()
    return Settling(numbers, drifts, len(parts), changing, window, short)


def _passing(number: KeyNumber, label: str) -> KeyNumber:
    """The number; an efficiency with the name of one in passing."""
    if number.name != EFFICIENCY:
        return number
    return replace(number, name=PASSING[0], label=label)


def _in_all(name: str, parts: Sequence[Numbers]) -> list[float]:
    """Values of a key number in all windows; none if one of them lacks it."""
    found = [n.value for part in parts for n in part if n.name == name]
    return found if len(found) == len(parts) and np.isfinite(found).all() else []


def _spread(number: KeyNumber, values: list[float] | None) -> KeyNumber:
    """The number with half the range of its windows, if it is a mean."""
    if not values or any(word in number.label for word in NO_MEANS):
        return number
    spread = 0.5 * (max(values) - min(values))
    size = max(abs(value) for value in values)
    return replace(number, spread=spread) if spread > ROUNDING * size else number


def _drifts(
    whole: Numbers, values: Mapping[str, list[float]], watched: Watched
) -> list[Drift]:
    """Changes of a family of key numbers."""
    family = [n for n in whole if n.name.startswith(watched.names) and n.name in values]
    size = max([watched.size, *(abs(n.value) for n in family)], default=0.0)
    found = []
    for number in family:
        each = values[number.name]
        half = len(each) // 2
        first, last = float(np.mean(each[:half])), float(np.mean(each[-half:]))
        share = abs(last - first) / size if size > 0.0 else 0.0
        found.append(Drift(number, first, last, share))
    return found


def swing_drifts(whole: Numbers, signals: Signals, swing: Swing) -> list[Drift]:
    """The largest change of a standard deviation between halves of the time.

    Deviations from the mean of the whole: a drift of the mean, which is looked at by
    itself, makes both halves equally large.
    """
    family = [n for n in whole if n.name.startswith(swing.names)]
    size = max((abs(n.value) for n in family if math.isfinite(n.value)), default=0.0)
    values = signals[swing.signal]
    squares, half = (values - np.nanmean(values, axis=0)) ** 2, len(values) // 2
    found = []
    for j, number in enumerate(family):
        if not math.isfinite(number.value):
            continue  # a span of no length
        first = math.sqrt(float(np.nanmean(squares[:half, j])))
        last = math.sqrt(float(np.nanmean(squares[-half:, j])))
        share = abs(last - first) / size if size > 0.0 else 0.0
        about = number.label.removeprefix("mean ")
        label = f"standard deviation of the {about}"
        name = f"deviation_{number.name}"
        scatter = KeyNumber(name, label, last, number.units)
        found.append(Drift(scatter, first, last, share))
    return sorted(found, key=lambda drift: -drift.share)[:1]


def windows_of(
    signals: Signals, period: float, shortest: float = 0.0
) -> list[dict[str, Floats]]:
    """Signals along ``time`` in at most eight windows of whole periods [s], or halves.

    Neighbours share the sample between them. No windows where they would have too few
    samples or be shorter than the ``shortest`` one that has a mean [s].
    """
    time = signals["time"]
    count, length = _division(float(time[-1] - time[0]), period)
    edges = time[-1] - length * np.arange(count, -1.0, -1.0)
    at = np.searchsorted(time, edges - 1e-9 * length)
    if np.diff(at).min() < LEAST_SAMPLES or length < shortest * (1.0 - 1e-6):
        return []
    return [
        {name: values[a : b + 1] for name, values in signals.items()}
        for a, b in pairwise(at)
    ]


def holds_two(signals: Signals, period: float) -> bool:
    """Whether signals along ``time`` hold two whole periods [s]; any do of none."""
    time = signals["time"]
    return bool(time[-1] - time[0] >= 2.0 * period * (1.0 - 1e-6))


def _division(span: float, period: float) -> tuple[int, float]:
    """Number of windows within a time and the length of each [s]."""
    periods = math.floor(span / period + 1e-6) if period > 0.0 else 0
    if periods < 2:
        return 2, 0.5 * span
    count = min(MOST_WINDOWS, periods)
    return count, (periods // count) * period
