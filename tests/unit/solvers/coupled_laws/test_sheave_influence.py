"""The influence of a sheave: figures of the notes on its coupled contacts."""

import numpy as np
import pytest

from catena.codes import Status
from catena.numerics.records import table
from catena.rows.flank import FLANK
from catena.solvers.complementarity.active_set import active_set_work
from catena.solvers.coupled_laws.coupled_sheaves import solve_disc
from catena.solvers.coupled_laws.disc_tables import Discs, disc_work
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.solvers.problems import lcp

A = 1e-9 * np.array([2.0, 6.0, 2.0, 1.0, 0.5, 0.3])  # the reference variator [m/N]
WEDGE = np.cos(np.radians(11.0))
COMPLIANCE = 1e-8  # 1 / k_el [m/N]


def influence(angle, radial, coefficients=A):
    """The matrix C of contacts on a sheave [m/N], (5.52) with its correction."""
    apart = angle[:, None] - angle
    waves = sum(a * np.cos(k * apart) for k, a in enumerate(coefficients))
    scale = WEDGE * np.sqrt(radial)
    return COMPLIANCE * np.eye(angle.size) + np.outer(scale, scale) * waves


def random_arc(seed, n):
    rng = np.random.default_rng(seed)
    angle = np.sort(rng.uniform(0.0, 3.3, n))
    radial = rng.uniform(0.5, 2.0, n)
    return angle, radial, -1e-5 * (0.4 + rng.normal(size=n))


def solve(arc, closed, coefficients=A):
    """Forces and iterations of the law of the sheaves; ``closed`` is updated.

    The radial factor of this disc is the radius itself.
    """
    angle, radial, g_rigid = arc
    rows = table(
        FLANK, angle.size, d_x=radial * np.cos(angle), d_y=radial * np.sin(angle),
        rho=radial, gap=g_rigid, slot=np.arange(angle.size),
    )  # fmt: skip
    root, factor = np.sqrt(coefficients)[None], np.array([[0.0, 1.0]])
    work = disc_work(Discs(root[None], factor[None], 0.0), angle.size)
    k = 1.0 / COMPLIANCE
    count = solve_disc(root, factor, 0.0, WEDGE, k, rows, closed, work)
    return rows.press.copy(), count


def all_open(n):
    return np.zeros(n, dtype=np.int64)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 114])
@pytest.mark.parametrize("terms", [1, 2, 6])
def test_equals_lemke_on_the_whole_matrix(n, terms):
    arc = random_arc(n, n)
    la, count = solve(arc, all_open(n), A[:terms])
    assert count > 0
    C = influence(*arc[:2], A[:terms])
    lemke = lcp(C, arc[2], "lemke")
    np.testing.assert_allclose(la, lemke.x, atol=1e-9 * max(la.max(), 1.0))
    g = C @ la + arc[2]
    assert np.max(np.abs(np.minimum(COMPLIANCE * la, g))) < 1e-12


def test_turning_the_sheave_changes_nothing():
    angle, radial, g_rigid = random_arc(5, 60)
    forces = [
        solve((angle + turn, radial, g_rigid), all_open(60))[0]
        for turn in (0.0, 1.0, 4.0)
    ]
    np.testing.assert_allclose(forces[1], forces[0], rtol=1e-9, atol=1e-7)
    np.testing.assert_allclose(forces[2], forces[0], rtol=1e-9, atol=1e-7)


def pressed_arc(n, shift=0.0):
    """A running arc: entry and exit open, the wrap pressed with waves of a belt."""
    angle = np.linspace(0.0, np.pi, n) + shift
    press = 1e-5 * (0.6 + np.sin(3.0 * angle) + 0.1 * np.cos(40.0 * angle))
    return angle, np.ones(n), -press


@pytest.mark.parametrize("n", [50, 110, 220, 400])
def test_iterations_cold_and_warm(n):
    """Notes: 6-7 iterations cold, 1-2 warm, for every number of contacts."""
    closed = all_open(n)
    _, cold = solve(pressed_arc(n), closed)
    assert 2 <= cold <= 8
    assert solve(pressed_arc(n), closed)[1] == 1
    counts = []
    for step in range(1, 40):
        counts.append(solve(pressed_arc(n, 2e-4 * step), closed)[1])
    assert min(counts) > 0
    assert max(counts) <= 3
    assert np.mean(counts) < 2.0


def test_active_set_is_lemke_on_three_hundred_random_matrices():
    rng = np.random.default_rng(2014)
    for _ in range(300):
        n = int(rng.integers(1, 61))
        B = rng.normal(size=(n, n))
        C = 1e-9 * (B @ B.T / n + 0.05 * np.eye(n))
        g_rigid = 1e-6 * rng.normal(size=n)
        la, g, closed = np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.int64)
        work = active_set_work(n)
        status, _ = solve_maxwell_dense(C, g_rigid, la, g, closed, work, 2000)
        lemke = lcp(C, g_rigid, "lemke")
        assert (Status(status), lemke.status) == (Status.OK, Status.OK)
        np.testing.assert_allclose(la, lemke.x, atol=1e-7 * max(la.max(), 1.0))


def spread(n):
    """Largest eigenvalue over mean diagonal."""
    C = influence(np.linspace(0.0, np.pi, n), np.ones(n))
    return np.linalg.eigvalsh(C)[-1] / np.mean(np.diag(C))


def test_the_spread_of_the_influence_grows_like_the_contacts():
    """Notes: 8, 17, 34, 61 for n = 50, 110, 220, 400, proportional to n.

    The coefficients behind these figures are not stated; those of the reference
    variator over half a turn give 11, 24, 48, 88, of the same growth.
    """
    found = np.array([spread(n) for n in (50, 110, 220, 400)])
    np.testing.assert_allclose(found / found[0], [1.0, 2.16, 4.3, 7.8], rtol=0.02)
    np.testing.assert_allclose(
        [8 / 8, 17 / 8, 34 / 8, 61 / 8], found / found[0], rtol=0.05
    )


def jacobi(C, g_rigid, step, sweeps):
    """(5.38): the projected fixed point; the last change over the largest force."""
    la = np.zeros(g_rigid.size)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(sweeps):
            last, la = la, np.maximum(la - step * (C @ la + g_rigid), 0.0)
    return la, np.max(np.abs(la - last)) / np.max(last)


def test_the_projected_fixed_point_needs_the_largest_eigenvalue():
    """Erratum to (5.38): r = 1/C_ii never converges, r = 1.9/lambda_max does."""
    angle, radial, g_rigid = pressed_arc(110)
    C = influence(angle, radial)
    la, change = jacobi(C, g_rigid, 1.9 / np.linalg.eigvalsh(C)[-1], 1000)
    assert change < 1e-9
    exact = solve((angle, radial, g_rigid), all_open(110))[0]
    np.testing.assert_allclose(la, exact, atol=1e-6 * la.max())
    assert jacobi(C, g_rigid, 1.0 / C[0, 0], 1000)[1] > 0.1
