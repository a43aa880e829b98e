"""An element between sheaves and on two rings in space: all its friction at once."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.rows.test_spatial_belt_rows import (
    block,
    element,
    flanks,
    kinetic,
    saddles,
    sheaves,
)

from catena.rows.spatial_edge import Edges, edge_table, start_edges
from catena.rows.spatial_flank import (
    fill_flank_mass,
    relax_flank_pair,
    spatial_flank_slip,
)
from catena.rows.spatial_pair import pair_rate
from catena.rows.spatial_saddle import (
    fill_spatial_saddle_mass,
    relax_saddle_pair,
    spatial_saddle_slip,
)
from catena.solvers.patches.belt_friction import Effort, Sweeps
from catena.solvers.patches.spatial_belt_friction import (
    SpatialRows,
    solve_spatial_friction,
)
from catena.solvers.patches.waking import ring_patches

pytestmark = plain

DT = 1e-5


def one_element(bound):
    """Flanks and saddles of the tests of their rows; no neighbours."""
    rows = SpatialRows(
        flanks(bound), np.array([0, 2]), saddles(bound, 1),
        Edges(edge_table(0).row, np.zeros((0, 2, 12))), element(), sheaves(),
        block((3, 10), np.array([2000.0]), 3), block((1, 0), np.array([1.0]), 3),
    )  # fmt: skip
    for i in range(2):
        fill_flank_mass(rows.flanks, i, rows.body, rows.pulley)
        fill_spatial_saddle_mass(rows.saddles, i, rows.body, rows.ring)
    return rows


def solved(rows, limit=20_000):
    effort = np.zeros(len(Effort), dtype=np.int64)
    n = rows.begin.size - 1
    P_flank, P_saddle = np.zeros((2 * n, 2)), np.zeros((2 * n, 2))
    left = solve_spatial_friction(
        Sweeps(1e-14 / DT, limit), rows, P_flank, P_saddle, ring_patches(n, 2 * n),
        effort, DT,
    )  # fmt: skip
    return left, effort


@pytest.mark.parametrize("bound", [1e-6, 10.0])
def test_flanks_and_saddles_stick_or_slide_together(bound):
    rows = one_element(bound)
    before = kinetic(rows.body, rows.pulley, rows.ring)
    left, effort = solved(rows)
    assert left == 0.0
    assert effort[Effort.CAPPED] == 0
    assert kinetic(rows.body, rows.pulley, rows.ring) < before
    for i in range(2):
        for slip, P in (
            (spatial_flank_slip(rows.flanks, i, rows.body.u, rows.pulley.u),
             (rows.flanks[i].P_t, rows.flanks[i].P_g)),
            (spatial_saddle_slip(rows.saddles, i, rows.body.u, rows.ring.u),
             (rows.saddles[i].P_t, rows.saddles[i].P_z)),
        ):  # fmt: skip
            if bound == 10.0:
                assert np.abs(slip).max() < 1e-8
            else:
                assert np.hypot(*P) == pytest.approx(bound)
                assert np.dot(slip, P) == pytest.approx(-bound * np.hypot(*slip))


def test_too_few_visits_are_counted():
    left, effort = solved(one_element(10.0), limit=2)
    assert left > 0.0
    assert effort[Effort.CAPPED] == 1
    assert effort[Effort.SWEEPS] == 2


@pytest.mark.parametrize("bound", [1e-6, 1e3])
def test_neighbours_rub_on_each_other(bound):
    """Two elements, each ahead of the other: with friction enough they go together."""
    draws = np.random.default_rng(4)
    edges = edge_table(2)
    place = np.concatenate([np.eye(3), np.zeros((3, 3))], axis=1)
    for i in range(4):
        # outwards and across, both at the centres: no levers
        edges.J[i, 0, :6], edges.J[i, 1, :6] = place[1], place[2]
        edges.J[i, :, 6:] = -edges.J[i, :, :6]
    edges.row.bound[:] = bound
    mass = np.array([900.0, 900.0, 900.0, 4e7, 3e7, 5e7])
    body = block((2, 6), mass, 5)
    body.u[:] = draws.normal(size=(2, 6))
    start_edges(edges, np.zeros((4, 2)), body)
    none = one_element(0.0)
    flank, saddle = np.repeat(none.flanks, 2), np.repeat(none.saddles, 2)
    rows = SpatialRows(
        flank.view(np.recarray), np.array([0, 2, 4]), saddle.view(np.recarray), edges,
        body, none.pulley, none.ring, none.twist,
    )  # fmt: skip
    momentum = body.u[:, :3].sum(axis=0)
    left, effort = solved(rows)
    assert left == 0.0 and effort[Effort.CAPPED] == 0
    assert body.u[:, :3].sum(axis=0) == pytest.approx(momentum)
    slips = [[pair_rate(edges, i, e, body.u) for e in (0, 1)] for i in range(4)]
    if bound == 1e3:
        assert np.abs(slips).max() < 1e-9
    else:
        sizes = np.hypot(edges.row.P_1, edges.row.P_2)
        assert sizes == pytest.approx(np.full(4, bound))


@pytest.mark.parametrize("part", ["body", "pulley", "ring"])
def test_what_is_not_a_number_never_counts_as_solved(part):
    rows = one_element(10.0)
    getattr(rows, part).u[0, 0] = np.nan
    _, effort = solved(rows, limit=50)
    assert effort[Effort.CAPPED] == 1


@pytest.mark.parametrize("i", range(2))
@pytest.mark.parametrize("k", range(2))
def test_no_direction_of_a_pair_hides_what_is_not_a_number(i, k):
    """The change of a pair, whichever of its rows and directions has it."""
    rows = one_element(10.0)
    rows.flanks[i][("P_t", "P_g")[k]] = np.nan
    assert np.isnan(relax_flank_pair(rows.flanks, 0, rows.body, rows.pulley))
    rows = one_element(10.0)
    rows.saddles[i][("P_t", "P_z")[k]] = np.nan
    assert np.isnan(relax_saddle_pair(rows.saddles, 0, rows.body, rows.ring))
