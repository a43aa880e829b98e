"""A span of a running belt between two points: a travelling string or beam.

    rho A (w'' + 2 v w'_x + v^2 w_xx) - T w_xx + EI w_xxxx = 0,   w = 0 at both ends

in the shapes sin(k pi x / L) (a beam is pinned at its ends). Matter comes in at one end
and goes out at the other: C is purely gyroscopic, and the stiffness falls with v^2.

Source: Sack 1954; Mahalingam 1957, (8) of [KimJohnson1993] for the string.
"""

from __future__ import annotations

import numpy as np

from catena.dynamics.linearisation import Linearisation
from catena.errors import SpecError
from catena.numerics.arrays import Floats


def travelling_span(
    length: float,
    tension: float,
    mass_per_length: float,
    speed: float,
    bending_stiffness: float = 0.0,
    shapes: int = 40,
) -> Linearisation:
    """The span as a linearisation, for `modes`.

    Args:
        length: Between the supports [m].
        tension: As a dynamometer at rest with the matter would show it [N].
        mass_per_length: [kg/m]
        speed: [m/s]
        bending_stiffness: [N m^2]
        shapes: How many sines; halves the error about every doubling.
    """
    given = {"length": length, "tension": tension, "mass_per_length": mass_per_length}
    for name, value in given.items():
        if not value > 0.0:
            raise SpecError.at(f"span.{name}", value, "expected a value above 0")
    k = np.arange(1.0, shapes + 1.0)
    wave = k * np.pi / length
    mass = 0.5 * mass_per_length * length
    M = mass * np.eye(shapes)
    pull = tension - mass_per_length * speed**2
    K = np.diag(0.5 * length * (pull * wave**2 + bending_stiffness * wave**4))
    C = 2.0 * mass_per_length * speed * _slopes(k)
    none = np.zeros((0, shapes))
    names = tuple(f"span.sine[{i + 1}]" for i in range(shapes))
    return Linearisation(names, M, C, K, none, np.zeros(0), np.zeros_like(K))


def _slopes(k: Floats) -> Floats:
    """Integral of sin(i x) d/dx sin(j x): 2 i j / (i^2 - j^2) where i + j is odd."""
    i, j = k[:, None], k[None, :]
    odd = (i + j) % 2 == 1
    below = np.where(odd, i * i - j * j, 1.0)
    return np.asarray(np.where(odd, 2.0 * i * j / below, 0.0))
