"""Shooting: linear limit, Duffing, honest refusals."""

import numpy as np
import pytest

from catena.errors import InputError, SolverError
from catena.periodic import floquet, from_fourier, shoot, solve_collocation


def linear(t, x):
    return np.stack([x[1], -0.4 * x[1] - 5.0 * x[0] + np.cos(2.0 * t)])


def duffing(t, x):
    return np.stack(
        [x[1], -0.1 * x[1] - x[0] - 0.2 * x[0] ** 3 + 0.3 * np.cos(2.0 * t)]
    )


def test_a_linear_system_needs_one_step_and_gives_its_multipliers():
    orbit = shoot(linear, np.pi, [0.0, 0.0], scale=[1.0, 1.0])
    assert len(orbit.history) <= 3
    answer = 1.0 / (5.0 - 4.0 + 0.8j)
    exact = (answer * np.exp(2j * orbit.times)).real
    np.testing.assert_allclose(orbit.states[:, 0], exact, atol=1e-8)
    system = from_fourier(np.pi, [[1.0]], [[0.4]], [[5.0]])
    np.testing.assert_allclose(
        np.sort_complex(orbit.multipliers),
        np.sort_complex(floquet(system).multipliers),
        atol=1e-7,
    )


def test_duffing_orbit_satisfies_its_equation_in_every_harmonic():
    system = from_fourier(
        np.pi, [[1.0]], [[0.1]], [[1.0]], ([0.0], [(1, [0.3], [0.0])])
    )
    series = solve_collocation(system)
    start = [series.at(0.0)[0, 0], series.at(0.0, 1)[0, 0]]
    orbit = shoot(duffing, np.pi, start, columns=False)
    assert orbit.defect < 1e-8
    x = orbit.states[:-1, 0]
    k = np.fft.fftfreq(len(x), 1.0 / len(x)) * 2.0
    second = np.fft.ifft(-(k**2) * np.fft.fft(x)).real
    first = np.fft.ifft(1j * k * np.fft.fft(x)).real
    force = 0.3 * np.cos(2.0 * orbit.times[:-1])
    residual = second + 0.1 * first + x + 0.2 * x**3 - force
    assert np.abs(residual[::8]).max() < 1e-4
    assert orbit.multipliers.prod().real == pytest.approx(
        np.exp(-0.1 * np.pi), rel=1e-6
    )
    assert orbit.history[-1] < 1e-3 * orbit.history[0]


def test_a_free_mass_under_a_constant_push_is_refused():
    def pushed(t, x):
        return np.stack([x[1], 1.0 + 0.0 * x[0]])

    with pytest.raises(SolverError, match="singular Jacobian"):
        shoot(pushed, 1.0, [0.0, 0.0], scale=[1.0, 1.0])


def test_no_periodic_orbit_is_refused():
    with pytest.raises(SolverError, match="shooting"):
        shoot(lambda t, x: np.stack([1.0 + x[0] ** 2 + 0.1 * np.sin(t)]), 1.0, [0.0])


def test_wrong_scales_are_refused():
    with pytest.raises(InputError, match="scale"):
        shoot(linear, np.pi, [0.0, 0.0], scale=[1.0, -1.0])
