"""Spline rods: gradient, rigid motions, rings against closed forms, open rods."""

from __future__ import annotations

import math

import numpy as np
import pytest

import catena as ct
from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.rods import SplineRod
from catena.rods.spline_energy import frame, strains

EA, EI, GJ = 1e4, 1.0, 0.6


def ring(knots: int) -> SplineRod:
    """A circle of radius one."""
    section = EA, (EI, EI), GJ
    return SplineRod.ring(1.0, knots, *section, mass_per_length=1.0, polar_inertia=1e-9)


def frequencies(rod: SplineRod, own: Floats) -> Floats:
    """Of the motion of some coordinates [rad/s]."""
    pick = np.ix_(own, own)
    M, K = rod.mass_matrix(rod.start())[pick], rod.stiffness(rod.start(), 0.0)[pick]
    L = np.linalg.inv(np.linalg.cholesky(M))
    return np.sqrt(np.maximum(np.linalg.eigvalsh(L @ K @ L.T), 0.0))


@pytest.mark.parametrize(
    ("knots", "in_plane", "lateral"),
    [
        (20, (2.9e-2, -9.7e-3, -6.8e-2, -0.14), (-2.4e-2, -6.4e-2, -0.12, -0.18)),
        (40, (7.0e-3, -1.8e-3, -1.6e-2, -3.4e-2), (-5.9e-3, -1.6e-2, -3e-2, -4.8e-2)),
        (52, (4.1e-3, -1.1e-3, -9.3e-3, -2e-2), (-3.5e-3, -9.5e-3, -1.8e-2, -2.9e-2)),
        (104, (1e-3, -2.8e-4, -2.3e-3, -5e-3), (-8.7e-4, -2.4e-3, -4.5e-3, -7.2e-3)),
    ],
)
def test_errors_of_a_ring_in_and_across_its_plane(
    knots: int, in_plane: tuple[float, ...], lateral: tuple[float, ...]
) -> None:
    """Another program's errors of the same rod against Love's frequencies."""
    rod, m = ring(knots), 3 * knots
    plane = [i for i in range(m) if i % 3 < 2]
    across = [i for i in range(m) if i % 3 == 2] + list(range(m, m + knots))
    n = np.array([2, 3, 4, 5])
    flat = n * (n**2 - 1) / np.sqrt(n**2 + 1.0)
    found = frequencies(rod, np.array(plane))[3::2][:4]  # rigid motions, then pairs
    assert found / flat - 1.0 == pytest.approx(in_plane, rel=0.06)
    love = n * (n**2 - 1) / np.sqrt(n**2 + EI / GJ)
    found = frequencies(rod, np.array(across))[3::2][:4]
    assert found / love - 1.0 == pytest.approx(lateral, rel=0.06)


@pytest.mark.parametrize(
    ("knots", "step"),
    [(40, 6.07e-6), (52, 4.66e-6), (55, 4.40e-6), (64, 3.78e-6), (72, 3.31e-6),
     (104, 1.59e-6), (110, 1.42e-6)],
)  # fmt: skip
def test_critical_step_of_a_steel_ring_set(knots: int, step: float) -> None:
    """Axial waves with 40 spans, lateral bending with 72: 2 ds/(1.09 c), ds^2/2 ..."""
    rod = SplineRod.ring(
        0.68 / (2.0 * math.pi), knots, 4.196e6, (0.0120, 28.32), 0.0184,
        mass_per_length=0.1568, polar_inertia=1.059e-6,
    )  # fmt: skip
    ds = 0.68 / knots
    axial = 2.0 * ds / (1.09 * math.sqrt(4.196e6 / 0.1568))
    bending = 0.5 * ds**2 * math.sqrt(0.1568 / 28.32)
    assert rod.largest_step() == pytest.approx(min(axial, bending), rel=0.02)
    assert rod.largest_step() == pytest.approx(step, rel=0.02)


def shaken(rod: SplineRod) -> Floats:
    """A bent and twisted place."""
    rng, q = np.random.default_rng(7), rod.start()
    return q + 0.02 * rod.free * rng.normal(size=q.size)


