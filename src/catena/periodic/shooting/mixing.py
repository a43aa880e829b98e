"""Anderson's mixing: the combination of the last images whose residuals cancel best.

Source: Anderson 1965; Walker and Ni 2011 (QR of the differences, one column more and
one less per period, old ones dropped where they grow dependent). Products are sums over
a few rows: calls of a linear algebra library would cost more than the period itself.
"""

from __future__ import annotations

import math

import numpy as np

from catena.numerics.arrays import Floats

LARGEST_CONDITION = 1e10
"""Of the differences that are combined."""


class Mixing:
    """Differences of residuals as Q R, beside those of the images."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.last: tuple[Floats, Floats] | None = None
        self.q: list[Floats] = []
        self.r: list[list[float]] = []
        """Columns of the triangle, each as long as its place."""
        self.images: list[Floats] = []

    def next(self, image: Floats, f: Floats) -> Floats:
        """Where to go after a period that ended at ``image`` and changed by ``f``."""
        if self.last is not None and self.memory > 0:
            if len(self.q) == self.memory:
                self.drop()
            self.add(image - self.last[0], f - self.last[1])
        self.last = image, f
        # near the solution differences are rounding; the oldest ones are the largest
        while self.q and self.dependent():
            self.drop()
        ahead = image.copy()
        for share, moved in zip(self.shares(f), self.images, strict=True):
            ahead -= share * moved
        return ahead

    def add(self, moved: Floats, change: Floats) -> None:
        """One difference more; orthogonalised twice, for rounding."""
        rest, column = change.copy(), [0.0] * len(self.q)
        for _ in range(2):
            for i, q in enumerate(self.q):
                along = dot(q, rest)
                rest -= along * q
                column[i] += along
        size = math.sqrt(dot(rest, rest))
        if size == 0.0:
            return
        self.q.append(rest / size)
        self.r.append([*column, size])
        self.images.append(moved)

    def drop(self) -> None:
        """The oldest difference goes; rotations make the rest a triangle again."""
        del self.r[0], self.images[0]
        for i, column in enumerate(self.r):
            a, b = column[i], column[i + 1]
            size = math.hypot(a, b)
            c, s = a / size, b / size
            for other in self.r[i:]:
                upper, lower = other[i], other[i + 1]
                other[i], other[i + 1] = c * upper + s * lower, c * lower - s * upper
            first, second = self.q[i], self.q[i + 1]
            self.q[i], self.q[i + 1] = c * first + s * second, c * second - s * first
            column.pop()  # below the diagonal, now 0
        self.q.pop()

    def dependent(self) -> bool:
        """Whether the differences can no longer be told apart."""
        sizes = [abs(column[-1]) for column in self.r]
        return max(sizes) > LARGEST_CONDITION * min(sizes)

    def shares(self, f: Floats) -> list[float]:
        """How much of every difference cancels a residual best."""
        right = [dot(q, f) for q in self.q]
        for k in range(len(right) - 1, -1, -1):
            right[k] /= self.r[k][k]
            for i in range(k):
                right[i] -= self.r[k][i] * right[k]
        return right


def dot(a: Floats, b: Floats) -> float:
    """Scalar product, without threads."""
    return float(np.einsum("i,i->", a, b))
