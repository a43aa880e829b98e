"""Sprockets whose centre of gravity is off the axis."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from chain_drives import changed, job_of, ledger_gap, run_samples
from scipy.integrate import solve_ivp

from catena.bodies.planar import fill_poses
from catena.couplings.mount import axis_way
from catena.drives.loading import spec_from
from catena.drives.roller_chain.start.equilibrium import start_state
from catena.errors import SpecError
from catena.integrators.planar_chain.assembly import rotor_view, work_for
from catena.integrators.planar_chain.samples import (
    Rotor,
)
from catena.integrators.planar_chain.step import run_steps
from catena.integrators.planar_chain.tables import State, System
from catena.numerics.arrays import Floats

needs_kernels = pytest.mark.skipif(
    numba.config.DISABLE_JIT, reason="too long without compilation"
)
BEARING = {"stiffness": 2e6, "damping": 200.0, "mass": 3.0}
HEAVY = {"eccentricity": 2e-3, "eccentricity_angle": 0.4, "mass": 2.0}


def unbalanced(place: int, bearing: dict[str, float] | None = None) -> dict[str, Any]:
    """The benchmark drive with one heavy wheel, 600 rpm."""
    data = changed(sprocket__0__boundary__speed="600 rpm")
    data["sprocket"][place] |= {**HEAVY, "bearing": bearing}
    return data


@needs_kernels
def test_a_rigid_bearing_carries_the_centrifugal_force() -> None:
    """At a given even speed: m e om^2, turning with the wheel, beside the chain."""
    heavy = unbalanced(0)
    light = unbalanced(0)
    del light["sprocket"][0]["mass"]
    found, bare = (run_samples(data, 0.05).rotor for data in (heavy, light))
    angle = (
        HEAVY["eccentricity_angle"]
        + found[:, Rotor.ANGLE, 0]
        - found[0, Rotor.ANGLE, 0]
    )
    om = 600.0 * np.pi / 30.0
    angle += om * 20 * job_of(heavy).pace.step  # the first sample is 20 steps late
    force = HEAVY["mass"] * HEAVY["eccentricity"] * om**2
    for field, wave in ((Rotor.FORCE_X, np.cos), (Rotor.FORCE_Y, np.sin)):
        added = found[:, field, 0] - bare[:, field, 0]
        assert added == pytest.approx(force * wave(angle), abs=1e-9 * force)


def axis_motion(system: System, state: State) -> Floats:
    """Way [m] and velocity [m/s] of the only axis in an elastic bearing."""
    q, pose = state.q.reshape(3, -1), np.zeros((2, state.q.size // 3))
    fill_poses(q, pose)
    a_x, a_y, g_x, g_y = axis_way(system.mounts, 0, q, pose)
    v_x, v_y, om = state.u.reshape(3, -1)[:, system.mounts[0].body]
    return np.array([a_x, a_y, v_x + om * g_y, v_y - om * g_x])


@needs_kernels
def test_a_free_rotor_in_its_bearing_moves_as_lagrange_says() -> None:
    """Without chain, in the coordinates of the axis, by another integrator.

    M u'' + s_t phi'' - s om^2 = -k u - d u',  J phi'' + s_t u'' = -T, where s is mass
    times eccentricity turned with the wheel and s_t the same a quarter turn on.
    """
    torque = 4.0
    data = unbalanced(1, BEARING)
    data["sprocket"][1]["boundary"] = {"kind": "load", "torque": torque}
    data["solve"]["step"] = 2e-6
    job = job_of(data)
    state, _ = start_state(job.spec, job.placed, job.system)
    rotors, speeds = rotor_view(job.system, state.q), rotor_view(job.system, state.u)
    job.system.mounts[0].x += 5.0  # out of reach of the chain
    rotors[0, 1] += 5.0
    u0 = axis_motion(job.system, state)
    phi0, om0 = rotors[2, 1], speeds[2, 1]
    mount = job.system.mounts[0]
    static = BEARING["mass"] * np.array([mount.g_x, mount.g_y])
    inertia = data["sprocket"][1]["inertia"]

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        c, s = np.cos(y[4]), np.sin(y[4])
        arm = np.array([c * static[0] - s * static[1], s * static[0] + c * static[1]])
        across = np.array([-arm[1], arm[0]])
        held = -BEARING["stiffness"] * y[:2] - BEARING["damping"] * y[2:4]
        mass = np.diag([BEARING["mass"], BEARING["mass"], inertia])
        mass[:2, 2] = mass[2, :2] = across
        push = np.append(held + arm * y[5] ** 2, -torque)
        speeding = np.linalg.solve(mass, push)
        return np.array([*y[2:4], *speeding[:2], y[5], speeding[2]])

    end = 0.02
    steps = round(end / 2e-6)
    work = work_for(job.system)
    fill_poses(state.q.reshape(3, -1), work.pose)
    run_steps(job.system, state, work, 2e-6, steps)
    begin = [*u0, phi0, om0]
    wanted = solve_ivp(rates, (0.0, end), begin, rtol=1e-10, atol=1e-13).y[:, -1]
    found = axis_motion(job.system, state)
    assert found[:2] == pytest.approx(wanted[:2], abs=2e-3 * np.abs(u0[:2]).max())
    late = 0.5 * torque / inertia * 2e-6 * end  # first order in the step
    assert rotors[2, 1] == pytest.approx(wanted[4] + late, abs=0.05 * late)
    uncoupled = om0 - torque / inertia * end
    assert speeds[2, 1] == pytest.approx(
        wanted[5], abs=0.02 * abs(wanted[5] - uncoupled)
    )


@needs_kernels
def test_rollers_on_eccentric_teeth_do_not_count_as_climbing() -> None:
    """Heights are measured from the centre of the teeth, wherever it stands."""
    round_one = run_samples(changed(), 0.1).rotor[100:, Rotor.CLIMB, 0]
    off = changed(sprocket__0__eccentricity=1e-3)
    eccentric = run_samples(off, 0.1).rotor[100:, Rotor.CLIMB, 0]
    assert eccentric.max() < round_one.max() + 3e-4


@needs_kernels
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("engine", ["spring-damper", "set-valued"])
def test_the_ledger_closes_with_unbalance(place: int, engine: str) -> None:
    data = unbalanced(place, BEARING)
    data["contact"]["engine"] = engine
    data["solve"]["friction"] = "set-valued"
    samples = run_samples(data, 0.2)
    assert ledger_gap(samples, 200) < 1e-4
    turn = samples.rotor[200:, Rotor.AXIS_X, place]
    assert np.ptp(turn) > HEAVY["mass"] * HEAVY["eccentricity"] * 60.0**2 / 2.5e6
    assert samples.rotor[-1, Rotor.SPEED, place] > 0.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"eccentricity": 0.0}, "only acts with an eccentricity"),
        ({"bearing": {**BEARING, "mass": 1.0}}, "part of the mass of the bearing"),
        ({"inertia": 7e-6}, "mass times eccentricity squared"),
    ],
)
def test_impossible_masses_are_refused(change: dict[str, Any], words: str) -> None:
    data = unbalanced(1)
    data["sprocket"][1] |= change
    with pytest.raises(SpecError, match=words):
        spec_from(data)
