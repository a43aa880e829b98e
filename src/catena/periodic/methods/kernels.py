"""The three steppers as kernels on blocks of sampled coefficients.

Each advances the rows of X: every row is one state, all rows but the last follow the
homogeneous system, the last also feels d(t). With the rows of the identity and a zero
last row this builds the affine map of a block, with a single row it integrates.
States of the last row are kept as `Stored` says.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.periodic.elimination import solve_rows
from catena.periodic.system import Coefficients

OK = 0
SINGULAR = 1


class Stored(NamedTuple):
    """Which states of the last row are kept."""

    first: int  # number of steps before the block
    every: int  # so many steps apart; 0: none is kept
    out: Floats  # (kept, n_x)


@kernel
def store_state(x: Floats, step: int, stored: Stored) -> None:
    """Keep a state when its step number is due; steps count from the block's begin."""
    due = stored.first + step
    if stored.every > 0 and due % stored.every == 0:
        for i in range(x.shape[0]):
            stored.out[due // stored.every, i] = x[i]


@kernel
def fill_acceleration_law(
    M: Floats, C: Floats, K: Floats, d: Floats, A: Floats, G: Floats
) -> int:
    """``q'' = G^T (q, q', 1)``: the lower rows of P and f, transposed (2n + 1, n).

    Source: [KhangDien2012] (5).
    """
    n = M.shape[0]
    for i in range(n):
        for j in range(n):
            A[i, j] = M[i, j]
            G[j, i] = -K[i, j]
            G[n + j, i] = -C[i, j]
        G[2 * n, i] = d[i]
    return solve_rows(A, G)


@kernel
def slope(G: Floats, forced: float, x: Floats, dx: Floats) -> None:
    """``x' = P x + f`` for one state x = (q, q')."""
    n = G.shape[1]
    for i in range(n):
        dx[i] = x[n + i]
        dx[n + i] = forced * G[2 * n, i]
    for j in range(2 * n):
        value = x[j]
        for i in range(n):
            dx[n + i] += G[j, i] * value


@kernel
def advance_rk4(at: Coefficients, h: float, X: Floats, stored: Stored) -> int:
    """Fourth-order Runge-Kutta over one block; coefficients at nodes and midpoints.

    Source: [KhangDien2012] (15)-(16), applied to every row of X at once; this is the
    affine map (17)-(20) without forming A_i and b_i.
    """
    M, C, K, d = at
    n = M.shape[1]
    A = np.empty((n, n))
    G0 = np.empty((2 * n + 1, n))
    Gh = np.empty((2 * n + 1, n))
    G1 = np.empty((2 * n + 1, n))
    k1, k2 = np.empty(2 * n), np.empty(2 * n)
    k3, k4 = np.empty(2 * n), np.empty(2 * n)
    y = np.empty(2 * n)
    last = X.shape[0] - 1
    if fill_acceleration_law(M[0], C[0], K[0], d[0], A, G0) != OK:
        return SINGULAR
    for s in range((M.shape[0] - 1) // 2):
        a, b = 2 * s + 1, 2 * s + 2
        if fill_acceleration_law(M[a], C[a], K[a], d[a], A, Gh) != OK:
            return SINGULAR
        if fill_acceleration_law(M[b], C[b], K[b], d[b], A, G1) != OK:
            return SINGULAR
        for row in range(last + 1):
            # the rows of the map are homogeneous; the last alone feels the excitation
            forced = 1.0 if row == last else 0.0
            x = X[row]
            slope(G0, forced, x, k1)  # (16)
            for i in range(2 * n):
                y[i] = x[i] + 0.5 * h * k1[i]
            slope(Gh, forced, y, k2)
            for i in range(2 * n):
                y[i] = x[i] + 0.5 * h * k2[i]
            slope(Gh, forced, y, k3)
            for i in range(2 * n):
                y[i] = x[i] + h * k3[i]
            slope(G1, forced, y, k4)
            for i in range(2 * n):  # (15)
                x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])
        store_state(X[last], s + 1, stored)
        # the law at the end of this step is that at the start of the next
        G0, G1 = G1, G0
    return OK


