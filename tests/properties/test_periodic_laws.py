"""Laws of Floquet theory on random systems."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.linalg import expm

from catena.periodic import (
    floquet,
    from_callables,
    from_fourier,
    solve_collocation,
    solve_gauss,
)

SETTINGS = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
seeds = st.integers(0, 2**31 - 1)
sizes = st.integers(1, 3)


def random_parts(seed, n, damping=1.0):
    rng = np.random.default_rng(seed)

    def matrix(size):
        return size * rng.normal(size=(n, n))

    A = matrix(0.3)
    M = (np.eye(n) * 2.0 + A @ A.T, [(1, matrix(0.05), matrix(0.05))])
    C = (damping * (0.3 * np.eye(n) + matrix(0.1)), [(2, matrix(0.1), matrix(0.1))])
    K = (
        np.diag(rng.uniform(1.0, 9.0, n)) + matrix(0.3),
        [(1, matrix(0.5), matrix(0.5)), (3, matrix(0.2), matrix(0.2))],
    )
    d = (rng.normal(size=n), [(1, rng.normal(size=n), rng.normal(size=n))])
    return rng.uniform(0.5, 3.0), M, C, K, d


def random_system(seed, n):
    T, M, C, K, d = random_parts(seed, n)
    return from_fourier(T, M, C, K, d)


def difference_of_multipliers(a, b):
    """Compared as polynomials: nearly double roots may move by a square root."""
    return np.max(np.abs(np.poly(a.multipliers) - np.poly(b.multipliers)))


@SETTINGS
@given(seed=seeds, n=sizes)
def test_liouville(seed, n):
    result = floquet(random_system(seed, n))
    assert result.liouville_defect < 1e-8


@SETTINGS
@given(seed=seeds, n=sizes, shift=st.floats(0.0, 1.0))
def test_multipliers_do_not_know_where_the_period_starts(seed, n, shift):
    system = random_system(seed, n)
    offset = shift * system.period
    shifted = from_callables(
        system.period,
        lambda t: system.sample(t + offset).M,
        lambda t: system.sample(t + offset).C,
        lambda t: system.sample(t + offset).K,
    )
    assert difference_of_multipliers(floquet(system), floquet(shifted)) < 1e-7


@SETTINGS
@given(seed=seeds, n=sizes)
def test_multipliers_do_not_know_the_coordinates(seed, n):
    system = random_system(seed, n)
    W = np.random.default_rng(seed + 1).normal(size=(n, n)) + 3.0 * np.eye(n)
    other = from_callables(
        system.period,
        lambda t: W.T @ system.sample(t).M @ W,
        lambda t: W.T @ system.sample(t).C @ W,
        lambda t: W.T @ system.sample(t).K @ W,
    )
    assert difference_of_multipliers(floquet(system), floquet(other)) < 1e-7


@SETTINGS
@given(seed=seeds, n=sizes, stiff=st.floats(0.1, 30.0))
def test_constant_systems_have_the_multipliers_of_the_matrix_exponential(
    seed, n, stiff
):
    T, M, C, K, _ = random_parts(seed, n)
    system = from_fourier(T, M[0], C[0], stiff * K[0])
    P, _ = system.first_order([0.0])
    expected = np.poly(np.linalg.eigvals(expm(P[0] * T)))
    found = np.poly(floquet(system).multipliers)
    np.testing.assert_allclose(
        found, expected, atol=1e-7 * max(1.0, np.abs(expected).max())
    )


@SETTINGS
@given(seed=seeds, n=sizes)
def test_periodic_solutions_by_two_unlike_methods_agree(seed, n):
    system = random_system(seed, n)
    series = solve_collocation(system)
    steps = solve_gauss(system)
    size = np.abs(steps.q).max()
    assert np.abs(series.at(steps.times) - steps.q).max() < 1e-7 * size


@SETTINGS
@given(seed=seeds, n=sizes, factor=st.floats(0.1, 10.0))
def test_the_response_is_linear_in_the_force(seed, n, factor):
    T, M, C, K, d = random_parts(seed, n)
    scaled = (factor * d[0], [(1, factor * d[1][0][1], factor * d[1][0][2])])
    a = solve_gauss(from_fourier(T, M, C, K, d), 64).q
    b = solve_gauss(from_fourier(T, M, C, K, scaled), 64).q
    np.testing.assert_allclose(b, factor * a, atol=1e-8 * np.abs(b).max())
