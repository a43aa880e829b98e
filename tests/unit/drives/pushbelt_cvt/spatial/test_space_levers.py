"""Levers of controlled steps: one for every coordinate and velocity."""

from types import SimpleNamespace
from typing import Any

import pytest

import catena as ct
from catena.drives import DRIVES
from catena.drives.pushbelt_cvt.spatial.layout import spatial_layout_of
from catena.drives.pushbelt_cvt.spatial.plan import spatial_system_of
from catena.drives.pushbelt_cvt.spatial.simulation import SpatialBeltSimulation
from catena.solvers.patches.belt_friction import Sweeps


@pytest.mark.parametrize("twist", [None, "line contact"])
def test_levers_fit_the_state(twist: str | None) -> None:
    """Elements have seven coordinates and six velocities; twists come last."""
    values: dict[str, Any] = {"fidelity": "spatial"}
    if twist is not None:
        values["spatial.twist"] = twist
    spec: Any = ct.loads(DRIVES["pushbelt_cvt"].template()).with_values(values)
    placed = spatial_layout_of(spec)
    system = spatial_system_of(placed.data, placed.space, Sweeps(0.1, 60))
    belt: Any = SimpleNamespace(system=system, placed=placed)
    q, u = SpatialBeltSimulation.levers(belt)
    assert u.size == system.M.size
    assert q.size == system.M.size + system.elements
    assert q.min() > 0.0
