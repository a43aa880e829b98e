"""Complementarity problems with known answers: solved, or refused, never wrong.

The answer is chosen first and the right-hand side made for it. Matrices are symmetric
positive definite, unsymmetric with positive principal minors (definite plus skew), or
scaled over eight decades; degenerate answers have a third of their pairs zero on both
sides. All of them have one answer alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import catena as ct
from catena.codes import Status
from catena.numerics.arrays import Floats

KINDS = ("definite", "unsymmetric", "degenerate", "scaled")
SIZES = (5, 20, 100, 300)
SEEDS = {5: 12, 20: 6, 100: 3, 300: 1}


class Known(NamedTuple):
    """A problem and its answer."""

    M: Floats
    q: Floats
    z: Floats
    scale: Floats
    """What counts as one of every unknown."""


def manufactured(kind: str, n: int, seed: int) -> Known:
    draw = np.random.default_rng([KINDS.index(kind), n, seed])
    root = draw.standard_normal((n, n))
    M = root @ root.T / n + 0.1 * np.eye(n)
    if kind == "unsymmetric":
        turn = draw.standard_normal((n, n))
        M += 2.0 * (turn - turn.T) / np.sqrt(n)
    pressed = draw.random(n) < 0.5
    z = np.where(pressed, draw.random(n) + 0.1, 0.0)
    w = np.where(pressed, 0.0, draw.random(n) + 0.1)
    if kind == "degenerate":
        both = draw.random(n) < 1.0 / 3.0
        z[both], w[both] = 0.0, 0.0
    size = 10.0 ** draw.uniform(-4.0, 4.0, n) if kind == "scaled" else np.ones(n)
    M = size[:, None] * M * size
    z, w = z / size, w * size
    return Known(M, w - M @ z, z, 1.0 / size)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_known_answers_are_found_or_refused(kind: str, n: int) -> None:
    """OK only with the answer, to 1e-9 of every unknown's own size; all are found."""
    refused = 0
    for seed in range(SEEDS[n]):
        known = manufactured(kind, n, seed)
        found = ct.solvers.lcp(known.M, known.q)
        if found.status != Status.OK:
            refused += 1
            continue
        assert np.abs((found.x - known.z) / known.scale).max() < 1e-9
    assert refused == 0


@pytest.mark.parametrize("n", (5, 40))
def test_problems_without_answer_are_never_called_solved(n: int) -> None:
    """One row asks for w_0 = -1 - sum of the others, which nothing can lift."""
    known = manufactured("definite", n, 0)
    M, q = known.M.copy(), known.q.copy()
    M[0], q[0] = -np.abs(M[0]), -1.0
    assert ct.solvers.lcp(M, q).status != Status.OK
