"""Maxwell's coupled law for the contacts of one sheave, made for every time step.

The influence matrix of a sheave is ``C_ij = 1/k_i delta_ij + b_i b_j sum_k A_k
cos k(phi_i - phi_j)`` [Cebulla2014] (5.52), b = cos(delta_0) sqrt(c_rad). Woodbury's
identity leaves a system of rank 2 n_k + 1 per active-set iteration, as in
``solvers.maxwell``. Its matrix holds sums of products of two trigonometric functions,
and these follow from the sums of single ones:

    cos k cos l = (cos(k - l) + cos(k + l)) / 2, and so on.

So 4 n_k + 1 sums over the contacts replace (2 n_k + 1)(n_k + 1), and a contact that
changes sides changes them by one term each. cos and sin of the multiples of the
azimuth come from a recurrence: no trigonometric function is called.

Limits: as ``contact.laws.maxwell_coupled``; A_k >= 0 and k_i > 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.codes import Status
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.dense import factor_cholesky, solve_cholesky
from catena.solvers.active_set import begin_exchanges, exchange_wrong_signs


class SheaveContacts(NamedTuple):
    """Contacts of one sheave; the first ``n`` of each array are in use."""

    cos: Floats  # azimuth on the sheave
    sin: Floats
    b: Floats  # cos(delta_0) sqrt(c_rad(r)) [-]
    k: Floats  # local stiffness [N/m]
    g_rigid: Floats  # distance without deformation [m]
    la: Floats  # force [N], filled
    g: Floats  # elastic distance [m], filled
    closed: Ints  # 1 = touching; start value, updated


class SheaveWork(NamedTuple):
    """Scratch arrays for n_k + 1 coefficients and a number of contacts."""

    T: Floats  # (2 n_k + 1, 2 n)  cos m phi of all contacts, then sin m phi
    twice: Floats  # (2 n,)  2 cos phi of all contacts, then once more
    weight: Floats  # (n,)  k b^2 of the closed contacts, 0 of the open ones
    load: Floats  # (n,)    -k b g~ of the closed contacts
    P: Floats  # (2 n_k + 1,)  sums of weight cos m phi
    Q: Floats  # (2 n_k + 1,)  sums of weight sin m phi
    p: Floats  # (2 n_k + 1,)  sums of load: mean, then cosine and sine of every k
    y: Floats  # (2 n_k + 1,)  the same solved for
    matrix: Floats  # (2 n_k + 1, 2 n_k + 1)
    best: Ints  # (3,)  as in the active set
    before: Ints  # (n,)  the closed contacts of the last sums


def sheave_contacts(n: int) -> SheaveContacts:
    """Room for n contacts."""
    cos, sin, b, k, g_rigid, la, g = (np.zeros(n) for _ in range(7))
    closed = np.zeros(n, dtype=np.int64)
    return SheaveContacts(cos, sin, b, k, g_rigid, la, g, closed)


def sheave_work(coefficients: int, n: int) -> SheaveWork:
    """Scratch arrays for this many coefficients A_0 .. A_k and n contacts."""
    rank = 2 * coefficients - 1
    return SheaveWork(
        T=np.zeros((rank, 2 * n)),
        twice=np.zeros(2 * n),
        weight=np.zeros(n),
        load=np.zeros(n),
        P=np.zeros(rank),
        Q=np.zeros(rank),
        p=np.zeros(rank),
        y=np.zeros(rank),
        matrix=np.zeros((rank, rank)),
        best=np.zeros(3, dtype=np.int64),
        before=np.zeros(n, dtype=np.int64),
    )


@kernel
def solve_sheave(
    root_A: Floats,
    contacts: SheaveContacts,
    n: int,
    work: SheaveWork,
    max_iterations: int,
) -> tuple[int, int]:
    """Forces and elastic distances of the first n contacts.

    ``root_A`` are the square roots of A_0 .. A_k [m/N]^(1/2). Returns (Status,
    iterations).

    Source: [Cebulla2014] (5.25) with (5.52).
    """
    la, g, closed = contacts.la[:n], contacts.g[:n], contacts.closed[:n]
    rank = work.P.shape[0]
    fill_multiples(contacts, n, work)
    fill_sums(contacts, n, work)
    begin_exchanges(n, work.best)
    for count in range(1, max_iterations + 1):
        fill_matrix(root_A, work)
        if not factor_cholesky(work.matrix, rank):
            return Status.SINGULAR, count
        solve_cholesky(work.matrix, rank, work.y)
        fill_distances(root_A, contacts, n, work)
        if exchange_wrong_signs(la, g, closed, work.best) == 0:
            return Status.OK, count
        update_sums(contacts, n, work)
    return Status.NOT_CONVERGED, max_iterations


@kernel
def fill_multiples(contacts: SheaveContacts, n: int, work: SheaveWork) -> None:
    """Cosine and sine of m times the azimuth, m = 0 .. 2 n_k.

    Both follow z_m = 2 cos(phi) z_{m-1} - z_{m-2}; laid side by side they are one
    long row, and a row is made without asking for the one it belongs to.
    """
    T, twice = work.T, work.twice
    for i in range(n):
        T[0, i], T[0, n + i] = 1.0, 0.0
        twice[i] = twice[n + i] = 2.0 * contacts.cos[i]
    if T.shape[0] > 1:
        for i in range(n):
            T[1, i], T[1, n + i] = contacts.cos[i], contacts.sin[i]
    for m in range(2, T.shape[0]):
        new, last, before = T[m], T[m - 1], T[m - 2]
        for i in range(2 * n):
            new[i] = twice[i] * last[i] - before[i]


@kernel
def fill_sums(contacts: SheaveContacts, n: int, work: SheaveWork) -> None:
    """The sums P, Q, p over the closed contacts."""
    T, weight, load = work.T, work.weight, work.load
    for i in range(n):
        push = contacts.k[i] * contacts.b[i] * contacts.closed[i]
        weight[i] = push * contacts.b[i]
        load[i] = -push * contacts.g_rigid[i]
        work.before[i] = contacts.closed[i]
    for m in range(T.shape[0]):
        work.P[m], work.Q[m] = pair_of_sums(weight, T[m], n)
    work.p[0], _ = pair_of_sums(load, T[0], n)
    for k in range(1, (T.shape[0] + 1) // 2):
        work.p[2 * k - 1], work.p[2 * k] = pair_of_sums(load, T[k], n)


@kernel
def pair_of_sums(x: Floats, row: Floats, n: int) -> tuple[float, float]:
    """Sums of x_i cos and of x_i sin over the contacts.

    Four independent parts each, so that no addition waits for the one before.
    """
    c_0 = c_1 = c_2 = c_3 = 0.0
    s_0 = s_1 = s_2 = s_3 = 0.0
    for four in range(n // 4):
        i = 4 * four
        c_0 += x[i] * row[i]
        c_1 += x[i + 1] * row[i + 1]
        c_2 += x[i + 2] * row[i + 2]
        c_3 += x[i + 3] * row[i + 3]
        s_0 += x[i] * row[n + i]
        s_1 += x[i + 1] * row[n + i + 1]
        s_2 += x[i + 2] * row[n + i + 2]
        s_3 += x[i + 3] * row[n + i + 3]
    for i in range(n - n % 4, n):
        c_0 += x[i] * row[i]
        s_0 += x[i] * row[n + i]
    return (c_0 + c_1) + (c_2 + c_3), (s_0 + s_1) + (s_2 + s_3)


@kernel
def update_sums(contacts: SheaveContacts, n: int, work: SheaveWork) -> None:
    """Add or take away the terms of the contacts that changed sides."""
    T = work.T
    for i in range(n):
        change = contacts.closed[i] - work.before[i]
        if change == 0:
            continue
        work.before[i] = contacts.closed[i]
        push = change * contacts.k[i] * contacts.b[i]
        weight = push * contacts.b[i]
        load = -push * contacts.g_rigid[i]
        for m in range(T.shape[0]):
            work.P[m] += weight * T[m, i]
            work.Q[m] += weight * T[m, n + i]
        work.p[0] += load
        for k in range(1, (T.shape[0] + 1) // 2):
            work.p[2 * k - 1] += load * T[k, i]
            work.p[2 * k] += load * T[k, n + i]


@kernel
def fill_matrix(root_A: Floats, work: SheaveWork) -> None:
    """Lower triangle of I + U' k U and the right side y from the sums."""
    P, Q, p, y, matrix = work.P, work.Q, work.p, work.y, work.matrix
    matrix[0, 0] = 1.0 + root_A[0] * root_A[0] * P[0]
    y[0] = root_A[0] * p[0]
    for k in range(1, root_A.shape[0]):
        c_k, s_k = 2 * k - 1, 2 * k
        y[c_k], y[s_k] = root_A[k] * p[c_k], root_A[k] * p[s_k]
        matrix[c_k, 0] = root_A[k] * root_A[0] * P[k]
        matrix[s_k, 0] = root_A[k] * root_A[0] * Q[k]
        for j in range(1, k + 1):
            c_j, s_j = 2 * j - 1, 2 * j
            half = 0.5 * root_A[k] * root_A[j]
            matrix[c_k, c_j] = half * (P[k - j] + P[k + j])
            matrix[s_k, s_j] = half * (P[k - j] - P[k + j])
            matrix[s_k, c_j] = half * (Q[k + j] + Q[k - j])
            if j < k:
                matrix[c_k, s_j] = half * (Q[k + j] - Q[k - j])
        matrix[c_k, c_k] += 1.0
        matrix[s_k, s_k] += 1.0


@kernel
def fill_distances(
    root_A: Floats, contacts: SheaveContacts, n: int, work: SheaveWork
) -> None:
    """The force where closed, the distance g~ + b U y where open."""
    T, y, g = work.T, work.y, contacts.g
    for i in range(n):
        g[i] = root_A[0] * y[0]
    for k in range(1, root_A.shape[0]):
        y_c, y_s = root_A[k] * y[2 * k - 1], root_A[k] * y[2 * k]
        for i in range(n):
            g[i] += y_c * T[k, i] + y_s * T[k, n + i]
    for i in range(n):
        shared = contacts.g_rigid[i] + contacts.b[i] * g[i]
        touching = contacts.closed[i]
        contacts.la[i] = -contacts.k[i] * shared * touching
        g[i] = shared * (1 - touching)
