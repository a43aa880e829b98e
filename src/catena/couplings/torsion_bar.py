"""Torsion bar: spring and damper between the angles of two bodies."""

from __future__ import annotations

from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.couplings import TorsionBars


@kernel
def add_torsion_bars(
    bars: TorsionBars, q: Floats, u: Floats, h: Floats, h_damping: Floats
) -> None:
    """Add the moments k (angle - rest) + d angle' of every bar to both bodies."""
    for i in range(bars.body_a.size):
        a = 3 * bars.body_a[i] + 2
        b = 3 * bars.body_b[i] + 2
        drag = bars.damping[i] * (u[b] - u[a])
        twist = bars.stiffness[i] * (q[b] - q[a] - bars.rest[i]) + drag
        h[a] += twist
        h[b] -= twist
        h_damping[a] += drag
        h_damping[b] -= drag


def torsion_potential(bars: TorsionBars, q: Floats) -> Floats:
    """Energy stored in each bar [J]."""
    twist = q[3 * bars.body_b + 2] - q[3 * bars.body_a + 2] - bars.rest
    return 0.5 * bars.stiffness * twist**2


def torsion_moments(bars: TorsionBars, q: Floats, u: Floats) -> Floats:
    """Moment k (angle - rest) + d angle' with which each bar turns its body a [N m]."""
    a, b = 3 * bars.body_a + 2, 3 * bars.body_b + 2
    moments: Floats = bars.stiffness * (q[b] - q[a] - bars.rest)
    return moments + bars.damping * (u[b] - u[a])
