"""Run a model in memory: chunks of steps, records, and a stop with reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from catena.balance import Balance, balance, runs_away
from catena.codes import STATUS_TEXT, Control, Status
from catena.dynamics.stability import largest_step, named_step
from catena.errors import InputError, SolverError, shown
from catena.integrators import (
    linearly_implicit,
    rescue,
    runge_kutta,
    semi_implicit,
    step_control,
)
from catena.integrators.event import engine as event_driven
from catena.integrators.event.standstill import Stuck
from catena.integrators.implicit_contacts import dense_rows
from catena.integrators.step_control import StepControl
from catena.model import Model
from catena.numerics.arrays import Floats
from catena.numerics.ranges import is_finite
from catena.numerics.records import Rows
from catena.run_checks import check_model, checked_options, start_of, steps_of
from catena.suitability import (
    EVENT_DRIVEN,
    event_driven_refusal,
    implicit_refusal,
    set_valued_rows,
    smooth_refusal,
)
from catena.tables.contacts import PercussionOptions
from catena.tables.events import taken_events
from catena.tables.system import State, System, Work
from catena.tables.tangents import step_matrix, tangents
from catena.validity import misfits, worst_excess

Advance = Callable[[State, Work, int], tuple[int, int]]
"""Takes up to so many steps from a state; gives a Status and how many it took."""


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
    events: list[Rows] = field(default_factory=list)
    """Events of contacts, `catena.tables.events.EVENT` rows of each call."""

    def take(self) -> None:
        """Record the present state."""
        memory = self.state.memory
        rows, slots = memory.rows, memory.slots
        shut = np.zeros(rows.g_N.size)
        shut[rows.active[: rows.n_active[0]]] = 1.0
        touching = self.work.touching[: slots.n_touching[0]].slot
        friction = rows.P_T[:, 0] * shut
        friction[touching] = slots.P[touching]
        self.time.append(float(self.state.t[0]))
        self.q.append(self.state.q.copy())
        self.u.append(self.state.u.copy())
        self.P_N.append(rows.P_N * shut)
        self.P_T.append(friction)
        gap, joints = memory.search.gap.copy(), self.model.system.joints.row
        gap[joints] = rows.g_N[joints]
        self.gap.append(gap)

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
    engine: str = "moreau",
    options: PercussionOptions | None = None,
    state: State | None = None,
) -> Motion:
    """Run a model to a time, recording every few steps.

    Engines: ``moreau`` for any model, ``runge_kutta`` and ``semi_implicit`` for models
    without set-valued laws, ``linearly_implicit`` for models without rigid joints and
    restitution, ``event_driven`` for models with few rigid contacts.
    """
    check_model(model, engine)
    check_step(model, dt, engine in ANY_STEP)
    begun, dt = start_of(model, state), float(dt)
    count = steps_of(model, float(begun.t[0]), end, dt, every)
    steps = stepper(model, dt, engine, checked_options(options))
    return run_with(steps, model, begun, count, int(every))


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
        if engine != "moreau":
            raise InputError(f"control: found for {engine!r}; expected engine moreau")
        given = control
        return counted(
            lambda s, w, n: step_control.advance(system, s, w, dt, n, given, options),
            intervals_done,
        )
    if engine == "moreau":
        return counted(lambda s, w, n: rescue.advance(system, s, w, dt, n, options))
    if engine == EVENT_DRIVEN:
        refuse_unfit(engine, event_driven_refusal(model))
        return counted(event_driven_advance(model, dt), intervals_done)
    if engine not in SMOOTH_ENGINES:
        known = ", ".join(["moreau", EVENT_DRIVEN, *SMOOTH_ENGINES])
        raise InputError(f"engine: found {shown(engine)}; expected one of {known}")
    refuse_unfit(engine, REFUSALS.get(engine, smooth_refusal)(model))
    advance = SMOOTH_ENGINES[engine](model)
    return counted(lambda s, w, n: advance(system, s, w, dt, n))


def event_driven_advance(model: Model, dt: float) -> Callable[[State, Work, int], int]:
    """Pieces from event to event, which stop with the names of the contacts."""

    def advance(state: State, work: Work, n: int) -> int:
        try:
            return event_driven.advance(model.system, state, work, dt, n)
        except Stuck as stuck:
            error = stuck.named(model.labels.contacts)
            off = [f"{name} by {depth:.3g} m" for name, depth in misfits(model)[:3]]
            words = f"; at the start {', '.join(off)} off" if off else ""
            raise SolverError(f"{error}{words}") from None

    return advance


SmoothAdvance = Callable[[System, State, Work, float, int], int]


def linearly_implicit_advance(model: Model) -> SmoothAdvance:
    """Linearly implicit steps, with the matrix they work on."""
    slopes = tangents(model.system, model.state.memory.rows)
    size = model.state.q.size
    dense = dense_rows(set_valued_rows(model).size, size)
    tables = slopes, step_matrix(size), dense

    def advance(system: System, state: State, work: Work, dt: float, n: int) -> int:
        return linearly_implicit.advance(system, state, work, tables, dt, n)

    return advance


SMOOTH_ENGINES: dict[str, Callable[[Model], SmoothAdvance]] = {
    "runge_kutta": lambda model: runge_kutta.advance,
    "semi_implicit": lambda model: semi_implicit.advance,
    "linearly_implicit": linearly_implicit_advance,
}
"""Engines for models without set-valued laws, but for the last one."""
REFUSALS = {"linearly_implicit": implicit_refusal}
ANY_STEP = ("linearly_implicit", EVENT_DRIVEN)
"""Engines that no step makes unstable."""


def steps_taken(state: State) -> int:
    """Steps of one size since the start."""
    return int(state.memory.watch.steps[0])


def intervals_done(state: State) -> int:
    """Intervals of a raster since the start, where steps have no size of their own."""
    return int(state.memory.control[Control.DONE])


def counted(
    advance: Callable[[State, Work, int], int],
    count: Callable[[State], int] = steps_taken,
) -> Advance:
    """Tell with the status how many steps were taken."""

    def steps(state: State, work: Work, n: int) -> tuple[int, int]:
        before = count(state)
        status = int(advance(state, work, n))
        return status, count(state) - before

    return steps


def check_step(model: Model, dt: float, any_stable: bool) -> None:
    """Refuse an invalid step, or one that cannot be stable."""
    if not (is_finite(dt) and dt > 0.0):
        words = "expected a time step greater than 0 s"
        raise InputError(f"dt: found {shown(dt)}; {words}")
    if any_stable:
        return
    limit = largest_step(model.system, model.state)
    if dt > limit:
        words = "the largest step stable with these masses, stiffnesses and dampings"
        raise InputError(
            f"dt: found {dt!r} s; expected at most {named_step(limit)} s, {words}"
        )


def refuse_unfit(engine: str, reason: str) -> None:
    """Refuse an engine that cannot follow a model, if there is a reason."""
    if reason:
        raise InputError(f"engine: found {engine!r}; {reason}")


def run_with(
    steps: Advance, model: Model, state: State, count: int, every: int
) -> Motion:
    """Run with any way to take steps; stops on a bad status or runaway energy."""
    motion = Motion(model, state, model.work())
    motion.take()
    done = 0
    while done < count:
        end = min(done + every, count)
        while done < end:
            status, n = steps(state, motion.work, end - done)
            motion.events.append(
                taken_events(state.memory.events, motion.work.log).rows
            )
            if status not in (Status.OK, Status.PAUSED):
                raise stopped(motion, Status(status))
            done += n
        motion.take()
        if done == count or len(motion.time) % 100 == 0:
            check_energy(motion)
    return motion


def check_energy(motion: Motion) -> None:
    """Stop when energy appears that no load, drive or spring supplied, or is none."""
    if error := unsound(motion, motion.balance()):
        raise error


def unsound(motion: Motion, now: Balance) -> SolverError | None:
    """What a run stops with when its energy is no number or comes from nowhere."""
    if not math.isfinite(now.residual):
        return without_energy(motion, now)
    return stopped(motion, Status.ENERGY_RUNAWAY) if runs_away(now) else None


def without_energy(motion: Motion, now: Balance) -> SolverError:
    """The error of a state whose energy is no number: a law's end, or an overflow."""
    excess = worst_excess(motion.model, motion.state)
    if excess is not None and excess.beyond:
        return stopped(motion, Status.LAW_LIMIT)
    accounts = {
        "kinetic energy": now.kinetic,
        "potential energy": now.potential,
        "work of loads and drives": now.work_in,
    }
    gone = [name for name, value in accounts.items() if not math.isfinite(value)]
    at, fast = float(motion.state.t[0]), fastest(motion)
    text = f"{gone[0] if gone else 'loss'} became infinite or not a number"
    return SolverError(f"stopped at t = {at:.9g} s, fastest: {fast}: {text}")


