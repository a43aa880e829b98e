"""Play between the elements of a running belt: its sum, and its share on the pulleys.

Source: operational endplay, the sum of all open gaps [Cebulla2014] 7.2.1, Figure 7.8.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.geometry.variator import contact_angle
from catena.integrators.steps.pushbelt_samples import Element
from catena.numerics.arrays import Floats


class Play(NamedTuple):
    """Of every snapshot."""

    rocking: Floats
    """Sum of the open gaps at the rocking edges (snapshots,) [m]."""
    top: Floats
    """Sum of the open gaps at the tops (snapshots,) [m]."""
    gaps: Floats
    """Mean open gap over the thickness, on both wraps (snapshots, 2)."""
    squeeze: Floats
    """Mean compression of neighbours over the thickness (snapshots, 2)."""


def play_of(element: Floats, radii: Floats, distance: float, thickness: float) -> Play:
    """Play in snapshots of the elements.

    Args:
        element: Samples of the elements (snapshots, columns, elements).
        radii: Of the ring on both pulleys (snapshots, 2) [m].
        distance: Between the axes [m].
        thickness: Of a simulated element [m].
    """
    gap, top = element[:, Element.ROCK_GAP], element[:, Element.TOP_GAP]
    half = contact_angle(radii[:, 0], radii[:, 1], distance)
    gaps, squeeze = [], []
    for half_wrap, centre, outward in (
        (np.pi - half, 0.0, -1.0),
        (half, distance, 1.0),
    ):
        x, y = outward * (element[:, Element.X] - centre), element[:, Element.Y]
        here = np.abs(np.arctan2(y, x)) < half_wrap[:, None]
        count = np.maximum(here.sum(axis=1), 1) * thickness
        gaps.append(np.where(here, np.maximum(gap, 0.0), 0.0).sum(axis=1) / count)
        squeeze.append(np.where(here, np.maximum(-gap, 0.0), 0.0).sum(axis=1) / count)
    return Play(
        rocking=np.maximum(gap, 0.0).sum(axis=1),
        top=np.maximum(top, 0.0).sum(axis=1),
        gaps=np.stack(gaps, axis=1),
        squeeze=np.stack(squeeze, axis=1),
    )
