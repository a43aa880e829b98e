"""The ledger of event-driven runs: powers along the motion, percussions in between."""

from __future__ import annotations

import numpy as np

from catena.codes import Status
from catena.integrators.event.flow import Flow, Found, Modes
from catena.numerics.arrays import Floats, Ints
from catena.solvers.direct.acceleration_lcp import ContactForces
from catena.tables.contacts import SolverReport
from catena.tables.state import Cause, Ledger
from catena.tables.system import OWN_LOSSES, OwnLoss, State, System


def rates(flow: Flow, modes: Modes, q: Floats, u: Floats, found: Found) -> Floats:
    """Power of all that the ledger books [W], then the contact forces [N]."""
    system, closed = flow.system, modes.closed
    acceleration, forces = found.acceleration, found.forces
    geometry = flow.geometry(q)
    J, n_c = geometry.directions(closed), geometry.gap.size
    others = found.h + J.T @ forces
    normal, tangent = np.zeros(n_c), np.zeros(n_c)
    normal[closed], tangent[closed] = forces[0::2], forces[1::2]
    if flow.joints.size:
        pushed = accelerated(flow, acceleration, others)
        normal[flow.joints] = flow.joint_forces(q, u, pushed)
        others = others + geometry.normal[flow.joints].T @ normal[flow.joints]
    driven = system.imposed.speeds.dof
    missing = system.inertia.M * acceleration - others
    flow.work.reaction[:] = missing[driven]
    friction = np.zeros(len(flow.probe.ledger.loss) - OWN_LOSSES)
    group = system.contours.candidates.group
    np.add.at(friction, group, tangent * (geometry.tangent @ u))
    drive = missing[driven] * u[driven]
    couplings = couplings_of(found.ledger).sum(axis=1)
    loads = found.ledger.input_work[-1:]
    return np.concatenate([couplings, drive, loads, -friction, normal, tangent])


def normal_forces(found: Floats, contacts: int) -> Floats:
    """Normal forces of all contacts and joints among such rates [N]."""
    return found[-2 * contacts : -contacts]


def accelerated(flow: Flow, acceleration: Floats, others: Floats) -> Floats:
    """Accelerations under given forces; prescribed ones as they are."""
    driven = flow.system.imposed.speeds.dof
    product: Floats = flow.M_inv @ others
    product[driven] = acceleration[driven]
    return product


def couplings_of(ledger: Ledger) -> Floats:
    """Losses of dampers by kind of coupling and by cause, a view."""
    return ledger.loss[-OWN_LOSSES:][: OwnLoss.JOINTS]


def accounts(state: State) -> tuple[Floats, ...]:
    """Where the rates belong, in their order."""
    loss, tally = state.ledger.loss, state.memory.tally
    couplings = couplings_of(state.ledger)[:, Cause.VISCOUS]
    friction = loss[:-OWN_LOSSES, Cause.COULOMB]
    booked = couplings, state.ledger.input_work, friction
    return (*booked, tally.normal, tally.friction[:, 0])


def account(state: State) -> Floats:
    """What the rates of a piece add up in, in one row."""
    return np.concatenate(accounts(state))


def book_sums(state: State, sums: Floats) -> None:
    """Add the integrals of the rates to ledger and tally."""
    at, n_c = 0, state.memory.tally.normal.size
    for one in accounts(state):
        one += sums[at : at + one.size]
        at += one.size
    state.memory.events.carried[:] += sums[at - 2 * n_c : at - n_c]


def book_impact(
    state: State, system: System, closed: Ints, P: Floats, twice_mean: Floats
) -> None:
    """Book the work of percussions: each with the mean of its velocities."""
    loss, tally = state.ledger.loss, state.memory.tally
    work = 0.5 * P * twice_mean
    group = system.contours.candidates.group[closed]
    np.subtract.at(loss[:, Cause.IMPACT], group, work[0::2])
    np.subtract.at(loss[:, Cause.COULOMB], group, work[1::2])
    tally.normal[closed] += P[0::2]
    state.memory.events.carried[closed] += P[0::2]
    tally.friction[closed, 0] += P[1::2]


def book_drives(state: State, system: System, impulse: Floats, mean: Floats) -> None:
    """Book what prescribed speeds supply against impulses at mean velocities."""
    driven = system.imposed.speeds.dof
    state.ledger.input_work[:-1] -= impulse[driven] * mean[driven]


def note_solution(report: SolverReport, solved: ContactForces) -> None:
    """Report how well an LCP was solved and what it took."""
    report.residual[0] = solved.residual
    report.total_sweeps[0] += solved.pivots
    if solved.status is Status.OK:
        worst = max(float(report.worst_residual[0]), solved.residual)
        report.worst_residual[0] = worst
    else:
        report.unconverged[0] += 1
