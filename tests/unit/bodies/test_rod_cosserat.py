"""The Cosserat rod: gradients, ring modes, roll-up, large bending, step limit."""

import numpy as np
import pytest

from catena.bodies.rod_cosserat import (
    CosseratRod,
    RodEnds,
    add_rod_forces,
    critical_step,
    rod_dissipation,
    rod_energy,
    rod_frequencies,
    rod_masses,
    weighted_strains,
)

WINDING = 2.0 * np.pi
STEEL_E, STEEL_RHO, SHEAR = 2.1e11, 7850.0, 5.0 / 6.0
STEEL_G = STEEL_E / 2.6


def soft_rod(ends, segments):
    """Stretching, shear, bending and damping of similar size."""
    angle = WINDING if ends == RodEnds.CLOSED else 0.3
    return CosseratRod(
        WINDING / segments, 3.0, 2.0, 0.7, 0.4, 0.2, 0.3, 1.0, 0.1, int(ends), angle
    )


def random_state(ends, segments, seed):
    rng = np.random.default_rng(seed)
    vertices = segments if ends == RodEnds.CLOSED else segments + 1
    angle = WINDING * np.arange(vertices) / segments
    r = np.array([np.cos(angle), np.sin(angle)]) + 0.1 * rng.normal(size=(2, vertices))
    gamma = WINDING * (np.arange(segments) + 0.5) / segments + 0.5 * np.pi
    gamma += 0.2 * rng.normal(size=segments)
    return r, gamma, rng.normal(size=(2, vertices)), rng.normal(size=segments)


def forces(rod, r, gamma, v=None, omega=None):
    force, moment = np.zeros_like(r), np.zeros_like(gamma)
    v = np.zeros_like(r) if v is None else v
    omega = np.zeros_like(gamma) if omega is None else omega
    add_rod_forces(rod, r, gamma, v, omega, force, moment)
    return force, moment


