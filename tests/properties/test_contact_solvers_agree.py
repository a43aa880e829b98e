"""Independent methods find the same answer on random solvable problems."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from catena.codes import Status
from catena.solvers.complementarity.active_set import active_set_work
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.solvers.direct.acceleration_lcp import solve_accelerations
from catena.solvers.direct.direct_friction import solve_by_lemke, solve_directly
from catena.solvers.direct.planar_friction import (
    PlanarProblem,
    planar_natural_map,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.problems import friction, friction_residual, lcp

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 12)


def positive_definite(rng: np.random.Generator, n: int, floor: float) -> np.ndarray:
    A = rng.normal(size=(n, n + 2))
    return A @ A.T + floor * np.eye(n)


@settings(max_examples=500)
@given(seeds, sizes)
def test_sweeps_lemke_and_active_set_agree_on_frictionless_problems(seed, n):
    rng = np.random.default_rng(seed)
    M, q = positive_definite(rng, n, 0.5), rng.normal(size=n)
    found = [lcp(M, q, method) for method in ("lemke", "active_set", "sweeps")]
    for one in found:
        assert one.status is Status.OK
        assert one.residual <= 1e-9
        np.testing.assert_allclose(one.x, found[0].x, atol=1e-8)


def well_posed(seed: int, n: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """W and q of n contacts of so many rows: unique solutions at modest friction."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(rows * n, rows * n)) * 0.3
    return A @ A.T + np.eye(rows * n), rng.normal(size=rows * n)


@settings(max_examples=500)
@given(seeds, st.integers(1, 6), st.floats(0.0, 0.3))
def test_sweeps_newton_and_lemke_agree_on_planar_friction(seed, n, mu):
    (W, q), coefficients = well_posed(seed, n, 2), np.full(n, mu)
    sweeps = friction(W, q, coefficients)
    newton = friction(W, q, coefficients, "newton")
    lemke = solve_accelerations(W, q, coefficients, np.zeros(n, dtype=np.int64))
    assert sweeps.status is newton.status is lemke.status is Status.OK
    assert friction_residual(W, q, coefficients, lemke.forces) <= 1e-8
    np.testing.assert_allclose(newton.x, sweeps.x, atol=1e-8)
    np.testing.assert_allclose(lemke.forces, sweeps.x, atol=1e-8)


def mixed_problem(seed: int, n: int, mu: float, spare: int) -> PlanarProblem:
    """Pushing contacts, joints, and elastic contacts whose force is known."""
    rng = np.random.default_rng(seed)
    kind = rng.choice([1, -1, 0], n)
    A = rng.normal(size=(2 * n, 2 * n + spare))
    A[2 * np.flatnonzero(kind == 0)] = 0.0  # no normal unknown
    A[2 * np.flatnonzero(kind == -1) + 1] = 0.0  # joints do not rub
    q = A @ rng.normal(size=A.shape[1])
    R = np.where(kind == 0, rng.uniform(0.0, 1.0, n), 0.0)
    return PlanarProblem(A @ A.T, q, kind, np.where(kind == 1, mu, 0.0), R)


@settings(max_examples=500)
@given(seeds, st.integers(1, 8), st.floats(0.0, 0.3))
def test_newton_and_lemke_agree_on_mixed_laws(seed, n, mu):
    problem = mixed_problem(seed, n, mu, 4)
    status, pivoted = solve_by_lemke(problem)
    newton = np.zeros(2 * n)
    solve_planar_friction(problem, newton, planar_work(n), 1e-12, 400)
    residual, scale = planar_natural_map(problem, pivoted, np.zeros(2 * n))
    assert status is Status.OK
    assert residual <= 1e-9 * max(scale, 1.0)
    np.testing.assert_allclose(pivoted, newton, atol=1e-7 * max(scale, 1.0))


@settings(max_examples=500)
@given(seeds, st.integers(2, 8), st.floats(0.0, 1.0))
def test_dependent_contacts_of_mixed_laws_are_solved(seed, n, mu):
    """Also by pivoting, unless joints all but hold a contact: then digits are gone."""
    problem = mixed_problem(seed, n, mu, -n)
    found = [solve_directly(problem, np.zeros(2 * n), 1e-9, 1e-9)[:2]]
    if share_left_by_joints(problem) > 1e-5:
        found.append(solve_by_lemke(problem))
    for status, P in found:
        residual, scale = planar_natural_map(problem, P, np.zeros(2 * n))
        assert status is Status.OK
        assert residual <= 1e-7 * max(scale, 1.0)


def share_left_by_joints(problem: PlanarProblem) -> float:
    """Least share of the inverse mass of a contact that joints leave it."""
    G, joints = problem.G, 2 * np.flatnonzero(problem.kind == -1)
    contacts = 2 * np.flatnonzero(problem.kind == 1)
    held = G[contacts][:, joints] @ np.linalg.pinv(G[np.ix_(joints, joints)])
    left = np.diag(G)[contacts] - np.sum(held * G[contacts][:, joints], axis=1)
    return float(np.min(left / np.diag(G)[contacts], initial=1.0))


@settings(max_examples=500)
@given(seeds, st.integers(2, 6), st.floats(0.0, 1.5))
def test_dependent_contacts_with_strong_friction_are_solved(seed, n, mu):
    """Fewer directions than contacts: forces are not unique, velocities mostly are."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(2 * n, max(2, int(1.2 * n))))
    W, mu = A @ A.T, np.full(n, mu)
    q = A @ rng.normal(size=A.shape[1])
    found = friction(W, q, mu, "auto", max_iterations=2000)
    assert found.status is Status.OK
    assert found.residual <= 1e-8


@settings(max_examples=500)
@given(seeds, st.integers(1, 5), st.floats(0.0, 0.3))
def test_newton_and_sweeps_agree_on_spatial_friction(seed, n, mu):
    (W, q), coefficients = well_posed(seed, n, 3), np.full(n, mu)
    sweeps = friction(W, q, coefficients)
    newton = friction(W, q, coefficients, "newton")
    assert sweeps.status is newton.status is Status.OK
    assert newton.residual <= 1e-9
    np.testing.assert_allclose(newton.x, sweeps.x, atol=1e-8)


@settings(max_examples=500)
@given(seeds, st.integers(1, 5), st.floats(0.0, 1.0))
def test_sweeps_solve_random_spatial_friction(seed, n, mu):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3 * n, 6 * n))
    W, q = A @ A.T, rng.normal(size=3 * n)
    found = friction(W, q, np.full(n, mu))
    assert found.status is Status.OK
    assert found.residual <= 1e-8


@settings(max_examples=500)
@given(seeds, st.integers(1, 40))
def test_maxwell_active_set_is_lemke(seed, n):
    rng = np.random.default_rng(seed)
    C = 1e-9 * positive_definite(rng, n, 0.1)
    g_rigid = 1e-6 * rng.normal(size=n)
    la, g = np.zeros(n), np.zeros(n)
    closed = rng.integers(0, 2, n)
    status, _ = solve_maxwell_dense(C, g_rigid, la, g, closed, active_set_work(n), 2000)
    lemke = lcp(C, g_rigid, "lemke")
    assert status == Status.OK
    assert lemke.status is Status.OK
    scale = max(np.max(la), 1.0)
    np.testing.assert_allclose(la, lemke.x, atol=1e-7 * scale)
    np.testing.assert_allclose(g, C @ la + g_rigid, atol=1e-12)
