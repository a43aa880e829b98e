"""Friction by patches: a row of masses that stick and slip, against its closed form."""

from __future__ import annotations

import numpy as np
import pytest

from catena.numerics.records import table
from catena.rows.planar import PLANAR, Counter, start_planar
from catena.rows.turn import TURN, book_turns, start_turns
from catena.solvers.patches.friction_patches import solve_patches
from catena.solvers.patches.waking import ring_patches
from catena.tables.state import Cause

LIMIT = 1e-13


def test_two_flywheels_slip_until_they_turn_together() -> None:
    J = np.array([0.2, 0.3])
    u, M_inv = np.array([5.0, -1.0]), 1.0 / J
    mass = 1.0 / M_inv.sum()
    turns = table(TURN, 1, a=0, b=1, mass=mass, per=1.0, bound=0.1)
    memory, loss, h = np.zeros(1), np.zeros((1, len(Cause))), np.zeros(2)
    before, spent = 0.5 * J @ u**2, 0
    patches, counter = ring_patches(1, 0), np.zeros(3, dtype=np.int64)
    blocks = (np.zeros((3, 0)), np.zeros((3, 0)))
    while abs(u[1] - u[0]) > 1e-12 and spent < 20:
        old = u.copy()
        start_turns(turns, memory, u, M_inv)
        solve_patches(
            patches, table(PLANAR), turns, blocks, (u, M_inv), counter, LIMIT, 60
        )
        book_turns(turns, memory, 0.5 * (u + old), h, loss, 1e-3)
        spent += 1
    assert spent == int(np.ceil(6.0 * mass / 0.1))  # each step takes one full bound
    assert u == pytest.approx(np.full(2, (0.2 * 5.0 - 0.3) / 0.5))
    assert loss[0, Cause.COULOMB] == pytest.approx(before - 0.5 * J @ u**2)
    assert counter[Counter.CAPPED] == 0


def test_patches_find_what_plain_sweeps_find() -> None:
    """Discs in a ring, joined by dry pins, each on a dry floor (the last body)."""
    rng = np.random.default_rng(3)
    n = 12
    M_inv3 = np.zeros((3, n + 1))
    M_inv3[:, :n] = rng.uniform(0.5, 2.0, (3, n))
    M_inv = M_inv3.reshape(-1)  # a view: one mass, two shapes
    turns = table(TURN, n, a=2 * (n + 1) + (np.arange(n) - 1) % n, slot=np.arange(n))
    turns.b, turns.per = 2 * (n + 1) + np.arange(n), 1.0
    turns.mass = 1.0 / (M_inv[turns.a] + M_inv[turns.b])
    turns.bound = rng.uniform(0.0, 0.3, n)
    rows = table(PLANAR, n, a=np.arange(n), b=n, slot=np.arange(n), n_y=1.0, a_t=-0.5)
    rows.bound = rng.uniform(0.0, 1.0, n)
    free = np.zeros((3, n + 1))
    free[:, :n] = rng.normal(size=(3, n))

    u3 = free.copy()
    u, counter = u3.reshape(-1), np.zeros(3, dtype=np.int64)
    counter[Counter.ROWS] = n
    start_turns(turns, np.zeros(n), u, M_inv)
    start_planar(rows, n, np.zeros(n), u3, M_inv3)
    solve_patches(
        ring_patches(n, n), rows, turns, (u3, M_inv3), (u, M_inv), counter, LIMIT, 4000
    )
    assert counter[Counter.CAPPED] == 0 and counter[Counter.SWEEPS] > 1

    # the same impulses by plain sweeps over a dense Delassus matrix
    W = np.zeros((3 * (n + 1), 2 * n))
    for i in range(n):
        W[i, i], W[2 * (n + 1) + i, i] = 1.0, 0.5  # against the tangent (-1, 0)
        W[turns.a[i], n + i], W[turns.b[i], n + i] = 1.0, -1.0
    G = W.T @ (M_inv[:, None] * W)
    c = W.T @ free.reshape(-1)
    bound = np.concatenate([rows.bound, turns.bound])
    P = np.zeros(2 * n)
    for _ in range(20_000):
        for i in range(2 * n):
            P[i] = np.clip(P[i] - (G[i] @ P + c[i]) / G[i, i], -bound[i], bound[i])
    found = np.concatenate([rows.P, turns.P])
    assert found == pytest.approx(P, abs=1e-10)
    assert u == pytest.approx(free.reshape(-1) + M_inv * (W @ P), abs=1e-10)


