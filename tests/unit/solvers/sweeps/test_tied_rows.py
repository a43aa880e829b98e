"""Contacts on jointed bodies against free bodies of the same reply, and joint friction.

With the joints eliminated, bodies answer a percussion with ``A W P``: the sweeps over
tied rows must give what those over free rows give whose inverse mass is A.
"""

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.numerics.records import table
from catena.rows.listed import fill_row_velocities
from catena.solvers.sweeps.percussions import solve_percussions, solve_sorted
from catena.solvers.sweeps.tied_rows import (
    fill_joint_percussions,
    fill_own_masses,
    friction_bound,
    list_tied,
    tied_natural_map,
)
from catena.solvers.sweeps.work import percussion_work
from catena.tables.contacts import PACKED, PercussionOptions, empty_rows, solver_report

pytestmark = plain

N_V, N_J = 6, 2
TIGHT = PercussionOptions(relative_tolerance=1e-12, absolute_tolerance=1e-15)


class Jointed:
    """Rows with random directions on six velocities that two joints tie."""

    def __init__(self, count, tangents, seed, friction=0.4):
        draws = np.random.default_rng(seed)
        inverse = np.diag(draws.uniform(0.5, 2.0, N_V))
        self.C = draws.normal(size=(N_J, N_V))
        S = self.C @ inverse @ self.C.T
        self.take = -np.linalg.solve(S, self.C @ inverse)
        self.A = inverse + inverse @ self.C.T @ self.take
        self.rows = empty_rows(count, N_V, tangents)
        rows = self.rows
        rows.dof[:] = np.arange(N_V)
        rows.W_N[:] = draws.normal(size=rows.W_N.shape)
        rows.W_T[:] = draws.normal(size=rows.W_T.shape)
        rows.law_N[:], rows.par_N[:, 0] = NormalLaw.UNILATERAL_MOREAU, 0.3
        law = FrictionLaw.COULOMB if tangents == 1 else FrictionLaw.COULOMB_DISC
        rows.law_T[:], rows.par_T[:, 0] = law, friction
        rows.active[:], rows.n_active[0] = np.arange(count), count
        free = self.A @ np.linalg.solve(inverse, draws.normal(size=N_V))
        down = -rows.W_N.sum(axis=0)
        self.u = free + 3.0 * self.A @ down
        fill_row_velocities(rows, rows.active, count, self.u)

    def directions(self, i):
        return np.vstack([self.rows.W_N[i], self.rows.W_T[i]])

    def work(self, joints=()):
        count, n_t = self.rows.g_N.size, self.rows.w_T.shape[1]
        work = percussion_work(count, n_t, N_V, N_V, n_r=count, n_j=N_J)
        for i in range(count):
            list_tied(work, i, joints[i] if joints else -1)
            work.reply[i] = self.directions(i) @ self.A
            work.pull[i] = self.directions(i) @ self.take.T
        return work

    def solved(self, work, options=TIGHT):
        u, report = self.u.copy(), solver_report()
        status = solve_sorted(self.rows, u, work, 1.0, options, report)
        return Status(status), u

    def solved_free(self):
        """The same by rows of free bodies whose inverse mass is A."""
        rows = self.rows
        rows.MiW_N[:], rows.MiW_T[:] = rows.W_N @ self.A, rows.W_T @ self.A
        rows.P_N[:], rows.P_T[:] = 0.0, 0.0
        work = percussion_work(rows.g_N.size, rows.w_T.shape[1], N_V)
        u = self.u.copy()
        assert solve_percussions(rows, u, work, TIGHT, solver_report()) == Status.OK
        return u, rows.P_N.copy(), rows.P_T.copy()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("friction", [0.0, 0.4])
@pytest.mark.parametrize("tangents", [1, 2])
def test_tied_rows_are_free_rows_with_the_reply_of_their_joints(
    tangents, friction, seed
):
    drive = Jointed(2, tangents, seed, friction)
    if friction == 0.0:
        drive.rows.law_T[:] = FrictionLaw.NONE
    work = drive.work()
    status, u = drive.solved(work)
    P_N, P_T = drive.rows.P_N.copy(), drive.rows.P_T.copy()
    assert status is Status.OK
    assert P_N.max() > 0.0
    wanted, wanted_N, wanted_T = drive.solved_free()
    assert u == pytest.approx(wanted, rel=1e-8, abs=1e-9)
    assert P_N == pytest.approx(wanted_N, rel=1e-7, abs=1e-9)
    assert P_T == pytest.approx(wanted_T, rel=1e-7, abs=1e-9)
    assert drive.C @ u == pytest.approx(0.0, abs=1e-10)  # no joint parts
    pushed = sum(
        drive.directions(i).T @ [P_N[i], *P_T[i]] for i in range(drive.rows.g_N.size)
    )
    assert work.P_joint == pytest.approx(drive.take @ pushed)
    work.P_joint[:] = 7.0
    drive.rows.P_N[:], drive.rows.P_T[:] = P_N, P_T
    fill_joint_percussions(drive.rows, work)
    assert work.P_joint == pytest.approx(drive.take @ pushed)


