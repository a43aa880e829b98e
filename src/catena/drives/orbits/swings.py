"""Motions that repeat after several periods, and what a drive goes over to.

An orbit over k periods may be one over fewer that was taken k times. A drive does not
stay on an unstable orbit: disturbed, it leaves it and settles elsewhere, often on an
orbit over more periods.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catena.drives.orbits.declaration import orbit_of
from catena.drives.orbits.search import (
    RETURNS,
    Effort,
    Found,
    NoOrbit,
    changed,
    plainly,
    search,
    search_on,
    watch,
)
from catena.numerics.arrays import Floats
from catena.periodic.shooting.fixed_point import rms
from catena.periodic.shooting.multipliers import DISTURBANCE
from catena.run.protocols import Progress, silent
from catena.spec.parts import DriveSpec

NEARLY = 100.0
"""Change over fewer periods, over the tolerance, from which those are searched too."""
LEFT = 240
"""Periods in which a drive leaves an unstable orbit and settles elsewhere."""
LOOKS = 4
"""How often so many."""
AS_NEAR = 2.0
"""A return over the nearest one up to which the shorter swing is taken."""


def found_on(
    spec: DriveSpec,
    begin: Any,
    effort: Effort,
    progress: Progress = silent,
    periods: int = 1,
) -> Found:
    """The even running of a drive over as few periods as it repeats after.

    Raises:
        InputError: this kind of drive has none.
        NoOrbit: none was found.
    """
    return shortest(search_on(spec, begin, effort, progress, periods), effort, progress)


def shortest(found: Found, effort: Effort, progress: Progress = silent) -> Found:
    """The same orbit over as few periods as it repeats after."""
    periods = found.orbit.periods
    for fewer in range(1, periods):
        if periods % fewer:
            continue
        orbit = orbit_of(found.orbit.spec, found.state, periods=fewer)
        numbers = orbit.advance.numbers()
        if rms(orbit.advance(numbers) - numbers) > NEARLY * effort.tolerance:
            continue
        try:
            return search(orbit, effort, progress)
        except NoOrbit:
            continue
    return found


def settled_on(
    spec: DriveSpec, state: Any, effort: Effort, progress: Progress = silent
) -> Found | None:
    """The stable running that a disturbed drive goes over to; None where none is found.

    Args:
        spec: The drive.
        state: Where it begins, on an orbit or not.
        effort: How hard to search; disturbances are observed.
        progress: Is told how far the search has come.
    """
    orbit = orbit_of(spec, state)
    watch(orbit, progress, LOOKS * LEFT)
    advance = orbit.advance
    draw = np.random.default_rng(3).standard_normal(advance.numbers().size)
    disturbed = advance.numbers() + DISTURBANCE * draw / np.abs(draw).max()
    advance.state = advance.state_of(disturbed)
    for _ in range(LOOKS):
        plainly(advance, LEFT - 2 * RETURNS)
        periods = swing_of(plainly(advance, 2 * RETURNS))
        try:
            found = found_on(spec, advance.state, effort, progress, periods)
        except NoOrbit:
            continue
        if found.stable:
            return found
    return None


def swing_of(path: list[Floats]) -> int:
    """After how many periods the last states of a path come back best."""
    back = [changed(path, k) for k in range(1, RETURNS + 1)]
    near = AS_NEAR * min(back)
    return 1 + next(k for k, change in enumerate(back) if change <= near)
