"""Loops over all velocities, and shafts in elastic bearings, against vectors."""

from __future__ import annotations

import numpy as np
import pytest
from tests.plain import plain

from catena.bodies.flat_motion import (
    add_behind,
    advance_coordinates,
    advance_velocities,
    clear,
    fill_forces,
    fill_means,
    kinetic_energy,
    potential_energy,
    power_behind,
)
from catena.bodies.sheave import SHEAVE
from catena.bodies.sheave_shaft import move_shafts, press_shafts
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.rows.flank_force import BELT_LOAD
from catena.tables.blocks import Block

pytestmark = plain

DT = 0.03


def drawn(count: int, n: int = 5) -> list[Floats]:
    draws = np.random.default_rng(count)
    return [draws.normal(size=n) for _ in range(count)]


def test_a_step_moves_by_velocities_and_pushes_by_forces() -> None:
    q, u, h, M_inv, old = drawn(5)
    before_q, before_u = q.copy(), u.copy()
    advance_coordinates(q, u, DT)
    assert q == pytest.approx(before_q + DT * before_u)
    advance_velocities(u, M_inv, h, old, DT)
    assert u == pytest.approx(before_u + DT * M_inv * h)
    assert old.tolist() == before_u.tolist()


def test_impulse_times_mean_velocity_is_the_kinetic_energy_gained() -> None:
    u, h, M, old, mean = drawn(5)
    M = np.abs(M)
    held = kinetic_energy(M, u)
    assert held == pytest.approx(0.5 * M @ u**2)
    advance_velocities(u, 1.0 / M, h, old, DT)
    fill_means(u, old, mean)
    assert kinetic_energy(M, u) - held == pytest.approx(DT * h @ mean)


def test_sums_of_forces_begin_with_the_given_ones_or_none() -> None:
    h, given = drawn(2)
    fill_forces(h, given)
    assert h.tolist() == given.tolist()
    q = np.arange(5.0)
    assert potential_energy(given, q) == pytest.approx(-given @ q)
    clear(h)
    assert not h.any()


def test_forces_found_apart_act_behind_the_others() -> None:
    h, u = drawn(2)
    part, before = np.array([2.0, -3.0]), h.copy()
    add_behind(h, 2, part)
    assert h - before == pytest.approx([0.0, 0.0, 2.0, -3.0, 0.0])
    assert power_behind(part, u, 2) == pytest.approx(2.0 * u[2] - 3.0 * u[3])


def test_sheaves_go_with_their_shafts_and_shafts_feel_their_belts() -> None:
    """What a belt did before contacts press is taken off again."""
    rest, sheaves = table(SHEAVE, 2, c_x=[0.0, 0.2], c_y=0.1), table(SHEAVE, 2)
    draws = np.random.default_rng(3)
    shaft = Block(*(draws.normal(size=(3, 2)) for _ in range(5)))
    move_shafts(rest, shaft, sheaves)
    assert sheaves.c_x == pytest.approx(shaft.q[0] + [0.0, 0.2])
    assert sheaves.c_y == pytest.approx(shaft.q[1] + 0.1)
    assert np.array([sheaves.v_x, sheaves.v_y]) == pytest.approx(shaft.u[:2])
    belt, before = table(BELT_LOAD, 2, f_x=[3.0, -1.0], f_y=[5.0, 7.0]), shaft.h.copy()
    press_shafts(belt, shaft.h, -1.0)
    belt.f_x += [10.0, 20.0]
    belt.f_y += [30.0, 40.0]
    press_shafts(belt, shaft.h, 1.0)
    assert shaft.h - before == pytest.approx(np.array([[10, 20], [30, 40], [0, 0.0]]))
