"""Differences of energies, which forces are compared with."""

from collections.abc import Callable

import numpy as np


def downhill(
    energy: Callable[[np.ndarray], float], q: np.ndarray, step: float = 1e-6
) -> np.ndarray:
    """Minus the gradient of an energy by central differences."""
    slope = np.zeros_like(q)
    for place in np.ndindex(q.shape):
        ahead, behind = q.copy(), q.copy()
        ahead[place] += step
        behind[place] -= step
        slope[place] = (energy(behind) - energy(ahead)) / (2.0 * step)
    return slope
