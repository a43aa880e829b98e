"""What the rows of a step feel: mixing laws, memory, bounds, failures."""

import numpy as np
import pytest
from tests.unit.rows.row_steps import begin_rows

from catena.codes import FrictionLaw, NormalLaw, Status
from catena.laws.hysteresis_damping import V_MIN
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows, table
from catena.rows.listed import (
    add_row_forces,
    fill_friction_bounds,
    fill_row_forces,
    fill_row_velocities,
)
from catena.tables.contacts import ListedRows, empty_rows
from catena.tables.groups import GROUP


def rows_on_one_body(count: int) -> ListedRows:
    """Rows pressing one planar body against the ground, one tangent each."""
    rows = empty_rows(count, 3, 1)
    rows.dof[:] = [0, 1, 2]
    rows.W_N[:] = [0.0, 1.0, 0.0]
    rows.W_T[:, 0] = [1.0, 0.0, 0.1]
    rows.active[:] = np.arange(count)
    rows.n_active[0] = count
    return rows


def each(rows: ListedRows) -> Ints:
    """Row i has group i."""
    return np.arange(rows.g_N.size)


def laws_of(rows: ListedRows, **numbers) -> Rows:
    """A group for each row, with its codes and these numbers."""
    return table(GROUP, rows.g_N.size, law=rows.law_N, friction=rows.law_T, **numbers)


def test_velocities_include_prescribed_motion():
    rows = rows_on_one_body(1)
    rows.w_N[0], rows.w_T[0, 0] = 0.5, -1.0
    fill_row_velocities(rows, rows.active, rows.n_active[0], np.array([2.0, 3.0, 10.0]))
    assert rows.g_N_dot[0] == 3.5
    assert rows.g_T_dot[0, 0] == 2.0


def test_unused_velocities_are_left_alone():
    rows = rows_on_one_body(1)
    rows.dof[0, 2] = -1
    rows.W_T[0, 0, 2] = 0.0
    fill_row_velocities(
        rows, rows.active, rows.n_active[0], np.array([2.0, 3.0, np.nan])
    )
    assert rows.g_T_dot[0, 0] == 2.0


def test_laws_mix_in_one_table():
    rows = rows_on_one_body(4)
    rows.law_N[:] = [
        NormalLaw.SPRING_DAMPER,
        NormalLaw.UNILATERAL_MOREAU,
        NormalLaw.HERTZ,
        NormalLaw.GIVEN,
    ]
    rows.law_T[:] = FrictionLaw.COULOMB
    rows.law_T[0] = FrictionLaw.REGULARISED
    laws = laws_of(rows, k=(1e4, 0.0, 1e6, 0.0), p=(0.0, 0.0, 1.5, 0.0))
    laws.mu, laws.soft = 0.5, 1e-6
    rows.par_T[:, 0] = 0.5
    rows.par_T[1, 1] = 7.0  # break-away force
    rows.g_N[:] = -1e-4
    rows.la_N[3] = 20.0  # given by a joint
    fill_row_velocities(rows, rows.active, rows.n_active[0], np.array([1.0, 0.0, 0.0]))
    h = np.zeros(3)
    assert (
        fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
        == Status.OK
    )
    add_row_forces(rows, rows.active, rows.n_active[0], h)
    fill_friction_bounds(rows, 0.1)
    assert h[1] == pytest.approx(1.0 + 1.0)  # spring and Hertz, not the given force
    assert h[0] == pytest.approx(-0.5)  # regularised friction of row 0 alone
    assert h[2] == pytest.approx(-0.05)
    np.testing.assert_allclose(rows.R_T, [0.0, 0.7, 0.05, 1.0])


def test_johnson_beyond_its_limit_stops_the_step():
    rows = rows_on_one_body(1)
    rows.law_N[0] = NormalLaw.JOHNSON
    laws = laws_of(rows, k=1e11, p=10e-6, length=0.01)
    rows.g_N[0] = -6e-6
    assert (
        fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
        == Status.LAW_LIMIT
    )


def test_not_a_number_and_unknown_codes_stop_the_step():
    rows = rows_on_one_body(1)
    rows.law_N[0] = NormalLaw.SPRING_DAMPER
    laws = laws_of(rows, k=1.0)
    rows.g_N[0] = np.nan
    assert (
        fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
        == Status.NOT_FINITE
    )
    rows.law_N[0], laws.law[0] = 77, 77
    rows.g_N[0] = -1.0
    assert (
        fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
        == Status.UNKNOWN_LAW
    )
    rows.law_N[0], laws.friction[0] = NormalLaw.NONE, 77
    assert (
        fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
        == Status.UNKNOWN_LAW
    )


def test_approach_speed_is_kept_while_closed_and_forgotten_when_open():
    rows = rows_on_one_body(1)
    rows.law_N[0] = NormalLaw.HERTZ
    laws = laws_of(rows, k=1e6, p=1.5, chi=0.75)
    for g, rate, kept in (
        (1e-3, -2.0, 0.0),
        (-1e-5, -2.0, 2.0),
        (-2e-5, -1.0, 2.0),
        (-1e-5, 1.0, 2.0),
        (1e-6, 1.0, 0.0),
        (-1e-5, 0.1, V_MIN),
    ):
        rows.g_N[0], rows.g_N_dot[0] = g, rate
        assert (
            fill_row_forces(rows, laws, each(rows), rows.active, rows.n_active[0])
            == Status.OK
        )
        assert rows.v_impact[0] == kept


def test_memory_survives_only_for_the_same_contact_in_the_next_step():
    rows = rows_on_one_body(2)
    begin_rows(rows)
    rows.P_N[:] = 5.0
    rows.P_T[:] = 1.0
    rows.key[1] = 8  # the row now stands for another tooth
    begin_rows(rows)
    np.testing.assert_array_equal(rows.P_N, [5.0, 0.0])
    np.testing.assert_array_equal(rows.P_T[:, 0], [1.0, 0.0])
    rows.n_active[0] = 0
    begin_rows(rows)  # a step without contact
    rows.n_active[0] = 2
    begin_rows(rows)
    assert rows.P_N[0] == 0.0
