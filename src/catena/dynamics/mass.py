"""The inverse mass at work: on forces, and on the directions of listed rows."""

from __future__ import annotations

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.bodies import LinearBodies


@lean_kernel
def add_inverse_mass(
    M_inv: Floats, linear: LinearBodies, b: Floats, factor: float, u: Floats
) -> None:
    """Add factor M^-1 b to u."""
    for k in range(u.size):
        u[k] += factor * M_inv[k] * b[k]
    for j in range(linear.first.size):
        first = linear.first[j]
        for r in range(linear.size[j]):
            for c in range(linear.size[j]):
                u[first + r] += factor * linear.M_inv[j, r, c] * b[first + c]


@lean_kernel
def fill_normal_mass(
    M_inv: Floats, dof: Ints, W_N: Floats, MiW_N: Floats, i: int
) -> None:
    """M^-1 W_N of row i on planar bodies."""
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        MiW_N[i, k] = M_inv[dof[i, k]] * W_N[i, k]


@lean_kernel
def fill_tangent_mass(
    M_inv: Floats, dof: Ints, W_T: Floats, MiW_T: Floats, i: int, t: int
) -> None:
    """M^-1 W_T of tangent t of row i on planar bodies."""
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        MiW_T[i, t, k] = M_inv[dof[i, k]] * W_T[i, t, k]


@lean_kernel
def fill_affine_mass(
    M_inv: Floats,
    linear: LinearBodies,
    dof: Ints,
    W_N: Floats,
    W_T: Floats,
    MiW_N: Floats,
    MiW_T: Floats,
    i: int,
) -> None:
    """The same for a row on one linear body, and on a rigid one behind it if any."""
    for j in range(linear.first.size):
        if linear.first[j] != dof[i, 0]:
            continue
        for r in range(linear.size[j]):
            MiW_N[i, r] = 0.0
            MiW_T[i, 0, r] = 0.0
            for c in range(linear.size[j]):
                MiW_N[i, r] += linear.M_inv[j, r, c] * W_N[i, c]
                MiW_T[i, 0, r] += linear.M_inv[j, r, c] * W_T[i, 0, c]
        for r in range(linear.size[j], dof.shape[1]):
            if dof[i, r] < 0:
                break
            MiW_N[i, r] = M_inv[dof[i, r]] * W_N[i, r]
            MiW_T[i, 0, r] = M_inv[dof[i, r]] * W_T[i, 0, r]
