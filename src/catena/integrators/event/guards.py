"""Guards of event-driven runs: what may happen next, and when it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catena.numerics.arrays import Floats

if TYPE_CHECKING:
    from scipy.integrate import DOP853


@dataclass(frozen=True)
class Guard:
    """A function of (t, q, u) whose falling through zero is an event."""

    value: Callable[[float, Floats, Floats], float]
    leaving: int = -1
    """The row whose normal force it is."""
    breaking: int = -1
    """The sticking row whose reserve of friction it is."""

    def at(self, t: float, y: Floats, n_u: int) -> float:
        """Its value at a state that begins with n_u coordinates and velocities."""
        return self.value(t, y[:n_u], y[n_u : 2 * n_u])


def first_root(
    watched: list[Guard], before: Floats, after: Floats, solver: DOP853, n_u: int
) -> tuple[float, Floats, int]:
    """Instant, state and number of the first guard that fell in the last step."""
    from scipy.optimize import brentq  # slow to import

    within, best = solver.dense_output(), (np.inf, -1)
    for k in np.flatnonzero((before >= 0.0) & (after <= 0.0)):

        def value(t: float, guard: Guard = watched[k]) -> float:
            return guard.at(t, within(t), n_u)

        root = solver.t_old if before[k] == 0.0 else solver.t
        if value(solver.t_old) > 0.0 > value(solver.t):
            root = float(brentq(value, solver.t_old, solver.t, xtol=1e-15))
        best = min(best, (root, int(k)))
    return best[0], np.asarray(within(best[0])), best[1]
