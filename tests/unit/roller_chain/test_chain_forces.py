"""Elastic forces are gradients of their energy; oil and torques have known answers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from chain_drives import BENCHMARK, changed, job_of

from catena.chain.assembly import work_for
from catena.chain.joints import add_joint_forces
from catena.chain.motion import place_rollers, refresh_directions
from catena.chain.rotors import applied_torque, prescribed_speed
from catena.chain.tables import (
    ANGLE,
    BULK,
    COUNT,
    DEPTH,
    ELASTIC,
    HR,
    HW,
    HX,
    HY,
    LEAK,
    PHI,
    State,
    System,
    Work,
    X,
    Y,
)
from catena.chain.tensioner import oil_stiffness
from catena.chain.touching import add_contact_forces, touch_teeth
from catena.drives.loading import load
from catena.drives.roller_chain.build import build
from catena.drives.roller_chain.spec import Spec
from catena.drives.roller_chain.start import running_state
from catena.drives.roller_chain.tables import system_of
from catena.numerics.arrays import Floats

TIMING = Path(__file__).parents[3] / "examples" / "roller_chain_timing.toml"
STEP = 1e-8


def frictionless() -> tuple[System, State, Work]:
    """A strained chain in contact: pushed about a little, without any damping."""
    data = changed(
        BENCHMARK,
        chain__joint={"friction": 0.0, "damping": 0.0},
        chain__damping=0.0,
        contact__tooth={"stiffness": 5e6, "damping": 0.0, "friction": 0.0},
    )
    job = job_of(data)
    state = running_state(job.spec, job.placed, job.system)
    random = np.random.default_rng(3)
    state.link[X] += 2e-5 * random.standard_normal(64)
    state.link[Y] += 2e-5 * random.standard_normal(64)
    state.link[ANGLE] += 1e-3 * random.standard_normal(64)
    return job.system, state, work_for(state)


def forces(system: System, state: State, work: Work) -> tuple[float, Floats, Floats]:
    """Elastic energy [J], forces on links (3, n), torques on wheels."""
    refresh_directions(state.link, work.link)
    add_joint_forces(system.laws, system.link, state.link, work.link)
    place_rollers(system.link, system.owner, state.link, work.link)
    work.counter[COUNT] = 0
    for j in range(2):
        touch_teeth(
            system.laws, system.owner, system.rotor, system.wheel, system.wheel_code,
            system.gaps, system.code, system.shape, state.rotor, work.link, state.gap,
            state.la_touch, work.touch, work.pair, work.counter, j,
        )  # fmt: skip
    add_contact_forces(
        system.laws, 2, state.link, state.rotor, work.link, work.rotor, work.touch,
        work.pair, work.counter, work.extreme,
    )  # fmt: skip
    depth = work.touch[DEPTH, : work.counter[COUNT]]
    energy = work.link[ELASTIC].sum() + 0.5 * system.laws.k_tooth * (depth**2).sum()
    return float(energy), work.link[[HX, HY, HW]].copy(), work.rotor[HR].copy()


def test_forces_are_the_gradient_of_the_energy() -> None:
    system, state, work = frictionless()
    _, on_links, on_wheels = forces(system, state, work)
    assert work.counter[COUNT] > 5
    for row, field in enumerate((X, Y, ANGLE)):
        for k in range(0, 64, 7):
            assert on_links[row, k] == pytest.approx(
                -slope(system, state, work, state.link[field], k), abs=2e-2, rel=1e-4
            )
    for j in range(2):
        found = -slope(system, state, work, state.rotor[PHI], j)
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
    refresh_directions(state.link, work.link)
    add_joint_forces(system.laws, system.link, state.link, work.link)
    h, q = work.link, state.link
    assert abs(h[HX].sum()) < 1e-8
    assert abs(h[HY].sum()) < 1e-8
    moment = h[HW] + q[X] * h[HY] - q[Y] * h[HX]
    assert abs(moment.sum()) < 1e-4 * np.abs(h[HW]).max()


def timing_tensioner() -> Floats:
    spec = load(TIMING)
    assert isinstance(spec, Spec)
    return system_of(spec, build(spec).placed).tensioner[:, 0]


def test_oil_is_as_stiff_as_its_air_allows() -> None:
    """Chamber stiffness of the timing drive at 3, 10 and 30 bar, with 1 % air."""
    area, volume, bulk = math.pi * 0.008**2, 1e-6, 8e8
    found = [
        oil_stiffness(bulk, 0.01, bar * 1e5) * area**2 / volume for bar in (3, 10, 30)
    ]
    assert found == pytest.approx([3.3e6, 1.5e7, 2.8e7], rel=0.03)
    assert timing_tensioner()[BULK] == bulk


def test_the_leak_gap_damps() -> None:
    """Damping A^2 / leak of the timing drive's tensioner: 1.56e4 N s/m."""
    area = math.pi * 0.008**2
    assert area**2 / timing_tensioner()[LEAK] == pytest.approx(1.56e4, rel=0.01)


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
    system = job.system
    mean = system.curve[1, system.rotor_code[1, 1]]
    for angle in (0.0, 0.3, 2.0, 5.1):
        found = applied_torque(
            system.rotor, system.wave, system.rotor_code, 1, mean, angle, 30.0
        )
        wanted = 7.0 + 2.0 * np.cos(2 * angle + 0.4) - np.sin(5 * angle)
        assert found == pytest.approx(-wanted, abs=1e-9)


def test_irregular_speed_is_the_derivative_of_its_angle() -> None:
    orders = [{"order": 2.0, "amplitude": 0.01, "phase": 0.3}]
    boundary = {"kind": "speed", "speed": 30.0, "irregularity": orders}
    system = job_of(changed(sprocket__0__boundary=boundary)).system

    def angle(theta: float) -> float:
        return theta + 0.01 * math.sin(2 * theta + 0.3)

    for theta in (0.0, 1.0, 4.0):
        found = prescribed_speed(system.wave, system.rotor_code, 0, 30.0, theta)
        slope_ = (angle(theta + 1e-6) - angle(theta - 1e-6)) / 2e-6
        assert found == pytest.approx(30.0 * slope_, rel=1e-8)
