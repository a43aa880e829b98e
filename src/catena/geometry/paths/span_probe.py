"""Free spans of a path: mean tension, and lateral displacement of their middle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.geometry.paths.path import Path
from catena.numerics.arrays import Floats

INNER = (0.12, 0.88)
"""Part of a span within which links count."""


@dataclass(frozen=True)
class SpanProbe:
    """The straight lines between the ends of the spans."""

    names: tuple[str, ...]
    start: Floats
    """(spans, 2) [m]"""
    along: Floats
    """Unit directions (spans, 2)."""
    length: Floats
    """(spans,) [m]"""

    @classmethod
    def of(cls, path: Path) -> SpanProbe:
        """The spans of a path."""
        begins = path.starts()
        ends = [
            # just inside: at a joint the point belongs to the piece behind it
            path.points([begins[s.piece] + 1e-9, begins[s.piece] + s.length - 1e-9])
            for s in path.spans
        ]
        points = np.array(ends).reshape(-1, 2, 2)
        chord = points[:, 1] - points[:, 0]
        length = np.hypot(chord[:, 0], chord[:, 1])
        names = tuple(f"{s.start} to {s.end}" for s in path.spans)
        return cls(names, points[:, 0], chord / length[:, None], length)

    def look(self, x: Floats, y: Floats, tension: Floats) -> tuple[Floats, Floats]:
        """Mean tension [N], displacement of the middle [m], both (samples, spans).

        Links of the other strand run backwards and do not count.
        """
        pull = np.full((len(x), len(self.names)), np.nan)
        swing = np.full_like(pull, np.nan)
        x_next, y_next = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
        for i, (a, e, reach) in enumerate(
            zip(self.start, self.along, self.length, strict=True)
        ):
            x_mid, y_mid = 0.5 * (x + x_next) - a[0], 0.5 * (y + y_next) - a[1]
            along = x_mid * e[0] + y_mid * e[1]
            beside = y_mid * e[0] - x_mid * e[1]
            forwards = (x_next - x) * e[0] + (y_next - y) * e[1] > 0.0
            # a whipping span still counts; links on the sprockets do not
            near = forwards & (np.abs(beside) < 0.25 * reach)
            inner = near & (along > INNER[0] * reach) & (along < INNER[1] * reach)
            count = inner.sum(axis=1)
            some = count > 0
            pull[some, i] = (
                np.where(inner, tension, 0.0).sum(axis=1)[some] / count[some]
            )
            middle = np.where(near, np.abs(along - 0.5 * reach), np.inf).argmin(axis=1)
            swing[:, i] = np.take_along_axis(beside, middle[:, None], axis=1)[:, 0]
        return pull, swing
