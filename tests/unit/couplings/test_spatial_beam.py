"""Beams in space: gradient, rigid motions, closed forms of a cantilever."""

from __future__ import annotations

import math

import numpy as np
import pytest

import catena as ct
from catena.couplings.spatial_beam import (
    add_spatial_beams,
    beam_line,
    spatial_beam_energy,
)
from catena.drives.spatial_system.pace import largest_step
from catena.drives.spatial_system.plan import Plan, plan_of
from catena.integrators.steps.spatial_system import fill_axes
from catena.numerics.arrays import Floats
from catena.numerics.rotations import fill_matrix, turn_quaternion
from catena.tables.spatial_bodies import BodyWork, body_work

LENGTH, EA, EI_2, EI_3, GJ, LINE_MASS = 0.6, 3e4, 2.0, 5.0, 1.5, 0.2
SECTION = {
    "shape": "stiffness", "axial": EA, "bending": (EI_2, EI_3), "torsion": GJ,
    "mass_per_length": LINE_MASS,
}  # fmt: skip
STRAIGHT = [(0.0, 0.0, 0.0), (LENGTH, 0.0, 0.0)]


def wire(points: object = STRAIGHT, **more: object) -> Plan:
    """A rod in space."""
    system = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    system.rod("wire", points=points, section=SECTION, **more)
    return plan_of(system.drive(duration=1.0))


def shaken(plan: Plan) -> Plan:
    """The same bent and twisted."""
    rng, q = np.random.default_rng(2), plan.start.q
    q[1:, :3] += 0.01 * rng.normal(size=(len(q) - 1, 3))
    for i in range(1, len(q)):
        turn_quaternion(q, i, *(0.08 * rng.normal(size=3)))
    return plan


def forces(plan: Plan) -> BodyWork:
    """What the beams do."""
    work = body_work(plan.system)
    fill_axes(plan.system, plan.start, work)
    add_spatial_beams(plan.system, plan.start, work)
    return work


def moved(plan: Plan, i: int, k: int, way: float) -> Floats:
    """Coordinates after a small move of velocity k of body i."""
    q, R = plan.start.q.copy(), np.zeros((len(plan.start.q), 9))
    if k < 3:
        q[i, k] += way
        return q
    fill_matrix(q, i, R)
    turn_quaternion(q, i, *(way * R[i].reshape(3, 3)[:, k - 3]))
    return q


def energy(plan: Plan, q: Floats) -> float:
    """Elastic energy at coordinates."""
    R = np.zeros((len(q), 9))
    for i in range(len(q)):
        fill_matrix(q, i, R)
    return float(spatial_beam_energy(plan.system, q, R))


def test_forces_are_the_gradient_of_the_energy() -> None:
    plan = shaken(wire(elements=4, start="clamped"))
    h, size = forces(plan).h, 1e-6
    for i in range(1, len(h)):
        for k in range(6):
            ahead, behind = (energy(plan, moved(plan, i, k, s * size)) for s in (1, -1))
            slope = (ahead - behind) / (2.0 * size)
            assert h[i, k] == pytest.approx(-slope, abs=1e-7 * np.abs(h).max())


def test_a_rigid_rotation_costs_nothing_and_is_not_damped() -> None:
    plan = shaken(wire(elements=4, damping=1e-3))
    w, u, q = np.array([0.3, -0.2, 0.5]), plan.start.u, plan.start.q
    u[:, :3] = np.cross(w, q[:, :3])
    axes = forces(plan).R.reshape(-1, 3, 3)
    u[:, 3:] = np.einsum("nji,j->ni", axes, w)
    work = forces(plan)
    assert abs((work.h * u).sum()) < 1e-11 * np.abs(work.h).max()
    assert np.abs(work.drag).max() < 1e-12 * np.abs(work.h).max()
    u[:] = np.random.default_rng(4).normal(size=u.shape)
    assert (forces(plan).drag * u).sum() < -1.0


def stiffness(plan: Plan) -> Floats:
    """-dh/dq about the start, of all moving bodies."""
    columns = []
    for i in range(1, len(plan.start.q)):
        for k in range(6):
            sides = []
            for sign in (1.0, -1.0):
                state = plan.start._replace(q=moved(plan, i, k, sign * 1e-6))
                there = Plan(plan.system, state, plan.axes)
                sides.append(forces(there).h[1:].ravel())
            columns.append((sides[1] - sides[0]) / 2e-6)
    return np.array(columns).T


