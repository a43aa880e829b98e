"""The state of a run on the one engine, and its ledger.

Every drive has the same five entries; a copy of them is a complete checkpoint. What
rows and couplings remember from step to step differs between families of drives, so
``memory`` is a named tuple of arrays that the family declares.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from catena.numerics.arrays import Floats


class Cause(IntEnum):
    """What turns mechanical energy into something else; columns of ``Ledger.loss``."""

    COULOMB = 0
    """Dry friction, set-valued or regularised."""
    VISCOUS = 1
    """Dampers, oil, drag of bearings."""
    CONTACT_DAMPING = 2
    """The damping part of a normal force."""
    IMPACT = 3
    """Percussions of rigid contacts."""
    NUMERICAL = 4
    """What a scheme is known to take or give."""


class Ledger(NamedTuple):
    """Where the energy went and where it came from, since the start [J]."""

    loss: Floats  # (groups, len(Cause))  a drive names its groups
    input_work: Floats  # (boundaries,)   work done by speeds and loads


class State(NamedTuple):
    """All a run is continued from."""

    t: Floats  # (1,)    [s]
    q: Floats  # (n_q,)  all coordinates, block after block
    u: Floats  # (n_u,)  all velocities, block after block
    memory: Any  # named arrays of the family: impulses by slot, tooth gaps, pressure
    ledger: Ledger


def empty_ledger(groups: int, boundaries: int) -> Ledger:
    """No losses and no input work yet."""
    return Ledger(np.zeros((groups, len(Cause))), np.zeros(boundaries))
