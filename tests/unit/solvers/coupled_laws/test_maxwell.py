"""Maxwell's coupled law: cantilevers, groups of rows."""

import numpy as np
import pytest
from tests.unit.rows.row_steps import begin_rows

from catena.codes import NormalLaw, Status
from catena.errors import InputError
from catena.laws.maxwell_coupled import cantilever_influence
from catena.solvers.complementarity.active_set import active_set_work
from catena.solvers.coupled_laws.maxwell import solve_maxwell_dense
from catena.solvers.coupled_laws.maxwell_rows import (
    fill_maxwell_forces,
    maxwell_groups,
    maxwell_work,
)
from catena.tables.contacts import empty_rows


def dense(C, g_rigid):
    n = g_rigid.size
    la, g, closed = np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.int64)
    status, count = solve_maxwell_dense(
        C, g_rigid, la, g, closed, active_set_work(n), 100
    )
    return Status(status), la, g, count


@pytest.mark.parametrize(
    ("press", "force", "gap"),
    [((1.0, 1.0), (24.0, 0.0), (0.0, 1.5)), ((1.0, 4.0), (0.0, 12.0), (0.25, 0.0))],
)
def test_cantilever_with_two_stops(press, force, gap):
    """Both stops are pressed, one contact opens all the same."""
    C = cantilever_influence(np.array([0.5, 1.0]), 1.0)
    status, la, g, _ = dense(C, -np.array(press))
    assert status is Status.OK
    np.testing.assert_allclose(la, force, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(g, gap, rtol=1e-10, atol=1e-12)


def elastic_cantilever() -> np.ndarray:
    """L 1 m, EI 1e3 N m^2, sticks at 0.4 and 0.9 m with 1e5 N/m each."""
    return cantilever_influence(np.array([0.4, 0.9]), 1e3) + np.eye(2) / 1e5


@pytest.mark.parametrize(
    ("press", "force"),
    [((1e-3, 1e-3), (31.9149, 0.0)), ((1e-3, 4e-3), (1.8405, 15.3641))],
)
def test_cantilever_with_elastic_sticks(press, force):
    status, la, g, _ = dense(elastic_cantilever(), -np.array(press))
    assert status is Status.OK
    np.testing.assert_allclose(la, force, rtol=1e-4, atol=1e-9)
    assert np.max(np.abs(np.minimum(la, g))) < 1e-12
    if press[1] == 1e-3:
        assert g[1] == pytest.approx(0.9574e-3, rel=1e-4)


def test_second_contact_closes_exactly_at_the_ratio_of_influences():
    C = elastic_cantilever()
    switch = C[1, 0] / C[0, 0]
    assert switch == pytest.approx(1.957447, rel=1e-6)
    for factor, closed in ((1.0 - 1e-9, False), (1.0 + 1e-9, True)):
        _, la, _, _ = dense(C, -1e-3 * np.array([1.0, switch * factor]))
        assert (la[1] > 0.0) == closed


def test_singular_ones_block_is_reported():
    """(5.55): two contacts on one stiffness share their force arbitrarily."""
    status, *_ = dense(np.ones((2, 2)) * 1e-8, -np.ones(2) * 1e-6)
    assert status is Status.SINGULAR


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_forces_that_overflow_are_no_solution():
    status, *_ = dense(1e-300 * np.eye(2), np.array([-1e300, 0.0]))
    assert status == Status.NOT_FINITE


def coupled_rows(gaps):
    rows = empty_rows(len(gaps) + 1, 1, 1)
    rows.law_N[1:] = NormalLaw.MAXWELL
    rows.g_N[1:] = gaps
    rows.active[: len(gaps)] = np.arange(1, len(gaps) + 1)
    rows.n_active[0] = len(gaps)
    return rows


def test_groups_of_rows_are_solved_and_remembered():
    C = elastic_cantilever()
    groups = maxwell_groups(
        [(np.array([1, 2]), C), (np.array([3]), np.array([[1e-5]]))]
    )
    rows, work = coupled_rows([-1e-3, -4e-3, -2e-5]), maxwell_work(groups)
    begin_rows(rows)
    assert fill_maxwell_forces(rows, groups, work) == Status.OK
    np.testing.assert_allclose(rows.la_N, [0.0, 1.8405, 15.3641, 2.0], rtol=1e-4)
    rows.active[:2] = [1, 3]  # the second stick is out of reach now
    rows.n_active[0] = 2
    begin_rows(rows)
    assert fill_maxwell_forces(rows, groups, work) == Status.OK
    np.testing.assert_allclose(rows.la_N, [0.0, 31.9149, 0.0, 2.0], rtol=1e-4)


@pytest.mark.parametrize(
    ("matrix", "word"),
    [
        (np.array([[1.0, 0.5], [0.4, 1.0]]), "symmetric"),
        (np.array([[1.0, 2.0], [2.0, 1.0]]), "negative eigenvalue -1 m/N"),
        (np.eye(3), "group of 2"),
    ],
)
def test_impossible_influence_matrices_are_refused(matrix, word):
    with pytest.raises(InputError, match=word):
        maxwell_groups([(np.array([0, 1]), matrix)])
