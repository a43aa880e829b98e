"""Where a chain drive loses energy, and to which physical cause."""

from __future__ import annotations

import numpy as np

from catena.integrators.planar_chain.tables import Part
from catena.numerics.arrays import Floats
from catena.tables.state import Cause

MECHANISMS: dict[str, tuple[Part, Cause]] = {
    "joint damping": (Part.JOINT, Cause.CONTACT_DAMPING),
    "joint friction": (Part.JOINT, Cause.COULOMB),
    "joint oil": (Part.JOINT, Cause.VISCOUS),
    "tooth damping": (Part.TOOTH, Cause.CONTACT_DAMPING),
    "tooth impacts": (Part.TOOTH, Cause.IMPACT),
    "tooth friction": (Part.TOOTH, Cause.COULOMB),
    "rail damping": (Part.RAIL, Cause.CONTACT_DAMPING),
    "rail impacts": (Part.RAIL, Cause.IMPACT),
    "rail friction": (Part.RAIL, Cause.COULOMB),
    "bearing": (Part.BEARING, Cause.VISCOUS),
    "roller damping": (Part.ROLLER, Cause.CONTACT_DAMPING),
    "roller friction": (Part.ROLLER, Cause.COULOMB),
    "tensioner": (Part.TENSIONER, Cause.VISCOUS),
    "shaft": (Part.SHAFT, Cause.VISCOUS),
}
"""Cells of the ledger that belong together, by their names."""


def losses_by_mechanism(loss: Floats) -> Floats:
    """Cells of ledgers (rows, groups, causes) as (rows, mechanisms) [J]."""
    return np.stack([loss[:, p, c] for p, c in MECHANISMS.values()], axis=-1)
