"""Obstacles and reduction of planar rods."""

import numpy as np
import pytest

from catena.errors import SpecError
from catena.rods import Disc, Floor, Rod, pod_basis, reduced_motion, rod_motion
from catena.rods.reduction import basis_of


def ring() -> Rod:
    return Rod.ring(
        1.0, 16, 1e3, 1.0, 4e2, mass_per_length=1.0, rotary_inertia=1e-3
    ).touch(Floor(-1.05, 200.0))


@pytest.fixture(scope="module")
def dropped() -> tuple[Rod, object]:
    rod = ring()
    velocity = np.zeros(rod.start().size)
    velocity[rod.vertices : 2 * rod.vertices] = -0.5
    return rod, rod_motion(rod, 1.0, velocity=velocity, records=100)


def test_obstacles_are_gradients_of_their_energy() -> None:
    rod = ring().touch(Disc((0.3, 0.2), 1.1, 50.0))
    q = rod.start() + 0.05 * np.random.default_rng(0).normal(size=rod.start().size)
    steps = 1e-6 * np.eye(q.size)
    slope = [(rod.energy(q + h) - rod.energy(q - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(rod.inner(q), slope, atol=1e-6)
    tangent = [(rod.inner(q + h) - rod.inner(q - h)) / 2e-6 for h in steps]
    np.testing.assert_allclose(rod.stiffness(q, 1.0), np.array(tangent).T, atol=1e-5)


def test_a_ring_thrown_on_a_floor_keeps_its_energy(dropped) -> None:
    rod, motion = dropped
    mass = rod.masses()
    energy = [
        rod.energy(q) + 0.5 * mass @ u**2
        for q, u in zip(motion.q, motion.u, strict=True)
    ]
    assert np.ptp(energy) < 5e-3 * energy[0]


def test_basis_has_unit_mass_and_leaves_the_dropped_singular_values(dropped) -> None:
    rod, motion = dropped
    basis = pod_basis(rod, motion.q, 6)
    unit = basis.P.T @ (basis.mass[:, None] * basis.P)
    np.testing.assert_allclose(unit, np.eye(6), atol=1e-12)
    left = motion.q - basis.places(basis.coordinates(motion.q))
    assert np.sum(basis.mass * left**2) == pytest.approx(
        np.sum(basis.singular_values[6:] ** 2), rel=1e-9
    )


def test_a_travelling_wave_needs_two_modes_each() -> None:
    """sin(x - t) over whole periods: two equal singular values, sqrt(n_x n_t) / 2."""
    x = 2.0 * np.pi * np.arange(48) / 48
    t = 2.0 * np.pi * np.arange(36) / 36
    wave = np.sin(x[None, :] - t[:, None])
    basis = basis_of(np.ones(48), wave, 1, offset=False)
    known = 0.5 * np.sqrt(48 * 36)
    assert basis.singular_values[:2] == pytest.approx([known, known], rel=1e-12)
    assert basis.singular_values[2:].max() < 1e-12 * known
    assert basis.projection_error**2 * wave.size == pytest.approx(known**2, rel=1e-12)


def test_a_dropped_ring_is_reduced_with_larger_steps(dropped) -> None:
    rod, motion = dropped
    few = reduced_motion(rod, pod_basis(rod, motion.q, 6), motion)
    many = reduced_motion(rod, pod_basis(rod, motion.q, 14), motion)
    assert few.step_gain > 3.0 and few.step_gain > many.step_gain
    assert many.run_error < 1e-3
    assert few.run_error > few.projection_error


def test_impossible_reductions_and_obstacles_are_refused(dropped) -> None:
    rod, motion = dropped
    with pytest.raises(SpecError, match="modes"):
        pod_basis(rod, motion.q, 0)
    with pytest.raises(SpecError, match="radius"):
        ring().touch(Disc((0.0, 0.0), 0.1, 1.0))
    with pytest.raises(SpecError, match="stiffness"):
        ring().touch(Floor(0.0, 0.0))
