"""Torque over slip while a load changes: from micro slip to gross slip."""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats
from catena.results.figures import Axis, Figure, Trace

LEAST_CHANGE = 0.1
"""Range of the torque over its largest value from which a curve says something."""
MOST_TIMES = (5.0, 95.0)
"""Percentiles between which that range is taken: ripple and the end of a ramp aside."""
MOST_POINTS = 3000


def slip_curve(slip: Floats, torque: Floats, section: str) -> list[Figure]:
    """The slip curve of a run whose load changes; nothing of another one.

    Args:
        slip: Against the running radii, smoothed, at every sample.
        torque: On the secondary pulley, smoothed [N m].
        section: Of the report.
    """
    known = np.isfinite(slip) & np.isfinite(torque)
    slip, torque = slip[known], torque[known]
    later = slice(torque.size // 10, None)  # the start is no load of the user
    if torque[later].size < 2:
        return []
    low, high = np.percentile(torque[later], MOST_TIMES)
    if high - low < LEAST_CHANGE * np.abs(torque[later]).max():
        return []
    thin = slice(torque.size // 10, None, max(1, torque.size // MOST_POINTS))
    trace = Trace(100.0 * slip[thin], torque[thin], "secondary pulley")
    return [
        Figure(
            "slip_curve",
            "Slip curve",
            Axis("slip against the running radii", "%"),
            Axis("torque on the secondary pulley", "N m"),
            (trace,),
            caption="Moving means, in the order of time, without the first tenth of "
            "the run. Torque rises steeply while gaps, creep and partial sliding take "
            "up the slip, and no further once a pulley slides as a whole.",
            section=section,
        )
    ]
