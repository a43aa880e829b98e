"""From a measured or computed influence matrix to the cosine series of a sheave.

A sheave is alike all around, so the compliance between two places depends only on the
angle between them: the matrix over n even places is circulant, and its eigenvalues are
n A_0 and n A_k / 2 of the series (5.52).
"""

from __future__ import annotations

import math

SYMMETRIC = 1e-6
"""Difference of C_ij and C_ji that is rounding, over the largest entry."""
ALIKE = 0.01
"""Scatter around the sheave that is noise, over the largest entry."""
ROUNDING = 1e-9
"""Negative share of a coefficient that is rounding, over the largest one."""


def series_of(matrix: list[list[float]]) -> list[float]:
    """A_0, A_1, ... of a symmetric, positive semi-definite influence matrix [m/N].

    Raises:
        ValueError: the matrix cannot be that of an elastic sheave; says where.
    """
    n = len(matrix)
    if any(len(row) != n for row in matrix):
        raise ValueError(
            f"the influence matrix has {n} rows of "
            f"{', '.join(str(len(row)) for row in matrix[:8])} entries; expected square"
        )
    largest = max(abs(entry) for row in matrix for entry in row)
    _refuse_asymmetric(matrix, SYMMETRIC * largest)
    around = _mean_around(matrix, ALIKE * largest)
    return semidefinite(_cosines(around))


def semidefinite(series: list[float]) -> list[float]:
    """The series without rounding at its end and below 0; refuses what is really below.

    Raises:
        ValueError: a coefficient is negative, the matrix therefore indefinite.
    """
    largest = max((abs(value) for value in series), default=0.0)
    for k, value in enumerate(series):
        if value < -ROUNDING * largest:
            raise ValueError(
                f"A_{k} is {value:g} m/N; expected none below 0, otherwise the "
                f"influence matrix is indefinite: forces over cos({k} phi) would bend "
                "the sheave towards themselves"
            )
    if largest == 0.0:
        raise ValueError("all A_k are 0; use enhancements.sheaves = 'rigid'")
    last = max(k for k, value in enumerate(series) if value > ROUNDING * largest)
    return [max(value, 0.0) for value in series[: last + 1]]


def _refuse_asymmetric(matrix: list[list[float]], most: float) -> None:
    n = len(matrix)
    for i in range(n):
        for j in range(i):
            if abs(matrix[i][j] - matrix[j][i]) > most:
                raise ValueError(
                    f"the influence matrix is asymmetric: {matrix[i][j]:g} m/N from "
                    f"place {j} to {i}, but {matrix[j][i]:g} m/N from {i} to {j}; an "
                    "elastic sheave gives the same (Maxwell, Betti)"
                )


def _mean_around(matrix: list[list[float]], most: float) -> list[float]:
    """Compliance over the number of places in between, the mean around the sheave."""
    n = len(matrix)
    result = []
    for m in range(n):
        entries = [matrix[i][(i + m) % n] for i in range(n)]
        mean = math.fsum(entries) / n
        worst = max(entries, key=lambda entry: abs(entry - mean))
        if abs(worst - mean) > most:
            raise ValueError(
                f"the influence matrix is not alike all around: {worst:g} m/N over "
                f"{m} places, where the mean is {mean:g} m/N"
            )
        result.append(mean)
    return result


def _cosines(around: list[float]) -> list[float]:
    """Coefficients of the cosine series through even samples of one turn."""
    n = len(around)
    result = []
    for k in range(n // 2 + 1):
        once = k == 0 or 2 * k == n
        total = math.fsum(
            value * math.cos(2.0 * math.pi * k * m / n)
            for m, value in enumerate(around)
        )
        result.append(total * (1.0 if once else 2.0) / n)
    return result
