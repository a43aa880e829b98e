"""What is read out of a pushbelt running in space: totals, sheaves, elements, rings."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy
from catena.bodies.ring_spatial import spatial_ring_energy
from catena.bodies.ring_twist import ring_twist_energy
from catena.bodies.sheave_spatial import sheave_energy
from catena.integrators.steps.pulley_samples import Account, Pulley
from catena.integrators.steps.pushbelt_samples import Element, Knot, Total
from catena.integrators.steps.pushbelt_sampling import take_losses
from catena.integrators.steps.pushbelt_tables import PULLEY_COUNT, Extreme
from catena.integrators.steps.spatial_pushbelt_samples import (
    Sheave,
    SpatialElement,
    SpatialKnot,
    SpatialSamples,
    SpatialTotal,
)
from catena.integrators.steps.spatial_pushbelt_tables import (
    SHEAVES,
    SPATIAL_LOSS_PLACES,
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
    total[Total.TIME] = state.t[0]
    total[Total.STORED] = spatial_stored_energy(system, state, work, rows)
    total[Total.PENETRATION] = state.memory.extreme[Extreme.COMPRESSION]
    speed, push, offset, roll, pairs = 0.0, 0.0, 0.0, 0.0, work.pairs
    for k in range(n):
        speed += R[k, 0] * u[k, 0] + R[k, 3] * u[k, 1] + R[k, 6] * u[k, 2]
        rock = pairs[k].rock_0 + pairs[k].rock_1
        push = max(push, rock + pairs[k].top + pairs[k].bottom)
        roll = max(roll, abs(R[k, 7]))
        left, right = rows.saddles[2 * k].offset, rows.saddles[2 * k + 1].offset
        offset = max(offset, abs(left), abs(right))
    total[Total.BELT_SPEED] = speed / n
    total[Total.PUSH] = push
    total[SpatialTotal.OFFSET] = offset
    total[SpatialTotal.ROLL] = math.asin(min(roll, 1.0))
    left, right, m = 0.0, 0.0, system.spans
    for i in range(m):
        left += work.tension[i]
        right += work.tension[m + i]
    total[SpatialTotal.TENSION_LEFT] = left / m
    total[SpatialTotal.TENSION_RIGHT] = right / m
    twist = 0.0
    for i in range(rows.twist.q.shape[1]):
        twist = max(twist, abs(rows.twist.q[0, i]))
    total[SpatialTotal.TWIST] = twist
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
    for p in range(PULLEY_COUNT):
        a, b = 2 * p, 2 * p + 1
        pulley[Pulley.TURN, p] = q[0, p]
        pulley[Pulley.SPEED, p] = rows.pulley.u[0, p]
        pulley[Pulley.GROOVE, p] = 0.0  # filled sheave by sheave
        pulley[Pulley.TILT_X, p], pulley[Pulley.TILT_Y, p] = 0.0, 0.0
        pulley[Pulley.TORQUE, p] = (belt[a].torque + belt[b].torque) / every
        pulley[Pulley.AXIAL, p] = 0.5 * (belt[a].axial + belt[b].axial) / every
        pulley[Pulley.FORCE_X, p] = (belt[a].f_x + belt[b].f_x) / every
        pulley[Pulley.FORCE_Y, p] = (belt[a].f_y + belt[b].f_y) / every
        pulley[Pulley.WORK, p] = put_in[Account.SHAFT + p]
        pulley[Pulley.WORK_Z, p] = put_in[Account.CLAMPING + p]


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
        sheave[Sheave.PLACE, b] = q[z, p]
        sheave[Sheave.TILT_X, b], sheave[Sheave.TILT_Y, b] = q[x, p], q[y, p]
        sheave[Sheave.AXIAL, b] = work.belt[b].axial / every
        pulley[Pulley.GROOVE, p] += 0.5 * q[z, p]
        pulley[Pulley.TILT_X, p] += 0.5 * q[x, p]
        pulley[Pulley.TILT_Y, p] += 0.5 * q[y, p]


@lean_kernel
def take_spatial_elements(
    work: SpatialWork, rows: SpatialRows, out: Floats, dt: float
) -> None:
    """Write places and contact forces of all elements into one snapshot."""
    q, R, pairs = rows.body.q, work.R, work.pairs
    saddles, flanks = rows.saddles, rows.flanks
    for k in range(q.shape[0]):
        a, b = 2 * k, 2 * k + 1
        out[Element.X, k], out[Element.Y, k], out[SpatialElement.Z, k] = (
            q[k, 0],
            q[k, 1],
            q[k, 2],
        )
        out[Element.ANGLE, k] = math.atan2(R[k, 3], R[k, 0])
        out[SpatialElement.ROLL, k] = math.asin(min(max(R[k, 7], -1.0), 1.0))
        out[SpatialElement.YAW, k] = -math.asin(min(max(R[k, 6], -1.0), 1.0))
        out[Element.ROCK, k] = pairs[k].rock_0 + pairs[k].rock_1
        out[Element.TOP, k], out[Element.BOTTOM, k] = (
            pairs[k].top,
            pairs[k].bottom,
        )
        out[Element.PIN, k] = pairs[k].pin
        out[Element.SADDLE, k] = saddles[a].force + saddles[b].force
        out[SpatialElement.SADDLE_MORE, k] = saddles[b].force - saddles[a].force
        out[Element.RING_FRICTION, k] = (saddles[a].P_t + saddles[b].P_t) / dt
        out[SpatialElement.ACROSS, k] = (saddles[a].P_z + saddles[b].P_z) / dt
        left, right = work.tension[saddles[a].p1], work.tension[saddles[b].p1]
        out[Element.TENSION, k], out[SpatialElement.TENSION_MORE, k] = (
            left + right,
            right - left,
        )
        out[Element.SADDLE_GAP, k] = 0.5 * (saddles[a].gap + saddles[b].gap)
        out[Element.ROCK_GAP, k] = 0.5 * (pairs[k].g_rock_0 + pairs[k].g_rock_1)
        out[Element.TOP_GAP, k] = pairs[k].g_top
        out[SpatialElement.OFFSET_LEFT, k] = saddles[a].offset
        out[SpatialElement.OFFSET_RIGHT, k] = saddles[b].offset
        out[SpatialElement.SIDE_LEFT, k] = saddles[a].side_force
        out[SpatialElement.SIDE_RIGHT, k] = saddles[b].side_force
        force, more, travel, outward = 0.0, 0.0, 0.0, 0.0
        for i in range(work.begin[k], work.begin[k + 1]):
            force += 0.5 * flanks[i].force
            more += flanks[i].force if i % 2 == 1 else -flanks[i].force
            travel += 0.5 * flanks[i].P_t / dt
            outward += 0.5 * flanks[i].aspect * flanks[i].P_g / dt
        out[Element.FLANK, k], out[SpatialElement.FLANK_MORE, k] = force, more
        out[Element.TRAVEL, k], out[Element.OUT, k] = travel, outward


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
            out[Knot.X + c, i] = 0.5 * (left + right)
        left = (q[2, a] + 4.0 * q[2, i] + q[2, b]) / 6.0
        right = (q[2, m + a] + 4.0 * q[2, m + i] + q[2, m + b]) / 6.0
        out[SpatialKnot.Z_LEFT, i], out[SpatialKnot.Z_RIGHT, i] = left, right
        left, right = work.tension[i], work.tension[m + i]
        out[Knot.TENSION, i], out[SpatialKnot.TENSION_MORE, i] = (
            left + right,
            right - left,
        )
