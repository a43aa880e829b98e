"""Weights and constant loads of bodies in space, by their turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.plain import plain

from catena.bodies.free_spatial import fill_weights
from catena.numerics.records import table
from catena.tables.spatial_bodies import BODY, LOAD

pytestmark = plain


def test_loads_turn_with_their_body_or_stay_as_they_are() -> None:
    """Forces are of the world, moments along the axes of the body."""
    draws = np.random.default_rng(3)
    system: Any = SimpleNamespace(
        body=table(BODY, 3, mass=[0.0, 2.0, 3.0]), gravity=np.array([0.1, -9.81, 0.3]),
        load=table(LOAD, 3, body=[1, 2, 2], follows=[1, 0, 1]),
    )  # fmt: skip
    forces, moments = draws.normal(size=(2, 3, 3))
    for k, letter in enumerate("xyz"):
        system.load[f"f_{letter}"] = forces[:, k]
        system.load[f"m_{letter}"] = moments[:, k]
    turns = Rotation.from_rotvec(draws.normal(size=(3, 3)))
    work: Any = SimpleNamespace(R=turns.as_matrix().reshape(3, 9))
    work.h, work.drag, work.load = (np.full((3, 6), 9.0) for _ in range(3))
    fill_weights(system, work)
    weights = np.outer([0.0, 2.0, 3.0], system.gravity)
    assert work.h[:, :3] == pytest.approx(weights)
    assert not work.h[:, 3:].any() and not work.drag.any()
    assert not work.load[0].any()
    assert work.load[1, :3] == pytest.approx(turns[1].apply(forces[0]))
    assert work.load[1, 3:] == pytest.approx(moments[0])
    both = forces[1] + turns[2].apply(forces[2])
    assert work.load[2, :3] == pytest.approx(both)
    own = turns[2].inv().apply(moments[1]) + moments[2]
    assert work.load[2, 3:] == pytest.approx(own)
