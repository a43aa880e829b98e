"""Tables of one strand in minimal coordinates [KimJohnson1993].

Body 0 is the driver, bodies 1 to N are links, body N+1 is the driven sprocket; joint j
lies between body j-1 and body j. N changes, so arrays have a fixed capacity and
``counts[LINKS]`` says how much of them is alive.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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


LINKS, COMPLETED, RELEASED, SERIES, FRESH, STEPS, REJECTED = range(7)
"""Columns of ``SpanState.counts``."""

ORIGIN, STEP, SERIES_START, SERIES_IMPULSE = range(4)
"""Columns of ``SpanState.marks``."""

DRIVE_WORK, LOAD_WORK, AXLE_LOSS, JOINT_LOSS, COLLISION_LOSS, LINK_FLUX = range(6)
"""Columns of ``SpanState.energy``; the first four are integrated along the motion."""

STAGES = 7
"""Stages of the Runge-Kutta pair."""

QUADRATURES = 4
"""Powers integrated beside the motion."""


class SpanSystem(NamedTuple):
    """What does not change during a run; SI units."""

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
    drive_times: Floats  # breakpoints of the drive curve [s]
    drive_values: Floats  # speed [rad/s] (SPEED, BAR) or torque [N m]
    drive_areas: Floats  # integral of the values up to each breakpoint
    load_kind: int
    load_stiffness: float
    load_angle: float
    load_times: Floats
    load_values: Floats
    load_areas: Floats
    tolerance: float  # error per step relative to speeds and to the pitch angle
    largest_step: float  # [s]


class SpanState(NamedTuple):
    """What changes during a run."""

    t: Floats  # (1,) [s]
    q: Floats  # (capacity,) directions of the bodies [rad]
    u: Floats  # (capacity,) their rates [rad/s]
    energy: Floats  # (6,) [J]
    counts: Ints  # (7,)
    marks: Floats  # (4,)


class SpanWork(NamedTuple):
    """Scratch arrays of the kernels."""

    cos: Floats  # (capacity,)
    sin: Floats  # (capacity,)
    torque: Floats  # (capacity,) contributing torque of each body [N m]
    force: Floats  # (capacity + 1, 2) joint forces on body j-1 by body j [N]
    right: Floats  # (capacity + 1, 2) right side of the joint equations
    pivot: Floats  # (capacity + 1, 3) inverse diagonal blocks: xx, xy, yy
    couple: Floats  # (capacity + 1, 3) blocks between joint j-1 and j: xx, xy, yy
    size: Floats  # (capacity + 1,) joint force magnitudes of the last iteration [N]
    slide: Floats  # (capacity + 1,) regularised sign of the slip in joint j
    moment: Floats  # (capacity + 1,) friction moment in joint j on body j-1 [N m]
    q_rate: Floats  # (7, capacity)
    u_rate: Floats  # (7, capacity)
    power: Floats  # (7, 4) [W]
    q_new: Floats  # (capacity,)
    u_new: Floats  # (capacity,)
    energy_new: Floats  # (4,)
    response: Floats  # (capacity,) speeds per unit collision moment


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


class SpanLog(NamedTuple):
    """What happened, in preallocated rows; ``filled`` counts the used ones."""

    filled: Ints  # (4,) samples, collisions, engagements, releases
    samples: Floats  # (rows, len(SAMPLE_COLUMNS))
    shapes: Floats  # (rows, capacity, 2) roller centres of each sample [m]
    collisions: Floats  # (rows, len(COLLISION_COLUMNS))
    jumps: Floats  # (rows, capacity) speed jump of every body [rad/s]
    engagements: Floats  # (rows, len(ENGAGEMENT_COLUMNS))
    releases: Floats  # (rows, len(RELEASE_COLUMNS))


SAMPLES, COLLISIONS, ENGAGEMENTS, RELEASES = range(4)
"""Columns of ``SpanLog.filled``."""


def empty_state(capacity: int) -> SpanState:
    """A state of zeros with room for so many bodies."""
    return SpanState(
        t=np.zeros(1),
        q=np.zeros(capacity),
        u=np.zeros(capacity),
        energy=np.zeros(6),
        counts=np.zeros(7, dtype=np.int64),
        marks=np.zeros(4),
    )


def empty_work(capacity: int) -> SpanWork:
    """Scratch arrays for so many bodies."""
    return SpanWork(
        cos=np.zeros(capacity),
        sin=np.zeros(capacity),
        torque=np.zeros(capacity),
        force=np.zeros((capacity + 1, 2)),
        right=np.zeros((capacity + 1, 2)),
        pivot=np.zeros((capacity + 1, 3)),
        couple=np.zeros((capacity + 1, 3)),
        size=np.zeros(capacity + 1),
        slide=np.zeros(capacity + 1),
        moment=np.zeros(capacity + 1),
        q_rate=np.zeros((STAGES, capacity)),
        u_rate=np.zeros((STAGES, capacity)),
        power=np.zeros((STAGES, QUADRATURES)),
        q_new=np.zeros(capacity),
        u_new=np.zeros(capacity),
        energy_new=np.zeros(QUADRATURES),
        response=np.zeros(capacity),
    )


def empty_log(capacity: int, rows: int) -> SpanLog:
    """Empty tables of so many rows each."""
    return SpanLog(
        filled=np.zeros(4, dtype=np.int64),
        samples=np.zeros((rows, len(SAMPLE_COLUMNS))),
        shapes=np.zeros((rows, capacity, 2)),
        collisions=np.zeros((rows, len(COLLISION_COLUMNS))),
        jumps=np.zeros((rows, capacity)),
        engagements=np.zeros((rows, len(ENGAGEMENT_COLUMNS))),
        releases=np.zeros((rows, len(RELEASE_COLUMNS))),
    )
