"""The equations of a transmission train as kernels on arrays of times and states.

The same profile U'(phi) feeds the linear coefficients and the full equations; numbers
in brackets are equations of [KhangDien2012].
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.periodic.elimination import solve_rows

LARGEST_CORRECTIONS = 12
SMALLEST_CORRECTION = 1e-9
"""Change of the states within a step, relative to their size, that ends its Newton."""
FAR = 8.0
"""Beyond this gap between two orders a new cosine is cheaper than multiplying."""


class SeriesTable(NamedTuple):
    """``mean + sum_k a_k cos(order_k phi) + b_k sin(order_k phi)``, orders growing."""

    mean: float
    orders: Floats  # (k,)
    a: Floats  # (k,)
    b: Floats  # (k,)


class TrainTable(NamedTuple):
    """A transmission train as numbers; the parts are those of `TransmissionTrain`."""

    inertia: float
    carried: Floats  # (n - 1,) mu_j
    stiffnesses: Floats  # (n,)
    dampings: Floats  # (n,)
    speed: float
    profile: SeriesTable
    load: SeriesTable


@kernel
def series_at(series: SeriesTable, phi: float, out: Floats) -> None:
    """The value and its first derivatives by the angle, as many as ``out`` holds."""
    count = out.shape[0]
    for r in range(count):
        out[r] = 0.0
    cos_1, sin_1 = math.cos(phi), math.sin(phi)
    cos_k, sin_k, reached = 1.0, 0.0, 0.0
    for k in range(series.orders.shape[0]):
        order = series.orders[k]
        if order - reached > FAR:
            cos_k, sin_k, reached = math.cos(order * phi), math.sin(order * phi), order
        while reached < order:
            cos_k, sin_k = cos_k * cos_1 - sin_k * sin_1, cos_k * sin_1 + sin_k * cos_1
            reached += 1.0
        a, b = series.a[k], series.b[k]
        for r in range(count):
            out[r] += a * cos_k + b * sin_k
            a, b = order * b, -order * a
    out[0] += series.mean


@kernel
def fill_mass(train: TrainTable, U1: float, M: Floats) -> None:
    """M of (52)-(54): what the later of two stages carries, felt by the shaft by U'."""
    mu = train.carried
    M[0, 0] = train.inertia + mu[0] * U1 * U1
    for i in range(mu.shape[0]):
        M[0, i + 1] = M[i + 1, 0] = U1 * mu[i]
        for j in range(mu.shape[0]):
            M[i + 1, j + 1] = mu[max(i, j)]


@kernel
def fill_linear(
    train: TrainTable, t: Floats, M: Floats, C: Floats, K: Floats, d: Floats
) -> None:
    """Coefficients of the linearised equations (61)-(64), (77)-(78) at all times."""
    mu, w = train.carried, train.speed
    U, F = np.empty(3), np.empty(1)
    for s in range(t.shape[0]):
        series_at(train.profile, w * t[s], U)
        series_at(train.load, w * t[s], F)
        U1, U2, U3 = U[0], U[1], U[2]
        fill_mass(train, U1, M[s])
        for j in range(train.dampings.shape[0]):
            for i in range(train.dampings.shape[0]):
                C[s, i, j] = K[s, i, j] = 0.0
            C[s, j, j] = train.dampings[j]
            K[s, j, j] = train.stiffnesses[j]
        C[s, 0, 0] += 2.0 * mu[0] * w * U1 * U2
        K[s, 0, 0] += F[0] * U2 + mu[0] * w**2 * (U1 * U3 + U2 * U2)
        d[s, 0] = -F[0] * U1 - mu[0] * w**2 * U1 * U2
        for j in range(mu.shape[0]):
            C[s, j + 1, 0] = 2.0 * w * U2 * mu[j]
            K[s, j + 1, 0] = w**2 * U3 * mu[j]
            d[s, j + 1] = -F[0] - w**2 * U2 * mu[j]


