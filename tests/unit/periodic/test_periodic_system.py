"""Coefficients of one period: constructors, first-order form, refusals."""

import numpy as np
import pytest

from catena.errors import InputError
from catena.periodic import from_callables, from_fourier, from_tables, solve_gauss

T = 2.0
M = ([[2.0, 0.1], [0.1, 1.0]], [(1, [[0.2, 0.0], [0.0, 0.0]], np.zeros((2, 2)))])
C = [[0.3, 0.0], [0.1, 0.4]]
K = ([[9.0, 1.0], [0.0, 4.0]], [(2, np.zeros((2, 2)), [[1.0, 0.0], [0.0, 0.5]])])
d = ([1.0, 0.0], [(3, [0.0, 2.0], [0.5, 0.0])])


def mass(t):
    value = np.tile(np.array(M[0]), (len(t), 1, 1))
    value[:, 0, 0] += 0.2 * np.cos(np.pi * t)
    return value


def stiffness(t):
    wave = np.sin(2.0 * np.pi * t)[:, None, None]
    return np.array(K[0]) + wave * np.diag([1.0, 0.5])


def force(t):
    w = 3.0 * np.pi * t
    return np.stack([1.0 + 0.5 * np.sin(w), 2.0 * np.cos(w)], axis=1)


def test_series_functions_and_splines_describe_the_same_system():
    series = from_fourier(T, M, C, K, d)
    functions = from_callables(T, mass, lambda t: C, stiffness, force)
    knots = np.arange(400) * (T / 400)
    tables = from_tables(T, mass(knots), C, stiffness(knots), force(knots))
    t = np.linspace(-T, 2.0 * T, 77)
    for a, b, c in zip(
        series.sample(t), functions.sample(t), tables.sample(t), strict=True
    ):
        np.testing.assert_allclose(a, b, atol=1e-13)
        np.testing.assert_allclose(a, c, atol=1e-6)


def test_first_order_form():
    system = from_fourier(T, M, C, K, d)
    P, f = system.first_order([0.3])
    at = system.sample([0.3])
    q, v = np.array([0.1, -0.2]), np.array([0.5, 0.7])
    a = np.linalg.solve(at.M[0], at.d[0] - at.C[0] @ v - at.K[0] @ q)
    np.testing.assert_allclose(
        P[0] @ np.r_[q, v] + f[0], np.r_[v, a], rtol=1e-13, atol=1e-13
    )


def test_linear_and_step_tables():
    values = np.array([1.0, 3.0, 2.0, 5.0]).reshape(-1, 1, 1)
    linear = from_tables(4.0, [[1.0]], [[0.0]], values, interpolation="linear")
    step = from_tables(4.0, [[1.0]], [[0.0]], values, interpolation="step")
    t = [0.0, 0.5, 1.75, 3.5]
    assert linear.sample(t).K.ravel() == pytest.approx([1.0, 2.0, 2.25, 3.0])
    assert step.sample(t).K.ravel() == pytest.approx([1.0, 1.0, 3.0, 5.0])
    assert linear.breaks == step.breaks == (0.0, 1.0, 2.0, 3.0)


def test_tables_converge_because_steps_end_at_the_samples():
    values = 4.0 + np.cos(2.0 * np.pi * np.arange(8) / 8).reshape(-1, 1, 1)
    force = np.sin(2.0 * np.pi * np.arange(8) / 8).reshape(-1, 1)
    for kind in ("spline", "linear", "step"):
        system = from_tables(3.0, [[1.0]], [[0.3]], values, force, interpolation=kind)
        solution = solve_gauss(system, tolerance=1e-11)
        assert solution.error < 1e-11
        assert solution.steps <= 256


@pytest.mark.parametrize("period", [0.0, -1.0, np.nan, np.inf])
def test_useless_periods_are_refused(period):
    with pytest.raises(InputError, match="period"):
        from_fourier(period, [[1.0]], [[0.0]], [[1.0]])


