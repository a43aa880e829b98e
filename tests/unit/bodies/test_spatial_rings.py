"""Rings in space, bending that is damped, sheaves in space: slopes and powers."""

import numpy as np
import pytest

from catena.bodies.ring_bending.ring_bending_damping import add_bending_damping
from catena.bodies.ring_spatial import (
    SpatialRing,
    add_spatial_ring_forces,
    spatial_ring_damping,
    spatial_ring_energy,
)
from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import ring_strip
from catena.bodies.sheave_spatial import (
    SPATIAL_SHEAVE,
    TILTING,
    add_sheave_forces,
    sheave_energy,
)
from catena.numerics.records import table

M = 7
RNG = np.random.default_rng(11)
PLANE = RingSpline(l_0=0.85, EA=300.0, EI=4.0, kappa_0=0.9, tau=0.0, m=1.0)


def two_rings() -> np.ndarray:
    angle = 2.0 * np.pi * np.arange(M) / M
    one = np.stack([np.cos(angle), np.sin(angle), np.zeros(M)])
    both = np.concatenate([one, one + np.array([[0.0], [0.0], [0.3]])], axis=1)
    return both + 0.03 * RNG.standard_normal(both.shape)


def forces(
    rings: SpatialRing, q: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, float]:
    h, tension = np.zeros_like(q), np.zeros(q.shape[1])
    add_spatial_ring_forces(rings, q, u, h, tension)
    return h, spatial_ring_damping(rings, q, u, u)


def test_rings_in_space_pull_down_their_energy() -> None:
    rings, q, step = SpatialRing(PLANE, M, EI_z=2.0, tau_z=0.0), two_rings(), 1e-6
    h, power = forces(rings, q, np.zeros_like(q))
    assert power == 0.0
    for place in np.ndindex(q.shape):
        ahead, behind = q.copy(), q.copy()
        ahead[place] += step
        behind[place] -= step
        slope = spatial_ring_energy(rings, ahead) - spatial_ring_energy(rings, behind)
        assert h[place] == pytest.approx(-slope / (2.0 * step), abs=1e-5)
    for ring in (slice(0, M), slice(M, None)):  # they know nothing of each other
        assert h[:, ring].sum(axis=1) == pytest.approx(np.zeros(3), abs=1e-9)


def test_damping_of_rings_takes_the_power_it_reports() -> None:
    damped = SpatialRing(PLANE._replace(tau=1e-3), M, EI_z=2.0, tau_z=2e-3)
    q, u = two_rings(), RNG.standard_normal((3, 2 * M))
    h, power = forces(damped, q, u)
    still, _ = forces(damped, q, np.zeros_like(u))
    assert power > 0.0
    assert power == pytest.approx(-float(np.sum((h - still) * u)), rel=1e-12)


def test_damped_bending_takes_energy_and_nothing_of_a_rigid_motion() -> None:
    q, u = two_rings()[:2, :M], RNG.standard_normal((2, M))
    h = np.zeros_like(q)
    add_bending_damping(PLANE, 2e-3, q, u, h, ring_strip(q.shape[1]))
    rigid = np.stack([0.4 - 3.0 * q[1], -0.2 + 3.0 * q[0]])
    assert np.sum(h * u) < 0.0
    assert np.sum(h * rigid) == pytest.approx(0.0, abs=1e-10)
    h[:] = 0.0
    add_bending_damping(PLANE, 2e-3, q, rigid, h, ring_strip(q.shape[1]))
    assert np.abs(h).max() < 1e-10
    add_bending_damping(PLANE, 0.0, q, u, h, ring_strip(q.shape[1]))
    assert np.abs(h).max() < 1e-10


def sheaves(**more: float) -> np.recarray:
    return table(SPATIAL_SHEAVE, 2, pulley=[0, 1], z=1, x=2, y=3, compliance=TILTING,
                 k_tilt=[50.0, 80.0], **more)  # fmt: skip


def test_hubs_in_space_pull_down_their_energy_and_gyroscopes_take_nothing() -> None:
    q, u = RNG.standard_normal((7, 2)), RNG.standard_normal((7, 2))
    M_inv, h = np.ones((7, 2)), np.zeros((7, 2))
    rows = sheaves(gyro=0.3)
    assert add_sheave_forces(rows, q, u, M_inv, h) == 0.0
    wanted = np.zeros((7, 2))
    wanted[2:4] = -np.array([50.0, 80.0]) * q[2:4]
    assert np.sum((h - wanted) * u) == pytest.approx(0.0, abs=1e-12)
    assert sheave_energy(rows, q) == pytest.approx(-0.5 * np.sum(wanted * q))


def test_damping_of_hubs_takes_the_power_it_reports_but_for_stops() -> None:
    rows, q = sheaves(d_tilt=0.7, d_axial=9.0), np.zeros((7, 2))
    u, h, M_inv = RNG.standard_normal((7, 2)), np.zeros((7, 2)), np.ones((7, 2))
    power = add_sheave_forces(rows, q, u, M_inv, h)
    assert power == pytest.approx(-float(np.sum(h * u)), rel=1e-12)
    M_inv[1, 0] = 0.0  # a stop moves this sheave
    held = add_sheave_forces(rows, q, u, M_inv, np.zeros((7, 2)))
    assert power - held == pytest.approx(9.0 * u[1, 0] ** 2)
