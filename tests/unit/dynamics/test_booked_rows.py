"""Ledger and sums of the rows of a step, and masses at work, against matrices."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.codes import FrictionLaw, Mode, NormalLaw
from catena.dynamics.energy import (
    book_drives,
    book_listed,
    fill_impulses,
    tally_bearings,
    tally_touching,
)
from catena.dynamics.mass import (
    add_inverse_mass,
    fill_affine_mass,
    fill_normal_mass,
    fill_tangent_mass,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.rows.planar import PLANAR
from catena.rows.turn import TURN
from catena.solvers.patches.elastic_friction import elastic_friction
from catena.tables.bodies import LinearBodies
from catena.tables.boundaries import SPEED
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.friction import empty_slots
from catena.tables.state import Cause, empty_ledger
from catena.tables.system import Tally

pytestmark = plain

N_U, DT = 8, 1e-2


def empty_tally(n: int, tangents: int) -> Tally:
    return Tally(np.zeros(n), np.zeros((n, tangents)), np.zeros(n), np.zeros(1))


def contacts(tangents: int) -> ListedRows:
    """Four rows on four of eight velocities each, the last one without a place."""
    draws, rows = np.random.default_rng(4), empty_rows(4, 4, tangents)
    rows.dof[:] = [[0, 1, 2, 3], [2, 3, 4, 5], [6, 7, -1, -1], [0, 2, 4, 6]]
    for name in ("W_N", "W_T", "w_N", "w_T", "P_N", "P_T", "la_N", "la_T"):
        values = getattr(rows, name)
        values[:] = draws.normal(size=values.shape)
    rows.law_N[:] = [
        NormalLaw.UNILATERAL_MOREAU, NormalLaw.SPRING_DAMPER, NormalLaw.BILATERAL,
        NormalLaw.UNILATERAL_MOREAU,
    ]  # fmt: skip
    rows.law_T[:] = FrictionLaw.COULOMB
    rows.P_N[1] = rows.la_N[0] = rows.la_N[2] = rows.la_N[3] = 0.0
    rows.active[:], rows.n_active[0] = [3, 0, 1, 2], 4
    return rows


def full(rows: ListedRows, W: Floats, i: int) -> Floats:
    """A direction of row i on all velocities."""
    way = np.zeros(N_U)
    for k, at in enumerate(rows.dof[i]):
        if at >= 0:
            way[at] = W[k]
    return way


@pytest.mark.parametrize("tangents", [1, 2])
@pytest.mark.parametrize("driven", [False, True])
def test_rows_book_impulses_times_mean_speeds_by_cause(
    tangents: int, driven: bool
) -> None:
    """A rigid contact that was closed does no work: errors of the step."""
    rows, u_mean = contacts(tangents), np.random.default_rng(9).normal(size=N_U)
    group = np.array([1, 0, 2, 1])
    modes = np.array([int(Mode.OPEN) + 1, Mode.OPEN, Mode.OPEN, Mode.OPEN])
    ledger, impulse = empty_ledger(3, 2 if driven else 1), np.zeros(N_U)
    tally = empty_tally(4, tangents)
    tally.peak[3] = 1e6
    book_listed(rows, (group, modes), u_mean, DT, impulse, ledger, tally)
    loss, pushed = np.zeros_like(ledger.loss), np.zeros(N_U)
    for i in range(4):
        n = full(rows, rows.W_N[i], i)
        speed = rows.w_N[i] + n @ u_mean
        rigid = 0.0 if i == 2 else rows.P_N[i]  # joints are booked by their own
        cause = Cause.NUMERICAL if i == 0 else Cause.IMPACT
        loss[group[i], cause] -= rigid * speed
        if i == 1:
            loss[group[i], Cause.CONTACT_DAMPING] -= DT * rows.la_N[i] * speed
        pushed += n * rigid
        for t in range(tangents):
            way = full(rows, rows.W_T[i, t], i)
            rubbed = rows.P_T[i, t] + DT * rows.la_T[i, t]
            slip = rows.w_T[i, t] + way @ u_mean
            loss[group[i], Cause.COULOMB] -= rubbed * slip
            pushed += way * rows.P_T[i, t]
    assert ledger.loss == pytest.approx(loss)
    if driven:
        assert impulse == pytest.approx(pushed)
    elif tangents == 1:
        assert not impulse.any()  # nobody asks
    normal = rows.P_N + DT * rows.la_N
    assert tally.normal == pytest.approx(normal)
    assert tally.friction == pytest.approx(rows.P_T + DT * rows.la_T)
    assert tally.peak[:3] == pytest.approx(np.abs(normal[:3]) / DT)
    assert tally.peak[3] == 1e6


def test_impulses_begin_with_those_of_the_smooth_forces() -> None:
    h, impulse = np.array([2.0, -4.0]), np.full(2, 9.0)
    fill_impulses(h, DT, impulse)
    assert impulse == pytest.approx(DT * h)


def test_a_prescribed_speed_supplies_what_the_others_do_not() -> None:
    draws = np.random.default_rng(5)
    M, old, u, impulse = draws.normal(size=(4, 3))
    reaction, booked = np.zeros(2), np.array([1.0, 2.0])
    book_drives(table(SPEED, 2, dof=[2, 0]), M, old, u, DT, impulse, reaction, booked)
    supplied = (M * (u - old) - impulse)[[2, 0]]
    assert reaction == pytest.approx(supplied / DT)
    assert booked == pytest.approx([1.0, 2.0] + supplied * 0.5 * (old + u)[[2, 0]])


def test_sums_of_planar_contacts_and_bearings_since_the_last_record() -> None:
    touching = table(PLANAR, 2, slot=[2, 0], force=[30.0, 10.0], P=[0.4, -0.2])
    slots = empty_slots(np.zeros(4))
    slots.P[:], slots.n_touching[0] = [0.05, 9.0, -0.03, 9.0], 2
    tally = empty_tally(4, 1)
    tally.normal[:], tally.friction[:, 0], tally.peak[:] = 1.0, 2.0, 20.0
    tally_touching(touching, slots, tally, DT)
    assert tally.normal == pytest.approx([1.1, 1.0, 1.3, 1.0])
    assert tally.friction[:, 0] == pytest.approx([2.048, 2.0, 1.974, 2.0])
    assert tally.peak.tolist() == [20.0, 20.0, 30.0, 20.0]
    turns = table(TURN, 2, slot=[3, 1], P=[0.02, -0.01], per=[50.0, 10.0])
    friction = elastic_friction(turns=turns)
    friction.load[:] = 70.0, 5.0
    tally_bearings(friction, tally, DT)
    assert tally.normal == pytest.approx([1.1, 1.05, 1.3, 1.7])
    assert tally.friction[[3, 1], 0] == pytest.approx([2.0 + 1.0, 2.0 - 0.1])
    assert tally.peak.tolist() == [20.0, 20.0, 30.0, 70.0]


def two_linear() -> tuple[Floats, LinearBodies, Floats]:
    """Diagonal masses, linear bodies on velocities 2 to 4 and 6 to 7; the whole."""
    draws = np.random.default_rng(7)
    M_inv = draws.uniform(1.0, 2.0, N_U)
    M_inv[[2, 3, 4, 6, 7]] = 0.0
    blocks = np.zeros((2, 3, 3))
    blocks[0], blocks[1, :2, :2] = draws.normal(size=(3, 3)), draws.normal(size=(2, 2))
    none = np.zeros_like(blocks)
    linear = LinearBodies(
        np.array([2, 6]), np.array([3, 2]), none, blocks, none, none, np.zeros((2, 3))
    )
    whole = np.diag(M_inv)
    whole[2:5, 2:5], whole[6:8, 6:8] = blocks[0], blocks[1, :2, :2]
    return M_inv, linear, whole


def test_the_inverse_mass_is_a_diagonal_with_the_matrices_of_linear_bodies() -> None:
    M_inv, linear, whole = two_linear()
    b, u = np.random.default_rng(8).normal(size=(2, N_U))
    wanted = u + 0.7 * whole @ b
    add_inverse_mass(M_inv, linear, b, 0.7, u)
    assert u == pytest.approx(wanted)


def test_rows_know_what_their_percussions_move() -> None:
    M_inv, linear, whole = two_linear()
    rows, draws = empty_rows(3, 6, 2), np.random.default_rng(9)
    rows.dof[:] = [[0, 1, 5, -1, -1, -1], [2, 3, 4, 0, 1, 5], [6, 7, 5, -1, -1, -1]]
    rows.W_N[:] = draws.normal(size=(3, 6))
    rows.W_T[:] = draws.normal(size=(3, 2, 6))
    rows.MiW_N[1:], rows.MiW_T[1:] = 9.0, 9.0
    fill_normal_mass(M_inv, rows.dof, rows.W_N, rows.MiW_N, 0)
    for t in range(2):
        fill_tangent_mass(M_inv, rows.dof, rows.W_T, rows.MiW_T, 0, t)
    W, MiW = (rows.W_N, rows.W_T), (rows.MiW_N, rows.MiW_T)
    for i in (1, 2):
        fill_affine_mass(M_inv, linear, rows.dof, *W, *MiW, i)
    for i in range(3):
        used = rows.dof[i] >= 0
        at = rows.dof[i][used]
        answers = whole[np.ix_(at, at)]
        assert rows.MiW_N[i][used] == pytest.approx(answers @ rows.W_N[i][used])
        for t in range(2 if i == 0 else 1):
            found = rows.MiW_T[i, t][used]
            assert found == pytest.approx(answers @ rows.W_T[i, t][used])
