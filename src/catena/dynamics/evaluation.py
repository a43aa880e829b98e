"""All single-valued forces of a state: couplings, loads, elastic contacts."""

from __future__ import annotations

from catena.bodies.flat_motion import fill_forces
from catena.bodies.linear import add_linear_forces, linear_power
from catena.bodies.planar import bodies_view
from catena.bodies.rigid_planar import fill_poses
from catena.codes import Status
from catena.contact.contour_rows import find_contacts
from catena.contact.planar_contacts import add_touching_forces
from catena.contact.search import update_near
from catena.couplings.beam import add_beams, book_beams
from catena.couplings.boundary import add_loads, book_loads
from catena.couplings.pin_joint import add_pin_joints, book_pin_joints, joint_force
from catena.couplings.spring_damper import add_spring_dampers, book_spring_dampers
from catena.couplings.torsion_bar import add_torsion_bars, book_torsion_bars
from catena.dynamics.yielding_groups import fill_yielding_forces
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.listed import add_row_forces, fill_row_forces, fill_row_velocities
from catena.solvers.coupled_laws.maxwell_rows import fill_maxwell_forces
from catena.tables.contacts import ListedRows
from catena.tables.pairs import PairKind
from catena.tables.state import Cause, Ledger
from catena.tables.system import OWN_LOSSES, OwnLoss, State, System, Work

OK = int(Status.OK)
VISCOUS = int(Cause.VISCOUS)
JOURNAL_TURN = int(PairKind.JOURNAL_TURN)


@inline_kernel
def evaluate_forces(
    system: System, state: State, work: Work, travel: float, dt: float
) -> int:
    """Fill h(q, u, t), and the gaps and directions of all contacts that are closed.

    ``travel`` is the way [m] any contour may have gone since the last call, ``dt``
    the step over which rigid contacts use up gaps within their tolerance and groups of
    coupled contacts may be pressed that are not definite; 0 where there are none.
    """
    q, u, rows, h = state.q, state.u, state.memory.rows, work.h
    contours, pose, general = system.contours, work.pose, work.general
    search, deepest = state.memory.search, state.memory.watch.penetration
    candidates, groups, maxwell = contours.candidates, system.maxwell, work.maxwell
    laws, law = candidates.laws, candidates.law
    slots, touching = state.memory.slots, work.touching
    masses, bearings = (
        (candidates.pair, system.inertia.M_inv, system.linear),
        work.bearings,
    )
    fill_poses(q, pose)
    update_near(contours, search, rows, pose, q, travel)
    add_smooth_forces(system, state, work)
    tables, motion = (rows, slots, touching), (pose, q)
    n_general = find_contacts(contours, search, tables, motion, deepest, general, dt)
    status = add_touching_forces(touching, slots, laws, u, h, pose.shape[0])
    if status != OK or n_general == 0:
        return status
    pair, link = candidates.pair, candidates.link
    # friction of a bearing is bounded by its force, which is known only now
    take_bearing_forces(pair, link, rows.la_N, general, n_general, bearings)
    status = fill_maxwell_forces(rows, groups, maxwell)
    if status != OK:
        return status
    # last of the normal forces: these depend on all others of their bodies
    status = fill_yielding_forces(rows, groups, maxwell, masses, (u, h), dt)
    if status != OK:
        return status
    return add_listed_forces(rows, (laws, law), general, n_general, u, h)


@inline_kernel
def add_smooth_forces(system: System, state: State, work: Work) -> None:
    """Start h with the weights; add couplings, linear bodies and loads."""
    q, u, h, pose = state.q, state.u, work.h, work.pose
    n_b = pose.shape[0]
    turn = turns_view(pose)
    q3, u3, h3 = bodies_view(q, n_b), bodies_view(u, n_b), bodies_view(h, n_b)
    fill_forces(h, system.weights)
    add_spring_dampers(system.springs, q3, u3, turn, h3, work.pulls)
    add_pin_joints(system.journals, q3, u3, turn, h3, work.bearings)
    add_torsion_bars(system.torsion, q, u, h, work.bars)
    add_beams(system.beams, q3, u3, turn, h3, work.strains)
    add_linear_forces(system.linear, q, u, h, work.drag)
    add_loads(system.imposed, q, u, h, work.given, state.t[0])


@inline_kernel
def book_couplings(
    system: System, work: Work, mean: Floats, dt: float, ledger: Ledger
) -> None:
    """What dampers took and loads supplied, with the forces evaluated last."""
    loss, n_b = ledger.loss, work.pose.shape[0]
    turn, mean3 = turns_view(work.pose), bodies_view(mean, n_b)
    book_spring_dampers(system.springs, work.pulls, mean3, turn, loss, dt)
    book_pin_joints(system.journals, work.bearings, mean3, turn, loss, dt)
    book_torsion_bars(system.torsion, work.bars, mean, loss, dt)
    book_beams(system.beams, work.strains, mean3, turn, loss, dt)
    row = loss.shape[0] - OWN_LOSSES + OwnLoss.LINEAR
    loss[row, VISCOUS] += dt * linear_power(system.linear, work.drag, mean)
    book_loads(system.imposed, mean, work.given, ledger.input_work, dt)


@inline_kernel
def turns_view(pose: Floats) -> Floats:
    """Cosine and sine of all bodies, as (2, n)."""
    return pose[:, 2:].T


@lean_kernel
def take_bearing_forces(
    pair: Ints, link: Ints, la_N: Floats, general: Ints, n_general: int, loads: Rows
) -> None:
    """Give the force of each bearing to the row of its friction."""
    for j in range(n_general):
        i = general[j]
        if pair[i] == JOURNAL_TURN:
            la_N[i] = joint_force(loads, link[i])


@inline_kernel
def add_listed_forces(
    rows: ListedRows,
    laws: tuple[Rows, Ints],
    general: Ints,
    n: int,
    u: Floats,
    h: Floats,
) -> int:
    """Add the forces of single-valued laws of the general rows to h.

    ``laws`` are the groups and which of them each row has.
    """
    fill_row_velocities(rows, general, n, u)
    status = fill_row_forces(rows, laws[0], laws[1], general, n)
    add_row_forces(rows, general, n, h)
    return status
