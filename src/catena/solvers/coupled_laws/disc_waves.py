"""Shapes of elastic discs as Fourier series: waves, moments, and their small system.

By cos a cos b = (cos(a - b) + cos(a + b)) / 2 all entries of the system are moments
sum_i s_i^2 cos(m psi_i) / D of the closed contacts, so that a contact costs a few
products instead of a dyad.

Source: [Cebulla2014] 5.3, (5.49)-(5.55).
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows


@lean_kernel
def fill_scale(
    cosine: float, radial: Floats, rows: Rows, scale: Floats, growth: Floats
) -> None:
    """Scale and growth of one layer at all places."""
    for i in range(scale.size):
        rho = rows[i].rho
        factor, slope = 0.0, 0.0  # c_rad of (5.51) and its derivative
        for j in range(radial.size - 1, -1, -1):
            slope = slope * rho + factor
            factor = factor * rho + radial[j]
        scale[i] = cosine * math.sqrt(factor)
        growth[i] = 0.5 * slope / factor


@lean_kernel
def fill_waves(rows: Rows, wave_c: Floats, wave_s: Floats) -> None:
    """Cosines and sines of all multiples of the places."""
    for i in range(rows.size):
        rho = rows[i].rho
        wave_c[0, i], wave_s[0, i] = 1.0, 0.0
        wave_c[1, i], wave_s[1, i] = rows[i].d_x / rho, rows[i].d_y / rho
    for m in range(2, wave_c.shape[0]):
        for i in range(rows.size):
            c, s = wave_c[m - 1, i], wave_s[m - 1, i]
            c_1, s_1 = wave_c[1, i], wave_s[1, i]
            wave_c[m, i] = c * c_1 - s * s_1
            wave_s[m, i] = s * c_1 + c * s_1


@lean_kernel
def fill_weights(scale: Floats, other: Floats, closed: Ints, weight: Floats) -> None:
    """Products of the scales of two layers, or of one, at the closed contacts."""
    for i in range(scale.size):
        weight[i] = scale[i] * other[i] if closed[i] == 1 else 0.0


@lean_kernel
def fill_pulls(scale: Floats, gap: Floats, closed: Ints, pull: Floats) -> None:
    """Scale times gap at the closed contacts."""
    for i in range(scale.size):
        pull[i] = scale[i] * gap[i] if closed[i] == 1 else 0.0


@lean_kernel
def fill_moments(
    weight: Floats, wave_c: Floats, wave_s: Floats, moment: Floats, count: int
) -> None:
    """Sums of the weights times the first cosines and sines."""
    for m in range(count):
        moment[0, m] = dot(weight, wave_c[m, : weight.size])
        moment[1, m] = dot(weight, wave_s[m, : weight.size])


@lean_kernel
def dot(a: Floats, b: Floats) -> float:
    """Scalar product, in four sums that do not wait for each other."""
    s_0, s_1, s_2, s_3 = 0.0, 0.0, 0.0, 0.0
    fours = a.size // 4
    for j in range(fours):
        i = 4 * j
        s_0 += a[i] * b[i]
        s_1 += a[i + 1] * b[i + 1]
        s_2 += a[i + 2] * b[i + 2]
        s_3 += a[i + 3] * b[i + 3]
    for i in range(4 * fours, a.size):
        s_0 += a[i] * b[i]
    return float((s_0 + s_1) + (s_2 + s_3))


@lean_kernel
def fill_block(
    root: Floats,
    other: Floats,
    moment: Floats,
    S: Floats,
    stiffness: float,
    whole: bool,
) -> None:
    """U' U / D between two layers, the whole block, or of one, its lower half.

    ``root`` holds the square roots of A_k; row 0 is the mean, rows 2 k - 1 and 2 k are
    cosine and sine of k.
    """
    half = 0.5 * stiffness
    for k in range(root.size):
        a = 2 * k - 1 if k > 0 else 0
        for j in range(other.size if whole else k + 1):
            b = 2 * j - 1 if j > 0 else 0
            size, less = half * root[k] * other[j], abs(k - j)
            c_less, c_more = moment[0, less], moment[0, k + j]
            s_less = moment[1, less] if k >= j else -moment[1, less]
            s_more = moment[1, k + j]
            S[a, b] = size * (c_less + c_more)  # cos k cos j
            if k > 0:
                S[a + 1, b] = size * (s_more + s_less)  # sin k cos j
            if j > 0:
                S[a, b + 1] = size * (s_more - s_less)  # cos k sin j
            if k > 0 and j > 0:
                S[a + 1, b + 1] = size * (c_less - c_more)  # sin k sin j


@lean_kernel
def fill_right_side(root: Floats, moment: Floats, y: Floats, stiffness: float) -> None:
    """-U' g / D of one layer."""
    for k in range(root.size):
        a = 2 * k - 1 if k > 0 else 0
        y[a] = -stiffness * root[k] * moment[0, k]
        if k > 0:
            y[a + 1] = -stiffness * root[k] * moment[1, k]


@lean_kernel
def fill_shape(
    root: Floats, y: Floats, wave_c: Floats, wave_s: Floats, shape: Floats
) -> None:
    """The Fourier series of the deformed disc at every contact."""
    for i in range(shape.size):
        shape[i] = root[0] * y[0]
    for k in range(1, root.size):
        y_c, y_s = root[k] * y[2 * k - 1], root[k] * y[2 * k]
        for i in range(shape.size):
            shape[i] += y_c * wave_c[k, i] + y_s * wave_s[k, i]


@lean_kernel
def fill_turning(
    root: Floats, y: Floats, wave_c: Floats, wave_s: Floats, turning: Floats
) -> None:
    """Its derivative by the angle."""
    turning[:] = 0.0
    for k in range(1, root.size):
        y_c, y_s = k * root[k] * y[2 * k - 1], k * root[k] * y[2 * k]
        for i in range(turning.size):
            turning[i] += y_s * wave_c[k, i] - y_c * wave_s[k, i]
