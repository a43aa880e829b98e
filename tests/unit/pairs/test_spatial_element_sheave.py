"""Flanks in space: forces, moments and slopes are gradients of one energy."""

import math

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.sheave_spatial import SPATIAL_SHEAVE
from catena.laws.sheave_grip import GRIP
from catena.numerics.records import table
from catena.pairs.element_sheave import ElementFlank
from catena.pairs.spatial_element_sheave import (
    FlankTables,
    SpatialFlank,
    find_spatial_flanks,
    press_spatial_flanks,
    spatial_flank_energy,
)
from catena.rows.flank_force import BELT_LOAD, FlankLaw, inside_sheaves
from catena.rows.spatial_flank import SPATIAL_FLANK
from catena.tables.blocks import Block

pytestmark = plain

WEDGE, HALF, DT = math.radians(11.0), 12e-3, 1e-6
CENTRES = (0.0, 0.0), (0.17, 0.01)


def turned(axis, angle):
    """Rotation matrix about a body axis."""
    R = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i] = R[j, j] = math.cos(angle)
    R[i, j], R[j, i] = -math.sin(angle), math.sin(angle)
    return R


class Wedged:
    """One element deep in the groove of the second pulley, rolled and tilted a bit."""

    def __init__(self, d=0.0, radius=0.0, seed=2):
        draws = np.random.default_rng(seed)
        plane = ElementFlank(-1e-3, HALF, 1e-3, np.array([-6e-4, 6e-4]), radius, 2.4e-3)
        grips = table(GRIP, 2, mu=0.09, mu_rest=0.09, aspect=1.0)
        self.flank = SpatialFlank(plane, FlankLaw(k=3e7, d=d), 4e-3, grips)
        b = np.arange(4)
        self.sheaves = table(
            SPATIAL_SHEAVE, 4, pulley=b // 2, z=1 + 3 * (b % 2), x=2 + 3 * (b % 2),
            y=3 + 3 * (b % 2), side=2.0 * (b % 2) - 1.0,
            c_x=[CENTRES[k // 2][0] for k in b], c_y=[CENTRES[k // 2][1] for k in b],
            sin=math.sin(WEDGE), cos=math.cos(WEDGE), tan=math.tan(WEDGE),
            inner=0.02, outer=0.09,
        )  # fmt: skip
        self.R = turned(2, -0.93) @ turned(0, 2e-3) @ turned(1, 3e-3)
        self.q = np.zeros((1, 7))
        self.q[0, :3] = CENTRES[1][0] + 0.04, CENTRES[1][1] + 0.03, 1e-5
        self.pulley = np.zeros((7, 2))
        deep = HALF - 0.049 * math.tan(WEDGE) - 2e-4
        self.pulley[[1, 4]] = deep
        self.pulley[[2, 3, 5, 6]] = 5e-4 * draws.normal(size=(4, 2))
        self.u = draws.normal(size=(1, 6)) * [0.1, 0.1, 0.1, 5.0, 5.0, 5.0]
        self.v = 0.1 * draws.normal(size=(7, 2))

    def pressed(self, u=None, v=None):
        """Rows, forces on body and pulleys, energy, power of damping."""
        u = np.zeros((1, 6)) if u is None else u
        v = np.zeros((7, 2)) if v is None else v
        body = Block(self.q, u, np.zeros((1, 6)), np.full((1, 6), 30.0), 0 * u)
        pulley = Block(self.pulley, v, np.zeros((7, 2)), np.ones((7, 2)), 0 * v)
        rows, begin = table(SPATIAL_FLANK, 4), np.zeros(2, dtype=np.int64)
        tables = FlankTables(
            self.sheaves, body, pulley, self.R.reshape(1, 9), rows, begin,
            table(BELT_LOAD, 4),
        )  # fmt: skip
        count = find_spatial_flanks(self.flank, tables)
        assert count == 4
        damped, most = press_spatial_flanks(self.flank, tables, count, DT)
        assert most == pytest.approx(-rows.gap.min())
        energy = spatial_flank_energy(rows, count)
        return rows, body.h, pulley.h, energy, damped

    def slope(self, nudge, step):
        """Derivative of the energy by a change of the configuration."""
        found = []
        for way in (step, -step):
            undo = nudge(way)
            found.append(self.pressed()[3])
            undo()
        return (found[0] - found[1]) / (2.0 * step)

    def shift(self, array, at):
        def nudge(way):
            array[at] += way
            return lambda: array.__setitem__(at, array[at] - way)

        return nudge

    def turn(self, axis):
        def nudge(way):
            before = self.R
            self.R = before @ turned(axis, way)
            return lambda: setattr(self, "R", before)

        return nudge


@pytest.mark.parametrize("seed", range(3))
def test_forces_are_gradients_of_the_energy(seed):
    wedged = Wedged(seed=seed)
    rows, on_body, on_pulley, energy, _ = wedged.pressed()
    assert energy > 0.0
    assert (rows.force > 0.0).all()
    assert inside_sheaves(rows, 4, wedged.sheaves)
    largest = np.abs(on_body[0, :3]).max()
    for k in range(3):
        slope = wedged.slope(wedged.shift(wedged.q, (0, k)), 1e-9)
        assert on_body[0, k] == pytest.approx(-slope, rel=1e-5, abs=1e-6 * largest)
        slope = wedged.slope(wedged.turn(k), 1e-7)
        wanted = pytest.approx(-slope, rel=1e-5, abs=1e-6 * largest * HALF)
        assert on_body[0, 3 + k] == wanted
    for row in range(1, 7):
        slope = wedged.slope(wedged.shift(wedged.pulley, (row, 1)), 1e-9)
        wanted = pytest.approx(-slope, rel=1e-5, abs=1e-6 * largest)
        assert on_pulley[row, 1] == wanted
    assert not on_pulley[:, 0].any()


def test_lines_with_a_lifted_end_are_gradients_too():
    wedged = Wedged()
    wedged.R = wedged.R @ turned(0, 0.15)  # rolled by far
    wedged.pulley[[1, 4]] += 1.9e-4
    rows, on_body, on_pulley, *_ = wedged.pressed()
    assert np.count_nonzero(rows.force) > 0
    largest = np.abs(on_body[0, :3]).max()
    for k in range(3):
        slope = wedged.slope(wedged.turn(k), 1e-8)
        wanted = pytest.approx(-slope, rel=1e-4, abs=1e-6 * largest * HALF)
        assert on_body[0, 3 + k] == wanted
    for row in range(1, 7):
        slope = wedged.slope(wedged.shift(wedged.pulley, (row, 1)), 1e-9)
        assert on_pulley[row, 1] == pytest.approx(-slope, rel=1e-4, abs=1e-6 * largest)


def test_damping_takes_the_power_it_says():
    """What damping adds to all forces, by the velocities they act on."""
    wedged, damped = Wedged(), Wedged(d=200.0)
    _, body, pulley, *_ = wedged.pressed(wedged.u, wedged.v)
    _, more, shaft, _, power = damped.pressed(damped.u, damped.v)
    found = ((more - body) * damped.u).sum() + ((shaft - pulley) * damped.v).sum()
    assert power > 0.0
    assert power == pytest.approx(-found, rel=1e-9)


def test_round_flanks_press_where_they_touch():
    """Normal forces alone: the moment is that of the place of contact."""
    wedged = Wedged(radius=0.05)
    rows, on_body, *_ = wedged.pressed()
    assert np.abs(rows.place).max() > 0.0
    for k in range(3):
        slope = wedged.slope(wedged.shift(wedged.q, (0, k)), 1e-9)
        largest = np.abs(on_body[0, :3]).max()
        assert on_body[0, k] == pytest.approx(-slope, rel=1e-4, abs=1e-4 * largest)


def test_a_disc_that_gives_way_stores_its_share_of_the_energy():
    """Contact and disc are two springs in a row: F^2 (1 / k + 1 / k_d) / 2."""
    wedged, soft = Wedged(radius=0.05), 1e7
    still, own = np.zeros((1, 6)), np.ones((1, 6))
    body = Block(wedged.q, still, still.copy(), own, still)
    held, own = np.zeros((7, 2)), np.ones((7, 2))
    pulley = Block(wedged.pulley, held, held.copy(), own, held)
    rows, begin = table(SPATIAL_FLANK, 4), np.zeros(2, dtype=np.int64)
    tables = FlankTables(
        wedged.sheaves, body, pulley, wedged.R.reshape(1, 9), rows, begin,
        table(BELT_LOAD, 4),
    )  # fmt: skip
    count = find_spatial_flanks(wedged.flank, tables)
    force = -rows.gap / (1.0 / 3e7 + 1.0 / soft)
    rows.bend = force / soft
    press_spatial_flanks(wedged.flank, tables, count, DT)
    assert rows.force == pytest.approx(force)
    stored = 0.5 * force**2 * (1.0 / 3e7 + 1.0 / soft)
    assert rows.energy == pytest.approx(stored)
    assert spatial_flank_energy(rows, count) == pytest.approx(stored.sum())
