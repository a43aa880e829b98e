"""Twist of rings: slopes of its energy, closed forms, tilts, out-of-plane modes."""

from itertools import pairwise

import numpy as np
import pytest

from catena.bodies.ring_spatial import (
    SpatialRing,
    add_spatial_ring_forces,
    spatial_ring_damping,
    spatial_ring_energy,
)
from catena.bodies.ring_spline import RingSpline, control_points
from catena.bodies.ring_twist import (
    add_ring_twist,
    ring_twist_damping,
    ring_twist_energy,
)
from catena.rods.spline_energy import Terms, energies, mesh_of
from catena.tables.blocks import Block

RNG = np.random.default_rng(5)
R, EI, EI_Z, GJ = 0.3, 4.0, 2.0, 0.7


def circle(m: int, tau_z: float = 0.0) -> tuple[SpatialRing, np.ndarray]:
    """A relaxed ring that runs clockwise as belts do, and its control points."""
    angle = -2.0 * np.pi * np.arange(m) / m
    x, y = control_points(R * np.stack([np.cos(angle), np.sin(angle)], axis=1)).T
    l_0 = 2.0 * np.pi * R / m
    plane = RingSpline(l_0=l_0, EA=3e4, EI=EI, kappa_0=-1.0 / R, tau=0.0, m=1.0)
    points = np.stack([x, y, np.zeros(m)])
    return SpatialRing(plane, m, EI_Z, tau_z, GJ, m), points


def block(q: np.ndarray, u: np.ndarray | None = None) -> Block:
    u = np.zeros_like(q) if u is None else u
    return Block(q, u, np.zeros_like(q), np.ones_like(q), np.zeros_like(q))


def energy(rings: SpatialRing, q: np.ndarray, phi: np.ndarray) -> float:
    return spatial_ring_energy(rings, q) + ring_twist_energy(rings, q, phi)


