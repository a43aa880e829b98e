"""Matrices and bookings of linearly implicit and explicit steps, against numpy.

The whole of a linearly implicit step, by its law: with s = 0.55,
``(M + s dt D + s^2 dt^2 K) du = dt (h - s dt K u)`` for whatever is not held.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.integrators.implicit_contacts import fill_columns, fill_dense
from catena.integrators.linearly_implicit import (
    SHARE,
    add_coupled,
    add_tangents,
    begin_matrix,
    follow_coupled,
    follow_linear,
    follow_tangents,
    solve_effort,
)
from catena.integrators.runge_kutta import (
    book_drive_inertia,
    book_stage_contacts,
    book_stage_drives,
)
from catena.integrators.step_control import (
    REFUSED,
    STEP,
    TAKEN,
    StepControl,
    begin_try,
    end_try,
    ends_interval,
    largest_difference,
    scale_percussions,
    step_error,
)
from catena.numerics.arrays import Floats, Ints
from catena.numerics.profile import factor_profile, solve_profile
from catena.numerics.records import table
from catena.rows.planar import PLANAR
from catena.tables.bodies import Inertia, LinearBodies
from catena.tables.boundaries import SPEED
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.friction import empty_slots
from catena.tables.maxwell import MaxwellGroups
from catena.tables.state import Cause, Ledger
from catena.tables.system import LOADS, OWN_LOSSES, Tally
from catena.tables.tangents import TOUCHING, StepMatrix, Tangents, step_matrix

pytestmark = plain

N_U, DT = 9, 0.02
HELD = np.array([0, 0, 1, 0, 0, 0, 1, 0, 0])


class Parts(NamedTuple):
    """What a step meets, and the matrices of all of it together."""

    inertia: Inertia
    linear: LinearBodies
    tangents: Tangents
    groups: MaxwellGroups
    rows: ListedRows
    K: Floats
    D: Floats
    M: Floats


def symmetric(draws: np.random.Generator, n: int) -> Floats:
    half = draws.normal(size=(n, n))
    return np.asarray(half @ half.T + n * np.eye(n))


def spread(dof: Ints, B: Floats) -> Floats:
    way = np.zeros(N_U)
    for at, value in zip(dof, B, strict=True):
        if at >= 0:
            way[at] += value
    return way


def parts() -> Parts:
    """Masses, a linear body on 3 to 5, four directions, two coupled contacts."""
    draws = np.random.default_rng(2)
    M = draws.uniform(1.0, 2.0, N_U)
    M[3:6] = 0.0  # its mass is a matrix
    own = [symmetric(draws, 3)[None] for _ in range(3)]
    linear = LinearBodies(
        np.array([3]), np.array([3]), own[0], np.linalg.inv(own[0]), own[1], own[2],
        np.zeros((1, 3)),
    )  # fmt: skip
    dof = np.array([[0, 1, 2, -1], [2, 5, 7, 8], [8, 6, -1, -1], [1, -1, -1, -1]])
    B = draws.normal(size=(4, 4))
    tangents = Tangents(
        np.array([4]), dof, B, draws.uniform(10.0, 90.0, 4), draws.uniform(1.0, 5.0, 4),
        np.array([1, LOADS, -1, TOUCHING]), np.array([0, 0, 1, 0]),
        np.array([0, 0, 0, 0]), np.array([3]), np.zeros((2, 2)),
    )  # fmt: skip
    coupled = symmetric(draws, 2)
    tangents.coupled[:] = coupled
    members = np.array([1, 0])
    groups = MaxwellGroups(np.array([0, 2]), members, 0 * coupled, np.ones(1, int))
    rows = empty_rows(2, 4, 1)
    rows.dof[:] = [[0, 1, 7, 8], [3, 4, 7, -1]]
    rows.W_N[:], rows.W_T[:] = draws.normal(size=(2, 4)), draws.normal(size=(2, 1, 4))
    K, D, whole = np.zeros((N_U, N_U)), np.zeros((N_U, N_U)), np.diag(M)
    whole[3:6, 3:6], K[3:6, 3:6], D[3:6, 3:6] = (values[0] for values in own)
    for i in range(4):
        way = spread(dof[i], B[i])
        K += tangents.stiffness[i] * np.outer(way, way)
        D += tangents.damping[i] * np.outer(way, way)
    W = np.array([spread(rows.dof[i], rows.W_N[i]) for i in members])
    K += W.T @ coupled @ W
    inertia = Inertia(M, np.where(HELD, 0.0, 1.0), HELD)
    return Parts(inertia, linear, tangents, groups, rows, K, D, whole)


class Step(NamedTuple):
    """A solved step: velocities before and after, and forces before."""

    matrix: StepMatrix
    before: Floats
    after: Floats
    h: Floats


def solved(one: Parts) -> Step:
    draws = np.random.default_rng(3)
    before, h = draws.normal(size=(2, N_U))
    after = before.copy()
    after[HELD == 1] += 0.3  # prescribed
    matrix = step_matrix(N_U)
    begin_matrix(one.inertia, one.linear, h, before, DT, matrix)
    add_tangents(one.tangents, HELD, before, after, DT, matrix)
    coupled = one.tangents.coupled
    add_coupled(one.groups, one.rows, coupled, HELD, before, after, DT, matrix)
    assert factor_profile(matrix.A, matrix.first)
    solve_profile(matrix.A, matrix.first, matrix.b)
    after[HELD == 0] += matrix.b[HELD == 0]
    return Step(matrix, before, after, h)


def test_a_linearly_implicit_step_is_its_law() -> None:
    """What is held moves as prescribed and presses on the others."""
    one = parts()
    step = solved(one)
    change = step.after - step.before
    A = one.M + SHARE * DT * one.D + (SHARE * DT) ** 2 * one.K
    pushed = DT * (step.h - SHARE * DT * one.K @ step.before)
    # a held velocity of a linear body would be one of its own: none is
    free = HELD == 0
    assert (A @ change)[free] == pytest.approx(pushed[free])
    assert change[HELD == 1] == pytest.approx(0.3)
    assert SHARE == 0.55


def test_forces_become_those_that_acted() -> None:
    """h gains -s dt K (u + s du) - s D du, and everybody books a share of it."""
    one = parts()
    step = solved(one)
    change = step.after - step.before
    mean = step.before + 0.5 * change
    h, loss, works = step.h.copy(), np.zeros((2 + OWN_LOSSES, len(Cause))), np.zeros(3)
    touching = table(PLANAR, 1)
    speeds = step.before, step.after
    acting = (one.rows, touching)
    follow_tangents(one.tangents, acting, speeds, DT, h, Ledger(loss, works))
    contacts = one.rows.la_N.copy()
    follow_coupled(one.groups, one.rows, one.tangents.coupled, *speeds, DT, h)
    damping = np.zeros((1, 3))
    follow_linear(one.linear, *speeds, DT, h, damping)
    drag = -SHARE * one.D @ change
    forces = drag - SHARE * DT * one.K @ (step.before + SHARE * change)
    assert h - step.h == pytest.approx(forces)
    free = HELD == 0
    assert DT * h[free] == pytest.approx((one.M @ change)[free])
    t = one.tangents
    felt, dragged, rates = np.zeros(4), np.zeros(4), np.zeros(4)
    for i in range(4):
        way = spread(t.dof[i], t.B[i])
        dragged[i] = -SHARE * t.damping[i] * (way @ change)
        felt[i] = dragged[i] - SHARE * DT * t.stiffness[i] * (
            way @ (step.before + SHARE * change)
        )
        rates[i] = way @ mean
    wanted = np.zeros_like(loss)
    wanted[2 + 1, Cause.VISCOUS] = -DT * dragged[0] * rates[0]
    assert loss == pytest.approx(wanted)
    assert works == pytest.approx([0.0, 0.0, DT * felt[1] * rates[1]])
    assert contacts == pytest.approx([0.0, felt[2]])
    assert touching[0].force == pytest.approx(felt[3])
    W = np.array([spread(one.rows.dof[i], one.rows.W_N[i]) for i in (0, 1)])
    way = W @ (step.before + SHARE * change)
    order = one.groups.row
    pull = np.zeros(2)
    pull[order] = -SHARE * DT * t.coupled @ way[order]
    assert one.rows.la_N - contacts == pytest.approx(pull)
    own = slice(3, 6)
    assert damping[0] == pytest.approx(SHARE * one.linear.D[0] @ change[own])


def test_tangents_of_friction_are_booked_with_their_contacts() -> None:
    one = parts()
    step = solved(one)
    one.tangents.channel[:] = -1, TOUCHING, -1, TOUCHING
    one.tangents.side[:], one.tangents.contact[:] = [1, 1, 0, 0], [1, 0, 0, 0]
    touching, h = table(PLANAR, 1, P=2.0, force=3.0), np.zeros(N_U)
    ledger = Ledger(np.zeros((OWN_LOSSES, len(Cause))), np.zeros(1))
    speeds = (step.before, step.after)
    follow_tangents(one.tangents, (one.rows, touching), speeds, DT, h, ledger)
    change, t = step.after - step.before, one.tangents
    felt = []
    for i in range(4):
        way = spread(t.dof[i], t.B[i])
        stiff = SHARE * DT * t.stiffness[i] * (way @ (step.before + SHARE * change))
        felt.append(-SHARE * t.damping[i] * (way @ change) - stiff)
    assert one.rows.la_T[1, 0] == pytest.approx(felt[0])
    assert one.rows.la_N[0] == pytest.approx(felt[2])
    assert (touching[0].P, touching[0].force) == pytest.approx(
        (2.0 + felt[1], 3.0 + felt[3])
    )
    assert not ledger.loss.any()
    assert not ledger.input_work.any()


def test_a_solve_visits_the_square_of_every_row_that_is_not_empty() -> None:
    assert solve_effort(np.array([0, 1, 0, 3, 0])) == (0 + 0 + 4 + 0 + 16) // 10
    assert solve_effort(np.array([0, 0, 0, 0, 0])) == 30 // 10


def test_percussions_meet_the_matrix_of_the_step() -> None:
    """Columns A^-1 W of what is an unknown and may move, and their products."""
    one = parts()
    step = solved(one)
    rows = one.rows
    rows.law_N[:] = NormalLaw.UNILATERAL_MOREAU, NormalLaw.SPRING_DAMPER
    rows.law_T[:] = FrictionLaw.COULOMB, FrictionLaw.COULOMB
    listed, column = np.array([1, 0]), np.full((4, N_U), 9.0)
    fill_columns(rows, listed, HELD, step.matrix, column)
    # the factored matrix, with ones where velocities are held
    A = one.M + SHARE * DT * one.D + (SHARE * DT) ** 2 * one.K
    A[HELD == 1], A[:, HELD == 1] = 0.0, 0.0
    A[HELD == 1, HELD == 1] = 1.0
    ways = np.zeros((4, N_U))
    for m, i in enumerate(listed):
        if i == 0:  # the normal of the elastic one is known
            ways[2 * m] = spread(rows.dof[i], rows.W_N[i])
        ways[2 * m + 1] = spread(rows.dof[i], rows.W_T[i, 0])
    free = ways * (HELD == 0)
    assert column == pytest.approx(np.linalg.solve(A, free.T).T)
    G = np.full((4, 4), 9.0)
    fill_dense(rows, listed, column, G)
    assert G == pytest.approx(ways @ column.T)


def test_a_stage_books_contacts_and_drives_by_its_weight() -> None:
    """Powers of one stage; inertia of driven bodies over the whole step."""
    draws, rows = np.random.default_rng(5), empty_rows(3, 2, 2)
    rows.la_N[:], rows.g_N_dot[:] = draws.uniform(1.0, 2.0, 3), draws.normal(size=3)
    rows.la_T[:], rows.g_T_dot[:] = draws.normal(size=(2, 3, 2))
    rows.law_N[:] = NormalLaw.SPRING_DAMPER
    rows.active[:], rows.n_active[0] = [2, 0, 1], 2
    tally = Tally(np.zeros(3), np.zeros((3, 2)), np.array([9.0, 0, 0]), np.zeros(1))
    loss = np.zeros((2, len(Cause)))
    ledger = Ledger(loss, np.zeros(1))
    book_stage_contacts(rows, np.array([1, 0, 1]), DT, ledger, tally)
    at = np.array([2, 0])
    damped = -DT * (rows.la_N * rows.g_N_dot)[at].sum()
    rubbed = -DT * (rows.la_T * rows.g_T_dot)[at].sum()
    assert loss[1, [Cause.CONTACT_DAMPING, Cause.COULOMB]] == pytest.approx(
        [damped, rubbed]
    )
    assert not loss[0].any()
    assert tally.normal[at] == pytest.approx(DT * rows.la_N[at])
    assert tally.friction[at] == pytest.approx(DT * rows.la_T[at])
    assert tally.peak.tolist() == [9.0, 0.0, rows.la_N[2]]
    speeds = table(SPEED, 2, dof=[2, 0])
    h, u, M, before = draws.normal(size=(4, 3))
    reaction, booked = np.ones(2), np.ones(2)
    book_stage_drives(speeds, h, u, 0.25, DT, reaction, booked)
    assert reaction == pytest.approx(1.0 - 0.25 * h[[2, 0]])
    assert booked == pytest.approx(1.0 - 0.25 * DT * (h * u)[[2, 0]])
    reaction, booked = np.ones(2), np.ones(2)
    book_drive_inertia(speeds, M, before, u, DT, reaction, booked)
    assert reaction == pytest.approx(1.0 + (M * (u - before) / DT)[[2, 0]])
    gained = 0.5 * M * (u**2 - before**2)
    assert booked == pytest.approx(1.0 + gained[[2, 0]])


class Packed(NamedTuple):
    """A state as a controlled run keeps it."""

    state: Any
    floats: Floats
    ints: Ints


def packed() -> Packed:
    """At 0.75 s, with room for two listed rows and three others."""
    rows, slots = empty_rows(2, 2, 2), empty_slots(np.zeros(3))
    memory = SimpleNamespace(rows=rows, slots=slots, control=np.zeros(4))
    state = SimpleNamespace(
        memory=memory, t=np.array([0.75]), q=np.zeros(2), u=np.zeros(2)
    )
    return Packed(state, np.zeros(3), np.zeros(2, dtype=np.int64))


def test_tries_begin_with_half_the_percussions_in_half_a_step() -> None:
    here, coarse, fine = packed(), packed(), packed()
    here.floats[:], here.ints[:] = [1.0, 2.0, 3.0], [4, 5]
    memory = fine.state.memory
    memory.rows.P_N[:], memory.rows.P_T[:], memory.rows.R_T[:] = 4.0, 6.0, 2.0
    memory.rows.active[0], memory.rows.n_active[0] = 1, 1
    memory.slots.P[:], memory.slots.bound[:] = 8.0, 10.0
    control = StepControl(largest=0.5)
    tables: Any = (here, coarse, fine)
    assert begin_try(*tables, 1.0, control) == pytest.approx(0.25)
    assert begin_try(*tables, 9.0, control) == pytest.approx(0.5)
    for other in (coarse, fine):
        assert other.floats.tolist() == [1.0, 2.0, 3.0]
        assert other.ints.tolist() == [4, 5]
    rows = memory.rows  # halved twice, of active rows alone
    assert rows.P_N.tolist() == [4.0, 1.0]
    assert rows.P_T.tolist() == [[6.0, 6.0], [1.5, 1.5]]
    assert rows.R_T.tolist() == [2.0, 0.5]
    assert memory.slots.P.tolist() == [2.0] * 3
    assert memory.slots.bound.tolist() == [2.5] * 3
    scale_percussions(memory, 4.0)
    assert rows.P_N.tolist() == [4.0, 4.0]


def test_intervals_end_on_their_raster_within_rounding() -> None:
    cases = (0.9, 1.0, False), (1.0 - 1e-13, 1.0, True), (50.0, 50.0 + 4e-11, True)
    for t, end, over in cases:
        memory, time = np.zeros(4), np.array([t])
        assert ends_interval(memory, time, end) == over
        assert time[0] == (end if over else t)
        assert memory.sum() == (1.0 if over else 0.0)


def test_the_error_of_a_step_counts_places_and_speeds_over_the_step() -> None:
    one: Any = SimpleNamespace(q=np.array([1.0, 2.0]), u=np.array([3.0, -4.0]))
    two: Any = SimpleNamespace(q=np.array([1.1, 2.0]), u=np.array([3.0, 4.0]))
    assert largest_difference(one.u, two.u) == 8.0
    assert largest_difference(np.zeros(0), np.zeros(0)) == 0.0
    assert step_error(one, two, 0.01) == pytest.approx(0.1)
    assert step_error(one, two, 0.1) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("error", "shortened", "taken", "then"),
    [
        (0.0, False, True, 0.2),  # twice as long at most
        (0.25, False, True, 0.18),
        (1.0, False, True, 0.09),
        (0.25, True, True, 0.15),  # cut by the raster: the wish stays
        (1.0, True, True, 0.09),
        (4.0, False, False, 0.045),
        (1e4, False, False, 0.03),  # not below 0.3 at once
    ],
)
def test_steps_follow_the_root_of_their_error(
    error: float, shortened: bool, taken: bool, then: float
) -> None:
    """0.9 of the length that would just be allowed; half steps are taken, or none."""
    here, coarse, fine = packed(), packed(), packed()
    control = StepControl(tolerance=1e-3, smallest=1e-4, largest=1.0)
    memory = here.state.memory.control
    memory[STEP] = 0.15 if shortened else 0.1
    fine.state.q[0], fine.floats[:] = 1e-3 * error, 5.0
    nothing: Any = None
    tables: Any = (nothing, here, coarse, fine, nothing)
    assert end_try(*tables, 0.1, control, int(Status.OK)) == Status.OK
    assert memory[STEP] == pytest.approx(then)
    assert memory[[TAKEN, REFUSED]].tolist() == ([1.0, 0.0] if taken else [0.0, 1.0])
    assert here.floats.tolist() == ([5.0] * 3 if taken else [0.0] * 3)


def test_the_smallest_step_is_taken_whatever_its_error_and_the_largest_kept() -> None:
    nothing: Any = None
    for dt, error, then in ((0.1, 9.0, 0.1), (0.9, 0.0, 1.0)):
        here, coarse, fine = packed(), packed(), packed()
        control = StepControl(tolerance=1e-3, smallest=0.1, largest=1.0)
        here.state.memory.control[STEP] = dt
        fine.state.q[0] = 1e-3 * error
        tables: Any = (nothing, here, coarse, fine, nothing)
        assert end_try(*tables, dt, control, int(Status.OK)) == Status.OK
        assert here.state.memory.control[STEP] == pytest.approx(then)
        assert here.state.memory.control[TAKEN] == 1.0
    here, coarse, fine = packed(), packed(), packed()
    tables = (nothing, here, coarse, fine, nothing)
    # a step that fails is tried again, shorter; the smallest one has failed
    control = StepControl(tolerance=1e-3, smallest=0.1, largest=1.0)
    here.state.memory.control[STEP] = 0.5
    assert end_try(*tables, 0.5, control, int(Status.SINGULAR)) == Status.OK
    assert here.state.memory.control[STEP] == pytest.approx(0.15)
    status = end_try(*tables, 0.1, control, int(Status.SINGULAR))
    assert status == Status.SINGULAR
