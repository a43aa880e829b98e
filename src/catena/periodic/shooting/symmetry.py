"""One period of a running drive as a map: advance, renumber, take off what was gained.

A drive that runs evenly looks the same after a period, with every part in the place of
another: links of the next one, elements of the next, a wheel turned by a tooth. The map
puts them back, so that even running is its fixed point. Which coordinates, velocities
and memories take part is decided by the mass and the declared symmetry, not by a list
of names: a coordinate cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from catena.numerics.arrays import Bools, Floats, Ints
from catena.periodic.shooting.period import OnePeriod
from catena.tables.checkpoint import arrays_of, copied, restore


@dataclass(frozen=True, eq=False)
class Symmetry:
    """How a drive looks after a period; n coordinates and as many velocities."""

    order: Ints
    """(n,) the coordinate that now stands where this one stood."""
    shift: Floats
    """(n,) what that coordinate has gained [m, rad]."""
    scale: tuple[Floats, Floats]
    """(n,) changes of coordinates and velocities that count as one."""
    free: tuple[Bools, Bools]
    """(n,) coordinates and velocities that are neither held nor prescribed, nor the
    phase that ends a period."""
    angles: Bools
    """(n,) coordinates that are the same after a whole turn."""
    slots: Mapping[str, Ints] = field(default_factory=dict)
    """Order of memories that move with the parts, by name."""
    forget: Mapping[str, float] = field(default_factory=dict)
    """Memories that are found again in the first step, and what marks them unknown."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """Memories that belong to the motion, and changes of them that count as one."""


class PeriodMap:
    """The map of one drive, on the numbers that may differ from period to period.

    Everything else (time, prescribed coordinates, impulses that warm-start friction)
    begins each period as in ``state``: the map is a function of its numbers alone, and
    asked twice it answers the same. ``follow`` lets the impulses follow a search.
    """

    def __init__(self, symmetry: Symmetry, state: Any, one_period: OnePeriod) -> None:
        """Take a drive.

        Args:
            symmetry: How it looks after a period.
            state: A State to begin with; it is kept and not moved.
            one_period: Moves a State on by one period.
        """
        self.symmetry, self.state = symmetry, copied(state)
        self.one_period = one_period
        self.follow = False
        self.watch: Callable[[], None] | None = None
        """Is called before every period; may raise Interrupted."""
        self.period = 0.0
        """Length of the last period [s]."""

    def numbers(self) -> Floats:
        """The present state, scaled."""
        return self.numbers_of(self.state)

    def numbers_of(self, state: Any) -> Floats:
        """A state, scaled."""
        s = self.symmetry
        rest = [getattr(state.memory, n) / size for n, size in s.numbers.items()]
        q, u = state.q / s.scale[0], state.u / s.scale[1]
        return np.concatenate([q[s.free[0]], u[s.free[1]], *rest])

    def _put(self, state: Any, numbers: Floats) -> None:
        s, first = self.symmetry, 0
        for flat, free, scale in zip((state.q, state.u), s.free, s.scale, strict=True):
            last = first + int(free.sum())
            flat[free] = scale[free] * numbers[first:last]
            first = last
        for name, size in s.numbers.items():
            values = getattr(state.memory, name)
            values[:] = size * numbers[first : first + values.size]
            first += values.size

    def state_of(self, numbers: Floats) -> Any:
        """The state that belongs to some numbers."""
        state = copied(self.state)
        self._put(state, numbers)
        return state

    def __call__(self, numbers: Floats) -> Floats:
        """The numbers one period later, renumbered.

        Raises:
            SolverError: the motion broke down within the period.
        """
        if self.watch is not None:
            self.watch()
        state = self.state_of(numbers)
        begin = state.q.copy()
        self.period = self.one_period(state)
        self._renumber(state, begin)
        image = self.numbers_of(state)
        if self.follow:
            memory = arrays_of(self.state.memory)
            fixed = {name: memory[name].copy() for name in self._fixed()}
            restore(self.state.memory, arrays_of(state.memory) | fixed)
        return image

    def _fixed(self) -> list[str]:
        """Memories that begin every period alike."""
        moving = {*self.symmetry.slots, *self.symmetry.numbers}
        return [name for name in arrays_of(self.state.memory) if name not in moving]

    def _renumber(self, state: Any, begin: Floats) -> None:
        """Every part in the place of the one whose it has taken."""
        s = self.symmetry
        # first off with what was gained, counted where the part stood before
        state.q[:] = (state.q - s.shift)[s.order]
        state.u[:] = state.u[s.order]
        turns = np.round((state.q - begin)[s.angles] / (2.0 * np.pi))
        state.q[s.angles] -= 2.0 * np.pi * turns
        for name, order in s.slots.items():
            values = getattr(state.memory, name)
            values[:] = values[order]
        for name, unknown in s.forget.items():
            getattr(state.memory, name)[:] = unknown
