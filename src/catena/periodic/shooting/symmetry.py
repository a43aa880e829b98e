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
from numpy.typing import NDArray

from catena.codes import STATUS_TEXT, Status
from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints
from catena.tables.checkpoint import arrays_of, copied, restore

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """How a drive looks after a period; n coordinates and as many velocities."""

    period: float
    """[s]"""
    order: Ints
    """(n,) the coordinate that now stands where this one stood."""
    shift: Floats
    """(n,) what that coordinate has gained [m, rad]."""
    scale: tuple[Floats, Floats]
    """(n,) changes of coordinates and velocities that count as one."""
    free: Bools
    """(n,) coordinates that are neither held nor prescribed."""
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

    def __init__(
        self, symmetry: Symmetry, state: Any, run: Callable[[Any, float], int]
    ) -> None:
        """Take a drive.

        Args:
            symmetry: How it looks after a period.
            state: A State to begin with; it is kept and not moved.
            run: Moves a State on by a time [s] and returns a Status.
        """
        self.symmetry, self.state, self.run = symmetry, copied(state), run
        self.follow = False

    @property
    def period(self) -> float:
        """Time of one map [s]."""
        return self.symmetry.period

    def numbers(self) -> Floats:
        """The present state, scaled."""
        return self._numbers(self.state)

    def _numbers(self, state: Any) -> Floats:
        s = self.symmetry
        rest = [getattr(state.memory, n) / size for n, size in s.numbers.items()]
        q, u = state.q / s.scale[0], state.u / s.scale[1]
        return np.concatenate([q[s.free], u[s.free], *rest])

    def _put(self, state: Any, numbers: Floats) -> None:
        s = self.symmetry
        n = int(s.free.sum())
        state.q[s.free] = s.scale[0][s.free] * numbers[:n]
        state.u[s.free] = s.scale[1][s.free] * numbers[n : 2 * n]
        rest = numbers[2 * n :]
        for name, size in s.numbers.items():
            values = getattr(state.memory, name)
            values[:], rest = size * rest[: values.size], rest[values.size :]

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
        state = self.state_of(numbers)
        begin = state.q.copy()
        status = self.run(state, self.period)
        if status != Status.OK:
            raise SolverError(f"{STATUS_TEXT[Status(status)]} within one period")
        self._renumber(state, begin)
        image = self._numbers(state)
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
        state.q[:] = (state.q - s.shift)[s.order]
        state.u[:] = state.u[s.order]
        turns = np.round((state.q - begin)[s.angles] / (2.0 * np.pi))
        state.q[s.angles] -= 2.0 * np.pi * turns
        for name, order in s.slots.items():
            values = getattr(state.memory, name)
            values[:] = values[order]
        for name, unknown in s.forget.items():
            getattr(state.memory, name)[:] = unknown
