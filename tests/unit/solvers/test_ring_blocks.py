"""The ring of blocks against a dense solve."""

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import chain

from catena.solvers.ring_blocks import solve_ring
from catena.tables.spatial import work_for


@pytest.mark.parametrize("links", [4, 6, 10])
@pytest.mark.parametrize("wheels", [0, 3])
def test_solution_is_that_of_the_whole_matrix(links, wheels):
    system = chain(links, wheels=wheels)
    work = work_for(system)
    draws = np.random.default_rng(links)
    n, r, b = links, links, wheels
    size = 6 * n + 3 * r + b
    K = 3.0 * np.eye(size)
    rhs = draws.normal(size=size)

    def couple(places):
        v = draws.normal(size=len(places))
        K[np.ix_(places, places)] += np.outer(v, v)

    for k in range(n):
        one, two = (
            range(6 * k, 6 * k + 6),
            range(6 * ((k + 1) % n), 6 * ((k + 1) % n) + 6),
        )
        roller = range(6 * n + 3 * k, 6 * n + 3 * k + 3)
        link = int(system.roller[k].link)
        wheel = [6 * n + 3 * r + draws.integers(b)] if b else []
        for _ in range(8):
            couple([*one, *two])
            couple([*roller, *range(6 * link, 6 * link + 6), *wheel])
            couple([*one, *wheel])
    for k in range(n):
        before, own = 6 * ((k - 1) % n), 6 * k
        work.D[k] = K[own : own + 6, own : own + 6]
        work.E[k] = K[before : before + 6, own : own + 6]
        work.F[k, :, 6:] = K[own : own + 6, 6 * n + 3 * r :]
        work.rhs_link[k] = rhs[own : own + 6]
        at, link = 6 * n + 3 * k, 6 * int(system.roller[k].link)
        work.A[k] = K[at : at + 3, at : at + 3]
        work.C[k] = K[at : at + 3, link : link + 6]
        work.G[k, :, 6:] = K[at : at + 3, 6 * n + 3 * r :]
        work.rhs_roller[k] = rhs[at : at + 3]
    work.B[6:, 6:] = K[6 * n + 3 * r :, 6 * n + 3 * r :]
    work.rhs_border[6:] = rhs[6 * n + 3 * r :]
    expected = np.linalg.solve(K, rhs)
    solve_ring(system, work)
    found = np.concatenate(
        [work.rhs_link.ravel(), work.rhs_roller.ravel(), work.rhs_border[6:]]
    )
    assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()
