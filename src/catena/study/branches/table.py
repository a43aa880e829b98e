"""The table of a branch of orbits: key numbers over the value, by way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.catalogue import Catalogue, Coordinate, Variable
from catena.results.health import Check, KeyNumber, Outcome
from catena.run.protocols import Progress, Sink
from catena.study.branches.ends import Multipliers, ends_of, kind_of
from catena.study.variation import Variation, shown_value

RISING, FALLING = "rising", "falling"
WAYS = (RISING, FALLING)
"""In the order of the values as stated, and back."""
DOUBTED = "not_trustworthy"
"""What the table calls points whose runs missed a check of their own."""
APART = 0.02
"""Difference of a number between the ways, over its largest: two branches."""
COMPARED = ("tension", "thrust_ratio", "efficiency", "joint_force", "transmission")
"""Beginnings of the names by which the ways are compared."""


class Point(NamedTuple):
    """Even running at one value."""

    way: str
    place: int
    """Which of the values."""
    found: bool
    numbers: dict[str, float]
    words: dict[str, Any]
    """Label and unit of every number."""
    message: str
    """Why there is none."""
    missed: Sequence[str] = ()
    """Checks that the run of the point did not pass."""

    @property
    def name(self) -> str:
        """Its folder."""
        return f"{self.way}_{self.place + 1:03d}"


@dataclass(frozen=True)
class BranchJob:
    """Writes a branch down; executes like any run."""

    over: Variation
    unit: str
    points: tuple[Point, ...]

    @property
    def names(self) -> dict[str, tuple[str, str]]:
        """Label and unit of all numbers that any point has."""
        found: dict[str, tuple[str, str]] = {}
        for point in self.points:
            for name, (label, unit) in point.words.items():
                found.setdefault(name, (str(label), str(unit)))
        return found

    def catalogue(self) -> Catalogue:
        """Every number over the value, rising and falling."""
        dims = ("way", self.over.name)
        values = np.array(self.over.numbers, dtype=float)
        return Catalogue(
            sizes={"way": 2, self.over.name: values.size},
            coordinates={
                "way": Coordinate(list(WAYS), "", "way along the branch"),
                self.over.name: Coordinate(values, self.unit, self.over.key),
            },
            variables=(
                Variable("found", dims, "1", "whether even running was found",
                         dtype="int8"),
                Variable(DOUBTED, dims, "1", "whether its run is not trustworthy",
                         dtype="int8"),
                *(Variable(name, dims, unit or "1", label, gaps=True)
                  for name, (label, unit) in self.names.items()),
            ),
        )  # fmt: skip

    def table(self, name: str) -> Floats:
        """A number over ways and values; NaN where there is none.

        The far end belongs to both ways.
        """
        values = np.full((2, len(self.over.values)), np.nan)
        for point in self.points:
            values[WAYS.index(point.way), point.place] = point.numbers.get(name, np.nan)
        if any(point.way == FALLING for point in self.points):
            values[1, -1] = values[0, -1]
        return values

    def execute(self, sink: Sink, progress: Progress) -> Outcome:
        """Write the table and say what it shows."""
        done, doubted = np.zeros((2, 2, len(self.over.values)), dtype=np.int8)
        for point in self.points:
            done[WAYS.index(point.way), point.place] = point.found
            doubted[WAYS.index(point.way), point.place] = bool(point.missed)
        sink.put("found", done)
        sink.put(DOUBTED, doubted)
        for name in self.names:
            sink.put(name, self.table(name))
        progress(1.0, "table")
        return self.outcome()

    def outcome(self) -> Outcome:
        """Points found, where they are unstable, where the ways differ."""
        count = len(self.points)
        missed = [point for point in self.points if not point.found]
        doubted = [point for point in self.points if point.missed]
        decay = self.table("decay")
        unstable = int(np.sum(decay >= 1.0))
        apart, where, name = self.apart()
        words = (
            f"{count - len(missed)} of {count} points of even running over "
            f"{self.over.key}"
        )
        if unstable:
            words += f", {unstable} unstable"
        if apart > APART:
            words += (
                f"; two branches: at {where} the {self.names[name][0]} differs by "
                f"{apart:.0%} between the ways"
            )
        return Outcome(
            verdict=words + "".join(f"; {told}" for told in self.ends()) + ".",
            key_numbers=(
                KeyNumber("points", "points of even running", count - len(missed), "1"),
                KeyNumber("unstable", "unstable points", unstable, "1"),
                KeyNumber("apart", "largest difference between the ways", apart, "1"),
            ),
            checks=(
                Check("found", "points without even running", len(missed), 0.0,
                      not missed),
                Check("trusted", "points that are not trustworthy", len(doubted), 0.0,
                      not doubted),
            ),
            warnings=(
                *(f"{self.where(point)}: {point.message}" for point in missed),
                *(f"{self.where(point)}: not trustworthy, {'; '.join(point.missed)}"
                  for point in doubted),
            ),
        )  # fmt: skip

    def where(self, point: Point) -> str:
        """Way and value of a point."""
        return f"{point.way}, {shown_value(self.over.values[point.place])}"

    def ends(self) -> list[str]:
        """Where branches end, and how, in words."""
        count = len(self.over.values)
        found = np.isfinite(self.table("residual"))
        apart = self.gaps().max(axis=0, initial=0.0) > APART
        values = np.array(self.over.numbers, dtype=float)
        multipliers = Multipliers(
            self.table("multiplier"), self.table("multiplier_angle")
        )
        left = self.table("left")
        told = []
        for end in ends_of(found, apart if apart.size else np.zeros(count, bool)):
            where = " and ".join(
                shown_value(self.over.values[i]) for i in sorted((end.last, end.next))
            )
            kind, _ = kind_of(end, values, multipliers)
            if left[end.way, end.next] > 0.0:
                kind = "no stable one there, and the drive goes over to another"
            into = "joins the other branch" if end.joined else "ends"
            told.append(f"{WAYS[end.way]}, it {into} between {where} ({kind})")
        return told

    def gaps(self) -> Floats:
        """Differences between the ways over the largest, by number and value (k, n)."""
        rows = []
        for name in self.names:
            if name.startswith(COMPARED):
                values = self.table(name)
                largest = np.nanmax(np.abs(values), initial=0.0)
                gap = np.nan_to_num(np.abs(values[1] - values[0]))
                rows.append(gap / largest if largest > 0.0 else 0.0 * gap)
        return np.array(rows).reshape(len(rows), len(self.over.values))

    def apart(self) -> tuple[float, str, str]:
        """Largest difference of a number between the ways, where, and which."""
        gaps = self.gaps()
        if not gaps.size or not gaps.max() > 0.0:
            return 0.0, "", ""
        row, at = np.unravel_index(int(gaps.argmax()), gaps.shape)
        which = [name for name in self.names if name.startswith(COMPARED)][row]
        return float(gaps.max()), shown_value(self.over.values[at]), which
