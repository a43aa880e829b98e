"""Run a model in memory: chunks of steps, records, and a stop with reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from catena.balance import Balance, balance
from catena.codes import STATUS_TEXT, Status
from catena.dynamics.stability import largest_step
from catena.errors import InputError, SolverError
from catena.integrators import explicit, linearly_implicit, rescue, step_control
from catena.integrators.step_control import StepControl
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.tables.contacts import PercussionOptions
from catena.tables.system import State, Work

RUNAWAY = 10.0
"""Energy from nowhere that stops a run, in units of the energy accounted for."""

Advance = Callable[[State, Work, int], int]
"""Takes so many steps from a state; gives a Status."""


@dataclass
class Motion:
    """What a run recorded."""

    model: Model
    state: State
    work: Work
    time: list[float] = field(default_factory=list)
    q: list[Floats] = field(default_factory=list)
    u: list[Floats] = field(default_factory=list)
    P_N: list[Floats] = field(default_factory=list)
    P_T: list[Floats] = field(default_factory=list)
    gap: list[Floats] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)

    def take(self) -> None:
        """Record the present state."""
        rows = self.state.rows
        shut = np.zeros(rows.g_N.size)
        shut[rows.active[: rows.n_active[0]]] = 1.0
        self.time.append(float(self.state.t[0]))
        self.q.append(self.state.q.copy())
        self.u.append(self.state.u.copy())
        self.P_N.append(rows.P_N * shut)
        self.P_T.append(rows.P_T[:, 0] * shut)
        self.gap.append(rows.g_N.copy())

    def times(self) -> Floats:
        """Recorded times [s]."""
        return np.array(self.time)

    def position(self, body: str, axis: str) -> Floats:
        """A coordinate over time [m, rad]."""
        k = self.model.velocity_index(body, axis)
        return np.array([q[k] for q in self.q])

    def velocity(self, body: str, axis: str) -> Floats:
        """A velocity over time [m/s, rad/s]."""
        k = self.model.velocity_index(body, axis)
        return np.array([u[k] for u in self.u])

    def percussion(self, contact: str) -> Floats:
        """Normal percussion of a contact in each recorded step [N s]."""
        i = self.model.contact_index(contact)
        return np.array([P[i] for P in self.P_N])

    def friction(self, contact: str) -> Floats:
        """Friction percussion of a contact in each recorded step [N s]."""
        i = self.model.contact_index(contact)
        return np.array([P[i] for P in self.P_T])

    def balance(self) -> Balance:
        """The energy balance now."""
        return balance(self.model, self.state)


def run(
    model: Model,
    dt: float,
    end: float,
    *,
    every: int = 1,
    engine: str = "half_explicit",
    options: PercussionOptions | None = None,
    state: State | None = None,
) -> Motion:
    """Run a model to a time, recording every few steps.

    Engines: ``half_explicit`` for any model, ``runge_kutta`` and
    ``linearly_implicit`` for models without set-valued laws.
    """
    if engine != "linearly_implicit":
        check_step(model, dt)
    steps = stepper(model, dt, engine, options or PercussionOptions())
    begun = model.start() if state is None else state
    count = round((end - float(begun.t[0])) / dt)
    return run_with(steps, model, begun, count, every)


def stepper(
    model: Model,
    dt: float,
    engine: str,
    options: PercussionOptions,
    control: StepControl | None = None,
) -> Advance:
    """The way an engine takes steps of a model, controlled ones if so stated."""
    system = model.system
    if control is not None:
        return lambda s, w, n: step_control.advance(
            system, s, w, dt, n, control, options
        )
    if engine == "half_explicit":
        return lambda s, w, n: rescue.advance(system, s, w, dt, n, options)
    check_smooth(model, engine)
    if engine == "runge_kutta":
        return lambda s, w, n: explicit.advance(system, s, w, dt, n)
    if engine == "linearly_implicit":
        return lambda s, w, n: linearly_implicit.advance(system, s, w, dt, n)
    expected = "expected half_explicit, runge_kutta or linearly_implicit"
    raise InputError(f"engine: found {engine!r}; {expected}")


def check_step(model: Model, dt: float) -> None:
    """Refuse a step that is none, or that cannot be stable."""
    if not (math.isfinite(dt) and dt > 0.0):
        raise InputError(f"dt: found {dt!r}; expected a time step greater than 0 s")
    limit = largest_step(model.system, model.state.q, model.state.rows)
    if dt > limit:
        words = "expected at most {:.3g} s, the largest step stable with these masses,"
        words += " stiffnesses and dampings"
        raise InputError(f"dt: found {dt!r} s; " + words.format(limit))


def check_smooth(model: Model, engine: str) -> None:
    """Refuse a model with set-valued laws."""
    table = model.system.contours.candidates
    wrong = np.flatnonzero((table.rigid == 1) | (table.sticky == 1))
    if wrong.size:
        name = model.labels.contacts[wrong[0]]
        raise InputError(
            f"engine: found {engine!r}, but contact {name!r} has a set-valued law;"
            " expected half_explicit or event_driven"
        )


def run_with(
    steps: Advance, model: Model, state: State, count: int, every: int
) -> Motion:
    """Run with any way to take steps; stops on a bad status or runaway energy."""
    motion = Motion(model, state, model.work())
    motion.take()
    done = 0
    while done < count:
        n = min(every, count - done)
        status = steps(state, motion.work, n)
        if status != Status.OK:
            raise stopped(motion, Status(status))
        done += n
        motion.take()
        if done == count or len(motion.time) % 100 == 0:
            check_energy(motion)
    return motion


def check_energy(motion: Motion) -> None:
    """Stop when energy appears that no load, drive or spring supplied."""
    now = motion.balance()
    supplied = abs(now.start) + abs(now.work_in) + abs(now.loss)
    held = now.kinetic + abs(now.potential)
    if now.residual > RUNAWAY * supplied + 0.1 * held:
        raise stopped(motion, Status.ENERGY_RUNAWAY)


def stopped(motion: Motion, status: Status) -> SolverError:
    """The error that says what stopped a run: time, body or contact, and why."""
    labels, work, report = motion.model.labels, motion.work, motion.state.report
    where = ""
    if status is Status.NOT_FINITE and work.bad[0] >= 0:
        where = f", {labels.velocities[work.bad[0]]}"
    elif status is Status.ENERGY_RUNAWAY:
        share = motion.model.system.inertia.M * motion.state.u**2
        where = f", fastest: {labels.velocities[int(np.argmax(share))]}"
    elif report.worst_row[0] >= 0:
        where = f", contact {labels.contacts[report.worst_row[0]]}"
        where += f", residual {report.residual[0]:.3g} N s"
    at = float(motion.state.t[0])
    error = SolverError(f"stopped at t = {at:.9g} s{where}: {STATUS_TEXT[status]}")
    error.add_note(f"steps taken: {motion.state.ledger.steps[0]}")
    return error
