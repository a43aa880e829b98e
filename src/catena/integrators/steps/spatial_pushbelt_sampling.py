"""What is read out of a pushbelt running in space: totals, sheaves, elements, rings."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy
from catena.bodies.ring_spatial import spatial_ring_energy
from catena.bodies.ring_twist import ring_twist_energy
from catena.bodies.sheave_spatial import sheave_energy
from catena.integrators.steps import spatial_pushbelt_samples as at
from catena.integrators.steps.pushbelt_sampling import take_losses
from catena.integrators.steps.pushbelt_tables import PULLEYS, Account
from catena.integrators.steps.spatial_pushbelt_samples import SpatialSamples
from catena.integrators.steps.spatial_pushbelt_tables import (
    SHEAVES,
    SPATIAL_LOSS_PLACES,
    SpatialExtreme,
    SpatialSystem,
    SpatialWork,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.pairs.spatial_element_element import spatial_neighbour_energy
from catena.pairs.spatial_element_ring import spatial_saddle_energy
from catena.pairs.spatial_element_sheave import spatial_flank_energy
from catena.solvers.patches.spatial_belt_friction import SpatialRows
from catena.tables.state import State


@lean_kernel
def spatial_stored_energy(
    system: SpatialSystem, state: State, work: SpatialWork, rows: SpatialRows
) -> float:
    """Kinetic and elastic energy of everything [J]."""
    return (
        kinetic_energy(system.M, state.u)
        + spatial_ring_energy(system.rings, rows.ring.q)
        + ring_twist_energy(system.rings, rows.ring.q, rows.twist.q)
        + spatial_saddle_energy(system.saddle, rows.saddles)
        + spatial_neighbour_energy(system.faces, work.pairs)
        + spatial_flank_energy(rows.flanks, work.begin[system.elements])
        + sheave_energy(system.sheaves, rows.pulley.q)
    )


@lean_kernel
def begin_spatial_sample(work: SpatialWork) -> None:
    """Forget the sums since the last sample."""
    for b in range(SHEAVES):
        work.belt[b].torque, work.belt[b].axial = 0.0, 0.0
        work.belt[b].f_x, work.belt[b].f_y = 0.0, 0.0


@lean_kernel
def take_spatial_sample(
    system: SpatialSystem,
    state: State,
    work: SpatialWork,
    rows: SpatialRows,
    samples: SpatialSamples,
    row: int,
    every: int,
) -> None:
    """Write totals, pulleys, sheaves and losses into one row."""
    total, n, R, u = samples.total[row], system.elements, work.R, rows.body.u
    total[at.Total.TIME] = state.t[0]
    total[at.Total.STORED] = spatial_stored_energy(system, state, work, rows)
    total[at.Total.PENETRATION] = state.memory.extreme[SpatialExtreme.COMPRESSION]
    speed, push, offset, roll, pairs = 0.0, 0.0, 0.0, 0.0, work.pairs
    for k in range(n):
        speed += R[k, 0] * u[k, 0] + R[k, 3] * u[k, 1] + R[k, 6] * u[k, 2]
        rock = pairs[k].rock_0 + pairs[k].rock_1
        push = max(push, rock + pairs[k].top + pairs[k].bottom)
        roll = max(roll, abs(R[k, 7]))
        left, right = rows.saddles[2 * k].offset, rows.saddles[2 * k + 1].offset
        offset = max(offset, abs(left), abs(right))
    total[at.Total.BELT_SPEED] = speed / n
    total[at.Total.PUSH] = push
    total[at.Total.OFFSET] = offset
    total[at.Total.ROLL] = math.asin(min(roll, 1.0))
    left, right, m = 0.0, 0.0, system.spans
    for i in range(m):
        left += work.tension[i]
        right += work.tension[m + i]
    total[at.Total.TENSION_LEFT], total[at.Total.TENSION_RIGHT] = left / m, right / m
    total[at.Total.TWIST] = 0.0
    for i in range(rows.twist.q.shape[1]):
        total[at.Total.TWIST] = max(total[at.Total.TWIST], abs(rows.twist.q[0, i]))
    take_spatial_pulleys(state, work, rows, samples.pulley[row], every)
    take_sheaves(
        system.sheaves, work, rows, samples.sheave[row], samples.pulley[row], every
    )
    take_losses(state.ledger.loss, SPATIAL_LOSS_PLACES, samples.loss[row])


@lean_kernel
def take_spatial_pulleys(
    state: State, work: SpatialWork, rows: SpatialRows, pulley: Floats, every: int
) -> None:
    """Motion of the pulleys, means of what the belt does to them, and works."""
    q, put_in, belt = rows.pulley.q, state.ledger.input_work, work.belt
    for p in range(PULLEYS):
        a, b = 2 * p, 2 * p + 1
        pulley[at.Pulley.TURN, p] = q[0, p]
        pulley[at.Pulley.SPEED, p] = rows.pulley.u[0, p]
        pulley[at.Pulley.GROOVE, p] = 0.0  # filled sheave by sheave
        pulley[at.Pulley.TILT_X, p], pulley[at.Pulley.TILT_Y, p] = 0.0, 0.0
        pulley[at.Pulley.TORQUE, p] = (belt[a].torque + belt[b].torque) / every
        pulley[at.Pulley.AXIAL, p] = 0.5 * (belt[a].axial + belt[b].axial) / every
        pulley[at.Pulley.FORCE_X, p] = (belt[a].f_x + belt[b].f_x) / every
        pulley[at.Pulley.FORCE_Y, p] = (belt[a].f_y + belt[b].f_y) / every
        pulley[at.Pulley.WORK, p] = put_in[Account.SHAFT + p]
        pulley[at.Pulley.WORK_Z, p] = put_in[Account.CLAMPING + p]


@lean_kernel
def take_sheaves(
    sheaves: Rows,
    work: SpatialWork,
    rows: SpatialRows,
    sheave: Floats,
    pulley: Floats,
    every: int,
) -> None:
    """Place, slopes and load of every sheave; means of both to their pulley."""
    q = rows.pulley.q
    for b in range(SHEAVES):
        p, z, x, y = sheaves[b].pulley, sheaves[b].z, sheaves[b].x, sheaves[b].y
        sheave[at.Sheave.PLACE, b] = q[z, p]
        sheave[at.Sheave.TILT_X, b], sheave[at.Sheave.TILT_Y, b] = q[x, p], q[y, p]
        sheave[at.Sheave.AXIAL, b] = work.belt[b].axial / every
        pulley[at.Pulley.GROOVE, p] += 0.5 * q[z, p]
        pulley[at.Pulley.TILT_X, p] += 0.5 * q[x, p]
        pulley[at.Pulley.TILT_Y, p] += 0.5 * q[y, p]


@lean_kernel
def take_spatial_elements(
    work: SpatialWork, rows: SpatialRows, out: Floats, dt: float
) -> None:
    """Write places and contact forces of all elements into one snapshot."""
    q, R, pairs = rows.body.q, work.R, work.pairs
    saddles, flanks = rows.saddles, rows.flanks
    for k in range(q.shape[0]):
        a, b = 2 * k, 2 * k + 1
        out[at.Element.X, k], out[at.Element.Y, k], out[at.Element.Z, k] = (
            q[k, 0],
            q[k, 1],
            q[k, 2],
        )
        out[at.Element.ANGLE, k] = math.atan2(R[k, 3], R[k, 0])
        out[at.Element.ROLL, k] = math.asin(min(max(R[k, 7], -1.0), 1.0))
        out[at.Element.YAW, k] = -math.asin(min(max(R[k, 6], -1.0), 1.0))
        out[at.Element.ROCK, k] = pairs[k].rock_0 + pairs[k].rock_1
        out[at.Element.TOP, k], out[at.Element.BOTTOM, k] = (
            pairs[k].top,
            pairs[k].bottom,
        )
        out[at.Element.PIN, k] = pairs[k].pin
        out[at.Element.SADDLE, k] = saddles[a].force + saddles[b].force
        out[at.Element.SADDLE_MORE, k] = saddles[b].force - saddles[a].force
        out[at.Element.RING_FRICTION, k] = (saddles[a].P_t + saddles[b].P_t) / dt
        out[at.Element.ACROSS, k] = (saddles[a].P_z + saddles[b].P_z) / dt
        left, right = work.tension[saddles[a].p1], work.tension[saddles[b].p1]
        out[at.Element.TENSION, k], out[at.Element.TENSION_MORE, k] = (
            left + right,
            right - left,
        )
        out[at.Element.SADDLE_GAP, k] = 0.5 * (saddles[a].gap + saddles[b].gap)
        out[at.Element.ROCK_GAP, k] = 0.5 * (pairs[k].g_rock_0 + pairs[k].g_rock_1)
        out[at.Element.TOP_GAP, k] = pairs[k].g_top
        out[at.Element.OFFSET_LEFT, k] = saddles[a].offset
        out[at.Element.OFFSET_RIGHT, k] = saddles[b].offset
        out[at.Element.SIDE_LEFT, k] = saddles[a].side_force
        out[at.Element.SIDE_RIGHT, k] = saddles[b].side_force
        force, more, travel, outward = 0.0, 0.0, 0.0, 0.0
        for i in range(work.begin[k], work.begin[k + 1]):
            force += 0.5 * flanks[i].force
            more += flanks[i].force if i % 2 == 1 else -flanks[i].force
            travel += 0.5 * flanks[i].P_t / dt
            outward += 0.5 * flanks[i].aspect * flanks[i].P_g / dt
        out[at.Element.FLANK, k], out[at.Element.FLANK_MORE, k] = force, more
        out[at.Element.TRAVEL, k], out[at.Element.OUT, k] = travel, outward


@lean_kernel
def take_spatial_ring(
    m: int, work: SpatialWork, rows: SpatialRows, out: Floats
) -> None:
    """Write knots and tensions of the rings into one snapshot."""
    q = rows.ring.q
    for i in range(m):
        a = i - 1 if i > 0 else m - 1
        b = i + 1 if i + 1 < m else 0
        for c in range(2):
            left = (q[c, a] + 4.0 * q[c, i] + q[c, b]) / 6.0
            right = (q[c, m + a] + 4.0 * q[c, m + i] + q[c, m + b]) / 6.0
            out[at.Knot.X + c, i] = 0.5 * (left + right)
        out[at.Knot.Z_LEFT, i] = (q[2, a] + 4.0 * q[2, i] + q[2, b]) / 6.0
        out[at.Knot.Z_RIGHT, i] = (q[2, m + a] + 4.0 * q[2, m + i] + q[2, m + b]) / 6.0
        left, right = work.tension[i], work.tension[m + i]
        out[at.Knot.TENSION, i], out[at.Knot.TENSION_MORE, i] = (
            left + right,
            right - left,
        )
