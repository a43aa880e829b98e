"""Where the energy goes: each force times the mean velocity of its step.

With a constant mass matrix the kinetic energy changes in a step by exactly this, so
that the ledger closes up to the elastic forces, which stay bounded.
"""

from __future__ import annotations

from catena.chain.bearings import axis_motion, gravity_offset
from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    AN,
    AT,
    B_END,
    B_STIFF,
    B_WHEEL,
    BEARING,
    BN,
    BT,
    COUNT,
    DEPTH,
    ELASTIC,
    ENERGY,
    FORCE,
    HA,
    HALF,
    HB,
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
    MUX,
    MUY,
    MW,
    MX,
    MY,
    NX,
    NY,
    OM,
    PHI,
    PRESS,
    ROTOR,
    SLIDE,
    TURNING,
    UVX,
    UVY,
    VX,
    VY,
    C,
    Laws,
    Loss,
    Normal,
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
from catena.laws.hertz import hertz_energy
from catena.laws.johnson import johnson_energy
from catena.numerics.arrays import Floats, Ints


@kernel
def book(
    laws: Laws,
    sprockets: int,
    guides: int,
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
    _book_joints(own, q, loss, h, dt)
    _book_rotors(sprockets, guides, rotor, rotor_code, turn, loss, torque, dt)
    if laws.floating:
        _book_bearings(rotor, turn, loss, torque, dt)
    _book_contacts(sprockets, loss, h, torque, touch, pair, count, dt)


@kernel
def _book_joints(own: Floats, q: Floats, loss: Floats, h: Floats, dt: float) -> None:
    """Damping and friction of the joints; leaves the mean velocities of the step."""
    damping, friction = 0.0, 0.0
    a = h.shape[1] - 1
    w_a = 0.5 * (h[MW, a] + q[W, a])
    front_x = 0.5 * (h[MX, a] + q[VX, a]) - own[HALF, a] * h[S, a] * w_a
    front_y = 0.5 * (h[MY, a] + q[VY, a]) + own[HALF, a] * h[C, a] * w_a
    for b in range(h.shape[1]):
        v_x, v_y = 0.5 * (h[MX, b] + q[VX, b]), 0.5 * (h[MY, b] + q[VY, b])
        w_b = 0.5 * (h[MW, b] + q[W, b])
        h[MX, b], h[MY, b], h[MW, b] = v_x, v_y, w_b
        turn_x, turn_y = own[HALF, b] * h[S, b] * w_b, own[HALF, b] * h[C, b] * w_b
        damping += h[LX, b] * (v_x + turn_x - front_x)
        damping += h[LY, b] * (v_y - turn_y - front_y)
        friction += (h[JM, b] + h[JV, b]) * (w_b - w_a)
        front_x, front_y, w_a = v_x - turn_x, v_y + turn_y, w_b
    loss[Loss.JOINT_DAMPING] += dt * damping
    loss[Loss.JOINT_FRICTION] += dt * friction


@kernel
def _book_contacts(
    sprockets: int,
    loss: Floats,
    h: Floats,
    torque: Floats,
    touch: Floats,
    pair: Ints,
    count: int,
    dt: float,
) -> None:
    """Damping and friction of all contacts, at the mean velocities of the step."""
    for i in range(count):
        k, r = pair[LINK, i], pair[ROTOR, i]
        om = torque[MR, r]
        n_x, n_y = touch[NX, i], touch[NY, i]
        v_x, v_y = h[MX, k] - torque[MUX, r], h[MY, k] - torque[MUY, r]
        rate = n_x * v_x + n_y * v_y + h[MW, k] * touch[AN, i]
        rate -= om * touch[BN, i]
        slip = n_x * v_y - n_y * v_x + h[MW, k] * touch[AT, i]
        slip -= om * touch[BT, i]
        first = Loss.TOOTH_DAMPING if r < sprockets else Loss.RAIL_DAMPING
        loss[first] += dt * (touch[PRESS, i] - touch[FORCE, i]) * rate
        loss[first + 1] += dt * touch[SLIDE, i] * slip


@kernel
def _book_rotors(
    sprockets: int,
    guides: int,
    rotor: Floats,
    rotor_code: Ints,
    turn: Floats,
    loss: Floats,
    torque: Floats,
    dt: float,
) -> None:
    """Bearings, drives, loads and tensioners; leaves the mean speed of the step."""
    for r in range(rotor.shape[1]):
        om = 0.5 * (torque[MR, r] + turn[OM, r])
        if rotor_code[TURNING, r] == Turning.SPEED:
            gain = rotor[INERTIA, r] * (turn[OM, r] - torque[MR, r]) / dt
            taken = torque[HR, r] + torque[HB, r] + torque[HA, r]
            taken -= rotor[BEARING, r] * om
            torque[HD, r] = gain - taken
            loss[Loss.BEARING] += dt * rotor[BEARING, r] * om * om
        elif rotor_code[TURNING, r] == Turning.TORQUE:
            loss[Loss.BEARING] += dt * rotor[BEARING, r] * torque[MR, r] * om
        if r < sprockets or r >= sprockets + guides:
            turn[ENERGY, r] += dt * torque[HD, r] * om
        else:
            loss[Loss.TENSIONER] -= dt * torque[HD, r] * om
        torque[MR, r] = om


@kernel
def _book_bearings(
    rotor: Floats, turn: Floats, loss: Floats, torque: Floats, dt: float
) -> None:
    """Damping of elastic bearings; leaves the mean velocity of the centre of gravity.

    The damper met the velocity of the axis before the step.
    """
    for r in range(rotor.shape[1]):
        v_x = 0.5 * (torque[MUX, r] + turn[UVX, r])
        v_y = 0.5 * (torque[MUY, r] + turn[UVY, r])
        if rotor[A_DAMP, r] > 0.0:
            g_x, g_y = gravity_offset(rotor, turn, r)
            om = torque[MR, r]
            before = 2.0 * om - turn[OM, r]
            rate_x = (torque[MUX, r] + before * g_y) * (v_x + om * g_y)
            rate_y = (torque[MUY, r] - before * g_x) * (v_y - om * g_x)
            loss[Loss.BEARING] += dt * rotor[A_DAMP, r] * (rate_x + rate_y)
        torque[MUX, r], torque[MUY, r] = v_x, v_y


@kernel
def book_bars(
    bar: Floats, bar_code: Ints, turn: Floats, loss: Floats, torque: Floats, dt: float
) -> None:
    """Damping of shafts, with the twist rate their torque was computed from."""
    for i in range(bar.shape[1]):
        wheel, end = bar_code[B_WHEEL, i], bar_code[B_END, i]
        twist = turn[PHI, end] - turn[PHI, wheel]
        damped = torque[HB, wheel] - bar[B_STIFF, i] * twist
        loss[Loss.SHAFT] += dt * damped * (torque[MR, end] - torque[MR, wheel])


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
        if rotor[A_INV, r] > 0.0:
            a_x, a_y, _, _ = axis_motion(rotor, turn, r)
            total += 0.5 * rotor[A_STIFF, r] * (a_x**2 + a_y**2)
            squared = turn[UVX, r] ** 2 + turn[UVY, r] ** 2
            total += 0.5 * squared / rotor[A_INV, r]
    for i in range(system.bar.shape[1]):
        wheel, end = system.bar_code[B_WHEEL, i], system.bar_code[B_END, i]
        total += 0.5 * system.bar[B_STIFF, i] * (turn[PHI, end] - turn[PHI, wheel]) ** 2
    contacts = 0 if laws.normal == Normal.RIGID else work.counter[COUNT]
    for i in range(contacts):
        at_tooth = pair[ROTOR, i] < system.wheel.shape[1]
        stiffness = laws.k_tooth if at_tooth else laws.k_rail
        if at_tooth and laws.normal == Normal.HERTZ:
            total += hertz_energy(-touch[DEPTH, i], laws.law_a, laws.law_b)
        elif at_tooth and laws.normal == Normal.JOHNSON:
            depth = touch[DEPTH, i]
            total += johnson_energy(-depth, laws.law_a, laws.law_b, laws.law_c)
        else:
            total += 0.5 * stiffness * touch[DEPTH, i] ** 2
    return total
