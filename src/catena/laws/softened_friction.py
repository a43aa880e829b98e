"""Friction that fades below a slip speed, as a force per slip speed.

Source: [Omar2016] (20), ``F = mu S N``, ``S = min(1, 2 xi - xi^2)``, ``xi = v / v_mu``.
Deviation: as printed S falls for xi > 1 and drives for xi > 2; here S = 1 from xi = 1
on, and the force opposes sliding. The secant ``S / v`` stays bounded at rest, so that
an implicit step is stable at any slip speed.
"""

from __future__ import annotations

from catena.jit import lean_kernel


@lean_kernel
def softened_share(speed: float, slip_speed: float) -> float:
    """Share S of the full friction over the slip speed [s/m], for a speed >= 0."""
    if speed < slip_speed:
        over = 1.0 / slip_speed  # one quotient, which waits for no speed
        return (2.0 - speed * over) * over  # (20)
    return 1.0 / speed
