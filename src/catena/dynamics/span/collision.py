"""The collision of the engaging roller with the driver, as one jump of the speeds.

The contact impulse acts on link 1 and on the driver at the same point, so all it does
is a pair of moments -G on the driver and +G on link 1; neither the tooth form nor the
friction of the roller changes the speeds, they only turn G into forces.

Source: [KimJohnson1993] (2.33)-(2.51).
Deviation: (2.40) has lost a sign and (2.44) its primes; the impulse is counted so that
I_rho is positive.
"""

from __future__ import annotations

import math

from catena.dynamics.span.joints import (
    fill_accelerations,
    fill_directions,
    fill_mobility,
    fill_right_side,
    force_moment,
    solve_forces,
)
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.span import LAST, DriveKind, SpanSystem, SpanWork


@lean_kernel
def separation(system: SpanSystem, q: Floats) -> float:
    """Angle by which link 1 stands off its seat on the driver [rad], (2.33)."""
    return float(
        q[1] - q[0] + 0.5 * system.driver_pitch_angle + 0.5 * math.pi
    )  # (2.33)


@lean_kernel
def fill_response(
    system: SpanSystem, q: Floats, resting: Floats, n: int, work: SpanWork
) -> float:
    """Speeds that a unit moment pair causes, into the last row of ``u_rate``.

    ``resting`` is an array of zeros. Returns the impulse moment that holds a driver
    of prescribed speed (zero for a free one).
    """
    fill_directions(q, n, work)
    fill_mobility(system, n, work)
    for i in range(n + 2):
        work.body[i].torque = 0.0
    work.body[0].torque = -1.0
    work.body[1].torque = 1.0
    fill_right_side(system, resting, 0.0, n, work)
    solve_forces(n, work)
    fill_accelerations(system, 0.0, n, work, LAST)
    if system.drive_kind == DriveKind.SPEED:
        return 1.0 - force_moment(system, 0, n, work)
    return 0.0


@lean_kernel
def collision_moment(work: SpanWork, approach: float, restitution: float) -> float:
    """Moment impulse G of a collision [N m s], from (2.50)."""
    give = work.u_rate[LAST, 1] - work.u_rate[LAST, 0]
    return float(-(1.0 + restitution) * approach / give)  # (2.50)
