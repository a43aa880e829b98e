"""Elastic forces are gradients of their energy; oil and torques have known answers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from chain_drives import BENCHMARK, changed, job_of

from catena.bodies.planar import fill_poses
from catena.couplings.boundary import load_value, uneven_speed
from catena.couplings.pin_joint import add_pin_joints
from catena.couplings.tensioner import oil_stiffness
from catena.drives.loading import load
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.plan import system_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.integrators.planar_chain.assembly import link_view, rotor_view, work_for
from catena.integrators.planar_chain.energy import stored_energy
from catena.integrators.planar_chain.forces import fill_static_forces
from catena.integrators.planar_chain.tables import State, System, Work
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.planar import Counter

TIMING = Path(__file__).parents[4] / "examples" / "roller_chain_timing.toml"
STEP = 1e-8


def frictionless() -> tuple[System, State, Work]:
    """A strained chain in contact: pushed about a little, without any damping."""
    data = changed(
        BENCHMARK,
        chain__joint={"friction": 0.0, "damping": 0.0},
        chain__damping=0.0,
        contact__tooth={"stiffness": 5e6, "damping": 0.0, "friction": 0.0},
        start__shape="path",
    )
    job = job_of(data)
    state, _ = start_state(job.spec, job.placed, job.system)
    random = np.random.default_rng(3)
    links = link_view(job.system, state.q)
    links[:2] += 2e-5 * random.standard_normal((2, 64))
    links[2] += 1e-3 * random.standard_normal(64)
    state.u[:] = 0.0
    return job.system, state, work_for(job.system)


def forces(system: System, state: State, work: Work) -> tuple[float, Floats, Floats]:
    """Elastic energy [J], forces on links (3, n), torques on wheels."""
    fill_poses(state.q.reshape(3, -1), work.pose)
    fill_static_forces(system, state, work, np.zeros(state.u.size))
    energy = stored_energy(system, state, work)
    torques = rotor_view(system, work.h)[2].copy()
    return float(energy), link_view(system, work.h).copy(), torques


def test_forces_are_the_gradient_of_the_energy() -> None:
    system, state, work = frictionless()
    _, on_links, on_wheels = forces(system, state, work)
    assert work.counter[Counter.ROWS] > 5
    for row, column in enumerate(link_view(system, state.q)):
        for k in range(0, 64, 7):
            assert on_links[row, k] == pytest.approx(
                -slope(system, state, work, column, k), abs=2e-2, rel=1e-4
            )
    for j in range(2):
        found = -slope(system, state, work, rotor_view(system, state.q)[2], j)
        assert on_wheels[j] == pytest.approx(found, abs=1e-3, rel=1e-4)


def slope(system: System, state: State, work: Work, column: Floats, k: int) -> float:
    """Derivative of the energy by one coordinate, by central differences."""
    at = column[k]
    column[k] = at + STEP
    high, *_ = forces(system, state, work)
    column[k] = at - STEP
    low, *_ = forces(system, state, work)
    column[k] = at
    return (high - low) / (2.0 * STEP)


def test_free_chain_keeps_momentum() -> None:
    """Joint forces sum to nothing, and so do their moments about the origin."""
    system, state, work = frictionless()
    q, u = state.q.reshape(3, -1), state.u.reshape(3, -1)
    fill_poses(q, work.pose)
    h = np.zeros_like(q)
    add_pin_joints(system.joints, q, u, work.pose, h, work.joints)
    assert abs(h[0].sum()) < 1e-8
    assert abs(h[1].sum()) < 1e-8
    moment = h[2] + q[0] * h[1] - q[1] * h[0]
    assert abs(moment.sum()) < 1e-4 * np.abs(h[2]).max()


def timing_tensioner() -> Rows:
    spec = load(TIMING)
    assert isinstance(spec, Spec)
    return system_of(spec, build(spec).placed).tensioners[0]


def test_oil_is_as_stiff_as_its_air_allows() -> None:
    """Chamber stiffness of the timing drive at 3, 10 and 30 bar, with 1 % air."""
    area, volume, bulk = math.pi * 0.008**2, 1e-6, 8e8
    found = [
        oil_stiffness(bulk, 0.01, bar * 1e5) * area**2 / volume for bar in (3, 10, 30)
    ]
    assert found == pytest.approx([3.3e6, 1.5e7, 2.8e7], rel=0.03)
    assert timing_tensioner().bulk == bulk


def test_the_leak_gap_damps() -> None:
    """Damping A^2 / leak of the timing drive's tensioner: 1.56e4 N s/m."""
    area = math.pi * 0.008**2
    assert area**2 / timing_tensioner().leak == pytest.approx(1.56e4, rel=0.01)


def test_a_torque_table_becomes_its_orders() -> None:
    angles = 2.0 * np.pi * np.arange(24) / 24
    torques = 3.0 + 2.0 * np.cos(2 * angles + 0.4) - 1.0 * np.sin(5 * angles)
    load_part = {
        "kind": "load",
        "torque": 4.0,
        "angles": angles.tolist(),
        "torques": torques.tolist(),
    }
    job = job_of(changed(sprocket__1__boundary=load_part))
    imposed = job.system.imposed
    mean = imposed.curve[1, imposed.loads[0].curve]
    for angle in (0.0, 0.3, 2.0, 5.1):
        found = load_value(imposed.loads, imposed.waves, 0, mean, angle, 30.0)
        wanted = 7.0 + 2.0 * np.cos(2 * angle + 0.4) - np.sin(5 * angle)
        assert found == pytest.approx(-wanted, abs=1e-9)


def test_irregular_speed_is_the_derivative_of_its_angle() -> None:
    orders = [{"order": 2.0, "amplitude": 0.01, "phase": 0.3}]
    boundary = {"kind": "speed", "speed": 30.0, "irregularity": orders}
    waves = job_of(changed(sprocket__0__boundary=boundary)).system.imposed.waves

    def angle(theta: float) -> float:
        return theta + 0.01 * math.sin(2 * theta + 0.3)

    for theta in (0.0, 1.0, 4.0):
        found = uneven_speed(waves, 0, 1, 30.0, theta)
        slope_ = (angle(theta + 1e-6) - angle(theta - 1e-6)) / 2e-6
        assert found == pytest.approx(30.0 * slope_, rel=1e-8)
