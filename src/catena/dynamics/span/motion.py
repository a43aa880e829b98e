"""Accelerations and powers of the strand at one state.

Source: [KimJohnson1993] (2.20), (2.21).
Deviation: the last case of (2.21) prints the joint force N; the joint there is N+1.
sign() is regularised as tanh(du / eps).
"""

from __future__ import annotations

from catena.dynamics.span.boundary import drive_torque, load_torque
from catena.dynamics.span.friction import fill_slides, force_size, solve_with_friction
from catena.dynamics.span.joints import (
    fill_accelerations,
    fill_directions,
    fill_mobility,
    fill_right_side,
    force_moment,
    solve_forces,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import curve_slope
from catena.tables.span import (
    Count,
    DriveKind,
    SpanState,
    SpanStatus,
    SpanSystem,
    SpanWork,
)


@lean_kernel
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
    start the search for the Coulomb friction and are replaced.
    """
    n = state.counts[Count.LINKS]
    fill_directions(q, n, work)
    fill_mobility(system, n, work)
    driver = drive_load(system, state, t, q[0])
    turned = q[n + 1] + state.counts[Count.RELEASED] * system.driven_pitch_angle
    driven = load_torque(system, state.load, t, turned)
    given = 0.0
    if system.drive_kind == DriveKind.SPEED:  # steps never cross a breakpoint
        given = curve_slope(state.drive, 0, state.drive.shape[1] - 1, state.t[0])
    status = _balance(system, work, u, n, driver, driven, given)
    fill_accelerations(system, given, n, work, stage)
    for i in range(n + 2):
        work.q_rate[stage, i] = u[i]
    fill_powers(system, work, u, n, driver, driven, stage)
    return status


@lean_kernel
def drive_load(system: SpanSystem, state: SpanState, t: float, q_0: float) -> float:
    """Torque on a free driver [N m]; zero where the speed is prescribed."""
    if system.drive_kind == DriveKind.SPEED:
        return 0.0
    turned = q_0 + state.counts[Count.COMPLETED] * system.driver_pitch_angle
    return drive_torque(system, state.drive, t, turned)


@lean_kernel
def _balance(
    system: SpanSystem,
    work: SpanWork,
    u: Floats,
    n: int,
    driver: float,
    driven: float,
    given: float,
) -> int:
    """Joint forces and contributing torques, in balance with each other."""
    for j in range(1, n + 2):
        work.joint[j].moment = system.joint_damping * (u[j] - u[j - 1])
    fill_torques(system, work, u, n, driver, driven)
    fill_right_side(system, u, given, n, work)
    if system.joint_friction == 0.0:
        solve_forces(n, work)
        return SpanStatus.DONE.value
    fill_slides(system, work, u, n)
    status = solve_with_friction(system, n, work)
    grip = system.joint_friction * system.pin_radius
    for j in range(1, n + 2):
        work.joint[j].moment += grip * work.joint[j].slide * force_size(work, j)
    fill_torques(system, work, u, n, driver, driven)
    return status


@lean_kernel
def fill_torques(
    system: SpanSystem, work: SpanWork, u: Floats, n: int, driver: float, driven: float
) -> None:
    """Contributing torques (2.21) of all bodies."""
    for i in range(1, n + 1):
        work.body[i].torque = work.joint[i + 1].moment - work.joint[i].moment
    work.body[0].torque = work.joint[1].moment - system.driver_damping * u[0] + driver
    axle = system.driven_damping * u[n + 1]
    work.body[n + 1].torque = -work.joint[n + 1].moment - axle - driven


@lean_kernel
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
    joints, oil = 0.0, 0.0
    for j in range(1, n + 2):
        turning = u[j] - u[j - 1]
        joints += work.joint[j].moment * turning
        oil += system.joint_damping * turning * turning
    axles = system.driver_damping * u[0] * u[0]
    axles += system.driven_damping * u[n + 1] * u[n + 1]
    work.power[stage, 0] = driver * u[0]
    work.power[stage, 1] = -driven * u[n + 1]
    work.power[stage, 2] = axles
    work.power[stage, 3] = joints
    work.power[stage, 4] = oil


@lean_kernel
def holding_torque(system: SpanSystem, work: SpanWork, n: int, stage: int) -> float:
    """Torque that a prescribed speed needs [N m]."""
    needed = system.driver_inertia * work.u_rate[stage, 0]
    return float(needed - work.body[0].torque - force_moment(system, 0, n, work))
