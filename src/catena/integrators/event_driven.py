"""Event-driven integration: flow, guard, jump, for models with few contacts.

Between events the closed contacts are constraints, sticking or sliding, and a
Runge-Kutta scheme of high order follows the motion. The next event is the first root
of the guards: a gap closes, a normal force vanishes, sliding stops, friction reaches
its bound. An impact or the acceleration LCP then says how it goes on.

Source: [Pfeiffer1997] (1)-(12).
Deviation: below ``rest_speed`` an impact is taken as plastic, which ends a Zeno
sequence after finitely many bounces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

from catena.codes import STATUS_TEXT, NormalLaw, Status
from catena.couplings.boundary import curve_value
from catena.dynamics.evaluation import evaluate_forces
from catena.dynamics.stability import probed_rows
from catena.errors import SolverError
from catena.numerics.arrays import Floats, Ints
from catena.solvers.acceleration_lcp import solve_accelerations, solve_impact
from catena.tables.contacts import ContactRows
from catena.tables.system import State, System, Work

GAP, SPEED, FORCE = 1e-8, 1e-7, 1e-9
"""Below these [m], [m/s], [m/s^2] a gap, velocity or acceleration counts as zero."""
NUDGE = 1e-6
"""Half the time [s] over which directions are differenced."""
UNILATERAL = (NormalLaw.UNILATERAL_NEWTON, NormalLaw.UNILATERAL_MOREAU)


class Modes(NamedTuple):
    """Which contacts are closed, and how each of them slides."""

    closed: Ints  # (n,)   rows
    slip: Ints  # (n,)     -1, +1 sliding that way, 0 sticking


@dataclass(frozen=True)
class Event:
    """Something that happened at an instant."""

    time: float
    kind: str
    """``impact``, ``open``, ``stick`` or ``slip``."""
    row: int
    value: float = 0.0
    """Percussion of an impact [N s]."""


@dataclass
class Flow:
    """The equations of motion with given modes, and what they need."""

    system: System
    state: State
    """Scratch: where forces are evaluated."""
    work: Work
    M_inv: Floats
    events: list[Event] = field(default_factory=list)
    known_gaps: dict[bytes, Floats] = field(default_factory=dict)
    """Gaps at the coordinates asked for last."""
    known_motion: dict[bytes, tuple[Floats, Floats]] = field(default_factory=dict)
    """Accelerations and forces at the state asked for last."""

    def free_acceleration(self, t: float, q: Floats, u: Floats) -> Floats:
        """Accelerations without contact forces; prescribed speeds have their own."""
        self.state.t[0], self.state.q[:], self.state.u[:] = t, q, u
        self.work.h_parts[:] = 0.0
        evaluate_forces(self.system, self.state, self.work, np.inf)
        product: Floats = self.M_inv @ self.work.h
        driven, curves = self.system.boundaries.speeds, self.system.boundaries.curves
        for dof, curve in zip(driven.dof, driven.curve, strict=True):
            ahead = curve_value(curves, curve, t + NUDGE)
            product[dof] = (ahead - curve_value(curves, curve, t)) / NUDGE
        return product

    def contact_terms(
        self, t: float, q: Floats, u: Floats, closed: Ints
    ) -> tuple[Floats, Floats, Floats]:
        """Directions J of the closed rows, G = J M^-1 J', and accelerations c."""
        J = self.directions(q, closed)
        ahead, behind = q + NUDGE * u, q - NUDGE * u
        turning = self.directions(ahead, closed) - self.directions(behind, closed)
        c = J @ self.free_acceleration(t, q, u) + turning @ u / (2.0 * NUDGE)
        return J, J @ self.M_inv @ J.T, c

    def directions(self, q: Floats, closed: Ints) -> Floats:
        """Normals and tangents of rows, alternating, as a dense matrix."""
        rows = probed_rows(self.system, q, self.state.rows)
        J = np.zeros((2 * closed.size, q.size))
        for k, i in enumerate(closed):
            used = rows.dof[i] >= 0
            J[2 * k, rows.dof[i][used]] = rows.W_N[i][used]
            J[2 * k + 1, rows.dof[i][used]] = rows.W_T[i, 0][used]
        return J

    def gaps(self, q: Floats) -> Floats:
        """Gaps of all rows [m]."""
        key = q.tobytes()
        if key not in self.known_gaps:
            found = probed_rows(self.system, q, self.state.rows).g_N
            self.known_gaps = {key: found}
        return self.known_gaps[key]

    def mu(self, closed: Ints) -> Floats:
        """Friction coefficients of rows."""
        mu: Floats = self.state.rows.par_T[closed, 0]
        return mu

    def constrained(
        self, t: float, q: Floats, u: Floats, modes: Modes
    ) -> tuple[Floats, Floats]:
        """Accelerations and contact forces with all modes kept, (5)."""
        key = np.r_[t, q, u, modes.closed, modes.slip].tobytes()
        if key not in self.known_motion:
            self.known_motion = {key: self.solved(t, q, u, modes)}
        return self.known_motion[key]

    def solved(
        self, t: float, q: Floats, u: Floats, modes: Modes
    ) -> tuple[Floats, Floats]:
        """The same, computed."""
        if modes.closed.size == 0:
            return self.free_acceleration(t, q, u), np.zeros(0)
        J, G, c = self.contact_terms(t, q, u, modes.closed)
        n = modes.closed.size
        spread = np.zeros((2 * n, 2 * n))  # forces from the unknown ones
        kept = np.ones(2 * n, dtype=bool)
        mu = self.mu(modes.closed)
        for k in range(n):
            spread[2 * k, 2 * k] = 1.0
            if modes.slip[k] == 0 and mu[k] > 0.0:
                spread[2 * k + 1, 2 * k + 1] = 1.0
            else:
                spread[2 * k + 1, 2 * k] = -mu[k] * modes.slip[k]
                kept[2 * k + 1] = False
        matrix = (G @ spread)[np.ix_(kept, kept)]
        unknown = np.zeros(2 * n)
        unknown[kept] = np.linalg.lstsq(matrix, -c[kept], rcond=None)[0]
        forces = spread @ unknown
        acceleration = self.free_acceleration(t, q, u) + self.M_inv @ (J.T @ forces)
        return acceleration, forces

    def powers(self, t: float, q: Floats, u: Floats, modes: Modes) -> Floats:
        """Power of all that the ledger books, in its order [W]."""
        acceleration, forces = self.solved(t, q, u, modes)  # h and its parts are there
        J, ledger = self.directions(q, modes.closed), self.state.ledger
        parts = self.work.h_parts @ u
        driven = self.system.boundaries.speeds.dof
        missing = self.system.inertia.M * acceleration - self.work.h - J.T @ forces
        drive = missing[driven] * u[driven]
        friction = np.zeros(ledger.contact_T.size)
        group = self.system.contours.candidates.group[modes.closed]
        np.add.at(friction, group, (forces * (J @ u))[1::2])
        return np.concatenate([parts, drive, friction])

    def book(self, booked: Floats) -> None:
        """Add the integrals of ``powers`` to the ledger [J]."""
        ledger, at = self.state.ledger, 0
        for account in (ledger.parts, ledger.drive, ledger.contact_T):
            account += booked[at : at + account.size]
            at += account.size


