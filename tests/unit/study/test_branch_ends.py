"""Ends of branches: a fold by its multiplier, doubled periods, branches that join."""

from __future__ import annotations

import numpy as np
import pytest

from catena.periodic.shooting.fixed_point import steady_state
from catena.periodic.shooting.multipliers import decay_of
from catena.study.branches.ends import End, Multipliers, ends_of, kind_of
from catena.study.branches.table import FALLING, RISING, BranchJob, Point
from catena.study.variation import parse_vary

FOLD = 0.3137
"""Value at which the two fixed points of the toy meet."""
WORDS = {
    "tension_1": ["mean tension", "N"],
    "residual": ["change", "1"],
    "multiplier": ["multiplier", "1"],
    "multiplier_angle": ["angle", "rad"],
}


class Toy:
    """Normal form of a fold, beside a number that decays: x' = x + 0.1 (F - v - x^2).

    Its fixed point x = sqrt(F - v) has the multiplier 1 - 0.2 x.
    """

    def __init__(self, value: float, start: float) -> None:
        self.value, self.start = value, start

    def numbers(self) -> np.ndarray:
        return np.array([self.start, 0.3])

    def __call__(self, x: np.ndarray) -> np.ndarray:
        bent = x[0] + 0.1 * (FOLD - self.value - x[0] ** 2)
        return np.array([bent, 0.5 * x[1]])


def followed(values: np.ndarray) -> tuple[Point, ...]:
    """The branch of the toy, every point from the one before."""
    points, start = [], 1.0
    for i, value in enumerate(values):
        toy = Toy(float(value), start)
        found = steady_state(toy, tolerance=1e-11, most=200, memory=5)
        if not found.found:
            points.append(Point(RISING, i, False, {}, {}, "no even running"))
            continue
        start, largest = float(found.numbers[0]), decay_of(toy, found.numbers).largest
        numbers = {
            "tension_1": start,
            "residual": found.residual,
            "multiplier": abs(largest),
            "multiplier_angle": abs(float(np.angle(largest))),
        }
        points.append(Point(RISING, i, True, numbers, WORDS, ""))
    return tuple(points)


def test_a_fold_is_named_and_placed_by_its_multiplier() -> None:
    """Nothing is found beyond it; the square of 1 - multiplier points to it."""
    over = parse_vary("speed=0:0.5:11")
    points = followed(np.linspace(0.0, 0.5, 11))
    job = BranchJob(over, "1", points)
    assert [p.found for p in points] == [True] * 7 + [False] * 4
    (told,) = job.ends()
    assert "rising, it ends between 0.3 and 0.35 (a fold" in told
    end = End(0, 6, 7, False)
    table = Multipliers(job.table("multiplier"), job.table("multiplier_angle"))
    kind, place = kind_of(end, np.linspace(0.0, 0.5, 11), table)
    assert "goes to +1" in kind
    assert place == pytest.approx(FOLD, abs=1e-4)
    assert told in job.outcome().verdict


@pytest.mark.parametrize(
    ("size", "angle", "said"),
    [
        (0.97, np.pi, "periods double"),
        (0.99, 1.2, "a swing of its own"),
        (0.5, 0.0, "not at the unit circle"),
        (np.nan, np.nan, "would tell how"),
    ],
)
def test_other_ends_are_told_apart(size: float, angle: float, said: str) -> None:
    table = Multipliers(np.full((2, 3), size), np.full((2, 3), angle))
    kind, place = kind_of(End(0, 1, 2, False), np.arange(3.0), table)
    assert said in kind
    assert np.isnan(place)


def test_a_branch_that_joins_the_other_ends_there() -> None:
    """Two states from 2 to 3: forth the upper is lost after 3, back the lower at 2."""
    found = np.ones((2, 6), dtype=bool)
    apart = np.array([False, False, True, True, False, False])
    assert ends_of(found, apart) == [End(0, 3, 4, True), End(1, 2, 1, True)]

    def point(way: str, i: int, tension: float) -> Point:
        numbers = {"tension_1": tension, "residual": 1e-5}
        return Point(way, i, True, numbers, WORDS, "")

    forth = [point(RISING, i, 10.0 if i < 4 else 20.0) for i in range(6)]
    back = [point(FALLING, i, 20.0 if i > 1 else 10.0) for i in range(4, -1, -1)]
    job = BranchJob(parse_vary("speed=100:600:6"), "rpm", (*forth, *back))
    verdict = job.outcome().verdict
    assert "two branches: at 300" in verdict
    assert "rising, it joins the other branch between 400 and 500" in verdict
    assert "falling, it joins the other branch between 200 and 300" in verdict
