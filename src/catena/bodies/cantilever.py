"""A slender beam clamped at one end, in bending.

Source: Euler-Bernoulli beam, cubic Hermite elements with consistent masses; the
textbook element matrices. Deflection w and turn of every node but the clamped one.

Limits: small deflections, no shear, no tension. With n elements the first frequency,
3.5160 sqrt(EI / (m L^3)), is met to 5e-3 (n = 1), 5e-4 (n = 2), 4e-5 (n = 4).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from catena.bodies.body_model import BodyModel, Matrices
from catena.numerics.statement import number, statement


@statement
class Cantilever(BodyModel):
    """A leaf spring or arm: a slender beam, clamped at one end."""

    length: float = number(
        "How far the free tip stands out of the clamp.",
        "m", positive=True, example="0.2 m",
    )  # fmt: skip
    bending_stiffness: float = number(
        "E I, the bending moment per curvature.",
        "N m^2", positive=True, example="2.9 N m^2",
    )  # fmt: skip
    mass: float = number(
        "Of the whole beam, even along it.",
        "kg", positive=True, example="80 g",
    )  # fmt: skip
    elements: int = number(
        "Into how many pieces it is cut; each gives the coordinates w and turn at its "
        "end, such as w_1, turn_1.",
        default=4, whole=True, low=1.0, high=20.0, example=4,
    )  # fmt: skip
    damping_time: float = number(
        "Damping in proportion to the stiffness, as a time: twice the damping ratio of "
        "a mode over its circular frequency.",
        "s", default=0.0, example="10 us",
    )  # fmt: skip

    word: ClassVar[str] = "cantilever"
    chosen: ClassVar[str] = "a slender beam in bending, clamped at one end"

    def matrices(self) -> Matrices:
        """Of all nodes but the clamped one."""
        n, a = self.elements, self.length / self.elements
        M, K = np.zeros((2, 2 * n + 2, 2 * n + 2))
        for e in range(n):
            own = slice(2 * e, 2 * e + 4)
            M[own, own] += self.mass / n / 420.0 * _inertia(a)
            K[own, own] += self.bending_stiffness / a**3 * _bending(a)
        names = [f"{word}_{k + 1}" for k in range(n) for word in ("w", "turn")]
        free = slice(2, None)
        stiffness = K[free, free]
        damping = self.damping_time * stiffness
        return Matrices(tuple(names), M[free, free], stiffness, damping)


def _inertia(a: float) -> np.ndarray:
    """Consistent mass of an element of length a, over m / 420."""
    return np.array([
        [156.0, 22.0 * a, 54.0, -13.0 * a],
        [22.0 * a, 4.0 * a * a, 13.0 * a, -3.0 * a * a],
        [54.0, 13.0 * a, 156.0, -22.0 * a],
        [-13.0 * a, -3.0 * a * a, -22.0 * a, 4.0 * a * a],
    ])  # fmt: skip


def _bending(a: float) -> np.ndarray:
    """Stiffness of an element of length a, over EI / a^3."""
    return np.array([
        [12.0, 6.0 * a, -12.0, 6.0 * a],
        [6.0 * a, 4.0 * a * a, -6.0 * a, 2.0 * a * a],
        [-12.0, -6.0 * a, 12.0, -6.0 * a],
        [6.0 * a, 2.0 * a * a, -6.0 * a, 4.0 * a * a],
    ])  # fmt: skip
