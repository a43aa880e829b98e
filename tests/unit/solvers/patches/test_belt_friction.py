"""Friction of a whole belt by sweeps: flanks, saddles and edges keep their laws."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.solvers.patches.test_sheave_friction import N, block, problem

from catena.numerics.records import table
from catena.rows.flank import fill_mass, flank_slip
from catena.rows.planar import PLANAR, planar_slip
from catena.rows.saddle import (
    SADDLE,
    fill_saddle_mass,
    relax_saddle,
    saddle_slip,
)
from catena.solvers.patches.belt_friction import (
    REACH,
    BeltRows,
    Effort,
    Sweeps,
    solve_friction,
)
from catena.solvers.patches.waking import ring_patches

pytestmark = plain

DT = 1e-6
FINE = Sweeps(tolerance=1e-8 / DT, limit=5000)


def belt(edges, seed=3):
    """Elements on two pulleys and a ring, each leaning on the next or not."""
    rng = np.random.default_rng(seed)
    flanks, body, pulley = problem(20.0)
    ring, k = block(rng, 2, N, 200.0), np.arange(N)
    angle = rng.uniform(0.0, 6.0, (2, N))
    saddles = table(
        SADDLE, N, a=k, p0=(k - 1) % N, p1=k, p2=(k + 1) % N, p3=(k + 2) % N,
        t_x=np.cos(angle[0]), t_y=np.sin(angle[0]), l_t=1e-3,
        bound=rng.uniform(0.0, 0.01, N), w0=0.02, w1=0.48, w2=0.47, w3=0.03,
    )  # fmt: skip
    leaning = table(
        PLANAR, N if edges else 0, a=k[: N * edges], b=((k + 1) % N)[: N * edges],
        n_x=np.cos(angle[1])[: N * edges], n_y=np.sin(angle[1])[: N * edges],
        a_t=1e-3, b_t=-1e-3, bound=2e-3, mass=1.0 / (100.0 + 8e4 * 1e-6),
    )  # fmt: skip
    for i in range(N):
        fill_mass(flanks, i, body, pulley)
        fill_saddle_mass(saddles, i, body, ring)
    return BeltRows(flanks, saddles, leaning, body, pulley, ring)


def kinetic(rows):
    return sum(
        float((0.5 * b.u[b.M_inv > 0.0] ** 2 / b.M_inv[b.M_inv > 0.0]).sum())
        for b in (rows.body, rows.pulley, rows.ring)
    )


def solved(rows, sweeps=FINE, P=None):
    effort = np.zeros(len(Effort), dtype=np.int64)
    flank, saddle = (np.zeros((N, 2)), np.zeros(N)) if P is None else P
    patches = ring_patches(N, N, REACH)
    left = solve_friction(sweeps, rows, N, flank, saddle, patches, effort, DT)
    return left, effort


@pytest.mark.parametrize("edges", [0, 1])
def test_every_row_sticks_or_slides_at_its_bound(edges):
    rows = belt(edges)
    before = kinetic(rows)
    left, effort = solved(rows)
    assert left == 0.0
    assert effort[Effort.CAPPED] == 0
    assert effort[Effort.VISITS] < effort[Effort.SWEEPS] * N  # who is quiet sleeps
    assert kinetic(rows) < before
    states = {True: 0, False: 0}
    for i in range(N):
        slip = np.array(flank_slip(rows.flanks, i, rows.body.u, rows.pulley.u))
        P = np.array([rows.flanks[i].P_t, rows.flanks[i].P_g])
        states[judge(P, slip, rows.flanks[i].bound)] += 1
        slip = saddle_slip(rows.saddles, i, rows.body.u, rows.ring.u)
        judge(np.array([rows.saddles[i].P]), np.array([slip]), rows.saddles[i].bound)
    for i in range(N * edges):
        slip = planar_slip(rows.edges, i, i, (i + 1) % N, rows.body.u)
        judge(np.array([rows.edges[i].P]), np.array([-slip]), rows.edges[i].bound)
    assert min(states.values()) > 0  # both occur


def judge(P, slip, bound):
    """Whether a row sticks; one that slides pushes against its slip with its bound."""
    size, speed = np.linalg.norm(P), np.linalg.norm(slip)
    assert size <= bound * (1.0 + 1e-9)
    if size < bound * (1.0 - 1e-6):
        assert speed < 1e-5
        return True
    if bound > 0.0 and speed > 1e-5:
        assert -P @ slip == pytest.approx(bound * speed, rel=1e-4)
    return False


def test_impulses_of_the_last_step_are_the_start():
    rows = belt(1)
    _, first = solved(rows)
    kept = np.zeros((N, 2))
    for i in range(N):
        kept[rows.flanks[i].slot] = rows.flanks[i].P_t, rows.flanks[i].P_g
    again = belt(1)
    _, second = solved(again, P=(kept, rows.saddles.P.copy()))
    assert second[Effort.VISITS] < first[Effort.VISITS]
    assert again.body.u == pytest.approx(rows.body.u, abs=1e-5)


@pytest.mark.parametrize("limit", [0, 1])
def test_too_few_visits_are_counted_and_told(limit):
    left, effort = solved(belt(0), FINE._replace(limit=limit))
    assert left >= FINE.tolerance
    assert effort[Effort.CAPPED] == 1
    assert effort[Effort.SWEEPS] == limit


@pytest.mark.parametrize("part", ["body", "pulley", "ring"])
def test_what_is_not_a_number_never_counts_as_solved(part):
    rows = belt(1)
    getattr(rows, part).u[0, 1] = np.nan
    _, effort = solved(rows, Sweeps(tolerance=1e-8 / DT, limit=50))
    assert effort[Effort.CAPPED] == 1


def test_a_saddle_keeps_what_is_not_a_number():
    rows = belt(0)
    rows.ring.u[0, 1] = np.nan
    assert np.isnan(relax_saddle(rows.saddles, 1, rows.body, rows.ring))
