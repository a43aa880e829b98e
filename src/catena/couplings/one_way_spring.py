"""Spring behind a one-way clutch: a decoupler pulley.

The clutch carries moment in one sense only; in the other it overruns, and the spring
stays unwound. ``slipped`` is how far it has overrun: the spring is wound by the angle
of a ahead of b less that.
"""

from __future__ import annotations

from catena.jit import inline_kernel, kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

ONE_WAY_SPRING = record(
    a=int,  # velocity that drives, and the angle of the same number
    b=int,  # velocity that is driven
    slot=int,  # place of the overrun in the memory
    group=int,  # of the ledger
    sense=float,  # +1 where a drives b counter-clockwise
    k=float,  # stiffness [N m/rad]
    d=float,  # damping [N m s/rad]
)


@inline_kernel
def wound(springs: Rows, i: int, q: Floats, slipped: Floats) -> float:
    """How far a spring is wound in the sense in which it carries [rad]."""
    twist = springs[i].sense * (q[springs[i].a] - q[springs[i].b])
    return float(twist - slipped[springs[i].slot])


@kernel
def add_one_way_springs(
    springs: Rows, q: Floats, u: Floats, h: Floats, slipped: Floats
) -> None:
    """Moments of all springs; clutches overrun where the spring would pull back."""
    for i in range(springs.size):
        a, b, sense, slot = (
            springs[i].a,
            springs[i].b,
            springs[i].sense,
            springs[i].slot,
        )
        twist = wound(springs, i, q, slipped)
        if twist < 0.0:  # overruns
            slipped[slot] += twist
            twist = 0.0
        moment = springs[i].k * twist + springs[i].d * sense * (u[a] - u[b])
        if moment > 0.0 and twist > 0.0:
            h[a] -= sense * moment
            h[b] += sense * moment


@kernel
def book_one_way_springs(
    springs: Rows,
    q: Floats,
    old: Floats,
    mean: Floats,
    slipped: Floats,
    loss: Floats,
    dt: float,
) -> None:
    """Loss of the dampers: what the moment took beyond the spring."""
    for i in range(springs.size):
        a, b, sense = springs[i].a, springs[i].b, springs[i].sense
        twist = wound(springs, i, q, slipped)
        elastic = springs[i].k * twist
        moment = elastic + springs[i].d * sense * (old[a] - old[b])
        carried = max(moment, 0.0) if twist > 0.0 else 0.0
        rate = sense * (mean[a] - mean[b])
        loss[springs[i].group, Cause.VISCOUS] += dt * (carried - elastic) * rate


@kernel
def one_way_spring_energy(springs: Rows, q: Floats, slipped: Floats) -> float:
    """Stored in all springs [J]."""
    total = 0.0
    for i in range(springs.size):
        twist = max(wound(springs, i, q, slipped), 0.0)
        total += 0.5 * springs[i].k * twist * twist
    return total
