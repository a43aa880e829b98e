"""Energies of a state, and the work booked in every step.

A step changes the kinetic energy by exactly the sum of all impulses times the mean
of the velocities before and after it. The ledger books each impulse with that mean
velocity; what is missing from the balance in the end is the error with which the
time discretisation treats the potentials, and nothing else.
"""

from __future__ import annotations

import numpy as np

from catena.bodies.linear import linear_kinetic, linear_potential
from catena.bodies.rigid_planar import poses_of
from catena.codes import Mode, NormalLaw
from catena.contact.search import fill_gaps
from catena.couplings.beam import beam_potential
from catena.couplings.pin_joint import pin_joint_potential
from catena.couplings.spring_damper import spring_potential
from catena.couplings.torsion_bar import torsion_energy
from catena.jit import lean_kernel
from catena.laws.dispatch import (
    acts_along_normal,
    elastic_energy,
    is_single_valued,
    normal_force,
)
from catena.numerics.arrays import Bools, Floats, Ints
from catena.numerics.records import Rows
from catena.solvers.coupled_laws.maxwell_rows import fill_maxwell_forces
from catena.tables.contacts import ListedRows
from catena.tables.friction import ElasticFriction, Slots
from catena.tables.maxwell import maxwell_work
from catena.tables.state import Cause, Ledger
from catena.tables.system import System, Tally

BILATERAL = int(NormalLaw.BILATERAL)
COULOMB = int(Cause.COULOMB)
CONTACT_DAMPING, IMPACT = int(Cause.CONTACT_DAMPING), int(Cause.IMPACT)
NUMERICAL, OPEN = int(Cause.NUMERICAL), int(Mode.OPEN)
PROBE = 1e-6
"""Depth [m] at which laws are asked whether they dissipate."""


def kinetic_energy(system: System, u: Floats) -> float:
    """Kinetic energy of all bodies [J]."""
    planar = 0.5 * float(np.sum(system.inertia.M * u * u))
    return planar + float(np.sum(linear_kinetic(system.linear, u)))


def potential_energy(system: System, q: Floats) -> float:
    """Energy of weights and couplings [J]."""
    n_bodies = system.bodies.extent.size
    pose = poses_of(q, n_bodies)
    gravity, M, bars = system.gravity, system.inertia.M, system.torsion
    parts = (
        gravity_potential(gravity, M, n_bodies, q),
        spring_potential(system.springs, pose),
        pin_joint_potential(system.journals, pose),
        torsion_energy(bars, q) if bars.size else 0.0,  # spares others the compiler
        beam_potential(system.beams, q),
        linear_potential(system.linear, q),
    )
    return float(sum(np.sum(part) for part in parts))


def gravity_potential(gravity: Floats, M: Floats, n_bodies: int, q: Floats) -> Floats:
    """Energy of position of each planar body [J]."""
    places = q[: 3 * n_bodies].reshape(-1, 3)
    return -M[: 3 * n_bodies : 3] * (places[:, :2] @ gravity)


def stored_energy(system: System, q: Floats, rows: ListedRows) -> Floats:
    """Elastic energy stored in each contact group at the coordinates q [J]."""
    group = system.contours.candidates.group
    stored = np.zeros(int(group.max(initial=-1)) + 1)
    rows = rows._replace(g_N=np.zeros(group.size))
    pose = poses_of(q, system.bodies.extent.size)
    fill_gaps(system.contours, rows.g_N, pose, q)
    laws, law = system.contours.candidates.laws, system.contours.candidates.law
    for i in np.flatnonzero(rows.g_N < 0.0):
        if is_single_valued(laws.law[law[i]]):
            stored[group[i]] += elastic_energy(laws, int(law[i]), -rows.g_N[i])
    groups = system.maxwell
    if not groups.definite.size:  # spares others the compilation
        return stored
    forces = maxwell_forces(system, rows)
    for m, definite in enumerate(groups.definite):  # 1/2 la' C la, row by row
        own = slice(groups.first[m], groups.first[m + 1])
        members = groups.row[own]
        bent = -rows.g_N[members]  # where la is, since there C la + g~ = 0
        if not definite:
            bent = groups.C[own, : members.size] @ forces[members]
        np.add.at(stored, group[members], 0.5 * forces[members] * bent)
    return stored


def damped_groups(system: System) -> Bools:
    """Contact groups with an elastic contact that dissipates; the others only store.

    Coupled contacts whose matrix is not definite are pressed as in plastic impacts.
    """
    group, groups = system.contours.candidates.group, system.maxwell
    laws, account = system.contours.candidates.laws, system.contours.candidates.account
    damped = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.bool_)
    for g, law in enumerate(laws.law):
        if is_single_valued(law):
            still = normal_force(laws, g, -PROBE, 0.0, 1.0)
            closing = normal_force(laws, g, -PROBE, -1.0, 1.0)
            damped[account[g]] |= closing != still
    for m in np.flatnonzero(groups.definite == 0):
        damped[group[groups.row[groups.first[m] : groups.first[m + 1]]]] = True
    return damped


