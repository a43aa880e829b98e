"""Projected Gauss-Seidel sweeps over sparse contact rows.

Each visit solves one contact exactly (``local_contact``) and passes its percussion on
through ``u += M^-1 W dP``: a sweep costs O(rows), no matrix is ever assembled.
Sweeps alternate their direction, so that news travels both ways along a chain.

Source: [Cebulla2014] (2.50), (2.51) with the contact's own inverse mass as r factor.
Deviation: one contact at a time, normal and tangents together, instead of a fixed
point iteration of all.

Limits: converges for frictionless and for bounded (Tresca) friction always, if
slowly when many rigid bodies push each other in a row (``momentum`` helps); with
Coulomb friction in all cases met in practice. Not converged within the cap is a status.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.numerics.arrays import Floats
from catena.solvers.sweeps.local_contact import (
    normal_alone,
    planar_contact,
    spatial_contact,
)
from catena.solvers.sweeps.packed_rows import Stream


@lean_kernel
def sweep(stream: Stream, n: int, relaxation: float, back: bool, u: Floats) -> float:
    """Visit every packed row once; returns the largest change of a row [N s]."""
    x, worst = stream[0], 0.0
    for m in range(n):
        j = n - 1 - m if back else m
        slides = x[j].slides
        if slides == 0:
            change = visit_frictionless(stream, j, relaxation, u)
        elif slides == 1:
            change = visit_planar(stream, j, relaxation, u)
        else:
            change = visit_spatial(stream, j, relaxation, u)
        if change > worst:
            worst = change
    return worst


@lean_kernel
def visit_frictionless(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record without friction."""
    x, ways, dof = stream
    W, MiW, used, kind = ways[0], ways[1], x[j].used, x[j].kind
    if kind == 0:  # normal force known, no friction: nothing to solve
        return 0.0
    gamma = x[j].b_N
    for k in range(used):
        gamma += W[j, 0, k] * u[dof[j, k]]
    old, G = x[j].P_N, x[j].G_NN
    # gamma - G old: relative velocity as if this row had no percussion yet
    best = normal_alone(kind, G, gamma - G * old)
    change = relaxed_normal(kind, old, best, relaxation) - old
    x[j].P_N = old + change
    if change != 0.0:
        for k in range(used):
            u[dof[j, k]] += MiW[j, 0, k] * change
    return abs(float(change))


@lean_kernel
def visit_planar(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record with one tangent, the first."""
    x, ways, dof = stream
    W, MiW, used = ways[0], ways[1], x[j].used
    kind, mu, R_T = x[j].kind, x[j].mu, x[j].R_T
    c_N, c_T = x[j].b_N, x[j].b_1
    for k in range(used):
        u_k = u[dof[j, k]]
        c_N += W[j, 0, k] * u_k
        c_T += W[j, 1, k] * u_k
    old_N, old_T = x[j].P_N, x[j].P_1
    G_NN, G_NT, G_TT = x[j].G_NN, x[j].G_N1, x[j].G_11
    # relative velocities as if this row had no percussion yet: then its problem is
    # local and solved exactly, normal and friction together
    c_N -= G_NN * old_N + G_NT * old_T
    c_T -= G_NT * old_N + G_TT * old_T
    new_N, new_T = planar_contact(kind, G_NN, G_NT, G_TT, c_N, c_T, mu, R_T)
    if relaxation != 1.0:
        new_N = relaxed_normal(kind, old_N, new_N, relaxation)
        # the bound moves with the relaxed normal percussion
        R = mu * abs(new_N) + R_T
        new_T = prox_interval(old_T + relaxation * (new_T - old_T), R)
    x[j].P_N, x[j].P_1 = new_N, new_T
    dP_N, dP_T = new_N - old_N, new_T - old_T
    if dP_N != 0.0 or dP_T != 0.0:
        for k in range(used):
            u[dof[j, k]] += MiW[j, 0, k] * dP_N + MiW[j, 1, k] * dP_T
    return abs(float(dP_N)) + abs(float(dP_T))


@lean_kernel
def visit_spatial(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record with two tangents."""
    x, ways, dof = stream
    W, MiW, used = ways[0], ways[1], x[j].used
    kind, mu, R_T = x[j].kind, x[j].mu, x[j].R_T
    c_N, c_1, c_2 = x[j].b_N, x[j].b_1, x[j].b_2
    for k in range(used):
        u_k = u[dof[j, k]]
        c_N += W[j, 0, k] * u_k
        c_1 += W[j, 1, k] * u_k
        c_2 += W[j, 2, k] * u_k
    old_N, old_1, old_2 = x[j].P_N, x[j].P_1, x[j].P_2
    G = (x[j].G_NN, x[j].G_N1, x[j].G_N2, x[j].G_11, x[j].G_12, x[j].G_22)
    c_N -= G[0] * old_N + G[1] * old_1 + G[2] * old_2
    c_1 -= G[1] * old_N + G[3] * old_1 + G[4] * old_2
    c_2 -= G[2] * old_N + G[4] * old_1 + G[5] * old_2
    new_N, new_1, new_2 = spatial_contact(kind, G, (c_N, c_1, c_2), mu, R_T)
    if relaxation != 1.0:
        new_N = relaxed_normal(kind, old_N, new_N, relaxation)
        new_1 = old_1 + relaxation * (new_1 - old_1)
        new_2 = old_2 + relaxation * (new_2 - old_2)
        new_1, new_2 = prox_disc(new_1, new_2, mu * abs(new_N) + R_T)
    x[j].P_N, x[j].P_1, x[j].P_2 = new_N, new_1, new_2
    dP_N, dP_1, dP_2 = new_N - old_N, new_1 - old_1, new_2 - old_2
    for k in range(used):
        push = MiW[j, 0, k] * dP_N
        push += MiW[j, 1, k] * dP_1 + MiW[j, 2, k] * dP_2
        u[dof[j, k]] += push
    return abs(float(dP_N)) + math.hypot(dP_1, dP_2)


@lean_kernel
def relaxed_normal(kind: int, old: float, new: float, relaxation: float) -> float:
    """Over-relaxed P_N, pushed back to where the law allows it."""
    P_N = old + relaxation * (new - old)
    return 0.0 if kind == 1 and P_N < 0.0 else P_N
