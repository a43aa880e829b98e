"""All single-valued forces of a state: couplings, loads, elastic contacts."""

from __future__ import annotations

from catena.bodies.rigid_planar import fill_poses
from catena.codes import Status
from catena.contact.row_forces import (
    add_row_forces,
    fill_row_forces,
    fill_row_velocities,
)
from catena.contact.search import update_near
from catena.contact.touch import touch_contours
from catena.dynamics.forces import add_body_forces, fill_coupling_forces
from catena.dynamics.yielding_groups import fill_yielding_forces
from catena.jit import inline_kernel
from catena.numerics.arrays import Floats, Ints
from catena.solvers.coupled_laws.maxwell_rows import fill_maxwell_forces
from catena.tables.contacts import ContactRows
from catena.tables.pairs import PairKind
from catena.tables.system import State, System, Work

OK = int(Status.OK)
JOURNAL_TURN = int(PairKind.JOURNAL_TURN)


@inline_kernel
def evaluate_forces(
    system: System, state: State, work: Work, travel: float, dt: float
) -> int:
    """Fill h(q, u, t), and the gaps and directions of all contacts that are closed.

    ``travel`` is the way [m] any contour may have gone since the last call, ``dt``
    the step over which groups of coupled contacts may be pressed that are not
    definite; 0 where there are none.
    """
    q, u, rows, t = state.q, state.u, state.memory.rows, state.t[0]
    search, deepest = state.memory.search, state.memory.watch.penetration
    pose, h, parts, force = work.pose, work.h, work.h_parts, work.journal_force
    general, maxwell = work.general, work.maxwell
    contours, groups = system.contours, system.maxwell
    springs, journals, torsion = system.springs, system.journals, system.torsion
    inertia, linear, boundaries = system.inertia, system.linear, system.boundaries
    fill_poses(q, pose)
    update_near(contours, search, rows, pose, q, travel)
    fill_coupling_forces(springs, journals, torsion, q, u, pose, h, parts, force)
    add_body_forces(inertia, linear, boundaries, pose.shape[0], q, u, t, h, parts)
    status, n_general = touch_contours(
        contours, search, rows, pose, q, u, deepest, general, h
    )
    if status != OK or n_general == 0:
        return status
    candidates = contours.candidates
    take_journal_forces(
        candidates.pair, candidates.link, rows.la_N, general, n_general, force
    )
    status = fill_maxwell_forces(rows, groups, maxwell)
    if status != OK:
        return status
    status = fill_yielding_forces(
        rows, groups, maxwell, candidates.pair, inertia.M_inv, linear, u, h, dt
    )
    if status != OK:
        return status
    return add_contact_forces(rows, general, n_general, u, h)


@inline_kernel
def take_journal_forces(
    pair: Ints,
    link: Ints,
    la_N: Floats,
    general: Ints,
    n_general: int,
    journal_force: Floats,
) -> None:
    """Give the force of each bearing to the row of its friction."""
    for j in range(n_general):
        i = general[j]
        if pair[i] == JOURNAL_TURN:
            la_N[i] = journal_force[link[i]]


@inline_kernel
def add_contact_forces(
    rows: ContactRows, general: Ints, n_general: int, u: Floats, h: Floats
) -> int:
    """Add the forces of single-valued laws of the general rows to h."""
    fill_row_velocities(rows, general, n_general, u)
    status = fill_row_forces(rows, general, n_general)
    add_row_forces(rows, general, n_general, h)
    return status
