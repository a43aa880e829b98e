"""Right-hand sides ``x' = F(t, x)`` with their derivatives, at many states at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from catena.errors import InputError
from catena.numerics.arrays import Floats
from catena.periodic.methods.steppers import GAUSS_NODES

Rates = Callable[[float, Floats], Floats]
"""x' from t and x; x is (d,), or (d, k) with states as columns."""
MARCH_TOLERANCE = 1e-8
"""Of running forward, relative to the sizes of the states."""
MARCH_EVALUATIONS = 50_000
"""Calls of the function in one period after which running forward is given up."""
PERTURBATION = 1e-5
"""Size of the differences that give dF/dx, relative to the states."""


def by_radau(
    rate: Rates, start: Floats, period: float, **how: Any
) -> tuple[Any, int] | None:
    """The motion over one period by an implicit method, and how many calls it took.

    None where it breaks off or takes too many; ``how`` are options of scipy's solver.
    """
    from scipy.integrate import solve_ivp  # slow to import

    used = 0

    def counted(t: float, x: Floats) -> Floats:
        nonlocal used
        used += 1
        if used > MARCH_EVALUATIONS:
            raise TimeoutError
        return rate(t, x)

    try:
        with np.errstate(all="ignore"):
            run = solve_ivp(counted, (0.0, period), start, method="Radau", **how)
    except (TimeoutError, ValueError, FloatingPointError, np.linalg.LinAlgError):
        return None
    return (run, used) if run.success else None


@runtime_checkable
class TangentRates(Protocol):
    """Rates that know their derivative, such as `TransmissionRates`."""

    def tangents(self, times: Floats, states: Floats) -> tuple[Floats, Floats]:
        """F (m, d) and dF/dx (m, d, d) at m times, each with its state (m, d)."""


@runtime_checkable
class MarchingRates(Protocol):
    """Rates that can also be run forward quickly, period after period."""

    def march(
        self, start: Floats, scale: Floats, period: float, steps: int
    ) -> tuple[Floats, Floats, int]:
        """States (m + 1, d), slopes (m, 3, d) over one period, linearised steps."""


def takes_columns(rates: Rates, start: Floats) -> bool:
    """Whether a function gives for states as columns what it gives one by one."""
    aside = 0.01 * (np.abs(start).max() or 1.0)
    states = np.stack([start + aside, start - 2.0 * aside], axis=1)
    alone = [np.asarray(rates(0.0, x.copy()), dtype=float) for x in states.T]
    if alone[0].shape != start.shape:
        raise InputError(
            f"rates: returned shape {alone[0].shape} for a state of shape "
            f"{start.shape}; expected the same shape"
        )
    try:
        together = np.asarray(rates(0.0, states), dtype=float)
    except (TypeError, ValueError, IndexError):  # written for one state
        return False
    expected = np.stack(alone, axis=1)
    return together.shape == expected.shape and bool(
        np.allclose(together, expected, rtol=1e-12, atol=0.0, equal_nan=True)
    )


class DifferencedRates:
    """A user's function; its derivative comes from central differences."""

    def __init__(self, rates: Rates, scale: Floats, columns: bool) -> None:
        self.rates, self.scale, self.columns = rates, scale, columns

    def rate(self, t: float, states: Floats) -> Floats:
        """F for states as columns (d, k)."""
        if self.columns:
            value = np.asarray(self.rates(t, states), dtype=float)
        else:
            value = np.stack(
                [np.asarray(self.rates(t, x), dtype=float) for x in states.T], axis=1
            )
        if value.shape != states.shape:
            raise InputError(
                f"rates: returned shape {value.shape} for states of shape "
                f"{states.shape}; expected the same shape"
            )
        return value

    def march(
        self, start: Floats, scale: Floats, period: float, steps: int
    ) -> tuple[Floats, Floats, int]:
        """States (m + 1, d), slopes (m, 3, d) over one period, and what it took.

        Three calls of the function count as one linearised step; 0 when it broke off.
        """
        found = by_radau(
            lambda t, x: self.rate(t, x[:, None])[:, 0], start, period,
            dense_output=True, rtol=MARCH_TOLERANCE, atol=MARCH_TOLERANCE * scale,
        )  # fmt: skip
        if found is None:
            return np.empty((0, len(start))), np.empty((0, 3, len(start))), 0
        run, used = found
        ends = np.linspace(0.0, period, steps + 1)
        nodes = np.add.outer(ends[:-1], (period / steps) * np.array(GAUSS_NODES))
        between = run.sol(nodes.ravel()).T
        places = zip(nodes.ravel(), between, strict=True)
        slopes = [self.rate(t, x[:, None])[:, 0] for t, x in places]
        k = np.array(slopes).reshape(steps, 3, -1)
        return run.sol(ends).T.copy(), k, used // 3 + steps

    def tangents(self, times: Floats, states: Floats) -> tuple[Floats, Floats]:
        """F (m, d) and dF/dx (m, d, d) at m times, each with its state (m, d)."""
        m, d = states.shape
        size = PERTURBATION * self.scale
        F, J = np.empty((m, d)), np.empty((m, d, d))
        aside = np.hstack([np.zeros((d, 1)), np.diag(size), -np.diag(size)])
        for s in range(m):
            found = self.rate(float(times[s]), states[s][:, None] + aside)
            F[s] = found[:, 0]
            J[s] = (found[:, 1 : d + 1] - found[:, d + 1 :]) / (2.0 * size)
        return F, J
