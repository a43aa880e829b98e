"""Couplings of the one engine: forces against differences of energies, works closed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from catena.bodies.planar import fill_poses
from catena.couplings.bearing import BEARING, add_bearings, book_bearings
from catena.couplings.boundary import add_loads, book_speeds, prescribe_speeds
from catena.couplings.mount import (
    MOUNT,
    add_mounts,
    axis_way,
    book_mounts,
    mount_energy,
)
from catena.couplings.pin_joint import (
    JOINT_LOAD,
    PIN_JOINT,
    add_pin_joints,
    pin_joint_energy,
)
from catena.couplings.torsion_bar import (
    TORSION_BAR,
    add_torsion_bars,
    torsion_energy,
)
from catena.numerics.arrays import Floats
from catena.numerics.records import table
from catena.tables.boundaries import LOAD, SPEED, WAVE, Imposed
from catena.tables.state import Cause

RNG = np.random.default_rng(5)


def poses(q: Floats) -> Floats:
    pose = np.zeros((2, q.shape[1]))
    fill_poses(q, pose)
    return pose


@pytest.mark.parametrize("clear", [0.0, 0.05])
def test_pin_joints_pull_down_their_energy(clear: float) -> None:
    joints = table(
        PIN_JOINT,
        1,
        a=0,
        b=1,
        a_x=0.3,
        a_y=0.1,
        b_x=-0.2,
        b_y=0.05,
        k=50.0,
        clear=clear,
    )
    loads, q = table(JOINT_LOAD, 1), RNG.normal(size=(3, 2))

    def energy(q: Floats) -> float:
        scrap = np.zeros((3, 2))
        add_pin_joints(joints, q, np.zeros((3, 2)), poses(q), scrap, loads)
        return float(pin_joint_energy(loads))

    h = np.zeros((3, 2))
    add_pin_joints(joints, q, np.zeros((3, 2)), poses(q), h, loads)
    assert h == pytest.approx(slope(energy, q), abs=1e-6)


@pytest.mark.parametrize("arm", [-1, 0])
def test_mounts_pull_down_their_energy(arm: int) -> None:
    mounts = table(MOUNT, 1, body=1, arm=arm, x=0.2, y=-0.3, g_x=0.1, g_y=0.02, k=30.0)
    q, h = RNG.normal(size=(3, 2)), np.zeros((3, 2))
    add_mounts(mounts, q, np.zeros((3, 2)), poses(q), h)
    found = slope(lambda q: float(mount_energy(mounts, q, poses(q))), q)
    assert h == pytest.approx(found, abs=1e-6)


def test_shafts_pull_down_their_energy() -> None:
    shafts = table(TORSION_BAR, 1, a=0, b=2, k=12.0, ratio=1.0)
    q, h = RNG.normal(size=3), np.zeros(3)
    add_torsion_bars(shafts, q, np.zeros(3), h, np.zeros(1))
    assert h == pytest.approx(slope(lambda q: float(torsion_energy(shafts, q)), q))


def slope(energy: object, q: Floats, step: float = 1e-6) -> Floats:
    """Minus the gradient by central differences."""
    assert callable(energy)
    found = np.zeros_like(q)
    for place in np.ndindex(*q.shape):
        there = q.copy()
        there[place] += step
        above = energy(there)
        there[place] -= 2.0 * step
        found[place] = -(above - energy(there)) / (2.0 * step)
    return found


def test_a_prescribed_speed_pays_for_inertia_drag_and_load() -> None:
    """One wheel sped up against a drag and a load: all work is accounted for."""
    imposed = Imposed(
        table(SPEED, 1, dof=0, account=0, sense=-1.0, curve=0, curve_end=1, wave_end=1),
        table(
            LOAD,
            1,
            dof=0,
            frame=-1,
            account=1,
            slot=1,
            sense=-1.0,
            curve=2,
            curve_end=2,
        ),
        table(WAVE, 1, order=2.0, amplitude=0.1, phase=0.3),
        np.array([[0.0, 1.0, 0.0], [0.0, 20.0, -3.0]]),
    )
    bearings, M, dt = table(BEARING, 1, dof=0, d=0.05), np.array([0.4]), 1e-3
    q, u, theta, force, work = np.zeros(1), *(np.zeros(n) for n in (1, 1, 2, 2))
    loss = np.zeros((1, len(Cause)))
    u[0] = 0.0
    for step in range(1, 1001):
        t = step * dt
        q += dt * u
        h = np.zeros(1)
        add_bearings(bearings, u, h)
        add_loads(imposed, q, u, h, force, t)
        old = u.copy()
        prescribe_speeds(imposed, theta, u, t, dt)
        mean = 0.5 * (old + u)
        book_bearings(bearings, old, mean, loss, dt)
        work[1] += dt * force[1] * mean[0]
        book_speeds(imposed, M, u, old, h, force, work, dt)
    assert theta[0] == pytest.approx(10.0, rel=2e-3)
    factor = 1.0 + 0.2 * math.cos(2.0 * theta[0] + 0.3)
    assert u[0] == pytest.approx(-20.0 * factor)
    kinetic = 0.5 * M[0] * u[0] ** 2
    assert work.sum() == pytest.approx(kinetic + loss.sum(), rel=1e-12)


@pytest.mark.parametrize("arm", [-1, 0])
def test_mounts_book_the_work_of_their_damper(arm: int) -> None:
    """Rates of the axis against its seat by differences of its way."""
    mounts = table(MOUNT, 1, body=1, arm=arm, x=0.2, y=-0.3, g_x=0.1, g_y=0.02, d=7.0)
    q, u = RNG.normal(size=(3, 2)), RNG.normal(size=(2, 3, 2))
    u[:, :2, 0] = 0.0  # an arm turns about its pivot

    def way(q: Floats) -> Floats:
        return np.array(axis_way(mounts, 0, q, poses(q))[:2])

    before, during = (
        (way(q + 1e-6 * each) - way(q - 1e-6 * each)) / 2e-6 for each in u
    )
    loss = np.zeros((1, len(Cause)))
    book_mounts(mounts, u[0], u[1], poses(q), loss, 0.25)
    work = 0.25 * 7.0 * float(before @ during)
    assert loss[0, Cause.VISCOUS] == pytest.approx(work, rel=1e-6)
    assert np.count_nonzero(loss) == 1
