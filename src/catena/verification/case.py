"""A verification case: a model with a known answer, and how near a run comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from catena.numerics.arrays import Floats

OCTAVES, RUNS = 4, 8
"""Halvings of the step, and runs within each, of an order whose errors scatter."""


@dataclass(frozen=True)
class Figure:
    """One number of a case."""

    name: str
    expected: float
    got: float
    tolerance: float
    """Largest allowed absolute difference."""

    @property
    def passed(self) -> bool:
        """Whether the number is near enough; NaN never is."""
        return abs(self.got - self.expected) <= self.tolerance


@dataclass(frozen=True)
class Case:
    """A problem with a known answer, run through the public interface."""

    name: str
    title: str
    figures: Callable[[], Sequence[Figure]]
    paper: bool = False
    """Long: not part of the daily tests."""


@dataclass(frozen=True)
class Row:
    """One line of the verification table."""

    case: str
    quantity: str
    expected: float
    got: float
    tolerance: float
    passed: bool
    seconds: float


def verify(cases: Sequence[Case]) -> list[Row]:
    """Run the cases: one row per number, the seconds with the first of each case."""
    rows = []
    for case in cases:
        begun = time.perf_counter()
        figures = case.figures()
        seconds = time.perf_counter() - begun
        for k, f in enumerate(figures):
            spent = seconds if k == 0 else 0.0
            row = (f.name, f.expected, f.got, f.tolerance, f.passed, spent)
            rows.append(Row(case.name, *row))
    return rows


def at_most(name: str, limit: float, got: float) -> Figure:
    """A number that must not exceed a limit; below it counts as exact."""
    return Figure(name, 0.0, got, limit)


def order_figure(name: str, steps: Sequence[float], errors: Sequence[float]) -> Figure:
    """Observed order of convergence, which must lie between 0.8 and 1.3."""
    return Figure(name, 1.05, observed_order(steps, errors), 0.25)


def scattered_order(
    name: str, error: Callable[[float], float], coarsest: float
) -> Figure:
    """Observed order where errors scatter with where in a step an event falls.

    Root mean squares over octaves of the step stand for the errors of single runs.
    """
    steps = coarsest * 0.5 ** (np.arange(OCTAVES * RUNS) / RUNS)
    errors = np.array([error(float(dt)) for dt in steps]).reshape(OCTAVES, RUNS)
    sizes = np.sqrt(np.mean(errors**2, axis=1))
    return order_figure(name, list(steps[::RUNS]), list(sizes))


def observed_order(steps: Sequence[float], errors: Sequence[float]) -> float:
    """Slope of log error over log step, by least squares."""
    logs: Floats = np.log(np.abs(np.asarray(errors)))
    return float(np.polyfit(np.log(np.asarray(steps)), logs, 1)[0])
