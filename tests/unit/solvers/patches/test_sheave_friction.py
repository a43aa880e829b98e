"""Friction on sheaves by sweeps: every row keeps its law, whatever the shaft weighs."""

from __future__ import annotations

import numpy as np
import pytest

from catena.numerics.records import table
from catena.rows.flank import FLANK, flank_slip
from catena.solvers.patches.sheave_friction import (
    gather,
    held_rows,
    solve_sheave_friction,
)
from catena.tables.blocks import Block

LIMIT = 1e-12
FIRST, N = 7, 13
"""Rows on the first pulley, and on both."""


def block(rng, rows, count, M_inv):
    u = rng.standard_normal((rows, count))
    return Block(0 * u, u, 0 * u, np.broadcast_to(M_inv, u.shape).copy(), 0 * u)


def problem(shaft, give=0.0):
    """Links of 20 g on two pulleys; the inverse inertia of the shafts given."""
    rng = np.random.default_rng(5)
    body = block(rng, 3, N, [[50.0], [50.0], [4e4]])
    pulley = block(rng, 4, 2, [[shaft], [0.0], [0.0], [0.0]])
    angle, lever = rng.uniform(0.0, 6.0, N), rng.uniform(-5e-3, 5e-3, (2, N))
    t_x, t_y, g_x, g_y = np.sin(angle), -np.cos(angle), np.cos(angle), np.sin(angle)
    rows = table(
        FLANK, N, a=np.arange(N), b=np.arange(N) >= FIRST, slot=np.arange(N)[::-1],
        t_x=t_x, t_y=t_y, l_t=lever[0], g_x=1.02 * g_x, g_y=1.02 * g_y, l_g=lever[1],
        rho=rng.uniform(0.05, 0.08, N), aspect=1.0, give=give,
        bound=rng.uniform(0.0, 0.03, N), mass=0.5 / (110.0 + shaft * 0.01 + give),
    )  # fmt: skip
    rows[3].bound = 0.0
    return rows, body, pulley


def solved(shaft, give=0.0):
    rows, body, pulley = problem(shaft, give)
    P = 0.01 * np.random.default_rng(6).standard_normal((N, 2))
    sweeps, change = solve_sheave_friction(
        rows, N, P, (body, pulley), held_rows(N), LIMIT, 20_000
    )
    assert change < LIMIT and sweeps > 1
    return rows, body, pulley


SHAFTS = {"prescribed": 0.0, "heavy": 100.0, "as heavy as its links": 1e3, "light": 5e3}


@pytest.mark.parametrize("shaft", SHAFTS)
@pytest.mark.parametrize("give", [0.0, 30.0])
def test_rows_stick_or_oppose_their_sliding(shaft, give):
    rows, body, pulley = solved(SHAFTS[shaft], give)
    stuck = 0
    for i in range(N):
        slip = np.array(flank_slip(rows, i, body.u, pulley.u))
        P, bound = np.array([rows[i].P_t, rows[i].P_g]), rows[i].bound
        slip += give * P
        if np.hypot(*P) < bound * (1.0 - 1e-9):
            stuck += 1
            assert slip == pytest.approx([0.0, 0.0], abs=1e-8)
        else:
            assert np.hypot(*P) == pytest.approx(bound)
            assert P * np.hypot(*slip) == pytest.approx(-bound * slip, abs=1e-8)
    assert 0 < stuck < N - 1


@pytest.mark.parametrize("shaft", SHAFTS)
def test_impulses_act_on_bodies_and_shafts(shaft):
    rows, body, pulley = solved(SHAFTS[shaft])
    _, before, pulley_before = problem(SHAFTS[shaft])
    P_t, P_g = 2.0 * rows.P_t, 2.0 * rows.P_g
    change = np.array([
        rows.t_x * P_t + rows.g_x * P_g,
        rows.t_y * P_t + rows.g_y * P_g,
        rows.l_t * P_t + rows.l_g * P_g,
    ])  # fmt: skip
    assert body.u - before.u == pytest.approx(body.M_inv * change)
    for p, own in enumerate((slice(0, FIRST), slice(FIRST, N))):
        turn = pulley.u[0, p] - pulley_before.u[0, p]
        expected = -SHAFTS[shaft] * (rows.rho * P_t)[own].sum()
        assert turn == pytest.approx(expected, abs=1e-12)


def test_a_shaft_as_heavy_as_its_links_needs_few_sweeps():
    """A third of the error is left by each, and rows need some of their own."""
    rows, body, pulley = problem(1e3)
    P = np.zeros((N, 2))
    sweeps, change = solve_sheave_friction(
        rows, N, P, (body, pulley), held_rows(N), LIMIT, 100
    )
    assert change < LIMIT and sweeps < 60


def test_sweeps_that_are_not_enough_are_told():
    rows, body, pulley = problem(100.0)
    _, change = solve_sheave_friction(
        rows, N, np.zeros((N, 2)), (body, pulley), held_rows(N), LIMIT, 1
    )
    assert change >= LIMIT


@pytest.mark.parametrize("k", range(3))
def test_what_is_not_a_number_never_counts_as_solved(k):
    """One link of thirteen has no velocity; all others slide or stick."""
    rows, body, pulley = problem(0.0)
    body.u[k, FIRST + 2] = np.nan
    _, change = solve_sheave_friction(
        rows, N, np.zeros((N, 2)), (body, pulley), held_rows(N), LIMIT, 200
    )
    assert not change < LIMIT


def test_rows_that_carry_nothing_do_not_hold_the_shaft():
    rows, body, _ = problem(100.0)
    rows.bound[::2] = 0.0
    held = held_rows(N)
    stiff, reach = gather(rows, (2, N), np.zeros((N, 2)), body, held)
    loaded = rows[2:][rows.bound[2:] > 0.0]
    arms = loaded.rho * loaded.mass
    assert 0 < arms.size < N - 2
    assert stiff == pytest.approx((loaded.rho * arms).sum())
    assert reach == pytest.approx(arms.max())
