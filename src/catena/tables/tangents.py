"""Tables of how forces change with place and speed, and of a step that uses it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ListedRows
from catena.tables.system import System

TOUCHING = -2
"""``channel`` of a contact with a planar row."""


class Tangents(NamedTuple):
    """Directions of the velocities along which a stiffness and a damping act."""

    n_used: Ints  # (1,)        rows in use
    dof: Ints  # (n, n_k)       touched velocities, -1 = unused
    B: Floats  # (n, n_k)       the direction
    stiffness: Floats  # (n,)
    damping: Floats  # (n,)
    channel: Ints  # (n,)       row of the ledger, or LOADS; -1 = a listed row
    contact: Ints  # (n,)       which row of the contacts
    side: Ints  # (n,)          0 = its normal, 1 and 2 = its tangents
    n_bodies: Ints  # (1,)      planar bodies
    coupled: Floats  # (n_m, n_max)   stiffness of closed coupled contacts [N/m]


class StepMatrix(NamedTuple):
    """The matrix of a linearly implicit step, each row from its first entry on."""

    A: Floats  # (n_u, n_u)   entries, then factors
    first: Ints  # (n_u,)     first column of each row, and first row of each column
    b: Floats  # (n_u,)       right-hand side, then the change of the velocities


def tangents(system: System, rows: ListedRows) -> Tangents:
    """Room for all directions of a system."""
    n_c, n_t = rows.w_T.shape
    n = 4 * system.springs.size + 3 * system.journals.size
    n += 4 * system.beams.size + system.torsion.size + system.imposed.loads.size
    n += n_c * (1 + n_t)
    n_k = rows.dof.shape[1]
    return Tangents(
        n_used=np.zeros(1, dtype=np.int64),
        dof=np.full((n, n_k), -1, dtype=np.int64),
        B=np.zeros((n, n_k)),
        stiffness=np.zeros(n),
        damping=np.zeros(n),
        channel=np.zeros(n, dtype=np.int64),
        contact=np.zeros(n, dtype=np.int64),
        side=np.zeros(n, dtype=np.int64),
        n_bodies=np.array([system.bodies.extent.size]),
        coupled=np.zeros(system.maxwell.C.shape),
    )


def step_matrix(n_u: int) -> StepMatrix:
    """Room for a matrix over n_u velocities."""
    first = np.arange(n_u, dtype=np.int64)
    return StepMatrix(np.zeros((n_u, n_u)), first, np.zeros(n_u))
