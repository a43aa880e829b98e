"""Tables of a planar pushbelt: elements in a row, one ring, two pulleys.

Pulley 0 is the primary, 1 the secondary; both turn clockwise, so that an element's
frame (direction of travel, outwards) is right-handed. Angles and speeds of pulleys
count in the sense of travel. Element k + 1 runs ahead of element k.

q and u hold the elements (3, n), the two pairs of sheaves (4, 2), the control points of
the ring (2, m), of a Cosserat ring the angles of its sections (1, m) and, where a
bearing is elastic, both shafts (3, 2), in this order. Places of shafts are counted from
where they rest.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.bodies.ring_cosserat import RingShear
from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import ring_strip
from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.element_element import NEIGHBOUR, ElementFaces
from catena.pairs.element_ring import ElementSaddle
from catena.pairs.element_sheave import ElementFlank
from catena.rows.flank import FLANK
from catena.rows.flank_force import BELT_LOAD, FlankLaw
from catena.rows.planar import PLANAR
from catena.rows.saddle import SADDLE
from catena.solvers.coupled_laws.disc_tables import Discs, DiscWork, disc_work
from catena.solvers.patches.belt_friction import REACH, BeltRows, Effort, Sweeps
from catena.solvers.patches.waking import Patches, ring_patches
from catena.tables.blocks import Block, block
from catena.tables.boundaries import Imposed
from catena.tables.state import Cause, State

PULLEY_COUNT = 2


class Group(IntEnum):
    """Where energy is lost: rows of the ledger."""

    FLANK_TRAVEL = 0
    """Flanks on the sheaves; friction along the travel."""
    FLANK_OUTWARD = 1
    """Friction along the cone."""
    SADDLE = 2
    ELEMENT = 3
    RING = 4
    SHEAVE = 5
    BEARING = 6
    """Shafts moving in their bearings."""


LOSSES = (
    ("flank circumferential", Group.FLANK_TRAVEL, Cause.COULOMB),
    ("flank radial", Group.FLANK_OUTWARD, Cause.COULOMB),
    ("ring friction", Group.SADDLE, Cause.COULOMB),
    ("element friction", Group.ELEMENT, Cause.COULOMB),
    ("element damping", Group.ELEMENT, Cause.CONTACT_DAMPING),
    ("saddle damping", Group.SADDLE, Cause.CONTACT_DAMPING),
    ("flank damping", Group.FLANK_TRAVEL, Cause.CONTACT_DAMPING),
    ("ring damping", Group.RING, Cause.VISCOUS),
    ("sheave damping", Group.SHEAVE, Cause.VISCOUS),
    ("bearing damping", Group.BEARING, Cause.VISCOUS),
)
"""What a run records of the ledger, in words."""
LOSS_PLACES = np.array([(group, cause) for _, group, cause in LOSSES])
"""Their rows and columns in the ledger."""


class Trouble(IntEnum):
    """Why a run cannot go on."""

    NONE = 0
    NOT_FINITE = 1
    ELEMENT_ORDER = 2
    """An element has overtaken its neighbour."""
    LEFT_PULLEY = 3
    """A flank is outside the sheaves."""
    COUPLED_LAW = 4
    """Maxwell's law found no solution."""
    ROLLED_OVER = 5
    """In space: an element lies on its side."""
    RING_OFF = 6
    """In space: a ring has left its saddle sideways."""


class Extreme(IntEnum):
    """Largest values of a run so far: entries of ``Memory.extreme``."""

    COMPRESSION = 0
    """Of a flank [m]."""
    CHANGE = 1
    """Of a friction force where all sweeps were used [N]."""


class System(NamedTuple):
    """All that never changes during a run: n elements, m spans, p flank points."""

    elements: int
    spans: int
    angles: int  # of sections of a Cosserat ring: m, of a spline ring 0
    M: Floats  # (n_u,)  masses, 0 where a stop holds a groove
    M_inv: Floats  # (n_u,)  0 where a motion is imposed or locked
    faces: ElementFaces
    saddle: ElementSaddle
    flank: ElementFlank
    flank_law: FlankLaw
    grips: Rows  # GRIP (2,)
    ring: RingSpline
    shear: RingShear  # used with angles
    sheaves: Rows  # (2,), shafts where they rest
    mounts: Rows  # MOUNT, elastic bearings of the shafts
    discs: Discs
    imposed: Imposed
    sweeps: Sweeps


