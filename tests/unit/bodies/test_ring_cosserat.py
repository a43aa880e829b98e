"""The Cosserat ring on a spline contour: gradients, objectivity, modes, step limits."""

import numpy as np
import pytest

from catena.bodies.ring_cosserat import (
    RingShear,
    add_cosserat_forces,
    cosserat_damping,
    cosserat_energy,
    section_angles,
    wave_steps,
)
from catena.bodies.ring_spline import RingSpline, control_points, ring_energy
from catena.tables.blocks import Block

WINDING = 2.0 * np.pi
STEEL_E, STEEL_RHO, SHEAR = 2.1e11, 7850.0, 5.0 / 6.0
STEEL_G = STEEL_E / 2.6
LENGTH = 0.68


def soft_ring(n, tau=0.2):
    """Stretching, shear, bending and damping of similar size, in both senses."""
    ring = RingSpline(WINDING / n, 3.0, 0.7, -0.4, tau, 1.0)
    return ring, RingShear(2.0, 0.1, -WINDING)


def random_state(n, seed):
    """A ring that runs clockwise, disturbed: points, angles and their rates."""
    rng = np.random.default_rng(seed)
    phi = -WINDING * np.arange(n) / n
    q = np.array([np.cos(phi), np.sin(phi)]) + 0.1 * rng.normal(size=(2, n))
    gamma = -WINDING * (np.arange(n) + 0.5) / n - 0.5 * np.pi
    gamma = (gamma + 0.2 * rng.normal(size=n))[None]
    return q, gamma, rng.normal(size=(2, n)), rng.normal(size=(1, n))


def forces(ring, shear, q, gamma, u=None, omega=None):
    """Forces, moments, tension, and the power of damping."""
    u = np.zeros_like(q) if u is None else u
    omega = np.zeros_like(gamma) if omega is None else omega
    h, moment, tension = np.zeros_like(q), np.zeros_like(gamma), np.zeros(q.shape[1])
    points, turns = Block(q, u, h, q, q), Block(gamma, omega, moment, gamma, gamma)
    add_cosserat_forces(ring, shear, points, turns, tension)
    points, turns = points._replace(mean=u), turns._replace(mean=omega)
    damped = cosserat_damping(ring, shear, points, turns, u, omega)
    return h, moment, tension, damped


@pytest.mark.parametrize("seed", [1, 2])
def test_forces_are_the_gradient_of_the_energy(seed):
    ring, shear = soft_ring(8)
    q, gamma, _, _ = random_state(8, seed)
    h, moment, _, _ = forces(ring, shear, q, gamma)
    for coordinates, answer in ((q, h), (gamma, moment)):
        for i in np.ndindex(coordinates.shape):
            kept, ends = coordinates[i], []
            for step in (1e-5, -1e-5):
                coordinates[i] = kept + step
                ends.append(cosserat_energy(ring, shear, q, gamma))
            coordinates[i] = kept
            slope = (ends[0] - ends[1]) / 2e-5
            assert answer[i] == pytest.approx(-slope, rel=1e-8, abs=1e-8)


def test_the_damping_takes_exactly_the_power_it_reports():
    ring, shear = soft_ring(8)
    q, gamma, u, omega = random_state(8, 3)
    moving, still = (
        forces(ring, shear, q, gamma, u, omega),
        forces(*soft_ring(8), q, gamma),
    )
    power = np.sum((moving[0] - still[0]) * u) + np.sum((moving[1] - still[1]) * omega)
    assert moving[3] > 0.0
    assert -power == pytest.approx(moving[3], rel=1e-12)


def test_a_rigid_rotation_of_a_strained_ring_dissipates_nothing():
    """The inertial strain rate printed in (6.79) would."""
    q, gamma, _, _ = random_state(8, 4)
    u = 5.0 * np.array([-q[1], q[0]])
    assert forces(*soft_ring(8), q, gamma, u, np.full((1, 8), 5.0))[3] < 1e-25


def test_energy_does_not_depend_on_the_place_in_the_plane():
    ring, shear = soft_ring(8)
    q, gamma, _, _ = random_state(8, 5)
    c, s = np.cos(0.7), np.sin(0.7)
    turned = np.array([[c, -s], [s, c]]) @ q + [[3.0], [-2.0]]
    moved = cosserat_energy(ring, shear, turned, gamma + 0.7)
    assert moved == pytest.approx(cosserat_energy(ring, shear, q, gamma), rel=1e-12)


def test_inner_forces_have_no_resultant():
    ring, shear = soft_ring(8)
    q, gamma, u, omega = random_state(8, 6)
    h, moment, _, _ = forces(ring, shear, q, gamma, u, omega)
    assert np.abs(h).max() > 0.5
    assert np.abs(h.sum(axis=1)).max() < 1e-13
    assert abs(np.sum(q[0] * h[1] - q[1] * h[0]) + moment.sum()) < 1e-12


