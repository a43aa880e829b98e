"""System, State and Work: what stays, what changes, and what is scratch."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.tables.bodies import Inertia, LinearBodies, PlanarBodies
from catena.tables.boundaries import Imposed
from catena.tables.candidates import Contours
from catena.tables.contacts import ListedRows, PercussionWork, SolverReport
from catena.tables.events import EventMemory
from catena.tables.friction import Slots
from catena.tables.joints import Joints, JointWork
from catena.tables.maxwell import MaxwellGroups, MaxwellWork
from catena.tables.state import Ledger


class OwnLoss(IntEnum):
    """The last rows of ``Ledger.loss``, behind those of the contact groups.

    What dampers take, by kind of coupling, and rigid joints, whose work is an error.
    ``Ledger.input_work`` has the prescribed speeds, then the loads together.
    """

    SPRINGS = 0
    JOURNALS = 1
    TORSION = 2
    BEAMS = 3
    LINEAR = 4
    JOINTS = 5


OWN_LOSSES = len(OwnLoss)
"""How many they are."""
LOADS = OWN_LOSSES
"""Stands for loads where a kind of coupling is asked: their work is none of these."""


class System(NamedTuple):
    """All tables that do not change during a run."""

    bodies: PlanarBodies
    linear: LinearBodies
    inertia: Inertia
    springs: Rows  # SPRING
    journals: Rows  # PIN_JOINT
    torsion: Rows  # TORSION_BAR
    beams: Rows  # BEAM
    gravity: Floats  # (2,)   [m/s^2]
    weights: Floats  # (n_u,) forces of gravity on the planar bodies
    imposed: Imposed
    contours: Contours
    maxwell: MaxwellGroups
    joints: Joints


class Watch(NamedTuple):
    """What a run is judged by, since its start."""

    start: Floats  # (1,)         energy at the start [J]
    penetration: Floats  # (1,)   deepest penetration of a rigid contact [m]
    joint_gap: Floats  # (1,)     largest gap of a joint that a step had to close [m]
    joint_turn: Floats  # (1,)    largest turn of a jointed body in a step [rad]
    steps: Ints  # (1,)           steps taken


class Tally(NamedTuple):
    """What the contacts carried since the last record."""

    normal: Floats  # (n_c,)         impulse of the normal force [N s]
    friction: Floats  # (n_c, n_t)   impulse of friction [N s]
    peak: Floats  # (n_c,)           largest mean normal force of a step [N]
    since: Floats  # (1,)            time of the last record [s]


class Search(NamedTuple):
    """Candidates that may touch soon."""

    near: Ints  # (n_c,)     the first n_near[0] entries
    n_near: Ints  # (1,)
    reach: Floats  # (1,)    travel left before the search must be repeated [m]
    gap: Floats  # (n_c,)    where last looked at [m]


class Memory(NamedTuple):
    """What a system remembers from step to step."""

    rows: ListedRows  # percussions and identities are the warm start
    slots: Slots  # the same of rows of other kinds
    report: SolverReport
    search: Search
    tally: Tally
    watch: Watch
    control: Floats  # (7,)   see ``codes.Control``
    modes: Ints  # (n_c,)     see ``codes.Mode``
    events: EventMemory


class State(NamedTuple):
    """As `catena.tables.state.State`, with the memory of a system.

    The normal forces of elastic contacts are booked as a whole, as contact damping:
    what they still store has to be taken off (``catena.balance``).
    """

    t: Floats  # (1,)   time [s]
    q: Floats  # (n_u,) coordinates
    u: Floats  # (n_u,) velocities
    memory: Memory
    ledger: Ledger


def contact_count(state: State) -> int:
    """Contacts that took part in the last step; bearings do not count."""
    memory = state.memory
    return int(memory.rows.n_active[0] + memory.slots.n_touching[0])


class ImpactWork(NamedTuple):
    """Scratch of impacts that would create energy, and of contacts on curved ways."""

    island: Ints  # (n_u,)         which velocities percussions connect
    gain: Floats  # (n_u, 6)       energy of an island over the share of restitution
    P_rebound: Floats  # (n_c, 1 + n_t)   percussions with full restitution
    bent: Ints  # (1 + n_c,)       number of contacts that are turned, and which
    turned: Floats  # (n_c, n_k)   their middle directions, then impulses of the turns
    known: Floats  # (n_c,)        percussions of jointed bodies that were turned [N s]


class Work(NamedTuple):
    """Scratch arrays, overwritten in every step."""

    h: Floats  # (n_u,)            smooth forces
    pulls: Rows  # SPRING_LOAD     of the last evaluation
    bearings: Rows  # JOINT_LOAD
    bars: Floats  # (n_t,)         damping part of each torsion bar [N m]
    strains: Rows  # BEAM_LOAD
    drag: Floats  # (n_j, n_m)     damping forces in linear bodies
    given: Floats  # (n_l,)        loads
    u_start: Floats  # (n_u,)      velocities at the start of the step
    u_before: Floats  # (n_u,)     the same, turned with the joints: before impacts
    u_free: Floats  # (n_u,)       velocities without percussions of contacts
    u_mean: Floats  # (n_u,)       mean velocities of the step
    stages: Floats  # (4, n_u)     scratch of schemes with several stages
    impulse: Floats  # (n_u,)      all impulses of the step [N s]
    pose: Floats  # (n_b, 4)       x, y, cos, sin of every body
    pose_ahead: Floats  # (n_b, 4) the same half a step ahead
    reaction: Floats  # (n_v,)     force or torque of each prescribed speed
    rebound: Floats  # (n_u,)      velocities after impacts with full restitution
    impacts: ImpactWork
    touching: Rows  # PLANAR       elastic contacts of planar bodies in this step
    general: Ints  # (n_c,)        listed rows with a force
    maxwell: MaxwellWork
    percussion: PercussionWork
    joints: JointWork
    log: Rows  # EVENT             events since somebody took them
    bad: Ints  # (2,)              what stopped the run: velocity index or row
