"""The largest share of a rebound that gains no energy, by looking at all shares."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components
from tests.plain import plain

from catena.integrators.impact_energy import (
    Speeds,
    fill_islands,
    gains_energy,
    keep_rebound,
    limit_energy,
    share_without_gain,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.rows.turn import TURN
from catena.solvers.patches.elastic_friction import elastic_friction
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import ListedRows, PercussionWork, empty_rows
from catena.tables.joints import no_joints
from catena.tables.system import ImpactWork

pytestmark = plain

N_U, N_C = 9, 4
DOF = [[0, 1, 2, -1], [2, 3, -1, -1], [5, 6, 7, -1], [7, 8, -1, -1]]
"""Two islands: 0 to 3 and 5 to 8; nobody touches 4."""


def contacts(seed: int, tangents: int = 1) -> tuple[ListedRows, PercussionWork, Floats]:
    """Rows with percussions, all of them with normals of their own."""
    draws, rows = np.random.default_rng(seed), empty_rows(N_C, 4, tangents)
    rows.dof[:] = DOF
    for name in ("W_N", "W_T", "w_N", "w_T", "P_N", "P_T", "g_N_dot", "g_T_dot"):
        values = getattr(rows, name)
        values[:] = draws.normal(size=values.shape)
    M_inv = draws.uniform(0.5, 2.0, N_U)
    rows.MiW_N[:] = rows.W_N * M_inv[rows.dof] * (rows.dof >= 0)
    rows.MiW_T[:] = rows.W_T * (M_inv[rows.dof] * (rows.dof >= 0))[:, None]
    rows.active[:], rows.n_active[0] = np.arange(N_C), N_C
    work = percussion_work(N_C, tangents, 4, N_U)
    work.packed.row[:N_C] = [2, 0, 3, 1]
    work.listed[:] = N_C, 0, 0
    return rows, work, M_inv


def ways(rows: ListedRows) -> Floats:
    """All normals and tangents (rows, 1 + tangents, velocities)."""
    found = np.zeros((N_C, 1 + rows.w_T.shape[1], N_U))
    for i in range(N_C):
        for k, at in enumerate(rows.dof[i]):
            if at >= 0:
                found[i, 0, at] += rows.W_N[i, k]
                found[i, 1:, at] += rows.W_T[i, :, k]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_shares_are_the_last_without_gain(seed: int) -> None:
    """Against a fine grid, for parabolas that open upwards."""
    a, b = np.random.default_rng(seed).normal(size=2)
    c = abs(np.random.default_rng(seed + 100).normal())
    shares = np.linspace(0.0, 1.0, 100_001)
    fine = shares[a + b * shares + c * shares**2 <= 0.0]
    wanted = fine.max() if fine.size and a < 0.0 else 0.0
    if a + b + c <= 0.0:
        wanted = 1.0
    assert share_without_gain(a, b, c) == pytest.approx(wanted, abs=2e-5)


def test_shares_at_the_ends() -> None:
    assert share_without_gain(-1.0, 0.5, 0.0) == 1.0
    assert share_without_gain(-1.0, 4.0, 0.0) == pytest.approx(0.25)
    assert share_without_gain(0.0, 0.0, 0.0) == 1.0
    assert share_without_gain(0.0, 1.0, 1.0) == 0.0
    assert share_without_gain(-1.0, 1.0 + 5e-11, 0.0) == 1.0  # rounding
    assert share_without_gain(-1.0, 0.0, 4.0) == pytest.approx(0.5)


def mixed(rows: ListedRows, M_inv: Floats, seed: int) -> tuple[Speeds, Floats, Floats]:
    """Velocities with either percussions, and these: without restitution, with it."""
    draws = np.random.default_rng(seed + 50)
    W = ways(rows)
    without = np.column_stack([rows.P_N, rows.P_T])
    rebound = without + draws.normal(size=without.shape)
    start, free = draws.normal(size=(2, N_U))
    free = start + 0.1 * free
    moved = [free + M_inv * np.einsum("it,itk->k", P, W) for P in (without, rebound)]
    return Speeds(start, free, *moved), without, rebound


@pytest.mark.parametrize("tangents", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_islands_go_as_far_as_they_gain_no_energy(seed: int, tangents: int) -> None:
    """Either from the start of the step or from the free velocity; one by one."""
    rows, work, M_inv = contacts(seed, tangents)
    speeds, without, rebound = mixed(rows, M_inv, seed)
    W, w = ways(rows), np.column_stack([rows.w_N, rows.w_T])
    impacts = ImpactWork(
        np.zeros(N_U, int), np.full((N_U, 6), 9.0), rebound.copy(), np.zeros(5, int),
        np.zeros((N_C, 4)), np.zeros(N_C),
    )  # fmt: skip
    fill_islands(rows, work, no_joints(N_U, N_C), impacts.island)
    assert impacts.island.tolist() == [0, 0, 0, 0, 4, 5, 5, 5, 5]
    first = Speeds(*(values.copy() for values in speeds))
    limit_energy(rows, work, speeds, impacts)
    wanted_u, wanted_P = first.u.copy(), without.copy()
    shares = np.linspace(0.0, 1.0, 20_001)
    for members, own in (([0, 1], slice(0, 4)), ([2, 3], slice(5, 9))):
        ends = []
        for before in (first.start, first.free):
            gains = np.zeros_like(shares)
            for i in members:
                P = without[i] + np.outer(shares, rebound[i] - without[i])
                u = first.u + np.outer(shares, first.rebound - first.u)
                speed = w[i] + 0.5 * (u + before) @ W[i].T
                gains += (P * speed).sum(axis=1)
            fine = shares[gains <= 1e-12]
            ends.append(fine.max() if fine.size and gains[0] <= 0.0 else 0.0)
            if gains[-1] <= 0.0:
                ends[-1] = 1.0
        share = max(ends)
        wanted_u[own] += share * (first.rebound - first.u)[own]
        wanted_P[members] += share * (rebound - without)[members]
    assert speeds.u == pytest.approx(wanted_u, abs=5e-4)
    found = np.column_stack([rows.P_N, rows.P_T])
    assert found == pytest.approx(wanted_P, abs=5e-4)
    assert speeds.u[4] == first.u[4]


@pytest.mark.parametrize("seed", range(5))
def test_islands_are_the_connected_velocities(seed: int) -> None:
    """By graph; what percussions cannot change connects nothing, joints do."""
    draws = np.random.default_rng(seed)
    rows, work, M_inv = contacts(seed)
    rows.dof[:] = draws.integers(0, N_U, size=(N_C, 4))
    held = draws.random(N_U) < 0.3
    M_inv[held] = 0.0
    rows.MiW_N[:] = rows.W_N * M_inv[rows.dof]
    rows.MiW_T[:] = rows.W_T * M_inv[rows.dof][:, None]
    work.listed[:] = 3, 0, 0  # rows 2, 0, 3; row 1 is a joint
    joints = no_joints(N_U, N_C)._replace(row=np.array([1]))
    island = np.full(N_U, -1)
    fill_islands(rows, work, joints, island)
    graph = np.zeros((N_U, N_U))
    for i in range(N_C):
        free = [at for at in rows.dof[i] if not held[at]]
        for at in free[1:]:
            graph[free[0], at] = 1.0
    _, labels = connected_components(graph, directed=False)
    lowest = [int(np.flatnonzero(labels == label).min()) for label in labels]
    assert island.tolist() == lowest


def test_rows_that_work_on_bodies_after_a_rebound_may_have_gained_energy() -> None:
    rows, work, _ = contacts(3)
    u = np.random.default_rng(9).normal(size=N_U)
    W = ways(rows)
    rows.P_N[:] = np.abs(rows.P_N)
    powers = rows.P_N * (rows.g_N_dot + rows.w_N + W[:, 0] @ u)
    powers += rows.P_T[:, 0] * (rows.g_T_dot[:, 0] + rows.w_T[:, 0] + W[:, 1] @ u)
    assert powers.max() > 0.0 > powers.min()
    assert not gains_energy(rows, work, u)  # none of them bounces
    lazy = int(powers.argmin())
    rows.par_N[lazy, 0] = 0.5
    assert gains_energy(rows, work, u)
    rows.par_N[lazy, 0], rows.par_T[lazy, 2] = 0.0, 0.5
    assert gains_energy(rows, work, u)
    # w_N makes up for what each row does: none works any more
    rows.w_N[:] -= (powers + 0.1) / rows.P_N
    assert not gains_energy(rows, work, u)
    rows.w_N[lazy] += 0.2 / rows.P_N[lazy]
    assert gains_energy(rows, work, u)
    rows.P_N[lazy] = 0.0  # who does not push takes no part
    assert not gains_energy(rows, work, u)


def test_percussions_with_restitution_are_set_aside_as_forces() -> None:
    rows, _, _ = contacts(4)
    rows.active[:], rows.n_active[0] = [3, 1, 0, 2], 2
    turns = table(TURN, 1, slot=2, P=0.4, per=10.0)
    friction = elastic_friction(2, 0, None, turns)
    friction.n_used[0] = 1
    friction.rows.slot[:], friction.rows.P[:] = [0, 3], [0.7, 9.0]
    u, kept, P = np.arange(3.0), np.zeros(3), np.full((N_C, 2), 5.0)
    keep_rebound(rows, friction, u, kept, P)
    assert kept.tolist() == u.tolist()
    assert P[0].tolist() == [0.0, 0.7]
    assert P[1].tolist() == [rows.P_N[1], rows.P_T[1, 0]]
    assert P[2] == pytest.approx([0.0, 4.0])
    assert P[3].tolist() == [rows.P_N[3], rows.P_T[3, 0]]
