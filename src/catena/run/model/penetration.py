"""How deep rigid bodies entered each other, over the size of the smaller one."""

from __future__ import annotations

import numpy as np

from catena.model import Model
from catena.numerics.arrays import Floats
from catena.results.health import Check
from catena.run.verdict import penetration_check, within
from catena.tables.pairs import PairKind

ROUND = (
    PairKind.CIRCLE_CIRCLE,
    PairKind.CIRCLE_LINE,
    PairKind.CIRCLE_PROFILE,
    PairKind.CIRCLE_ROD,
    PairKind.CIRCLE_SURFACE,
)
"""Pairs whose first contour is a circle or a point; its numbers are x, y, radius."""
ROUND_OFF = 1e-9
"""Depth below which bodies only touch [m]."""


def touching_sizes(model: Model) -> Floats:
    """Of the smaller body of every contact [m]; infinite where neither has one.

    The size of a body is the reach of its circles and points from its centre; lines
    have none.
    """
    found = model.system.contours.candidates
    reach = np.zeros(model.system.bodies.extent.size)
    par, pair = found.par, found.pair
    first, second = (np.hypot(par[:, k], par[:, k + 1]) + par[:, k + 2] for k in (0, 4))
    round_a = np.isin(pair, [int(kind) for kind in ROUND])
    round_b = pair == int(PairKind.CIRCLE_CIRCLE)
    np.maximum.at(reach, found.body_a[round_a], first[round_a])
    np.maximum.at(reach, found.body_b[round_b], second[round_b])
    size = np.where(reach > 0.0, reach, np.inf)
    both = np.minimum(size[found.body_a], size[found.body_b])
    return np.where(round_a, both, np.inf)


def rigid_penetration(
    model: Model, recorded: Floats, deepest: float, travelled: float
) -> Check:
    """The check of a run.

    Args:
        model: What has run.
        recorded: Largest depth of every contact that was recorded [m].
        deepest: Largest depth of any rigid contact in any step [m].
        travelled: Way of the fastest point in a step [m]; the limit where no body
            has a size.
    """
    rigid = model.system.contours.candidates.rigid == 1
    size = np.where(rigid, touching_sizes(model), np.inf)
    if not np.isfinite(size).any():
        label = "worst penetration of rigid contacts [m]"
        return within("penetration", label, deepest, travelled + ROUND_OFF)
    sized = np.isfinite(size)
    worst = int(np.argmax(np.where(sized, recorded / size, -np.inf)))
    largest = float(size[sized].max())
    depth, body = float(recorded[worst]), float(size[worst])
    if deepest / largest > depth / body:  # between two records
        depth, body = deepest, largest
    return penetration_check(max(depth - ROUND_OFF, 0.0), body, "reach of the body")
