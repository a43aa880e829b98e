"""The step solver on systems of bodies."""

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys
from tests.unit.rows.row_steps import begin_rows

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.numerics.records import table
from catena.rows.listed import (
    add_row_forces,
    fill_friction_bounds,
    fill_row_forces,
    fill_row_velocities,
)
from catena.solvers.direct.delassus import fill_planar_problem
from catena.solvers.direct.planar_friction import (
    PlanarProblem,
    planar_problem,
    planar_work,
    solve_planar_friction,
)
from catena.solvers.sweeps.percussions import solve_percussions
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import (
    ListedRows,
    PercussionOptions,
    empty_rows,
    solver_report,
)
from catena.tables.groups import GROUP


def ball_row(rows: ListedRows, i: int, left: int, right: int, masses) -> None:
    """Row i between two balls on a line; left -1 is a wall."""
    touched = [k for k in (left, right) if k >= 0]
    signs = {left: -1.0, right: 1.0}
    for k, ball in enumerate(touched):
        rows.dof[i, k] = ball
        rows.W_N[i, k] = signs[ball]
        rows.MiW_N[i, k] = signs[ball] / masses[ball]


def push_chain(n: int, law=NormalLaw.UNILATERAL_MOREAU) -> ListedRows:
    """n balls pushing each other against a wall on the left."""
    rows = empty_rows(n, 2, 1)
    for i in range(n):
        ball_row(rows, i, i - 1, i, np.ones(n))
    rows.law_N[:] = law
    rows.active[:] = np.arange(n)
    rows.n_active[0] = n
    return rows


def solve(rows, u, **options):
    report = solver_report()
    work = percussion_work(rows.g_N.size, rows.w_T.shape[1], rows.dof.shape[1])
    status = solve_percussions(rows, u, work, PercussionOptions(**options), report)
    return Status(status), report


def test_three_balls_by_moreau():
    rows = empty_rows(2, 2, 1)
    for i in range(2):
        ball_row(rows, i, i, i + 1, np.ones(3))
    rows.law_N[:] = NormalLaw.UNILATERAL_MOREAU
    rows.par_N[:, 0] = 1.0
    rows.active[:] = [0, 1]
    rows.n_active[0] = 2
    u = np.array([1.0, 0.0, 0.0])
    fill_row_velocities(rows, rows.active, rows.n_active[0], u)
    status, report = solve(rows, u, relative_tolerance=1e-13)
    assert status is Status.OK
    np.testing.assert_allclose(u, [-1 / 3, 2 / 3, 2 / 3], atol=1e-12)
    np.testing.assert_allclose(rows.P_N, [4 / 3, 2 / 3], rtol=1e-12)
    assert report.residual[0] <= 1e-13 * report.scale[0]


def test_push_chain_stops_and_warm_start_needs_no_sweep():
    n = 20
    rows, u = push_chain(n), -np.ones(n)
    status, cold = solve(rows, u, max_sweeps=20_000, relative_tolerance=1e-12)
    assert status is Status.OK
    np.testing.assert_allclose(u, 0.0, atol=1e-8)
    np.testing.assert_allclose(rows.P_N, np.arange(n, 0, -1), rtol=1e-6)
    u = -np.ones(n)
    status, warm = solve(rows, u, max_sweeps=20_000, relative_tolerance=1e-12)
    assert status is Status.OK
    assert cold.sweeps[0] > 100
    assert warm.sweeps[0] == 0


def test_momentum_finds_the_same_percussions_in_a_fraction_of_the_sweeps():
    counts, found = [], []
    for relaxation in (1.0, 0.999):  # what is relaxed gathers no momentum
        rows = push_chain(40)
        status, report = solve(
            rows, -np.ones(40), max_sweeps=50_000, relaxation=relaxation
        )
        assert status is Status.OK
        assert report.residual[0] <= 1e-9 * report.scale[0]
        assert rows.P_N.min() >= 0.0
        counts.append(report.sweeps[0])
        found.append(rows.P_N)
    assert counts[0] < 0.1 * counts[1]
    np.testing.assert_allclose(found[0], np.arange(40, 0, -1), rtol=1e-5)
    np.testing.assert_allclose(found[1], np.arange(40, 0, -1), rtol=1e-5)


def test_over_relaxation_is_faster_on_a_push_chain():
    counts = []
    for relaxation in (0.999, 1.7):
        status, report = solve(
            push_chain(40), -np.ones(40), max_sweeps=50_000, relaxation=relaxation
        )
        assert status is Status.OK
        counts.append(report.sweeps[0])
    assert counts[1] < 0.6 * counts[0]


