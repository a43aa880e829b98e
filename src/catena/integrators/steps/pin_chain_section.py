"""A rocker-pin chain from one passing pin to the next.

In steady running every pin does one pitch later what the pin ahead does now, but the
time of a pitch is not known: slip decides it. The section is the middle between the
axes: the map ends when the next pin crosses it in the lower strand, between two steps.
"""

from __future__ import annotations

from catena.integrators.steps.pin_chain import step
from catena.integrators.steps.pin_chain_tables import System, Trouble, Work
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.state import State

NONE = int(Trouble.NONE)


@lean_kernel
def pin_place(system: System, work: Work, k: int) -> tuple[float, float]:
    """Where a pin is [m]."""
    q, pose, place = work.body.q, work.pose, system.law.place[k]
    return q[0, k] + place * pose[0, k], q[1, k] + place * pose[1, k]


@lean_kernel
def advance_to_section(
    system: System,
    state: State,
    work: Work,
    dt: float,
    pin: int,
    most: int,
    before: Floats,
) -> tuple[int, int, float]:
    """Steps until a pin crosses the middle of the lower strand towards the primary.

    Fills ``before`` (2, n_u) with q and u before the last step. Returns a Trouble, the
    number of steps (``most`` if it never crosses), and the share of the last step at
    which it crosses.
    """
    middle = 0.5 * (system.sheaves[0].c_x + system.sheaves[1].c_x)
    for p in range(2):
        work.belt[p].torque, work.belt[p].axial = 0.0, 0.0
        work.belt[p].f_x, work.belt[p].f_y = 0.0, 0.0
    for i in range(most):
        x_before, _ = pin_place(system, work, pin)
        for j in range(state.q.size):
            before[0, j], before[1, j] = state.q[j], state.u[j]
        trouble = step(system, state, work, dt)
        if trouble != NONE:
            return trouble, i, 0.0
        x, y = pin_place(system, work, pin)
        if y < 0.0 and x <= middle < x_before:
            return NONE, i + 1, (x_before - middle) / (x_before - x)
    return NONE, most, 1.0
