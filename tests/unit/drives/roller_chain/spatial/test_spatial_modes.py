"""Modes of a chain in space."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import catena as ct
from catena.drives.loading import spec_from


def two_sprockets(**sprocket):
    """A short chain around 11 and 13 teeth; the second has a load."""
    data = tomllib.loads(Path("examples/roller_chain_out_of_line.toml").read_text())
    data["chain"]["link_count"] = 32
    data["sprocket"][0]["tooth_count"] = 11
    data["sprocket"][1] |= {"tooth_count": 13, "centre": [0.127, 0.0], "offset": 0.0}
    data["sprocket"][1] |= sprocket
    return spec_from(data)


def test_an_axis_swings_on_its_bearing():
    """Mass on a spring; the chain sideways adds some 1 % to its stiffness."""
    bearing = {"mass": 20.0, "stiffness": 1e9, "axial_stiffness": 8e5}
    found = ct.modes(two_sprockets(bearing=bearing), 30)
    share = found.energies[found.names.index("driven.z")]
    assert share.max() > 0.8
    swing = 2.0 * np.pi * found.frequencies[share.argmax()]
    assert swing == pytest.approx(np.sqrt(8e5 / 20.0), rel=0.01)


def test_twice_the_inertia_is_slower_by_its_root():
    found = []
    for inertia in (0.05, 0.1):
        modes = ct.modes(two_sprockets(inertia=inertia), 30)
        share = modes.energies[modes.names.index("driven.angle")]
        found.append(modes.frequencies[share.argmax()])
        assert not modes.unstable.any()
    assert found[0] / found[1] == pytest.approx(np.sqrt(2.0), rel=0.01)
