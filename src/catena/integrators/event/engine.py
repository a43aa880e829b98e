"""Event-driven integration: flow, guard, jump, for models with few contacts.

Between events the closed contacts are constraints, sticking or sliding, and a
Runge-Kutta scheme of high order follows the motion. The next event is the first root
of the guards: a gap closes, a normal force vanishes, sliding stops, friction reaches
its bound. An impact or the acceleration LCP then says how it goes on.

Source: [Pfeiffer1997] (1)-(12).
Deviation: an impact slower than ``REST_SPEED``, or whose rebound would end within
twice ``REST_TIME``, is taken as plastic and noted as ``settle``. That ends a Zeno
sequence, at one contact or at several, after finitely many bounces.
"""

from __future__ import annotations

import time

import numpy as np

from catena.codes import STATUS_TEXT, Control, NormalLaw, Status
from catena.couplings.boundary import LEAST_WAY, bend_after, value_after
from catena.integrators.event.flow import Modes, flow_of
from catena.integrators.event.guards import Guard, first_root
from catena.integrators.event.ledger import (
    account,
    book_drives,
    book_impact,
    book_sums,
    normal_forces,
    note_solution,
    rates,
)
from catena.integrators.event.modes import (
    Event,
    Trajectory,
    changes,
    log_events,
    store_modes,
    stored_modes,
)
from catena.integrators.event.standstill import Stuck
from catena.numerics.arrays import Floats, Ints
from catena.solvers.direct.acceleration_lcp import (
    ContactForces,
    solve_accelerations,
    solve_impact,
)
from catena.tables.checkpoint import copied
from catena.tables.pairs import CurveArgument
from catena.tables.state import Cause
from catena.tables.system import OWN_LOSSES, OwnLoss, State, System, Work

GAP, SPEED, FORCE = 1e-8, 1e-7, 1e-9
"""Below these [m], [m/s], [m/s^2] a gap, velocity or acceleration counts as zero."""
STILL_SPEED, STILL_FORCE = 1e-12, 1e-9
"""Below these [m/s], [m/s^2] bodies rest, and time passes at no cost."""
SLACK = 1e-12
"""Depth [m] by which a gap that begins at zero must fall to count as closing."""
REST_SPEED = 1e-5
"""Impacts slower than this [m/s] are plastic."""
REST_TIME = 1e-6
"""Half the shortest rebound [s] that is followed."""
TOLERANCE = 1e-10
MOST_STEPS = 10
"""Runge-Kutta steps after which a piece ends, so that a run can pause."""
SHORTEST = 1e-9
"""Share of the interval between two records that such a piece must at least bring."""
MOST_EVENTS = 200
"""Events in a row without any progress of time that stop a run."""
PAUSE_SECONDS = 0.03
"""After about this long the caller may look up; the pieces are the same."""


