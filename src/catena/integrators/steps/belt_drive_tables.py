"""Tables of a belt drive: one closed belt, pulleys, arms and what turns them.

q and u hold the planar bodies (3, b) and the control points of the belt (2, m), in this
order. Body 0 is the ground: it never moves, and springs of arms end on it. All angles
count counter-clockwise.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from catena.bodies.ring_bending.ring_dry_bending import DryBending, DryMemory
from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import ring_strip
from catena.couplings.pin_joint import JOINT_LOAD
from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, table
from catena.pairs.ring_wheel import (
    PLACES,
    WHEEL_CONTACT,
    WHEEL_LOAD,
    ring_saddles,
)
from catena.rows.flank import FLANK
from catena.rows.planar import PLANAR
from catena.solvers.patches.belt_friction import REACH, BeltRows, Effort, Sweeps
from catena.solvers.patches.waking import Patches, ring_patches
from catena.tables.blocks import block
from catena.tables.boundaries import Imposed
from catena.tables.state import State

GROUND = 0
"""The body that never moves."""


class Group(IntEnum):
    """Where energy is lost besides the pulleys, which follow: rows of the ledger."""

    BELT = 0
    """Stretching and bending."""
    BEARING = 1
    """Bearings of pulleys and joints of arms."""
    TENSIONER = 2
    """Damping and friction of arms."""
    SHAFT = 3
    """Torsional dampers and decouplers."""
    PULLEY = 4
    """The first pulley."""


class System(NamedTuple):
    """All that never changes during a run."""

    bodies: int
    knots: int
    M: Floats  # (n_u,)
    M_inv: Floats  # (n_u,)  0 where a motion is held or prescribed
    gravity: Floats  # (n_u,)  [N]
    ring: RingSpline
    tau_b: float  # lag of the bending moment [s]
    dry: DryBending
    wheels: Rows  # RING_WHEEL
    friction: Floats  # (2, samples)  sliding speed [m/s], coefficient
    joints: Rows  # PIN_JOINT  pulleys on arms
    shafts: Rows  # TORSION_BAR  springs of arms, torsional dampers
    clutches: Rows  # ONE_WAY_SPRING  decouplers
    bearings: Rows  # BEARING
    turns: Rows  # TURN  dry friction of arms, with its moment as ``per``
    imposed: Imposed
    sweeps: Sweeps
    spacing: float  # largest distance of neighbouring places of contact [m]


class Memory(NamedTuple):
    """What rows and couplings remember from step to step."""

    P_wheel: Floats  # (m,)   friction impulses of the knots [N s]
    P_turn: Floats  # (t,)    of the arms [N m s]
    slipped: Floats  # (c,)   overrun of the clutches so far [rad]
    kappa: Floats  # (m,)     curvatures [1/m], none without dry bending
    M_dry: Floats  # (m,)     dry bending moments [N m]
    theta: Floats  # (s,)     even turns of imposed speeds [rad]
    effort: Ints  # (len(Effort),)
    deepest: Floats  # (1,)   penetration so far [m]


class Work(NamedTuple):
    """Scratch of a step."""

    h: Floats
    old: Floats
    mean: Floats
    imposed: Floats  # (accounts,)  forces of the boundaries
    pose: Floats  # (2, b)
    tension: Floats  # (m,)
    drag: Floats  # (2 m,)  forces of viscous bending on the belt [N]
    bars: Floats  # (shafts,)  damping part of their moments [N m]
    dry: DryMemory  # as in the memory, of this step
    bend: Floats  # (m,)  curvatures [1/m]
    strip: Floats  # the belt laid out, `bodies.ring_strip`
    rows: Rows  # SADDLE  friction of the knots
    contacts: Rows  # WHEEL_CONTACT
    loads: Rows  # WHEEL_LOAD
    joint_loads: Rows  # JOINT_LOAD
    turns: Rows  # TURN
    flanks: Rows  # none, nor any of their impulses
    edges: Rows  # none
    P_flank: Floats  # (0, 2)
    patches: Patches


class Samples(NamedTuple):
    """A block of samples."""

    total: Floats  # (rows, 5)  time, stored energy, penetration, sweeps, capped steps
    body: Floats  # (rows, 6, b)  pose, then velocities
    wheel: Floats  # (rows, 5, w)  means of WHEEL_LOAD
    torque: Floats  # (rows, accounts)  of speeds and loads
    work: Floats  # (rows, accounts)  so far [J]
    loss: Floats  # (rows, groups, causes)  so far [J]
    knot: Floats  # (rows, 3, m)  place and tension behind it


def dry_knots(system: System) -> int:
    """Knots with dry bending: all or none."""
    return system.knots if system.dry.M_y > 0.0 else 0


def empty_memory(system: System) -> Memory:
    """Nothing remembered yet."""
    return Memory(
        P_wheel=np.zeros(system.knots),
        P_turn=np.zeros(system.turns.size),
        slipped=np.zeros(system.clutches.size),
        kappa=np.zeros(dry_knots(system)),
        M_dry=np.zeros(dry_knots(system)),
        theta=np.zeros(system.imposed.speeds.size),
        effort=np.zeros(len(Effort), dtype=np.int64),
        deepest=np.zeros(1),
    )


def work_for(system: System, accounts: int) -> Work:
    """Room for a step."""
    size, m = system.M.size, system.knots
    return Work(
        h=np.zeros(size),
        old=np.zeros(size),
        mean=np.zeros(size),
        imposed=np.zeros(accounts),
        pose=np.zeros((2, system.bodies)),
        tension=np.zeros(m),
        drag=np.zeros(2 * m),
        bars=np.zeros(system.shafts.size),
        dry=DryMemory(np.zeros(dry_knots(system)), np.zeros(dry_knots(system))),
        bend=np.zeros(dry_knots(system)),
        strip=ring_strip(m),
        rows=ring_saddles(m),
        contacts=table(WHEEL_CONTACT, PLACES * m, wheel=-1),
        loads=table(WHEEL_LOAD, system.wheels.size),
        joint_loads=table(JOINT_LOAD, system.joints.size),
        turns=system.turns.copy(),
        flanks=table(FLANK, 0),
        edges=table(PLANAR, 0),
        P_flank=np.zeros((0, 2)),
        patches=ring_patches(m, 0, REACH),
    )


def empty_samples(rows: int, system: System, state: State) -> Samples:
    """Room for a block of samples."""
    ledger = state.ledger
    return Samples(
        np.zeros((rows, 5)),
        np.zeros((rows, 6, system.bodies)),
        np.zeros((rows, 5, system.wheels.size)),
        np.zeros((rows, ledger.input_work.size)),
        np.zeros((rows, ledger.input_work.size)),
        np.zeros((rows, *ledger.loss.shape)),
        np.zeros((rows, 3, system.knots)),
    )


@inline_kernel
def belt_rows(system: System, state: State, work: Work) -> BeltRows:
    """Rows and bodies of a belt by kind; it has no flanks."""
    body = block(system, state, work, 0, 3, system.bodies)
    ring = block(system, state, work, 3 * system.bodies, 2, system.knots)
    return BeltRows(work.flanks, work.rows, work.edges, body, body, ring)
