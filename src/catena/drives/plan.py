"""A drive as it is declared: bodies, rows of couplings and pairs, speeds and loads.

A drive's ``plan.py`` fills a `Plan` and takes the flat masses and the tables from it
for the step of its family. Bodies come first, since numbers of velocities are known
only when all bodies are. Nothing here knows a drive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from catena.errors import AssemblyError
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Record, Rows, table
from catena.tables.boundaries import LOAD, SPEED, WAVE, Imposed

Wave = tuple[float, float, float]
"""Order per turn, amplitude, phase [rad]."""


@dataclass(frozen=True, eq=False)
class Course:
    """A speed or load over time, held before the first and after the last sample."""

    time: Floats
    value: Floats
    waves: Sequence[Wave] = ()
    """Harmonics over the angle."""


class Bodies:
    """Bodies of one kind; they stand together in q and u, coordinate by coordinate."""

    def __init__(self, plan: Plan, width: int) -> None:
        self.plan, self.width = plan, width
        self.M = self.M_inv = self.q = self.u = np.zeros((width, 0))
        self.complete = False

    @property
    def count(self) -> int:
        """Bodies so far."""
        return self.M.shape[1]

    def add(
        self,
        mass: ArrayLike,
        *,
        at: ArrayLike = 0.0,
        rate: ArrayLike = 0.0,
        hold: ArrayLike = False,
    ) -> Ints:
        """More bodies; their numbers.

        Args:
            mass: (width, n) of their velocities; one of mass 0 never changes.
            at: (width, n) coordinates at the start.
            rate: (width, n) velocities at the start.
            hold: (width, n) which velocities are held although they have a mass.

        Raises:
            AssemblyError: a velocity of these bodies has been numbered already.
        """
        if self.complete:
            raise AssemblyError("plan: a body follows after velocities were numbered")
        M = np.array(mass, dtype=np.float64).reshape(self.width, -1)
        free = (M > 0.0) & ~_wide(hold, M.shape).astype(bool)
        inverse = np.divide(1.0, M, out=np.zeros_like(M), where=free)
        first = self.count
        self.M, self.M_inv = np.hstack([self.M, M]), np.hstack([self.M_inv, inverse])
        self.q = np.hstack([self.q, _wide(at, M.shape)])
        self.u = np.hstack([self.u, _wide(rate, M.shape)])
        return np.arange(first, self.count)

    def dof(self, body: ArrayLike, coordinate: int) -> Any:
        """Number of a velocity in the flat u, of one body or of several."""
        first = self.plan.first_of(self)
        return first + coordinate * self.count + np.asarray(body)


def _wide(values: ArrayLike, shape: tuple[int, int]) -> Floats:
    """Numbers for each velocity of each body; one column serves all bodies."""
    found = np.asarray(values, dtype=np.float64)
    if found.ndim == 1:
        found = found.reshape(-1, 1)
    return np.broadcast_to(found, shape)


class Plan:
    """What a drive consists of."""

    def __init__(self) -> None:
        self.blocks: list[Bodies] = []
        self._rows: dict[int, list[Rows]] = {}
        self._forces: list[tuple[Any, ArrayLike]] = []
        self._samples: list[Floats] = []
        self._sampled = 0

    def bodies(self, width: int) -> Bodies:
        """A block of bodies with so many velocities each, behind those before it."""
        self.blocks.append(Bodies(self, width))
        return self.blocks[-1]

    def first_of(self, block: Bodies) -> int:
        """Number of the first velocity of a block; no body may follow before it."""
        first = 0
        for one in self.blocks:
            one.complete = True
            if one is block:
                return first
            first += one.M.size
        raise AssemblyError("plan: bodies of another plan")

    def rows(self, kind: Record, **columns: ArrayLike) -> None:
        """More rows of a coupling, a pair or a friction; single values serve all."""
        sizes = [np.size(values) for values in columns.values() if np.ndim(values)]
        made = table(kind, max(sizes, default=1), **columns)
        self._rows.setdefault(id(kind), []).append(made)

    def count(self, kind: Record) -> int:
        """Rows of a kind so far."""
        return sum(rows.size for rows in self._rows.get(id(kind), []))

    def table(self, kind: Record) -> Rows:
        """All rows of a kind, in the order of their declaration."""
        found = self._rows.get(id(kind), [])
        return np.concatenate([table(kind), *found]).view(np.recarray)

    def force(self, dof: Any, value: ArrayLike) -> None:
        """A constant force on a velocity, or on several [N or N m]."""
        self._forces.append((dof, value))

    def speed(self, dof: int, course: Course, account: int, sense: float = 1.0) -> None:
        """Prescribe a velocity; the ledger books its work under the account."""
        curve = self._curve(course)
        at = {"dof": dof, "account": account, "sense": sense}
        self.rows(SPEED, **at, **curve, slot=self.count(SPEED))

    def load(
        self, dof: int, course: Course, account: int, sense: float = 1.0, **law: float
    ) -> None:
        """Load a velocity; ``law`` may give ``ramp``, ``droop`` and ``nominal``."""
        at = {"dof": dof, "frame": -1, "account": account, "slot": account}
        self.rows(LOAD, **at, sense=sense, **self._curve(course), **law)

    def _curve(self, course: Course) -> dict[str, int]:
        first, wave = self._sampled, self.count(WAVE)
        self._samples.append(np.array([course.time, course.value], dtype=np.float64))
        self._sampled += len(course.time)
        for order, amplitude, phase in course.waves:
            self.rows(WAVE, order=order, amplitude=amplitude, phase=phase)
        return {
            "curve": first,
            "curve_end": self._sampled - 1,
            "wave": wave,
            "wave_end": self.count(WAVE),
        }

    @property
    def M(self) -> Floats:
        """Masses of all velocities."""
        return np.concatenate([block.M.ravel() for block in self.blocks])

    @property
    def M_inv(self) -> Floats:
        """Their inverses, 0 where a velocity is held or prescribed."""
        inverse = np.concatenate([block.M_inv.ravel() for block in self.blocks])
        inverse[self.table(SPEED).dof] = 0.0
        return inverse

    @property
    def forces(self) -> Floats:
        """Constant forces on all velocities."""
        found = np.zeros(sum(block.M.size for block in self.blocks))
        for dof, value in self._forces:
            found[dof] += value
        return found

    @property
    def imposed(self) -> Imposed:
        """All speeds and loads."""
        curve = np.concatenate([np.zeros((2, 0)), *self._samples], axis=1)
        return Imposed(self.table(SPEED), self.table(LOAD), self.table(WAVE), curve)
