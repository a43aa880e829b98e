"""Where ring sets lie against pillars and sheaves, and how they are bent."""

import numpy as np
import pytest
from tests.unit.integrators.steps.spatial_belts import ELEMENTS, SPANS, job

from catena.drives.pushbelt_cvt.spatial.ring_stops import ring_stops
from catena.drives.pushbelt_cvt.spatial.verdict import _warnings
from catena.integrators.steps.spatial_pushbelt_samples import (
    SpatialElement,
    SpatialKnot,
    empty_spatial_samples,
)


@pytest.fixture
def samples():
    return empty_spatial_samples(2, 2, job().systems[1])


def arcs():
    return np.tile(np.arange(ELEMENTS) * 1e-2, (2, 1))


def test_pillar_and_sheave_are_told_apart(samples):
    """The left ring to the right is at the pillar, the right one at its sheave."""
    samples.element[1, SpatialElement.OFFSET_LEFT, 7] = 0.35e-3
    samples.element[1, SpatialElement.SIDE_LEFT, 7] = -30.0
    samples.element[1, SpatialElement.OFFSET_RIGHT, 9] = 0.4e-3
    samples.element[1, SpatialElement.SIDE_RIGHT, 9] = -50.0
    samples.element[1, SpatialElement.SIDE_RIGHT, 3] = -90.0  # tracking within the play
    placed = job().placed
    found = ring_stops(samples, placed, arcs())
    share = 1.0 / placed.data.element.stands_for
    assert found["pillar_force"] == pytest.approx([0.0, 30.0 * share])
    assert found["edge_force"] == pytest.approx([0.0, 50.0 * share])
    assert found["pillar_arc"][1] == pytest.approx(0.07)
    assert found["edge_arc"][1] == pytest.approx(0.09)
    assert np.isnan(found["pillar_arc"][0])


def test_bending_across_stresses_the_edges(samples):
    """A wave of the ring has the curvature of its second derivative."""
    placed, size = job().placed, 1e-3
    turn = 2.0 * np.pi * np.arange(SPANS) / SPANS
    samples.ring[:, SpatialKnot.Z_LEFT] = size * np.cos(turn)
    found = ring_stops(samples, placed, arcs())["lateral_stress"]
    length, ring = placed.data.ring.length, 9e-3
    curvature = size * (2.0 * np.pi / length) ** 2
    assert found == pytest.approx(2.1e11 * curvature * ring / 2.0, rel=0.01)


def test_the_warning_names_place_and_time():
    placed = job().placed
    line = placed.plane.centre_line
    signals = {
        "time": np.array([0.0, 1e-3]), "ring_offset": np.array([0.1e-3, 0.35e-3]),
        "snapshot_time": np.array([0.0, 1e-3]),
        "pillar_force": np.array([0.0, 12.0]),
        "pillar_arc": np.array([np.nan, line.length - 1e-3]),
        "edge_force": np.zeros(2), "edge_arc": np.full(2, np.nan),
    }  # fmt: skip
    (words,) = _warnings(placed, signals)
    assert "first at 0.001 s" in words
    assert "against a pillar, hardest in the loose strand" in words
    assert "12 N" in words
    assert "sheave" not in words
