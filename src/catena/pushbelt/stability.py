"""The largest time step that is stable, from the belt itself.

The half-explicit step q+ = q + dt u, u+ = u + dt M^-1 f(q+, u) becomes unstable where
an eigenvalue reaches -1: where dt^2 M^-1 K + 2 dt M^-1 D has the eigenvalue 4. Its
largest eigenvalue is found by power iteration on force differences around the start,
with every contact closed that can be closed at the same time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.bodies.ring_spline import add_ring_forces
from catena.errors import SolverError
from catena.numerics.arrays import Floats
from catena.pushbelt.flanks import add_flank_forces
from catena.pushbelt.neighbours import add_neighbour_forces
from catena.pushbelt.pulleys import add_pulley_forces
from catena.pushbelt.saddles import add_saddle_forces
from catena.pushbelt.scratch import work_for
from catena.pushbelt.tables import (
    HM,
    HX,
    HY,
    T_INV,
    TX,
    TY,
    VTX,
    VTY,
    VX,
    VY,
    VZ,
    Z_INV,
    C,
    S,
    State,
    System,
    W,
    Work,
    X,
    Y,
    Z,
)

CLOSED = 2e-5
"""By how much contacts are closed for the estimate [m]."""
NUDGE = 1e-9
"""Size of the force differences [m]."""
ITERATIONS = 60
ROUNDS = 12


class StepLimit(NamedTuple):
    """The largest stable time step, and what decides it."""

    step: float  # [s]
    part: str
    """Which of PARTS swings most, by kinetic energy."""


PARTS = ("elements", "ring", "grooves", "tilts")


def step_limit(system: System, state: State) -> StepLimit:
    """The largest stable time step and what decides it."""
    tight = _closed(system)
    work = work_for(system, state)
    shape = np.random.default_rng(0).standard_normal(_size(state))
    step = 1e-6
    for _ in range(ROUNDS):
        most = 0.0
        for _ in range(ITERATIONS):
            shape /= np.linalg.norm(shape)
            answer = _pushed(tight, state, work, shape, step)
            most = float(shape @ answer)
            shape = answer
        # eigenvalues grow between step and step^2
        better = float(step * (4.0 / most) ** 0.6)
        if abs(better - step) < 1e-3 * step:
            return StepLimit(better, _swinging(state, shape))
        step = better
    raise SolverError("pushbelt: the largest stable step could not be found")


def _swinging(state: State, shape: Floats) -> str:
    """Where most of the kinetic energy of a mass-weighted shape is."""
    n, m = state.element.shape[1], state.ring.shape[1]
    parts = np.split(shape, np.cumsum([3 * n, 2 * m, 2]))
    return PARTS[int(np.argmax([float(part @ part) for part in parts]))]


def _closed(system: System) -> System:
    """The same belt with its contacts closed: elements thicker, ring held."""
    laws = system.laws
    return system._replace(
        laws=laws._replace(
            front=laws.front + CLOSED,
            rear=laws.rear + CLOSED,
            a_top=laws.front + CLOSED,
            bilateral=1,
        )
    )


def _size(state: State) -> int:
    return int(3 * state.element.shape[1] + 2 * state.ring.shape[1] + 6)


def _pushed(
    system: System, state: State, work: Work, shape: Floats, step: float
) -> Floats:
    """(dt^2 M^-1 K + 2 dt M^-1 D) times a shape, in mass-weighted coordinates."""
    root = _root_inverse_mass(system, state)
    size = NUDGE / float(np.max(np.abs(shape * root)))
    move = size * shape * root
    ahead = _forces(system, _moved(state, move, step), work)
    behind = _forces(system, _moved(state, -move, step), work)
    answer: Floats = step * step * root * (behind - ahead) / (2.0 * size)
    return answer


def _root_inverse_mass(system: System, state: State) -> Floats:
    n, m = state.element.shape[1], state.ring.shape[1]
    own = system.pulley
    inverse = np.concatenate(
        [
            np.full(2 * n, system.laws.m_inv),
            np.full(n, system.laws.j_inv),
            np.full(2 * m, system.ring_inv),
            own[Z_INV],
            own[T_INV],
            own[T_INV],
        ]
    )
    result: Floats = np.sqrt(inverse)
    return result


def _moved(state: State, move: Floats, step: float) -> State:
    """Positions a small way off, velocities by twice the way per step."""
    n, m = state.element.shape[1], state.ring.shape[1]
    element, ring = state.element.copy(), state.ring.copy()
    pulley = state.pulley.copy()
    parts = np.split(move, np.cumsum([n, n, n, m, m, 2, 2]))
    fast = 2.0 / step
    element[X] += parts[0]
    element[Y] += parts[1]
    angle = np.arctan2(element[S], element[C]) + parts[2]
    element[C], element[S] = np.cos(angle), np.sin(angle)
    element[VX] += fast * parts[0]
    element[VY] += fast * parts[1]
    element[W] += fast * parts[2]
    ring[0] += parts[3]
    ring[1] += parts[4]
    ring[2] += fast * parts[3]
    ring[3] += fast * parts[4]
    for place, rate, part in zip((Z, TX, TY), (VZ, VTX, VTY), parts[5:], strict=True):
        pulley[place] += part
        pulley[rate] += fast * part
    return state._replace(
        element=element, ring=ring, pulley=pulley, loss=state.loss.copy()
    )


def _forces(system: System, state: State, work: Work) -> Floats:
    """All smooth forces on elements, ring and sheaves."""
    work.element[:] = 0.0
    work.ring[:] = 0.0
    work.pulley[:] = 0.0
    add_ring_forces(system.spline, state.ring, work.ring, work.tension)
    add_saddle_forces(
        system.laws, system.ring_inv, state.element, state.ring, work.element,
        work.ring, work.saddle, work.span, state.loss, 0.0,
    )  # fmt: skip
    add_neighbour_forces(system.laws, state.element, work.element)
    if not add_flank_forces(system, state, work, 0.0):
        raise SolverError("pushbelt: the coupled law has no solution at the start")
    add_pulley_forces(system, state, work, 0.0)
    h = work.element
    return np.concatenate(
        [h[HX], h[HY], h[HM], work.ring[0], work.ring[1], *work.pulley[1:]]
    )
