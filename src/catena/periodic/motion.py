"""Right-hand sides ``x' = F(t, x)`` with their derivatives, at many states at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np

from catena.errors import InputError
from catena.periodic.arrays import Floats

Motion = Callable[[float, Floats], Floats]
"""x' from t and x; x is (d,), or (d, k) with states as columns."""
PERTURBATION = 1e-5
"""Size of the differences that give dF/dx, relative to the states."""


@runtime_checkable
class TangentMotion(Protocol):
    """A motion that knows its derivative, such as `TransmissionMotion`."""

    def tangents(self, times: Floats, states: Floats) -> tuple[Floats, Floats]:
        """F (m, d) and dF/dx (m, d, d) at m times, each with its state (m, d)."""


@runtime_checkable
class MarchingMotion(Protocol):
    """A motion that can also be run forward quickly, period after period."""

    def march(
        self, start: Floats, scale: Floats, period: float, steps: int
    ) -> tuple[Floats, Floats, int]:
        """States (m + 1, d), slopes (m, 3, d) over one period, linearised steps."""


class DifferencedMotion:
    """A user's function; its derivative comes from central differences."""

    def __init__(self, motion: Motion, scale: Floats, columns: bool) -> None:
        self.motion, self.scale, self.columns = motion, scale, columns

    def rate(self, t: float, states: Floats) -> Floats:
        """F for states as columns (d, k)."""
        if self.columns:
            value = np.asarray(self.motion(t, states), dtype=float)
        else:
            value = np.stack(
                [np.asarray(self.motion(t, x), dtype=float) for x in states.T], axis=1
            )
        if value.shape != states.shape:
            raise InputError(
                f"motion: returned shape {value.shape} for states of shape "
                f"{states.shape}; expected the same shape"
            )
        return value

    def tangents(self, times: Floats, states: Floats) -> tuple[Floats, Floats]:
        """F (m, d) and dF/dx (m, d, d) at m times, each with its state (m, d)."""
        m, d = states.shape
        size = PERTURBATION * self.scale
        F, J = np.empty((m, d)), np.empty((m, d, d))
        aside = np.hstack([np.zeros((d, 1)), np.diag(size), -np.diag(size)])
        for s in range(m):
            rates = self.rate(float(times[s]), states[s][:, None] + aside)
            F[s] = rates[:, 0]
            J[s] = (rates[:, 1 : d + 1] - rates[:, d + 1 :]) / (2.0 * size)
        return F, J
