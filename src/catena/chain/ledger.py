"""Where the energy goes: each force times the mean velocity of its step.

With a constant mass matrix the kinetic energy changes in a step by exactly this, so
that the ledger closes up to the elastic forces, which stay bounded.
"""

from __future__ import annotations

from catena.chain.tables import (
    AN,
    AT,
    BEARING,
    BN,
    BT,
    COUNT,
    DEPTH,
    ELASTIC,
    ENERGY,
    FORCE,
    HALF,
    HD,
    HR,
    INERTIA,
    J_INV,
    JM,
    JV,
    LINK,
    LX,
    LY,
    M_INV,
    MR,
    MW,
    MX,
    MY,
    NX,
    NY,
    OM,
    ROTOR,
    SLIDE,
    TURNING,
    VX,
    VY,
    C,
    Laws,
    Loss,
    S,
    State,
    System,
    Turning,
    W,
    Work,
    X,
    Y,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def book(
    laws: Laws,
    sprockets: int,
    own: Floats,
    rotor: Floats,
    rotor_code: Ints,
    q: Floats,
    turn: Floats,
    loss: Floats,
    h: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> None:
    """Add the losses and works of one step."""
    for k in range(q.shape[1]):
        h[MX, k] = 0.5 * (h[MX, k] + q[VX, k])
        h[MY, k] = 0.5 * (h[MY, k] + q[VY, k])
        h[MW, k] = 0.5 * (h[MW, k] + q[W, k])
    _book_joints(own, loss, h, dt)
    _book_contacts(laws, sprockets, turn, loss, h, torque, touch, pair, count, dt)
    _book_rotors(sprockets, rotor, rotor_code, turn, loss, torque, dt)


@kernel
def _book_joints(own: Floats, loss: Floats, h: Floats, dt: float) -> None:
    """Damping and friction of the joints."""
    damping, friction = 0.0, 0.0
    a = h.shape[1] - 1
    for b in range(h.shape[1]):
        v_x = (
            h[MX, b]
            + own[HALF, b] * h[S, b] * h[MW, b]
            - h[MX, a]
            + own[HALF, a] * h[S, a] * h[MW, a]
        )
        v_y = (
            h[MY, b]
            - own[HALF, b] * h[C, b] * h[MW, b]
            - h[MY, a]
            - own[HALF, a] * h[C, a] * h[MW, a]
        )
        damping += h[LX, b] * v_x + h[LY, b] * v_y
        friction += (h[JM, b] + h[JV, b]) * (h[MW, b] - h[MW, a])
        a = b
    loss[Loss.JOINT_DAMPING] += dt * damping
    loss[Loss.JOINT_FRICTION] += dt * friction


@kernel
def _book_contacts(
    laws: Laws,
    sprockets: int,
    turn: Floats,
    loss: Floats,
    h: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> None:
    """Damping and friction of all contacts."""
    for i in range(count):
        k, r = pair[LINK, i], pair[ROTOR, i]
        om = 0.5 * (torque[MR, r] + turn[OM, r])
        n_x, n_y = touch[NX, i], touch[NY, i]
        rate = n_x * h[MX, k] + n_y * h[MY, k] + h[MW, k] * touch[AN, i]
        rate -= om * touch[BN, i]
        slip = n_x * h[MY, k] - n_y * h[MX, k] + h[MW, k] * touch[AT, i]
        slip -= om * touch[BT, i]
        at_tooth = r < sprockets
        stiffness = laws.k_tooth if at_tooth else laws.k_rail
        damped = -(touch[FORCE, i] - stiffness * touch[DEPTH, i]) * rate
        first = Loss.TOOTH_DAMPING if at_tooth else Loss.RAIL_DAMPING
        loss[first] += dt * damped
        loss[first + 1] += dt * touch[SLIDE, i] * slip


@kernel
def _book_rotors(
    sprockets: int,
    rotor: Floats,
    rotor_code: Ints,
    turn: Floats,
    loss: Floats,
    torque: Floats,
    dt: float,
) -> None:
    """Bearings, drives, loads and tensioners."""
    for r in range(rotor.shape[1]):
        om = 0.5 * (torque[MR, r] + turn[OM, r])
        if rotor_code[TURNING, r] == Turning.SPEED:
            gain = rotor[INERTIA, r] * (turn[OM, r] - torque[MR, r]) / dt
            torque[HD, r] = gain - torque[HR, r] + rotor[BEARING, r] * om
            loss[Loss.BEARING] += dt * rotor[BEARING, r] * om * om
        elif rotor_code[TURNING, r] == Turning.TORQUE:
            loss[Loss.BEARING] += dt * rotor[BEARING, r] * torque[MR, r] * om
        if r < sprockets:
            turn[ENERGY, r] += dt * torque[HD, r] * om
        else:
            loss[Loss.TENSIONER] -= dt * torque[HD, r] * om


@kernel
def stored_energy(system: System, state: State, work: Work) -> float:
    """Kinetic, elastic and potential energy at the end of the last step [J]."""
    q, h, own, turn, rotor, touch, pair = (
        state.link,
        work.link,
        system.link,
        state.rotor,
        system.rotor,
        work.touch,
        work.pair,
    )
    laws = system.laws
    total = 0.0
    for k in range(q.shape[1]):
        m = 1.0 / own[M_INV, k]
        total += 0.5 * m * (q[VX, k] ** 2 + q[VY, k] ** 2)
        total += 0.5 * q[W, k] ** 2 / own[J_INV, k] + h[ELASTIC, k]
        total -= m * (laws.gravity_x * q[X, k] + laws.gravity_y * q[Y, k])
    for r in range(rotor.shape[1]):
        total += 0.5 * rotor[INERTIA, r] * turn[OM, r] ** 2
    for i in range(work.counter[COUNT]):
        at_tooth = pair[ROTOR, i] < system.wheel.shape[1]
        stiffness = laws.k_tooth if at_tooth else laws.k_rail
        total += 0.5 * stiffness * touch[DEPTH, i] ** 2
    return total