def inverse_mass_matrix(system: System) -> Floats:
    """The inverse mass as a dense matrix, zero where the motion is held."""
    M_inv = np.diag(system.inertia.M_inv)
    linear = system.linear
    for j, first in enumerate(linear.first):
        n = linear.size[j]
        M_inv[first : first + n, first : first + n] = linear.M_inv[j, :n, :n]
    return M_inv


def halves(y: Floats, n_u: int) -> tuple[Floats, Floats]:
    """Coordinates and velocities out of an integrated state."""
    return y[:n_u], y[n_u : 2 * n_u]


def guards(flow: Flow, modes: Modes, n_rows: int) -> list[Any]:
    """Functions of (t, y) whose falling through zero is an event."""
    found: list[Any] = []
    n_u = flow.state.q.size

    def guard(value: Callable[..., float], leaving: int = -1) -> None:
        def event(t: float, y: Floats) -> float:
            return value(t, *halves(y, n_u))

        event.terminal, event.direction = True, -1.0  # type: ignore[attr-defined]
        event.leaving = leaving  # type: ignore[attr-defined]
        found.append(event)

    for i in range(n_rows):
        if i not in modes.closed:
            guard(lambda t, q, u, i=i: float(flow.gaps(q)[i]))
    mu = flow.mu(modes.closed)
    for k, s in enumerate(modes.slip):

        def normal(t: float, q: Floats, u: Floats, k: int = k) -> float:
            return float(flow.constrained(t, q, u, modes)[1][2 * k])

        def reserve(t: float, q: Floats, u: Floats, k: int = k) -> float:
            forces = flow.constrained(t, q, u, modes)[1]
            return float(mu[k] * forces[2 * k] - abs(forces[2 * k + 1]))

        def sliding(t: float, q: Floats, u: Floats, k: int = k, s: int = s) -> float:
            return float(s * (flow.directions(q, modes.closed)[2 * k + 1] @ u))

        guard(normal, leaving=int(modes.closed[k]))
        if mu[k] > 0.0:
            guard(reserve if s == 0 else sliding)
    return found


