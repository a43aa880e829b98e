"""Groups whose matrix is not definite: the law at the end of the step, enumerated."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import Status
from catena.dynamics.yielding_groups import fill_yielding_forces
from catena.numerics.arrays import Floats
from catena.tables.bodies import LinearBodies
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.maxwell import MaxwellGroups, maxwell_work

pytestmark = plain

N_U, DT = 6, 1e-3
NO_BODIES = LinearBodies(
    np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64),
    *(np.zeros((0, 1, 1)) for _ in range(4)), np.zeros((0, 1)),
)  # fmt: skip


def matrices() -> dict[str, Floats]:
    """Influence of three contacts [m/N]: rigid, one rigid of three, shared."""
    some = 1e-6 * np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 0.0]])
    alike = 1e-6 * np.array([[1.0, 1.0, 0.3], [1.0, 1.0, 0.3], [0.3, 0.3, 2.0]])
    return {"rigid": np.zeros((3, 3)), "some": some, "alike": alike}


def problem(seed: int, C: Floats) -> tuple[ListedRows, MaxwellGroups, Floats]:
    """Three touching rows on six velocities, masses, motion and forces at random."""
    draws, rows = np.random.default_rng(seed), empty_rows(4, 4, 1)
    rows.dof[:] = [[0, 1, 2, 3], [2, 3, 4, 5], [0, 2, 4, -1], [0, 1, 2, 3]]
    rows.W_N[:] = draws.normal(size=(4, 4))
    rows.w_N[:] = 0.1 * draws.normal(size=4)
    rows.g_N[:] = -2e-4 + 2e-4 * draws.normal(size=4)
    rows.step[0], rows.last_step[:3], rows.last_step[3] = 5, 5, 4
    groups = MaxwellGroups(
        np.array([0, 3]), np.array([1, 0, 2]), C, np.zeros(1, dtype=np.int64)
    )
    motion = draws.normal(size=(2, N_U)) * np.array([[0.3], [200.0]])
    return rows, groups, motion


def enumerated(
    rows: ListedRows, groups: MaxwellGroups, M_inv: Floats, motion: Floats
) -> Floats:
    """The one set of closed contacts that fits, forces in the order of the group."""
    W = np.zeros((3, N_U))
    for a, i in enumerate(groups.row):
        for k, at in enumerate(rows.dof[i]):
            if at >= 0:
                W[a, at] = rows.W_N[i, k]
    u, h = motion
    A = groups.C + DT**2 * (W * M_inv) @ W.T
    b = rows.g_N[groups.row] + DT * (rows.w_N[groups.row] + W @ (u + DT * M_inv * h))
    for closed in product((False, True), repeat=3):
        la, at = np.zeros(3), np.flatnonzero(closed)
        if at.size:
            la[at] = np.linalg.solve(A[np.ix_(at, at)], -b[at])
        gap = A @ la + b
        if la.min() >= 0.0 and gap.min() >= -1e-12:
            return la
    raise AssertionError("no set of contacts fits")


@pytest.mark.parametrize("kind", matrices())
@pytest.mark.parametrize("seed", range(4))
def test_forces_obey_the_law_at_the_end_of_the_step(kind: str, seed: int) -> None:
    rows, groups, motion = problem(seed, matrices()[kind])
    M_inv = np.random.default_rng(seed + 30).uniform(0.5, 2.0, N_U)
    masses = (np.zeros(4, dtype=np.int64), M_inv, NO_BODIES)
    work = maxwell_work(groups)
    u, h = motion
    status = fill_yielding_forces(rows, groups, work, masses, (u, h), DT)
    assert status == Status.OK
    wanted = enumerated(rows, groups, M_inv, motion)
    scale = max(wanted.max(), 1.0)
    assert rows.la_N[groups.row] == pytest.approx(wanted, abs=1e-5 * scale)
    assert rows.la_N[3] == 0.0


def test_what_neither_matrix_nor_mass_tells_apart_shares_its_load() -> None:
    """Two rows along the same way carry half each: forces of least norm."""
    rows, groups, motion = problem(1, np.zeros((3, 3)))
    rows.dof[1], rows.W_N[1] = rows.dof[0], rows.W_N[0]
    rows.w_N[1] = rows.w_N[0]
    rows.g_N[:] = -1e-3, -1e-3, 1.0, 0.0
    M_inv = np.ones(N_U)
    masses = (np.zeros(4, dtype=np.int64), M_inv, NO_BODIES)
    status = fill_yielding_forces(
        rows, groups, maxwell_work(groups), masses, (motion[0], 0.0 * motion[1]), DT
    )
    assert status == Status.OK
    assert rows.la_N[0] > 0.0
    assert rows.la_N[0] == pytest.approx(rows.la_N[1], rel=1e-4)
    assert rows.la_N[2] == 0.0


def test_a_load_that_nothing_can_carry_is_a_status() -> None:
    """Bodies that are held, and no compliance: the gap stays what it is."""
    C = np.zeros((3, 3))
    C[0, 0] = 1e-6
    rows, groups, motion = problem(2, C)
    rows.g_N[:] = -1e-3
    masses = (np.zeros(4, dtype=np.int64), np.zeros(N_U), NO_BODIES)
    status = fill_yielding_forces(
        rows, groups, maxwell_work(groups), masses, (0.0 * motion[0], motion[1]), DT
    )
    assert status == Status.NO_SOLUTION
