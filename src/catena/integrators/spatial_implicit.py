"""One linearly implicit Euler step of a spatial chain, and many of them.

Every force along a direction j with the rate s = j u is taken at the end of the step,
``f - c s' - k dt s'``, with friction as the secant of its law: the matrix
``M + sum (dt c + dt^2 k) j j^T`` is symmetric and positive definite at any step. One
solve per step, see `solvers.ring_blocks`. Contacts that close within the step take
part, so that nothing penetrates for free.

Work is booked as impulse times the mean of old and new velocity, which is the change
of the kinetic energy of the solve to rounding. What elastic forces and gravity gave
differs from the change of their energy: that is the dissipation of the scheme.
"""

from __future__ import annotations

import math

from catena.bodies.spatial import (
    add_gravity,
    advance_bodies,
    gravity_work,
    kinetic_energy,
    potential_energy,
    start_links,
    start_rollers,
)
from catena.codes import Status
from catena.couplings.bushing import (
    TENSION,
    add_joints,
    book_joints,
    joint_energy,
    start_joints,
)
from catena.jit import kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.pairs.spatial_plate_tooth import find_side_contacts
from catena.pairs.spatial_roller_bush import bush_energy, find_bush_contacts
from catena.pairs.spatial_roller_tooth import find_tooth_contacts
from catena.rows.spatial import add_contacts, book_contacts
from catena.solvers.ring_blocks import solve_ring
from catena.tables.spatial import (
    BUSH_CONTACT,
    TIP_CONTACT,
    TOOTH_CONTACT,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

BEARING = 8
"""Number of the loss in bearings and arms."""


@kernel
def advance_spatial(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    steps: int,
    drag: float,
) -> int:
    """Take steps; with ``drag`` [1/s] momentum fades, for a start at rest."""
    for _ in range(steps):
        step_spatial(system, state, work, dt, drag)
        if not math.isfinite(state.link_u[0, 0]):
            return _reason(work)
    return Status.OK


@lean_kernel
def _reason(work: SpatialWork) -> int:
    """Why a solve left NaN: a contact law out of its range, or else."""
    for row in range(int(work.found[0])):
        if not math.isfinite(work.contact[row].f):
            return Status.LAW_LIMIT
    return Status.NOT_FINITE


@lean_kernel
def step_spatial(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    dt: float,
    drag: float,
) -> None:
    """One step."""
    place_wheels(system, state, work)
    start_links(system, state, work)
    start_rollers(system, state, work)
    start_border(system, state, work, dt)
    add_gravity(system, work, dt)
    start_joints(system, state, work)
    add_joints(system, work, dt)
    find_contacts(system, state, work, dt)
    add_contacts(system, work, dt)
    if drag > 0.0:
        _add_drag(system, work, drag * dt)
    hold_wheels(system, state, work, dt)
    solve_ring(system, work)
    book_joints(system, state, work, dt)
    book_contacts(system, state, work, dt)
    state.work[0] += dt * gravity_work(system, state, work)
    gather_forces(system, state, work, dt)
    advance_bodies(system, state, work, dt)
    advance_border(system, state, work, dt)
    state.t[0] += dt


@lean_kernel
def place_wheels(system: SpatialChain, state: SpatialState, work: SpatialWork) -> None:
    """Centres of wheels; those on an arm go with it."""
    wheel, n = system.wheel, system.wheel.size
    for j in range(n):
        arm = wheel[j].arm
        work.centre[j, 2] = wheel[j].z
        work.centre[j, 0], work.centre[j, 1] = wheel[j].x, wheel[j].y
        if arm >= 0:
            c, s = math.cos(state.border_q[n + arm]), math.sin(state.border_q[n + arm])
            work.centre[j, 0] = system.arm[arm].x + c * wheel[j].x - s * wheel[j].y
            work.centre[j, 1] = system.arm[arm].y + s * wheel[j].x + c * wheel[j].y


@lean_kernel
def find_contacts(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """All contacts that are closed or will be at the end of the step."""
    work.found[0] = 0
    find_bush_contacts(system, state, work, dt)
    find_tooth_contacts(system, state, work, dt)
    find_side_contacts(system, state, work, dt)


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
        B[at, at] = arm.inertia + dt * (arm.damping + dt * arm.stiffness)
        moment = arm.preload - arm.stiffness * state.border_q[n + a]
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
def _add_drag(system: SpatialChain, work: SpatialWork, share: float) -> None:
    """Resistance in proportion to the inertia of links, rollers and the border."""
    for i in range(system.link.size):
        J = max(system.link[i].J_x, system.link[i].J_y, system.link[i].J_z)
        for a in range(3):
            work.D[i, a, a] += share * system.link[i].mass
            work.D[i, 3 + a, 3 + a] += share * J
    for r in range(system.roller.size):
        for a in range(2):
            work.A[r, a, a] += share * system.roller[r].mass
        work.A[r, 2, 2] += share * system.roller[r].J
    n = system.wheel.size
    for j in range(n):
        work.B[6 + j, 6 + j] += share * system.wheel[j].inertia
    for a in range(system.arm.size):
        work.B[6 + n + a, 6 + n + a] += share * system.arm[a].inertia


@lean_kernel
def advance_border(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Turn wheels and arms on; book what goes in and out at them."""
    n = system.wheel.size
    for j in range(n):
        wheel = system.wheel[j]
        old, new = state.border_u[j], work.rhs_border[6 + j]
        mean = 0.5 * (old + new)
        rate = load_rate(system, j, old)
        state.loss[BEARING] += dt * wheel.damping * new * mean
        outside = wheel.torque - (rate + wheel.droop) * new
        if wheel.held != 0:  # what keeps the speed: change of momentum minus the rest
            chain = 0.0
            for row in range(int(work.found[0])):
                if work.contact[row].wheel == 6 + j:
                    chain += work.J[row, 0, 9] * work.contact[row].P
                    chain += work.J[row, 1, 9] * work.contact[row].P_1
                    chain += work.J[row, 2, 9] * work.contact[row].P_2
            outside = (wheel.inertia * (new - old) - chain) / dt + wheel.damping * new
        state.work[1 + j] += dt * outside * mean
        work.force[j, 7] = outside
        state.border_u[j] = new
        state.border_q[j] += dt * new
    for a in range(system.arm.size):
        arm, at = system.arm[a], n + a
        old, new = state.border_u[at], work.rhs_border[6 + at]
        mean = 0.5 * (old + new)
        state.loss[BEARING] += dt * arm.damping * new * mean
        moment = arm.preload - arm.stiffness * (state.border_q[at] + dt * new)
        state.work[0] += dt * moment * mean
        state.border_u[at] = new
        state.border_q[at] += dt * new


TENSION_NOW, TOOTH_NOW, SIDE_NOW, BUSH_NOW, TIPS_NOW = range(5)
"""Columns of ``work.force``: tension, tooth, side and bush force of a link [N], plates
on tips; column 7 holds the outer torque of wheels."""


@lean_kernel
def gather_forces(
    system: SpatialChain, state: SpatialState, work: SpatialWork, dt: float
) -> None:
    """Forces on every link in this step, and their sums for the next sample."""
    n, force = system.link.size, work.force
    for i in range(n):
        before = n - 1 if i == 0 else i - 1
        force[i, TENSION_NOW] = 0.5 * (
            work.joint[i, TENSION] + work.joint[before, TENSION + 1]
        )
        for k in range(TOOTH_NOW, TIPS_NOW + 1):
            force[i, k] = 0.0
    side, tips = 0.0, 0.0
    for row in range(int(work.found[0])):
        i, kind = work.contact[row].link, work.contact[row].kind
        if i < 0:
            continue
        P = work.contact[row].P / dt
        if kind == TOOTH_CONTACT:
            force[i, TOOTH_NOW] += P
        elif kind == BUSH_CONTACT:
            force[i, BUSH_NOW] += P
        else:
            force[i, SIDE_NOW] += abs(P)
            side += abs(P)
            if kind == TIP_CONTACT and P > 0.0:
                force[i, TIPS_NOW] += 1.0
                tips += 1.0
    state.side[0] += side
    state.side[1] += tips
    state.side[2] += 1.0


@kernel
def spatial_energy(
    system: SpatialChain, state: SpatialState, work: SpatialWork
) -> tuple[float, float]:
    """Kinetic energy, and that of springs, contacts and gravity [J]."""
    place_wheels(system, state, work)
    start_links(system, state, work)
    find_contacts(system, state, work, 0.0)
    kinetic = kinetic_energy(system, state, work)
    stored = joint_energy(system, state, work.R) + bush_energy(system, state.roller_q)
    stored += potential_energy(system, state, work)
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        if contact.kind != BUSH_CONTACT:
            stored += 0.5 * contact.f**2 / contact.k
    n = system.wheel.size
    for j in range(n):
        kinetic += 0.5 * system.wheel[j].inertia * state.border_u[j] ** 2
    for a in range(system.arm.size):
        arm, at = system.arm[a], state.border_q[n + a]
        kinetic += 0.5 * arm.inertia * state.border_u[n + a] ** 2
        stored += 0.5 * arm.stiffness * at**2 - arm.preload * at
    return kinetic, stored
