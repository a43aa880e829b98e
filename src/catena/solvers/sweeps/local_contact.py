"""Exact solution of one contact, everything else held fixed.

``gamma = G P + c`` with ``P = (P_N, P_T)``; the normal law and Coulomb's law together.
Once the contact is closed, ``P_N`` follows from the tangents, and what is left is
``(G' + s) P_T = -c'`` with the Schur complement G' and the sliding factor s >= 0 of
``gamma_T = -s P_T``. s = 0 sticks; if that leaves the friction cone, the size of
``P_T(s)`` passes through the bound for some s > 0, because at s = inf the contact is
frictionless and pressed. One contact therefore always has a finite percussion, also
where the acceleration level has none (Painleve).

Source: [Cebulla2014] (2.36)-(2.38); the reduction to one scalar is ours.
"""

from __future__ import annotations

import math

from catena.jit import kernel
from catena.laws.coulomb import prox_interval
from catena.laws.unilateral import prox_unilateral

ThreeFloats = tuple[float, float, float]
SixFloats = tuple[float, float, float, float, float, float]

SINGULAR = 1e-12
"""A Schur complement or drive below this share of its parts counts as zero."""
LOPSIDED = 1e-4
"""Share of the determinant below which two tangents are solved along their axes."""
TINIEST = 1e-300
"""Keeps a contact that moves nothing from dividing by zero."""


@kernel
def normal_alone(kind: int, G_NN: float, c_N: float) -> float:
    """P_N without friction; kind 1 pushes only, -1 pushes and pulls, 0 is none."""
    if kind == 0:
        return 0.0
    P_N = -c_N / G_NN
    return 0.0 if kind == 1 and P_N < 0.0 else P_N


@kernel
def planar_contact(
    kind: int,
    G_NN: float,
    G_NT: float,
    G_TT: float,
    c_N: float,
    c_T: float,
    mu: float,
    R_T: float,
) -> tuple[float, float]:
    """(P_N, P_T) of one contact with one tangent and the bound mu |P_N| + R_T."""
    if G_TT <= 0.0:
        return normal_alone(kind, G_NN, c_N), 0.0
    P_T = prox_interval(-c_T / G_TT, R_T)
    if kind == 0 or (kind == 1 and c_N + G_NT * P_T >= 0.0):
        return 0.0, P_T  # open, or no normal unknown
    side = 1.0 if c_N <= 0.0 or kind == 1 else -1.0  # a pulling bilateral row, mirrored
    P_N, P_T = _pressed_planar(G_NN, side * G_NT, G_TT, side * c_N, c_T, mu, R_T)
    if kind != 1 and P_N == 0.0:  # pressed the other way by its own friction
        side = -side
        P_N, P_T = _pressed_planar(G_NN, side * G_NT, G_TT, side * c_N, c_T, mu, R_T)
    return side * P_N, P_T


@kernel
def _pressed_planar(
    G_NN: float,
    G_NT: float,
    G_TT: float,
    c_N: float,
    c_T: float,
    mu: float,
    R_T: float,
) -> tuple[float, float]:
    """(P_N, P_T) with the gap rate held at zero."""
    schur = G_TT - G_NT * G_NT / G_NN
    drive = c_T - G_NT * c_N / G_NN
    if abs(drive) <= SINGULAR * (abs(c_T) + abs(G_NT * c_N / G_NN)):
        return prox_unilateral(-c_N / G_NN), 0.0  # rests without friction
    if schur > SINGULAR * G_TT:
        P_T = -drive / schur
        P_N = -(c_N + G_NT * P_T) / G_NN
        if P_N >= 0.0 and abs(P_T) <= mu * P_N + R_T:
            return P_N, P_T  # sticks
    side = -1.0 if drive > 0.0 else 1.0  # slides against the drive
    P_N = -(c_N + side * G_NT * R_T) / (G_NN + side * mu * G_NT)
    P_N = prox_unilateral(P_N)
    return P_N, side * (mu * P_N + R_T)