class Memory(NamedTuple):
    """What rows and solvers remember from step to step."""

    place: Floats  # (n,)  of an element on the ring [spans]
    P_flank: Floats  # (n p, 2)  friction impulses along travel, outwards [N s]
    P_saddle: Floats  # (n,)  along the ring
    P_edge: Floats  # (n,)  between neighbours, outwards
    closed: Ints  # (n p,)  active set of the coupled law
    theta: Floats  # (4,)  even turns of imposed speeds
    effort: Ints  # (len(Effort),)
    extreme: Floats  # (len(Extreme),)


class Work(NamedTuple):
    """Scratch of a step."""

    h: Floats  # (n_u,)
    old: Floats  # (n_u,)  velocities before the step
    mean: Floats  # (n_u,)
    imposed: Floats  # (4,)  forces of the boundaries
    pose: Floats  # (2, n)  cosine and sine of the direction of travel
    sheaves: Rows  # (2,), shafts where they are now
    shaft_pose: Floats  # (2, 2)  shafts are not turned: 1 and 0
    damping: Floats  # (3, n)  share of damping between neighbours in h
    lag: Floats  # (2, n)  what dampers of saddles do to the ring [N]
    tension: Floats  # (m,)
    strip: Floats  # the ring laid out, `bodies.ring_strip`
    pairs: Rows  # (n,)
    flanks: Rows  # (n p,)
    saddles: Rows  # (n,)
    edges: Rows  # (n,)  or none without friction between elements
    row_count: Ints  # (1,)  flank rows of this step
    belt: Rows  # (2,)
    patches: Patches
    discs: DiscWork


def empty_memory(elements: int, points: int) -> Memory:
    """Nothing remembered yet."""
    return Memory(
        place=np.zeros(elements),
        P_flank=np.zeros((elements * points, 2)),
        P_saddle=np.zeros(elements),
        P_edge=np.zeros(elements),
        closed=np.zeros(elements * points, dtype=np.int64),
        theta=np.zeros(2 * PULLEY_COUNT),
        effort=np.zeros(len(Effort), dtype=np.int64),
        extreme=np.zeros(len(Extreme)),
    )


def work_for(system: System) -> Work:
    """Room for a step of this belt."""
    n, size = system.elements, system.M.size
    flanks = n * system.flank.along.size
    return Work(
        h=np.zeros(size),
        old=np.zeros(size),
        mean=np.zeros(size),
        imposed=np.zeros(2 * PULLEY_COUNT),
        pose=np.zeros((2, n)),
        sheaves=system.sheaves.copy(),
        shaft_pose=np.array([[1.0, 1.0], [0.0, 0.0]]),
        damping=np.zeros((3, n)),
        lag=np.zeros((2, n)),
        tension=np.zeros(system.spans),
        strip=ring_strip(system.spans),
        pairs=table(NEIGHBOUR, n),
        flanks=table(FLANK, flanks),
        saddles=table(SADDLE, n, a=np.arange(n)),
        edges=edge_rows(n) if system.faces.mu > 0.0 else table(PLANAR, 0),
        row_count=np.zeros(1, dtype=np.int64),
        belt=table(BELT_LOAD, PULLEY_COUNT),
        patches=ring_patches(n, flanks, REACH),
        discs=disc_work(system.discs, flanks),
    )


def edge_rows(n: int) -> Rows:
    """Friction of each element on the one ahead."""
    k = np.arange(n)
    return table(
        PLANAR, n, a=np.roll(k, -1), b=k, slot=k, group=int(Group.ELEMENT)
    )  # fmt: skip


@inline_kernel
def belt_rows(system: System, state: State, work: Work) -> BeltRows:
    """Rows and bodies of a belt by kind; for kernels, not for Python."""
    n, m = system.elements, system.spans
    return BeltRows(
        work.flanks,
        work.saddles,
        work.edges,
        block(system, state, work, 0, 3, n),
        block(system, state, work, 3 * n, 4, PULLEY_COUNT),
        block(system, state, work, 3 * n + 4 * PULLEY_COUNT, 2, m),
    )


@inline_kernel
def angle_block(system: System, state: State, work: Work) -> Block:
    """Angles of a Cosserat ring's sections; for kernels, not for Python."""
    first = first_shaft(system) - system.angles
    return block(system, state, work, first, 1, system.angles)


@inline_kernel
def shaft_block(system: System, state: State, work: Work) -> Block:
    """Shafts in elastic bearings, or a block of none; for kernels, not for Python."""
    first = first_shaft(system)
    return block(system, state, work, first, 3, (system.M.size - first) // 3)


@inline_kernel
def first_shaft(system: System) -> int:
    """Where the shafts begin in q and u."""
    return 3 * system.elements + 4 * PULLEY_COUNT + 2 * system.spans + system.angles
