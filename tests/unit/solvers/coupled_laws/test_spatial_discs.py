"""Discs of a belt in space bend as those of the plane do, row by row."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.rows.discs import pulley_table
from tests.unit.solvers.coupled_laws.test_coupled_sheaves import (
    RADIAL,
    SERIES,
    STIFFNESS,
    solved,
    wrapped,
)

from catena.bodies.sheave import SHEAVE, Compliance
from catena.numerics.records import table
from catena.rows.spatial_flank import SPATIAL_FLANK
from catena.solvers.coupled_laws.disc_tables import Discs
from catena.solvers.coupled_laws.spatial_discs import bend_discs, spatial_disc_work

pytestmark = plain

COUNT = 24


def belt_rows(planar):
    """Rows left and right in turn: left ones on disc 0, right ones on disc 1."""
    rows = table(SPATIAL_FLANK, 2 * COUNT)
    for name in ("d_x", "d_y", "rho", "gap", "slot"):
        for side in (0, 1):
            rows[name][side::2] = planar[name]
    rows.a = np.repeat(planar.a, 2)
    rows.b[0::2], rows.b[1::2] = 0, 1
    return rows


def bent(planar, compliances, layers=2):
    one = pulley_table(Compliance.COUPLED)[0]
    sheaves = table(SHEAVE, 2, cos=one.cos, compliance=[int(c) for c in compliances])
    root = np.repeat(np.sqrt(SERIES)[None, :layers], 2, axis=0)
    discs = Discs(root, np.repeat(RADIAL[None, :layers], 2, axis=0), 0.0)
    rows, closed = belt_rows(planar), np.zeros(COUNT, dtype=np.int64)
    work = spatial_disc_work(discs, COUNT)
    taken = bend_discs(discs, sheaves, STIFFNESS, rows, 2 * COUNT, closed, work)
    return rows, taken


def test_each_disc_gives_way_as_in_the_plane():
    planar, _ = wrapped(COUNT)
    rows, taken = bent(planar, (Compliance.COUPLED, Compliance.COUPLED))
    sheave, *_ = solved(planar, 2)
    assert taken > 0
    assert sheave.compliance & int(Compliance.COUPLED)
    closed = planar.press > 0.0
    for side in (0, 1):
        way = rows.bend[side::2]
        # what is left of the gap is the compression of the flank itself
        found = -(planar.gap + way)[closed] * STIFFNESS
        assert found == pytest.approx(planar.press[closed], rel=1e-9)
        c, s = planar.d_x / planar.rho, planar.d_y / planar.rho
        along = -rows.bend_x[side::2] * s + rows.bend_y[side::2] * c
        outwards = rows.bend_x[side::2] * c + rows.bend_y[side::2] * s
        assert along == pytest.approx(planar.bend_t, abs=1e-12)
        assert outwards == pytest.approx(planar.bend_r, abs=1e-12)


def test_rigid_sheaves_and_those_without_rows_stay_as_they_are():
    planar, _ = wrapped(COUNT)
    rows, taken = bent(planar, (Compliance.RIGID, Compliance.RIGID))
    assert taken == 0
    assert not rows.bend.any()
    one, half = bent(planar, (Compliance.COUPLED, Compliance.RIGID))
    assert half > 0
    assert one.bend[0::2].any() and not one.bend[1::2].any()
