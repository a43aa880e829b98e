"""Plates share the tension of a link; clasp plates feel the friction at pin ends."""

from __future__ import annotations

import numpy as np
import pytest

from catena.drives.chain_cvt.figures.plates import PlateForces, PlateStack

N = 20
STACK = PlateStack((14, 13) * (N // 2), 1.1e-3, 1e8, 2.9, 0.0365)
PLATES = PlateForces(STACK)


def test_plates_add_up_to_the_tension_exactly():
    rng = np.random.default_rng(1)
    tension = 3000.0 + 1000.0 * rng.random((3, N))
    friction = 200.0 * rng.standard_normal((3, N))
    for link, forces in enumerate(PLATES.forces(tension, friction)):
        assert forces.sum(axis=1) == pytest.approx(tension[:, link], rel=1e-9)


def test_uniform_tension_is_not_uniform_over_the_plates():
    forces = PLATES.forces(np.full((1, N), 1400.0), np.zeros((1, N)))
    wide, narrow = (f[0, 0] / f[0].mean() for f in forces[:2])
    assert wide == pytest.approx(0.74, abs=0.04)  # reference 0.72
    assert narrow == pytest.approx(1.14, abs=0.03)  # reference 1.14


def test_most_of_a_pin_end_load_reaches_the_outermost_plates():
    tension, friction = np.full((1, N), 1400.0), np.zeros((1, N))
    rest = PLATES.forces(tension, friction)
    friction[0, 6], friction[0, 16] = 100.0, -100.0
    tension[0, 6:16] -= 200.0
    found = PLATES.forces(tension, friction)
    ahead, behind = ((found[k] - rest[k])[0, 0] for k in (6, 5))
    assert behind == pytest.approx(59.0, abs=12.0)
    assert ahead == pytest.approx(-63.0, abs=12.0)


def test_rigid_pins_share_evenly():
    stiff = PlateForces(PlateStack((14, 13) * (N // 2), 1.1e-3, 1e8, 1e9, 0.0365))
    forces = stiff.forces(np.full((1, N), 1400.0), np.zeros((1, N)))
    assert forces[0][0] == pytest.approx(np.full(14, 100.0), rel=1e-3)