def test_cap_is_a_status_and_is_counted():
    status, report = solve(push_chain(50), -np.ones(50), max_sweeps=5)
    assert status is Status.NOT_CONVERGED
    assert report.sweeps[0] == 5
    assert report.unconverged[0] == 1
    assert report.worst_row[0] >= 0
    assert report.residual[0] > 0.0


def test_sweeps_and_the_worst_residual_of_many_solves_are_added_up():
    report, work = solver_report(), percussion_work(5, 1, 2)
    taken = 0
    for _ in range(3):
        rows, u = push_chain(5), -np.ones(5)
        options = PercussionOptions(relative_tolerance=1e-6)
        assert solve_percussions(rows, u, work, options, report) == Status.OK
        taken += int(report.sweeps[0])
        assert report.total_sweeps[0] == taken > 0
        assert 0.0 < report.worst_residual[0] <= 1e-6


def test_separating_chain_is_left_alone():
    u = np.arange(1.0, 6.0)
    before = u.copy()
    status, report = solve(push_chain(5), u)
    assert status is Status.OK
    np.testing.assert_array_equal(u, before)
    assert report.sweeps[0] == 0


def test_not_a_number_is_a_status():
    u = -np.ones(5)
    u[2] = np.nan
    status, _ = solve(push_chain(5), u)
    assert status is Status.NOT_FINITE


def test_row_that_moves_nothing_is_singular():
    rows = push_chain(3)
    rows.MiW_N[1] = 0.0
    status, report = solve(rows, -np.ones(3))
    assert status is Status.SINGULAR
    assert report.worst_row[0] == 1


def test_too_little_scratch_is_a_status():
    rows, u = push_chain(3), -np.ones(3)
    status = solve_percussions(
        rows, u, percussion_work(1, 1, 1), PercussionOptions(), solver_report()
    )
    assert status == Status.WORK_TOO_SMALL


def block_with_two_tangents(law: FrictionLaw) -> ListedRows:
    """A unit mass in space, pressed on the ground."""
    rows = empty_rows(1, 3, 2)
    rows.dof[0], rows.W_N[0], rows.MiW_N[0] = [0, 1, 2], [0, 0, 1], [0, 0, 1]
    rows.W_T[0] = rows.MiW_T[0] = [[1, 0, 0], [0, 1, 0]]
    rows.law_N[0], rows.law_T[0] = NormalLaw.UNILATERAL_MOREAU, law
    rows.par_T[0, 0], rows.n_active[0] = 0.5, 1
    return rows


def test_disc_uses_both_tangents_and_planar_friction_the_first():
    for law, after in (
        (FrictionLaw.COULOMB_DISC, [2.4, 3.2, 0.0]),
        (FrictionLaw.COULOMB, [2.0, 4.0, 0.0]),
        (FrictionLaw.NONE, [3.0, 4.0, 0.0]),
    ):
        u = np.array([3.0, 4.0, -2.0])
        assert solve(block_with_two_tangents(law), u)[0] is Status.OK
        np.testing.assert_allclose(u, after, atol=1e-14)


def test_prescribed_wall_speed_and_restitution():
    rows, u = push_chain(1), np.array([-2.0])
    rows.w_N[0], rows.par_N[0, 0] = -0.5, 0.4  # the wall approaches
    fill_row_velocities(rows, rows.active, rows.n_active[0], u)
    assert rows.g_N_dot[0] == -2.5
    status, _ = solve(rows, u)
    assert status is Status.OK
    assert u[0] - 0.5 == pytest.approx(0.4 * 2.5)


def test_newton_leaves_separating_rows_while_moreau_binds_them():
    for law, expected in (
        (NormalLaw.UNILATERAL_NEWTON, 0.0),
        (NormalLaw.UNILATERAL_MOREAU, -0.5),
    ):
        rows, u = push_chain(1, law), np.array([1.0])
        rows.par_N[0, 0] = 0.5
        fill_row_velocities(rows, rows.active, rows.n_active[0], u)
        u[0] = -3.0  # a force has turned it round within the step
        solve(rows, u)
        assert u[0] == pytest.approx(expected)


def test_bilateral_row_holds_against_pull():
    rows, u = push_chain(1, NormalLaw.BILATERAL), np.array([3.0])
    status, _ = solve(rows, u)
    assert status is Status.OK
    assert u[0] == 0.0
    assert rows.P_N[0] == -3.0


