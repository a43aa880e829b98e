"""What is read out of a running rocker-pin chain: totals, pulleys, pins."""

from __future__ import annotations

import math

from catena.bodies.flat_motion import kinetic_energy
from catena.bodies.sheave import hub_energy
from catena.couplings.link_bars import bar_energy
from catena.couplings.mount import mount_energy
from catena.couplings.rocker_joint import rocker_energy
from catena.integrators.steps.pin_chain_samples import ChainPulley, Pin, Samples, Total
from catena.integrators.steps.pin_chain_tables import Counter, System, Work
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.pairs.pin_sheave import pin_energy
from catena.tables.state import State


@lean_kernel
def stored_energy(system: System, state: State, work: Work) -> float:
    """Kinetic and elastic energy of everything [J]."""
    total = kinetic_energy(system.M, state.u)
    total += bar_energy(system.bars, work.body) + rocker_energy(work.rocker_loads)
    total += pin_energy(
        system.law, work.rows, work.counter[Counter.ROWS], system.sheaves
    )
    total += mount_energy(system.mounts, work.shaft.q, work.shaft_pose)
    return total + hub_energy(system.sheaves, work.pulley.q)


@lean_kernel
def tension(system: System, work: Work, i: int) -> float:
    """Of the link between pin i and the next [N]."""
    if system.bars.size > 0:
        return float(work.bar_loads[i].tension)
    n = system.rockers.size
    j = i + 1 if i + 1 < n else 0
    return 0.5 * float(work.rocker_loads[i].tension + work.rocker_loads[j].tension)


@lean_kernel
def largest_normal(system: System, work: Work, dt: float) -> float:
    """Largest normal force of a pin end, (F_a + F_r sin) / cos [N]."""
    most, rows = 0.0, work.rows
    for i in range(work.counter[Counter.ROWS]):
        outwards = rows[i].aspect * rows[i].P_g / dt
        most = max(most, rows[i].force + outwards * system.sheaves[rows[i].b].tan)
    return most


@lean_kernel
def chain_speed(system: System, work: Work) -> float:
    """How fast the chain moves on, a mean over all pins [m/s].

    On an arc, where links turn by alpha from one to the next, a pin runs along its
    circle faster than the chain moves on, by alpha^2 / 24, and along its link slower by
    alpha^2 / 12: two parts of the one and one of the other leave alpha^4.
    """
    total, u, pose, place = 0.0, work.body.u, work.pose, system.law.place
    for k in range(place.size):
        e_x, e_y = pose[0, k], pose[1, k]
        x = u[0, k] - u[2, k] * place[k] * e_y
        y = u[1, k] + u[2, k] * place[k] * e_x
        if system.bars.size > 0:
            e_x, e_y = work.bar_loads[k].e_x, work.bar_loads[k].e_y
        total += 2.0 * math.sqrt(x * x + y * y) + e_x * x + e_y * y
    return total / (3.0 * place.size)


@lean_kernel
def take_totals(
    system: System, state: State, work: Work, samples: Samples, row: int
) -> None:
    """Write totals and losses into one row."""
    total = samples.total[row]
    total[Total.TIME] = state.t[0]
    total[Total.STORED] = stored_energy(system, state, work)
    most = 0.0
    for k in range(system.law.place.size):
        most = max(most, tension(system, work, k))
    total[Total.CHAIN_SPEED] = chain_speed(system, work)
    total[Total.MOST_TENSION] = most
    take_strands(system, work, total)
    loss = state.ledger.loss
    for g in range(loss.shape[0]):
        samples.loss[row, g] = 0.0
        for c in range(loss.shape[1]):
            samples.loss[row, g] += loss[g, c]


@lean_kernel
def take_strands(system: System, work: Work, total: Floats) -> None:
    """Mean tension of both strands, and the lateral place of their middles.

    Links count in the middle half between the axes; a strand without any has none.
    """
    q, pose, place = work.body.q, work.pose, system.law.place
    left, right = system.sheaves[0].c_x, system.sheaves[1].c_x
    middle, reach = 0.5 * (left + right), 0.25 * (right - left)
    (
        total[Total.UPPER],
        total[Total.LOWER],
        total[Total.HIGHEST],
        total[Total.LOWEST],
    ) = 0.0, 0.0, 0.0, 0.0
    for side in range(2):
        pull, count, nearest = 0.0, 0.0, reach
        for k in range(q.shape[1]):
            x, y = q[0, k] + place[k] * pose[0, k], q[1, k] + place[k] * pose[1, k]
            away = abs(x - middle)
            if away >= reach or (y > 0.0) != (side == 0):
                continue
            pull += tension(system, work, k)
            count += 1.0
            if away < nearest:
                nearest = away
                total[Total.HIGHEST + side] = y
        total[Total.UPPER + side] = pull / max(count, 1.0)


@lean_kernel
def take_pressed(work: Work, out: Floats) -> None:
    """Count the pins on both pulleys, and find at which radius they run."""
    for p in range(2):
        out[ChainPulley.PINS, p], out[ChainPulley.RADIUS, p] = 0.0, 0.0
    for i in range(work.counter[Counter.ROWS]):
        if work.rows[i].force > 0.0:
            out[ChainPulley.PINS, work.rows[i].b] += 1.0
            out[ChainPulley.RADIUS, work.rows[i].b] += work.rows[i].rho
    for p in range(2):
        out[ChainPulley.RADIUS, p] /= max(out[ChainPulley.PINS, p], 1.0)


@lean_kernel
def take_pins(system: System, state: State, work: Work, out: Floats, dt: float) -> None:
    """Write places and forces of all pins into one snapshot."""
    q, pose, place = work.body.q, work.pose, system.law.place
    for k in range(q.shape[1]):
        out[Pin.X, k] = q[0, k] + place[k] * pose[0, k]
        out[Pin.Y, k] = q[1, k] + place[k] * pose[1, k]
        out[Pin.AXIAL, k], out[Pin.RADIUS, k] = 0.0, 0.0
        out[Pin.TRAVEL, k] = state.memory.P[k, 0] / dt
        out[Pin.OUT, k] = state.memory.P[k, 1] / dt
        out[Pin.TENSION, k] = tension(system, work, k)
    for k in range(q.shape[1]):
        j = k + 1 if k + 1 < q.shape[1] else 0
        d_x, d_y = out[Pin.X, j] - out[Pin.X, k], out[Pin.Y, j] - out[Pin.Y, k]
        out[Pin.ANGLE, k] = math.atan2(d_y, d_x)
    for i in range(work.counter[Counter.ROWS]):
        row = work.rows[i]
        out[Pin.AXIAL, row.a] = row.force * system.sheaves[row.b].cos
        out[Pin.OUT, row.a] *= row.aspect
        out[Pin.RADIUS, row.a] = row.rho
