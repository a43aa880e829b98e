"""A bush link with its rollers against free Newton-Euler bodies with constraints.

Source: [Omar2016] (1)-(14); what is printed in (14) is shown to fail.
"""

from itertools import pairwise

import numpy as np
import pytest
from tests.unit.bodies.spatial_toys import (
    INERTIA,
    LINK_MASS,
    PITCH,
    ROLLER_MASS,
    SPIN,
    TILT,
    chain,
    random_state,
)

from catena.bodies.spatial import kinetic_energy
from catena.integrators.spatial_implicit import advance_spatial
from catena.tables.checkpoint import copied
from catena.tables.spatial import work_for

LEVELS = 5
"""Halvings of the step from which accelerations are extrapolated, and one."""


def axes_of(state, i):
    w, x, y, z = state.link_q[i, 3:]
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def newton_euler(state, i, g):
    """Accelerations of link i (world) from three free bodies and six multipliers.

    Every roller keeps in the plane of the link (one equation along z of the link) and
    parallel to it (two equations of turning).
    """
    A = axes_of(state, i)
    e = A.T
    w = A @ state.link_u[i, 3:]
    bodies = [(LINK_MASS, A @ np.diag(INERTIA) @ A.T, w)]
    J_r = A @ np.diag([TILT, TILT, SPIN]) @ A.T
    arms, speeds = [], []
    for r in (i, i + 1):
        arms.append(A @ np.array([(-0.5 if r == i else 0.5) * PITCH, 0.0, 0.0]))
        across = w - e[2] * (e[2] @ w)
        bodies.append((ROLLER_MASS, J_r, across + e[2] * state.roller_u[r, 2]))
        side = e[2] @ (state.link_u[i, :3] + np.cross(w, arms[-1]))
        a = state.roller_u[r, :2]
        speeds.append(e[0] * a[0] + e[1] * a[1] + e[2] * side)
    M = np.zeros((18, 18))
    h = np.zeros(18)
    for k, (m, J, turning) in enumerate(bodies):
        M[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = m * np.eye(3)
        M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = J
        h[6 * k : 6 * k + 3] = m * g
        h[6 * k + 3 : 6 * k + 6] = -np.cross(turning, J @ turning)
    C, b = np.zeros((6, 18)), np.zeros(6)
    for k, (arm, v) in enumerate(zip(arms, speeds, strict=True)):
        # e_3 . (r_k - r_j) = 0 twice differentiated
        e3, edot = e[2], np.cross(w, e[2])
        relative = v - state.link_u[i, :3]
        at = 6 * (k + 1)
        row = 3 * k
        C[row, at : at + 3] = e3
        C[row, 0:3] = -e3
        C[row, 3:6] = -np.cross(arm, e3)  # d/dt e_3 . arm = (w x e_3) . arm
        b[row] = -2.0 * edot @ relative - np.cross(w, edot) @ arm
        for n in range(2):  # e_n . (w_k - w_j) = 0
            C[row + 1 + n, at + 3 : at + 6] = e[n]
            C[row + 1 + n, 3:6] = -e[n]
            b[row + 1 + n] = -np.cross(w, e[n]) @ (bodies[k + 1][2] - w)
    full = np.block([[M, -C.T], [C, np.zeros((6, 6))]])
    a = np.linalg.solve(full, np.concatenate([h, b]))
    return a[:6], a[6:9], a[12:15], a[9:12]


def velocities(system, state, dt):
    """World velocities of link 0 and its first roller one step later."""
    state = copied(state)
    advance_spatial(system, state, work_for(system), dt, 1, 0.0)
    A = axes_of(state, 0)
    side = A[:, 2] @ (
        state.link_u[0, :3]
        + np.cross(
            A @ state.link_u[0, 3:],
            A @ [-0.5 * PITCH + state.roller_q[0, 0], state.roller_q[0, 1], 0],
        )
    )
    roller = A @ [*state.roller_u[0, :2], side]
    return np.concatenate([state.link_u[0, :3], A @ state.link_u[0, 3:], roller])


def accelerations(system, state):
    """Of the step, extrapolated to no step at all."""
    before = velocities(system, state, 1e-30)
    table = []
    for k in range(LEVELS):
        dt = 4e-4 / 2**k  # where rounding and what is cut off are both below 2e-10
        table.append((velocities(system, state, dt) - before) / dt)
    while len(table) > 1:
        order = LEVELS - len(table) + 1
        table = [
            (2**order * fine - rough) / (2**order - 1)
            for rough, fine in pairwise(table)
        ]
    return table[0]


@pytest.mark.parametrize("seed", range(200))
def test_step_moves_as_free_bodies_with_constraints(seed):
    g = np.array([1.0, -9.81, 3.0])
    system = chain(gravity=g)
    state = random_state(system, seed)
    link, roller, _, _ = newton_euler(state, 0, g)
    found = accelerations(system, state)
    scale = np.abs(link[3:]).max()
    assert np.abs(found[3:6] - link[3:]).max() < 1e-9 * scale
    assert np.abs(found[:3] - link[:3]).max() < 1e-9 * np.abs(roller).max()
    assert np.abs(found[6:9] - roller).max() < 1e-9 * np.abs(roller).max()


def test_printed_mass_matrix_fails():
    """(14) as printed has M_j where the sum of all three bodies belongs."""
    h = np.zeros((6, 3))
    h[5, 2] = 1.0
    h[0, 0] = h[1, 1] = 1.0
    M_j = np.diag([LINK_MASS] * 3 + list(INERTIA))
    M_r = np.diag([ROLLER_MASS] * 3 + [TILT, TILT, SPIN])
    right = np.block([[M_j + M_r, M_r @ h], [h.T @ M_r, h.T @ M_r @ h]])
    printed = np.block([[M_j, M_j @ h], [h.T @ M_j, h.T @ (M_j + M_r) @ h]])
    force = np.array([1e-2, 2e-2, 3e-2, 1e-5, 2e-5, 3e-5, 0.0, 0.0, 0.0])
    found = np.linalg.solve(printed, force)
    wanted = np.linalg.solve(right, force)
    assert np.abs(found - wanted).max() > 0.1 * np.abs(wanted).max()


def momenta(system, state):
    """Linear and angular momentum of everything, and the size of the latter."""
    linear, angular = np.zeros(3), np.zeros(3)
    for i in range(len(system.link)):
        A = axes_of(state, i)
        w = A @ state.link_u[i, 3:]
        bush = bool(system.link[i].rollers)
        J = INERTIA if bush else 1.4 * INERTIA
        m = system.link[i].mass
        linear += m * state.link_u[i, :3]
        angular += m * np.cross(state.link_q[i, :3], state.link_u[i, :3])
        angular += A @ (J * state.link_u[i, 3:])
        if not bush:
            continue
        for r in (i, i + 1):
            at = np.array([system.roller[r].x, 0.0, 0.0])
            at[:2] += state.roller_q[r, :2]
            arm = A @ at
            side = A[:, 2] @ (state.link_u[i, :3] + np.cross(w, arm))
            v = A @ [*state.roller_u[r, :2], side]
            linear += ROLLER_MASS * v
            angular += ROLLER_MASS * np.cross(state.link_q[i, :3] + arm, v)
            spin = A.T @ w
            angular += A @ [TILT * spin[0], TILT * spin[1], SPIN * state.roller_u[r, 2]]
    return linear, angular


def test_free_flight_keeps_momentum_and_energy():
    """Rollers rattle in their bushes; joints and teeth are away."""
    system = chain()
    drifts = []
    for dt in (4e-6, 2e-6):
        state, work = random_state(system, 5), work_for(system)
        before = momenta(system, state)
        energy = kinetic_energy_of(system, state, work)
        advance_spatial(system, state, work, dt, round(2e-4 / dt), 0.0)
        after = momenta(system, state)
        assert np.abs(after[0] - before[0]).max() < 1e-9 * np.abs(before[0]).max()
        lost = np.abs(after[1] - before[1]).max() / np.abs(before[1]).max()
        drifts.append((lost, abs(kinetic_energy_of(system, state, work) / energy - 1)))
    assert drifts[1][0] < 1e-9
    assert drifts[1][1] < 0.6 * drifts[0][1] < 1e-3  # falls with the step, order one


def kinetic_energy_of(system, state, work):
    from catena.bodies.spatial import start_links

    start_links(system, state, work)
    return kinetic_energy(system, state, work)