def fastest(motion: Motion) -> str:
    """The velocity that holds most energy."""
    u = np.abs(motion.state.u)
    share = np.sqrt(motion.model.system.inertia.M) * u
    return motion.model.labels.velocities[int(np.argmax(share))]


def first_gone(motion: Motion) -> int:
    """Name of the velocity that became NaN: a free one if there is any."""
    state, held = motion.state, motion.model.system.inertia.held
    gone = ~(np.isfinite(state.q) & np.isfinite(state.u))
    free = np.flatnonzero(gone & (held == 0))
    return int(free[0]) if free.size else int(motion.work.bad[0])


def stopped(motion: Motion, status: Status) -> SolverError:
    """The error that says what stopped a run: time, body or contact, and why."""
    labels, work, report = motion.model.labels, motion.work, motion.state.memory.report
    where = ""
    if status is Status.NOT_FINITE and work.bad[0] >= 0:
        where = f", {labels.velocities[first_gone(motion)]}"
    elif status is Status.ENERGY_RUNAWAY:
        where = f", fastest: {fastest(motion)}"
    elif status is Status.LAW_LIMIT:
        excess = worst_excess(motion.model, motion.state)
        where = "" if excess is None else f", {excess}"
    elif report.worst_row[0] >= 0:
        where = f", contact {labels.contacts[report.worst_row[0]]}"
        if status not in (Status.SINGULAR, Status.JOINT_OPEN):
            where += f", residual {report.residual[0]:.3g} N s"
    at = float(motion.state.t[0])
    text = STATUS_TEXT[status]
    if status is Status.NOT_CONVERGED:
        text += (
            "; allow more iterations or a larger tolerance, or take smaller steps,"
            " unless driven parts clamp others: then there is no solution"
        )
    if status is Status.SINGULAR and report.worst_row[0] >= 0:
        text = "the rigid contact closed, but neither body can move along its normal"
    error = SolverError(f"stopped at t = {at:.9g} s{where}: {text}")
    error.add_note(f"steps taken: {motion.state.memory.watch.steps[0]}")
    return error
