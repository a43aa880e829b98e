"""One period of a drive in time: of known length, or up to a section of its motion.

Where a speed is prescribed the period is known and holds a whole number of steps. Where
torques drive, or a chain slips, it is part of the answer: the period ends where a phase
of the motion (the angle of a wheel, the place of a pin) has come round, and that lies
between two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from catena.errors import SolverError
from catena.tables.checkpoint import arrays_of, copied, restore

Steps = Callable[[Any, float, int], None]
"""Moves a State on by so many steps of a length [s]; raises SolverError."""
Distance = Callable[[Any], float]
"""How far a State is from the section: below 0 before it, 0 on it."""
OnePeriod = Callable[[Any], float]
"""Moves a State on by one period and returns the time that took [s]."""
FIRST_SHARE = 0.9
"""Of the expected period that is taken at once."""
MOST_PERIODS = 4.0
"""Expected periods after which a section counts as never reached."""


class Timed:
    """A period of known length in a whole number of steps."""

    def __init__(self, run: Steps, period: float, steps: int) -> None:
        self.run, self.period, self.steps = run, period, steps

    def __call__(self, state: Any) -> float:
        """Move a State on by one period; the time that took [s]."""
        self.run(state, self.period / self.steps, self.steps)
        return self.period


class ToSection:
    """A period that ends on a section, between two steps."""

    def __init__(
        self, run: Steps, distance: Distance, step: float, expected: float
    ) -> None:
        """Take a motion.

        Args:
            run: Moves a State on.
            distance: From the section, growing with time; below 0 at the start.
            step: Length of a step [s].
            expected: Time a period is likely to take [s].
        """
        self.run, self.distance, self.step = run, distance, step
        self.expected = max(2, round(expected / step))

    def __call__(self, state: Any) -> float:
        """Move a State on to the section; the time that took [s].

        Coordinates and velocities on it are interpolated within the last step: an error
        of the order of the squared step, and continuous in where the section is met.

        Raises:
            SolverError: the section is never reached.
        """
        done, before = 0, self.distance(state)
        count = max(1, int(FIRST_SHARE * self.expected))
        while done < MOST_PERIODS * self.expected:
            kept = copied(state)
            self.run(state, self.step, count)
            after = self.distance(state)
            if after >= 0.0 and count == 1:
                share = before / (before - after)
                interpolate(kept, state, share)
                return (done + share) * self.step
            if after >= 0.0:  # too far: back, and with fewer steps
                restore(state, arrays_of(kept))
                count = max(1, count // 2)
                continue
            rate, before, done = (after - before) / count, after, done + count
            ahead = int(-after / rate) - 1 if rate > 0.0 else 1
            count = min(max(1, ahead), self.expected)
        raise SolverError(
            "one period does not end: the drive stands, slips, or runs backwards"
        )


class InTurn:
    """Several periods as one, each up to a section of its own."""

    def __init__(self, periods: Sequence[OnePeriod]) -> None:
        self.periods = periods

    def __call__(self, state: Any) -> float:
        """Move a State on by all of them; the time that took [s]."""
        return sum(period(state) for period in self.periods)


def interpolate(kept: Any, state: Any, share: float) -> None:
    """Put a state between two, a share of the way; whole numbers stay as after it."""
    after = {"q": state.q, "u": state.u} | arrays_of(state.memory)
    before = {"q": kept.q, "u": kept.u} | arrays_of(kept.memory)
    for name, values in after.items():
        if values.dtype.kind == "f":
            values[...] = before[name] + share * (values - before[name])
