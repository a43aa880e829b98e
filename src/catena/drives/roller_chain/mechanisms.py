"""Where a chain drive loses energy, and to which physical cause."""

from __future__ import annotations

import numpy as np

from catena.integrators.planar_chain.tables import Part
from catena.numerics.arrays import Floats
from catena.tables.state import Cause

MECHANISMS: dict[str, tuple[Part, tuple[Cause, ...]]] = {
    "joint damping": (Part.JOINT, (Cause.CONTACT_DAMPING,)),
    "joint friction": (Part.JOINT, (Cause.COULOMB,)),
    "joint oil": (Part.JOINT, (Cause.VISCOUS,)),
    "tooth damping": (Part.TOOTH, (Cause.CONTACT_DAMPING, Cause.IMPACT)),
    "tooth friction": (Part.TOOTH, (Cause.COULOMB,)),
    "rail damping": (Part.RAIL, (Cause.CONTACT_DAMPING, Cause.IMPACT)),
    "rail friction": (Part.RAIL, (Cause.COULOMB,)),
    "bearing": (Part.BEARING, (Cause.VISCOUS,)),
    "tensioner": (Part.TENSIONER, (Cause.VISCOUS,)),
    "shaft": (Part.SHAFT, (Cause.VISCOUS,)),
}
"""Cells of the ledger that belong together, by their names."""
CAUSES = {
    "friction_loss": ("lost to dry friction", Cause.COULOMB),
    "viscous_loss": ("lost to oil, dampers and bearings", Cause.VISCOUS),
    "contact_loss": ("lost to damping and impacts of contacts", Cause.CONTACT_DAMPING),
}
"""Physical causes as key numbers: label, and the first cause of their mechanisms."""


def losses_by_mechanism(loss: Floats) -> Floats:
    """Cells of ledgers (rows, groups, causes) as (rows, mechanisms) [J]."""
    cells = [loss[:, part, list(causes)] for part, causes in MECHANISMS.values()]
    return np.stack([cell.sum(axis=-1) for cell in cells], axis=-1)


def loss_to(cause: Cause, loss: Floats) -> float:
    """What the mechanisms of one cause lose together, in the unit of ``loss``."""
    own = [causes[0] is cause for _, causes in MECHANISMS.values()]
    return float(np.asarray(loss)[own].sum())
