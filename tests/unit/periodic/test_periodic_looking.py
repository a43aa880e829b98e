"""Charts, spectra, sweeps and comparisons."""

import numpy as np
import pytest

from catena.errors import InputError
from catena.periodic import (
    batch_from_fourier,
    chart_values,
    compare_methods,
    floquet,
    from_callables,
    from_fourier,
    harmonics_of,
    parity,
    sidebands,
    solve_gauss,
    sweep_speed,
)


def mathieu(a, q):
    return from_fourier(np.pi, [[1.0]], [[0.0]], ([[a]], [(1, [[-2.0 * q]], [[0.0]])]))


def test_chart_of_mathieu_agrees_with_the_factored_multipliers():
    a = np.array([1.0, 2.5, 0.5, 4.0, 9.2, -1.0])
    q = np.array([0.3, 1.3, 0.5, 1.0, 3.0, 4.0])
    zero = np.zeros((6, 1, 1))
    batch = batch_from_fourier(
        np.full(6, np.pi),
        [(0, [[1.0]], [[0.0]])],
        [(0, [[0.0]], [[0.0]])],
        [(0, a.reshape(-1, 1, 1), zero), (1, -2.0 * q.reshape(-1, 1, 1), zero)],
    )
    values = chart_values(batch)
    singles = chart_values([mathieu(*p) for p in zip(a, q, strict=True)])
    exact = [floquet(mathieu(*p)).spectral_radius for p in zip(a, q, strict=True)]
    np.testing.assert_allclose(values.radius, exact, rtol=1e-6)
    np.testing.assert_allclose(singles.radius, values.radius, rtol=1e-12)
    assert values.error.max() <= 1e-6


def test_chart_of_larger_systems_with_jumps():
    def system(k):
        K = np.array([[5.0, -1.0], [-1.0, 3.0]])
        return from_callables(
            2.0,
            lambda t: np.eye(2),
            lambda t: 0.1 * np.eye(2),
            lambda t: K + k * np.where(t < 0.6, 1.0, -1.0)[:, None, None] * np.eye(2),
            breaks=[0.0, 0.6],
        )

    systems = [system(k) for k in (0.0, 1.0, 2.5)]
    exact = [floquet(s).spectral_radius for s in systems]
    np.testing.assert_allclose(chart_values(systems).radius, exact, rtol=1e-6)


def test_overflowing_points_are_infinitely_unstable_and_do_not_spoil_the_rest():
    wild = from_fourier(1.0, [[1.0]], [[0.0]], [[-1e6]])
    calm = from_fourier(1.0, [[1.0]], [[0.2]], [[4.0]])
    radius = chart_values([wild, calm]).radius
    assert radius[0] == np.inf
    assert radius[1] == pytest.approx(np.exp(-0.1), rel=1e-7)


def test_batches_of_mixed_sizes_are_refused():
    two = from_fourier(1.0, np.eye(2), np.eye(2), np.eye(2))
    with pytest.raises(InputError, match="coordinate counts"):
        chart_values([mathieu(1.0, 0.0), two])


def test_harmonics_of_a_known_motion():
    system = from_fourier(
        2 * np.pi,
        [[1.0]],
        [[0.2]],
        [[4.0]],
        ([8.0], [(1, [1.0], [0.0]), (3, [0.0], [2.0])]),
    )
    lines = harmonics_of(solve_gauss(system, 256), highest=5)
    exact = {0: 2.0, 1: 1.0 / (3.0 + 0.2j), 3: -2.0j / (-5.0 + 0.6j)}
    for k in range(6):
        assert lines[k, 0] == pytest.approx(exact.get(k, 0.0), abs=1e-8)
    even, odd = parity(lines)
    assert even[0] < 1e-8 < odd[0]
    rate = harmonics_of(solve_gauss(system, 256), rate=True)
    assert rate[3, 0] == pytest.approx(3j * exact[3], abs=1e-7)


