"""One time step of a pushbelt in space, and many of them with samples in between.

The half-explicit step of the planar belt ([Cebulla2014] 2.7): positions first with the
old velocities, then all elastic forces at the new positions, then velocities, last
friction.
"""

from __future__ import annotations

import math

from catena.bodies.flat_motion import (
    advance_coordinates,
    advance_velocities,
    fill_means,
)
from catena.bodies.rigid_spatial import add_gyroscopic, advance_rigid, fill_rotations
from catena.bodies.ring_spatial import add_spatial_ring_forces, spatial_ring_damping
from catena.bodies.ring_twist import add_ring_twist, ring_twist_damping
from catena.bodies.sheave_spatial import PULLEY_ROWS, add_sheave_forces
from catena.couplings.boundary import (
    add_loads,
    book_loads,
    book_speeds,
    prescribe_speeds,
)
from catena.integrators.steps.pulley_samples import forget_loads
from catena.integrators.steps.pushbelt_samples import Total
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, Extreme, Trouble
from catena.integrators.steps.spatial_pushbelt_samples import SpatialSamples
from catena.integrators.steps.spatial_pushbelt_sampling import (
    take_spatial_elements,
    take_spatial_ring,
    take_spatial_sample,
)
from catena.integrators.steps.spatial_pushbelt_tables import (
    SpatialExtreme,
    SpatialGroup,
    SpatialSystem,
    SpatialWork,
    flank_tables,
    spatial_rows,
)
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.pairs.spatial_element_element import (
    add_spatial_neighbour_forces,
    book_spatial_neighbours,
    fill_spatial_edges,
)
from catena.pairs.spatial_element_ring import add_spatial_saddle_forces
from catena.pairs.spatial_element_sheave import (
    find_spatial_flanks,
    press_spatial_flanks,
)
from catena.rows.flank_force import inside_sheaves
from catena.rows.spatial_edge import book_edges, start_edges
from catena.rows.spatial_flank import book_spatial_flanks
from catena.rows.spatial_saddle import book_spatial_saddles
from catena.solvers.coupled_laws.coupled_sheaves import NO_SOLUTION
from catena.solvers.coupled_laws.spatial_discs import bend_discs
from catena.solvers.patches.belt_friction import Effort
from catena.solvers.patches.spatial_belt_friction import (
    SpatialRows,
    solve_spatial_friction,
)
from catena.tables.blocks import view
from catena.tables.state import Cause, State

NONE = int(Trouble.NONE)
NOT_FINITE = int(Trouble.NOT_FINITE)
ELEMENT_ORDER = int(Trouble.ELEMENT_ORDER)
LEFT_PULLEY = int(Trouble.LEFT_PULLEY)
ROLLED_OVER = int(Trouble.ROLLED_OVER)
RING_OFF = int(Trouble.RING_OFF)
COUPLED_LAW = int(Trouble.COUPLED_LAW)
NO_TIME = -1
"""A step of no time was asked for: the forces of the place were found, no more."""


@lean_kernel
def spatial_step(
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    rows: SpatialRows,
    dt: float,
) -> int:
    """One half-explicit time step; returns a Trouble.

    With ``dt`` of 0 it only fills ``work.h`` and returns NO_TIME: who asks for forces
    alone need not wait for another kernel.
    """
    memory, u, n = state.memory, state.u, system.elements
    if dt > 0.0:
        advance_rigid(rows.body.q, rows.body.u, work.R, dt)
        advance_coordinates(state.q[7 * n :], u[6 * n :], dt)
        state.t[0] += dt
    trouble = add_spatial_forces(system, state, work, rows, dt)
    if trouble == NONE and dt == 0.0:
        trouble = NO_TIME
    if trouble != NONE:
        return trouble
    advance_velocities(u, system.M_inv, work.h, work.old, dt)
    prescribe_speeds(system.imposed, memory.theta, u, state.t[0], dt)
    start_edges(rows.edges, memory.P_edge, rows.body)
    change = solve_spatial_friction(
        system.sweeps, rows, memory.P_flank, memory.P_saddle, work.patches,
        memory.effort, dt,
    )  # fmt: skip
    keep_largest(memory.extreme, Extreme.CHANGE, change)
    fill_means(u, work.old, work.mean)
    book_spatial(system, state, work, rows, dt)
    memory.effort[Effort.STEPS] += 1
    return NONE


@inline_kernel
def keep_largest(extreme: Floats, place: int, value: float) -> None:
    """Remember the largest value."""
    extreme[place] = max(extreme[place], value)


@lean_kernel
def add_spatial_forces(
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    rows: SpatialRows,
    dt: float,
) -> int:
    """All smooth forces of a place into ``work.h``; rows of friction for later."""
    body, pulley, ring, memory = rows.body, rows.pulley, rows.ring, state.memory
    loss = state.ledger.loss
    work.h[:] = 0.0
    work.damping[:, :] = 0.0
    add_gyroscopic(view(system.M, 0, system.elements, 6), body.u, body.h)
    add_spatial_ring_forces(system.rings, ring.q, ring.u, ring.h, work.tension)
    add_ring_twist(system.rings, ring, rows.twist)
    damped = add_spatial_saddle_forces(
        system.saddle, rows.saddles, body, ring, rows.twist, work.R, memory.place, dt
    )
    if math.isnan(damped):
        return NOT_FINITE
    loss[SpatialGroup.SADDLE, Cause.CONTACT_DAMPING] += dt * damped
    least = add_spatial_neighbour_forces(
        system.faces, body, work.R, work.pairs, work.damping
    )
    if not least > 0.0:
        return NOT_FINITE if math.isnan(least) else ELEMENT_ORDER
    fill_spatial_edges(system.faces, body, work.R, work.pairs, rows.edges, dt)
    tables = flank_tables(system, work, rows)
    count = find_spatial_flanks(system.flank, tables)
    taken = bend_discs(
        system.discs, system.sheaves, system.flank.law.k, work.flanks, count,
        memory.closed, work.discs,
    )  # fmt: skip
    if taken == NO_SOLUTION:
        return COUPLED_LAW
    memory.effort[Effort.COUPLED] += taken
    damped, deepest = press_spatial_flanks(system.flank, tables, count, dt)
    loss[SpatialGroup.FLANK_TRAVEL, Cause.CONTACT_DAMPING] += dt * damped
    keep_largest(memory.extreme, Extreme.COMPRESSION, deepest)
    # behind the elements, q counts as many more than u as there are elements
    q = state.q[system.elements :]
    add_loads(system.imposed, q, state.u, work.h, work.imposed, state.t[0])
    damped = add_sheave_forces(
        system.sheaves, pulley.q, pulley.u, pulley.M_inv, pulley.h
    )
    loss[SpatialGroup.SHEAVE, Cause.VISCOUS] += dt * damped
    return NONE


