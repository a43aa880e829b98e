"""Multipliers: tiny, many, marginal."""

import numpy as np
import pytest

from catena.errors import InputError
from catena.periodic import floquet, from_callables, from_fourier
from catena.periodic.methods.steppers import (
    FINE_GAUSS_NODES,
    GAUSS_NODES,
    gauss_tableau,
)
from catena.periodic.stability.cycle_kernels import carry_around
from catena.periodic.stability.cyclic_qr import plain_values, product_eigenvalues


def test_constant_system_with_multipliers_far_below_rounding():
    rates = np.array([0.5, 3.0, 40.0, 400.0])
    M, C, K = np.eye(2), np.diag([3.5, 440.0]), np.diag([1.5, 16000.0])
    mix = np.array([[1.0, 0.4], [-0.3, 1.0]])
    system = from_fourier(1.0, mix.T @ M @ mix, mix.T @ C @ mix, mix.T @ K @ mix)
    result = floquet(system)
    np.testing.assert_allclose(result.log_modulus, -rates, rtol=1e-6)
    assert result.log_modulus[0] == pytest.approx(-0.5, abs=1e-10)
    assert result.log_modulus[1] == pytest.approx(-3.0, abs=1e-9)
    assert result.resolved.all()
    assert result.verdict.kind == "asymptotically stable"


def test_plain_monodromy_does_lose_what_the_factored_form_keeps():
    system = from_fourier(1.0, np.eye(2), np.diag([1.0, 60.0]), np.diag([9.0, 1000.0]))
    result = floquet(system)
    exact = -30.0  # both multipliers of the second oscillator: exp(-30 +- i w)
    assert result.log_modulus[2:] == pytest.approx([exact, exact], rel=1e-6)