@kernel
def restart_accelerations(M: Floats, C: Floats, K: Floats, d: Floats, X: Floats) -> int:
    """Set q'' of every row from the equation of motion; used after a jump."""
    n = M.shape[0]
    last = X.shape[0] - 1
    A = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            A[i, j] = M[i, j]
    B = np.empty((last + 1, n))
    for row in range(last + 1):
        for i in range(n):
            B[row, i] = d[i] if row == last else 0.0
            for j in range(n):
                B[row, i] -= K[i, j] * X[row, j] + C[i, j] * X[row, n + j]
    status = solve_rows(A, B)
    for row in range(last + 1):
        for i in range(n):
            X[row, 2 * n + i] = B[row, i]
    return status


@kernel
def advance_newmark(
    at: Coefficients, h: float, beta: float, gamma: float, X: Floats, stored: Stored
) -> int:
    """Newmark steps over one block; a row of X is (q, q', q''), coefficients at nodes.

    Source: [KhangDien2012] (23)-(36).
    """
    M, C, K, d = at
    n = M.shape[1]
    last = X.shape[0] - 1
    S = np.empty((n, n))
    B = np.empty((last + 1, n))
    for s in range(1, M.shape[0]):
        for i in range(n):
            for j in range(n):  # (31)
                S[i, j] = (
                    M[s, i, j] + gamma * h * C[s, i, j] + beta * h * h * K[s, i, j]
                )
        for row in range(last + 1):
            x = X[row]
            for i in range(n):  # (27)
                x[i] += h * x[n + i] + h * h * (0.5 - beta) * x[2 * n + i]
                x[n + i] += (1.0 - gamma) * h * x[2 * n + i]
            for i in range(n):  # right-hand side of (26)
                value = d[s, i] if row == last else 0.0
                for j in range(n):
                    value -= K[s, i, j] * x[j] + C[s, i, j] * x[n + j]
                B[row, i] = value
        if solve_rows(S, B) != OK:
            return SINGULAR
        for row in range(last + 1):
            x = X[row]
            for i in range(n):  # (34)-(35)
                x[i] += beta * h * h * B[row, i]
                x[n + i] += gamma * h * B[row, i]
                x[2 * n + i] = B[row, i]
        store_state(X[last], s, stored)
    return OK


@kernel
def fill_stage_system(
    at: Coefficients, h: float, tableau: Floats, X: Floats, S: Floats, B: Floats
) -> None:
    """Equations of the stage accelerations of one Gauss step.

    ``tableau`` holds A (s, s), A^2 (s, s), the nodes c, b and b A as its rows.
    """
    M, C, K, d = at
    stages, n = M.shape[0], M.shape[1]
    last = X.shape[0] - 1
    for p in range(stages):
        for i in range(n):
            for q in range(stages):
                hc, hk = h * tableau[p, q], h * h * tableau[stages + p, q]
                for j in range(n):
                    value = hc * C[p, i, j] + hk * K[p, i, j]
                    if p == q:
                        value += M[p, i, j]
                    S[p * n + i, q * n + j] = value
            for row in range(last + 1):
                value = d[p, i] if row == last else 0.0
                for j in range(n):
                    v = X[row, n + j]
                    # what stage p reaches by the speed before the step alone
                    drift = X[row, j] + h * tableau[2 * stages, p] * v
                    value -= C[p, i, j] * v + K[p, i, j] * drift
                B[row, p * n + i] = value


@kernel
def advance_gauss(
    at: Coefficients, h: float, tableau: Floats, X: Floats, stored: Stored
) -> int:
    """Gauss-Legendre steps over one block; coefficients at the s inner nodes.

    The stage accelerations solve M, C, K directly: M is never inverted and a constant
    system keeps its stability for any step (A-stable, symplectic).
    """
    M, C, K, d = at
    n, stages = M.shape[1], tableau.shape[1]
    rows = X.shape[0]
    S = np.empty((stages * n, stages * n))
    B = np.empty((rows, stages * n))
    b, bA = tableau[2 * stages + 1], tableau[2 * stages + 2]
    for s in range(M.shape[0] // stages):
        e, f = stages * s, stages * s + stages
        inner = Coefficients(M[e:f], C[e:f], K[e:f], d[e:f])
        fill_stage_system(inner, h, tableau, X, S, B)
        if solve_rows(S, B) != OK:
            return SINGULAR
        for row in range(rows):
            x = X[row]
            for i in range(n):
                x[i] += h * x[n + i]
                for p in range(stages):
                    x[i] += h * h * bA[p] * B[row, p * n + i]
                    x[n + i] += h * b[p] * B[row, p * n + i]
        store_state(X[rows - 1], s + 1, stored)
    return OK
