"""Tables of one strand in minimal coordinates [KimJohnson1993].

Body 0 is the driver, bodies 1 to N are links, body N+1 is the driven sprocket; joint j
lies between body j-1 and body j. N changes, so arrays have a fixed capacity and
``counts[Count.LINKS]`` says how much of them is alive.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Protocol, cast, get_type_hints

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows, record, table


class DriveKind(IntEnum):
    """What the surroundings impose on a sprocket."""

    SPEED = 0
    TORQUE = 1
    BAR = 2


class SpanStatus(IntEnum):
    """How an advance ended."""

    DONE = 0
    LOG_FULL = 1
    REVERSED = 2
    TOO_MANY_LINKS = 3
    TOO_FEW_LINKS = 4
    ENDLESS_SERIES = 5
    STEP_TOO_SMALL = 6
    NOT_FINITE = 7
    FRICTION_DIVERGED = 8
    OPEN_LOOP = 9


class Count(IntEnum):
    """Columns of ``SpanState.counts``."""

    LINKS = 0
    COMPLETED = 1
    RELEASED = 2
    SERIES = 3
    FRESH = 4
    STEPS = 5
    REJECTED = 6


class Mark(IntEnum):
    """Columns of ``SpanState.marks``."""

    ORIGIN = 0
    STEP = 1
    SERIES_START = 2
    SERIES_IMPULSE = 3


class Energy(IntEnum):
    """Columns of ``SpanState.energy``.

    The first five are integrated along the motion.
    """

    DRIVE_WORK = 0
    LOAD_WORK = 1
    AXLE_LOSS = 2
    JOINT_LOSS = 3
    JOINT_DAMPING = 4
    """That part of ``JOINT_LOSS`` which is not dry friction."""
    COLLISION_LOSS = 5
    LINK_FLUX = 6


STAGES = 7
"""Stages of the Runge-Kutta pair."""

LAST = STAGES - 1
"""The last stage of a step."""

QUADRATURES = 5
"""Powers integrated beside the motion."""


class SpanSystem(Protocol):
    """What does not change during a run; SI units.

    Kernels receive it as one record: one pointer instead of thirty numbers keeps
    their compilation short.
    """

    pitch: float
    link_mass: float
    link_inertia: float
    driver_inertia: float
    driven_inertia: float
    driver_radius: float
    driven_radius: float
    driver_pitch_angle: float
    driven_pitch_angle: float
    centre_distance: float
    joint_damping: float
    driver_damping: float
    driven_damping: float
    joint_friction: float
    pin_radius: float
    sign_speed: float  # eps of tanh(du / eps), which stands for sign(du) [rad/s]
    restitution: float
    completion_limit: float  # final collision when |u1 - u0| <= limit * u0
    max_collisions: int
    joint_moment_in_release: int  # 1: friction moment of the joint added to (2.32)
    impulse_arm: float  # p sin nu + mu (R_R - p cos nu) [m]
    roller_friction: float
    release_arm: float  # p cos(lambda/2 - zeta - psi) - R_R sin psi [m]
    drive_kind: int
    drive_stiffness: float
    drive_angle: float  # bar: angle of the gear at t = 0 [rad]
    load_kind: int
    load_stiffness: float
    load_angle: float
    tolerance: float  # error per step relative to speeds and to the pitch angle
    largest_step: float  # [s]


class SpanState(NamedTuple):
    """What changes during a run."""

    t: Floats  # (1,) [s]
    q: Floats  # (capacity,) directions of the bodies [rad]
    u: Floats  # (capacity,) their rates [rad/s]
    energy: Floats  # (len(Energy),) [J]
    counts: Ints  # (len(Count),)
    marks: Floats  # (len(Mark),)
    drive: Floats  # (3, breakpoints) curve imposed on the driver
    load: Floats  # (3, breakpoints) curve imposed on the driven sprocket


class SpanWork(NamedTuple):
    """Scratch arrays of the kernels."""

    body: Rows  # (capacity,) of `STRAND_BODY`
    joint: Rows  # (capacity + 1,) of `STRAND_JOINT`
    q_rate: Floats  # (7, capacity)
    u_rate: Floats  # (7, capacity) between steps its last row is scratch
    power: Floats  # (7, 5) [W]
    q_new: Floats  # (capacity,)
    u_new: Floats  # (capacity,)
    energy_new: Floats  # (QUADRATURES,)


STRAND_BODY = record(cos=float, sin=float, torque=float)
"""Direction of a body of the strand, and the torque that contributes [N m]."""
STRAND_JOINT = record(
    f_x=float, f_y=float, r_x=float, r_y=float, d_xx=float, d_xy=float, d_yy=float,
    c_xx=float, c_xy=float, c_yy=float, p_xx=float, p_xy=float, p_yx=float,
    p_yy=float, k_x=float, k_y=float, slide=float, moment=float,
)  # fmt: skip
"""Joint j of the strand. f: force on body j-1 by body j [N]; r: right side of the joint
equations; d: what the two bodies of joint j give way to its own force [1/kg]; c: what
the body between joints j-1 and j transmits [1/kg]; p: inverse pivot of the elimination;
k: friction moment per joint force [m]; slide: softened sign of the slip; moment:
friction moment on body j-1 [N m]."""


class Curve(IntEnum):
    """Rows of a curve: breakpoints [s], values there, integral up to there."""

    TIMES = 0
    VALUES = 1
    AREAS = 2


SAMPLE_COLUMNS = (
    "time",
    "link_count",
    "driver_speed",
    "driven_speed",
    "driver_angle",
    "driven_angle",
    "link_speed",
    "separation",
    "tension_first",
    "tension_middle",
    "tension_last",
    "release_force",
    "lowest",
    "highest",
    "engaging",
    "drive_torque",
    "kinetic_energy",
    "drive_work",
    "load_work",
    "axle_loss",
    "joint_loss",
    "joint_damping_loss",
    "collision_loss",
    "link_flux",
    "closure_error",
    "first_roller",
)

COLLISION_COLUMNS = (
    "time",
    "engagement",
    "order",
    "approach_speed",
    "separation_speed",
    "moment_impulse",
    "normal_impulse",
    "tangential_impulse",
    "energy_loss",
    "driver_speed",
    "link_count",
)

ENGAGEMENT_COLUMNS = (
    "engagement",
    "first_time",
    "end_time",
    "collision_count",
    "moment_impulse",
)

RELEASE_COLUMNS = ("time", "release", "link_count", "at_event")


class Filled(IntEnum):
    """Columns of ``SpanLog.filled``: used rows."""

    SAMPLES = 0
    COLLISIONS = 1
    ENGAGEMENTS = 2
    RELEASES = 3


class SpanLog(NamedTuple):
    """What happened, in preallocated rows; ``filled`` counts the used ones."""

    filled: Ints  # (len(Filled),)
    samples: Floats  # (rows, len(SAMPLE_COLUMNS))
    shapes: Floats  # (rows, capacity, 2) roller centres of each sample [m]
    collisions: Floats  # (rows, len(COLLISION_COLUMNS))
    jumps: Floats  # (rows, capacity) speed jump of every body [rad/s]
    engagements: Floats  # (rows, len(ENGAGEMENT_COLUMNS))
    releases: Floats  # (rows, len(RELEASE_COLUMNS))


def system_record(**values: float) -> SpanSystem:
    """The numbers of a strand as the record that kernels receive."""
    kinds = get_type_hints(SpanSystem)
    fields = np.dtype([(name, np.dtype(kind)) for name, kind in kinds.items()])
    made = np.rec.array([tuple(values[name] for name in kinds)], dtype=fields)
    return cast(SpanSystem, made[0])


def empty_state(capacity: int, drive: Floats, load: Floats) -> SpanState:
    """A state of zeros with room for so many bodies, under the given curves."""
    return SpanState(
        t=np.zeros(1),
        q=np.zeros(capacity),
        u=np.zeros(capacity),
        energy=np.zeros(len(Energy)),
        counts=np.zeros(len(Count), dtype=np.int64),
        marks=np.zeros(len(Mark)),
        drive=drive,
        load=load,
    )


def empty_work(capacity: int) -> SpanWork:
    """Scratch arrays for so many bodies."""
    return SpanWork(
        body=table(STRAND_BODY, capacity),
        joint=table(STRAND_JOINT, capacity + 1),
        q_rate=np.zeros((STAGES, capacity)),
        u_rate=np.zeros((STAGES, capacity)),
        power=np.zeros((STAGES, QUADRATURES)),
        q_new=np.zeros(capacity),
        u_new=np.zeros(capacity),
        energy_new=np.zeros(QUADRATURES),
    )


def empty_log(capacity: int, rows: int) -> SpanLog:
    """Empty tables of so many rows each."""
    return SpanLog(
        filled=np.zeros(len(Filled), dtype=np.int64),
        samples=np.zeros((rows, len(SAMPLE_COLUMNS))),
        shapes=np.zeros((rows, capacity, 2)),
        collisions=np.zeros((rows, len(COLLISION_COLUMNS))),
        jumps=np.zeros((rows, capacity)),
        engagements=np.zeros((rows, len(ENGAGEMENT_COLUMNS))),
        releases=np.zeros((rows, len(RELEASE_COLUMNS))),
    )
