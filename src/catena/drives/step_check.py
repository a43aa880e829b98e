"""The same run once more with half the step: how far its numbers hang on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from catena.drives import DRIVES
from catena.drives.running import simulate
from catena.errors import InputError
from catena.results.health import KeyNumber, Outcome
from catena.results.run import Run
from catena.rounding import rounded
from catena.run.protocols import Progress
from catena.spec.parts import DriveSpec

EFFORT = ("steps", "iterations", "sweeps", "rescued", "coupled")
"""Beginnings of names of key numbers that count work, which changes with the step."""
ERRORS = ("energy_residual", "numerical_loss", "joint_error", "joint_gap", "joint_turn")
"""Key numbers that are errors of the step."""


@dataclass(frozen=True)
class Change:
    """One key number with the whole and with half the step."""

    number: KeyNumber
    half: float
    size: float
    """Of the quantity: the largest key number of its unit."""

    @property
    def share(self) -> float:
        """Change over the size."""
        apart = abs(self.half - self.number.value)
        return apart / self.size if self.size > 0.0 else 0.0

    @property
    def beyond_spread(self) -> bool:
        """Whether it is more than the windows of the mean scatter."""
        return not abs(self.half - self.number.value) <= self.number.spread


@dataclass(frozen=True)
class StepCheck:
    """What half the step changes, the largest change first."""

    step: float
    """The half one [s]."""
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        worst = self.changes[0]
        number = worst.number
        unit = "" if number.units in ("", "1") else f" {number.units}"
        words = (
            f"with half the step, {self.step:.3g} s, key numbers change by at most "
            f"{worst.share:.2%}: {number.label} {rounded(number.value, 5)} to "
            f"{rounded(worst.half, 5)}{unit}"
        )
        if math.isnan(number.spread):
            return words
        inside = "more than" if worst.beyond_spread else "within"
        return f"{words}, {inside} its spread {rounded(number.spread, 2)}{unit}"

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "step": self.step,
            "largest_change": self.changes[0].share,
            "half_step": {c.number.name: c.half for c in self.changes},
        }


def step_check(spec: DriveSpec, first: Run, progress: Progress) -> StepCheck:
    """Make the run with half its step and compare the key numbers.

    Raises:
        InputError: this kind of drive has no step to halve.
    """
    used = spec_of(spec, first)
    pace = getattr(DRIVES[spec.drive].build(used), "pace", None)
    if pace is None or not hasattr(getattr(used, "solve", None), "step"):
        raise InputError(f"step check: a {spec.drive} has no solve.step to halve")
    half = 0.5 * pace.step
    finer = used.with_values({"solve.step": half})
    with simulate(finer, progress=progress, large=True) as second:
        changes = changes_of(first.outcome, second.outcome)
    if not changes:
        raise InputError("step check: the run has no key numbers to compare")
    return StepCheck(half, changes)


def spec_of(spec: DriveSpec, run: Run) -> DriveSpec:
    """The specification the run was made with: its step may have been halved before."""
    from catena.drives.loading import loads

    return loads(run.spec_text) if run.spec_text else spec


def changes_of(first: Outcome, second: Outcome) -> tuple[Change, ...]:
    """Key numbers both runs have, but for those that count work or errors."""
    named = {number.name: number.value for number in second.key_numbers}
    compared = [
        number
        for number in first.key_numbers
        if number.name in named
        and not number.name.startswith(EFFORT)
        and number.name not in ERRORS
        and math.isfinite(number.value)
    ]
    found = [
        Change(number, named[number.name], _size(number, compared))
        for number in compared
    ]
    return tuple(sorted(found, key=lambda change: -change.share))


def _size(number: KeyNumber, others: list[KeyNumber]) -> float:
    """What a change is compared with: bare numbers with themselves."""
    if number.units in ("", "1"):
        return abs(number.value)
    return max(abs(n.value) for n in others if n.units == number.units)
