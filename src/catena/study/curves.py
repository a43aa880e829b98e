"""Curves and maps of a study, with their points; doubted ones are hollow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catena.numerics.arrays import Bools, Floats
from catena.results.figures import Trace
from catena.results.trust import Trust

if TYPE_CHECKING:
    from catena.study.folder import Study


MOST_MARKED = 100
"""Points of a curve that are still drawn one by one."""
DOUBTED = str(Trust.NOT_TRUSTWORTHY.value)


class Points(NamedTuple):
    """One curve: a point for every run, in whatever order they were asked for."""

    x: Floats
    y: Floats
    """NaN where a run failed or has not been made: no point, and a gap."""
    doubted: Bools
    """Where a run is not trustworthy."""
    label: str = ""


def doubted(study: Study) -> Bools:
    """Of every point of a study, whether its run is not trustworthy."""
    return np.array([word == DOUBTED for word in study.trusts], dtype=np.bool_)


def curves(several: Sequence[Points]) -> tuple[Trace, ...]:
    """Lines along the axis; over them, as rings, the points not to be trusted."""
    lines = []
    for points in several:
        order = np.argsort(points.x, kind="stable")
        lines.append(
            Trace(
                points.x[order],
                points.y[order],
                points.label,
                emphasis="main" if len(several) == 1 else "normal",
                marked=points.x.size <= MOST_MARKED,
            )
        )
    return (*lines, *rings(several))


def scattered(points: Points) -> tuple[Trace, ...]:
    """Points that are not joined; those not to be trusted as rings."""
    sure = ~points.doubted
    dots = Trace(points.x[sure], points.y[sure], points.label, kind="markers")
    return (dots, *rings([points])) if sure.any() else rings([points])


def doubted_tiles(x: Floats, y: Floats, doubts: Bools) -> tuple[Trace, ...]:
    """Rings on the tiles of a map, row by row over y, that are not to be trusted."""
    at_x, at_y = np.meshgrid(x, y)
    return rings([Points(at_x.ravel(), at_y.ravel(), doubts.ravel())])


def rings(several: Sequence[Points]) -> tuple[Trace, ...]:
    """All points of runs that are not trustworthy, where there are such."""
    x = np.concatenate([p.x[p.doubted] for p in several])
    y = np.concatenate([p.y[p.doubted] for p in several])
    if not np.isfinite(y).any():
        return ()
    return (Trace(x, y, DOUBTED, "markers", "reference", hollow=True),)
