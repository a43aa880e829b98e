"""RK4, Newmark and Gauss: the paper's formulas, known answers, orders, refusals."""

import numpy as np
import pytest

from catena.errors import InputError, SolverError
from catena.periodic import (
    compare_methods,
    floquet,
    from_callables,
    from_fourier,
    smallest_step_count_newmark,
    smallest_step_count_rk4,
    solve_collocation,
    solve_gauss,
    solve_newmark,
    solve_rk4,
)


def two_masses(damping=0.2, force=1.0):
    zero = np.zeros((2, 2))
    return from_fourier(
        2.0,
        ([[2.0, 0.3], [0.3, 1.0]], [(1, [[0.2, 0.0], [0.0, 0.1]], zero)]),
        [[2.0 * damping, 0.0], [0.1, damping]],
        ([[30.0, -4.0], [-4.0, 10.0]], [(2, [[3.0, 0.0], [0.0, 1.0]], zero)]),
        ([0.3, 0.0], [(1, [force, 0.0], [0.0, force])]),
    )


def switched():
    """Stiffness and force jump twice per period."""

    def half(t):
        return t < 0.7

    return from_callables(
        2.0,
        lambda t: [[1.0]],
        lambda t: [[0.3]],
        lambda t: np.where(half(t), 9.0, 4.0)[:, None, None],
        lambda t: np.where(half(t), 1.0, -2.0)[:, None],
        breaks=[0.0, 0.7],
    )


def test_rk4_map_is_equations_17_to_21():
    system, m = two_masses(), 24
    h = system.period / m
    product, c = np.eye(4), np.zeros(4)
    for i in range(m):
        (P0, Ph, P1), (f0, fh, f1) = system.first_order(
            h * np.array([i, i + 0.5, i + 1])
        )
        A = (
            np.eye(4)
            + h / 6 * (P0 + 4 * Ph + P1)
            + h**2 / 6 * (Ph @ P0 + Ph @ Ph + P1 @ Ph)
            + h**3 / 12 * (Ph @ Ph @ P0 + P1 @ Ph @ Ph)
            + h**4 / 24 * (P1 @ Ph @ Ph @ P0)
        )  # (18)
        b = (
            h / 6 * (f0 + 4 * fh + f1)
            + h**2 / 6 * (Ph @ f0 + Ph @ fh + P1 @ fh)
            + h**3 / 12 * (Ph @ Ph @ f0 + P1 @ Ph @ fh)
            + h**4 / 24 * (P1 @ Ph @ Ph @ f0)
        )  # (19)
        product, c = A @ product, A @ c + b  # (20)
    solution = solve_rk4(system, m)
    np.testing.assert_allclose(solution.monodromy, product, rtol=1e-12, atol=1e-13)
    x0 = np.linalg.solve(np.eye(4) - product, c)  # (21)
    np.testing.assert_allclose(solution.state[0], x0, rtol=1e-11)


def test_newmark_map_is_equations_28_to_40():
    system, m, beta, gamma = two_masses(), 30, 0.3, 0.55
    h, E, Z = system.period / m, np.eye(2), np.zeros((2, 2))
    D = np.block([[E, h * E, h**2 * (0.5 - beta) * E], [Z, E, (1 - gamma) * h * E]])
    Tr = np.block([[E, Z, beta * h**2 * E], [Z, E, gamma * h * E], [Z, Z, E]])
    product, c = np.eye(6), np.zeros(6)
    for i in range(1, m + 1):
        M, C, K, d = (part[0] for part in system.sample([i * h]))
        S = M + gamma * h * C + h**2 * beta * K  # (31)
        H = np.hstack([K, C])  # (32)
        A = Tr @ np.vstack([D, -np.linalg.solve(S, H @ D)])  # (36)
        b = Tr @ np.r_[np.zeros(4), np.linalg.solve(S, d)]
        product, c = A @ product, A @ c + b  # (39)
    solution = solve_newmark(system, m, beta=beta, gamma=gamma)
    np.testing.assert_allclose(solution.monodromy, product, rtol=1e-10, atol=1e-10)
    x0 = np.linalg.solve(np.eye(6) - product, c)  # (40)
    np.testing.assert_allclose(solution.state[0], x0[:4], rtol=1e-10)
    assert np.abs(solution.multipliers[4:]).max() < 1e-12  # n zero multipliers


