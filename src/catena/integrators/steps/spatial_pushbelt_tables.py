"""Tables of a pushbelt in space: elements in a row, two rings, four sheaves.

Axes are those of the planar belt, z to the right of the travel: the left ring and the
left sheaves have z < 0. An element's axes are run, outwards, across (= z upright).

q holds the elements (n, 7), the pulleys (7, 2), the control points of both rings
(3, 2 m) and, where they twist, an angle per knot (1, 2 m), in this order; u the same
with six velocities per element.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.bodies.ring_spatial import SpatialRing
from catena.bodies.sheave_spatial import PULLEY_ROWS, SIDES
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, Extreme
from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.spatial_element_element import SPATIAL_NEIGHBOUR, SpatialFaces
from catena.pairs.spatial_element_ring import SpatialSaddle
from catena.pairs.spatial_element_sheave import FlankTables, SpatialFlank
from catena.rows.flank_force import BELT_LOAD
from catena.rows.spatial_edge import Edges, edge_table
from catena.rows.spatial_flank import SPATIAL_FLANK
from catena.rows.spatial_saddle import SPATIAL_SADDLE
from catena.solvers.coupled_laws.disc_tables import Discs
from catena.solvers.coupled_laws.spatial_discs import (
    SpatialDiscWork,
    spatial_disc_work,
)
from catena.solvers.patches.belt_friction import REACH, Effort, Sweeps
from catena.solvers.patches.spatial_belt_friction import SpatialRows
from catena.solvers.patches.waking import Patches, ring_patches
from catena.tables.blocks import Block, view
from catena.tables.boundaries import Imposed
from catena.tables.state import Cause, State

SHEAVES = PULLEY_COUNT * SIDES


class SpatialGroup(IntEnum):
    """Where energy is lost: rows of the ledger."""

    FLANK_TRAVEL = 0
    FLANK_OUTWARD = 1
    SADDLE = 2
    SADDLE_ACROSS = 3
    ELEMENT = 4
    RING = 5
    SHEAVE = 6


SPATIAL_LOSSES = (
    ("flank circumferential", SpatialGroup.FLANK_TRAVEL, Cause.COULOMB),
    ("flank radial", SpatialGroup.FLANK_OUTWARD, Cause.COULOMB),
    ("ring friction", SpatialGroup.SADDLE, Cause.COULOMB),
    ("element friction", SpatialGroup.ELEMENT, Cause.COULOMB),
    ("ring friction across", SpatialGroup.SADDLE_ACROSS, Cause.COULOMB),
    ("element damping", SpatialGroup.ELEMENT, Cause.CONTACT_DAMPING),
    ("saddle damping", SpatialGroup.SADDLE, Cause.CONTACT_DAMPING),
    ("flank damping", SpatialGroup.FLANK_TRAVEL, Cause.CONTACT_DAMPING),
    ("ring damping", SpatialGroup.RING, Cause.VISCOUS),
    ("sheave damping", SpatialGroup.SHEAVE, Cause.VISCOUS),
)
"""What a run records of the ledger, in words."""
SPATIAL_LOSS_PLACES = np.array([(group, cause) for _, group, cause in SPATIAL_LOSSES])
"""Their rows and columns in the ledger."""


class SpatialExtreme(IntEnum):
    """Largest values of a run so far: entries of ``extreme`` behind `Extreme`."""

    OFFSET = len(Extreme)
    """Of a ring from the middle of its saddle [m]."""
    ROLL = OFFSET + 1
    """Sine of the roll of an element."""


class SpatialSystem(NamedTuple):
    """All that never changes during a run: n elements, m spans, p flank places."""

    elements: int
    spans: int
    M: Floats  # (n_u,)
    M_inv: Floats  # (n_u,)  0 where a motion is imposed or locked
    faces: SpatialFaces
    saddle: SpatialSaddle
    flank: SpatialFlank
    rings: SpatialRing
    sheaves: Rows  # (4,)
    discs: Discs
    imposed: Imposed
    sweeps: Sweeps
    roll_limit: float  # sine of a roll at which an element has rolled over
    offset_limit: float  # offset at which a ring has left its saddle [m]


class SpatialMemory(NamedTuple):
    """What rows and solvers remember from step to step."""

    place: Floats  # (2 n,)  of an element on its rings [spans]
    P_flank: Floats  # (2 n p, 2)  friction impulses along travel, outwards [N s]
    P_saddle: Floats  # (2 n, 2)  along and across the ring
    P_edge: Floats  # (2 n, 2)  on the element ahead, outwards and across
    closed: Ints  # (2 n p,)  active sets of the coupled law
    theta: Floats  # even turns of imposed speeds
    effort: Ints  # (len(Effort),)
    extreme: Floats  # (len(Extreme) + len(SpatialExtreme),)


class SpatialWork(NamedTuple):
    """Scratch of a step."""

    h: Floats  # (n_u,)
    old: Floats
    mean: Floats
    imposed: Floats  # forces of the boundaries
    R: Floats  # (n, 9)  matrices of the elements
    damping: Floats  # (n, 6)  share of damping between neighbours in h
    tension: Floats  # (2 m,)
    pairs: Rows  # (n,)
    flanks: Rows  # (2 n p,)
    begin: Ints  # (n + 1,)
    saddles: Rows  # (2 n,)
    edges: Edges
    belt: Rows  # (4,)
    patches: Patches
    discs: SpatialDiscWork


def empty_spatial_memory(elements: int, points: int) -> SpatialMemory:
    """Nothing remembered yet."""
    return SpatialMemory(
        place=np.zeros(SIDES * elements),
        P_flank=np.zeros((SIDES * elements * points, 2)),
        P_saddle=np.zeros((SIDES * elements, 2)),
        P_edge=np.zeros((SIDES * elements, 2)),
        closed=np.zeros(SIDES * elements * points, dtype=np.int64),
        theta=np.zeros(2 * PULLEY_COUNT),
        effort=np.zeros(len(Effort), dtype=np.int64),
        extreme=np.zeros(len(Extreme) + len(SpatialExtreme)),
    )


def spatial_work_for(system: SpatialSystem, across: bool = True) -> SpatialWork:
    """Room for a step of this belt; ``across``: friction across the rings too."""
    n, size = system.elements, system.M.size
    flanks = SIDES * n * system.flank.plane.along.size
    who = np.repeat(np.arange(n), SIDES)
    return SpatialWork(
        h=np.zeros(size),
        old=np.zeros(size),
        mean=np.zeros(size),
        imposed=np.zeros(2 * PULLEY_COUNT),
        R=np.zeros((n, 9)),
        damping=np.zeros((n, 6)),
        tension=np.zeros(SIDES * system.spans),
        pairs=table(SPATIAL_NEIGHBOUR, n),
        flanks=table(SPATIAL_FLANK, flanks),
        begin=np.zeros(n + 1, dtype=np.int64),
        saddles=table(SPATIAL_SADDLE, SIDES * n, a=who, across=int(across)),
        edges=edge_table(n if system.faces.plane.mu > 0.0 else 0),
        belt=table(BELT_LOAD, SHEAVES),
        patches=ring_patches(n, 1, REACH),
        discs=spatial_disc_work(system.discs, flanks // SIDES),
    )


@inline_kernel
def spatial_rows(system: SpatialSystem, state: State, work: SpatialWork) -> SpatialRows:
    """Rows and bodies of a belt by kind; for kernels, not for Python."""
    n, m = system.elements, 2 * system.spans
    q, u, h, N, mean = state.q, state.u, work.h, system.M_inv, work.mean
    first, behind = 7 * n, 6 * n
    pulleys = PULLEY_ROWS * PULLEY_COUNT
    third, last = first + pulleys, behind + pulleys
    body = Block(
        view(q, 0, n, 7), view(u, 0, n, 6), view(h, 0, n, 6), view(N, 0, n, 6),
        view(mean, 0, n, 6),
    )  # fmt: skip
    pulley = Block(
        view(q, first, PULLEY_ROWS, PULLEY_COUNT),
        view(u, behind, PULLEY_ROWS, PULLEY_COUNT),
        view(h, behind, PULLEY_ROWS, PULLEY_COUNT),
        view(N, behind, PULLEY_ROWS, PULLEY_COUNT),
        view(mean, behind, PULLEY_ROWS, PULLEY_COUNT),
    )
    ring = Block(
        view(q, third, 3, m), view(u, last, 3, m), view(h, last, 3, m),
        view(N, last, 3, m), view(mean, last, 3, m),
    )  # fmt: skip
    fourth, end, k = third + 3 * m, last + 3 * m, system.rings.twists
    twist = Block(
        view(q, fourth, 1, k), view(u, end, 1, k), view(h, end, 1, k),
        view(N, end, 1, k), view(mean, end, 1, k),
    )  # fmt: skip
    return SpatialRows(
        work.flanks, work.begin, work.saddles, work.edges, body, pulley, ring, twist
    )


@inline_kernel
def flank_tables(
    system: SpatialSystem, work: SpatialWork, rows: SpatialRows
) -> FlankTables:
    """What the search for flanks reads and fills."""
    return FlankTables(
        system.sheaves, rows.body, rows.pulley, work.R, work.flanks, work.begin,
        work.belt,
    )  # fmt: skip