@kernel
def fill_tangents(
    train: TrainTable, t: Floats, x: Floats, rates: Floats, J: Floats
) -> int:
    """x' of the full equations (52)-(54) and its derivative by x, at all times.

    With ``M(q) a = f(t, q, v)`` the derivatives of a solve the same matrix:
    ``M da = df - dM a``. Returns 0, or 1 where M is singular.
    """
    n, w = train.stiffnesses.shape[0], train.speed
    mu = train.carried
    U, F = np.empty(3), np.empty(1)
    M, a, B = np.empty((n, n)), np.empty((1, n)), np.empty((2 * n, n))
    for s in range(t.shape[0]):
        series_at(train.profile, w * t[s] + x[s, 0], U)
        series_at(train.load, w * t[s], F)
        U1, U2, U3 = U[0], U[1], U[2]
        rate = w + x[s, n]
        for i in range(n):
            a[0, i] = -train.stiffnesses[i] * x[s, i] - train.dampings[i] * x[s, n + i]
            for j in range(n):
                B[j, i] = -train.stiffnesses[i] if i == j else 0.0
                B[n + j, i] = -train.dampings[i] if i == j else 0.0
        a[0, 0] -= F[0] * U1 + mu[0] * U1 * U2 * rate**2  # (52)
        for j in range(1, n):
            a[0, j] -= F[0] + U2 * rate**2 * mu[j - 1]  # (53)-(54)
        fill_mass(train, U1, M)
        if solve_rows(M, a) != 0:
            return 1
        turned = U2 * U2 + U1 * U3
        B[0, 0] -= F[0] * U2 + mu[0] * turned * rate**2
        B[0, 0] -= 2.0 * mu[0] * U1 * U2 * a[0, 0]
        B[n, 0] -= 2.0 * mu[0] * U1 * U2 * rate
        for j in range(1, n):
            B[0, 0] -= U2 * mu[j - 1] * a[0, j]
            B[0, j] -= U3 * rate**2 * mu[j - 1] + U2 * mu[j - 1] * a[0, 0]
            B[n, j] -= 2.0 * U2 * rate * mu[j - 1]
        fill_mass(train, U1, M)
        if solve_rows(M, B) != 0:
            return 1
        for i in range(n):
            rates[s, i] = x[s, n + i]
            rates[s, n + i] = a[0, i]
            for j in range(2 * n):
                J[s, i, j] = 1.0 if j == n + i else 0.0
                J[s, n + i, j] = B[j, i]
    return 0


@kernel
def march_train(
    train: TrainTable,
    h: float,
    tableau: Floats,
    ahead: Floats,
    scale: Floats,
    x: Floats,
    k: Floats,
) -> int:
    """Run the full equations through ``len(k)`` Gauss steps from x[0].

    Fills x (m + 1, d) and the slopes k (m, 3, d); k[0] holds a first guess, ``ahead``
    (3, 3) carries the slopes of a step on to the next one. Returns the number of
    linearised steps, or 0 where a step cannot be solved.
    """
    m, d = k.shape[0], x.shape[1]
    t, states = np.empty(3), np.empty((3, d))
    F, J = np.empty((3, d)), np.empty((3, d, d))
    S, B = np.empty((3 * d, 3 * d)), np.empty((1, 3 * d))
    count = 0
    for s in range(m):
        if s > 0:
            for p in range(3):
                for i in range(d):
                    k[s, p, i] = 0.0
                    for q in range(3):
                        k[s, p, i] += ahead[p, q] * k[s - 1, q, i]
        change = np.inf
        for _ in range(LARGEST_CORRECTIONS):
            count += 1
            for p in range(3):
                t[p] = h * (s + tableau[6, p])
                for i in range(d):
                    states[p, i] = x[s, i]
                    for q in range(3):
                        states[p, i] += h * tableau[p, q] * k[s, q, i]
            if fill_tangents(train, t, states, F, J) != 0:
                return 0
            for p in range(3):
                for i in range(d):
                    B[0, p * d + i] = F[p, i] - k[s, p, i]
                    for q in range(3):
                        for j in range(d):
                            S[p * d + i, q * d + j] = -h * tableau[p, q] * J[p, i, j]
                    S[p * d + i, p * d + i] += 1.0
            if solve_rows(S, B) != 0:
                return 0
            change = 0.0
            for p in range(3):
                for i in range(d):
                    k[s, p, i] += B[0, p * d + i]
                    change = max(change, h * abs(B[0, p * d + i]) / scale[i])
            if not change > SMALLEST_CORRECTION:
                break
        if not change <= SMALLEST_CORRECTION:
            return 0
        for i in range(d):
            x[s + 1, i] = x[s, i]
            for p in range(3):
                x[s + 1, i] += h * tableau[7, p] * k[s, p, i]
    return count
