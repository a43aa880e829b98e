"""Accelerations and powers of the strand at one state.

Source: [KimJohnson1993] (2.20), (2.21).
Deviation: the last case of (2.21) prints the joint force N; the joint there is N+1.
sign() is regularised as tanh(du / eps).
"""

from __future__ import annotations

import math

from catena.dynamics.span.boundary import (
    drive_torque,
    load_torque,
    prescribed_acceleration,
)
from catena.dynamics.span.joints import (
    factorise,
    fill_accelerations,
    fill_directions,
    fill_right_side,
    force_moment,
    solve_forces,
)
from catena.jit import kernel
from catena.tables.span import (
    COMPLETED,
    LINKS,
    RELEASED,
    DriveKind,
    Floats,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)

FIXED_POINT_LIMIT = 60
FIXED_POINT_ACCURACY = 1e-11


@kernel
def evaluate(
    system: SpanSystem,
    state: SpanState,
    work: SpanWork,
    t: float,
    q: Floats,
    u: Floats,
    stage: int,
) -> int:
    """Rates of positions, speeds and energies at (t, q, u), into row ``stage``.

    The counts of links and teeth are those of ``state``. The joint forces in ``work``
    start the Coulomb iteration and are replaced.
    """
    n = state.counts[LINKS]
    fill_directions(q, n, work)
    factorise(system, n, work)
    driver = drive_load(system, state, t, q[0])
    driven = load_torque(
        system, t, q[n + 1] + state.counts[RELEASED] * system.driven_pitch_angle
    )
    given = 0.0
    if system.drive_kind == DriveKind.SPEED:  # steps never cross a breakpoint
        given = prescribed_acceleration(system, state.t[0])
    status = _balance(system, work, u, n, driver, driven, given)
    fill_accelerations(system, given, n, work, work.u_rate[stage])
    for i in range(n + 2):
        work.q_rate[stage, i] = u[i]
    fill_powers(system, work, u, n, driver, driven, stage)
    return status


@kernel
def drive_load(system: SpanSystem, state: SpanState, t: float, q_0: float) -> float:
    """Torque on a free driver [N m]; zero where the speed is prescribed."""
    if system.drive_kind == DriveKind.SPEED:
        return 0.0
    turned = q_0 + state.counts[COMPLETED] * system.driver_pitch_angle
    return drive_torque(system, t, turned)


@kernel
def _balance(
    system: SpanSystem,
    work: SpanWork,
    u: Floats,
    n: int,
    driver: float,
    driven: float,
    given: float,
) -> int:
    """Joint forces and the friction they cause, iterated until they agree."""
    fill_slides(system, work, u, n)
    fill_joint_moments(system, work, u, n)
    for _ in range(FIXED_POINT_LIMIT):
        fill_torques(system, work, u, n, driver, driven)
        fill_right_side(system, u, given, n, work)
        if system.joint_friction == 0.0:
            solve_forces(n, work)
            return SpanStatus.DONE.value
        if _force_change(n, work) <= FIXED_POINT_ACCURACY:
            return SpanStatus.DONE.value
        fill_joint_moments(system, work, u, n)
    return SpanStatus.FRICTION_DIVERGED.value


@kernel
def _force_change(n: int, work: SpanWork) -> float:
    """Solve for the joint forces; the largest relative change of their size."""
    for j in range(1, n + 2):
        work.size[j] = force_size(work, j)
    solve_forces(n, work)
    change, largest = 0.0, 1e-300
    for j in range(1, n + 2):
        size = force_size(work, j)
        change = max(change, abs(size - work.size[j]))
        largest = max(largest, size)
    return change / largest


@kernel
def force_size(work: SpanWork, joint: int) -> float:
    """Magnitude of a joint force [N]."""
    x, y = work.force[joint, 0], work.force[joint, 1]
    return math.sqrt(x * x + y * y)


@kernel
def fill_slides(system: SpanSystem, work: SpanWork, u: Floats, n: int) -> None:
    """Regularised sign of the slip in every joint."""
    if system.joint_friction > 0.0:
        for j in range(1, n + 2):
            work.slide[j] = math.tanh((u[j] - u[j - 1]) / system.sign_speed)


@kernel
def fill_joint_moments(system: SpanSystem, work: SpanWork, u: Floats, n: int) -> None:
    """Friction moment in every joint, acting so on body j-1 and reversed on j."""
    grip = system.joint_friction * system.pin_radius
    for j in range(1, n + 2):
        work.moment[j] = system.joint_damping * (u[j] - u[j - 1])
        if grip > 0.0:
            work.moment[j] += grip * force_size(work, j) * work.slide[j]


@kernel
def fill_torques(
    system: SpanSystem, work: SpanWork, u: Floats, n: int, driver: float, driven: float
) -> None:
    """Contributing torques (2.21) of all bodies."""
    for i in range(1, n + 1):
        work.torque[i] = work.moment[i + 1] - work.moment[i]
    work.torque[0] = work.moment[1] - system.driver_damping * u[0] + driver
    axle = system.driven_damping * u[n + 1]
    work.torque[n + 1] = -work.moment[n + 1] - axle - driven


@kernel
def fill_powers(
    system: SpanSystem,
    work: SpanWork,
    u: Floats,
    n: int,
    driver: float,
    driven: float,
    stage: int,
) -> None:
    """Power of drive and load, and what axles and joints dissipate [W]."""
    if system.drive_kind == DriveKind.SPEED:
        driver = holding_torque(system, work, n, stage)
    joints = 0.0
    for j in range(1, n + 2):
        joints += work.moment[j] * (u[j] - u[j - 1])
    axles = system.driver_damping * u[0] * u[0]
    axles += system.driven_damping * u[n + 1] * u[n + 1]
    work.power[stage, 0] = driver * u[0]
    work.power[stage, 1] = -driven * u[n + 1]
    work.power[stage, 2] = axles
    work.power[stage, 3] = joints


@kernel
def holding_torque(system: SpanSystem, work: SpanWork, n: int, stage: int) -> float:
    """Torque that a prescribed speed needs [N m]."""
    needed = system.driver_inertia * work.u_rate[stage, 0]
    return float(needed - work.torque[0] - force_moment(system, 0, n, work))
