"""The spline ring: exact gradients, closed-form modes, step limit, tensioned strand.

The study ring is the one of the pushbelt notes: two sets of twelve steel layers of
0.185 mm x 9 mm, relaxed length 680 mm.
"""

import numpy as np
import pytest

from catena.bodies.ring_spline import (
    RingSpline,
    add_ring_forces,
    basis,
    basis_bend,
    basis_slope,
    control_points,
    ring_damping,
    ring_energy,
    spline_points,
)
from catena.bodies.ring_strip import ring_strip

LENGTH = 0.680
E, RHO = 2.1e11, 7850.0
AREA = 24 * 9e-3 * 0.185e-3
EA = E * AREA
EI = E * 24 * 9e-3 * 0.185e-3**3 / 12.0
SPEED_OF_SOUND = np.sqrt(E / RHO)
RADIUS = LENGTH / (2.0 * np.pi)


def study_ring(n, *, tau=2e-7, kappa_0=1.0 / RADIUS):
    l_0 = LENGTH / n
    return RingSpline(l_0, EA, EI, kappa_0, tau, RHO * AREA * l_0)


def soft_ring(n):
    """Stretching, bending and damping forces of similar size."""
    return RingSpline(2.0 * np.pi / n, 3.0, 0.4, 0.7, 0.2, 1.0)


def random_state(n, seed):
    rng = np.random.default_rng(seed)
    angle = 2.0 * np.pi * np.arange(n) / n
    q = 0.1 * rng.normal(size=(4, n))
    q[0] += 1.3 * np.cos(angle)
    q[1] += 0.8 * np.sin(angle)
    q[2:] *= 5.0
    return q


def forces(ring, q):
    force, tension = np.zeros((2, q.shape[1])), np.zeros(q.shape[1])
    add_ring_forces(ring, q[:2], q[2:], force, tension, ring_strip(q.shape[1]))
    return force, tension


def relaxed_circle(n):
    """Control points of the circle whose spans have exactly their relaxed length."""
    h = 2.0 * np.pi / n
    slope = (5.0 * np.sin(0.5 * h) + np.sin(1.5 * h)) / 4.0
    radius = LENGTH / n / slope
    q = np.zeros((4, n))
    q[0], q[1] = radius * np.cos(h * np.arange(n)), radius * np.sin(h * np.arange(n))
    return q


