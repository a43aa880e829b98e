"""Periodic orbits of non-linear systems: limits, references, honest refusals."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

from catena.errors import InputError, SolverError
from catena.periodic import (
    floquet,
    from_fourier,
    shoot,
    solve_collocation,
    solve_gauss,
)
from catena.periodic.mechanisms import (
    AngleSeries,
    TransmissionRates,
    TransmissionTrain,
    transmission_system,
)

CAM = TransmissionTrain(
    inertia=0.12,
    masses=(28.0, 50.0),
    stiffnesses=(8e4, 8.2e8, 2.6e8),
    dampings=(18.5, 1400.0, 1200.0),
    profile=AngleSeries((0.22165, 0.0, 0.05560, 0.0, -0.01706)),
    speed=10.0 * np.pi,  # 300 rpm
    load=AngleSeries(mean=100.0),
)


def linear(t, x):
    return np.stack([x[1], -0.4 * x[1] - 5.0 * x[0] + np.cos(2.0 * t)])


def duffing(frequency, damping=0.1, cubic=0.2, force=0.3):
    def motion(t, x):
        push = force * np.cos(frequency * t)
        return np.stack([x[1], push - damping * x[1] - x[0] - cubic * x[0] ** 3])

    return motion


def harmonic_balance(frequency, damping=0.1, cubic=0.2, force=0.3, guess=0.0):
    """Odd harmonics 1, 3, ..., 15 of the Duffing oscillator by Galerkin's condition."""
    orders = np.arange(1, 16, 2)
    angle = np.arange(128) * (2.0 * np.pi / 128)
    waves = np.exp(1j * np.outer(angle, orders))

    def curve(u):
        c = u[:8] + 1j * u[8:]
        return (waves @ c).real, (waves @ (1j * orders * frequency * c)).real, c

    def equations(u):
        x, v, c = curve(u)
        rest = damping * v + x + cubic * x**3 - force * np.cos(angle)
        lines = waves.conj().T @ rest * (2.0 / 128)
        answer = lines - (orders * frequency) ** 2 * c
        return np.concatenate([answer.real, answer.imag])

    first = np.zeros(16)
    first[0] = guess
    found, _, status, _ = fsolve(equations, first, full_output=True, xtol=1e-13)
    assert status == 1
    c = found[:8] + 1j * found[8:]
    return lambda t: (np.exp(1j * frequency * np.outer(t, orders)) @ c).real


def reintegrated(motion, orbit, accuracy=1e-10):
    """Miss of x(T) against x(0) by another method, relative to the largest states."""
    size = np.abs(orbit.states).max(axis=0)
    result = solve_ivp(
        motion,
        (0.0, orbit.period),
        orbit.states[0],
        method="DOP853",
        rtol=accuracy,
        atol=1e-2 * accuracy * size,
    )
    return (np.abs(result.y[:, -1] - orbit.states[0]) / size).max()


def linear_orbit(train, samples=1000):
    solution = solve_gauss(transmission_system(train), samples)
    return np.hstack([solution.q, solution.v])


def test_a_linear_system_needs_one_step_and_gives_its_multipliers():
    orbit = shoot(linear, np.pi, [0.0, 0.0], scale=[1.0, 1.0])
    assert len(orbit.history) <= 3
    answer = 1.0 / (5.0 - 4.0 + 0.8j)
    exact = (answer * np.exp(2j * orbit.times)).real
    np.testing.assert_allclose(orbit.states[:, 0], exact, atol=1e-9)
    system = from_fourier(np.pi, [[1.0]], [[0.4]], [[5.0]])
    np.testing.assert_allclose(
        np.sort_complex(orbit.multipliers),
        np.sort_complex(floquet(system).multipliers),
        atol=1e-8,
    )


def test_duffing_agrees_with_harmonic_balance():
    system = from_fourier(
        np.pi, [[1.0]], [[0.1]], [[1.0]], ([0.0], [(1, [0.3], [0.0])])
    )
    series = solve_collocation(system)
    start = [series.at(0.0)[0, 0], series.at(0.0, 1)[0, 0]]
    motion = duffing(2.0)
    orbit = shoot(motion, np.pi, start, columns=False)
    assert orbit.defect < 1e-8
    assert orbit.error < 1e-9
    reference = harmonic_balance(2.0, guess=-0.1)
    np.testing.assert_allclose(orbit.states[:, 0], reference(orbit.times), atol=1e-9)
    assert reintegrated(motion, orbit) < 1e-8
    assert orbit.multipliers.prod().real == pytest.approx(
        np.exp(-0.1 * np.pi), rel=1e-9
    )
    assert orbit.history[-1] < 1e-3 * orbit.history[0]


