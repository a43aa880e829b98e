"""Whether the ratio of a variator still changes from revolution to revolution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from catena.drives.variator.boundary.data import PulleyBoundary
from catena.drives.variator.revolutions import disagreement
from catena.numerics.arrays import Floats
from catena.results.health import KeyNumber
from catena.run.settling import Drift, Settling

LARGEST_DRIFT = 1e-3
"""Change of the ratio of the radii between the last two revolutions."""


def with_ratio(found: Settling, ratio: Floats) -> Settling:
    """The same with the change of the ratio of the radii, a mean per revolution."""
    change = disagreement(ratio)
    if np.isnan(change):
        return found
    last = KeyNumber("geometric_ratio", "ratio of the radii", float(ratio[-1]), "1")
    drift = Drift(last, float(ratio[-2]), last.value, change, LARGEST_DRIFT)
    return replace(found, drifts=[*found.drifts, drift])


def shift_rate(ends: Floats, ratio: Floats) -> list[KeyNumber]:
    """Rate of change of the ratio between the last two revolutions [1/s].

    Args:
        ends: Times between the revolutions [s].
        ratio: Of the radii, a mean per revolution.
    """
    if ratio.size < 2:
        return []
    apart = 0.5 * float(ends[-1] - ends[-3])  # from middle to middle
    rate = float(ratio[-1] - ratio[-2]) / apart
    return [KeyNumber("shift_rate", "rate of change of the ratio", rate, "1/s")]


def steady(boundaries: Iterable[PulleyBoundary]) -> bool:
    """Whether nothing that is imposed changes, so that a run should settle."""
    return not any(_changes(one) for one in boundaries)


def _changes(boundary: PulleyBoundary) -> bool:
    """Whether a table or a moving stop changes load or ratio on purpose."""
    tables = boundary.turning_value, boundary.axial_value
    moves = boundary.axial == "stop" and bool(np.any(boundary.axial_value.value != 0.0))
    return moves or any(np.ptp(curve.value) > 0.0 for curve in tables)
