"""The inverse mass at work: on forces, and on the directions of contact rows."""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.bodies import LinearBodies
from catena.tables.contacts import ContactRows
from catena.tables.pairs import PairKind

AFFINE = int(PairKind.AFFINE)


@kernel
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


@kernel
def fill_row_masses(
    M_inv: Floats, linear: LinearBodies, pair: Ints, rigid: Ints, rows: ContactRows
) -> None:
    """Fill M^-1 W_T of the active rows, and M^-1 W_N where it is an unknown."""
    active, dof = rows.active, rows.dof
    W_N, W_T, MiW_N, MiW_T = rows.W_N, rows.W_T, rows.MiW_N, rows.MiW_T
    for j in range(rows.n_active[0]):
        i = active[j]
        if pair[i] == AFFINE:
            fill_affine_mass(linear, dof, W_N, W_T, MiW_N, MiW_T, i)
            continue
        for k in range(dof.shape[1]):
            if dof[i, k] < 0:
                break
            inverse = M_inv[dof[i, k]]
            if rigid[i] == 1:
                MiW_N[i, k] = inverse * W_N[i, k]
            for t in range(W_T.shape[1]):
                MiW_T[i, t, k] = inverse * W_T[i, t, k]


@kernel
def fill_affine_mass(
    linear: LinearBodies,
    dof: Ints,
    W_N: Floats,
    W_T: Floats,
    MiW_N: Floats,
    MiW_T: Floats,
    i: int,
) -> None:
    """The same for a row on the one linear body it touches."""
    for j in range(linear.first.size):
        if linear.first[j] != dof[i, 0]:
            continue
        for r in range(linear.size[j]):
            MiW_N[i, r] = 0.0
            MiW_T[i, 0, r] = 0.0
            for c in range(linear.size[j]):
                MiW_N[i, r] += linear.M_inv[j, r, c] * W_N[i, c]
                MiW_T[i, 0, r] += linear.M_inv[j, r, c] * W_T[i, 0, c]
