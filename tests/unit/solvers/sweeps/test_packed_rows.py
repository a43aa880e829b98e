"""Own inverse masses of packed rows, against the products of their directions."""

import numpy as np
import pytest
from tests.plain import plain

from catena.numerics.records import table
from catena.solvers.sweeps.packed_rows import (
    fill_own_delassus,
    percussion,
    set_offset,
    set_percussion,
)
from catena.tables.contacts import PACKED

pytestmark = plain

N_K = 4
MASSES = ("G_NN", "G_N1", "G_N2", "G_11", "G_12", "G_22")


def packed(tangents, slides, seed=0, still=()):
    """Three records, their directions; tangents that are still move nothing."""
    draws = np.random.default_rng(seed)
    fields = {name: draws.normal(size=3) for name in PACKED.names[5:]}
    x = table(PACKED, 3, slides=slides, **fields)
    x["kind"], x["used"] = 1, N_K
    ways = np.empty((2, 3, 1 + tangents, N_K))
    ways[0] = draws.normal(size=ways[0].shape)
    ways[1] = ways[0] * draws.uniform(0.5, 2.0, N_K)
    for t in still:
        ways[1, 1, 1 + t] = 0.0
    return x, ways


def untouched(x, before, written):
    """Whether only these fields of the second record changed."""
    same = np.delete(x, 1).tolist() == np.delete(before, 1).tolist()
    others = [name for name in PACKED.names if name not in written]
    return same and all(x[name][1] == before[name][1] for name in others)


@pytest.mark.parametrize("tangents", [1, 2])
@pytest.mark.parametrize("used", [2, N_K])
def test_own_masses_are_the_products_of_the_directions_that_are_used(tangents, used):
    x, ways = packed(tangents, tangents)
    x["used"] = used
    before = x.copy()
    fill_own_delassus(x, ways, 1, tangents)
    G = ways[0, 1, :, :used] @ ways[1, 1, :, :used].T
    assert x[1].G_NN == pytest.approx(G[0, 0], rel=1e-14)
    assert x[1].G_N1 == pytest.approx(G[0, 1], rel=1e-14)
    assert x[1].G_11 == pytest.approx(G[1, 1], rel=1e-14)
    if tangents == 2:
        assert x[1].G_N2 == pytest.approx(G[0, 2], rel=1e-14)
        assert x[1].G_12 == pytest.approx(G[1, 2], rel=1e-14)
        assert x[1].G_22 == pytest.approx(G[2, 2], rel=1e-14)
    else:
        assert x[1].G_22 == 0.0
    assert x[1].slides == tangents
    assert untouched(x, before, MASSES)


@pytest.mark.parametrize(
    ("tangents", "slides", "still", "left"),
    [(1, 1, (0,), 0), (2, 2, (0,), 2), (2, 2, (1,), 2), (2, 2, (0, 1), 0)],
)
def test_only_tangents_nothing_moves_along_are_no_unknowns(
    tangents, slides, still, left
):
    x, ways = packed(tangents, slides, 3, still)
    before = x.copy()
    fill_own_delassus(x, ways, 1, tangents)
    assert x[1].slides == left
    assert untouched(x, before, (*MASSES, "slides"))


def test_directions_by_number_are_the_fields_of_their_name():
    """0 is the normal, 1 and 2 are the tangents, in reading and in writing."""
    x, *_ = packed(2, 2, 7)
    assert [percussion(x, 1, t) for t in range(3)] == [x[1].P_N, x[1].P_1, x[1].P_2]
    before = x.copy()
    for t in range(3):
        set_percussion(x, 1, t, 10.0 + t)
    set_offset(x, 1, 1, 20.0)
    set_offset(x, 1, 2, 21.0)
    assert (x[1].P_N, x[1].P_1, x[1].P_2) == (10.0, 11.0, 12.0)
    assert (x[1].b_1, x[1].b_2) == (20.0, 21.0)
    assert untouched(x, before, ("P_N", "P_1", "P_2", "b_1", "b_2"))
