"""The first state of a run: pins on their polygon with consistent velocities."""

from __future__ import annotations

import numpy as np

from catena.couplings.link_bars import BAR_LOAD
from catena.couplings.rocker_joint import ROCKER_LOAD
from catena.drives.chain_cvt.start.band import Band
from catena.integrators.steps.pin_chain_tables import (
    Counter,
    Group,
    Memory,
    System,
    Work,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.rows.flank import FLANK
from catena.rows.flank_force import BELT_LOAD
from catena.solvers.coupled_laws.disc_tables import disc_work
from catena.solvers.patches.sheave_friction import held_rows
from catena.tables.blocks import Block
from catena.tables.state import State, empty_ledger


def start_state(system: System, band: Band) -> State:
    """Pins along the course at the speed of the chain, pulleys rolling with them."""
    n = system.law.place.size
    q, u = np.zeros(system.M.size), np.zeros(system.M.size)
    body_q, body_u = q[: 3 * n].reshape(3, n), u[: 3 * n].reshape(3, n)
    x, y = band.polygon.points()
    x += band.shafts[0]
    heading, v = band.polygon.headings(), band.chain_speed
    v_x, v_y = v * np.cos(heading), v * np.sin(heading)
    if system.bars.size:
        body_q[:2], body_u[:2] = (x, y), (v_x, v_y)
    else:
        fill_links(body_q, body_u, (x, y), (v_x, v_y))
    pulley, shaft = slice(3 * n, 3 * n + 8), slice(3 * n + 8, None)
    pair_q, pair_u = q[pulley].reshape(4, 2), u[pulley].reshape(4, 2)
    pair_q[1], pair_u[0] = band.grooves, band.speeds
    if system.mounts.size:
        q[shaft].reshape(3, 2)[0] = band.shafts
    memory = Memory(
        P=np.zeros((n, 2)),
        closed=np.zeros(n, dtype=np.int64),
        theta=np.zeros(system.imposed.speeds.size),
    )
    return State(np.zeros(1), q, u, memory, empty_ledger(len(Group), 4))


def fill_links(
    q: Floats,
    u: Floats,
    pins: tuple[Floats, Floats],
    velocities: tuple[Floats, Floats],
) -> None:
    """Links between their pins: middle, direction, and how these change."""
    ahead = [np.roll(part, -1) for part in (*pins, *velocities)]
    q[0], q[1] = 0.5 * (pins[0] + ahead[0]), 0.5 * (pins[1] + ahead[1])
    d_x, d_y = ahead[0] - pins[0], ahead[1] - pins[1]
    q[2] = np.arctan2(d_y, d_x)
    v_x, v_y = velocities
    u[0], u[1] = 0.5 * (v_x + ahead[2]), 0.5 * (v_y + ahead[3])
    turn = d_x * (ahead[3] - v_y) - d_y * (ahead[2] - v_x)
    u[2] = turn / (d_x**2 + d_y**2)


def work_for(system: System, state: State) -> Work:
    """Scratch of a run, with views of its state."""
    n, size = system.law.place.size, state.q.size
    h, old, mean = np.zeros(size), np.zeros(size), np.zeros(size)
    flat = (state.q, state.u, h, system.M_inv, mean)

    def block(rows: int, part: slice) -> Block:
        return Block(*(values[part].reshape(rows, -1) for values in flat))

    angles = state.q[2 * n : 3 * n]
    return Work(
        body=block(3, slice(0, 3 * n)),
        pulley=block(4, slice(3 * n, 3 * n + 8)),
        shaft=block(3, slice(3 * n + 8, size)),
        shaft_pose=np.array([[1.0, 1.0], [0.0, 0.0]]),
        shaft_old=old[3 * n + 8 :].reshape(3, -1),
        sheaves=system.sheaves.copy(),
        pose=np.array([np.cos(angles), np.sin(angles)]),
        h=h,
        old=old,
        mean=mean,
        force=np.zeros(4),
        rows=table(FLANK, n),
        held=held_rows(n),
        bar_loads=table(BAR_LOAD, system.bars.size),
        rocker_loads=table(ROCKER_LOAD, system.rockers.size),
        disc=disc_work(system.discs, n),
        belt=table(BELT_LOAD, 2),
        counter=np.zeros(len(Counter), dtype=np.int64),
    )