def jump(
    flow: Flow,
    t: float,
    q: Floats,
    u: Floats,
    modes: Modes,
    rest_speed: float,
    leaving: tuple[int, ...] = (),
) -> Modes:
    """Velocities after an impact, if there is one, and the modes from here on."""
    near = np.flatnonzero(flow.gaps(q) <= GAP)
    closed = np.union1d(near, modes.closed).astype(np.int64)
    if closed.size == 0:
        return Modes(closed, closed)
    strike(flow, t, q, u, closed, rest_speed)
    J = flow.directions(q, closed)
    gamma = J @ u
    closed = closed[gamma[0::2] < SPEED]
    if closed.size == 0:
        return Modes(closed, closed)
    J, G, c = flow.contact_terms(t, q, u, closed)
    gamma = J @ u
    sliding = np.abs(gamma[1::2]) > SPEED
    slip = np.where(sliding, np.sign(gamma[1::2]), 0.0).astype(np.int64)
    solved = solve_accelerations(G, c, flow.mu(closed), slip)
    if solved.status is not Status.OK:
        words = STATUS_TEXT[solved.status]
        raise SolverError(f"stopped at t = {t:.9g} s, contact accelerations: {words}")
    scale = FORCE * (1.0 + np.abs(c).max())
    stays = (solved.response[0::2] <= scale) & ~np.isin(closed, leaving)
    begins = (slip == 0) & (np.abs(solved.response[1::2]) > scale)
    slip = np.where(begins, np.sign(solved.response[1::2]), slip).astype(np.int64)
    return Modes(closed[stays], slip[stays])


def strike(
    flow: Flow, t: float, q: Floats, u: Floats, closed: Ints, rest_speed: float
) -> None:
    """Change the velocities by the percussions of an impact, if rows approach."""
    J = flow.directions(q, closed)
    gamma = J @ u
    approach = gamma[0::2]
    if approach.min() > -SPEED:
        return
    rows = flow.state.rows
    e_N = np.where(approach < -rest_speed, rows.par_N[closed, 0], 0.0)
    e_T: Floats = rows.par_T[closed, 2]
    G = J @ flow.M_inv @ J.T
    impact = solve_impact(G, gamma, flow.mu(closed), e_N, e_T)
    if impact.status is not Status.OK:
        words = STATUS_TEXT[impact.status]
        raise SolverError(f"stopped at t = {t:.9g} s, impact: {words}")
    u += flow.M_inv @ (J.T @ impact.forces)
    book_impact(flow, closed, impact.forces, J, gamma, u)
    for i, P in zip(closed, impact.normal, strict=True):
        if P > 0.0:
            flow.events.append(Event(t, "impact", int(i), float(P)))


