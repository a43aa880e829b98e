"""Whether the ratio of a variator still changes from revolution to revolution."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from catena.drives.variator.boundary.data import PulleyBoundary
from catena.drives.variator.revolutions import disagreement
from catena.numerics.arrays import Floats
from catena.results.health import Check, KeyNumber
from catena.run.verdict import within

LARGEST_DRIFT = 1e-3
"""Change of the ratio of the radii between the last two revolutions."""


def drift_check(ratio: Floats) -> list[Check]:
    """The change of the ratio of the radii, given as a mean per revolution."""
    change = disagreement(ratio)
    if np.isnan(change):
        return []
    return [
        within("drift", "change of the ratio, last two revolutions", change,
               LARGEST_DRIFT)
    ]  # fmt: skip


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


def drift_warnings(ratio: Floats) -> list[str]:
    """What is said where the ratio changes."""
    change = disagreement(ratio)
    if np.isnan(change) or change <= LARGEST_DRIFT:
        return []
    return [
        f"the ratio still changes, by {ratio[-1] / ratio[-2] - 1.0:+.2%} in the last "
        f"revolution, to {ratio[-1]:.4f}: means are those of a variator that shifts"
    ]


def steady(boundaries: Iterable[PulleyBoundary]) -> bool:
    """Whether nothing that is imposed changes, so that a run should settle."""
    return not any(_changes(one) for one in boundaries)


def _changes(boundary: PulleyBoundary) -> bool:
    """Whether a table or a moving stop changes load or ratio on purpose."""
    tables = boundary.turning_value, boundary.axial_value
    moves = boundary.axial == "stop" and bool(np.any(boundary.axial_value.value != 0.0))
    return moves or any(np.ptp(curve.value) > 0.0 for curve in tables)