@kernel
def spatial_contact(
    kind: int, G: SixFloats, c: ThreeFloats, mu: float, R_T: float
) -> ThreeFloats:
    """(P_N, P_1, P_2) of one contact with two tangents and a friction disc.

    ``G`` holds NN, N1, N2, 11, 12, 22.
    """
    G_NN, G_N1, G_N2, G_11, G_12, G_22 = G
    c_N, c_1, c_2 = c
    if G_11 + G_22 <= 0.0:
        return normal_alone(kind, G_NN, c_N), 0.0, 0.0
    P_1, P_2 = _disc(G_11, G_12, G_22, c_1, c_2, 0.0, 0.0, R_T)
    if kind == 0 or (kind == 1 and c_N + G_N1 * P_1 + G_N2 * P_2 >= 0.0):
        return 0.0, P_1, P_2  # open, or no normal unknown
    side = 1.0 if c_N <= 0.0 or kind == 1 else -1.0  # a pulling bilateral row, mirrored
    for _ in range(2):
        a_1, a_2 = side * G_N1 / G_NN, side * G_N2 / G_NN
        P_0 = -side * c_N / G_NN  # frictionless push
        P_1, P_2 = _disc(
            G_11 - G_N1 * G_N1 / G_NN,
            G_12 - G_N1 * G_N2 / G_NN,
            G_22 - G_N2 * G_N2 / G_NN,
            c_1 - G_N1 * c_N / G_NN,
            c_2 - G_N2 * c_N / G_NN,
            -mu * a_1,
            -mu * a_2,
            mu * P_0 + R_T,
        )
        P_N = P_0 - a_1 * P_1 - a_2 * P_2
        if kind == 1 or P_N >= 0.0:
            break
        side = -side  # pressed the other way by its own friction
    return side * prox_unilateral(P_N), P_1, P_2


@kernel
def _disc(
    A_11: float,
    A_12: float,
    A_22: float,
    c_1: float,
    c_2: float,
    b_1: float,
    b_2: float,
    R: float,
) -> tuple[float, float]:
    """P_T with (A + s) P_T = -c, s >= 0, and |P_T| <= R + b'P_T tight where s > 0.

    The root of f(s) = |P_T| - R - b'P_T is bracketed and found by secant steps that
    fall back to bisection.
    """
    P_1, P_2 = _shifted_solve(A_11, A_12, A_22, c_1, c_2, 0.0)
    f_low = math.hypot(P_1, P_2) - R - b_1 * P_1 - b_2 * P_2
    if f_low <= 0.0:
        return P_1, P_2  # sticks
    if R <= 0.0 and b_1 == 0.0 and b_2 == 0.0:
        return 0.0, 0.0
    low, high = 0.0, A_11 + A_22
    f_high = f_low
    for _ in range(60):
        P_1, P_2 = _shifted_solve(A_11, A_12, A_22, c_1, c_2, high)
        f_high = math.hypot(P_1, P_2) - R - b_1 * P_1 - b_2 * P_2
        if f_high <= 0.0:
            break
        low, f_low = high, f_high
        high *= 4.0
    if f_high > 0.0:  # a bound too small to matter: full sliding
        share = -max(R, 0.0) / math.hypot(c_1, c_2)
        return share * c_1, share * c_2
    for n in range(100):
        if n % 3 == 2:
            s = 0.5 * (low + high)
        else:
            s = low + (high - low) * f_low / (f_low - f_high)
        P_1, P_2 = _shifted_solve(A_11, A_12, A_22, c_1, c_2, s)
        f = math.hypot(P_1, P_2) - R - b_1 * P_1 - b_2 * P_2
        if abs(f) <= 4e-16 * abs(R) or not low < s < high:
            break
        if f > 0.0:
            low, f_low = s, f
        else:
            high, f_high = s, f
    return P_1, P_2


@kernel
def _shifted_solve(
    A_11: float, A_12: float, A_22: float, c_1: float, c_2: float, s: float
) -> tuple[float, float]:
    """P with (A + s) P = -c."""
    d_1, d_2 = A_11 + s, A_22 + s
    determinant = d_1 * d_2 - A_12 * A_12
    if determinant > LOPSIDED * (d_1 + d_2) ** 2:
        P_1 = (A_12 * c_2 - d_2 * c_1) / determinant
        return P_1, (A_12 * c_1 - d_1 * c_2) / determinant
    return _along_axes(A_11, A_12, A_22, c_1, c_2, s)


@kernel
def _along_axes(
    A_11: float, A_12: float, A_22: float, c_1: float, c_2: float, s: float
) -> tuple[float, float]:
    """The same along the principal axes of A: a rank-one A costs no digits.

    Such are points of wheels pressed on wheels, which can only slide in one direction.
    Across it a floor keeps the solution finite, so that what slides there is found.
    """
    mean, half = 0.5 * (A_11 + A_22), 0.5 * (A_11 - A_22)
    root = math.hypot(half, A_12)
    n_1, n_2 = (root + half, A_12) if half >= 0.0 else (A_12, root - half)
    size = math.hypot(n_1, n_2)
    n_1, n_2 = (n_1 / size, n_2 / size) if size > 0.0 else (1.0, 0.0)
    along, across = n_1 * c_1 + n_2 * c_2, n_1 * c_2 - n_2 * c_1
    large = max(mean + root + s, TINIEST)
    small = max(mean - root + s, SINGULAR * large)
    P_along = -along / large
    P_across = -across / small if abs(across) > SINGULAR * abs(along) else 0.0
    return n_1 * P_along - n_2 * P_across, n_2 * P_along + n_1 * P_across