@pytest.mark.parametrize("relaxation", [0.6, 1.4])
@pytest.mark.parametrize("tangents", [1, 2])
def test_relaxed_sweeps_end_at_the_same_percussions(tangents, relaxation):
    drive = Jointed(2, tangents, 3)
    status, u = drive.solved(drive.work(), TIGHT._replace(relaxation=relaxation))
    assert status is Status.OK
    wanted, *_ = drive.solved_free()
    assert u == pytest.approx(wanted, rel=1e-7, abs=1e-9)


def test_a_row_that_must_push_but_moves_nothing_is_named():
    drive = Jointed(2, 1, 0)
    work = drive.work()
    work.reply[1, 0] = 0.0  # along a joint
    status, _ = drive.solved(work)
    assert status is Status.SINGULAR


def test_a_tangent_along_which_nothing_moves_is_no_unknown():
    drive = Jointed(1, 1, 0)
    drive.rows.W_T[0, 0] = drive.C[1]
    work = drive.work()
    work.reply[0, 1] = 0.0  # but for rounding
    status, _ = drive.solved(work)
    assert status is Status.OK
    assert drive.rows.P_T[0, 0] == 0.0


@pytest.mark.parametrize(("known", "sticks"), [(50.0, True), (0.2, False)])
def test_friction_of_a_joint_follows_what_the_joint_carries(known, sticks):
    """One contact, and friction of joint 1: its bound is mu |P| of that joint."""
    drive = Jointed(2, 1, 5)
    drive.rows.law_T[0] = FrictionLaw.NONE
    work = drive.work(joints=(-1, 1))
    work.P_known[1] = known
    status, u = drive.solved(work)
    assert status is Status.OK
    slip, T = float(drive.rows.W_T[1, 0] @ u), float(drive.rows.P_T[1, 0])
    carried = known + work.P_joint[1]
    assert drive.rows.P_N[1] == pytest.approx(carried)
    bound = friction_bound(work, 1, 0.0)
    assert bound == pytest.approx(0.4 * abs(carried))
    if sticks:
        assert slip == pytest.approx(0.0, abs=1e-9)
        assert abs(T) < bound
    else:
        assert T == pytest.approx(-np.sign(slip) * bound, rel=1e-9)
        assert abs(slip) > 1e-3
    assert tied_natural_map(drive.rows, work, 1, u) == pytest.approx(0.0, abs=1e-9)
    work.P_joint[:] = 7.0  # joints are asked for what contacts add alone
    fill_joint_percussions(drive.rows, work)
    added = drive.take @ (
        drive.rows.W_N[0] * drive.rows.P_N[0] + drive.rows.W_T[1, 0] * T
    )
    assert work.P_joint == pytest.approx(added, abs=1e-12)


def test_what_is_no_number_is_infinitely_far_from_solved():
    drive = Jointed(1, 2, 1)
    work = drive.work()
    status, u = drive.solved(work)
    assert status is Status.OK
    u[0] = np.nan
    assert tied_natural_map(drive.rows, work, 0, u) == np.inf


def test_rows_without_room_are_counted():
    drive = Jointed(2, 1, 0)
    work = drive.work()
    list_tied(work, 0, -1)
    assert work.listed[2] == 3
    assert work.head.size == 2


def test_natural_maps_of_normals_follow_the_laws_of_their_kind():
    """A contact that parts without force is solved, one that enters lacks a push."""
    drive = Jointed(1, 1, 4)
    drive.rows.law_T[:] = FrictionLaw.NONE
    work = drive.work()
    status, u = drive.solved(work)
    assert status is Status.OK
    x = work.head[0]
    assert x.kind == 1
    drive.rows.P_N[0] = x.P_N = 0.0
    approach = float(drive.rows.W_N[0] @ u) + x.b_N
    away = drive.rows.W_N[0] @ drive.A / x.G_NN
    parting = u + away * (0.7 - approach)
    assert tied_natural_map(drive.rows, work, 0, parting) == 0.0
    entering = u - away * (0.7 + approach)
    missing = tied_natural_map(drive.rows, work, 0, entering)
    assert missing == pytest.approx(0.7 / x.G_NN, rel=1e-9)
    x.kind = 2  # two-sided: parting needs a pull
    missing = tied_natural_map(drive.rows, work, 0, parting)
    assert missing == pytest.approx(0.7 / x.G_NN, rel=1e-9)


@pytest.mark.parametrize("tangents", [1, 2])
def test_own_masses_are_those_of_the_reply(tangents):
    drive = Jointed(1, tangents, 6)
    work = drive.work()
    x = table(PACKED, 1, slides=tangents, G_N2=9.0, G_12=9.0, G_22=9.0)
    fill_own_masses(drive.rows, work.reply, 0, 0, x)
    W = drive.directions(0)
    G = np.zeros((3, 3))
    G[: 1 + tangents, : 1 + tangents] = W @ drive.A @ W.T
    found = [x[0][name] for name in ("G_NN", "G_N1", "G_N2", "G_11", "G_12", "G_22")]
    assert found == pytest.approx(G[np.triu_indices(3)], rel=1e-12)
