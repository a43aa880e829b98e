"""Moving a sprocket until the chain has the slack or the preload it should have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.paths.path import Path, Wheel
from catena.geometry.paths.placement import check_even, fit, slack_of

REACH = 3.0
"""How far a sprocket may be moved, in pitches."""


def adjusted(
    spec: Spec,
    pitch: float,
    shortening: float,
    wheels: list[Wheel],
    path_of: Callable[[list[Wheel]], Path],
) -> tuple[list[Wheel], float | None, int | None]:
    """The wheels in their places, how far one was moved [m], and the links wanted.

    Where nothing is asked nothing is moved, and the links are those of the user. A
    chain with a preload is made too short for its path by ``shortening`` [m].
    """
    part = spec.chain
    if part.slack is None and part.preload is None:
        return wheels, None, part.link_count
    j = next(i for i, wheel in enumerate(spec.sprocket) if wheel.adjust is not None)
    angle = spec.sprocket[j].adjust or 0.0
    direction = np.array([np.cos(angle), np.sin(angle)])

    def moved(way: float) -> list[Wheel]:
        x, y = np.array(wheels[j].centre) + way * direction
        return [*wheels[:j], replace(wheels[j], centre=(x, y)), *wheels[j + 1 :]]

    even = not part.offset_link
    count = part.link_count or fit(path_of(wheels), pitch, None, even=even).link_count
    check_even(count, even)

    wanted = -shortening if part.slack is None else part.slack

    def missing(way: float) -> float:
        return slack_of(path_of(moved(way)), pitch, count) - wanted

    way = _root(missing, REACH * pitch, spec.sprocket[j].name, count)
    return moved(way), way, count


def _root(
    missing: Callable[[float], float], reach: float, name: str, count: int
) -> float:
    """The way [m] at which nothing is missing."""
    from scipy.optimize import brentq

    ends = []
    for sign in (-1.0, 1.0):
        way = sign * reach
        while abs(way) > 1e-6:
            try:
                ends.append((way, missing(way)))
            except GeometryError:
                way *= 0.7
            else:
                break
    if len(ends) < 2 or ends[0][1] * ends[1][1] > 0.0:
        told = ", ".join(
            f"{1e3 * abs(m):.3g} mm too {'long' if m > 0.0 else 'short'} at "
            f"{1e3 * w:+.3g} mm"
            for w, m in ends
        )
        raise GeometryError(
            f"{count} links do not get their slack or preload wherever sprocket "
            f"'{name}' is moved: {told or 'no path'}; choose another count, place or "
            "direction"
        )
    return float(brentq(missing, ends[0][0], ends[1][0], xtol=1e-12))