def test_forced_oscillator_has_its_textbook_answer():
    w, m, c, k, F = 3.0, 2.0, 0.4, 5.0, 1.5
    system = from_fourier(
        2 * np.pi / w, [[m]], [[c]], [[k]], ([0.0], [(1, [F], [0.0])])
    )
    answer = F / (k - m * w**2 + 1j * w * c)
    t = np.linspace(0.0, system.period, 65)
    exact = (answer * np.exp(1j * w * t)).real
    np.testing.assert_allclose(solve_gauss(system, 64).q[:, 0], exact, atol=1e-10)
    np.testing.assert_allclose(solve_rk4(system, 64).q[:, 0], exact, atol=1e-6)
    np.testing.assert_allclose(solve_newmark(system, 64).q[:, 0], exact, atol=1e-3)
    series = solve_collocation(system)
    np.testing.assert_allclose(series.coefficients[1, 0], answer, rtol=1e-13)
    np.testing.assert_allclose(
        series.at(t, 1)[:, 0], (1j * w * answer * np.exp(1j * w * t)).real, atol=1e-12
    )


@pytest.mark.parametrize("system", [two_masses(), switched()], ids=["smooth", "jumps"])
def test_orders_of_convergence(system):
    found = compare_methods(
        system,
        [60, 120, 240],
        methods=("rk4", "newmark", "linear acceleration"),
        repeats=1,
    )
    assert found.order("rk4") == pytest.approx(4.0, abs=0.15)
    assert found.order("newmark") == pytest.approx(2.0, abs=0.1)
    assert found.order("linear acceleration") == pytest.approx(2.0, abs=0.1)


def test_gauss_has_order_six():
    found = compare_methods(two_masses(), [12, 24, 48], methods=("gauss",), repeats=1)
    assert found.order("gauss") == pytest.approx(6.0, abs=0.2)


def test_gauss_and_harmonic_balance_agree():
    system = two_masses()
    a, b = (
        solve_gauss(system, tolerance=1e-12),
        solve_collocation(system, tolerance=1e-12),
    )
    np.testing.assert_allclose(a.q, b.at(a.times), atol=1e-11)
    np.testing.assert_allclose(a.v, b.at(a.times, 1), atol=1e-10)
    assert a.defect < 1e-12


def test_stored_states_are_thinned_not_changed():
    system = two_masses()
    full, thin = solve_rk4(system, 1000), solve_rk4(system, 1000, store_every=7)
    kept = np.append(np.arange(0, 1000, 7), 1000)
    np.testing.assert_array_equal(thin.times, full.times[kept])
    np.testing.assert_array_equal(thin.q, full.q[kept])
    assert solve_rk4(switched(), 5000, store_every=3).times[-1] == 2.0


def test_many_blocks_give_the_same_as_one():
    system = two_masses()
    a, b = solve_rk4(system, 6000), solve_gauss(system, 500)
    np.testing.assert_allclose(a.q[::12], b.q, atol=1e-11)


def test_unstable_steps_are_refused_with_the_number_that_works():
    system = from_fourier(1.0, [[1.0]], [[1.0]], [[1e6]], [1.0])
    least = smallest_step_count_rk4(system)
    assert least == pytest.approx(1000.0 / np.sqrt(8.0), rel=0.01)
    with pytest.raises(SolverError, match=f"at least {least} steps"):
        solve_rk4(system, least - 1)
    assert np.abs(solve_rk4(system, least).multipliers).max() <= 1.0
    with pytest.raises(SolverError, match=r"overflows|misses|grow by"):
        solve_rk4(system, 200, check_step=False)


def test_linear_acceleration_has_its_limit_and_average_acceleration_none():
    system = from_fourier(1.0, [[1.0]], [[0.0]], [[1e6]], [1.0])
    with pytest.raises(SolverError, match="at least 289 steps"):
        solve_newmark(system, 288, beta=1 / 6)  # 1000 / sqrt(12)
    assert solve_newmark(system, 10).steps == 10
    from catena.periodic.methods.steppers import Newmark

    assert smallest_step_count_newmark(system, Newmark()) == 1


