"""Tables of a rocker-pin chain between two pairs of sheaves.

Planar bodies 0 .. n - 1 are the pins (lumped: turning held) or the links (their pin at
the rear joint); body k + 1 runs ahead of body k. Behind them in q and u stand the two
pairs of sheaves, pulley 0 the primary, 1 the secondary; both turn clockwise and count
their angles in the sense of travel. Where a bearing is elastic, both shafts follow as
planar bodies whose places are counted from where they rest.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.pairs.pin_sheave import PinLaw
from catena.solvers.coupled_laws.disc_tables import Discs, DiscWork
from catena.solvers.patches.sheave_friction import HeldRows
from catena.tables.blocks import Block
from catena.tables.boundaries import Imposed


class Group(IntEnum):
    """Where energy is lost: rows of ``Ledger.loss``."""

    PIN_TRAVEL = 0
    """Pins sliding along the circumference."""
    PIN_RADIAL = 1
    """Pins sliding outwards and inwards."""
    PIN_PRESS = 2
    """Axial damping of the pins."""
    LINK = 3
    """Tension of the links."""
    JOINT = 4
    """Links turning on each other."""
    SHEAVE = 5
    """Axial motion and tilting of the sheaves."""
    BEARING = 6
    """Shafts moving in their bearings."""


class Trouble(IntEnum):
    """Why a run cannot go on."""

    NONE = 0
    NOT_FINITE = 1
    LEFT_PULLEY = 2
    """A pin is pressed outside the sheaves."""
    COUPLED_LAW = 3
    """Maxwell's law found no solution."""


class System(NamedTuple):
    """All that never changes during a run."""

    M: Floats  # (n_u,)
    M_inv: Floats  # (n_u,)  0: held or prescribed
    sheaves: Rows  # SHEAVE (2,), shafts where they rest
    mounts: Rows  # MOUNT, elastic bearings of the shafts
    discs: Discs
    grips: Rows  # GRIP (2,)
    law: PinLaw
    bars: Rows  # BAR (n,), or none where links are bodies
    rockers: Rows  # ROCKER (n,), or none where links are bars
    imposed: Imposed  # accounts as `pulley_samples.Account`
    tolerance: float  # of friction forces [N]
    sweeps: int  # most sweeps


class Memory(NamedTuple):
    """What rows remember from step to step."""

    P: Floats  # (n, 2)  friction impulses along the travel and outwards [N s]
    closed: Ints  # (n,)  active set of the coupled law
    theta: Floats  # (speeds,)  even turns of prescribed speeds


class Counter(IntEnum):
    """Columns of ``Work.counter``: rows of this step, the others so far."""

    ROWS = 0
    SWEEPS = 1
    CAPPED = 2
    """Steps that used all sweeps."""
    COUPLED = 3
    """Iterations of the coupled law."""
    STEPS = 4


class Work(NamedTuple):
    """Scratch of a step, and views of the state that share its memory."""

    body: Block  # (3, n)
    pulley: Block  # (4, 2)
    shaft: Block  # (3, 2), or (3, 0) where no bearing is elastic
    shaft_pose: Floats  # (2, 2)  shafts are not turned: 1 and 0
    shaft_old: Floats  # as shaft.u, before the step
    sheaves: Rows  # SHEAVE (2,), shafts where they are now
    pose: Floats  # (2, n)  cosine and sine of the bodies' angles
    h: Floats  # (n_u,)
    old: Floats  # (n_u,)  velocities before the step
    mean: Floats  # (n_u,)
    force: Floats  # (4,)  of the accounts
    rows: Rows  # FLANK (n,)
    held: HeldRows  # (n,)
    bar_loads: Rows
    rocker_loads: Rows
    disc: DiscWork
    belt: Rows  # BELT_LOAD (2,)  summed up since the last sample
    counter: Ints  # (len(Counter),)