@lean_kernel
def book_spatial(
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    rows: SpatialRows,
    dt: float,
) -> None:
    """Losses and works of one step, at its mean velocities."""
    loss, memory = state.ledger.loss, state.memory
    count = work.begin[system.elements]
    lost_t, lost_g = book_spatial_flanks(
        rows.flanks, count, memory.P_flank, rows.body, rows.pulley, work.belt, dt
    )
    loss[SpatialGroup.FLANK_TRAVEL, Cause.COULOMB] += lost_t
    loss[SpatialGroup.FLANK_OUTWARD, Cause.COULOMB] += lost_g
    lost_t, lost_z = book_spatial_saddles(
        rows.saddles, memory.P_saddle, rows.body, rows.ring
    )
    loss[SpatialGroup.SADDLE, Cause.COULOMB] += lost_t
    loss[SpatialGroup.SADDLE_ACROSS, Cause.COULOMB] += lost_z
    damped = damping_of_rings(system, work, rows)
    loss[SpatialGroup.RING, Cause.VISCOUS] += dt * damped
    loss[SpatialGroup.ELEMENT, Cause.CONTACT_DAMPING] += book_spatial_neighbours(
        work.damping, rows.body.mean, dt
    )
    loss[SpatialGroup.ELEMENT, Cause.COULOMB] += book_edges(
        rows.edges, memory.P_edge, rows.body
    )
    put_in = state.ledger.input_work
    book_loads(system.imposed, work.mean, work.imposed, put_in, dt)
    book_speeds(
        system.imposed, system.M, state.u, work.old, work.h, work.imposed, put_in, dt
    )


@lean_kernel
def damping_of_rings(
    system: SpatialSystem, work: SpatialWork, rows: SpatialRows
) -> float:
    """Power that damping inside the rings takes in this step [W]."""
    ring, twist, knots = rows.ring, rows.twist, 2 * system.spans
    first = 6 * system.elements + PULLEY_ROWS * PULLEY_COUNT
    before = view(work.old, first, 3, knots)
    turned = view(work.old, first + 3 * knots, 1, system.rings.twists)
    damped = spatial_ring_damping(system.rings, ring.q, before, ring.mean)
    return damped + ring_twist_damping(system.rings, ring, twist, before, turned)


@lean_kernel
def watch(system: SpatialSystem, state: State, work: SpatialWork) -> int:
    """Whether elements stand upright, rings lie on saddles, flanks touch sheaves."""
    extreme, roll, offset = state.memory.extreme, 0.0, 0.0
    for k in range(system.elements):
        roll = max(roll, abs(work.R[k, 7]))
        left, right = work.saddles[2 * k].offset, work.saddles[2 * k + 1].offset
        offset = max(offset, abs(left), abs(right))
    keep_largest(extreme, SpatialExtreme.ROLL, roll)
    keep_largest(extreme, SpatialExtreme.OFFSET, offset)
    if roll > system.roll_limit:
        return ROLLED_OVER
    if offset > system.offset_limit:
        return RING_OFF
    if not inside_sheaves(work.flanks, work.begin[system.elements], system.sheaves):
        return LEFT_PULLEY
    return NONE


@lean_kernel
def advance_spatial_belt(
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    dt: float,
    every: int,
    samples: SpatialSamples,
) -> tuple[int, int]:
    """Fill all rows of the samples, ``every`` steps apart, and the snapshots.

    Returns a Trouble and the number of rows that are filled.
    """
    rows, effort = spatial_rows(system, state, work), state.memory.effort
    fill_rotations(rows.body.q, work.R)
    count = samples.total.shape[0]
    apart = count // samples.element.shape[0]
    for row in range(count):
        forget_loads(work.belt)
        sweeps, capped = effort[Effort.SWEEPS], effort[Effort.CAPPED]
        for _ in range(every):
            trouble = spatial_step(system, state, work, rows, dt)
            if trouble != NONE:
                return trouble, row
        take_spatial_sample(system, state, work, rows, samples, row, every)
        if (row + 1) % apart == 0:
            take_spatial_elements(work, rows, samples.element[row // apart], dt)
            take_spatial_ring(system.spans, work, rows, samples.ring[row // apart])
        samples.total[row, Total.SWEEP_COUNT] = effort[Effort.SWEEPS] - sweeps
        samples.total[row, Total.CAPPED_COUNT] = effort[Effort.CAPPED] - capped
        if not math.isfinite(samples.total[row, Total.STORED]):
            return NOT_FINITE, row
        trouble = watch(system, state, work)
        if trouble != NONE:
            return trouble, row
    return NONE, count
