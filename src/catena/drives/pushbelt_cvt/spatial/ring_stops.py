"""Ring sets at pillars and sheaves, and bent across the belt, snapshot by snapshot.

A ring set that has used its lateral play lies against the pillar in the middle of the
elements or with its edge on a sheave. Bending across by kappa_z stresses the edges of
its layers by E kappa_z b/2, b being their width.

Source: [Cebulla2014] 5.1.2.
"""

from __future__ import annotations

import numpy as np

from catena.bodies.ring_spline import control_points
from catena.drives.pushbelt_cvt.spatial.layout import SpatialLayout
from catena.integrators.steps.spatial_pushbelt_samples import (
    SpatialElement,
    SpatialKnot,
    SpatialSamples,
)
from catena.numerics.arrays import Floats


def ring_stops(
    samples: SpatialSamples, placed: SpatialLayout, arc: Floats
) -> dict[str, Floats]:
    """Largest forces of pillars and sheaves on the rings, where, and stress across."""
    element, play = samples.element, placed.space.lateral_play
    left, right = SpatialElement.OFFSET_LEFT, SpatialElement.OFFSET_RIGHT
    sides = [SpatialElement.SIDE_LEFT, SpatialElement.SIDE_RIGHT]
    share = 1.0 / placed.data.element.stands_for
    # the right ring meets the pillar with offsets to the left
    inwards = np.stack([element[:, left], -element[:, right]])
    force = share * np.abs(np.stack([element[:, side] for side in sides]))
    found = {"lateral_stress": lateral_stress(samples.ring, placed)}
    for name, stopped in (("pillar", inwards >= play), ("edge", inwards <= -play)):
        pressed = np.where(stopped, force, 0.0).max(axis=0)  # (snapshots, elements)
        most, who = pressed.max(axis=1), pressed.argmax(axis=1)
        where = arc[np.arange(who.size), who]
        found[f"{name}_force"] = most
        found[f"{name}_arc"] = np.where(most > 0.0, where, np.nan)
    return found


def lateral_stress(ring: Floats, placed: SpatialLayout) -> Floats:
    """Largest stress by bending across in each snapshot [Pa]."""
    data = placed.data.ring
    span = data.length / data.spans
    knots = np.stack([ring[:, SpatialKnot.Z_LEFT], ring[:, SpatialKnot.Z_RIGHT]])
    z = control_points(np.moveaxis(knots, -1, 0))
    bend = np.roll(z, 1, 0) - 2.0 * z + np.roll(z, -1, 0)
    most: Floats = np.abs(bend).max(axis=(0, 1)) / (span * span)
    return most * placed.space.edge_stress