def test_elastic_contact_with_set_valued_friction():
    """Tresca within the step: the bound comes from the known normal force."""
    rows = empty_rows(1, 2, 1)
    rows.dof[0] = [0, 1]
    rows.W_N[0], rows.W_T[0, 0] = [0.0, 1.0], [1.0, 0.0]
    rows.MiW_N[0], rows.MiW_T[0, 0] = [0.0, 0.5], [0.5, 0.0]
    rows.law_N[0], rows.law_T[0] = NormalLaw.SPRING_DAMPER, FrictionLaw.COULOMB
    rows.par_T[0, 0], rows.R_T[0] = 0.3, 0.4
    rows.active[0], rows.n_active[0] = 0, 1
    u = np.array([1.0, -7.0])
    assert solve(rows, u)[0] is Status.OK
    np.testing.assert_allclose(u, [0.8, -7.0])
    rows.R_T[0] = 5.0
    u = np.array([1.0, -7.0])
    assert solve(rows, u)[0] is Status.OK
    np.testing.assert_allclose(u, [0.0, -7.0], atol=1e-14)
    assert rows.P_N[0] == 0.0


def stack(n: int, rng) -> tuple[ListedRows, np.ndarray]:
    """n planar bodies with random contacts between neighbours and the ground."""
    count = 2 * n
    rows = empty_rows(count, 6, 1)
    inverse = 1.0 / rng.uniform(0.5, 2.0, 3 * n)
    for i in range(count):
        body, below = i // 2, i // 2 - 1
        columns = [3 * body, 3 * body + 1, 3 * body + 2]
        lever = np.array([rng.uniform(0.3, 1.0) * (-1) ** i, -0.5])
        W_N, W_T = [0.0, 1.0, lever[0]], [1.0, 0.0, -lever[1]]
        if below >= 0:
            columns += [3 * below, 3 * below + 1, 3 * below + 2]
            W_N, W_T = [*W_N, 0.0, -1.0, -lever[0]], [*W_T, -1.0, 0.0, -0.5]
        k = len(columns)
        rows.dof[i, :k], rows.W_N[i, :k], rows.W_T[i, 0, :k] = columns, W_N, W_T
        rows.MiW_N[i, :k] = W_N * inverse[columns]
        rows.MiW_T[i, 0, :k] = W_T * inverse[columns]
    rows.law_N[:], rows.law_T[:] = NormalLaw.UNILATERAL_MOREAU, FrictionLaw.COULOMB
    rows.par_T[:, 0] = 0.3
    rows.active[:], rows.n_active[0] = np.arange(count), count
    return rows, rng.normal(size=3 * n) - np.tile([0.0, 1.0, 0.0], n)


def dense(rows: ListedRows, free, restitution: float = 1.0) -> PlanarProblem:
    """The problem of all active rows, as the rescue of a step fills it."""
    listed = rows.active[: rows.n_active[0]].copy()
    problem, column = planar_problem(listed.size), np.zeros(free.size)
    fill_planar_problem(rows, listed, restitution, free, column, problem)
    assert not column.any()
    return problem


def test_sweeps_and_newton_agree_on_a_stack():
    rows, free = stack(6, np.random.default_rng(2))
    n, problem = rows.g_N.size, dense(rows, free)
    G = problem.G
    np.testing.assert_allclose(G, G.T, atol=1e-13)
    u = free.copy()
    status, _ = solve(rows, u, relative_tolerance=1e-12, max_sweeps=50_000)
    assert status is Status.OK
    P = np.zeros(2 * n)
    status, _ = solve_planar_friction(problem, P, planar_work(n), 1e-12, 500)
    assert status == Status.OK
    by_sweeps = np.column_stack([rows.P_N, rows.P_T]).ravel()
    np.testing.assert_allclose(G @ P, G @ by_sweeps, atol=1e-8)


def test_newton_solves_a_rigid_push_chain_the_sweeps_find_hard():
    n = 60
    rows, free = push_chain(n), -np.ones(n)
    P, problem = np.zeros(2 * n), dense(rows, free)
    status, count = solve_planar_friction(problem, P, planar_work(n), 1e-13, 50)
    assert status == Status.OK
    assert count <= 4
    np.testing.assert_allclose(P[0::2], np.arange(n, 0, -1), rtol=1e-8)