@pytest.mark.parametrize("ends", RodEnds)
@pytest.mark.parametrize("seed", [1, 2])
def test_elastic_forces_are_the_gradient_of_the_energy(ends, seed):
    rod = soft_rod(ends, 8)
    r, gamma, _, _ = random_state(ends, 8, seed)
    force, moment = forces(rod, r, gamma)
    for coordinate, answer in ((r, force), (gamma, moment)):
        flat = coordinate.reshape(-1)
        for i in range(flat.size):
            kept = flat[i]
            flat[i] = kept + 1e-6
            ahead = rod_energy(rod, r, gamma)
            flat[i] = kept - 1e-6
            behind = rod_energy(rod, r, gamma)
            flat[i] = kept
            slope = (ahead - behind) / 2e-6
            assert answer.reshape(-1)[i] == pytest.approx(-slope, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("ends", RodEnds)
def test_the_damping_takes_exactly_the_power_it_reports(ends):
    rod = soft_rod(ends, 8)
    r, gamma, v, omega = random_state(ends, 8, 3)
    moving, still = forces(rod, r, gamma, v, omega), forces(rod, r, gamma)
    power = np.sum((moving[0] - still[0]) * v) + np.sum((moving[1] - still[1]) * omega)
    lost = rod_dissipation(rod, r, gamma, v, omega)
    assert lost > 0.0
    assert -power == pytest.approx(lost, rel=1e-12)


def test_a_rigid_rotation_of_a_strained_ring_dissipates_nothing():
    """The inertial strain rate printed in (6.79) would dissipate."""
    rod = soft_rod(RodEnds.CLOSED, 8)
    r, gamma, _, _ = random_state(RodEnds.CLOSED, 8, 4)
    v = 5.0 * np.array([-r[1], r[0]])
    assert rod_dissipation(rod, r, gamma, v, np.full(8, 5.0)) < 1e-25


def test_inner_forces_of_a_closed_rod_have_no_resultant():
    rod = soft_rod(RodEnds.CLOSED, 8)
    r, gamma, v, omega = random_state(RodEnds.CLOSED, 8, 5)
    force, moment = forces(rod, r, gamma, v, omega)
    assert np.abs(force).max() > 0.5
    assert np.abs(force.sum(axis=1)).max() < 1e-13
    turning = np.sum(r[0] * force[1] - r[1] * force[0]) + moment.sum()
    assert abs(turning) < 1e-12


def band(h, ends, length, segments, angle, kappa_0=0.0):
    """A steel band of unit width and thickness h."""
    area, inertia = h, h**3 / 12.0
    return CosseratRod(
        length / segments,
        STEEL_E * area,
        STEEL_G * SHEAR * area,
        STEEL_E * inertia,
        kappa_0,
        0.0,
        0.0,
        STEEL_RHO * area,
        STEEL_RHO * inertia,
        int(ends),
        angle,
    )


def relaxed_ring(h, length, segments):
    """A band bent to a circle without stress, and its polygon."""
    kappa_0 = WINDING / length
    rod = band(h, RodEnds.CLOSED, length, segments, WINDING, kappa_0)
    turn = WINDING / segments
    radius = 0.5 * rod.l_0 / np.sin(0.5 * turn)
    angle = turn * np.arange(segments)
    r = radius * np.array([np.cos(angle), np.sin(angle)])
    return rod, r, angle + 0.5 * turn + 0.5 * np.pi


def test_the_relaxed_ring_is_free_of_forces():
    rod, r, gamma = relaxed_ring(1e-3, 0.68, 52)
    force, moment = forces(rod, r, gamma)
    assert np.abs(force).max() < 1e-12 * rod.EA
    assert np.abs(moment).max() < 1e-12 * rod.GA * rod.l_0


def test_the_relaxed_stiffness_is_the_derivative_of_the_forces():
    rod, r, gamma = relaxed_ring(0.02, 0.68, 9)
    S = weighted_strains(rod, r, gamma)
    K = S.T @ S
    q = np.concatenate([r.ravel(), gamma])
    step = 1e-7
    for i in range(q.size):
        ends = []
        for sign in (1.0, -1.0):
            moved = q.copy()
            moved[i] += sign * step
            force, moment = forces(rod, moved[:18].reshape(2, 9), moved[18:])
            ends.append(np.concatenate([force.ravel(), moment]))
        slope = (ends[0] - ends[1]) / (2.0 * step)
        np.testing.assert_allclose(K[:, i], -slope, atol=1e-6 * np.abs(K).max())


def mode_errors(segments):
    """Ring modes k = 2, 3, 4 against the thin inextensible ring."""
    length, h = 0.68, 1e-4
    rod, r, gamma = relaxed_ring(h, length, segments)
    found = rod_frequencies(rod, r, gamma)[3:9:2]
    k, radius = np.array([2.0, 3.0, 4.0]), length / WINDING
    factor = k**2 * (k**2 - 1.0) ** 2 / (k**2 + 1.0)
    return found / np.sqrt(factor * rod.EI / rod.rho_A) * radius**2 - 1.0


def test_ring_modes_and_their_order():
    """Notes: -3.6e-3, -9.4e-3, -1.8e-2 at N = 52; -9e-4, -2.4e-3, -4.5e-3 at 104."""
    coarse, fine = mode_errors(52), mode_errors(104)
    np.testing.assert_allclose(coarse, [-3.6e-3, -9.4e-3, -1.8e-2], rtol=0.03)
    np.testing.assert_allclose(fine, [-9e-4, -2.4e-3, -4.5e-3], rtol=0.03)
    assert np.abs(coarse).max() < 0.02
    order = np.log2(coarse / fine)
    np.testing.assert_allclose(order, 2.0, atol=0.03)


@pytest.mark.parametrize("segments", [52, 104, 208])
@pytest.mark.parametrize(("layers", "noted"), [(1, 3.65e-8), (12, 1.26e-7)])
def test_the_shear_rotation_mode_limits_the_step(segments, layers, noted):
    """0.185 mm of steel; with I of (6.3) the rotatory inertia is 12 times too large."""
    rod, r, gamma = relaxed_ring(0.185e-3, 0.68, segments)
    rod = rod._replace(EI=layers * rod.EI, rho_I=layers * rod.rho_I)
    limit = critical_step(rod, r, gamma)
    assert limit == pytest.approx(2.0 * np.sqrt(rod.rho_I / rod.GA), rel=0.05)
    assert limit == pytest.approx(noted, rel=0.03)


def test_masses_add_up_to_the_rod():
    closed = rod_masses(soft_rod(RodEnds.CLOSED, 8), 8)
    opened = rod_masses(soft_rod(RodEnds.FREE, 8), 8)
    assert (closed.size, opened.size) == (24, 26)
    assert closed[:8].sum() == pytest.approx(WINDING)
    assert opened[:9].sum() == pytest.approx(WINDING)


def cantilever(segments, slenderness):
    """Length 1, EI 1; shear and stretch nearly suppressed."""
    stiff = slenderness**2
    l_0 = 1.0 / segments
    return CosseratRod(
        l_0, stiff, stiff, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, int(RodEnds.CLAMPED), 0.0
    )


def equilibrium(rod, segments, load, end_moment, steps):
    """Newton on forces and moments, the first vertex held, load in steps."""
    r = np.array([np.arange(segments + 1) * rod.l_0, np.zeros(segments + 1)])
    q = np.concatenate([r[0, 1:], r[1, 1:], np.zeros(segments)])

    def rest(q, share):
        r = np.zeros((2, segments + 1))
        r[0, 1:], r[1, 1:] = q[:segments], q[segments : 2 * segments]
        force, moment = forces(rod, r, q[2 * segments :])
        force[1, -1] += share * load
        moment[-1] += share * end_moment
        return np.concatenate([force[0, 1:], force[1, 1:], moment])

    for share in np.arange(1, steps + 1) / steps:
        for _ in range(30):
            K = np.zeros((q.size, q.size))
            for i in range(q.size):
                moved = np.zeros(q.size)
                moved[i] = 1e-7
                K[:, i] = (rest(q + moved, share) - rest(q - moved, share)) / 2e-7
            change = np.linalg.solve(K, rest(q, share))
            q = q - change
            if np.abs(change).max() < 1e-9:
                break
        else:
            raise AssertionError("no equilibrium")
    return q


def test_rolling_up_to_a_full_circle_closes():
    """An end moment 2 pi EI / L bends every vertex alike: an exact solution."""
    segments = 40
    rod = cantilever(segments, 1e2)
    kappa = WINDING
    gamma = kappa * rod.l_0 * (np.arange(segments) + 0.5)
    steps = rod.l_0 * np.array([np.cos(gamma), np.sin(gamma)])
    r = np.concatenate([np.zeros((2, 1)), np.cumsum(steps, axis=1)], axis=1)
    force, moment = forces(rod, r, gamma)
    moment[-1] += kappa * rod.EI
    assert np.abs(force[:, 1:]).max() < 1e-9
    assert np.abs(moment).max() < 1e-9
    assert np.hypot(*r[:, -1]) < 1e-8


def test_rolling_up_is_found_from_the_straight_rod():
    segments = 16
    rod = cantilever(segments, 30.0)
    q = equilibrium(rod, segments, 0.0, WINDING, steps=10)
    end = np.hypot(q[segments - 1], q[2 * segments - 1])
    assert end < 1e-8


@pytest.mark.parametrize(
    ("load", "sag", "tolerance"), [(1.0, 0.30172, 2e-4), (10.0, 0.81061, 1e-3)]
)
def test_cantilever_with_large_deflection(load, sag, tolerance):
    """P L^2 / EI = 1 and 10: w / L of the elastica."""
    segments = 80
    rod = cantilever(segments, 1e3)
    q = equilibrium(rod, segments, load, 0.0, steps=4)
    assert q[2 * segments - 1] == pytest.approx(sag, abs=tolerance)
