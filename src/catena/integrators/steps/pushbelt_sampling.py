"""What is read out of a running pushbelt: totals, pulleys, elements, ring."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy
from catena.bodies.ring_cosserat import cosserat_energy
from catena.bodies.ring_spline import ring_energy
from catena.bodies.sheave import hub_energy
from catena.couplings.mount import mount_energy
from catena.integrators.steps.pushbelt_samples import (
    BELT_SPEED,
    E_ANGLE,
    E_BOTTOM,
    E_FLANK,
    E_OUT,
    E_PIN,
    E_RING_FRICTION,
    E_ROCK,
    E_ROCK_GAP,
    E_SADDLE,
    E_SADDLE_GAP,
    E_TENSION,
    E_TOP,
    E_TOP_GAP,
    E_TRAVEL,
    E_X,
    E_Y,
    K_TENSION,
    K_X,
    K_Y,
    P_AXIAL,
    P_FORCE_X,
    P_FORCE_Y,
    P_GROOVE,
    P_SHAFT_X,
    P_SHAFT_Y,
    P_SPEED,
    P_TILT_X,
    P_TILT_Y,
    P_TORQUE,
    P_TURN,
    P_WORK,
    P_WORK_Z,
    PENETRATION,
    PUSH,
    STORED,
    TIME,
    Samples,
)
from catena.integrators.steps.pushbelt_tables import (
    LOSS_PLACES,
    PULLEYS,
    Account,
    Extreme,
    System,
    Work,
    angle_block,
    shaft_block,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.pairs.element_element import neighbour_energy
from catena.pairs.element_ring import saddle_energy
from catena.rows.flank_force import flank_energy
from catena.solvers.patches.belt_friction import BeltRows
from catena.tables.blocks import Block
from catena.tables.state import State


@lean_kernel
def stored_energy(system: System, state: State, work: Work, rows: BeltRows) -> float:
    """Kinetic and elastic energy of everything [J]."""
    if system.angles > 0:
        turns = angle_block(system, state, work)
        ring = cosserat_energy(system.ring, system.shear, rows.ring.q, turns.q)
    else:
        ring = ring_energy(system.ring, rows.ring.q)
    return (
        kinetic_energy(system.M, state.u)
        + ring
        + saddle_energy(system.saddle, rows.saddles)
        + neighbour_energy(system.faces, work.pairs)
        + flank_energy(system.flank_law, rows.flanks, work.row_count[0], system.sheaves)
        + hub_energy(system.sheaves, rows.pulley.q)
        + mount_energy(
            system.mounts, shaft_block(system, state, work).q, work.shaft_pose
        )
    )


@lean_kernel
def begin_sample(work: Work) -> None:
    """Forget the sums since the last sample."""
    for p in range(PULLEYS):
        work.belt[p].torque, work.belt[p].axial = 0.0, 0.0
        work.belt[p].f_x, work.belt[p].f_y = 0.0, 0.0


@lean_kernel
def take_sample(
    system: System,
    state: State,
    work: Work,
    rows: BeltRows,
    samples: Samples,
    row: int,
    every: int,
) -> None:
    """Write totals, pulleys and losses into one row."""
    total, n = samples.total[row], system.elements
    total[TIME] = state.t[0]
    total[STORED] = stored_energy(system, state, work, rows)
    total[PENETRATION] = state.memory.extreme[Extreme.COMPRESSION]
    speed, push, u, pairs = 0.0, 0.0, rows.body.u, work.pairs
    for k in range(n):
        speed += work.pose[0, k] * u[0, k] + work.pose[1, k] * u[1, k]
        push = max(push, pairs[k].rock + pairs[k].top + pairs[k].bottom)
    total[BELT_SPEED] = speed / n
    total[PUSH] = push
    take_pulleys(state, work, rows, samples.pulley[row], every)
    take_losses(state.ledger.loss, LOSS_PLACES, samples.loss[row])


@lean_kernel
def take_pulleys(
    state: State, work: Work, rows: BeltRows, pulley: Floats, every: int
) -> None:
    """Motion of the pulleys, means of what the belt does to them, and works."""
    q, put_in, belt = rows.pulley.q, state.ledger.input_work, work.belt
    for p in range(PULLEYS):
        pulley[P_TURN, p] = q[0, p]
        pulley[P_SPEED, p] = rows.pulley.u[0, p]
        pulley[P_GROOVE, p] = q[1, p]
        pulley[P_TILT_X, p] = q[2, p]
        pulley[P_TILT_Y, p] = q[3, p]
        pulley[P_TORQUE, p] = belt[p].torque / every
        pulley[P_AXIAL, p] = belt[p].axial / every
        pulley[P_FORCE_X, p] = belt[p].f_x / every
        pulley[P_FORCE_Y, p] = belt[p].f_y / every
        pulley[P_WORK, p] = put_in[Account.SHAFT + p]
        pulley[P_WORK_Z, p] = put_in[Account.CLAMPING + p]


@lean_kernel
def take_losses(loss: Floats, places: Ints, out: Floats) -> None:
    """The entries of the ledger at some places (losses, 2): group and cause."""
    for i in range(out.size):
        out[i] = loss[places[i, 0], places[i, 1]]


@lean_kernel
def take_shafts(shaft: Block, pulley: Floats) -> None:
    """Ways of shafts in elastic bearings; those of rigid ones stay zero."""
    for p in range(shaft.q.shape[1]):
        pulley[P_SHAFT_X, p], pulley[P_SHAFT_Y, p] = shaft.q[0, p], shaft.q[1, p]


@lean_kernel
def take_elements(work: Work, rows: BeltRows, out: Floats, dt: float) -> None:
    """Write places and contact forces of all elements into one snapshot."""
    q, pose, pairs, saddles = rows.body.q, work.pose, work.pairs, rows.saddles
    for k in range(q.shape[1]):
        out[E_X, k] = q[0, k]
        out[E_Y, k] = q[1, k]
        out[E_ANGLE, k] = math.atan2(pose[1, k], pose[0, k])
        out[E_FLANK, k] = 0.0
        out[E_TRAVEL, k] = 0.0
        out[E_OUT, k] = 0.0
        out[E_ROCK, k] = pairs[k].rock
        out[E_TOP, k] = pairs[k].top
        out[E_BOTTOM, k] = pairs[k].bottom
        out[E_PIN, k] = pairs[k].pin
        out[E_SADDLE, k] = saddles[k].force
        out[E_RING_FRICTION, k] = saddles[k].P / dt
        out[E_TENSION, k] = work.tension[saddles[k].p1]
        out[E_SADDLE_GAP, k] = saddles[k].gap
        out[E_ROCK_GAP, k] = pairs[k].g_rock
        out[E_TOP_GAP, k] = pairs[k].g_top
    flanks = rows.flanks
    for i in range(work.row_count[0]):
        k = flanks[i].a
        out[E_FLANK, k] += flanks[i].force
        out[E_TRAVEL, k] += flanks[i].P_t / dt
        out[E_OUT, k] += flanks[i].aspect * flanks[i].P_g / dt


@lean_kernel
def take_ring(work: Work, rows: BeltRows, out: Floats) -> None:
    """Write knots and tensions of the ring into one snapshot."""
    q = rows.ring.q
    m = q.shape[1]
    for i in range(m):
        a = i - 1 if i > 0 else m - 1
        b = i + 1 if i + 1 < m else 0
        out[K_X, i] = (q[0, a] + 4.0 * q[0, i] + q[0, b]) / 6.0
        out[K_Y, i] = (q[1, a] + 4.0 * q[1, i] + q[1, b]) / 6.0
        out[K_TENSION, i] = work.tension[i]
