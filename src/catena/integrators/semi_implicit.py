"""Semi-implicit Euler: one force per step, for models without set-valued laws.

u+ = u + dt M^-1 h(q, u, t), q+ = q + dt u+. First order, keeps the energy of an
oscillation bounded, and costs a quarter of a Runge-Kutta step.
"""

from __future__ import annotations

from catena.codes import Status
from catena.contact.search import fastest_point
from catena.couplings.boundary import prescribe_even_speeds
from catena.dynamics.evaluation import evaluate_forces
from catena.dynamics.finite import first_not_finite
from catena.dynamics.mass import add_inverse_mass
from catena.integrators.effort import (
    MOST_EFFORT,
    fixed_effort,
    rows_effort,
    visited_rows,
)
from catena.integrators.half_explicit import book_step
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.vectors import copy_into
from catena.tables.system import State, System, Work

OK = int(Status.OK)
NOT_FINITE = int(Status.NOT_FINITE)
PAUSED = int(Status.PAUSED)


@inline_kernel
def step(system: System, state: State, work: Work, dt: float) -> int:
    """One semi-implicit step."""
    q, u = state.q, state.u
    travel = dt * fastest_point(system.bodies.extent, u)
    status = evaluate_forces(system, state, work, travel, 0.0)
    if status != OK:
        return status
    copy_into(work.u_start, u)
    add_inverse_mass(system.inertia.M_inv, system.linear, work.h, dt, u)
    state.t[0] += dt
    prescribe_even_speeds(system.imposed, u, state.t[0])
    for k in range(q.size):
        q[k] += dt * u[k]
    book_step(system, state, work, dt, False)
    work.bad[0] = first_not_finite(q, u)
    return OK if work.bad[0] < 0 else NOT_FINITE


@lean_kernel
def advance(system: System, state: State, work: Work, dt: float, n: int) -> int:
    """Take n semi-implicit steps, or fewer if one of them fails, or PAUSED."""
    effort, fixed = 0, fixed_effort(system, state)
    visited = visited_rows(state, work)
    for _ in range(n):
        if effort > MOST_EFFORT:
            return PAUSED
        status = step(system, state, work, dt)
        if status != OK:
            return status
        effort += fixed + rows_effort(visited, 0)
    return OK
