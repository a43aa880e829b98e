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

from catena.jit import kernel
from catena.laws.coulomb import prox_disc, prox_interval
from catena.numerics.arrays import Floats, Ints
from catena.solvers.sweeps.local_contact import (
    normal_alone,
    planar_contact,
    spatial_contact,
)
from catena.solvers.sweeps.packed_rows import (
    B_1,
    B_2,
    B_N,
    G_11,
    G_12,
    G_22,
    G_N1,
    G_N2,
    G_NN,
    HEAD,
    KIND,
    MU,
    P_1,
    P_2,
    P_N,
    R_T,
    SLIDES,
    record_length,
)

Stream = tuple[Floats, Ints, Ints, int, int]
"""Packed rows: numbers, touched velocities, how many of them; velocities of a row at
most, tangents."""


@kernel
def sweep(stream: Stream, n: int, relaxation: float, back: bool, u: Floats) -> float:
    """Visit every packed row once; returns the largest change of a row [N s]."""
    x, stride = stream[0], record_length(stream[3], stream[4])
    worst = 0.0
    for m in range(n):
        j = n - 1 - m if back else m
        slides = x[j * stride + SLIDES]
        if slides == 0.0:
            change = visit_frictionless(stream, j, relaxation, u)
        elif slides == 1.0:
            change = visit_planar(stream, j, relaxation, u)
        else:
            change = visit_spatial(stream, j, relaxation, u)
        if change > worst:
            worst = change
    return worst


@kernel
def visit_frictionless(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record without friction."""
    x, dof, counts, n_k, n_t = stream
    a, d, used = j * record_length(n_k, n_t), j * n_k, counts[j]
    if x[a + KIND] == 0.0:  # normal force known, no friction: nothing to solve
        return 0.0
    W, MiW = a + HEAD, a + HEAD + (1 + n_t) * n_k
    gamma = x[a + B_N]
    for k in range(used):
        gamma += x[W + k] * u[dof[d + k]]
    old, G = x[a + P_N], x[a + G_NN]
    # gamma - G old: relative velocity as if this row had no percussion yet
    best = normal_alone(x[a + KIND], G, gamma - G * old)
    change = relaxed_normal(x[a + KIND], old, best, relaxation) - old
    x[a + P_N] = old + change
    if change != 0.0:
        for k in range(used):
            u[dof[d + k]] += x[MiW + k] * change
    return abs(float(change))


@kernel
def visit_planar(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record with one tangent, the first."""
    x, dof, counts, n_k, n_t = stream
    a, d, used = j * record_length(n_k, n_t), j * n_k, counts[j]
    W, MiW = a + HEAD, a + HEAD + (1 + n_t) * n_k
    c_N, c_T = x[a + B_N], x[a + B_1]
    for k in range(used):
        u_k = u[dof[d + k]]
        c_N += x[W + k] * u_k
        c_T += x[W + n_k + k] * u_k
    old_N, old_T = x[a + P_N], x[a + P_1]
    G_NT = x[a + G_N1]
    # relative velocities as if this row had no percussion yet: then its problem is
    # local and solved exactly, normal and friction together
    c_N -= x[a + G_NN] * old_N + G_NT * old_T
    c_T -= G_NT * old_N + x[a + G_11] * old_T
    new_N, new_T = planar_contact(
        x[a + KIND], x[a + G_NN], G_NT, x[a + G_11], c_N, c_T, x[a + MU], x[a + R_T]
    )
    if relaxation != 1.0:
        new_N = relaxed_normal(x[a + KIND], old_N, new_N, relaxation)
        # the bound moves with the relaxed normal percussion
        R = x[a + MU] * abs(new_N) + x[a + R_T]
        new_T = prox_interval(old_T + relaxation * (new_T - old_T), R)
    x[a + P_N], x[a + P_1] = new_N, new_T
    dP_N, dP_T = new_N - old_N, new_T - old_T
    if dP_N != 0.0 or dP_T != 0.0:
        for k in range(used):
            u[dof[d + k]] += x[MiW + k] * dP_N + x[MiW + n_k + k] * dP_T
    return abs(float(dP_N)) + abs(float(dP_T))


@kernel
def visit_spatial(stream: Stream, j: int, relaxation: float, u: Floats) -> float:
    """Solve one record with two tangents."""
    x, dof, counts, n_k, n_t = stream
    a, d, used = j * record_length(n_k, n_t), j * n_k, counts[j]
    W, MiW = a + HEAD, a + HEAD + 3 * n_k
    c_N, c_1, c_2 = x[a + B_N], x[a + B_1], x[a + B_2]
    for k in range(used):
        u_k = u[dof[d + k]]
        c_N += x[W + k] * u_k
        c_1 += x[W + n_k + k] * u_k
        c_2 += x[W + 2 * n_k + k] * u_k
    old_N, old_1, old_2 = x[a + P_N], x[a + P_1], x[a + P_2]
    c_N -= x[a + G_NN] * old_N + x[a + G_N1] * old_1 + x[a + G_N2] * old_2
    c_1 -= x[a + G_N1] * old_N + x[a + G_11] * old_1 + x[a + G_12] * old_2
    c_2 -= x[a + G_N2] * old_N + x[a + G_12] * old_1 + x[a + G_22] * old_2
    G = (x[a + G_NN], x[a + G_N1], x[a + G_N2], x[a + G_11], x[a + G_12], x[a + G_22])
    new_N, new_1, new_2 = spatial_contact(
        x[a + KIND], G, (c_N, c_1, c_2), x[a + MU], x[a + R_T]
    )
    if relaxation != 1.0:
        new_N = relaxed_normal(x[a + KIND], old_N, new_N, relaxation)
        new_1 = old_1 + relaxation * (new_1 - old_1)
        new_2 = old_2 + relaxation * (new_2 - old_2)
        R = x[a + MU] * abs(new_N) + x[a + R_T]
        new_1, new_2 = prox_disc(new_1, new_2, R)
    x[a + P_N], x[a + P_1], x[a + P_2] = new_N, new_1, new_2
    dP_N, dP_1, dP_2 = new_N - old_N, new_1 - old_1, new_2 - old_2
    for k in range(used):
        push = x[MiW + k] * dP_N
        push += x[MiW + n_k + k] * dP_1 + x[MiW + 2 * n_k + k] * dP_2
        u[dof[d + k]] += push
    return abs(float(dP_N)) + math.hypot(dP_1, dP_2)


@kernel
def relaxed_normal(kind: float, old: float, new: float, relaxation: float) -> float:
    """Over-relaxed P_N, pushed back to where the law allows it."""
    P_N = old + relaxation * (new - old)
    return 0.0 if kind == 1.0 and P_N < 0.0 else P_N
