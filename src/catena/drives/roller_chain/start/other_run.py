"""The end of another run as a start: its axes must stand where those here do."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.source_run import OtherLayout
from catena.integrators.planar_chain.assembly import rotor_view
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats

SAME_PLACE = 1e-6
"""Distance below which two held axes are one [m]."""


def check_axes(spec: Spec, system: System, own: Floats, stored: Floats) -> None:
    """Refuse coordinates of a drive whose held axes stand elsewhere.

    They are data of the drive, but coordinates as well: taken over in silence they
    would let the other drive run under the name of this one.

    Raises:
        OtherLayout: with the sprockets that stand elsewhere, and how far.
    """
    here, there = rotor_view(system, own), rotor_view(system, stored)
    held = rotor_view(system, system.M_inv)[0] == 0.0
    away = np.where(held, np.hypot(*(there - here)[:2]), 0.0)
    told = [
        f"{part.name} stands {1e3 * away[j]:.3g} mm elsewhere"
        for j, part in enumerate(spec.sprocket)
        if away[j] > SAME_PLACE
    ]
    if told:
        raise OtherLayout(
            f"a state of a drive with another layout: {', '.join(told)}; expected one "
            "with its axes in the same places"
        )
