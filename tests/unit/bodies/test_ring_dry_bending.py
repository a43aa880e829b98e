"""Dry bending of a spline ring: gradient, loops, rigid motion."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.ring_bending.ring_dry_bending import (
    DryBending,
    DryMemory,
    add_dry_bending,
    dry_bending_energy,
    keep_dry_bending,
    mean_curvature,
)
from catena.bodies.ring_spline import RingSpline
from catena.bodies.ring_strip import ring_strip
from catena.numerics.arrays import Floats

pytestmark = plain

KNOTS, RADIUS, M_Y, KAPPA_Y = 24, 0.1, 0.02, 0.5
RING = RingSpline(2.0 * np.pi * RADIUS / KNOTS, 1e4, 1e-3, 0.0, 0.0, 1e-3)
DRY = DryBending(M_Y, M_Y / KAPPA_Y)


def oval(depth: float) -> Floats:
    """Control points (2, n) of a ring pressed flat by a depth."""
    angle = 2.0 * np.pi * np.arange(KNOTS) / KNOTS
    r = RADIUS + depth * np.cos(2.0 * angle)
    return np.stack([r * np.cos(angle), r * np.sin(angle)])


def memory(q: Floats) -> DryMemory:
    """Without moments at some place."""
    return DryMemory(mean_curvature(RING, q), np.zeros(KNOTS))


def taken(q: Floats, kept: DryMemory) -> tuple[Floats, DryMemory]:
    """Forces (2, n) after a memory, and what was found."""
    h, found = np.zeros_like(q), DryMemory(np.zeros(KNOTS), np.zeros(KNOTS))
    add_dry_bending(RING, DRY, q, h, kept, found, np.zeros(KNOTS), ring_strip(KNOTS))
    return h, found


def test_forces_are_the_gradient_of_the_energy_below_the_bound() -> None:
    start, q = memory(oval(0.0)), oval(1e-3)
    h, found = taken(q, start)
    assert np.abs(found.M).max() < M_Y

    def energy(q: Floats) -> float:
        return float(dry_bending_energy(RING, DRY, taken(q, start)[1]))

    for axis in range(2):
        for i in range(KNOTS):
            ends = []
            for sign in (1.0, -1.0):
                moved = q.copy()
                moved[axis, i] += 1e-7 * sign
                ends.append(energy(moved))
            slope = (ends[0] - ends[1]) / 2e-7
            assert h[axis, i] == pytest.approx(-slope, abs=1e-6 * np.abs(h).max())


def test_a_cycle_loses_the_area_of_its_loop_at_any_speed() -> None:
    """2 M_y (d kappa - 2 kappa_y) per length and cycle, d kappa from end to end."""
    for steps in (50, 400):
        kept, lost = memory(oval(0.0)), []
        way = 0.012 * np.sin(2.0 * np.pi * np.arange(1, 3 * steps + 1) / steps)
        bent = np.array([mean_curvature(RING, oval(depth)) for depth in way])
        for depth in way:
            _, found = taken(oval(depth), kept)
            lost.append(keep_dry_bending(RING, DRY, kept, found))
        swing = np.ptp(bent, axis=0)
        known = 2.0 * M_Y * np.maximum(swing - 2.0 * KAPPA_Y, 0.0) * RING.l_0
        assert (swing > 2.0 * KAPPA_Y).sum() > 8  # it does slip somewhere
        assert sum(lost[steps:]) == pytest.approx(2.0 * known.sum(), rel=1e-9)


def test_a_rigid_motion_neither_loses_nor_stores() -> None:
    kept, q = memory(oval(0.005)), oval(0.005)
    c, s = np.cos(0.7), np.sin(0.7)
    turned = np.array([[c, -s], [s, c]]) @ q + np.array([[0.3], [0.1]])
    h, found = taken(turned, kept)
    assert np.abs(h).max() < 1e-9
    assert keep_dry_bending(RING, DRY, kept, found) == pytest.approx(0.0, abs=1e-15)


def test_the_power_of_its_forces_is_that_of_its_moments() -> None:
    """- h . v = sum M kappa' l: smoothing and spreading are each other's transpose."""
    kept = memory(oval(0.0))
    _, found = taken(oval(0.01), kept)
    keep_dry_bending(RING, DRY, kept, found)
    h, found = taken(oval(0.01), kept)
    eps = 1e-7
    ahead, behind = (mean_curvature(RING, oval(0.01 + s * eps)) for s in (1, -1))
    rate = (ahead - behind) / (2.0 * eps)
    v = (oval(0.01 + eps) - oval(0.01 - eps)) / (2.0 * eps)
    assert -(h * v).sum() == pytest.approx((found.M * rate).sum() * RING.l_0, rel=1e-6)
