"""A drive seen once a period: whether it repeats, swings, drifts around, or is chaotic.

The states of successive periods are points of a section through the motion: one point
where it repeats, k where it swings over k periods, a closed curve where a swing has a
period of its own, a cloud where it is chaotic. Neighbours tell them apart: beside the
motion run others that were moved by a little, and are brought back to that distance
after every period; the mean of the logarithms of their growth is the largest exponent.

Source: [Benettin1980] (brought back after every period), [Aurell1996] (neighbours at
finite distances).
Deviation: several distances side by side. Contacts that open and close can scatter
neighbours of a nanometre from period to period while those of a tenth of a micrometre
stay together: then the motion is regular above that scatter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from catena.drives.orbits.search import RETURNS, changed
from catena.drives.orbits.swings import swing_of
from catena.numerics.arrays import Floats
from catena.periodic.shooting.fixed_point import OnePeriod, rms

DISTANCES = (1e-6, 1e-4, 1e-2, 1.0)
"""Of neighbours from the motion, in scaled numbers."""
LEFT_OUT = 0.2
"""Share of the periods at the beginning that count as settling."""
BLOCKS = 10
"""Stretches whose means give the error of a mean growth."""
ERRORS = 3.0
"""Standard errors from which a mean growth is one, or a decay."""
EVEN = 1e-6
"""Logarithm of a growth that is none: rounding."""
WIDE = 0.1
"""Share of the section's own extent from which a neighbour is none."""
PLANE = 3
"""Principal directions in which a section is shown."""


@dataclass(frozen=True, eq=False)
class Section:
    """States of a drive once a period, and what became of neighbours."""

    path: Floats
    """(periods + 1, numbers) scaled states, one after every period."""
    growth: Floats
    """(distances, periods) factors by which neighbours went apart in each."""
    distances: Floats
    """(distances,) where they began each period."""

    @property
    def periods(self) -> int:
        """How many."""
        return len(self.path) - 1

    @property
    def first(self) -> int:
        """The period from which on it counts as settled."""
        return int(LEFT_OUT * self.periods)

    @property
    def settled(self) -> Floats:
        """(n, numbers) states of the settled part."""
        return self.path[self.first :]

    @property
    def extent(self) -> float:
        """Root mean square of the distance of settled states from their mean."""
        late = self.settled
        return rms(late - late.mean(axis=0))

    def changes(self) -> Floats:
        """(periods + 1, RETURNS) change since 1, 2, ... periods before; NaN if none."""
        found = np.full((self.periods + 1, RETURNS), np.nan)
        for k in range(1, RETURNS + 1):
            apart = self.path[k:] - self.path[:-k]
            found[k:, k - 1] = np.sqrt(np.mean(apart * apart, axis=1))
        return found

    def returns(self, tolerance: float = 0.0) -> tuple[int, float]:
        """After how many periods it comes back in the end, and how near.

        The fewest to the tolerance; else those after which it comes back best.
        """
        path = list(self.path)
        within = (k for k in range(1, RETURNS + 1) if changed(path, k) <= tolerance)
        k = next(within, swing_of(path))
        return k, changed(path, k)

    def falls(self) -> bool:
        """Whether changes have become less than half of what they were."""
        k, late = self.returns()
        early = changed(list(self.path[: self.first + RETURNS + k + 1]), k)
        return late < 0.5 * early

    def exponents(self) -> tuple[Floats, Floats]:
        """(distances,) mean logarithm of the growth per period, its standard error."""
        late = np.log(self.growth[:, self.first :])
        usable = late[:, late.shape[1] % BLOCKS :]
        blocks = usable.reshape(len(late), BLOCKS, -1).mean(axis=2)
        return late.mean(axis=1), blocks.std(axis=1, ddof=1) / np.sqrt(BLOCKS)

    def neighbours(self) -> list[int]:
        """The distances that stay small beside the section, where it has an extent.

        What begins near and ends a period far from the motion says no more than that.
        """
        wide = WIDE * self.extent
        far = self.distances * np.exp(np.log(self.growth[:, self.first :]).mean(axis=1))
        near = np.maximum(far, self.distances) <= wide
        return [int(i) for i in np.flatnonzero(near)] or [0]

    def plane(self) -> Floats:
        """(periods + 1, PLANE) all states along the principal directions."""
        middle = self.settled.mean(axis=0)
        _, _, along = np.linalg.svd(self.settled - middle, full_matrices=False)
        places = np.zeros((len(self.path), PLANE))
        some = min(PLANE, len(along))
        size = np.sqrt(self.path.shape[1])
        places[:, :some] = (self.path - middle) @ along[:some].T / size
        return places

    def turn(self) -> float:
        """Periods of the strongest line in the settled section; infinite if none.

        The peak of the spectrum under a Hann window, refined by the parabola through
        the logarithms of its neighbours. Twice a period is the shortest seen: a swing
        over 3.4 periods and one over 3.4 / 2.4 look the same once a period.
        """
        late = self.plane()[self.first :]
        window = np.hanning(len(late))[:, None]
        power = (np.abs(np.fft.rfft(window * late, axis=0)) ** 2).sum(axis=1)
        power[:2] = 0.0
        peak = int(np.argmax(power))
        if power[peak] == 0.0:
            return float("inf")
        if not 0 < peak < len(power) - 1 or min(power[peak - 1], power[peak + 1]) <= 0:
            return len(late) / peak
        a, b, c = np.log(power[peak - 1 : peak + 2])
        return float(len(late) / (peak + 0.5 * (a - c) / (a - 2.0 * b + c)))