class Course:
    """A run on its way: where it is, its modes, what it met."""

    def __init__(self, system: System, state: State, work: Work) -> None:
        self.state, self.flow = state, flow_of(system, copied(state), work)
        self.t, self.q, self.u = float(state.t[0]), state.q.copy(), state.u.copy()
        self.modes = stored_modes(state.memory.modes)
        self.events: list[Event] = []
        self.interval = 0.0
        self.standing: tuple[tuple[bytes, ...], Floats | None] | None = None

    def begin(self) -> None:
        """Find the modes at the start of a run."""
        if self.state.memory.control[Control.STEP] == 0.0:
            self.state.memory.control[Control.STEP] = 1.0
            self.jump(())

    def follow(self, end: float) -> tuple[Floats, Floats]:
        """One piece: to the end, to the next event, bend of a table, or some steps.

        Gives the times and states (q, u) it came through.
        """
        from scipy.integrate import DOP853  # slow to import

        if (still := self.rates_at_rest()) is not None:
            return self.wait(end, still)
        n_u, begun = self.q.size, self.t
        self.flow.look_ahead(self.next_bend())
        end = min(end, self.flow.bend)
        self.close_joints()
        quiet = np.zeros(account(self.state).size)
        start = np.r_[self.q, self.u, quiet]
        solver = DOP853(self.slope, self.t, start, end, rtol=TOLERANCE, atol=TOLERANCE)
        watched = self.guards()
        values = np.array([g.at(solver.t, solver.y, n_u) for g in watched])
        pressed = np.array([g.leaving >= 0 for g in watched], dtype=bool)
        values[pressed] = np.maximum(values[pressed], 0.0)  # no pull by rounding
        times, places, fired = [], [], -1
        for _ in range(MOST_STEPS):
            solver.step()
            if solver.status == "failed":
                words = "the motion between events cannot be followed"
                raise Stuck(self.t, self.modes.closed, words)
            self.state.memory.control[Control.TAKEN] += 1.0
            t, y = solver.t, solver.y
            ahead = np.array([g.at(t, y, n_u) for g in watched])
            if ((values >= 0.0) & (ahead <= 0.0)).any():
                t, y, fired = first_root(watched, values, ahead, solver, n_u)
            times.append(t)
            places.append(y[: 2 * n_u])
            if fired >= 0 or solver.status != "running":
                break
            values = ahead
        slow = t - begun < SHORTEST * self.interval
        if slow and fired < 0 and solver.status == "running":
            words = f"the motion takes steps of {(t - begun) / MOST_STEPS:.2g} s"
            raise Stuck(self.t, self.modes.closed, words)
        self.t, self.q, self.u = t, y[:n_u].copy(), y[n_u : 2 * n_u].copy()
        self.book(y[2 * n_u :])
        self.note_penetration()
        if fired >= 0:
            control = self.state.memory.control
            stalled = control[Control.STALLED] + 1.0 if self.t <= begun else 0.0
            control[Control.STALLED] = stalled
            if stalled > MOST_EVENTS:
                words = f"{MOST_EVENTS} events without progress"
                raise Stuck(self.t, self.modes.closed, words)
            self.turn_over((watched[fired].leaving,), watched[fired].breaking)
            self.state.memory.control[Control.EVENTS] += 1.0
            times.append(self.t)
            places.append(np.r_[self.q, self.u])
        elif self.t >= self.flow.bend - LEAST_WAY:  # speeds or accelerations jump
            self.flow.look_ahead(np.inf)
            self.set_drives()
            self.turn_over(())
            times.append(self.t)
            places.append(np.r_[self.q, self.u])
        return np.array(times), np.array(places)

    def rates_at_rest(self) -> Floats | None:
        """What the ledger books while nothing moves.

        None where something does, or something given over time will move it.
        """
        imposed = self.flow.system.imposed
        over_time = imposed.loads.argument == CurveArgument.TIME
        if imposed.speeds.size or over_time.any():
            return None
        if float(np.abs(self.u).max(initial=0.0)) > STILL_SPEED:
            return None
        if self.standing is None or self.standing[0] != self.place():
            found = self.flow.constrained(self.t, self.q, self.u, self.modes)
            now = rates(self.flow, self.modes, self.q, self.u, found)
            most = float(np.abs(found.acceleration).max(initial=0.0))
            self.standing = self.place(), now if most <= STILL_FORCE else None
        return self.standing[1]

    def place(self) -> tuple[bytes, ...]:
        """What forces depend on that do not change over time."""
        return tuple(part.tobytes() for part in (self.q, self.u, *self.modes))

    def wait(self, end: float, now: Floats) -> tuple[Floats, Floats]:
        """Let time pass over bodies at rest; their forces are booked as they are."""
        passed, self.t = end - self.t, end
        self.state.memory.control[Control.TAKEN] += 1.0
        book_sums(self.state, passed * now)
        self.note_forces(now)
        return np.array([end]), np.r_[self.q, self.u][None]

    def turn_over(self, leaving: tuple[int, ...], breaking: int = -1) -> None:
        """Jump, and note which modes change."""
        before, carried = self.modes, self.state.memory.events.carried
        self.jump(leaving, breaking)
        self.events += changes(self.t, before, self.modes, carried)
        carried[np.setdiff1d(self.flow.contacts, self.modes.closed)] = 0.0

    def next_bend(self) -> float:
        """When the next straight piece of a table over time begins [s]."""
        imposed = self.flow.system.imposed
        over_time = imposed.loads[imposed.loads.argument == CurveArgument.TIME]
        bends = [
            bend_after(imposed.curve, rows, i, self.t)
            for rows in (imposed.speeds, over_time)
            for i in range(rows.size)
        ]
        return min(bends, default=np.inf)

    def slope(self, t: float, y: Floats) -> Floats:
        """Rates of coordinates, velocities and accounts."""
        n_u = self.q.size
        q, u = y[:n_u], y[n_u : 2 * n_u]
        found = self.flow.constrained(t, q, u, self.modes)
        joined: Floats = np.r_[
            u, found.acceleration, rates(self.flow, self.modes, q, u, found)
        ]
        return joined

    def book(self, sums: Floats) -> None:
        """Add the integrals of the rates to ledger and tally, and remember forces."""
        book_sums(self.state, sums)
        found = self.flow.constrained(self.t, self.q, self.u, self.modes)
        self.note_forces(rates(self.flow, self.modes, self.q, self.u, found))

    def note_forces(self, now: Floats) -> None:
        """Remember the largest normal forces among the rates of an instant."""
        peak = self.state.memory.tally.peak
        np.maximum(peak, np.abs(normal_forces(now, peak.size)), out=peak)

    def note_penetration(self) -> None:
        """Remember the deepest gap, piece by piece, however often a run pauses."""
        gaps = self.flow.geometry(self.q).gap[self.flow.contacts]
        deepest = self.state.memory.watch.penetration
        deepest[0] = max(deepest[0], -gaps.min(initial=0.0))

    def guards(self) -> list[Guard]:
        """Everything that may happen next."""
        flow, modes = self.flow, self.modes
        found = []
        gaps = flow.geometry(self.q).gap
        for i in np.setdiff1d(flow.contacts, modes.closed):
            closed = gaps[i] < 0.1 * GAP
            level = float(gaps[i]) - SLACK if closed else 0.0

            def gap(
                t: float, q: Floats, u: Floats, i: int = int(i), level: float = level
            ) -> float:
                return float(flow.geometry(q).gap[i]) - level

            found.append(Guard(gap))
        mu = flow.mu(modes.closed)
        shared = flow.is_redundant(self.q, modes)
        if shared:
            found.append(Guard(self.hold))
        for k, s in enumerate(modes.slip):

            def normal(t: float, q: Floats, u: Floats, k: int = k) -> float:
                return float(flow.constrained(t, q, u, modes).forces[2 * k])

            def reserve(t: float, q: Floats, u: Floats, k: int = k) -> float:
                forces = flow.constrained(t, q, u, modes).forces
                return float(mu[k] * forces[2 * k] - abs(forces[2 * k + 1]))

            def sliding(
                t: float, q: Floats, u: Floats, k: int = k, s: int = s
            ) -> float:
                return float(s * (flow.geometry(q).tangent[modes.closed[k]] @ u))

            found.append(Guard(normal, leaving=int(modes.closed[k])))
            if mu[k] > 0.0 and s != 0:
                found.append(Guard(sliding))
            elif mu[k] > 0.0 and not shared:
                found.append(Guard(reserve, breaking=int(modes.closed[k])))
        return found

    def hold(self, t: float, q: Floats, u: Floats) -> float:
        """Above zero while sticking contacts can share their load and all hold.

        How dependent contacts share it is not determined: one may reach its bound
        while another has some left. The LCP knows whether there is a way.
        """
        solved, scale = self.solved_accelerations(t, q, u, *self.modes)
        begins = np.abs(solved.response[1::2][self.flow.sticking(self.modes)])
        return float(2.0 * scale - begins.max(initial=0.0))

    def jump(self, leaving: tuple[int, ...], breaking: int = -1) -> None:
        """Velocities after an impact, if there is one, and the modes from here on."""
        flow, q = self.flow, self.q
        self.close_joints()
        gaps = flow.geometry(q).gap
        near = flow.contacts[gaps[flow.contacts] <= GAP]
        closed = np.union1d(near, self.modes.closed).astype(np.int64)
        for _ in range(MOST_EVENTS):  # Moreau's law may turn a parting row to approach
            if not self.strike(closed):
                break
        self.modes = self.chosen_modes(closed, leaving, breaking)

    def chosen_modes(
        self, closed: Ints, leaving: tuple[int, ...], breaking: int
    ) -> Modes:
        """Which of the contacts stay closed, and how they slide: by the LCP.

        Contacts that begin to touch without a force stay open, else several of them
        would leave and close in turn. A row whose friction has reached its bound slides
        against it: the LCP would keep it sticking by a rounding, again and again.
        """
        flow, t, q, u = self.flow, self.t, self.q, self.u
        closed = closed[flow.geometry(q).normal[closed] @ u < SPEED]
        if closed.size == 0:
            return Modes(closed, closed)
        along = flow.geometry(q).tangent[closed] @ u
        sliding = np.abs(along) > SPEED
        slip = np.where(sliding, np.sign(along), 0.0).astype(np.int64)
        solved, scale = self.solved_accelerations(t, q, u, closed, slip)
        J = flow.geometry(q).normal[closed]
        push = solved.normal * np.einsum("ij,jk,ik->i", J, flow.held(q).A, J)
        loaded = (push > scale) | np.isin(closed, self.modes.closed)
        stays = (solved.response[0::2] <= scale) & loaded & ~np.isin(closed, leaving)
        begins = (slip == 0) & (np.abs(solved.response[1::2]) > scale)
        slip = np.where(begins, np.sign(solved.response[1::2]), slip).astype(np.int64)
        broken = (closed == breaking) & (slip == 0)
        slip = np.where(broken, -np.sign(solved.tangent), slip).astype(np.int64)
        return Modes(closed[stays], slip[stays])

    def solved_accelerations(
        self, t: float, q: Floats, u: Floats, closed: Ints, slip: Ints
    ) -> tuple[ContactForces, float]:
        """How closed contacts accelerate, and below what that counts as zero."""
        flow = self.flow
        free = flow.joined_acceleration(t, q, u)
        _, G, c = flow.contact_terms(q, u, closed, free)
        solved = solve_accelerations(G, c, flow.mu(closed), slip)
        note_solution(self.state.memory.report, solved)
        if solved.status is not Status.OK:
            words = f"contact accelerations: {STATUS_TEXT[solved.status]}"
            raise Stuck(t, closed, words)
        return solved, FORCE * (1.0 + float(np.abs(c).max()))

    def set_drives(self) -> None:
        """Let prescribed speeds jump where their tables do, and joints with them."""
        system, before = self.flow.system, self.u.copy()
        speeds, curve = system.imposed.speeds, system.imposed.curve
        driven = speeds.dof
        for i, dof in enumerate(driven):
            self.u[dof] = value_after(curve, speeds, i, self.t)
        gain = self.u[driven] ** 2 - before[driven] ** 2
        self.state.ledger.input_work[:-1] += 0.5 * system.inertia.M[driven] * gain
        self.close_joints(before)

    def close_joints(self, before: Floats | None = None) -> None:
        """Take away velocities that would part the joints.

        ``before`` are the velocities before prescribed ones jumped.
        """
        flow, u = self.flow, self.u
        if flow.joints.size == 0:
            return
        since = u.copy() if before is None else before
        joints = flow.held(self.q)
        P = -joints.to_forces @ (joints.J @ u)
        u += flow.M_inv @ (joints.J.T @ P)
        mean = 0.5 * (since + u)
        worked = P * (joints.J @ mean)
        if before is None:  # what integration left open: an error of the scheme
            own = self.state.ledger.loss[-OWN_LOSSES:]
            own[OwnLoss.JOINTS, Cause.NUMERICAL] -= float(worked.sum())
        else:
            group = flow.system.contours.candidates.group[flow.joints]
            np.subtract.at(self.state.ledger.loss[:, Cause.IMPACT], group, worked)
        self.state.memory.tally.normal[flow.joints] += P
        book_drives(self.state, flow.system, joints.J.T @ P, mean)

    def strike(self, closed: Ints) -> bool:
        """Change the velocities by the percussions of an impact, if rows approach."""
        flow, t, q, u = self.flow, self.t, self.q, self.u
        J = flow.geometry(q).directions(closed)
        gamma = J @ u
        approach = gamma[0::2]
        if closed.size == 0 or approach.min() > -SPEED:
            return False
        e_N = self.restitutions(closed, approach)
        e_T: Floats = flow.probe.memory.rows.par_T[closed, 2]
        joints = flow.held(q)
        G = J @ joints.A @ J.T
        impact = solve_impact(G, gamma, flow.mu(closed), e_N, e_T)
        note_solution(self.state.memory.report, impact)
        if impact.status is not Status.OK:
            raise Stuck(t, closed, f"impact: {STATUS_TEXT[impact.status]}")
        P = impact.forces
        u += joints.A @ (J.T @ P)
        held = -joints.to_forces @ (joints.J @ (flow.M_inv @ (J.T @ P)))
        book_impact(self.state, flow.system, closed, P, gamma + J @ u)
        self.state.memory.tally.normal[flow.joints] += held
        book_drives(self.state, flow.system, J.T @ P + joints.J.T @ held, u)
        for i, push in zip(closed, impact.normal, strict=True):
            if push > 0.0:
                self.events.append(Event(t, "impact", int(i), float(push)))
        return True

    def restitutions(self, closed: Ints, approach: Floats) -> Floats:
        """Restitution of each row; none where a rebound would be too short.

        Rows that part have one in Moreau's form of the law, in Newton's they have none.
        """
        e_N: Floats = self.flow.probe.memory.rows.par_N[closed, 0].copy()
        flow, t, q, u = self.flow, self.t, self.q, self.u
        _, _, c = flow.contact_terms(q, u, closed, flow.joined_acceleration(t, q, u))
        pressed = np.maximum(-c[0::2], 0.0)
        weak = -approach * e_N <= pressed * REST_TIME
        weak |= -approach <= REST_SPEED
        moreau = flow.probe.memory.rows.law_N[closed] == NormalLaw.UNILATERAL_MOREAU
        weak &= ~(moreau & (approach > REST_SPEED))
        for k in np.flatnonzero(weak & (e_N > 0.0) & (approach < -SPEED)):
            self.events.append(Event(t, "settle", int(closed[k])))
            self.state.memory.control[Control.SETTLED] += 1.0
        e_N[weak] = 0.0
        return e_N

    def leave(self) -> None:
        """Write everything into the state."""
        state, modes = self.state, self.modes
        state.t[0], state.q[:], state.u[:] = self.t, self.q, self.u
        store_modes(modes, state.memory.modes)
        state.memory.rows.n_active[0] = modes.closed.size
        state.memory.rows.active[: modes.closed.size] = modes.closed
        state.memory.watch.steps[0] = int(state.memory.control[Control.TAKEN])


