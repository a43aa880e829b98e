"""One time step of a pushbelt, and many of them with samples in between.

Positions first with the old velocities, then all elastic forces at the new positions,
then velocities, last friction: the half-explicit step of [Cebulla2014] 2.7, (2.49) to
(2.51), with elastic normal directions.
"""

from __future__ import annotations

import math

from catena.bodies.ring_spline import add_ring_forces
from catena.jit import lean_kernel
from catena.pushbelt.flanks import add_flank_forces
from catena.pushbelt.friction import solve_friction
from catena.pushbelt.ledger import book, book_ring, stored_energy
from catena.pushbelt.motion import advance_positions, advance_velocities
from catena.pushbelt.neighbours import add_neighbour_forces
from catena.pushbelt.pulleys import add_pulley_forces, advance_pulleys
from catena.pushbelt.saddles import add_saddle_forces
from catena.pushbelt.samples import (
    BELT_SPEED,
    CAPPED_COUNT,
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
    SWEEP_COUNT,
    TIME,
    Samples,
)
from catena.pushbelt.tables import (
    BOTTOM,
    CAPPED,
    COUNT,
    ELEMENT,
    F_N,
    F_RHO,
    G_ROCK,
    G_SADDLE,
    G_TOP,
    MOST_DEPTH,
    OM,
    OW,
    OX,
    OY,
    PHI,
    PIN,
    PULLEY,
    R_INNER,
    R_OUTER,
    ROCK,
    RX,
    RY,
    SADDLE,
    SLOT,
    STEPS,
    SUM_AXIAL,
    SUM_TORQUE,
    SUM_X,
    SUM_Y,
    SWEEPS,
    TOP,
    TX,
    TY,
    VX,
    VY,
    VZ,
    WORK,
    WORK_Z,
    C,
    S,
    State,
    System,
    Trouble,
    W,
    Work,
    X,
    Y,
    Z,
)

NONE = int(Trouble.NONE)
NOT_FINITE = int(Trouble.NOT_FINITE)
ELEMENT_ORDER = int(Trouble.ELEMENT_ORDER)
LEFT_PULLEY = int(Trouble.LEFT_PULLEY)
COUPLED_LAW = int(Trouble.COUPLED_LAW)


@lean_kernel
def step(system: System, state: State, work: Work, dt: float) -> int:
    """One half-explicit time step; returns a Trouble."""
    laws = system.laws
    q, ring, turn, h = state.element, state.ring, state.pulley, work.element
    om_0, om_1, vz_0, vz_1 = turn[OM, 0], turn[OM, 1], turn[VZ, 0], turn[VZ, 1]
    advance_positions(q, ring, turn, dt)
    state.t[0] += dt
    for k in range(q.shape[1]):
        h[OX, k], h[OY, k], h[OW, k] = q[VX, k], q[VY, k], q[W, k]
        for i in range(6):
            h[i, k] = 0.0
    for i in range(ring.shape[1]):
        work.ring[0, i] = 0.0
        work.ring[1, i] = 0.0
    for p in range(2):
        for i in range(4):
            work.pulley[i, p] = 0.0
    add_ring_forces(system.spline, ring, work.ring, work.tension)
    book_ring(system, state, dt)
    if not add_saddle_forces(
        laws, system.ring_inv, q, ring, h, work.ring, work.saddle, work.span,
        state.loss, dt,
    ):  # fmt: skip
        return NOT_FINITE
    least = add_neighbour_forces(laws, q, h)
    if not least > 0.0:
        return NOT_FINITE if math.isnan(least) else ELEMENT_ORDER
    if not add_flank_forces(system, state, work, dt):
        return COUPLED_LAW
    add_pulley_forces(system, state, work, dt)
    advance_velocities(laws, system.ring_inv, q, ring, h, work.ring, dt)
    advance_pulleys(system, state, work, dt)
    solve_friction(system, state, work, dt)
    book(system, state, work, om_0, om_1, vz_0, vz_1, dt)
    work.counter[STEPS] += 1
    return NONE


