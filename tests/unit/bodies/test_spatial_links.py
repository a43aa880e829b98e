"""Links with rollers in space: one mass matrix, kept momenta, weight of a potential."""

import numpy as np
import pytest
from tests.plain import plain
from tests.unit.bodies.spatial_toys import chain, random_state

from catena.bodies.spatial import (
    add_gravity,
    gravity_work,
    kinetic_energy,
    potential_energy,
    start_links,
    start_rollers,
)
from catena.bodies.spatial_inverse import (
    advance_free_velocities,
    prepare_links,
    start_velocities,
)
from catena.integrators.spatial_motion import advance_bodies
from catena.numerics.rotations import (
    fill_matrix,
    turn_of,
    turn_quaternion,
    turned_quaternion,
)
from catena.solvers.spatial_work import explicit_work_for
from catena.tables.checkpoint import copied
from catena.tables.spatial import (
    work_for,
)

pytestmark = plain

GRAVITY = np.array([1.3, -9.0, 2.0])


@pytest.fixture
def moving():
    system = chain(gravity=GRAVITY)
    state = random_state(system, 7)
    state.roller_q[:, :2] = 1e-4 * np.random.default_rng(8).normal(size=(4, 2))
    work = work_for(system)
    start_links(system, state, work)
    start_rollers(system, state, work)
    return system, state, work


def bodies(system, state, work):
    """Masses, places, velocities and spin momenta of all bodies, in the world."""
    found = []
    for i, link in enumerate(system.link):
        R, u = work.R[i].reshape(3, 3), state.link_u[i]
        spin = R @ (np.array([link.J_x, link.J_y, link.J_z]) * u[3:])
        found.append((link.mass, state.link_q[i, :3], u[:3], spin))
    for r, roller in enumerate(system.roller):
        R, u = work.R[roller.link].reshape(3, 3), state.link_u[roller.link]
        c = R @ [roller.x + state.roller_q[r, 0], state.roller_q[r, 1], 0.0]
        side = R[:, 2] @ (u[:3] + np.cross(R @ u[3:], c))
        v = R @ [*state.roller_u[r, :2], side]
        spin = roller.J * state.roller_u[r, 2] * R[:, 2]
        found.append((roller.mass, state.link_q[roller.link, :3] + c, v, spin))
    return found


def momenta(system, state, work):
    """Linear and angular momentum of all of them."""
    found = bodies(system, state, work)
    linear = sum(m * v for m, _, v, _ in found)
    return linear, sum(np.cross(x, m * v) + L for m, x, v, L in found)


def test_kinetic_energy_is_that_of_all_bodies(moving):
    system, state, work = moving
    total = sum(0.5 * m * v @ v for m, _, v, _ in bodies(system, state, work))
    J = np.column_stack([system.link.J_x, system.link.J_y, system.link.J_z])
    total += 0.5 * np.sum(J * state.link_u[:, 3:] ** 2)
    total += 0.5 * np.sum(system.roller.J * state.roller_u[:, 2] ** 2)
    assert kinetic_energy(system, state, work) == pytest.approx(total, rel=1e-12)
    u = work.old_link
    blocks = 0.5 * np.einsum("ia,iab,ib", u, work.D, u)
    own = 0.5 * np.einsum("ra,rab,rb", state.roller_u, work.A, state.roller_u)
    assert blocks + own == pytest.approx(total, rel=1e-12)
    assert work.rhs_link == pytest.approx(np.einsum("iab,ib->ia", work.D, u))


def test_free_flight_keeps_momentum_and_moves_the_centre(moving):
    """The axes turn by 0.01 rad in the step; momentum stays to rounding."""
    system, state, work = moving
    linear, _ = momenta(system, state, work)
    start = sum(m * x for m, x, _, _ in bodies(system, state, work))
    work.rhs_link[:] = work.old_link
    work.rhs_roller[:] = state.roller_u
    advance_bodies(state, work, 3e-4)
    assert momenta(system, state, work)[0] == pytest.approx(linear, rel=1e-11)
    centre = sum(m * x for m, x, _, _ in bodies(system, state, work)) - start
    assert centre == pytest.approx(3e-4 * linear, rel=5e-3)


