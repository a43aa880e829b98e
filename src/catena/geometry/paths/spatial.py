"""The path of a chain around wheels in parallel planes, and pins laid on it.

Seen along the axes it is the planar path; along a span the height changes from the
plane of one wheel to that of the next as ``dz (3 s^2 - 2 s^3)``, flat at both ends, and
stays constant where plates still lie between the teeth of a wheel. Pins are chords of
exactly one pitch apart in space: on a pitch circle that is exactly one tooth, so that
one phase per wheel puts every pin into a gap.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from catena.errors import GeometryError
from catena.geometry.paths.path import Path
from catena.numerics.arrays import Floats

LARGEST_FLAT = 0.3
"""Share of a span at each end over which its height may stay constant."""
CHORD_ERROR = 1e-15
"""Of a pitch, over the length of the chain around which places round [m]."""


class SpatialPath:
    """A planar path with heights."""

    def __init__(
        self, path: Path, heights: Sequence[float], flats: Sequence[float]
    ) -> None:
        """The path with the heights of its wheels.

        Args:
            path: Around wheels alone.
            heights: Of the wheels, in the order of the items of the path [m].
            flats: Length of a span beside each wheel that stays in its plane [m].
        """
        self.path = path
        pieces = path.curve.pieces()
        self.pieces = [(p.x, p.y, p.heading, p.curvature, p.length) for p in pieces]
        self.starts = [float(s) for s in path.starts()]
        self.length = float(path.length)
        owner, count = path.owner, len(pieces)
        self.ends: list[tuple[float, float, float, float]] = []
        """Heights at both ends of each piece, where they begin and end to change."""
        for i in range(count):
            if owner[i] >= 0:
                z = heights[owner[i]]
                self.ends.append((z, z, 0.0, pieces[i].length))
                continue
            before, after = owner[i - 1], owner[(i + 1) % count]
            if before < 0 or after < 0:
                raise GeometryError("path in space: a span must join two wheels")
            most = LARGEST_FLAT * pieces[i].length
            begin, end = min(flats[before], most), min(flats[after], most)
            self.ends.append(
                (heights[before], heights[after], begin, pieces[i].length - end)
            )

    def point(self, s: float) -> tuple[float, float, float]:
        """The point at the planar arc length s, once around and on [m]."""
        return self._point(self._piece(s % self.length), s % self.length)

    def _piece(self, s: float) -> int:
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= s else (low, middle)
        return low

    def _point(self, i: int, s: float) -> tuple[float, float, float]:
        x, y, heading, bend, _ = self.pieces[i]
        at = s - self.starts[i]
        half = 0.5 * bend * at
        chord = at * (math.sin(half) / half if abs(half) > 1e-12 else 1.0)
        low, high, begin, end = self.ends[i]
        share = min(max((at - begin) / (end - begin), 0.0), 1.0)
        z = low + (high - low) * share * share * (3.0 - 2.0 * share)
        return (
            x + chord * math.cos(heading + half),
            y + chord * math.sin(heading + half),
            z,
        )

    def next_pin(self, s: float, pitch: float) -> float:
        """Where the chord of one pitch that begins at s ends [m]."""
        x, y, z = self.point(s)

        def excess(end: float) -> float:
            a, b, c = self.point(end)
            return math.sqrt((a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2) - pitch

        low, high = s + 0.5 * pitch, s + 2.0 * pitch
        f_low, f_high = excess(low), excess(high)
        if f_low > 0.0 or f_high < 0.0:
            raise GeometryError("path in space: no chord of one pitch fits its bend")
        guess = s + pitch
        for _ in range(80):
            f = excess(guess)
            low, high = (guess, high) if f < 0.0 else (low, guess)
            if abs(f) < CHORD_ERROR or high - low < 1e-16:
                break
            following = guess - f  # the slope of a chord over its arc is nearly 1
            guess = following if low < following < high else 0.5 * (low + high)
        return guess

    def walk(self, s: float, pitches: Sequence[float]) -> list[float]:
        """Places of pins so far apart, and of the one that follows the last [m]."""
        found = [s]
        for pitch in pitches:
            found.append(self.next_pin(found[-1], pitch))
        return found

    def points(self, places: Sequence[float]) -> Floats:
        """Points (n, 3) [m]."""
        return np.array([self.point(s) for s in places])

    def owners(self, places: Sequence[float]) -> list[int]:
        """Wheel under each place; -1 in a span."""
        return [self.path.owner[self._piece(s % self.length)] for s in places]
