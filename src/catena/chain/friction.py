"""Set-valued friction of joints and contacts: impulses bounded by the load.

Projected Gauss-Seidel sweeps at the velocities of the end of the step; every row is
stuck or slides with its bound.

Source: [Pfeiffer1997] (7) as a time step; the bound mu F dt of a step is known, since
normal forces are elastic.
"""

from __future__ import annotations

import math

from catena.chain.tables import (
    A_INV,
    AT,
    BOUND,
    BT,
    CAPPED,
    COUNT,
    HR,
    J_INV,
    JM,
    JX,
    JY,
    LA,
    LINK,
    M_INV,
    MASS,
    NX,
    NY,
    OM,
    PAIR,
    R_INV,
    ROTOR,
    SLIDE,
    SLOT,
    SWEEPS,
    UVX,
    UVY,
    VX,
    VY,
    Laws,
    W,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def solve_friction(
    laws: Laws,
    own: Floats,
    rotor: Floats,
    q: Floats,
    turn: Floats,
    la_touch: Floats,
    h: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    dt: float,
) -> None:
    """Friction impulses of one step, from the last ones; velocities follow."""
    count = counter[COUNT]
    fill_joint_bounds(laws, h, dt)
    start_joints(own, q, h)
    _start_contacts(own, rotor, q, turn, la_touch, touch, pair, count, dt)
    limit = laws.tolerance * dt
    for sweep in range(laws.sweeps):
        change = _sweep_contacts(own, rotor, q, turn, touch, pair, count, dt)
        if laws.mu_pin > 0.0:
            change = max(change, sweep_joints(own, q, h) / laws.r_pin)
        counter[SWEEPS] += 1
        if change < limit:
            break
        if sweep == laws.sweeps - 1:
            counter[CAPPED] += 1
    _keep(q, la_touch, h, torque, touch, pair, count, dt)


@kernel
def fill_joint_bounds(laws: Laws, h: Floats, dt: float) -> None:
    """Largest friction impulse of each joint [N m s]."""
    reach = laws.mu_pin * laws.r_pin * dt
    for k in range(h.shape[1]):
        h[JM, k] = reach * math.sqrt(h[JX, k] ** 2 + h[JY, k] ** 2)


@kernel
def start_joints(own: Floats, q: Floats, h: Floats) -> None:
    """Apply the impulses of the last step, as far as the load still allows."""
    a = q.shape[1] - 1
    for b in range(q.shape[1]):
        P = min(max(q[LA, b], -h[JM, b]), h[JM, b])
        q[LA, b] = P
        q[W, a] += own[J_INV, a] * P
        q[W, b] -= own[J_INV, b] * P
        a = b


@kernel
def sweep_joints(own: Floats, q: Floats, h: Floats) -> float:
    """One pass over the joints; returns the largest change [N m s]."""
    change = 0.0
    a = q.shape[1] - 1
    for b in range(q.shape[1]):
        old = q[LA, b]
        P = old + (q[W, b] - q[W, a]) * own[PAIR, b]
        P = min(max(P, -h[JM, b]), h[JM, b])
        step = P - old
        q[LA, b] = P
        q[W, a] += own[J_INV, a] * step
        q[W, b] -= own[J_INV, b] * step
        change = max(change, abs(step))
        a = b
    return change


@kernel
def _push(
    q: Floats,
    own: Floats,
    turn: Floats,
    rotor: Floats,
    touch: Floats,
    k: int,
    r: int,
    i: int,
    P: float,
) -> None:
    """Apply a friction impulse against the tangent of contact i."""
    q[VX, k] += P * own[M_INV, k] * touch[NY, i]
    q[VY, k] -= P * own[M_INV, k] * touch[NX, i]
    q[W, k] -= P * own[J_INV, k] * touch[AT, i]
    turn[OM, r] += P * rotor[R_INV, r] * touch[BT, i]
    turn[UVX, r] -= P * rotor[A_INV, r] * touch[NY, i]
    turn[UVY, r] += P * rotor[A_INV, r] * touch[NX, i]


@kernel
def _start_contacts(
    own: Floats,
    rotor: Floats,
    q: Floats,
    turn: Floats,
    la_touch: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> None:
    """Masses of the contacts, and the impulses of the last step applied again."""
    for i in range(count):
        k, r = pair[LINK, i], pair[ROTOR, i]
        touch[MASS, i] = 1.0 / (
            own[M_INV, k]
            + rotor[A_INV, r]
            + own[J_INV, k] * touch[AT, i] ** 2
            + rotor[R_INV, r] * touch[BT, i] ** 2
        )
        bound = touch[BOUND, i] * dt
        P = min(max(la_touch[pair[SLOT, i]], -bound), bound)
        touch[SLIDE, i] = P
        _push(q, own, turn, rotor, touch, k, r, i, P)


@kernel
def _sweep_contacts(
    own: Floats,
    rotor: Floats,
    q: Floats,
    turn: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> float:
    """One pass over the contacts; returns the largest change [N s]."""
    change = 0.0
    for i in range(count):
        k, r = pair[LINK, i], pair[ROTOR, i]
        slip = (
            touch[NX, i] * (q[VY, k] - turn[UVY, r])
            - touch[NY, i] * (q[VX, k] - turn[UVX, r])
            + touch[AT, i] * q[W, k]
            - touch[BT, i] * turn[OM, r]
        )
        bound = touch[BOUND, i] * dt
        old = touch[SLIDE, i]
        P = min(max(old + slip * touch[MASS, i], -bound), bound)
        if P != old:
            touch[SLIDE, i] = P
            _push(q, own, turn, rotor, touch, k, r, i, P - old)
            change = max(change, abs(P - old))
    return change


@kernel
def _keep(
    q: Floats,
    la_touch: Floats,
    h: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> None:
    """Impulses as forces for the ledger and as warm start of the next step."""
    for i in range(count):
        la_touch[pair[SLOT, i]] = touch[SLIDE, i]
        touch[SLIDE, i] /= dt
        torque[HR, pair[ROTOR, i]] += touch[SLIDE, i] * touch[BT, i]
    for k in range(q.shape[1]):
        h[JM, k] = q[LA, k] / dt
