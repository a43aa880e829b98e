"""Pushbelt: forces along the belt
===============================

The six contact forces of the elements, the tension of the ring and the force at the
top of the elements over their way, and a few measures of the shape of such a curve:
peaks at entry and exit of a pulley, sagging between them, rise and fall, oscillations.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.signal import find_peaks

from catena.drives.pushbelt_cvt.figures.element import SIX
from catena.drives.pushbelt_cvt.figures.revolution import Observed
from catena.drives.variator.along_belt import bins_of
from catena.drives.variator.curves import one_way
from catena.drives.variator.sections import section_of
from catena.numerics.arrays import Floats, Ints

PRIMARY, PUSH_STRAND, SECONDARY, LOOSE_STRAND = range(4)
SHOWN_ELEMENT = 199
"""Of the thesis' figures; each of its elements stands for about two real ones."""
PIECE = 2e-3
"""Of the way, over which forces are averaged [m]; elements are 3.1 mm thick."""
CLEARLY = 1.05
"""A value is called larger than another where it is by five per cent."""


@dataclass(frozen=True, eq=False)
class Along:
    """Means of all elements during the last revolution over their way."""

    way: Floats
    """Middles of the pieces of the way [m]."""
    starts: Floats
    """Of the four sections, and the whole length (5,) [m]."""
    section: Ints
    """Of every piece."""
    force: dict[str, Floats]
    """Means by name [N]; of gaps at top and rocking edge [m]."""
    oscillation: dict[str, Floats]
    """Of single elements on their way through the middle half of each section, about
    the means and their own level (4,) [N]."""
    apart: dict[str, Floats]
    """Differences of the levels of single elements from the means there (4,) [N]."""
    one: dict[str, tuple[Floats, Floats]]
    """Way [m] and force [N] of one element."""

    def on(self, name: str, section: int) -> Floats:
        """Mean force in the pieces of a section [N]."""
        return self.force[name][self.section == section]

    def middle(self, name: str, section: int) -> float:
        """Mean force in the middle half of a section [N]."""
        values = self.on(name, section)
        quarter = values.size // 4
        return float(values[quarter:-quarter].mean())

    def single(self, name: str, section: int) -> Floats:
        """Force of one element in the pieces of a section [N]."""
        return np.interp(self.way[self.section == section], *self.one[name])

    def starts_at(self, name: str, section: int, level: float) -> float:
        """Share of a section after which a force stays above a level [N]."""
        values = self.on(name, section)
        below = np.flatnonzero(values < level)
        if not below.size or below[-1] == values.size - 1:
            return float(below.size > 0)
        last = int(below[-1])
        between = (level - values[last]) / (values[last + 1] - values[last])
        return float((last + 0.5 + between) / values.size)


def along(run: Any, seen: Observed) -> Along:
    """The forces of a finished run along its belt."""
    rows = slice(-seen.round.time.size, None)
    signals = {force.name: getattr(seen.round, force.name) for force in SIX}
    signals["tension"] = seen.round.tension
    signals["top"] = np.asarray(run.read("top_force", rows), dtype=np.float64)
    signals["top_gap"] = np.maximum(seen.round.top_gap, 0.0)
    signals["rocking_gap"] = np.maximum(seen.round.rocking_gap, 0.0)
    place, bins = seen.place, bins_of(seen.geometry, PIECE)
    piece, shown = bins.index(place), SHOWN_ELEMENT - 1
    force = {name: bins.mean(place, values) for name, values in signals.items()}
    off = {name: values - force[name][piece] for name, values in signals.items()}
    starts = seen.geometry.course().starts
    swings = {name: _swings(place, starts, values) for name, values in off.items()}
    return Along(
        way=bins.middle,
        starts=starts,
        section=section_of(seen.geometry, bins.middle),
        force=force,
        oscillation={name: found[0] for name, found in swings.items()},
        apart={name: found[1] for name, found in swings.items()},
        one={
            name: one_way(place[:, shown], values[:, shown])
            for name, values in signals.items()
        },
    )


def _swings(place: Floats, starts: Floats, off: Floats) -> tuple[Floats, Floats]:
    """Root mean squares of deviations from the means, within and between elements."""
    within, between = np.zeros(4), np.zeros(4)
    for section, (begin, end) in enumerate(pairwise(starts)):
        quarter = 0.25 * (end - begin)
        here = (place > begin + quarter) & (place < end - quarter)
        count = here.sum(axis=0)
        passed = count > 0
        level = np.where(here, off, 0.0).sum(axis=0)[passed] / count[passed]
        rest = np.where(here[:, passed], off[:, passed] - level, 0.0)
        within[section] = np.sqrt((rest**2).sum() / count.sum())
        between[section] = np.sqrt((level**2).mean())
    return within, between


def parts(values: Floats, count: int) -> Floats:
    """Means over equal parts of a curve."""
    return np.array([part.mean() for part in np.array_split(values, count)])


def entry_height(values: Floats) -> float:
    """Largest value of the first fifth over the mean of the second, less 1."""
    first, second, *_ = np.array_split(values, 5)
    return float(first.max() / second.mean() - 1.0)


def elevations(values: Floats) -> Ints:
    """Where maxima inside a curve stand out by five per cent of their height."""
    found, facts = find_peaks(values, prominence=0.0)
    return found[facts["prominences"] > (CLEARLY - 1.0) * np.abs(values[found])]


def peaks(values: Floats) -> Ints:
    """The same with those at both ends of the curve."""
    return elevations(np.pad(values, 1)) - 1


def entry_peak(values: Floats) -> bool:
    """Whether there is a peak in the first fifth."""
    return bool((peaks(values) < values.size / 5).any())


def exit_peak(values: Floats) -> bool:
    """Whether there is a peak in the last fifth."""
    return entry_peak(values[::-1])


def sagging(values: Floats) -> float:
    """How far a curve falls between its peaks in first and last fifth, relative."""
    fifth = values.size // 5
    first = int(np.argmax(values[:fifth]))
    last = values.size - fifth + int(np.argmax(values[-fifth:]))
    lower = min(values[first], values[last])
    return float(1.0 - values[first : last + 1].min() / lower)


def growth(values: Floats) -> float:
    """Mean of the last third of a curve over that of the first, less 1."""
    first, _, last = parts(values, 3)
    return float(last / first - 1.0)


def across(values: Floats) -> float:
    """Last value of the middle third of a curve over its first, less 1."""
    middle = np.array_split(values, 3)[1]
    return float(middle[-1] / middle[0] - 1.0)


def sign_changes(values: Floats) -> int:
    """How often a curve changes its sign between first and last tenth.

    Contact begins and ends there; values near zero do not count either.
    """
    inner = values[values.size // 10 : -(values.size // 10)]
    signs = np.sign(inner[np.abs(inner) > (CLEARLY - 1.0) * np.abs(inner).max()])
    return int((np.diff(signs) != 0.0).sum())


def negative_share(values: Floats) -> float:
    """Share of a curve below zero."""
    return float((values < 0.0).mean())
