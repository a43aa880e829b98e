"""All single-valued forces of a state: couplings, loads, elastic contacts."""

from __future__ import annotations

from catena.bodies.rigid_planar import fill_poses
from catena.contact.laws.row_forces import (
    add_row_forces,
    begin_rows,
    fill_row_forces,
    fill_row_velocities,
)
from catena.contact.search import fill_contact_rows, update_near
from catena.dynamics.forces import add_body_forces, fill_coupling_forces
from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ContactRows
from catena.tables.pairs import PairKind
from catena.tables.system import State, System, Work

JOURNAL_TURN = int(PairKind.JOURNAL_TURN)


@inline_kernel
def evaluate_forces(system: System, state: State, work: Work, travel: float) -> int:
    """Fill h(q, u, t), and the gaps and directions of all contacts that are closed.

    ``travel`` is the way [m] any contour may have gone since the last call.
    """
    q, u, rows = state.q, state.u, state.rows
    pose, h, parts = work.pose, work.h, work.h_parts
    contours, search = system.contours, state.search
    fill_poses(q, pose)
    update_near(contours, search, rows, pose, q, travel)
    fill_contact_rows(contours, search, rows, pose, q, state.ledger.penetration)
    force = work.journal_force
    springs, journals, torsion = system.springs, system.journals, system.torsion
    fill_coupling_forces(springs, journals, torsion, q, u, pose, h, parts, force)
    inertia, linear, boundaries = system.inertia, system.linear, system.boundaries
    n_bodies, t = pose.shape[0], state.t[0]
    add_body_forces(inertia, linear, boundaries, n_bodies, q, u, t, h, parts)
    candidates = contours.candidates
    take_journal_forces(candidates.pair, candidates.link, rows, force)
    return add_contact_forces(rows, u, h)


@kernel
def take_journal_forces(
    pair: Ints, link: Ints, rows: ContactRows, journal_force: Floats
) -> None:
    """Give the force of each bearing to the row of its friction."""
    active, la_N = rows.active, rows.la_N
    for j in range(rows.n_active[0]):
        i = active[j]
        if pair[i] == JOURNAL_TURN:
            la_N[i] = journal_force[link[i]]


@kernel
def add_contact_forces(rows: ContactRows, u: Floats, h: Floats) -> int:
    """Add the forces of single-valued laws to h."""
    begin_rows(rows)
    fill_row_velocities(rows, u)
    status = fill_row_forces(rows)
    add_row_forces(rows, h)
    return status
