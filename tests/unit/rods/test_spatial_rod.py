"""Spatial rods: gradients, objectivity, agreement with the plane."""

import numpy as np
import pytest

import catena as ct
from catena.errors import SpecError
from catena.rods import Rod, SpatialRod, statics
from catena.rods.spatial_forces import (
    inverse_tangent,
    rotation,
    rotation_vector,
    skew,
)


def helix(n: int = 6, **more: object) -> SpatialRod:
    s = np.linspace(0.0, 2.0, n + 1)
    points = np.stack([np.cos(s), np.sin(s), 0.4 * s], axis=1)
    vary = np.linspace(1.0, 1.5, n)
    return SpatialRod(
        points, (30.0 * vary, 20.0, 25.0), (1.0, 2.0 * vary, 3.0 / vary),
        mass_per_length=vary, **more,
    )  # fmt: skip


def energy(rod: SpatialRod, place) -> float:
    r, A = place
    n = rod.elements
    d = (np.roll(r, -1, axis=0)[:n] - r[:n]) / rod.lengths[:, None]
    eps = np.einsum("nji,nj->ni", A, d) - np.array([1.0, 0.0, 0.0])
    total = 0.5 * rod.lengths @ (eps**2 * rod.stretch).sum(axis=1)
    gap, rest = rod._pairs
    turn = rotation_vector(np.swapaxes(A[:-1], 1, 2) @ A[1:]) - rest
    between = 0.5 * (rod.bend[1:] + rod.bend[:-1])
    total += 0.5 * (turn**2 / gap[:, None] * between).sum()
    if rod.ends[0] == "clamped":
        first = rotation_vector(rod.frames[0].T @ A[0])
        total += first**2 @ rod.bend[0] / rod.lengths[0]
    return float(total)


def test_rotation_vectors_come_back() -> None:
    a = np.random.default_rng(0).normal(size=(20, 3))
    np.testing.assert_allclose(rotation_vector(rotation(a)), a, atol=1e-12)
    h = 1e-6
    spin = np.array([0.3, -0.2, 0.5])
    ahead = rotation_vector(rotation(a[0]) @ rotation(h * spin))
    back = rotation_vector(rotation(a[0]) @ rotation(-h * spin))
    slope = (ahead - back) / (2.0 * h)
    np.testing.assert_allclose(inverse_tangent(-a[0]) @ spin, slope, atol=1e-8)
    np.testing.assert_allclose(skew(spin) @ a[0], np.cross(spin, a[0]))


def test_forces_are_the_gradient_of_the_energy() -> None:
    rod = helix(start="clamped")
    rng = np.random.default_rng(1)
    place = rod.moved(rod.start(), 0.1 * rng.normal(size=rod.free.size))
    h = 1e-3

    def stored(step: np.ndarray) -> float:
        return energy(rod, rod.moved(place, step))

    slope = [
        (8.0 * (stored(e) - stored(-e)) - stored(2.0 * e) + stored(-2.0 * e))
        / (12.0 * h)
        for e in h * np.eye(rod.free.size)
    ]
    assert np.abs(rod.inner(place) - slope).max() < 1e-8 * np.abs(slope).max()


def test_turning_the_whole_rod_turns_its_forces() -> None:
    rod = helix()
    rng = np.random.default_rng(2)
    place = rod.moved(rod.start(), 0.1 * rng.normal(size=rod.free.size))
    R = rotation(np.array([0.4, -1.1, 0.7]))
    turned = type(place)(place.r @ R.T, R @ place.A)
    assert energy(rod, turned) == pytest.approx(energy(rod, place), rel=1e-12)
    before = rod.inner(place).reshape(-1, 3) @ R.T
    np.testing.assert_allclose(rod.inner(turned).reshape(-1, 3), before, atol=1e-11)


def test_tangent_by_colours_is_that_of_single_differences() -> None:
    rod = helix(start="clamped").force("end", (0.0, 0.0, 1.0), follows=True)
    place = rod.start()
    K = rod.stiffness(place, 1.0)
    h = 1e-6
    for i in (7, 20, 33):
        e = np.zeros(rod.free.size)
        e[i] = h
        ahead, back = rod.moved(place, e), rod.moved(place, -e)
        slope = (rod.forces(back, 1.0) - rod.forces(ahead, 1.0)) / (2.0 * h)
        np.testing.assert_allclose(K[:, i], slope, atol=1e-6)


TAPER = np.linspace(2.0, 0.5, 12)


@pytest.mark.parametrize("EI", [1.0, TAPER], ids=["even", "tapered"])
def test_a_planar_load_bends_both_rods_alike(EI: float | np.ndarray) -> None:
    flat = Rod.straight(1.0, 12, 1e4, EI, start="clamped").force("end", (0.0, 3.0))
    line = np.linspace(0.0, 1.0, 13)
    points = np.stack([line, 0.0 * line, 0.0 * line], axis=1)
    rod = SpatialRod(points, (1e4, 1e4, 1e4), (1.0, 1.0, EI), start="clamped")
    rod.force("end", (0.0, 3.0, 0.0))
    tip = statics(rod, steps=4)[-1].points[-1]
    np.testing.assert_allclose(
        tip[:2], statics(flat, steps=4)[-1].points[-1], atol=1e-7
    )
    assert tip[2] == pytest.approx(0.0, abs=1e-9)


def test_ring_out_of_plane_has_the_frequencies_of_love() -> None:
    n, ratio = 60, 0.6
    phi = 2.0 * np.pi * np.arange(n) / n
    chord = (np.pi / n) / np.sin(np.pi / n)
    points = chord * np.stack([np.cos(phi), np.sin(phi), 0.0 * phi], axis=1)
    ring = SpatialRod(
        points, (1e5, 1e5, 1e5), (ratio, 1.0, 1.0), closed=True, mass_per_length=1.0,
        rotary_inertia=(1e-4, 1e-4, 1e-4),
    )  # fmt: skip
    found = ct.modes(ring, 12)
    k = np.array([2.0, 3.0])
    love = np.sqrt(k**2 * (k**2 - 1.0) ** 2 / (k**2 + 1.0 / ratio))
    for exact in love:
        near = found.angular_frequencies[
            np.abs(found.angular_frequencies - exact).argmin()
        ]
        assert near == pytest.approx(exact, rel=8e-3)
    assert found.rigid_shapes.shape[1] == 6


def test_sections_of_another_number_of_elements_are_refused() -> None:
    points = np.stack([np.linspace(0.0, 1.0, 5), np.zeros(5), np.zeros(5)], axis=1)
    with pytest.raises(SpecError, match="4 elements"):
        SpatialRod(points, (1.0, 1.0, 1.0), (1.0, 1.0, [1.0, 2.0]))
    with pytest.raises(SpecError, match=r"rod\.bend"):
        SpatialRod(points, (1.0, 1.0, 1.0), (1.0, 1.0, 0.0))
