"""Means over whole revolutions of the belt.

A mean over a time that is no whole revolution depends on where it begins: element
forces differ along the belt and from element to element. So everything is averaged
over times in which the belt moves on by its whole length, the ends cut between two
samples.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catena.numerics.arrays import Floats

NEARLY = 0.1
"""By so much of a revolution one may begin early and still count as late enough."""


@dataclass(frozen=True)
class Revolutions:
    """When the belt has completed whole revolutions."""

    time: Floats
    """Of the samples [s]."""
    ends: Floats
    """Times between the revolutions, the last one the end of the run [s]."""
    before: float = 0.0
    """Revolutions of the belt before the first of these."""

    @property
    def count(self) -> int:
        """Whole revolutions."""
        return self.ends.size - 1

    def means(self, values: Floats) -> Floats:
        """Mean of a signal over each revolution, (count, ...)."""
        return self.rates(running_integral(self.time, values))

    def rates(self, counted: Floats) -> Floats:
        """Mean growth of something counted from the start, per revolution."""
        flat = counted.reshape(self.time.size, -1)
        at_ends = np.stack(
            [np.interp(self.ends, self.time, column) for column in flat.T], axis=-1
        )
        lasted = np.diff(self.ends)[:, None]
        answer: Floats = (np.diff(at_ends, axis=0) / lasted).reshape(
            self.count, *counted.shape[1:]
        )
        return answer

    def after(self, discarded: float) -> Revolutions:
        """Those that begin after so many revolutions of the belt."""
        begins = self.before + np.arange(self.ends.size)
        first = int(np.searchsorted(begins[:-1], discarded - NEARLY))
        return replace(self, ends=self.ends[first:], before=float(begins[first]))

    def as_one(self) -> Revolutions:
        """All of them taken together; the second half of a run that has none."""
        middle = self.time[self.time.size // 2]
        begin = self.ends[0] if self.count else middle
        return replace(self, ends=np.array([begin, self.ends[-1]]))

    def each(self) -> list[Revolutions]:
        """One by one; the halves of a run with fewer than two."""
        ends = self.ends
        if self.count < 2:
            begin, end = self.as_one().ends
            ends = np.array([begin, 0.5 * (begin + end), end])
        return [replace(self, ends=ends[i : i + 2]) for i in range(ends.size - 1)]

    def last(self) -> slice:
        """The samples of the last whole revolution, or all if there is none."""
        if self.count < 1:
            return slice(0, self.time.size)
        first, stop = np.searchsorted(self.time, self.ends[-2:])
        return slice(int(first), min(int(stop) + 1, self.time.size))


def belt_turns(time: Floats, belt_speed: Floats, length: float) -> Floats:
    """Revolutions of the belt since the start, from the mean speed of its elements."""
    apart = np.diff(time, prepend=0.0)
    travelled = np.cumsum(apart * belt_speed)
    result: Floats = travelled / length
    return result


def revolutions_of(time: Floats, turns: Floats) -> Revolutions:
    """Whole revolutions, counted back from the end of the run.

    ``turns`` (samples,) is the growing number of revolutions since the start; what is
    left over at the start belongs to none.
    """
    forward = np.maximum.accumulate(turns)  # creeping backwards makes none
    whole = np.floor(forward[-1] - forward[0] + 1e-9)
    marks = forward[-1] - np.arange(whole, -1.0, -1.0)
    ends = np.interp(marks, forward, time)
    return Revolutions(time, ends, float(marks[0]))


def running_integral(time: Floats, values: Floats) -> Floats:
    """Integral of a signal from the start, by trapezia, (samples, ...)."""
    shape = (-1,) + (1,) * (values.ndim - 1)
    pieces = 0.5 * (values[1:] + values[:-1]) * np.diff(time).reshape(shape)
    total: Floats = np.concatenate([np.zeros_like(values[:1]), np.cumsum(pieces, 0)])
    return total


def disagreement(means: Floats) -> float:
    """Change between the last two revolutions over the last; NaN below two."""
    if len(means) < 2 or means[-1] == 0.0:
        return float("nan")
    return float(abs(means[-1] - means[-2]) / abs(means[-1]))