def test_a_whole_period_starts_on_the_branch_it_lies_on():
    """Near resonance a hardening spring has a small and a large stable vibration."""
    w, motion = 1.6, duffing(1.6, damping=0.05, cubic=0.5)
    period = 2.0 * np.pi / w
    times = np.linspace(0.0, period, 65)
    found = {}
    for name, guess in (("large", 2.0), ("small", -0.2)):
        curve = harmonic_balance(w, 0.05, 0.5, 0.3, guess)
        start = np.column_stack([curve(times), np.gradient(curve(times), times)])
        found[name] = shoot(motion, period, start)
        np.testing.assert_allclose(
            found[name].states[:, 0], curve(found[name].times), atol=1e-8
        )
        assert found[name].verdict.kind == "asymptotically stable"
    large, small = (np.abs(found[n].states[:, 0]).max() for n in ("large", "small"))
    assert large > 5.0 * small


def test_the_path_from_the_linear_system_passes_folds():
    """Newton fails from the linear resonance; the path turns back and still arrives."""
    w, motion = 1.05, duffing(1.05, damping=0.02, cubic=0.5)
    period = 2.0 * np.pi / w
    system = from_fourier(
        period, [[1.0]], [[0.02]], [[1.0]], ([0.0], [(1, [0.3], [0.0])])
    )
    series = solve_collocation(system)
    times = np.linspace(0.0, period, 257)
    start = np.hstack([series.at(times), series.at(times, 1)])
    orbit = shoot(motion, period, start, linear=system, largest_iterations=2)
    assert "path" in orbit.way
    assert orbit.residual < 1e-8
    assert reintegrated(motion, orbit) < 1e-7


def test_a_stiff_function_is_followed_by_steps_far_longer_than_its_decay():
    def stiff(t, x):
        return np.stack([-1e4 * (x[0] - np.cos(t)) - np.sin(t) + 0.0 * x[0]])

    orbit = shoot(stiff, 2.0 * np.pi, [1.0], steps=64)
    np.testing.assert_allclose(orbit.states[:, 0], np.cos(orbit.times), atol=1e-8)
    assert np.abs(orbit.multipliers[0]) < 1e-6  # exp(-6e4): nothing is left


def test_the_full_cam_equations_close_under_another_method():
    motion = TransmissionRates(CAM)
    system = transmission_system(CAM)
    orbit = shoot(motion, CAM.period, linear_orbit(CAM), linear=system, accuracy=1e-7)
    assert orbit.defect < 1e-8
    assert orbit.error < 1e-7
    assert orbit.verdict.kind == "asymptotically stable"
    assert reintegrated(motion, orbit, 1e-8) < 1e-5
    by_trace = -CAM.dampings[0] * CAM.period / CAM.inertia  # Liouville bounds it
    assert np.log(np.abs(orbit.multipliers)).sum() < by_trace / 100.0


def test_the_full_equations_tend_to_the_linear_ones():
    """What the linearisation leaves out, relative to q, falls with the lift squared."""
    gaps = []
    for share in (0.4, 0.2, 0.1):
        profile = replace(CAM.profile, cos=tuple(share * a for a in CAM.profile.cos))
        train = replace(CAM, profile=profile, load=replace(CAM.load, mean=0.0))
        start = linear_orbit(train)
        orbit = shoot(TransmissionRates(train), train.period, start, steps=1000)
        q = start[:, 2]
        gaps.append(np.abs(orbit.states[:, 2] - q).max() / np.abs(q).max())
    assert 1e-6 < gaps[2] < gaps[1] < gaps[0] < 0.1
    assert gaps[1] < 0.35 * gaps[0] and gaps[2] < 0.35 * gaps[1]


def test_the_effort_is_limited_and_told():
    fast = replace(CAM, speed=20.0 * np.pi)
    with pytest.raises(SolverError, match=r"Effort: \d+ of 20000 linearised steps"):
        shoot(TransmissionRates(fast), fast.period, linear_orbit(fast), effort=20_000)


