"""Kane's equations of the strand as printed, with a dense solve: the second method.

For tests and for readers with the paper open; the simulator uses the joint forces.

Source: [KimJohnson1993] (2.5), (2.16)-(2.29).
Deviation: (2.19) reads u_k^2, not the square of its derivative; (2.29) I alpha - T.
"""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats
from catena.tables.span import DriveKind, SpanSystem


def lengths(system: SpanSystem, n: int) -> Floats:
    """Lengths p^i of the bodies [m]."""
    inner = np.full(n, system.pitch)
    return np.concatenate([[system.driver_radius], inner, [system.driven_radius]])


def inertia_matrix(system: SpanSystem, n: int) -> Floats:
    """Coefficients h_rk (2.18); the sprocket masses drop out by (2.2)."""
    p = lengths(system, n)
    mass = np.concatenate([[0.0], np.full(n, system.link_mass), [0.0]])
    share = np.concatenate([[1.0], np.full(n, 0.5), [0.0]])
    own = np.concatenate(
        [
            [system.driver_inertia],
            np.full(n, system.link_inertia),
            [system.driven_inertia],
        ]
    )
    h = -np.diag(own)
    for r in range(n + 2):
        for k in range(n + 2):
            for i in range(max(r, k), n + 2):
                lever = (1.0 - (r == i) * share[i]) * (1.0 - (k == i) * share[i])
                h[r, k] -= p[r] * p[k] * mass[i] * lever
    return h


def dependence(system: SpanSystem, q: Floats, n: int) -> Floats:
    """Coefficients A_sr (2.5) of the two dependent speeds, rows s = N and N+1."""
    p = lengths(system, n)
    a = np.empty((2, n))
    for r in range(n):
        a[0, r] = p[r] * np.sin(q[n + 1] - q[r]) / (p[n] * np.sin(q[n] - q[n + 1]))
        a[1, r] = p[r] * np.sin(q[n] - q[r]) / (p[n + 1] * np.sin(q[n + 1] - q[n]))
    return a


def kane_accelerations(
    system: SpanSystem, q: Floats, u: Floats, torque: Floats, given: float = 0.0
) -> Floats:
    """Angular accelerations by (2.25) and (2.26) [rad/s^2].

    ``given`` is the acceleration of a driver of prescribed speed, whose equation is
    left out.
    """
    n = q.size - 2
    h, a, p = inertia_matrix(system, n), dependence(system, q, n), lengths(system, n)
    apart = q[:, None] - q[None, :]
    full_cos, full_sin = h * np.cos(apart), h * np.sin(apart)
    left = full_cos[:n] + a.T @ full_cos[n:]
    right = -(full_sin[:n] + a.T @ full_sin[n:]) @ u**2 - torque[:n] - a.T @ torque[n:]
    closing = np.array([p * np.sin(q), p * np.cos(q)])
    bending = np.array([-np.sum(p * u**2 * np.cos(q)), np.sum(p * u**2 * np.sin(q))])
    if system.drive_kind == DriveKind.SPEED:
        left[0], right[0] = np.eye(n + 2)[0], given
    matrix = np.vstack([left, closing])
    return np.asarray(np.linalg.solve(matrix, np.concatenate([right, bending])))


def recursive_joint_forces(
    system: SpanSystem, q: Floats, u: Floats, acceleration: Floats, torque: Floats
) -> Floats:
    """Joint forces 1 to N+1 by (2.27)-(2.29), from the driven sprocket inwards [N].

    Rows 1 to N+1 are used, as in the kernels.
    """
    n = q.size - 2
    p = lengths(system, n)
    across = np.stack([-np.sin(q), np.cos(q)], axis=1)
    along = np.stack([np.cos(q), np.sin(q)], axis=1)
    swing = p[:, None] * (acceleration[:, None] * across - u[:, None] ** 2 * along)
    joint = np.cumsum(swing, axis=0)
    centre = joint[: n + 1] - 0.5 * swing[: n + 1]
    b, m = n + 1, system.link_mass
    rows = np.array([p[b] * across[b], p[n] * across[n]])
    sprocket = system.driven_inertia * acceleration[b] - torque[b]
    link = system.link_inertia * acceleration[n] - torque[n]
    link += 0.5 * p[n] * across[n] @ (m * centre[n])
    force = np.zeros((n + 2, 2))
    force[b] = np.linalg.solve(rows, [sprocket, link])
    for i in range(n, 0, -1):
        force[i] = force[i + 1] - m * centre[i]  # (2.27), (2.28)
    return force
