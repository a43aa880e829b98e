"""Distance of a ball from planes, bars, tubes and balls that stand askew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import catena as ct
from catena.drives.spatial_system.plan import plan_of
from catena.integrators.steps.spatial_system import fill_axes
from catena.numerics.arrays import Floats
from catena.pairs.spheres.sphere_surface import sphere_gap
from catena.tables.spatial_bodies import body_work

BALL, POINT = np.array([0.5, -0.3, 0.7]), np.array([0.2, 0.1, -0.1])
WAY = np.array([1.0, 2.0, 2.0]) / 3.0
ALONG = float((BALL - POINT) @ WAY)
ASIDE = (BALL - POINT) - ALONG * WAY
OFF = float(np.linalg.norm(ASIDE))
RADIUS = 0.05


def gap_of(kind: str, **surface: Any) -> tuple[float, Floats]:
    system = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    system.body("ball", mass=0.1, position=tuple(BALL), turn=(0.3, 0.2, 0.1))
    system.sphere("ball", body="ball", radius=RADIUS)
    if kind == "sphere":
        system.body("other", mass=0.1, position=tuple(POINT))
        surface["body"] = "other"
    getattr(system, kind)("other", **surface)
    system.contact("ball", "other", stiffness=1e4)
    plan = plan_of(system.drive())
    work = body_work(plan.system)
    fill_axes(plan.system, plan.start, work)
    gap, n = sphere_gap(plan.system, 0, plan.start.q, work.R)
    return gap, np.array(n)


def test_a_plane_is_as_far_as_along_its_normal() -> None:
    gap, n = gap_of("plane", point=tuple(POINT), normal=tuple(WAY))
    assert gap == pytest.approx(ALONG - RADIUS)
    assert n == pytest.approx(WAY)


@pytest.mark.parametrize("inside", [False, True])
def test_a_cylinder_is_as_far_as_from_its_axis(inside: bool) -> None:
    axis = {"point": tuple(POINT), "axis": tuple(WAY)}
    gap, n = gap_of("cylinder", **axis, radius=0.2, inside=inside)
    sign = -1.0 if inside else 1.0
    assert gap == pytest.approx(sign * (OFF - 0.2) - RADIUS)
    assert n == pytest.approx(sign * ASIDE / OFF)


@pytest.mark.parametrize(("share", "near"), [(1.01, True), (0.99, False)])
def test_a_cylinder_ends_at_half_its_length(share: float, near: bool) -> None:
    axis = {"point": tuple(POINT), "axis": tuple(WAY)}
    length = 2.0 * abs(ALONG) * share
    gap, _ = gap_of("cylinder", **axis, radius=0.2, length=length)
    assert np.isfinite(gap) == near


def test_another_ball_is_as_far_as_its_centre() -> None:
    gap, n = gap_of("sphere", radius=0.1)
    far = float(np.linalg.norm(BALL - POINT))
    assert gap == pytest.approx(far - 0.1 - RADIUS)
    assert n == pytest.approx((BALL - POINT) / far)
