"""Steps whose size follows the motion, for every drive that the loop takes.

A stretch of some records is taken with steps of one size and, from the same state, with
half of it. What differs is their error: displacements, angles times a lever of the
drive, velocities scaled with the step, since a jump of a velocity has no error that a
smaller step would mend. Where it is too large, the finer of both is the coarser of the
next pair. A checkpoint is all a run continues from, so it is also all that a stretch is
repeated from.

Source: [Cebulla2014] sec. 2.7, step size control after its reference [22].
Deviation: steps change from stretch to stretch, by factors of two, not from step to
step: a step of these drives costs less than the look at it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from catena.errors import SpecError
from catena.results.health import KeyNumber, Outcome
from catena.rounding import rounded
from catena.run.checkpoint import flattened
from catena.spec.step_control import MOST_HALVINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from catena.numerics.arrays import Floats, Ints
    from catena.run.pace import Pace
    from catena.run.simulation import Advanced, Simulation
    from catena.spec.step_control import StepControl

LEAST_STEPS = 64
"""Of a stretch: what is done once for each then costs less than they do."""
SAFETY = 0.9
MOST_MISSED = 0.01
"""Share of stretches with more than the error allowed that is worth a warning."""


PhasePoint: TypeAlias = "tuple[Floats, Floats]"
"""All coordinates and all velocities, flat."""


class Count(IntEnum):
    """Columns of the checkpoint ``control``: the present size, and steps so far."""

    HALVINGS = 0
    """Of the largest step."""
    TAKEN = 1
    REFUSED = 2
    """For comparison, or too large."""
    MISSED = 3
    """Stretches above the tolerance."""


class FixedSteps:
    """All steps are as large as the drive says."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.pace = simulation, simulation.pace

    @property
    def count(self) -> int:
        """Steps of the whole run."""
        return self.pace.steps

    def memory(self) -> dict[str, Any]:
        """Nothing to continue from."""
        return {}

    def advance(self, done: int, steps: int) -> Advanced:
        """Take so many steps after those done, as far as possible."""
        return self.simulation.advance(done, steps)

    def told(self, outcome: Outcome) -> Outcome:
        """There is nothing to add to what a run says about itself."""
        return outcome


class Repeatable(Protocol):
    """What a drive must have so that its steps can be controlled."""

    pace: Pace

    def memory(self) -> dict[str, Any]:
        """All that the run continues from, live, with its ``state``."""

    def levers(self) -> tuple[Floats, Floats]:
        """Metres per unit of every coordinate and velocity of its state, flat."""

    def advance(self, done: int, steps: int) -> Advanced:
        """Take so many steps of its pace after those done."""


