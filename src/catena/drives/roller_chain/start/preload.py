"""The drive in its place, with the preload it should have."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import (
    CLOSING_SCALES,
    Layout,
    layout_of,
)
from catena.drives.roller_chain.plan import system_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import relax_in, still_system
from catena.drives.roller_chain.start.state import path_state
from catena.errors import GeometryError
from catena.integrators.planar_chain.assembly import work_for

ACCURACY = 1e-3
"""Of the preload, as a share."""
MOST_TRIALS = 20


def assembled(spec: Spec) -> Layout:
    """Place the drive; a preload is found by trials of how short the chain must be.

    What seats take up and how far tension falls on the wheels only the equilibrium
    without load tells.
    """
    wanted = spec.chain.preload
    if wanted is None:
        return layout_of(spec)
    taut = layout_of(spec)
    most = 0.9 * (CLOSING_SCALES[1] - 1.0) * taut.path.length
    low, high = 0.0, 0.1 * most
    while tension_at_rest(spec, layout_of(spec, high)) < wanted:
        low, high = high, 2.0 * high
        if high > most:
            raise GeometryError(
                f"chain.preload: {wanted:.4g} N would stretch the chain by more than "
                f"{most / taut.path.length:.2%} of its length; state less"
            )
    for _ in range(MOST_TRIALS):
        middle = 0.5 * (low + high)
        placed = layout_of(spec, middle)
        found = tension_at_rest(spec, placed)
        if abs(found - wanted) <= ACCURACY * max(wanted, 1.0):
            return placed
        low, high = (middle, high) if found < wanted else (low, middle)
    return placed


def tension_at_rest(spec: Spec, layout: Layout) -> float:
    """Largest joint force of the chain at rest without load [N]."""
    system = system_of(spec, layout)
    state = path_state(spec, layout, system)
    still, nothing = still_system(spec, layout, system), np.zeros(state.u.size)
    return relax_in(still, state, work_for(system), nothing).largest