def advance(system: System, state: State, work: Work, raster: float, n: int) -> int:
    """Run over up to n intervals of a raster of times; PAUSED after a while.

    Raises:
        Stuck: an impact or the accelerations have no solution.
    """
    course = Course(system, state, work)
    course.interval = raster
    last = int(state.memory.control[Control.DONE]) + n
    begun, followed, status = time.perf_counter(), False, Status.OK
    course.begin()
    while state.memory.control[Control.DONE] < last:
        end = float(state.memory.control[Control.DONE] + 1.0) * raster
        if course.t >= end:  # complete with the forces of its last piece at hand
            state.memory.control[Control.DONE] += 1.0
            continue
        if followed and time.perf_counter() - begun > PAUSE_SECONDS:
            status = Status.PAUSED
            break
        course.follow(end)
        followed = True
    course.leave()
    memory = state.memory
    log_events(course.events, memory.rows.law_T, memory.events, work.log)
    return int(status)


def integrate(system: System, state: State, work: Work, end: float) -> Trajectory:
    """Run from a state to a time, event by event; the state is left at the end."""
    course = Course(system, state, work)
    course.interval = end - course.t
    course.begin()
    times = [np.array([course.t])]
    places = [np.r_[course.q, course.u][None]]
    while course.t < end:
        passed, through = course.follow(end)
        times.append(passed)
        places.append(through)
    course.leave()
    n_u, y = state.q.size, np.concatenate(places)
    return Trajectory(np.concatenate(times), y[:, :n_u], y[:, n_u:], course.events)
