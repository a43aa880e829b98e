"""Rows whose friction has a known bound: one unknown each, solved where they stand.

A row with a single-valued or given normal force leaves the solver one tangential
percussion in an interval that is known beforehand. There are many such rows in a
drive, and little to do for each: they are not copied into the stream of
``packed_rows`` but swept in the tables themselves.

Source: [Cebulla2014] (2.38b), (2.51) with the row's own inverse mass as r factor.
"""

from __future__ import annotations

from catena.jit import inline_kernel, kernel
from catena.laws.coulomb import prox_interval
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ContactRows, PercussionWork


@kernel
def own_inverse_mass(dof: Ints, W_T: Floats, MiW_T: Floats, i: int) -> float:
    """W_T M^-1 W_T of the first tangent of row i [1/kg]."""
    G = 0.0
    for k in range(dof.shape[1]):
        if dof[i, k] < 0:
            break
        G += W_T[i, 0, k] * MiW_T[i, 0, k]
    return G


@inline_kernel
def list_bounded(rows: ContactRows, work: PercussionWork, i: int, G: float) -> None:
    """List row i with its inverse mass G; a row that moves nothing is left out."""
    G_inv, offset, bounded, listed = work.G_inv, work.offset, work.bounded, work.listed
    w_T, par_T, g_T_dot, P_T = rows.w_T, rows.par_T, rows.g_T_dot, rows.P_T
    if G > 0.0:
        G_inv[i] = 1.0 / G
        offset[i] = w_T[i, 0] + par_T[i, 2] * g_T_dot[i, 0]
        bounded[listed[1]] = i
        listed[1] += 1
    else:
        P_T[i, 0] = 0.0


@inline_kernel
def apply_bounded(rows: ContactRows, work: PercussionWork, u: Floats) -> None:
    """U += M^-1 W P for the percussions of the step before."""
    dof, MiW_T, P_T, bounded = rows.dof, rows.MiW_T, rows.P_T, work.bounded
    for j in range(work.listed[1]):
        i = bounded[j]
        P = P_T[i, 0]
        if i < 0 or P == 0.0:
            continue
        for k in range(dof.shape[1]):
            at = dof[i, k]
            if at < 0:
                break
            u[at] += MiW_T[i, 0, k] * P


@kernel
def sweep_bounded(
    rows: ContactRows, work: PercussionWork, relaxation: float, back: bool, u: Floats
) -> float:
    """Visit every bounded row once; returns the largest change [N s]."""
    dof, W_T, MiW_T, P_T, R_T = rows.dof, rows.W_T, rows.MiW_T, rows.P_T, rows.R_T
    bounded, offset, G_inv = work.bounded, work.offset, work.G_inv
    n = work.listed[1]
    worst = 0.0
    for m in range(n):
        i = bounded[n - 1 - m] if back else bounded[m]
        if i < 0:  # never: no index counts from the end
            continue
        gamma = offset[i]
        for k in range(dof.shape[1]):
            at = dof[i, k]
            if at < 0:
                break
            gamma += W_T[i, 0, k] * u[at]
        old = P_T[i, 0]
        new = prox_interval(old - relaxation * gamma * G_inv[i], R_T[i])  # (2.38b)
        P_T[i, 0] = new
        change = new - old
        if change != 0.0:
            for k in range(dof.shape[1]):
                at = dof[i, k]
                if at < 0:
                    break
                u[at] += MiW_T[i, 0, k] * change
        worst = max(worst, abs(change))
    return worst


@inline_kernel
def measure_bounded(rows: ContactRows, work: PercussionWork, u: Floats) -> None:
    """Fill the natural maps of the bounded rows; raise the sizes of their groups."""
    dof, W_T, P_T, R_T = rows.dof, rows.W_T, rows.P_T, rows.R_T
    bounded, offset, G_inv = work.bounded, work.offset, work.G_inv
    away, size, group = work.away, work.size, work.group
    for j in range(work.listed[1]):
        i = bounded[j]
        if i < 0:  # never: no index counts from the end
            continue
        gamma = offset[i]
        for k in range(dof.shape[1]):
            at = dof[i, k]
            if at < 0:
                break
            gamma += W_T[i, 0, k] * u[at]
        P = P_T[i, 0]
        size[group[i]] = max(size[group[i]], abs(P))
        away[i] = abs(P - prox_interval(P - gamma * G_inv[i], R_T[i]))
