"""Pins, bars and rocker joints: forces are gradients of energies; stuck pins stay."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.unit.drives.chain_cvt.chain_variators import template

from catena.couplings.link_bars import add_link_bars, bar_energy
from catena.couplings.rocker_joint import add_rocker_joints, rocker_energy
from catena.drives.chain_cvt.plan import system_of
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.chain_cvt.start.state import start_state, work_for
from catena.integrators.steps.pin_chain import step
from catena.integrators.steps.pin_chain_tables import Counter
from catena.pairs.pin_sheave import (
    add_pin_forces,
    fill_pin_friction,
    find_pins,
    pin_energy,
)

LUMPED = template()
PLANAR = template(chain__model="planar", chain__rolling_radius=0.008)


def running(spec, seed=0):
    """System, state, work: the start, disturbed a little, at rest."""
    band = band_of(spec)
    system = system_of(spec)
    state = start_state(system, band)
    rng = np.random.default_rng(seed)
    n = system.law.place.size
    state.q[: 2 * n] += 2e-6 * rng.standard_normal(2 * n)
    if system.rockers.size:
        state.q[2 * n : 3 * n] += 1e-3 * rng.standard_normal(n)
    state.q[3 * n + 4 :] = 1e-4 * rng.standard_normal(4)
    state.u[:] = 0.0
    return system, state, work_for(system, state)


def turn(system, state, work):
    angle = state.q[2 * work.body.q.shape[1] : 3 * work.body.q.shape[1]]
    work.pose[0], work.pose[1] = np.cos(angle), np.sin(angle)


def gradient(energy, q, at, size=1e-8):
    found = []
    for i in at:
        before = q[i]
        q[i] = before + size
        high = energy()
        q[i] = before - size
        low = energy()
        q[i] = before
        found.append((high - low) / (2.0 * size))
    return np.array(found)


@pytest.mark.parametrize("spec", [LUMPED, PLANAR])
def test_pin_forces_are_the_gradient_of_their_energy(spec):
    system, state, work = running(spec)
    n = work.body.q.shape[1]

    def energy():
        turn(system, state, work)
        count = find_pins(
            system.law, system.sheaves, work.body, work.pulley, work.pose, work.rows
        )
        return pin_energy(system.law, work.rows, count, system.sheaves)

    energy()
    count = find_pins(
        system.law, system.sheaves, work.body, work.pulley, work.pose, work.rows
    )
    work.h[:] = 0.0
    add_pin_forces(
        system.law, work.rows, count, system.sheaves, work.body, work.pulley, work.belt
    )
    pressed = [r.a for r in work.rows[:count] if r.force > 0.0]
    at = [b + k * n for b in (pressed[0], pressed[-1]) for k in range(3)]
    at += [3 * n + 2, 3 * n + 3, 3 * n + 4, 3 * n + 7]  # grooves, slopes
    if spec is LUMPED:
        at = [i for i in at if not 2 * n <= i < 3 * n]
    assert work.h[at] == pytest.approx(-gradient(energy, state.q, at), rel=2e-5, abs=1)


def test_damping_of_pins_takes_the_power_it_says():
    """What it adds to all forces, at the velocities of pins and sheaves."""
    system, state, work = running(LUMPED)
    state.u[:] = 1e-3 * np.random.default_rng(4).normal(size=state.u.size)
    turn(system, state, work)
    found = []
    for d in (0.0, 100.0):
        law, sheaves = system.law._replace(d=d), system.sheaves
        count = find_pins(law, sheaves, work.body, work.pulley, work.pose, work.rows)
        work.h[:] = 0.0
        power = add_pin_forces(
            law, work.rows, count, sheaves, work.body, work.pulley, work.belt
        )
        found.append((work.h.copy(), power))
    (elastic, none), (damped, power) = found
    assert none == 0.0
    assert power > 0.0
    assert (elastic - damped) @ state.u == pytest.approx(power, rel=1e-9)


@pytest.mark.parametrize("damping", [0.0, 3000.0])
def test_a_pin_that_enters_strikes_for_half_a_wave_and_bounces_back(damping):
    """A mass on the radial stiffness 4 k tan^2 and damping 4 d tan^2 of the cones.

    With the share sin(phi) of critical damping the force is gone after pi - 2 phi of
    the damped wave, and exp(-tan(phi) (pi - 2 phi)) of the speed is left.
    """
    system, state, work = running(LUMPED)
    state.q[3 * 63 :] = 0.0
    law, sheaves = system.law._replace(d=damping), system.sheaves
    q, u, first = work.body.q, work.body.u, sheaves[0]
    q[:2] = 1.0  # all others are far away
    work.pulley.q[1] = law.half - 0.045 * first.tan  # touched at this radius
    q[0, 0], q[1, 0], u[0, 0] = first.c_x - 0.045, first.c_y, 1.0
    dt, touched = 1e-7, 0
    for _ in range(2000):
        q[:2, 0] += dt * u[:2, 0]
        work.h[:] = 0.0
        count = find_pins(law, sheaves, work.body, work.pulley, work.pose, work.rows)
        add_pin_forces(
            law, work.rows, count, sheaves, work.body, work.pulley, work.belt
        )
        u[:2, 0] += dt * work.body.M_inv[:2, 0] * work.body.h[:2, 0]
        touched += count > 0 and work.rows[0].force > 0.0
    k, mass = 4.0 * law.k * first.tan**2, 1.0 / work.body.M_inv[0, 0]
    phi = math.asin(2.0 * damping * first.tan**2 / math.sqrt(k * mass))
    wave = math.pi - 2.0 * phi
    assert -u[0, 0] == pytest.approx(math.exp(-math.tan(phi) * wave), rel=5e-3)
    own = math.cos(phi) * math.sqrt(k / mass)
    assert touched * dt == pytest.approx(wave / own, rel=5e-3)


def test_bars_pull_by_their_energy_and_turn_no_straight_chain():
    system, state, work = running(LUMPED)
    work.h[:] = 0.0
    add_link_bars(system.bars, work.body, work.bar_loads)
    at = [0, 5, 63, 80]
    found = gradient(lambda: bar_energy(system.bars, work.body), state.q, at)
    assert work.h[at] == pytest.approx(-found, rel=1e-5, abs=0.1)
    work.body.u[0], work.body.u[1] = -3.0 * work.body.q[1], 3.0 * work.body.q[0]
    along, turning = add_link_bars(system.bars, work.body, work.bar_loads)
    assert turning == pytest.approx(0.0, abs=1e-12)  # turning as a whole
    assert along == pytest.approx(0.0, abs=1e-12)


def test_joint_damping_takes_the_power_of_its_moments():
    system, _state, work = running(LUMPED)
    rng = np.random.default_rng(3)
    work.body.u[:2] = rng.standard_normal((2, 63))
    work.h[:] = 0.0
    along, turning = add_link_bars(system.bars, work.body, work.bar_loads)
    power = float((work.body.h * work.body.u).sum())
    still = work.body.u.copy()
    work.body.u[:] = 0.0
    work.h[:] = 0.0
    add_link_bars(system.bars, work.body, work.bar_loads)
    elastic = float((work.body.h * still).sum())
    assert power - elastic == pytest.approx(-along - turning, rel=1e-9)
    assert along > 0.0
    assert turning > 0.0


@pytest.mark.parametrize("radius", [0.0, 0.008])
def test_rocker_joints_roll_without_loss(radius):
    spec = template(chain__model="planar", chain__rolling_radius=radius)
    system, state, work = running(spec)
    n = work.body.q.shape[1]

    def energy():
        turn(system, state, work)
        add_rocker_joints(system.rockers, work.body, work.pose, work.rocker_loads)
        return rocker_energy(work.rocker_loads)

    energy()
    work.h[:] = 0.0
    add_rocker_joints(system.rockers, work.body, work.pose, work.rocker_loads)
    at = [0, 7, n + 3, 2 * n, 2 * n + 9, 3 * n - 1]
    force = work.h[at].copy()
    found = -gradient(energy, state.q, at)
    assert force == pytest.approx(found, rel=1e-5, abs=1e-5 * np.abs(found).max())


def test_bent_rocker_joint_overlaps_by_a_quarter_of_radius_and_angle_squared():
    radius, theta = 0.008, 0.05
    a, b = np.array([1.0, 0.0]), np.array([math.cos(theta), -math.sin(theta)])
    mean = np.array([math.cos(0.5 * theta), -math.sin(0.5 * theta)])
    overlap = radius * (a + b) - 2.0 * radius * mean  # r_b - r_a where e = 0
    assert -overlap @ mean == pytest.approx(radius * theta**2 / 4.0, rel=1e-3)
    spec = template(chain__model="planar", chain__rolling_radius=radius)
    system, state, work = running(spec)
    n = work.body.q.shape[1]
    q = work.body.q
    q[:] = 0.0
    q[0] = np.arange(n) * 0.0094  # straight, the closing joint aside
    q[2, 1] = -theta
    q[0, 1] = 0.0047 + overlap[0] + 0.0047 * b[0]
    q[1, 1] = overlap[1] + 0.0047 * b[1]
    turn(system, state, work)
    add_rocker_joints(system.rockers, work.body, work.pose, work.rocker_loads)
    assert math.hypot(work.rocker_loads[1].f_x, work.rocker_loads[1].f_y) < 1e-3


def alone_on_the_sheave(mu=1.0, tolerance=1e-9, press=200.0):
    """One pin on the turning primary sheave, all others far away, no links."""
    spec = template(variator__sheaves="rigid", friction__primary={"coefficient": 0.9})
    band = band_of(spec)
    system = system_of(spec)._replace(tolerance=tolerance)
    system.bars.k[:] = 0.0
    system.bars.d[:] = 0.0
    system.bars.d_turn[:] = 0.0
    system.grips.mu[:] = mu
    state = start_state(system, band)
    work = work_for(system, state)
    r, w = band.radii[0], band.speeds[0]
    work.body.q[:2, 1:] = 10.0 + np.arange(62)
    work.body.u[:] = 0.0
    work.body.q[:2, 0], work.body.u[:2, 0] = (-r, 0.0), (0.0, r * w)
    half = system.law.half - 0.5 * press / system.law.k
    work.pulley.q[1, 0] = half - r * system.sheaves[0].tan
    return system, state, work, r, w


def test_stuck_pin_keeps_its_radius_on_a_turning_sheave():
    dt = 2e-6
    system, state, work, r, w = alone_on_the_sheave()
    naive = math.pi * r * w * dt  # drift of a turn with directions of the step's start
    for _ in range(round(2.0 * math.pi / w / dt)):
        step(system, state, work, dt)
    drift = math.hypot(work.body.q[0, 0], work.body.q[1, 0]) - r
    assert abs(drift) < 1e-3 * naive
    assert naive == pytest.approx(63e-6, rel=0.02)


def test_friction_is_bounded_by_a_normal_force_that_knows_radial_friction():
    system, state, work, _r, w = alone_on_the_sheave(mu=0.1)
    dt = 1e-6
    work.body.u[1, 0] *= 0.5  # slides along the circumference
    step(system, state, work, dt)
    step(system, state, work, dt)
    count = work.counter[Counter.ROWS]
    fill_pin_friction(
        system.grips, work.rows, count, system.sheaves, work.body, work.pulley,
        state.memory.P, dt,
    )  # fmt: skip
    row, sheave = work.rows[0], system.sheaves[0]
    axial = row.force * sheave.cos
    normal = (axial + row.P_g / dt * sheave.sin) / sheave.cos
    assert row.bound == pytest.approx(0.1 * normal * dt, rel=1e-9)
    assert math.hypot(row.P_t, row.P_g) <= 0.1 * normal * dt * (1.0 + 1e-3)
    assert row.P_t > 0.0  # the faster sheave drives the pin on
    assert w > 0.0