class ControlledSteps:
    """Takes stretches with steps as small as the motion asks for."""

    def __init__(self, simulation: Any, control: StepControl) -> None:
        self.simulation: Repeatable = simulation
        self.largest: Pace = simulation.pace
        self.pace = replace(self.largest, block=stretch(self.largest))
        self.tolerance = control.tolerance
        self.most = most_halvings(control, self.largest.step)
        self.levers = self.simulation.levers()
        self.counts: Ints = np.zeros(len(Count), dtype=np.int64)

    @property
    def count(self) -> int:
        """Steps taken so far, without those refused."""
        return int(self.counts[Count.TAKEN])

    def memory(self) -> dict[str, Any]:
        """The present size of steps and what was counted."""
        return {"control": self.counts}

    def advance(self, done: int, steps: int) -> Advanced:
        """Take a stretch with steps that meet the tolerance, or the smallest ones."""
        live = flattened(self.simulation.memory())
        here = {name: array.copy() for name, array in live.items()}
        k = int(self.counts[Count.HALVINGS])
        self._take(done, steps, k)
        refused, before = steps << k, phase_point(live)
        while True:
            for name, array in live.items():
                array[...] = here[name]
            found = self._take(done, steps, k + 1)
            after = phase_point(live)
            error = self._error(before, after, k) if found.steps else math.inf
            if error <= self.tolerance or k == self.most:
                break
            refused, before, k = refused + (steps << (k + 1)), after, k + 1
        missed = int(not error <= self.tolerance)
        self.counts[Count.TAKEN :] += steps << (k + 1), refused, missed
        grows = k > 0 and 2.0 * error <= SAFETY * self.tolerance  # first order
        self.counts[Count.HALVINGS] = k - 1 if grows else k
        return found._replace(steps=found.steps >> (k + 1))

    def _take(self, done: int, steps: int, k: int) -> Advanced:
        """Steps of the largest size halved k times."""
        one = self.simulation
        one.pace = finer(self.largest, 2**k)
        try:
            return one.advance(done << k, steps << k)
        finally:
            one.pace = self.largest

    def _error(self, before: PhasePoint, after: PhasePoint, k: int) -> float:
        """Of steps halved k times [m]; of what is not finite, infinite."""
        q, u = (
            float((np.abs(two - one) * lever).max(initial=0.0))
            for one, two, lever in zip(before, after, self.levers, strict=True)
        )
        found = max(q, u * self.largest.step / 2**k)
        return found if math.isfinite(found) else math.inf

    def told(self, outcome: Outcome) -> Outcome:
        """What a run says about itself, with what its steps cost."""
        taken, refused, missed = (int(n) for n in self.counts[Count.TAKEN :])
        stretches = max(1, -(-self.pace.steps // self.pace.block))
        words = (
            f"{missed} of {stretches} stretches have more than the error of "
            f"{self.tolerance:g} m that solve.control allows, with steps of "
            f"{rounded(self.largest.step / 2 ** (self.most + 1))} s: contacts that "
            "close in another step differ by more, however small it is"
        )
        return replace(
            outcome,
            key_numbers=(
                *outcome.key_numbers,
                KeyNumber("steps_taken", "controlled steps", float(taken), "1"),
                KeyNumber("steps_refused", "steps for comparison or too large",
                          float(refused), "1"),
            ),
            warnings=(
                *outcome.warnings,
                *([words] if missed > MOST_MISSED * stretches else []),
            ),
        )  # fmt: skip


def steps_of(
    simulation: Simulation, control: StepControl | None
) -> FixedSteps | ControlledSteps:
    """How the steps of a run are chosen."""
    if control is None:
        return FixedSteps(simulation)
    return ControlledSteps(simulation, control)


def stretch(pace: Pace) -> int:
    """Steps of a stretch: whole records, and whole snapshots where there are some.

    Drives without blocks take one record at a time.
    """
    if not pace.block:
        return pace.every
    whole = pace.whole or pace.every
    return whole * max(1, -(-LEAST_STEPS // whole))


def most_halvings(control: StepControl, step: float) -> int:
    """How often the step that is compared with its half may be halved.

    Raises:
        SpecError: the smallest step is above half the one the drive has chosen.
    """
    if control.smallest is None:
        return MOST_HALVINGS - 1
    fitting = math.floor(math.log2(step / control.smallest) + 1e-9) - 1
    if fitting < 0:
        raise SpecError.at(
            "solve.control.smallest",
            control.smallest,
            f"expected at most half the largest step of {step:.3g} s",
        )
    return fitting


def finer(pace: Pace, parts: int) -> Pace:
    """The same records with every step cut into so many."""
    return replace(
        pace,
        step=pace.step / parts,
        steps=pace.steps * parts,
        every=pace.every * parts,
        block=pace.block * parts,
        whole=pace.whole * parts,
    )


def phase_point(arrays: dict[str, NDArray[Any]]) -> PhasePoint:
    """Copies of all coordinates and all velocities of a state."""
    q, u = (
        np.concatenate([a.ravel() for name, a in arrays.items() if is_kind(name, kind)])
        for kind in ("q", "u")
    )
    return q, u


def is_kind(name: str, kind: str) -> bool:
    """Whether an array of a state holds ``q`` or ``u`` or parts of it, ``link_q``."""
    holder, _, own = name.rpartition(".")
    return holder == "state" and (own == kind or own.endswith(f"_{kind}"))


def levers_of(*blocks: tuple[Sequence[float], int]) -> Floats:
    """Levers of blocks that stand coordinate by coordinate, each of so many bodies."""
    return np.concatenate([np.repeat(levers, count) for levers, count in blocks])