def band(h, n, scale=1.0, sense=1.0):
    """A steel band of unit width bent to a circle without stress, and its state."""
    l_0 = LENGTH / n
    ring = RingSpline(
        l_0, STEEL_E * h, STEEL_E * h**3 / 12.0, sense * WINDING / LENGTH, 0.0,
        STEEL_RHO * h * l_0,
    )  # fmt: skip
    J = scale * STEEL_RHO * h**3 / 12.0 * l_0
    shear = RingShear(STEEL_G * SHEAR * h, J, sense * WINDING)
    phi = sense * WINDING * np.arange(n) / n
    slope = (5.0 * np.sin(np.pi / n) + np.sin(3.0 * np.pi / n)) / 4.0
    q = l_0 / slope * np.array([np.cos(phi), np.sin(phi)])
    return ring, shear, q, section_angles(q, np.zeros_like(q))[0]


@pytest.mark.parametrize("sense", [1.0, -1.0])
def test_the_relaxed_ring_is_free_of_forces(sense):
    ring, shear, q, gamma = band(1e-3, 52, sense=sense)
    h, moment, tension, _ = forces(ring, shear, q, gamma)
    assert np.abs(h).max() < 1e-12 * ring.EA
    assert np.abs(tension).max() < 1e-12 * ring.EA
    assert np.abs(moment).max() < 1e-12 * shear.GA * ring.l_0


def test_upright_sections_cost_what_the_spline_ring_costs():
    """Without shear the stretch is that of the spline; bending differs by the mesh."""
    ring, shear, q, _ = band(1e-3, 104)
    q = q * [[1.2], [0.85]]
    ring = ring._replace(EI=0.0)
    gamma = section_angles(q, np.zeros_like(q))[0]
    found = cosserat_energy(ring, shear, q, gamma)
    assert found == pytest.approx(ring_energy(ring, q), rel=1e-10)


def frequencies(ring, shear, q, gamma):
    """Natural frequencies about the relaxed state, ascending [rad/s]."""
    n, step = q.shape[1], 1e-7
    state = np.concatenate([q.ravel(), gamma.ravel()])
    masses = np.concatenate([np.full(2 * n, ring.m), np.full(n, shear.J)])
    K = np.empty((3 * n, 3 * n))
    for i in range(3 * n):
        ends = []
        for sign in (1.0, -1.0):
            moved = state.copy()
            moved[i] += sign * step
            h, moment, _, _ = forces(
                ring, shear, moved[: 2 * n].reshape(2, n), moved[2 * n :].reshape(1, n)
            )
            ends.append(np.concatenate([h.ravel(), moment.ravel()]))
        K[:, i] = (ends[1] - ends[0]) / (2.0 * step)
    roots = 1.0 / np.sqrt(masses)
    K = 0.5 * (K + K.T) * roots * roots[:, None]
    return np.sqrt(np.maximum(np.linalg.eigvalsh(K), 0.0))


def mode_errors(n, scale=1.0):
    """Ring modes k = 2, 3, 4 of a 1 mm band against the thin inextensible ring."""
    ring, shear, q, gamma = band(1e-3, n, scale)
    found = frequencies(ring, shear, q, gamma)[3:9:2]
    k, radius = np.array([2.0, 3.0, 4.0]), LENGTH / WINDING
    factor = k**2 * (k**2 - 1.0) ** 2 / (k**2 + 1.0)
    rho_A = ring.m / ring.l_0
    return found / np.sqrt(factor * ring.EI / rho_A) * radius**2 - 1.0


def test_ring_modes_and_their_order():
    """Slopes at mid-span and masses on control points: errors above the rod's."""
    coarse, fine = mode_errors(52), mode_errors(104)
    np.testing.assert_allclose(coarse, [-6.9e-3, -2.11e-2, -4.15e-2], rtol=0.01)
    np.testing.assert_allclose(np.log2(coarse / fine), 2.0, atol=0.05)


def test_scaled_rotary_inertia_hardly_changes_slow_modes():
    """30 times on 1 mm is 1000 times on layers of 0.185 mm."""
    plain, scaled = mode_errors(52), mode_errors(52, 30.0)
    np.testing.assert_allclose(scaled, plain, atol=2e-3)
    assert (scaled < plain).all()


@pytest.mark.parametrize("n", [52, 104])
@pytest.mark.parametrize("scale", [1.0, 100.0, 1000.0, 1e4])
def test_waves_limit_the_step(n, scale):
    """Layers of 0.185 mm; the closed form against the eigenvalues of the ring."""
    ring, shear, q, gamma = band(0.185e-3, n, scale)
    limit = 2.0 / frequencies(ring, shear, q, gamma)[-1]
    assert limit == pytest.approx(min(wave_steps(ring, shear)), rel=2e-3)
    if scale == 1.0:
        assert limit == pytest.approx(3.65e-8, rel=0.01)  # notes, for every mesh


def test_sections_turn_with_the_fibre():
    _, _, q, gamma = band(1e-3, 20, sense=-1.0)
    angles, rates = section_angles(q, 5.0 * np.array([q[1], -q[0]]))
    np.testing.assert_allclose(angles, gamma)
    np.testing.assert_allclose(np.diff(angles[0]), -WINDING / 20)
    np.testing.assert_allclose(rates, -5.0)


def test_points_on_a_course_have_upright_sections():
    phi = -WINDING * np.arange(40) / 40
    course = np.stack([np.cos(phi), np.sin(phi)], axis=1)
    angles, _ = section_angles(control_points(course).T, np.zeros((2, 40)))
    np.testing.assert_allclose(angles[0], phi - np.pi / 40 - 0.5 * np.pi)
