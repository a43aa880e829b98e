"""Wheels and arms of a spatial chain: what drives, brakes and carries them.

They turn about z. In a linearly implicit step they are the border of the ring of
links, behind the six places of the last link; in an explicit one the same places hold
impulses, then speeds.
"""

from __future__ import annotations

import math

from catena.couplings.tensioner import add_tensioners, push_slopes
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.spatial import (
    MOTIONS,
    LinkForce,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

Nine = tuple[float, float, float, float, float, float, float, float, float]
BEARING = 10
"""Number of the loss in bearings and arms."""


@lean_kernel
def place_wheels(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Axes and teeth of wheels; those on an arm go with it.

    Skew turns the axis about x and y; eccentricity and wobble turn with the wheel.
    """
    wheel, n = system.wheel, system.wheel.size
    for j in range(n):
        arm, angle = wheel[j].arm, state.border_q[j]
        hub = wheel[j].x, wheel[j].y, wheel[j].z
        if arm >= 0:
            c, s = math.cos(state.border_q[n + arm]), math.sin(state.border_q[n + arm])
            hub = (
                system.arm[arm].x + c * wheel[j].x - s * wheel[j].y,
                system.arm[arm].y + s * wheel[j].x + c * wheel[j].y,
                wheel[j].z,
            )
        skew = tilt_matrix(wheel[j].skew_x, wheel[j].skew_y)
        if wheel[j].support >= 0:
            hub, skew = _moved(system, state, work, j, hub, skew)
        c, s = math.cos(angle), math.sin(angle)
        work.turn[j, 0], work.turn[j, 1] = c, s
        wobble = tilt_matrix(wheel[j].wobble * c, wheel[j].wobble * s)
        e_x, e_y = (
            c * wheel[j].e_x - s * wheel[j].e_y,
            s * wheel[j].e_x + c * wheel[j].e_y,
        )
        for a in range(3):
            work.hub[j, a], work.spin[j, a] = hub[a], skew[3 * a + 2]
            work.centre[j, a] = hub[a] + skew[3 * a] * e_x + skew[3 * a + 1] * e_y
            for b in range(3):
                work.axes[j, 3 * a + b] = (
                    skew[3 * a] * wobble[b]
                    + skew[3 * a + 1] * wobble[3 + b]
                    + skew[3 * a + 2] * wobble[6 + b]
                )


@lean_kernel
def _moved(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    j: int,
    hub: tuple[float, float, float],
    skew: Nine,
) -> tuple[tuple[float, float, float], Nine]:
    """Hub and axis of a wheel on its elastic support: ``R_x(a) R_y(b)`` times skew."""
    at = system.wheel.size + system.arm.size + MOTIONS * system.wheel[j].support
    q = state.border_q
    c, s = math.cos(q[at + 3]), math.sin(q[at + 3])
    d, t = math.cos(q[at + 4]), math.sin(q[at + 4])
    work.lean[j, 0], work.lean[j, 1], work.lean[j, 2] = 0.0, c, s
    turn = d, 0.0, t, s * t, c, -s * d, -c * t, s, c * d
    m = (
        turn[0] * skew[0] + turn[2] * skew[6],
        turn[0] * skew[1] + turn[2] * skew[7],
        turn[0] * skew[2] + turn[2] * skew[8],
        turn[3] * skew[0] + turn[4] * skew[3] + turn[5] * skew[6],
        turn[3] * skew[1] + turn[4] * skew[4] + turn[5] * skew[7],
        turn[3] * skew[2] + turn[4] * skew[5] + turn[5] * skew[8],
        turn[6] * skew[0] + turn[7] * skew[3] + turn[8] * skew[6],
        turn[6] * skew[1] + turn[7] * skew[4] + turn[8] * skew[7],
        turn[6] * skew[2] + turn[7] * skew[5] + turn[8] * skew[8],
    )
    return (hub[0] + q[at], hub[1] + q[at + 1], hub[2] + q[at + 2]), m


@lean_kernel
def tilt_matrix(x: float, y: float) -> Nine:
    """Turn by the vector (x, y, 0), row by row."""
    size = math.sqrt(x * x + y * y)
    if size == 0.0:
        return 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0
    a, b = x / size, y / size
    c, s = math.cos(size), math.sin(size)
    d = 1.0 - c
    return (
        c + a * a * d, a * b * d, b * s, a * b * d, c + b * b * d, -a * s,
        -b * s, a * s, c,
    )  # fmt: skip


@lean_kernel
def push_tensioners(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    late: float,
) -> None:
    """Moments of oil, stops and ratchets on arms; oil follows the last step.

    At its end (late = 1) a step has lost what leaks meanwhile; ``work.firm`` adds what
    it pushes in.
    """
    n, rows = system.wheel.size, system.tensioner
    for a in range(system.arm.size):
        work.turned[n + a] = state.border_q[n + a] - system.arm[a].closed
        work.pushed[n + a], work.firm[n + a] = 0.0, 0.0
    add_tensioners(
        rows, state.pressure, state.pawl, work.turned, state.border_u, work.pushed,
        work.piston, dt,
    )  # fmt: skip
    for i in range(rows.size):
        dof, slot = rows[i].dof, rows[i].slot
        out = rows[i].lever * work.turned[dof]
        k, fade = push_slopes(rows, i, state.pressure[slot], state.pawl[slot], out)
        work.firm[dof] += rows[i].lever ** 2 * k
        work.pushed[dof] -= late * dt * rows[i].lever * fade


@inline_kernel
def arm_damping(system: SpatialChain, a: int, speed: float) -> float:
    """Damping of an arm by the direction in which it turns [N m s]."""
    if speed < 0.0:
        return float(system.arm[a].damping_back)
    return float(system.arm[a].damping)


@lean_kernel
def load_rate(system: SpatialChain, j: int, speed: float) -> float:
    """Torque of a load per speed [N m s]: constant but near standstill."""
    scale = system.wheel[j].load_speed
    share = speed / scale
    if abs(share) < 1e-6:
        return float(system.wheel[j].load / scale)
    return float(system.wheel[j].load * math.tanh(share) / speed)


@lean_kernel
def start_border(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Inertia, loads and springs of wheels and arms."""
    B, rhs, n = work.B, work.rhs_border, system.wheel.size
    for i in range(B.shape[0]):
        rhs[i] = 0.0
        for j in range(B.shape[0]):
            B[i, j] = 0.0
    for j in range(n):
        wheel, u = system.wheel[j], state.border_u[j]
        rate = load_rate(system, j, u)
        B[6 + j, 6 + j] = wheel.inertia + dt * (rate + wheel.damping + wheel.droop)
        rhs[6 + j] = wheel.inertia * u + dt * wheel.torque
    for a in range(system.arm.size):
        arm, at = system.arm[a], 6 + n + a
        damping = arm_damping(system, a, state.border_u[n + a])
        stiffness = arm.stiffness + work.firm[n + a]
        B[at, at] = arm.inertia + dt * (damping + dt * stiffness)
        moment = arm.preload - arm.stiffness * state.border_q[n + a]
        moment += work.pushed[n + a]
        rhs[at] = arm.inertia * state.border_u[n + a] + dt * moment


@lean_kernel
def given_speed(motion: Floats, t: float) -> float:
    """Speed of the held wheel, straight between points and constant beyond [rad/s]."""
    last = motion.shape[0] - 1
    if t >= motion[last, 0]:
        return float(motion[last, 1])
    for k in range(last):
        if t < motion[k + 1, 0]:
            share = (t - motion[k, 0]) / (motion[k + 1, 0] - motion[k, 0])
            rise = motion[k + 1, 1] - motion[k, 1]
            return float(motion[k, 1] + max(share, 0.0) * rise)
    return float(motion[last, 1])


@lean_kernel
def hold_wheels(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Give held wheels their speed: their column goes to the right sides."""
    for j in range(system.wheel.size):
        if system.wheel[j].held == 0:
            continue
        at, B = 6 + j, work.B
        speed = given_speed(system.laws.motion, state.t[0] + dt)
        for i in range(B.shape[0]):
            work.rhs_border[i] -= B[i, at] * speed
            B[i, at], B[at, i] = 0.0, 0.0
        B[at, at], work.rhs_border[at] = 1.0, speed
        for i in range(system.link.size):
            for a in range(6):
                work.rhs_link[i, a] -= work.F[i, a, at] * speed
                work.F[i, a, at] = 0.0
        for r in range(system.roller.size):
            for a in range(3):
                work.rhs_roller[r, a] -= work.G[r, a, at] * speed
                work.G[r, a, at] = 0.0


@lean_kernel
def advance_border_speeds(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """New speeds of an explicit step from the impulses of the chain in the border."""
    n, rhs = system.wheel.size, work.rhs_border
    for j in range(n):
        wheel, u = system.wheel[j], state.border_u[j]
        if wheel.held != 0:
            rhs[6 + j] = given_speed(system.laws.motion, state.t[0] + dt)
            continue
        rate = load_rate(system, j, u) + wheel.damping + wheel.droop
        rhs[6 + j] = u + (rhs[6 + j] + dt * (wheel.torque - rate * u)) / wheel.inertia
    for a in range(system.arm.size):
        arm, at = system.arm[a], n + a
        u = state.border_u[at]
        moment = arm.preload - arm.stiffness * state.border_q[at]
        moment += work.pushed[at] - arm_damping(system, a, u) * u
        rhs[6 + at] = u + (rhs[6 + at] + dt * moment) / arm.inertia


@lean_kernel
def advance_border(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    late: float,
) -> None:
    """Turn wheels and arms on; book what goes in and out at them.

    Forces are those of the speeds at the end of the step (late = 1) or its start (0).
    """
    n = system.wheel.size
    for j in range(n):
        wheel = system.wheel[j]
        old, new = state.border_u[j], work.rhs_border[6 + j]
        mean = 0.5 * (old + new)
        speed = new if late > 0.0 else old
        rate = load_rate(system, j, old)
        state.loss[BEARING] += dt * wheel.damping * speed * mean
        outside = wheel.torque - (rate + wheel.droop) * speed
        if wheel.held != 0:  # what keeps the speed: change of momentum minus the rest
            chain = 0.0
            for row in range(int(work.found[0])):
                if work.contact[row].wheel == 6 + j:
                    chain += work.J[row, 0, 9] * work.contact[row].P
                    chain += work.J[row, 1, 9] * work.contact[row].P_1
                    chain += work.J[row, 2, 9] * work.contact[row].P_2
            outside = (wheel.inertia * (new - old) - chain) / dt
            outside += wheel.damping * speed
        state.work[1 + j] += dt * outside * mean
        work.force[j, LinkForce.WHEEL_TORQUE] = outside
        state.border_u[j] = new
        state.border_q[j] += dt * new
    for a in range(system.arm.size):
        arm, at = system.arm[a], n + a
        old, new = state.border_u[at], work.rhs_border[6 + at]
        mean = 0.5 * (old + new)
        speed = new if late > 0.0 else old
        damping = arm_damping(system, a, old)
        pushed = work.pushed[at] - late * dt * work.firm[at] * new
        state.loss[BEARING] += dt * (damping * speed - pushed) * mean
        angle = state.border_q[at] + late * dt * new
        moment = arm.preload - arm.stiffness * angle
        state.work[0] += dt * moment * mean
        state.border_u[at] = new
        state.border_q[at] += dt * new