@lean_kernel
def advance(
    system: System, state: State, work: Work, dt: float, every: int, samples: Samples
) -> tuple[int, int]:
    """Fill all rows of the samples, ``every`` steps apart, and the snapshots.

    Returns a Trouble and the number of rows that are filled.
    """
    rows = samples.total.shape[0]
    apart = rows // samples.element.shape[0]
    for row in range(rows):
        for p in range(2):
            for i in range(4):
                work.sum[i, p] = 0.0
        sweeps, capped = work.counter[SWEEPS], work.counter[CAPPED]
        for _ in range(every):
            trouble = step(system, state, work, dt)
            if trouble != NONE:
                return trouble, row
        take_sample(system, state, work, samples, row, every)
        if (row + 1) % apart == 0:
            take_elements(state, work, samples, row // apart, dt)
            take_ring(state, work, samples, row // apart)
        samples.total[row, SWEEP_COUNT] = work.counter[SWEEPS] - sweeps
        samples.total[row, CAPPED_COUNT] = work.counter[CAPPED] - capped
        if not math.isfinite(samples.total[row, STORED]):
            return NOT_FINITE, row
        if not inside_sheaves(system, work):
            return LEFT_PULLEY, row
    return NONE, rows


@lean_kernel
def inside_sheaves(system: System, work: Work) -> bool:
    """Whether all flanks that carry touch the sheaves between hub and rim."""
    for i in range(work.counter[COUNT]):
        p, rho = work.flank_code[i, PULLEY], work.flank[i, F_RHO]
        if work.flank[i, F_N] > 0.0 and (
            rho < system.pulley[R_INNER, p] or rho > system.pulley[R_OUTER, p]
        ):
            return False
    return True


@lean_kernel
def take_sample(
    system: System, state: State, work: Work, samples: Samples, row: int, every: int
) -> None:
    """Write totals, pulleys and losses into one row."""
    total, turn, sums = samples.total[row], state.pulley, work.sum
    total[TIME] = state.t[0]
    total[STORED] = stored_energy(system, state, work)
    total[PENETRATION] = work.extreme[MOST_DEPTH]
    speed, push, q, h = 0.0, 0.0, state.element, work.element
    for k in range(q.shape[1]):
        speed += q[C, k] * q[VX, k] + q[S, k] * q[VY, k]
        push = max(push, h[ROCK, k] + h[TOP, k] + h[BOTTOM, k])
    total[BELT_SPEED] = speed / q.shape[1]
    total[PUSH] = push
    pulley = samples.pulley[row]
    for p in range(2):
        pulley[P_TURN, p] = turn[PHI, p]
        pulley[P_SPEED, p] = turn[OM, p]
        pulley[P_GROOVE, p] = turn[Z, p]
        pulley[P_TILT_X, p] = turn[TX, p]
        pulley[P_TILT_Y, p] = turn[TY, p]
        pulley[P_TORQUE, p] = sums[SUM_TORQUE, p] / every
        pulley[P_AXIAL, p] = sums[SUM_AXIAL, p] / every
        pulley[P_FORCE_X, p] = sums[SUM_X, p] / every
        pulley[P_FORCE_Y, p] = sums[SUM_Y, p] / every
        pulley[P_WORK, p] = turn[WORK, p]
        pulley[P_WORK_Z, p] = turn[WORK_Z, p]
    for i in range(state.loss.size):
        samples.loss[row, i] = state.loss[i]


@lean_kernel
def take_elements(
    state: State, work: Work, samples: Samples, row: int, dt: float
) -> None:
    """Write places and contact forces of all elements into one snapshot."""
    q, h, out = state.element, work.element, samples.element[row]
    for k in range(q.shape[1]):
        out[E_X, k] = q[X, k]
        out[E_Y, k] = q[Y, k]
        out[E_ANGLE, k] = math.atan2(q[S, k], q[C, k])
        out[E_FLANK, k] = 0.0
        out[E_TRAVEL, k] = 0.0
        out[E_OUT, k] = 0.0
        out[E_ROCK, k] = h[ROCK, k]
        out[E_TOP, k] = h[TOP, k]
        out[E_BOTTOM, k] = h[BOTTOM, k]
        out[E_PIN, k] = h[PIN, k]
        out[E_SADDLE, k] = h[SADDLE, k]
        out[E_RING_FRICTION, k] = state.la_saddle[k] / dt
        out[E_TENSION, k] = work.tension[work.span[k]]
        out[E_SADDLE_GAP, k] = h[G_SADDLE, k]
        out[E_ROCK_GAP, k] = h[G_ROCK, k]
        out[E_TOP_GAP, k] = h[G_TOP, k]
    for i in range(work.counter[COUNT]):
        k, slot = work.flank_code[i, ELEMENT], work.flank_code[i, SLOT]
        out[E_FLANK, k] += work.flank[i, F_N]
        out[E_TRAVEL, k] += state.la_flank[slot, 0] / dt
        out[E_OUT, k] += state.la_flank[slot, 1] / dt


@lean_kernel
def take_ring(state: State, work: Work, samples: Samples, row: int) -> None:
    """Write knots and tensions of the ring into one snapshot."""
    m = state.ring.shape[1]
    for i in range(m):
        a = i - 1 if i > 0 else m - 1
        b = i + 1 if i + 1 < m else 0
        ring = state.ring
        samples.ring[row, K_X, i] = (
            ring[RX, a] + 4.0 * ring[RX, i] + ring[RX, b]
        ) / 6.0
        samples.ring[row, K_Y, i] = (
            ring[RY, a] + 4.0 * ring[RY, i] + ring[RY, b]
        ) / 6.0
        samples.ring[row, K_TENSION, i] = work.tension[i]