def test_a_mass_that_vanishes_is_named_with_its_time():
    with pytest.raises(InputError, match=r"M: singular at t = 0 s"):
        from_fourier(1.0, ([[1.0]], [(1, [[-1.0]], [[0.0]])]), [[0.0]], [[1.0]])


def test_a_mass_that_passes_through_zero_between_two_looks_is_refused():
    """1 - 1.7 cos: zero where nobody looks, negative before and positive behind."""
    with pytest.raises(InputError, match=r"M: its determinant changes sign between"):
        from_fourier(1.0, ([[1.0]], [(1, [[-1.7]], [[0.0]])]), [[0.0]], [[1.0]])
    singular = (
        [[0.1, 0.1], [0.1, 0.1]],
        [(2, [[0.2, 0.0], [0.0, 0.1]], np.zeros((2, 2)))],
    )
    with pytest.raises(InputError, match=r"M: .*invertible mass matrix"):
        from_fourier(0.5, singular, np.eye(2), np.eye(2))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"C": [[1.0, 0.0]]}, "C: found shape"),
        ({"K": [[np.nan]]}, "K: found .*finite"),
        ({"K": ([[1.0]], [(0, [[1.0]], [[0.0]])])}, "harmonic order 0"),
        ({"K": ([[1.0]], [(1.5, [[1.0]], [[0.0]])])}, "harmonic order 1.5"),
        ({"M": [[1.0, 2.0]]}, "square"),
        ({"d": [1.0, 2.0]}, "d: found shape"),
        ({"C": "soft"}, "C: found 'soft'"),
    ],
)
def test_wrong_series_are_refused(change, message):
    good = {"M": [[1.0]], "C": [[0.1]], "K": [[1.0]], "d": [1.0]}
    with pytest.raises(InputError, match=message):
        from_fourier(1.0, **{**good, **change})


def test_wrong_tables_are_refused():
    table = np.ones((5, 1, 1))
    with pytest.raises(InputError, match="interpolation"):
        from_tables(1.0, table, [[0.0]], table, interpolation="wild")
    with pytest.raises(InputError, match="at least 3"):
        from_tables(1.0, table[:2], [[0.0]], table)
    bad = table.copy()
    bad[3] = np.inf
    with pytest.raises(InputError, match=r"K: .*not finite"):
        from_tables(1.0, table, [[0.0]], bad)


def test_absurd_magnitudes_get_one_clear_message():
    system = from_fourier(1.0, [[1e-200]], [[1.0]], [[1e200]])
    with pytest.raises(InputError, match="check units"):
        solve_gauss(system)


def test_breaks_outside_the_period_are_refused():
    with pytest.raises(InputError, match="breaks"):
        from_callables(
            1.0, lambda t: [[1.0]], lambda t: [[0.0]], lambda t: [[1.0]], breaks=[1.0]
        )


def test_mass_that_vanishes_in_one_row_of_a_long_table_is_refused():
    rows = np.ones((200, 1, 1))
    rows[91] = 0.0
    with pytest.raises(InputError, match=r"M: singular at t = 0\.455 s"):
        from_tables(1.0, rows, [[0.0]], [[2.0]], interpolation="step")
    rows[91] = -1.0
    with pytest.raises(InputError, match="determinant changes sign"):
        from_tables(1.0, rows, [[0.0]], [[2.0]], interpolation="step")


@pytest.mark.parametrize("phase", [0.0, 0.3, 1.234])
def test_mass_that_touches_zero_is_refused_wherever_it_does(phase):
    wave = (1, [[np.cos(phase)]], [[np.sin(phase)]])
    touching = 1.0 + phase / np.pi  # of the period 2
    with pytest.raises(InputError, match=f"M: singular at t = {touching:g} s"):
        from_fourier(2.0, ([[1.0]], [wave]), [[0.0]], [[1.0]])


def test_mass_with_a_deep_dip_is_accepted():
    wave = (1, [[0.9999]], [[0.0]])
    assert from_fourier(2.0, ([[1.0]], [wave]), [[0.0]], [[1.0]]).n == 1