def stiffness(ring, q):
    """K = -d force / d position by central differences of the force kernel."""
    n = q.shape[1]
    K = np.zeros((2 * n, 2 * n))
    step = 1e-6 * ring.l_0
    for j in range(2 * n):
        ahead, behind = q.copy(), q.copy()
        ahead[j // n, j % n] += step
        behind[j // n, j % n] -= step
        difference = forces(ring, ahead)[0] - forces(ring, behind)[0]
        K[:, j] = -difference.ravel() / (2.0 * step)
    return K


def frequencies(ring, q):
    K = stiffness(ring, q)
    values = np.linalg.eigvalsh(0.5 * (K + K.T)) / ring.m
    return np.sqrt(np.maximum(values, 0.0))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_elastic_forces_are_the_gradient_of_the_energy(seed):
    ring, q = soft_ring(9), random_state(9, seed)
    q[2:] = 0.0
    force, _ = forces(ring, q)
    for row in range(2):
        for i in range(9):
            ahead, behind = q.copy(), q.copy()
            ahead[row, i] += 1e-6
            behind[row, i] -= 1e-6
            slope = (ring_energy(ring, ahead) - ring_energy(ring, behind)) / 2e-6
            assert force[row, i] == pytest.approx(-slope, rel=1e-6, abs=1e-8)


def _damping_power(ring, q):
    u = q[2:].copy()
    return ring_damping(ring, q[:2].copy(), u, u, ring_strip(u.shape[1]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_damping_takes_exactly_the_power_it_reports(seed):
    ring, q = soft_ring(9), random_state(9, seed)
    at_rest = q.copy()
    at_rest[2:] = 0.0
    damping = forces(ring, q)[0] - forces(ring, at_rest)[0]
    lost = _damping_power(ring, q)
    assert lost > 0.0
    assert -np.sum(damping * q[2:]) == pytest.approx(lost, rel=1e-12)


def test_damping_is_booked_with_the_motion_on_which_it_works():
    """Forces of the velocities before a step, on the mean ones of the step."""
    ring, q = soft_ring(9), random_state(9, 3)
    at_rest, mean = q.copy(), random_state(9, 5)[2:].copy()
    at_rest[2:] = 0.0
    damping = forces(ring, q)[0] - forces(ring, at_rest)[0]
    lost = ring_damping(ring, q[:2].copy(), q[2:].copy(), mean, ring_strip(9))
    assert -np.sum(damping * mean) == pytest.approx(lost, rel=1e-12)


def test_a_rigid_motion_dissipates_nothing():
    ring, q = soft_ring(9), random_state(9, 4)
    q[2], q[3] = 2.0 - 30.0 * q[1], -1.0 + 30.0 * q[0]
    assert _damping_power(ring, q) == pytest.approx(0.0, abs=1e-24)


def test_inner_forces_have_no_resultant():
    ring, q = soft_ring(11), random_state(11, 5)
    force, _ = forces(ring, q)
    assert np.abs(force).max() > 1.0
    assert np.abs(force.sum(axis=1)).max() < 1e-13
    assert abs(np.sum(q[0] * force[1] - q[1] * force[0])) < 1e-12


def test_forces_are_added_and_tension_is_filled():
    ring, q = soft_ring(9), random_state(9, 6)
    force, tension = np.full((2, 9), 7.0), np.full(9, 7.0)
    add_ring_forces(ring, q[:2], q[2:], force, tension, ring_strip(q.shape[1]))
    alone, clean = forces(ring, q)
    np.testing.assert_allclose(force - 7.0, alone, atol=1e-13)
    np.testing.assert_array_equal(tension, clean)


@pytest.mark.parametrize(("n", "tolerance"), [(52, 1e-2), (104, 3e-3)])
def test_bending_modes_are_those_of_a_thin_ring(n, tolerance):
    """omega_k^2 = k^2 (k^2 - 1)^2 / (k^2 + 1) EI / (rho A R^4), modes in pairs."""
    found = frequencies(study_ring(n), relaxed_circle(n))[3:9:2]
    k = np.array([2.0, 3.0, 4.0])
    exact = np.sqrt(k**2 * (k**2 - 1) ** 2 / (k**2 + 1) * EI / (RHO * AREA)) / RADIUS**2
    np.testing.assert_allclose(found, exact, rtol=tolerance)


def test_the_natural_curvature_hardly_matters_in_a_closed_ring():
    """The tangent turns by 2 pi in all: kappa_0 adds a constant to the energy."""
    natural, straight = (study_ring(104, kappa_0=k) for k in (1.0 / RADIUS, 0.0))
    circle = relaxed_circle(104)
    found = [frequencies(ring, circle)[3:9] for ring in (natural, straight)]
    np.testing.assert_allclose(found[0], found[1], rtol=2e-3)


def test_the_relaxed_circle_has_the_relaxed_length():
    n = 52
    q = relaxed_circle(n)
    _, tension = forces(study_ring(n), q)
    assert np.abs(tension).max() < 1e-6
    places = np.linspace(0.0, n, 40 * n, endpoint=False)
    error = np.abs(np.hypot(*spline_points(q[:2].T, places).T) / RADIUS - 1.0)
    assert error[::40].max() == pytest.approx(4.8e-7, rel=0.01)  # at the knots
    assert error.max() < 1.1e-6


@pytest.mark.parametrize(
    ("n", "noted"), [(52, 4.66e-6), (104, 2.32e-6), (208, 1.16e-6)]
)
def test_the_step_limit_is_that_of_axial_waves(n, noted):
    limit = 2.0 / frequencies(study_ring(n), relaxed_circle(n))[-1]
    assert limit == pytest.approx(noted, rel=5e-3)
    assert limit == pytest.approx(2.0 * LENGTH / n / (1.09 * SPEED_OF_SOUND), rel=0.01)


def stadium(n, straight, stretch):
    """Control points of one straight strand, closed below by half an ellipse."""
    q = np.zeros((4, n))
    q[0, :straight] = LENGTH / n * stretch * np.arange(straight)
    middle = 0.5 * q[0, straight - 1]
    angle = np.pi * np.arange(1, n - straight + 1) / (n - straight + 1)
    q[0, straight:] = middle * (1.0 + np.cos(angle))
    q[1, straight:] = -0.05 * np.sin(angle)
    return q


def test_a_tensioned_strand_vibrates_like_a_string():
    """Mode 1 of 0.168 m at 2500 N: 1670 rad/s (notes 2.3).

    On a straight even stretch the sine is an exact mode: the forces of a small sine
    wave are proportional to it, and the factor is m omega^2.
    """
    n, half_wave, tension = 110, 27, 2500.0
    ring = study_ring(n, kappa_0=0.0)
    stretch = 1.0 + tension / EA
    q = stadium(n, 50, stretch)
    assert forces(ring, q)[1][20] == pytest.approx(tension, rel=1e-9)

    inside = slice(8, 40)
    wave = np.sin(np.pi * np.arange(-6, 44) / half_wave)
    size = 1e-7
    bent = q.copy()
    bent[1, :50] += size * wave
    force = forces(ring, bent)[0][1] - forces(ring, q)[0][1]
    along = force[inside] @ wave[inside] / (wave[inside] @ wave[inside])
    np.testing.assert_allclose(force[inside], along * wave[inside], atol=-1e-6 * along)
    found = np.sqrt(-along / size / ring.m)

    phase = np.pi / half_wave
    k = phase / ring.l_0
    string = np.sqrt((tension / stretch * k**2 + EI * k**4) / (RHO * AREA))
    assert found == pytest.approx(string * (1.0 - phase**2 / 6.0), rel=1e-4)
    assert found == pytest.approx(string, rel=3e-3)
    noted = np.sqrt(tension / (RHO * AREA)) * np.pi / 0.168
    assert noted == pytest.approx(1670.0, rel=1e-3)


def test_the_weights_are_those_of_the_cubic_spline():
    for t in np.linspace(0.0, 1.0, 7):
        assert sum(basis(t)) == pytest.approx(1.0, abs=1e-15)
        ahead, behind = np.array(basis(t + 1e-5)), np.array(basis(t - 1e-5))
        slopes = (ahead - behind) / 2e-5
        np.testing.assert_allclose(basis_slope(t), slopes, atol=1e-9)
        ahead, behind = np.array(basis_slope(t + 1e-5)), np.array(basis_slope(t - 1e-5))
        np.testing.assert_allclose(basis_bend(t), (ahead - behind) / 2e-5, atol=1e-9)


def test_the_spline_runs_through_the_course():
    rng = np.random.default_rng(8)
    for n in (13, 14):
        course = rng.normal(size=(n, 2))
        control = control_points(course)
        np.testing.assert_allclose(spline_points(control, np.arange(n) + 0.0), course)
        by_kernel = sum(w * control[i - 1] for i, w in enumerate(basis(0.3)))
        np.testing.assert_allclose(
            spline_points(control, np.array([n + 0.3]))[0], by_kernel
        )