@pytest.mark.paper
def test_at_600_rpm_the_cam_settles_on_another_vibration_than_the_linear_one():
    fast = replace(CAM, speed=20.0 * np.pi)
    motion, start = TransmissionRates(fast), linear_orbit(fast, 2000)
    orbit = shoot(motion, fast.period, start, linear=transmission_system(fast))
    assert orbit.verdict.kind == "asymptotically stable"
    assert "running forward" in orbit.way
    assert reintegrated(motion, orbit, 1e-8) < 1e-4
    assert np.abs(orbit.states[:, 0]).max() < 0.6 * np.abs(start[:, 0]).max()


def test_a_free_mass_under_a_constant_push_is_refused():
    def pushed(t, x):
        return np.stack([x[1], 1.0 + 0.0 * x[0]])

    with pytest.raises(SolverError, match="singular Jacobian"):
        shoot(pushed, 1.0, [0.0, 0.0], scale=[1.0, 1.0])


def test_no_periodic_orbit_is_refused():
    def growing(t, x):
        return np.stack([1.0 + x[0] ** 2 + 0.1 * np.sin(t)])

    with pytest.raises(SolverError, match="found no periodic orbit"):
        shoot(growing, 1.0, [0.0], effort=20_000)


def test_a_motion_that_runs_away_is_refused():
    with pytest.raises(SolverError, match="given up after"):
        shoot(lambda t, x: np.stack([1.0 + x[0] ** 2]), 10.0, [0.0], effort=5_000)


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"scale": [1.0, -1.0]}, "scale"),
        ({"start": [np.nan, 0.0]}, "start"),
        ({"start": np.zeros((2, 2, 2))}, "start"),
        ({"effort": 0}, "effort"),
        ({"period": 0.0}, "period"),
    ],
)
def test_wrong_input_is_refused(given, word):
    settings = {"period": np.pi, "start": [0.0, 0.0], **given}
    with pytest.raises(InputError, match=word):
        shoot(linear, settings.pop("period"), settings.pop("start"), **settings)


def test_a_function_of_the_wrong_shape_is_refused():
    with pytest.raises(InputError, match="shape"):
        shoot(lambda t, x: np.zeros(3), 1.0, np.zeros((5, 2)), scale=[1.0, 1.0])


def test_functions_written_for_one_state_are_noticed():
    """Branches and scalar functions do not take columns; sums would mix them."""

    def scalar(t, x):
        return np.array([x[1], -0.5 * x[1] - math.sin(x[0]) + 0.3 * math.cos(t)])

    def branching(t, x):
        stiff = 2.0 if x[0] > 0.0 else 1.0
        return np.array([x[1], -0.5 * x[1] - stiff * x[0] + np.cos(t)])

    def mixing(t, x):
        return np.array([x[1], -0.5 * x[1] - x[0] * (1.0 + np.sum(x * x)) + np.cos(t)])

    for motion in (scalar, branching, mixing):
        orbit = shoot(motion, 2.0 * np.pi, np.zeros(2), accuracy=1e-7)
        ended = solve_ivp(
            motion, (0.0, 2.0 * np.pi), orbit.states[0], rtol=1e-11, atol=1e-12
        )
        assert np.abs(ended.y[:, -1] - orbit.states[0]).max() < 1e-6


def test_a_function_of_a_wrong_shape_is_refused():
    with pytest.raises(InputError, match=r"returned shape \(1,\)"):
        shoot(lambda t, x: x[:1], 1.0, np.zeros(2))


def test_play_is_found_by_running_forward():
    """Inside the play there is no stiffness, so that Newton's method has no start."""

    def play(t, x):
        spring = np.maximum(x[0] - 0.5, 0.0) + np.minimum(x[0] + 0.5, 0.0)
        return np.array([x[1], -0.2 * x[1] - spring + 0.5 * np.cos(0.8 * t)])

    period = 2.0 * np.pi / 0.8
    orbit = shoot(play, period, np.zeros(2), accuracy=1e-6)
    assert "running forward" in orbit.way
    assert orbit.verdict.kind == "asymptotically stable"
    settled = solve_ivp(play, (0.0, 60.0 * period), np.zeros(2), rtol=1e-10, atol=1e-12)
    assert np.abs(settled.y[:, -1] - orbit.states[0]).max() < 1e-5


def test_forward_runs_that_break_off_are_told():
    def explodes(t, x):
        return np.array([x[1], 1.0 + x[0] ** 2 + np.cos(t)])

    with pytest.raises(SolverError, match="running forward broke off in period 1"):
        shoot(explodes, 2.0 * np.pi, np.zeros(2), effort=3000)
