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


@pytest.mark.parametrize("one", range(3))
def test_a_roller_may_touch_a_wheel_in_one_direction_alone(one):
    """Columns of zeros are left out, those with a single entry are not."""
    system = chain(4, wheels=2)
    draws, work = np.random.default_rng(one), work_for(system)
    size = 4 * 6 + 4 * 3 + 2
    K = 50.0 * np.eye(size)
    rhs = draws.normal(size=size)
    for r in range(4):
        roller, link = 24 + 3 * r, 6 * int(system.roller[r].link)
        K[roller + one, 36 + r % 2] = K[36 + r % 2, roller + one] = draws.normal()
        block = draws.normal(size=(3, 6))
        K[roller : roller + 3, link : link + 6] = block
        K[link : link + 6, roller : roller + 3] = block.T
        work.A[r], work.C[r] = K[roller : roller + 3, roller : roller + 3], block
        work.G[r, :, 6:] = K[roller : roller + 3, 36:]
        work.rhs_roller[r] = rhs[roller : roller + 3]
    for k in range(4):
        work.D[k] = K[6 * k : 6 * k + 6, 6 * k : 6 * k + 6]
        work.rhs_link[k] = rhs[6 * k : 6 * k + 6]
    work.B[6:, 6:], work.rhs_border[6:] = K[36:, 36:], rhs[36:]
    expected = np.linalg.solve(K, rhs)
    solve_ring(system, work)
    found = np.concatenate(
        [work.rhs_link.ravel(), work.rhs_roller.ravel(), work.rhs_border[6:]]
    )
    assert found == pytest.approx(expected, abs=1e-12)