def section_of(
    advance: OnePeriod, periods: int, distances: tuple[float, ...] = DISTANCES
) -> Section:
    """Let a drive run for some periods, with neighbours beside it.

    Args:
        advance: The map, at the state to begin with.
        periods: How many.
        distances: Of the neighbours, in scaled numbers.
    """
    numbers = advance.numbers()
    draw = np.random.default_rng(1)
    sizes = np.array(distances)
    beside = [size * unit(draw.standard_normal(numbers.size)) for size in sizes]
    path, growth = [numbers], np.empty((len(sizes), periods))
    for i in range(periods):
        image = advance(numbers)
        for k, size in enumerate(sizes):
            apart = advance(numbers + beside[k]) - image
            growth[k, i] = max(rms(apart), np.finfo(float).tiny) / size
            beside[k] = size * unit(apart)
        path.append(image)
        numbers = image
    return Section(np.array(path), growth, sizes)


def unit(direction: Floats) -> Floats:
    """A direction of root mean square 1; any, where it is none."""
    size = rms(direction)
    return direction / size if size > 0.0 else np.ones_like(direction)


def told_by(section: Section, tolerance: float) -> tuple[str, str]:
    """One word for the motion and a sentence that says why.

    Words: ``repeats``, ``swings``, ``settles``, ``drifts`` (round a closed curve or
    surface), ``chaotic``, ``unstable`` (an orbit that it is still on).
    """
    k, back = section.returns(tolerance)
    logs, errors = section.exponents()
    seen = section.neighbours()
    coarse = seen[-1]
    rate, error = float(logs[coarse]), max(EVEN, ERRORS * float(errors[coarse]))
    word = _word(k, back <= tolerance, rate, error)
    if word == "drifts" and section.falls():
        word = "settles"
    told = "; ".join(_sentences(section, word, (k, back), coarse, seen))
    return word, told


def _word(k: int, repeats: bool, rate: float, error: float) -> str:
    if repeats:
        if rate > error:
            return "unstable"
        return "repeats" if k == 1 else "swings"
    if rate > error:
        return "chaotic"
    return "settles" if rate < -error else "drifts"


WORDS = {
    "repeats": "Repeats: every period is like the one before",
    "unstable": "An unstable orbit: it repeats, but disturbances grow",
    "swings": "Swings evenly: it repeats after {k} periods",
    "settles": "Settles: it does not repeat yet, but neighbours come together",
    "drifts": "Quasi-periodic: it does not repeat, and neighbours keep their distance",
    "chaotic": "Chaotic: it does not repeat, and neighbours go apart",
}


def _sentences(
    section: Section, word: str, back: tuple[int, float], coarse: int, seen: list[int]
) -> Iterator[str]:
    k, change = back
    yield WORDS[word].format(k=k)
    yield (
        f"it comes back best after {k} of up to {RETURNS} periods, to {change:.2g}, "
        f"where its states lie {section.extent:.2g} from their mean"
    )
    logs, errors = section.exponents()
    rate, error = logs[coarse], ERRORS * errors[coarse]
    yield (
        f"neighbours {section.distances[coarse]:g} apart are {np.exp(rate):.4g} times "
        f"as far apart a period later ({np.exp(rate - error):.4g} to "
        f"{np.exp(rate + error):.4g})"
    )
    fine = seen[0]
    if coarse != fine and logs[fine] > ERRORS * errors[fine]:
        left = section.distances[fine] * np.exp(logs[fine])
        yield (
            f"those {section.distances[fine]:g} apart are {left:.2g} apart then, so "
            "that no search comes much closer than that"
        )
    far = len(logs) - 1
    if word == "chaotic" and far > coarse and logs[far] < -ERRORS * errors[far]:
        yield (
            f"those {section.distances[far]:g} apart come together, to "
            f"{np.exp(logs[far]):.3g} of that: it stays within so much, and its means "
            "are steady"
        )
    if word in ("drifts", "chaotic"):
        yield f"its strongest swing takes {section.turn():.4g} periods"