@pytest.mark.parametrize("dt", [1e-6, 1e-2])
def test_axes_turn_with_the_turning_speed_however_far(moving, dt):
    _system, state, work = moving
    work.rhs_link[:], work.rhs_roller[:] = work.old_link, state.roller_u
    before, w = state.link_q[:, 3:].copy(), work.rhs_link[:, 3:].copy()
    advance_bodies(state, work, dt)
    for q, old, own in zip(state.link_q[:, 3:], before, dt * w, strict=True):
        wanted = turned_quaternion(tuple(old), turn_of(*own))
        assert q == pytest.approx(wanted, abs=1e-15)
    fresh = np.zeros((4, 9))
    for i in range(4):
        fill_matrix(state.link_q, i, fresh)
    assert work.R == pytest.approx(fresh, abs=1e-15)


def test_angular_momentum_is_kept_to_the_order_of_the_step(moving):
    system, state, work = moving
    _, before = momenta(system, state, work)
    errors = []
    for dt in (2e-4, 1e-4):
        later = copied(state)
        start_links(system, later, work)
        start_rollers(system, later, work)
        work.rhs_link[:], work.rhs_roller[:] = work.old_link, later.roller_u
        advance_bodies(later, work, dt)
        errors.append(np.abs(momenta(system, later, work)[1] - before).max())
    assert errors[1] < 0.3 * errors[0]


def test_the_inverse_is_that_of_the_mass_matrix(moving):
    system, state, work = moving
    mass = work.D.copy()
    prepare_links(system, state, work)
    start_velocities(state, work)
    assert not work.rhs_link.any()
    for k in range(6):
        work.old_link[:], work.rhs_link[:] = 0.0, np.eye(6)[k]
        advance_free_velocities(state, work, explicit_work_for(system).ease)
        back = np.einsum("iab,ib->ia", mass, work.rhs_link)
        assert back == pytest.approx(np.tile(np.eye(6)[k], (4, 1)), abs=1e-9)


def test_free_velocities_are_impulses_over_masses(moving):
    """A concentric roller has no velocity in the plane of its own."""
    system, state, work = moving
    mass = work.D.copy()
    work.whose[1, 1] = 1
    prepare_links(system, state, work)
    start_velocities(state, work)
    impulse = np.random.default_rng(4).normal(size=(4, 6))
    work.rhs_link[:], work.rhs_roller[:] = impulse, impulse[:, :3]
    advance_free_velocities(state, work, explicit_work_for(system).ease)
    gained = np.einsum("iab,ib->ia", mass, work.rhs_link - work.old_link)
    assert gained == pytest.approx(impulse, rel=1e-8)
    masses = np.column_stack([system.roller.mass] * 2 + [system.roller.J])
    wanted = state.roller_u + impulse[:, :3] / masses
    wanted[1, :2] = impulse[1, :2]
    assert work.rhs_roller == pytest.approx(wanted)


def test_weight_is_the_slope_of_the_potential(moving):
    system, state, work = moving
    work.rhs_link[:], work.rhs_roller[:] = 0.0, 0.0
    add_gravity(system, work, 1.0)
    for i in range(4):
        for k in range(6):
            fall = [moved_energy(system, state, i, k, by) for by in (1e-5, -1e-5)]
            own = system.roller.link == i
            R = work.R[i].reshape(3, 3)
            carried = np.zeros(6)
            for r in np.flatnonzero(own):  # rollers that go along in x and y as well
                push = R[:, :2] @ work.rhs_roller[r, :2]
                c = R @ [system.roller.x[r] + state.roller_q[r, 0],
                         state.roller_q[r, 1], 0.0]  # fmt: skip
                carried += [*push, *np.cross(c, push)]
            slope = (fall[1] - fall[0]) / 2e-5
            weight = (R @ work.rhs_link[i].reshape(2, 3).T).T.ravel()
            assert weight[k] + carried[k] == pytest.approx(slope, abs=1e-9)


def moved_energy(system, state, i, k, by):
    """Potential energy after a link was moved or turned with its rollers."""
    later, work = copied(state), work_for(system)
    if k < 3:
        later.link_q[i, k] += by
    else:
        turn_quaternion(later.link_q, i, *(by * np.eye(3)[k - 3]))
    start_links(system, later, work)
    return potential_energy(system, later, work)


def test_power_of_gravity_is_that_of_its_forces(moving):
    system, state, work = moving
    add_gravity(system, work, 0.0)
    work.rhs_link[:], work.rhs_roller[:] = work.old_link, state.roller_u
    power = gravity_work(state, work)
    wanted = sum(m * GRAVITY @ v for m, _, v, _ in bodies(system, state, work))
    assert power == pytest.approx(wanted, rel=1e-12)