def maxwell_forces(system: System, rows: ListedRows) -> Floats:
    """Forces of all coupled rows at the gaps of these rows [N].

    Where the gaps do not tell them, those of the last step.
    """
    n_c = rows.g_N.size
    probe = rows._replace(
        la_N=rows.la_N.copy(),
        last_step=np.zeros(n_c, dtype=np.int64),
        step=np.zeros(1, dtype=np.int64),
    )
    fill_maxwell_forces(probe, system.maxwell, maxwell_work(system.maxwell))
    return probe.la_N


@lean_kernel
def fill_impulses(h: Floats, dt: float, impulse: Floats) -> None:
    """Begin the impulses of a step with those of the smooth forces."""
    for k in range(h.size):
        impulse[k] = dt * h[k]


@lean_kernel
def is_driven(ledger: Ledger) -> bool:
    """Whether a velocity is prescribed, so that somebody asks for the impulses."""
    return bool(ledger.input_work.size > 1)


@lean_kernel
def book_listed(
    rows: ListedRows,
    kinds: tuple[Ints, Ints],
    u_mean: Floats,
    dt: float,
    impulse: Floats,
    ledger: Ledger,
    tally: Tally,
) -> None:
    """Book the work of the listed rows and collect their percussions.

    ``kinds``: group and mode of each contact. A rigid contact that carried in the step
    before does no work: what its percussion takes, since the direction has turned
    meanwhile, is an error of the time steps.
    """
    group, modes = kinds
    active, dof, law_N = rows.active, rows.dof, rows.law_N
    W_N, W_T, w_N, w_T = rows.W_N, rows.W_T, rows.w_N, rows.w_T
    P_N, P_T, la_N, la_T = rows.P_N, rows.P_T, rows.la_N, rows.la_T
    loss, normal, friction, peak = ledger.loss, tally.normal, tally.friction, tally.peak
    driven = is_driven(ledger)
    for j in range(rows.n_active[0]):
        i = active[j]
        if i < 0:  # never: no index counts from the end
            continue
        speed_N, speed_T = w_N[i], w_T[i, 0]
        push, pull = P_N[i], P_T[i, 0]
        if law_N[i] == BILATERAL:  # ``book_joints`` books these
            push = 0.0
        for k in range(dof.shape[1]):
            at = dof[i, k]
            if at < 0:
                break
            speed_N += W_N[i, k] * u_mean[at]
            speed_T += W_T[i, 0, k] * u_mean[at]
            if driven:
                impulse[at] += W_N[i, k] * push + W_T[i, 0, k] * pull
        pull += dt * la_T[i, 0]
        if acts_along_normal(law_N[i]):
            loss[group[i], CONTACT_DAMPING] -= dt * la_N[i] * speed_N
        if push != 0.0:
            cause = IMPACT if modes[i] == OPEN else NUMERICAL
            loss[group[i], cause] -= push * speed_N
        loss[group[i], COULOMB] -= pull * speed_T
        push = P_N[i] + dt * la_N[i]
        normal[i] += push
        friction[i, 0] += pull
        peak[i] = max(peak[i], abs(push) / dt)  # joints pull, too
        if W_T.shape[1] == 2:
            book_second_tangent(rows, group[i], i, u_mean, dt, impulse, loss)
            friction[i, 1] += P_T[i, 1] + dt * la_T[i, 1]


@lean_kernel
def tally_touching(touching: Rows, slots: Slots, tally: Tally, dt: float) -> None:
    """Collect what elastic contacts of planar bodies carried in a step."""
    normal, friction, peak = tally.normal, tally.friction, tally.peak
    for j in range(slots.n_touching[0]):
        i, force = touching[j].slot, touching[j].force
        if i < 0:  # as above
            continue
        normal[i] += dt * force
        friction[i, 0] += dt * touching[j].P + slots.P[i]
        peak[i] = max(peak[i], force)


@lean_kernel
def tally_bearings(friction: ElasticFriction, tally: Tally, dt: float) -> None:
    """Collect what bearings with friction of known bound carried."""
    turns = friction.turns
    for k in range(turns.size):
        i, load = turns[k].slot, friction.load[k]
        if i < 0:  # as above
            continue
        tally.normal[i] += dt * load
        tally.friction[i, 0] += turns[k].P * turns[k].per
        tally.peak[i] = max(tally.peak[i], load)


@lean_kernel
def book_second_tangent(
    rows: ListedRows,
    group: int,
    i: int,
    u_mean: Floats,
    dt: float,
    impulse: Floats,
    loss: Floats,
) -> None:
    """The same for the second tangent of row i."""
    dof, W_T, P_T = rows.dof, rows.W_T, rows.P_T
    speed_T = rows.w_T[i, 1]
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        speed_T += W_T[i, 1, k] * u_mean[dof[i, k]]
        impulse[dof[i, k]] += W_T[i, 1, k] * P_T[i, 1]
    loss[group, COULOMB] -= (P_T[i, 1] + dt * rows.la_T[i, 1]) * speed_T


@lean_kernel
def book_drives(
    speeds: Rows,
    M: Floats,
    u_start: Floats,
    u: Floats,
    dt: float,
    impulse: Floats,
    reaction: Floats,
    booked: Floats,
) -> None:
    """Book the work of prescribed speeds: inertia minus all other impulses."""
    for i in range(speeds.size):
        k = speeds[i].dof
        supplied = M[k] * (u[k] - u_start[k]) - impulse[k]
        reaction[i] = supplied / dt
        booked[i] += supplied * 0.5 * (u_start[k] + u[k])