@pytest.mark.parametrize("closed", [True, False])
def test_gradient_is_exact(closed: bool) -> None:
    rod = ring(10)
    if not closed:
        vary = np.linspace(1.0, 2.0, 7)
        section = (EA * vary, (EI * vary, 2.0), GJ / vary)
        rod = SplineRod(rod.points[:8], *section, start="pinned")
    q = shaken(rod)
    found = rod.inner(q)
    h, f = 1e-4, rod.energy  # differences of the fourth order
    slopes = [(8.0 * (f(q + e) - f(q - e)) - f(q + 2.0 * e) + f(q - 2.0 * e)) / 12.0 / h
              for e in h * np.eye(q.size)]  # fmt: skip
    assert np.abs(found - slopes).max() < 1e-8 * np.abs(found).max()
    K = rod.stiffness(q, 0.0)
    e = np.random.default_rng(3).normal(size=q.size)
    ahead, behind = rod.inner(q + 1e-6 * e), rod.inner(q - 1e-6 * e)
    assert np.abs(K @ e - (ahead - behind) / 2e-6).max() < 1e-6 * np.abs(K @ e).max()


def test_a_rigid_tilt_with_its_twist_costs_nothing() -> None:
    rod = ring(24)
    c, s = math.cos(1.0), math.sin(1.0)
    turn = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    P = rod.controls @ turn.T
    e = np.roll(P, -1, axis=0) - np.roll(P, 1, axis=0)
    t = e / np.linalg.norm(e, axis=1)[:, None]
    n_0, b_0 = frame(rod.mesh, t, np.zeros(24))
    b = turn @ np.array([0.0, 0.0, 1.0])
    phi = np.arctan2(-(n_0 @ b), b_0 @ b)
    before = strains(rod.mesh, rod.controls, np.zeros(24))
    for one, two in zip(before, strains(rod.mesh, P, phi), strict=True):
        assert one == pytest.approx(two, abs=1e-11)
    assert rod.energy(np.concatenate([P.ravel(), phi])) < 1e-12 * EI


def test_an_open_rod_bends_in_both_planes_and_vibrates_as_it_must() -> None:
    s = np.linspace(0.0, 1.0, 21)
    points = np.stack([s, 0.0 * s, 0.0 * s], axis=1)
    rod = SplineRod(points, EA, (2.0, 5.0), GJ, mass_per_length=0.3, start="clamped")
    rod.force(-1, (0.0, 1e-3, 1e-3))
    tip = ct.statics(rod, steps=1)[-1].points[-1]
    assert tip[1:] == pytest.approx([1e-3 / 6.0, 1e-3 / 15.0], rel=5e-3)
    found = ct.modes(rod, 2).frequencies * 2.0 * math.pi
    exact = [1.8751041**2 * math.sqrt(EI / 0.3) for EI in (2.0, 5.0)]
    assert found == pytest.approx(exact, rel=5e-3)


def test_a_tapered_rod_bends_as_beam_theory_says() -> None:
    s, load = np.linspace(0.0, 1.0, 41), 1e-3
    points, middle = np.stack([s, 0.0 * s, 0.0 * s], axis=1), 0.5 * (s[1:] + s[:-1])
    rod = SplineRod(points, 1e5, (2.0 - middle, 3.0), GJ, start="clamped")
    tip = ct.statics(rod.force(-1, (0.0, load, 0.0)), steps=1)[-1].points[-1, 1]
    x = np.linspace(0.0, 1.0, 20001)
    exact = load * np.trapezoid((1.0 - x) ** 2 / (2.0 - x), x)
    assert tip == pytest.approx(exact, rel=2e-3)


def test_masses_of_a_tapered_ring_add_up() -> None:
    vary = np.linspace(0.5, 1.5, 12)
    rod = SplineRod.ring(1.0, 12, EA, (EI, EI), GJ, mass_per_length=vary)
    M = rod.mass_matrix(rod.start())
    length = 12 * rod.mesh.ds
    assert np.diag(M)[:36].sum() / 3.0 == pytest.approx(vary.mean() * length)
    with pytest.raises(SpecError, match="12 elements"):
        SplineRod.ring(1.0, 12, EA, (EI, [EI, EI]), GJ)


def test_refusals() -> None:
    with pytest.raises(SpecError, match="equal distances"):
        SplineRod([(0, 0, 0), (1, 0, 0), (2, 0, 0), (4, 0, 0)], EA, (EI, EI))
    with pytest.raises(SpecError, match="never takes"):
        SplineRod([(0, 0, k) for k in range(4)], EA, (EI, EI))
    with pytest.raises(SpecError, match="above 0"):
        SplineRod.ring(1.0, 8, EA, (EI, 0.0))
