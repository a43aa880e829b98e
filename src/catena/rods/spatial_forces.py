"""Inner forces of a spatial Cosserat rod on a staggered grid, as arrays.

Places r on the vertices, rotation matrices A on the elements, spatial spins theta:

    eps = A' d / l - e_1,  N = A C eps
    turn = log(A_-' A_+),  kappa = turn / l_v - kappa_0,  m = A_- T(turn)' C_k kappa
    T(a) = 1 - a~/2 + (1 - (|a|/2) cot(|a|/2)) / |a|^2 a~^2
    dV/dr_n = N_- - N_+,   dV/dtheta = m_- - m_+ - d x N

Source: [Cebulla2014] 6.2. Deviation: (6.57), (6.58) average Cardan angles, which is not
objective for curves out of a plane; here curvature is the rotation vector between two
elements, and forces are exact gradients (spatial increments).
"""

from __future__ import annotations

import numpy as np

from catena.numerics.arrays import Floats


def skew(a: Floats) -> Floats:
    """a~ with a~ b = a x b, (..., 3, 3)."""
    found = np.zeros((*a.shape, 3))
    found[..., 0, 1], found[..., 0, 2] = -a[..., 2], a[..., 1]
    found[..., 1, 0], found[..., 1, 2] = a[..., 2], -a[..., 0]
    found[..., 2, 0], found[..., 2, 1] = -a[..., 1], a[..., 0]
    return found


def rotation(a: Floats) -> Floats:
    """Rotation matrices of rotation vectors, (..., 3, 3)."""
    size = np.linalg.norm(a, axis=-1)[..., None, None]
    tilde = skew(a)
    near = size < 1e-6
    safe = np.where(near, 1.0, size)
    one = np.where(near, 1.0 - size**2 / 6.0, np.sin(safe) / safe)
    two = np.where(near, 0.5 - size**2 / 24.0, (1.0 - np.cos(safe)) / safe**2)
    return np.asarray(np.eye(3) + one * tilde + two * (tilde @ tilde))


def rotation_vector(R: Floats) -> Floats:
    """Rotation vectors of matrices, below half a turn, (..., 3)."""
    axis = 0.5 * np.stack([
        R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0],
        R[..., 1, 0] - R[..., 0, 1],
    ], axis=-1)  # fmt: skip
    sine = np.linalg.norm(axis, axis=-1)
    cosine = 0.5 * (np.trace(R, axis1=-2, axis2=-1) - 1.0)
    angle = np.arctan2(sine, cosine)
    near = sine < 1e-7
    share = np.where(near, 1.0 + angle**2 / 6.0, angle / np.where(near, 1.0, sine))
    return np.asarray(share[..., None] * axis)


def inverse_tangent(a: Floats) -> Floats:
    """T(a): how the rotation vector changes with a spin, (..., 3, 3)."""
    size = np.linalg.norm(a, axis=-1)[..., None, None]
    near = size < 1e-4
    half = 0.5 * np.where(near, 1.0, size)
    curve = np.where(
        near,
        1.0 / 12.0 + size**2 / 720.0,
        (1.0 - half / np.tan(half)) / (4.0 * half**2),
    )
    tilde = skew(a)
    return np.asarray(np.eye(3) - 0.5 * tilde + curve * (tilde @ tilde))