def test_deflection_twist_and_frequencies_of_a_cantilever() -> None:
    plan = wire(elements=8, start="clamped")
    K = stiffness(plan)
    tip = np.linalg.inv(K)[-6:, -6:]
    assert tip[0, 0] == pytest.approx(LENGTH / EA, rel=1e-5)
    assert tip[1, 1] == pytest.approx(LENGTH**3 / (3.0 * EI_3), rel=1e-5)
    assert tip[2, 2] == pytest.approx(LENGTH**3 / (3.0 * EI_2), rel=1e-5)
    assert tip[3, 3] == pytest.approx(LENGTH / GJ, rel=1e-5)
    root = np.sqrt(plan.system.M_inv[1:].ravel())
    squares = np.linalg.eigvalsh(root[:, None] * 0.5 * (K + K.T) * root)
    for k, EI in enumerate((EI_2, EI_3)):
        exact = 1.8751041**2 * math.sqrt(EI / LINE_MASS) / LENGTH**2
        assert math.sqrt(squares[k]) == pytest.approx(exact, rel=2e-3)
    limit = 2.0 / math.sqrt(squares[-1])
    assert 0.9 * limit < largest_step(plan.system) <= 1.001 * limit


def test_a_ring_is_relaxed_or_bent_into_shape() -> None:
    phi = 2.0 * np.pi * np.arange(24) / 24
    ring = np.stack([np.cos(phi), np.sin(phi), 0.0 * phi], axis=1).tolist()
    for relaxed in (True, False):
        plan = wire(ring, closed=True, relaxed=relaxed)
        exact = 0.0 if relaxed else math.pi * EI_3
        stored = energy(plan, plan.start.q)
        assert stored == pytest.approx(exact, rel=5e-3, abs=1e-9)


def test_a_beam_runs_from_its_place_on_one_body_to_its_place_on_the_other() -> None:
    system = ct.SpatialSystem(gravity=(0.0, 0.0, 0.0))
    for name, at in (("hub", (-0.1, 0.2, 0.05)), ("hand", (0.7, -0.3, 0.1))):
        system.body(
            name, mass=1.0, inertia=(0.1,) * 3, position=at, turn=(0.3, -0.2, 0.5)
        )
    more = {"start_on": "hub", "end_on": "hand", "start": "clamped", "end": "clamped"}
    system.rod("wire", points=STRAIGHT, section=SECTION, elements=3, **more)
    plan = plan_of(system.drive(duration=1.0))
    work = body_work(plan.system)
    fill_axes(plan.system, plan.start, work)
    ends = [beam_line(plan.system, k, plan.start.q, work.R) for k in range(3)]
    for direction, size, _, _ in ends:
        assert size == pytest.approx(LENGTH / 3.0)
        assert direction == pytest.approx((1.0, 0.0, 0.0), abs=1e-12)
    assert np.linalg.norm(ends[0][2]) > 0.1 < np.linalg.norm(ends[-1][3])


def test_the_lag_of_a_beam_is_that_of_its_forces() -> None:
    """Unstressed, forces are linear: dampers push as forces change in the lag."""
    lag = 3e-3
    plan = wire(elements=3, start="clamped", damping=lag)
    draws, n = np.random.default_rng(8), len(plan.start.q)
    u = np.zeros((n, 6))
    u[2:] = draws.normal(size=(n - 2, 6)) * [1, 1, 1, 9, 9, 9]
    plan.start.u[:] = u
    drag = forces(plan).drag.copy()
    assert not np.allclose(drag, 0.0)
    ends, size = [], 1e-7
    for way in (size, -size):
        plan.start.q[:] = wire(elements=3, start="clamped").start.q
        plan.start.q[:, :3] += way * u[:, :3]
        R = np.zeros((n, 9))
        for i in range(1, n):
            fill_matrix(plan.start.q, i, R)
            turn_quaternion(plan.start.q, i, *(way * R[i].reshape(3, 3) @ u[i, 3:]))
        ends.append(forces(plan).h.copy())
    rate = (ends[0] - ends[1]) / (2.0 * size)
    assert drag == pytest.approx(lag * rate, rel=1e-5, abs=1e-5 * np.abs(drag).max())
