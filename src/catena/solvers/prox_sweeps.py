"""Projected Gauss-Seidel sweeps over sparse contact rows.

Each visit solves one contact exactly (``local_contact``) and passes its percussion on
through ``u += M^-1 W dP``: a sweep costs O(rows), no matrix is ever assembled.
Sweeps alternate their direction, so that news travels both ways along a chain.

Source: [Cebulla2014] (2.50), (2.51) with the contact's own inverse mass as r factor.
Deviation: one contact at a time, normal and tangents together, instead of a fixed
point iteration of all.

Limits: converges for frictionless and for bounded (Tresca) friction always, if
slowly when many rigid bodies push each other in a row; with Coulomb friction in all
cases met in practice. Not converged within the cap is a status.
"""

from __future__ import annotations

import math

from catena.contact.laws.coulomb import prox_disc, prox_interval
from catena.contact.laws.row_forces import along
from catena.contact.laws.unilateral import prox_unilateral
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.solvers.local_contact import normal_alone, planar_contact, spatial_contact
from catena.tables.contacts import ContactRows, PercussionWork


@kernel
def sweep(
    rows: ContactRows, work: PercussionWork, u: Floats, relaxation: float, back: bool
) -> float:
    """Visit every active row once; returns the largest change of a percussion [N s]."""
    n = rows.n_active[0]
    spatial = rows.P_T.shape[1] == 2
    worst = 0.0
    for j in range(n):
        i = rows.active[n - 1 - j] if back else rows.active[j]
        if work.slides[i] == 0:
            change = visit_frictionless(rows, work, u, relaxation, i)
        elif spatial:
            change = visit_spatial(rows, work, u, relaxation, i)
        else:
            change = visit_planar(rows, work, u, relaxation, i)
        worst = max(worst, change)
    return worst


@kernel
def visit_frictionless(
    rows: ContactRows, work: PercussionWork, u: Floats, relaxation: float, i: int
) -> float:
    """Solve one row without friction."""
    if work.kind[i] == 0:
        return 0.0
    old = rows.P_N[i]
    G = work.G_NN[i]
    c = along(rows.W_N[i], rows.dof[i], u) + work.b_N[i] - G * old
    new = old + relaxation * (normal_alone(work.kind[i], G, c) - old)
    if work.kind[i] == 1:
        new = prox_unilateral(new)
    rows.P_N[i] = new
    push(rows.MiW_N[i], rows.dof[i], new - old, u)
    return abs(float(new - old))


@kernel
def visit_planar(
    rows: ContactRows, work: PercussionWork, u: Floats, relaxation: float, i: int
) -> float:
    """Solve one row with one tangent."""
    old_N, old_T = rows.P_N[i], rows.P_T[i, 0]
    G_NN, G_NT, G_TT = work.G_NN[i], work.G_NT[i, 0], work.G_TT[i, 0, 0]
    gamma_N = along(rows.W_N[i], rows.dof[i], u) + work.b_N[i]
    gamma_T = along(rows.W_T[i, 0], rows.dof[i], u) + work.b_T[i, 0]
    c_N = gamma_N - G_NN * old_N - G_NT * old_T
    c_T = gamma_T - G_NT * old_N - G_TT * old_T
    new_N, new_T = planar_contact(
        work.kind[i], G_NN, G_NT, G_TT, c_N, c_T, work.mu[i], rows.R_T[i]
    )
    if relaxation != 1.0:
        new_N = old_N + relaxation * (new_N - old_N)
        if work.kind[i] == 1:
            new_N = prox_unilateral(new_N)
        R = work.mu[i] * abs(new_N) + rows.R_T[i]
        new_T = prox_interval(old_T + relaxation * (new_T - old_T), R)
    rows.P_N[i], rows.P_T[i, 0] = new_N, new_T
    push(rows.MiW_N[i], rows.dof[i], new_N - old_N, u)
    push(rows.MiW_T[i, 0], rows.dof[i], new_T - old_T, u)
    return max(abs(float(new_N - old_N)), abs(float(new_T - old_T)))


@kernel
def visit_spatial(
    rows: ContactRows, work: PercussionWork, u: Floats, relaxation: float, i: int
) -> float:
    """Solve one row with two tangents."""
    old_N, old_1, old_2 = rows.P_N[i], rows.P_T[i, 0], rows.P_T[i, 1]
    G_NN, G_N1, G_N2 = work.G_NN[i], work.G_NT[i, 0], work.G_NT[i, 1]
    G_11, G_12, G_22 = work.G_TT[i, 0, 0], work.G_TT[i, 0, 1], work.G_TT[i, 1, 1]
    dof = rows.dof[i]
    c_N = along(rows.W_N[i], dof, u) + work.b_N[i]
    c_1 = along(rows.W_T[i, 0], dof, u) + work.b_T[i, 0]
    c_2 = along(rows.W_T[i, 1], dof, u) + work.b_T[i, 1]
    c_N -= G_NN * old_N + G_N1 * old_1 + G_N2 * old_2
    c_1 -= G_N1 * old_N + G_11 * old_1 + G_12 * old_2
    c_2 -= G_N2 * old_N + G_12 * old_1 + G_22 * old_2
    new_N, new_1, new_2 = spatial_contact(
        work.kind[i],
        G_NN,
        G_N1,
        G_N2,
        G_11,
        G_12,
        G_22,
        c_N,
        c_1,
        c_2,
        work.mu[i],
        rows.R_T[i],
    )
    if relaxation != 1.0:
        new_N = old_N + relaxation * (new_N - old_N)
        if work.kind[i] == 1:
            new_N = prox_unilateral(new_N)
        R = work.mu[i] * abs(new_N) + rows.R_T[i]
        new_1, new_2 = prox_disc(
            old_1 + relaxation * (new_1 - old_1),
            old_2 + relaxation * (new_2 - old_2),
            R,
        )
    rows.P_N[i], rows.P_T[i, 0], rows.P_T[i, 1] = new_N, new_1, new_2
    push(rows.MiW_N[i], dof, new_N - old_N, u)
    push(rows.MiW_T[i, 0], dof, new_1 - old_1, u)
    push(rows.MiW_T[i, 1], dof, new_2 - old_2, u)
    return max(abs(float(new_N - old_N)), math.hypot(new_1 - old_1, new_2 - old_2))


@kernel
def push(MiW: Floats, dof: Floats, dP: float, u: Floats) -> None:
    """U += M^-1 W dP on the listed velocities."""
    if dP == 0.0:
        return
    for k in range(dof.shape[0]):
        if dof[k] < 0:
            break
        u[dof[k]] += MiW[k] * dP
