"""What is read out of a running pushbelt: totals, pulleys, elements, ring."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy
from catena.bodies.ring_cosserat import cosserat_energy
from catena.bodies.ring_spline import ring_energy
from catena.bodies.sheave import hub_energy
from catena.couplings.mount import mount_energy
from catena.integrators.steps.pulley_samples import take_pulleys
from catena.integrators.steps.pushbelt_samples import Element, Knot, Samples, Total
from catena.integrators.steps.pushbelt_tables import (
    LOSS_PLACES,
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
    total[Total.TIME] = state.t[0]
    total[Total.STORED] = stored_energy(system, state, work, rows)
    total[Total.PENETRATION] = state.memory.extreme[Extreme.COMPRESSION]
    speed, push, u, pairs = 0.0, 0.0, rows.body.u, work.pairs
    for k in range(n):
        speed += work.pose[0, k] * u[0, k] + work.pose[1, k] * u[1, k]
        push = max(push, pairs[k].rock + pairs[k].top + pairs[k].bottom)
    total[Total.BELT_SPEED] = speed / n
    total[Total.PUSH] = push
    put_in = state.ledger.input_work
    take_pulleys(rows.pulley, work.belt, put_in, every, samples.pulley[row])
    take_losses(state.ledger.loss, LOSS_PLACES, samples.loss[row])


@lean_kernel
def take_losses(loss: Floats, places: Ints, out: Floats) -> None:
    """The entries of the ledger at some places (losses, 2): group and cause."""
    for i in range(out.size):
        out[i] = loss[places[i, 0], places[i, 1]]


@lean_kernel
def take_elements(work: Work, rows: BeltRows, out: Floats, dt: float) -> None:
    """Write places and contact forces of all elements into one snapshot."""
    q, pose, pairs, saddles = rows.body.q, work.pose, work.pairs, rows.saddles
    for k in range(q.shape[1]):
        out[Element.X, k] = q[0, k]
        out[Element.Y, k] = q[1, k]
        out[Element.ANGLE, k] = math.atan2(pose[1, k], pose[0, k])
        out[Element.FLANK, k] = 0.0
        out[Element.TRAVEL, k] = 0.0
        out[Element.OUT, k] = 0.0
        out[Element.ROCK, k] = pairs[k].rock
        out[Element.TOP, k] = pairs[k].top
        out[Element.BOTTOM, k] = pairs[k].bottom
        out[Element.PIN, k] = pairs[k].pin
        out[Element.SADDLE, k] = saddles[k].force
        out[Element.RING_FRICTION, k] = saddles[k].P / dt
        out[Element.TENSION, k] = work.tension[saddles[k].p1]
        out[Element.SADDLE_GAP, k] = saddles[k].gap
        out[Element.ROCK_GAP, k] = pairs[k].g_rock
        out[Element.TOP_GAP, k] = pairs[k].g_top
    flanks = rows.flanks
    for i in range(work.row_count[0]):
        k = flanks[i].a
        out[Element.FLANK, k] += flanks[i].force
        out[Element.TRAVEL, k] += flanks[i].P_t / dt
        out[Element.OUT, k] += flanks[i].aspect * flanks[i].P_g / dt


@lean_kernel
def take_ring(work: Work, rows: BeltRows, out: Floats) -> None:
    """Write knots and tensions of the ring into one snapshot."""
    q = rows.ring.q
    m = q.shape[1]
    for i in range(m):
        a = i - 1 if i > 0 else m - 1
        b = i + 1 if i + 1 < m else 0
        out[Knot.X, i] = (q[0, a] + 4.0 * q[0, i] + q[0, b]) / 6.0
        out[Knot.Y, i] = (q[1, a] + 4.0 * q[1, i] + q[1, b]) / 6.0
        out[Knot.TENSION, i] = work.tension[i]