def ring_of_pins(n: int, bound: object, seed: int) -> tuple:
    """Links in a ring that turn on dry pins alone: rows, velocities, counter."""
    rng = np.random.default_rng(seed)
    u, M_inv = rng.normal(size=n), rng.uniform(0.5, 2.0, n)
    turns = table(TURN, n, a=(np.arange(n) - 1) % n, b=np.arange(n), slot=np.arange(n))
    turns.per, turns.bound = 1.0, bound
    turns.mass = 1.0 / (M_inv[turns.a] + M_inv[turns.b])
    counter, start = np.zeros(3, dtype=np.int64), u.copy()
    start_turns(turns, np.zeros(n), u, M_inv)
    blocks = (np.zeros((3, 0)), np.zeros((3, 0)))
    solve_patches(
        ring_patches(n, 0), table(PLANAR), turns, blocks, (u, M_inv), counter, LIMIT, 60
    )
    return turns, u, start, M_inv, counter


@pytest.mark.parametrize("seed", range(5))
def test_strands_that_stick_are_solved_at_once(seed: int) -> None:
    n = 80
    bound = 10.0 ** np.random.default_rng(seed).uniform(-2.0, 1.5, n)
    turns, u, start, M_inv, counter = ring_of_pins(n, bound, seed)
    slip, sticks = u[turns.b] - u[turns.a], np.abs(turns.P) < bound
    assert 0 < sticks.sum() < n
    assert np.abs(slip[sticks]).max() < 1e-11
    assert (turns.P * slip)[~sticks].min() > 0.0  # with the slip, at the bound
    pushed = start.copy()
    np.add.at(pushed, turns.a, M_inv[turns.a] * turns.P)
    np.subtract.at(pushed, turns.b, M_inv[turns.b] * turns.P)
    assert u == pytest.approx(pushed, abs=1e-11)
    assert counter[Counter.CAPPED] == 0
    assert counter[Counter.SWEEPS] < 20  # from pin to pin alone they would be thousands


def test_a_ring_whose_pins_all_stick_turns_as_one() -> None:
    """The same moment in all joints turns nothing: the system is singular."""
    _, u, start, M_inv, counter = ring_of_pins(60, 1e3, 1)
    assert u == pytest.approx(np.full(60, (start / M_inv).sum() / (1.0 / M_inv).sum()))
    assert counter[Counter.CAPPED] == 0 and counter[Counter.SWEEPS] <= 4


def test_what_is_not_a_number_never_counts_as_solved() -> None:
    """One disc of two has no velocity; the other one slides on a floor of its own."""
    rows = table(PLANAR, 2, a=[0, 1], b=[2, 3], n_y=1.0, bound=0.1, mass=1.0)
    u3, M_inv3 = np.zeros((3, 4)), np.ones((3, 4))
    M_inv3[:, 2:], u3[0, 1] = 0.0, 1.0
    u3[0, 0] = np.nan
    counter = np.array([2, 0, 0])
    solve_patches(
        ring_patches(2, 2), rows, table(TURN), (u3, M_inv3),
        (u3.reshape(-1), M_inv3.reshape(-1)), counter, LIMIT, 9,
    )  # fmt: skip
    assert rows[1].P == -0.1
    assert counter[Counter.CAPPED] == 1