def test_sidebands_of_a_modulated_line():
    amplitudes = np.zeros(40)
    amplitudes[[18, 20, 22]] = [0.3, 2.0, 0.4]
    found = sidebands(amplitudes, 20, spacing=2, count=2)
    assert found.ratio == pytest.approx(0.25)
    assert found.orders.tolist() == [16, 18, 22, 24]
    with pytest.raises(InputError, match="leaves the spectrum"):
        sidebands(amplitudes, 38)


def test_sweep_finds_the_resonance_and_notes_what_fails():
    def at(speed):
        return from_fourier(
            2 * np.pi / speed, [[1.0]], [[0.05]], [[4.0]], ([0.0], [(1, [1.0], [0.0])])
        )

    speeds = np.array([1.0, 1.9, 2.0, 2.1, 3.0])
    sweep = sweep_speed(at, speeds, harmonics=4)
    exact = 1.0 / np.abs(4.0 - speeds**2 + 0.05j * speeds)
    np.testing.assert_allclose(sweep.amplitudes[:, 1, 0], exact, rtol=1e-7)
    np.testing.assert_allclose(sweep.peak[:, 0], exact, rtol=1e-3)
    assert np.argmax(sweep.peak[:, 0]) == 2
    broken = sweep_speed(lambda v: at(v) if v else at(-1.0), [0.0, 1.0], harmonics=2)
    assert np.isnan(broken.peak[0, 0])
    assert "period" in broken.notes[0]


def test_comparison_says_cost_per_step_and_at_equal_accuracy():
    system = from_fourier(
        np.pi, [[1.0]], [[0.1]], ([[1.0]], [(1, [[-0.6]], [[0.0]])]), [1.0]
    )
    found = compare_methods(system, [100, 200, 400], repeats=1)
    assert found.steps_for("newmark", 1e-6) > 10 * found.steps_for("rk4", 1e-6)
    assert found.seconds_per_step("rk4") > 0.0
    refused = compare_methods(system, [1, 200], methods=("rk4",), repeats=1)
    assert "at least" in refused.runs[0].note
    with pytest.raises(InputError, match="methods"):
        compare_methods(system, [10], methods=("euler",))


def stiff(k):
    """A slow mode and one that turns sqrt(k) times faster; both decay alike."""
    K = np.diag([1.0, k])
    wave = [(1, 0.1 * K, np.zeros((2, 2)))]
    return from_fourier(6.0, np.eye(2), 0.2 * np.eye(2), (K, wave), np.ones(2))


@pytest.mark.parametrize("k", [1e2, 1e6, 1e8])
def test_chart_follows_vibrations_much_faster_than_the_period(k):
    """Both modes lose exp(-0.1 T) per period."""
    values = chart_values([stiff(k)])
    assert values.radius[0] == pytest.approx(np.exp(-0.6), rel=1e-4)


def test_chart_leaves_out_what_it_cannot_follow():
    values = chart_values([stiff(1e2), stiff(1e14)])
    assert np.isfinite(values.radius).tolist() == [True, False]


def test_sweep_tells_the_multiplier_of_free_vibrations_it_need_not_follow():
    """Slow excitation: few steps suffice for the vibration, not for the multiplier."""
    speeds = np.array([0.05, 0.5])

    def at(speed):
        force = ([1.0], [(1, [1.0], [0.0])])
        return from_fourier(2.0 * np.pi / speed, [[1.0]], [[0.1]], [[900.0]], force)

    radius = sweep_speed(at, speeds).radius
    np.testing.assert_allclose(radius, np.exp(-0.1 * np.pi / speeds), rtol=1e-5)


def test_sweep_without_any_solution_keeps_its_shape():
    def free(speed):
        return from_fourier(speed, np.eye(2), np.zeros((2, 2)), np.zeros((2, 2)))

    sweep = sweep_speed(free, [1.0, 2.0], harmonics=4, n=2)
    assert sweep.peak.shape == (2, 2)
    assert sweep.amplitudes.shape == (2, 5, 2)
    assert len(sweep.notes) == 2