def forces(
    rings: SpatialRing, q: np.ndarray, phi: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    ring, twist = block(q), block(phi)
    add_spatial_ring_forces(rings, q, ring.u, ring.h, np.zeros(q.shape[1]))
    add_ring_twist(rings, ring, twist)
    return ring.h, twist.h


def test_twisted_rings_pull_down_their_energy() -> None:
    """Two rings of seven spans, which know nothing of each other."""
    rings, one = circle(7)
    q = np.concatenate([one, one + np.array([[0.0], [0.0], [0.3]])], axis=1)
    q = q + 0.01 * RNG.standard_normal(q.shape)
    phi, step = 0.2 * RNG.standard_normal((1, 14)), 1e-6
    h, moment = forces(rings, q, phi)
    for table, found in ((q, h), (phi, moment)):
        for place in np.ndindex(table.shape):
            kept = table[place]
            table[place] = kept + step
            ahead = energy(rings, q, phi)
            table[place] = kept - step
            slope = (ahead - energy(rings, q, phi)) / (2.0 * step)
            table[place] = kept
            assert found[place] == pytest.approx(-slope, abs=1e-4), place


def test_damped_twist_takes_the_power_it_reports() -> None:
    rings, q = circle(9, tau_z=2e-3)
    q = q + 0.01 * RNG.standard_normal(q.shape)
    phi = 0.2 * RNG.standard_normal((1, 9))
    u, rate = RNG.standard_normal(q.shape), RNG.standard_normal(phi.shape)
    u[:2] = 0.0  # moments of damping act across the plane
    ring, twist = block(q, u), block(phi, rate)
    add_spatial_ring_forces(rings, q, u, ring.h, np.zeros(9))
    add_ring_twist(rings, ring, twist)
    power = spatial_ring_damping(rings, q, u, u)
    moving, turning = ring._replace(mean=u), twist._replace(mean=rate)
    power += ring_twist_damping(rings, moving, turning, u, rate)
    still, held = forces(rings, q, phi)
    taken = np.sum((ring.h - still) * u) + np.sum((twist.h - held) * rate)
    assert power == pytest.approx(-float(taken), rel=1e-10)
    assert power > 0.0


@pytest.mark.parametrize("waves", [0, 1, 2, 5])
def test_a_circle_twisted_in_waves_has_its_closed_form(waves: int) -> None:
    """phi = a cos(n s/R): bending EI_z a^2/R^2 and torsion GJ n^2 a^2/R^2."""
    m, a = 200, 1e-3
    rings, q = circle(m)
    turn = 2.0 * np.pi * np.arange(m) / m
    phi = (a * np.cos(waves * turn))[None, :]
    share = 1.0 if waves == 0 else 0.5
    wanted = np.pi * a**2 / R * share * (EI_Z + GJ * waves**2)
    assert ring_twist_energy(rings, q, phi) == pytest.approx(wanted, rel=4e-3)


def test_a_ring_tilted_with_its_twist_stores_nothing() -> None:
    """Second order in the tilt vanishes; a ring that keeps upright resists."""
    m, tilt = 60, 1e-3
    rings, q = circle(m)
    x, y = q[0], q[1]
    knots = (np.roll(q, 1, 1) + 4.0 * q + np.roll(q, -1, 1)) / 6.0
    phi = tilt * knots[:1] / R  # outwards, n = (x, y)/R
    tilted = np.stack([x, y, tilt * x])
    before = spatial_ring_energy(rings, q)
    upright = energy(rings, tilted, np.zeros((1, m))) - before
    wanted = (EI_Z + GJ) * np.pi * tilt**2 / (2.0 * R)
    assert upright == pytest.approx(wanted, rel=0.01)
    assert energy(rings, tilted, phi) - before < 1e-3 * upright


def test_the_exact_frame_stores_the_same() -> None:
    """A second method: rods that carry their frame, at small slopes."""
    m, size = 40, 1e-3
    rings, q = circle(m)
    turn = 2.0 * np.pi * np.arange(m) / m
    q[2] = size * R * np.cos(2.0 * turn)
    phi = size * (np.sin(2.0 * turn) + 0.5 * np.cos(3.0 * turn))[None, :]
    mesh = mesh_of(m, closed=True, ds=rings.plane.l_0, direction=np.eye(3)[2])
    ones = np.ones(m)
    stiff = Terms(0.0 * ones, 0.0 * ones, EI_Z * ones, GJ * ones)
    rest = Terms(ones, 0.0 * ones, 0.0 * ones, 0.0 * ones)
    terms = energies(mesh, stiff, rest, q.T, phi[0])
    bend = q[2] - 0.5 * (np.roll(q[2], 1) + np.roll(q[2], -1))
    across = 0.5 * EI_Z * float(np.sum((2.0 * bend) ** 2)) / rings.plane.l_0**3
    found = across + ring_twist_energy(rings, q, phi)
    assert found == pytest.approx(
        float(terms.lateral.sum() + terms.twist.sum()), rel=0.01
    )


def modes(m: int, count: int) -> np.ndarray:
    """Out-of-plane frequencies of a circle [rad/s], without the inertia of twist."""
    rings, q = circle(m)
    phi, step = np.zeros((1, m)), 1e-5
    K = np.zeros((2 * m, 2 * m))
    for i in range(2 * m):
        table = (q[2], phi[0])[i // m]
        table[i % m] += step
        h, moment = forces(rings, q, phi)
        table[i % m] -= step
        K[:, i] = -np.concatenate([h[2], moment[0]]) / step
    K = 0.5 * (K + K.T)
    z, t = slice(0, m), slice(m, None)
    condensed = K[z, z] - K[z, t] @ np.linalg.solve(K[t, t], K[t, z])
    found = np.linalg.eigvalsh(condensed) / rings.plane.l_0  # rho A = 1
    return np.sqrt(np.sort(found)[3 : 3 + 2 * count : 2])  # rigid ones first


def test_out_of_plane_modes_are_those_of_love() -> None:
    """omega_n^2 = EI/(rho A R^4) n^2 (n^2 - 1)^2 / (n^2 + EI/GJ), second order."""
    n = np.arange(2, 5)
    square = EI_Z / R**4 * n**2 * (n**2 - 1.0) ** 2 / (n**2 + EI_Z / GJ)
    errors = [modes(m, 3) / np.sqrt(square) - 1.0 for m in (40, 80)]
    assert np.all(np.abs(errors[1]) < [0.003, 0.006, 0.01])
    for coarse, fine in pairwise(errors):
        assert np.log2(coarse / fine) == pytest.approx(np.full(3, 2.0), abs=0.1)