def test_a_chain_of_thirty_oscillators():
    n = 30
    K = 400.0 * (2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
    system = from_fourier(0.7, np.eye(n), 0.02 * K, K)
    result = floquet(system, steps=256)
    k = np.linalg.eigvalsh(K)
    roots = (
        np.concatenate([np.roots([1.0, 0.02 * value, value]) for value in k]).real * 0.7
    )
    np.testing.assert_allclose(
        result.log_modulus[:20], np.sort(roots)[::-1][:20], rtol=1e-6
    )
    assert result.liouville_defect < 1e-3


def test_cyclic_product_of_random_matrices_against_exact_scaling():
    rng = np.random.default_rng(3)
    maps = rng.normal(size=(6, 5, 5))
    values = product_eigenvalues(maps)
    product = np.linalg.multi_dot(maps[::-1])
    expected = np.sort(np.abs(np.linalg.eigvals(product)))[::-1]
    np.testing.assert_allclose(np.exp(values.log_modulus), expected, rtol=1e-8)
    tiny = product_eigenvalues(maps * 1e-80)  # the product underflows
    np.testing.assert_allclose(
        tiny.log_modulus - 480.0 * np.log(1e-1), values.log_modulus, atol=1e-8
    )


@pytest.mark.parametrize("size", [2, 7, 30])
def test_a_basis_is_carried_around_a_cycle(size):
    """A_k Q_k = Q_(k+1) R_k, also for singular and for huge maps."""
    rng = np.random.default_rng(size)
    maps = rng.normal(size=(4, size, size))
    maps[1, :, 0] = 0.0
    maps[2] = np.outer(maps[2, 0], maps[2, 1])
    maps[3] *= 1e200
    start = np.linalg.qr(rng.normal(size=(size, size)))[0]
    basis = start
    for k in range(1, 5):
        factors, rows = np.empty((k, size, size)), start.T.copy()
        carry_around(maps[:k], rows, factors)
        np.testing.assert_allclose(rows @ rows.T, np.eye(size), atol=1e-13)
        assert not np.tril(factors[-1], -1).any()
        image = maps[k - 1] @ basis
        bound = 1e-13 * np.abs(image).max()
        np.testing.assert_allclose(rows.T @ factors[-1], image, atol=bound)
        basis = rows.T


def test_exponents_are_on_the_principal_branch():
    w = 7.0
    system = from_fourier(1.0, [[1.0]], [[0.0]], [[w**2]])
    exponents = floquet(system).exponents
    assert np.abs(exponents.imag).max() <= np.pi
    assert exponents.imag.max() == pytest.approx(w - 2.0 * np.pi, abs=1e-9)
    assert abs(exponents.real).max() < 1e-9


def test_a_free_mass_drifts_a_free_pair_of_springs_does_not():
    free = from_fourier(1.0, [[1.0]], [[0.0]], [[0.0]])
    assert floquet(free).verdict.kind == "unstable (resonant growth)"
    equal = from_fourier(1.0, np.eye(2), np.zeros((2, 2)), 4.0 * np.eye(2))
    assert floquet(equal).verdict.kind == "stable"
    damped = from_fourier(1.0, [[1.0]], [[1.0]], [[0.0]])
    assert floquet(damped).verdict.kind == "stable"  # rho = 1 is simple
    assert (
        "decays" in floquet(from_fourier(1.0, [[1.0]], [[1.0]], [[1.0]])).verdict.text
    )


def test_negative_damping_is_unstable_with_its_growth_in_words():
    result = floquet(from_fourier(1.0, [[1.0]], [[-0.5]], [[4.0]]))
    assert result.verdict.kind == "unstable"
    assert f"{np.exp(0.25):.6g}" in result.verdict.text


def test_combination_resonance_is_named():
    """Two oscillators coupled at the sum of their frequencies."""
    w = np.array([1.0, 1.7])
    zero = np.zeros((2, 2))
    coupling = 0.3 * np.array([[0.0, 1.0], [1.0, 0.0]])
    period = 2.0 * np.pi / w.sum()
    system = from_fourier(
        period, np.eye(2), zero, (np.diag(w**2), [(1, coupling, zero)])
    )
    result = floquet(system)
    assert result.verdict.kind == "unstable"
    assert "combination" in result.verdict.text


def test_the_step_is_reported_as_sensitivity():
    system = from_fourier(np.pi, [[1.0]], [[0.1]], ([[1.0]], [(1, [[-0.6]], [[0.0]])]))
    coarse = floquet(system, method="newmark", steps=100)
    truth = floquet(system).multipliers
    actual = np.abs(coarse.multipliers[:2] / truth - 1.0)
    np.testing.assert_allclose(coarse.error[:2], actual, rtol=0.1)


def test_unknown_methods_are_refused():
    system = from_callables(
        1.0, lambda t: [[1.0]], lambda t: [[0.0]], lambda t: [[1.0]]
    )
    with pytest.raises(InputError, match="method"):
        floquet(system, method="euler")


@pytest.mark.parametrize("nodes", [GAUSS_NODES, FINE_GAUSS_NODES])
def test_gauss_tableaus_integrate_polynomials_exactly(nodes):
    """The simplifying conditions B(2s) and C(s) that give the order 2 s."""
    stages = len(nodes)
    tableau = gauss_tableau(nodes)
    A, c, b = tableau[:stages], tableau[2 * stages], tableau[2 * stages + 1]
    for k in range(1, 2 * stages + 1):
        assert b @ c ** (k - 1) == pytest.approx(1.0 / k, rel=1e-14)
    for k in range(1, stages + 1):
        np.testing.assert_allclose(A @ c ** (k - 1), c**k / k, rtol=0.0, atol=1e-15)
    np.testing.assert_allclose(tableau[stages : 2 * stages], A @ A, atol=1e-16)
    np.testing.assert_allclose(tableau[2 * stages + 2], b @ A, atol=1e-16)


@pytest.mark.parametrize(("method", "order"), [("gauss", 6), ("gauss10", 10)])
def test_multipliers_converge_with_the_order_of_the_method(method, order):
    system = from_fourier(
        np.pi, [[1.0]], [[0.1]], ([[100.0]], [(1, [[70.0]], [[0.0]])])
    )
    truth = floquet(system, method="gauss10", steps=512).multipliers[0]
    errors = [
        abs(floquet(system, method=method, steps=m).multipliers[0] - truth)
        for m in (32, 64)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.1)


def test_growth_beyond_every_number_is_judged_and_keeps_its_exponent():
    """x'' = 100 x over 100 s: the multiplier is exp(1000)."""
    result = floquet(from_fourier(100.0, [[1.0]], [[0.0]], [[-100.0]]))
    assert result.verdict.kind == "unstable"
    assert "more than 1e+300" in result.verdict.text
    assert result.spectral_radius == pytest.approx(1e300, rel=1e-9)
    assert result.exponents.real == pytest.approx([10.0, -10.0], rel=1e-6)
    assert "about 1e434" in result.notes[-1]


def test_what_no_step_resolves_is_called_undecided():
    """4.5 rad/s over 100 000 s, hardly damped: more than any grid follows."""
    wave = (1, [[1.0]], [[0.0]])
    hardly = from_fourier(1e5, [[1.0]], [[1e-9]], ([[20.0]], [wave]))
    result = floquet(hardly)
    assert result.verdict.kind == "undecided"
    assert not result.resolved.any()


def test_multipliers_that_vanish_are_stable_however_badly_known():
    """exp(-5000), not followed step by step, but far below 1 whatever it is."""
    result = floquet(from_fourier(1e5, [[1.0]], [[0.1]], [[20.0]]))
    assert result.verdict.kind == "asymptotically stable"
    assert "about" in result.verdict.text


def test_multipliers_that_vanish_altogether_keep_finite_logarithms():
    values = product_eigenvalues(np.tile(np.diag([2.0, 0.0]), (3, 1, 1)))
    assert np.isfinite(values.log_modulus).all()
    rho = plain_values(values.log_modulus, values.phase)
    np.testing.assert_allclose(rho, [8.0, 0.0], rtol=1e-14)