def test_rotated_row_order_gives_the_same_velocity():
    rows, free = stack(4, np.random.default_rng(7))
    u, v = free.copy(), free.copy()
    assert solve(rows, u, relative_tolerance=1e-12, max_sweeps=50_000)[0] is Status.OK
    rows.P_N[:], rows.P_T[:] = 0.0, 0.0
    rows.active[:] = rows.active[::-1].copy()
    assert solve(rows, v, relative_tolerance=1e-12, max_sweeps=50_000)[0] is Status.OK
    np.testing.assert_allclose(u, v, atol=1e-8)


def test_inactive_rows_are_not_looked_at():
    rows, u = push_chain(3), -np.ones(3)
    rows.n_active[0] = 1
    rows.law_N[2] = 77
    assert solve(rows, u)[0] is Status.OK
    np.testing.assert_allclose(u, [0.0, -1.0, -1.0])


def allocations_per_step(bodies: int) -> float:
    """Allocations of the contact part of ten steps, called from Python."""
    rows, free = stack(bodies, np.random.default_rng(4))
    work = percussion_work(rows.g_N.size, 1, 6)
    report, options = solver_report(), PercussionOptions(max_sweeps=50)
    u, h = free.copy(), np.zeros(free.size)
    laws = table(GROUP, rows.g_N.size)

    def step() -> None:
        u[:] = free
        begin_rows(rows)
        fill_row_velocities(rows, rows.active, rows.n_active[0], u)
        fill_row_forces(
            rows, laws, np.arange(rows.g_N.size), rows.active, rows.n_active[0]
        )
        add_row_forces(rows, rows.active, rows.n_active[0], h)
        fill_friction_bounds(rows, 1e-3)
        solve_percussions(rows, u, work, options, report)

    step()
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats().alloc
    for _ in range(10):
        step()
    return (rtsys.get_allocation_stats().alloc - before) / 10


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="counts compiled allocations")
def test_kernels_allocate_nothing():
    """What is counted are the handles of the array arguments, whatever the size."""
    assert allocations_per_step(1) == allocations_per_step(40)


def test_same_input_same_bits():
    results = []
    for _ in range(2):
        rows, u = stack(10, np.random.default_rng(9))
        solve(rows, u)
        results.append((u.tobytes(), rows.P_N.tobytes(), rows.P_T.tobytes()))
    assert results[0] == results[1]


def test_tangential_restitution_turns_sliding_back():
    """An impact that sticks returns e_T of the sliding before it, in both tangents."""
    rows, u = (
        block_with_two_tangents(FrictionLaw.COULOMB_DISC),
        np.array([0.3, 0.4, -2]),
    )
    rows.par_T[0, 0], rows.par_T[0, 2] = 5.0, 0.6
    fill_row_velocities(rows, rows.active, 1, u)
    assert solve(rows, u)[0] is Status.OK
    np.testing.assert_allclose(u, [-0.18, -0.24, 0.0], atol=1e-12)
    problem = dense(stuck_block(0.6), np.array([0.3, -2.0]))
    np.testing.assert_allclose(problem.c, [-2.0, 0.48])


def stuck_block(e_T: float) -> ListedRows:
    """A unit mass in the plane, pressed on the ground, sliding before the step."""
    rows = empty_rows(1, 2, 1)
    rows.dof[0], rows.W_N[0], rows.MiW_N[0] = [0, 1], [0, 1], [0, 1]
    rows.W_T[0, 0] = rows.MiW_T[0, 0] = [1, 0]
    rows.law_N[0], rows.law_T[0] = NormalLaw.UNILATERAL_MOREAU, FrictionLaw.COULOMB
    rows.par_T[0, 0], rows.par_T[0, 2] = 5.0, e_T
    rows.g_T_dot[0, 0], rows.n_active[0] = 0.3, 1
    return rows


def test_friction_warm_starts_too():
    rows, free = stack(6, np.random.default_rng(2))
    options = {"relative_tolerance": 1e-9, "max_sweeps": 50_000}
    assert solve(rows, free.copy(), **options)[1].sweeps[0] > 10
    assert np.abs(rows.P_T).max() > 0.0
    status, warm = solve(rows, free.copy(), **options)
    assert (status, warm.sweeps[0]) == (Status.OK, 0)


def test_a_disc_may_slide_along_its_second_tangent_only():
    rows, u = block_with_two_tangents(FrictionLaw.COULOMB_DISC), np.array([0, 4.0, -2])
    rows.MiW_T[0, 0] = 0.0  # held along the first
    assert solve(rows, u)[0] is Status.OK
    np.testing.assert_allclose(u, [0.0, 3.0, 0.0], atol=1e-14)