def test_resonance_without_damping_is_refused():
    system = from_fourier(
        2 * np.pi, [[1.0]], [[0.0]], [[1.0]], ([0.0], [(1, [1.0], [0.0])])
    )
    with pytest.raises(SolverError, match="multiplier"):
        solve_gauss(system, 2000)
    with pytest.raises(SolverError, match="free vibration"):
        solve_collocation(system)


def test_closeness_to_resonance_is_noted():
    system = from_fourier(
        2 * np.pi, [[1.0]], [[1e-10]], [[1.0]], ([0.0], [(1, [1.0], [0.0])])
    )
    assert "close to resonance" in solve_gauss(system, 2000).notes[0]


def test_printed_gamma_is_negatively_damped_and_said_so():
    system = from_fourier(1.0, [[1.0]], [[0.0]], [[400.0]], [1.0])
    printed = solve_newmark(system, 400, beta=1 / 6, gamma=0.25)
    assert "negative numerical damping" in printed.notes[0]
    assert "unstable" in printed.notes[1]
    assert np.abs(printed.multipliers).max() > 1.0
    honest = solve_newmark(system, 400, beta=1 / 6)
    assert not honest.notes
    assert np.abs(honest.multipliers).max() == pytest.approx(1.0, abs=1e-9)


def test_strong_growth_is_refused_by_shooting_and_solved_by_harmonic_balance():
    system = from_fourier(
        1.0, [[1.0]], [[0.0]], [[-2500.0]], ([1.0], [(1, [1.0], [0.0])])
    )
    with pytest.raises(SolverError, match=r"misses its beginning|grow by"):
        solve_rk4(system, 4000)
    assert solve_collocation(system).at(0.0)[0, 0] == pytest.approx(
        -1 / 2500 - 1 / (2500 + 4 * np.pi**2), rel=1e-12
    )


def test_harmonic_balance_refuses_jumps():
    with pytest.raises(InputError, match="gauss"):
        solve_collocation(switched())


@pytest.mark.parametrize("steps", [0, -3, 2.5, 1e12])
def test_useless_step_counts_are_refused(steps):
    with pytest.raises(InputError, match="steps"):
        solve_rk4(two_masses(), steps)


def test_fewer_steps_than_stretches_are_refused():
    with pytest.raises(InputError, match="at least 2"):
        solve_newmark(switched(), 1)


def jumping(at, breaks):
    """Stiffness that jumps at a time which the breaks may or may not tell."""
    return from_callables(
        1.0,
        lambda t: np.eye(1),
        lambda t: 0.1 * np.eye(1),
        lambda t: np.where(t < at, 4.0, 90.0)[:, None, None],
        lambda t: np.ones(1),
        breaks=breaks,
    )


@pytest.mark.parametrize("at", [0.37, 0.1234])  # on some grids two errors agree
def test_jumps_that_are_not_told_do_not_pass_for_convergence(at):
    exact = solve_gauss(jumping(at, [0.0, at]), 4096).state[0]
    found = solve_gauss(jumping(at, []), tolerance=1e-3)
    error = np.abs(found.state[0] - exact).max() / np.abs(exact).max()
    assert 1e-6 < error <= 10.0 * found.error
    multipliers = floquet(jumping(at, [0.0, at])).multipliers
    loose = floquet(jumping(at, []), tolerance=1e-5)
    assert np.abs(loose.multipliers / multipliers - 1.0).max() <= 10.0 * loose.error[0]


@pytest.mark.parametrize("damping", [1e-9, 1e-11])
def test_close_to_resonance_is_solved_with_a_warning(damping):
    """x'' + c x' + x = cos t has the amplitude 1 / c."""
    force = ([0.0], [(1, [1.0], [0.0])])
    system = from_fourier(2.0 * np.pi, [[1.0]], [[damping]], [[1.0]], force)
    found = solve_gauss(system)
    assert np.abs(found.q).max() * damping == pytest.approx(1.0, abs=10.0 * found.error)
    assert found.error < 1e-3
    assert "close to resonance" in found.notes[0]


def test_strong_growth_is_not_taken_for_resonance():
    system = from_fourier(np.pi, [[1.0]], [[0.0]], [[-100.0]], [1.0])
    with pytest.raises(SolverError, match="free motions grow by"):
        solve_gauss(system)
    assert solve_collocation(system).at([0.0])[0, 0] == pytest.approx(-0.01, rel=1e-12)
