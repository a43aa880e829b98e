"""Own inverse masses of packed rows, against the products of their directions."""

import numpy as np
import pytest
from tests.plain import plain

from catena.solvers.sweeps.packed_rows import (
    G_11,
    G_12,
    G_22,
    G_N1,
    G_N2,
    G_NN,
    HEAD,
    SLIDES,
    fill_own_delassus,
    record_length,
)

pytestmark = plain

N_K = 4


def packed(tangents, slides, seed=0, still=()):
    """The second of three records; tangents that are still move nothing."""
    draws = np.random.default_rng(seed)
    length = record_length(N_K, tangents)
    x = draws.normal(size=3 * length)
    W = draws.normal(size=(1 + tangents, N_K))
    MiW = W * draws.uniform(0.5, 2.0, N_K)
    for t in still:
        MiW[1 + t] = 0.0
    a = length
    x[a + HEAD : a + HEAD + W.size] = W.ravel()
    x[a + HEAD + W.size : a + HEAD + 2 * W.size] = MiW.ravel()
    x[a + SLIDES] = slides
    return x, a, W, MiW


@pytest.mark.parametrize("tangents", [1, 2])
@pytest.mark.parametrize("used", [2, N_K])
def test_own_masses_are_the_products_of_the_directions_that_are_used(tangents, used):
    x, a, W, MiW = packed(tangents, float(tangents))
    before = x.copy()
    fill_own_delassus(x, a, N_K, tangents, used)
    G = W[:, :used] @ MiW[:, :used].T
    assert x[a + G_NN] == pytest.approx(G[0, 0], rel=1e-14)
    assert x[a + G_N1] == pytest.approx(G[0, 1], rel=1e-14)
    assert x[a + G_11] == pytest.approx(G[1, 1], rel=1e-14)
    if tangents == 2:
        assert x[a + G_N2] == pytest.approx(G[0, 2], rel=1e-14)
        assert x[a + G_12] == pytest.approx(G[1, 2], rel=1e-14)
        assert x[a + G_22] == pytest.approx(G[2, 2], rel=1e-14)
    else:
        assert x[a + G_22] == 0.0
    assert x[a + SLIDES] == tangents
    written = {G_NN, G_N1, G_N2, G_11, G_12, G_22, SLIDES}
    others = np.setdiff1d(np.arange(x.size), [a + i for i in written])
    np.testing.assert_array_equal(x[others], before[others])


@pytest.mark.parametrize(
    ("tangents", "slides", "still", "left"),
    [(1, 1, (0,), 0), (2, 2, (0,), 2), (2, 2, (1,), 2), (2, 2, (0, 1), 0)],
)
def test_only_tangents_nothing_moves_along_are_no_unknowns(
    tangents, slides, still, left
):
    x, a, *_ = packed(tangents, float(slides), 3, still)
    before = x.copy()
    fill_own_delassus(x, a, N_K, tangents, N_K)
    assert x[a + SLIDES] == left
    np.testing.assert_array_equal(x[:a], before[:a])