def book_impact(
    flow: Flow, closed: Ints, P: Floats, J: Floats, before: Floats, u: Floats
) -> None:
    """Book the work of percussions: each with the mean of its velocities."""
    ledger = flow.state.ledger
    work = 0.5 * P * (before + J @ u)
    group = flow.system.contours.candidates.group[closed]
    np.add.at(ledger.impact, group, work[0::2])
    np.add.at(ledger.contact_T, group, work[1::2])
    driven = flow.system.boundaries.speeds.dof
    ledger.drive[:] -= (J.T @ P)[driven] * u[driven]


def changes(t: float, before: Modes, after: Modes) -> list[Event]:
    """What became of the contacts, as events."""
    was = dict(zip(before.closed, before.slip, strict=True))
    now = dict(zip(after.closed, after.slip, strict=True))
    listed = [Event(t, "open", int(i)) for i in was if i not in now]
    for i, s in now.items():
        if i not in was or was[i] != s:
            listed.append(Event(t, "stick" if s == 0 else "slip", int(i)))
    return listed


@dataclass(frozen=True)
class Trajectory:
    """What an event-driven run found."""

    time: Floats
    q: Floats  # (n_t, n_u)
    u: Floats  # (n_t, n_u)
    events: list[Event]


def integrate(
    system: System,
    state: State,
    work: Work,
    end: float,
    *,
    tolerance: float = 1e-10,
    rest_speed: float = 1e-5,
    max_events: int = 2_000,
) -> Trajectory:
    """Run from a state to a time, event by event; the state is left at the end."""
    flow = Flow(system, state, work, inverse_mass_matrix(system))
    t, q, u = float(state.t[0]), state.q.copy(), state.u.copy()
    n_u, ledger = q.size, state.ledger
    quiet = np.zeros(ledger.parts.size + ledger.drive.size + ledger.contact_T.size)
    none = np.zeros(0, dtype=np.int64)
    modes = jump(flow, t, q, u, Modes(none, none), rest_speed)
    pieces: list[Any] = [(np.array([t]), np.r_[q, u][:, None])]
    n_rows = state.rows.g_N.size
    for _ in range(max_events):

        def slope(t: float, y: Floats, modes: Modes = modes) -> Floats:
            q, u = halves(y, n_u)
            acceleration = flow.constrained(t, q, u, modes)[0]
            joined: Floats = np.r_[u, acceleration, flow.powers(t, q, u, modes)]
            return joined

        watched = guards(flow, modes, n_rows)
        found = solve_ivp(
            slope,
            (t, end),
            np.r_[q, u, quiet],
            method="DOP853",
            rtol=tolerance,
            atol=tolerance,
            events=watched,
        )
        pieces.append((found.t, found.y[: 2 * n_u]))
        t = float(found.t[-1])
        q, u = (part.copy() for part in halves(found.y[:, -1], n_u))
        flow.book(found.y[2 * n_u :, -1])
        if found.status != 1:
            break
        fired = [g for g, at in zip(watched, found.t_events, strict=True) if at.size]
        leaving = tuple(g.leaving for g in fired)
        after = jump(flow, t, q, u, modes, rest_speed, leaving)
        flow.events += changes(t, modes, after)
        modes = after
        pieces.append((np.array([t]), np.r_[q, u][:, None]))
    else:
        raise SolverError(f"stopped at t = {t:.9g} s: {max_events} events")
    state.t[0], state.q[:], state.u[:] = t, q, u
    times = np.concatenate([piece[0] for piece in pieces])
    values = np.concatenate([piece[1] for piece in pieces], axis=1).T
    return Trajectory(times, values[:, :n_u], values[:, n_u:], flow.events)


def unsuitable(rows: ContactRows) -> int:
    """First row the scheme cannot follow (not unilateral and rigid), -1 if none."""
    wrong = np.flatnonzero(~np.isin(rows.law_N, UNILATERAL))
    return int(wrong[0]) if wrong.size else -1
