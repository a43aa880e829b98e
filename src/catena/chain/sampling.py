"""The present state of a chain as one row of samples."""

from __future__ import annotations

import math

from catena.chain.bearings import axis_motion, gravity_offset, sum_contact_forces
from catena.chain.ledger import stored_energy
from catena.chain.samples import (
    PEAK_CONTACT,
    PEAK_DEPTH,
    PEAK_JOINT,
    PIN_X,
    PIN_Y,
    PISTON,
    PRESSURE,
    R_ANGLE,
    R_AXIS_X,
    R_AXIS_Y,
    R_CLIMB,
    R_FORCE_X,
    R_FORCE_Y,
    R_REACTION,
    R_SPEED,
    R_TORQUE,
    R_WORK,
    RAIL_FORCE,
    STORED,
    TENSION,
    TIME,
    TOOTH_FORCE,
    Samples,
)  # fmt: skip
from catena.chain.tables import (
    A_DAMP,
    A_INV,
    A_STIFF,
    BEARING,
    BN,
    BT,
    COUNT,
    ENERGY,
    FORCE,
    G_MASS,
    HALF,
    HB,
    HD,
    HR,
    HUX,
    HUY,
    INERTIA,
    JX,
    JY,
    MOST_DEPTH,
    MOST_FORCE,
    NX,
    NY,
    OFF_X,
    OFF_Y,
    OM,
    PEAK,
    PHI,
    PUSH_X,
    PUSH_Y,
    R_PITCH,
    RAIL_SUM,
    ROTOR,
    SLOT,
    SUM_D,
    SUM_R,
    SUM_X,
    SUM_Y,
    TOOTH_SUM,
    C,
    Normal,
    S,
    State,
    System,
    Work,
    X,
    Y,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats


@kernel
def begin_sample(work: Work) -> None:
    """Forget the peaks and sums of the last interval."""
    work.link[PEAK, :] = 0.0
    work.extreme[MOST_FORCE] = 0.0
    work.link[TOOTH_SUM, :] = 0.0
    work.link[RAIL_SUM, :] = 0.0
    work.rotor[SUM_X, :] = 0.0
    work.rotor[SUM_Y, :] = 0.0
    work.rotor[SUM_R, :] = 0.0
    work.rotor[SUM_D, :] = 0.0


@kernel
def take_sample(
    system: System,
    state: State,
    work: Work,
    samples: Samples,
    row: int,
    interval: float,
) -> None:
    """Write the present state into one row, an interval [s] after the last.

    Forces of rigid contacts are impulses; their mean over the interval is taken.
    """
    sum_contact_forces(work.touch, work.pair, work.counter[COUNT], work.rotor)
    _take_links(system, state, work, samples.link[row])
    _take_rotors(system, state, work, samples.rotor[row])
    if system.laws.normal == Normal.RIGID:
        _take_means(work, samples.link[row], samples.rotor[row], interval)
        work.extreme[MOST_FORCE] = max(
            samples.link[row, TOOTH_FORCE].max(), samples.link[row, RAIL_FORCE].max()
        )
    _take_bearings(system, state, work, samples.rotor[row])
    total = samples.total[row]
    total[TIME] = state.t[0]
    total[STORED] = stored_energy(system, state, work)
    total[PEAK_JOINT] = math.sqrt(work.link[PEAK].max())
    total[PEAK_CONTACT] = work.extreme[MOST_FORCE]
    total[PEAK_DEPTH] = work.extreme[MOST_DEPTH]
    for g in range(state.pressure.size):
        samples.guide[row, PISTON, g] = work.piston[g]
        samples.guide[row, PRESSURE, g] = state.pressure[g]
    for i in range(state.loss.size):
        samples.loss[row, i] = state.loss[i]


@kernel
def _take_links(system: System, state: State, work: Work, link: Floats) -> None:
    """Tension, contact forces and joints of all links into one row."""
    n = state.link.shape[1]
    for k in range(n):
        ahead = k + 1 if k + 1 < n else 0
        c, s, half = work.link[C, k], work.link[S, k], system.link[HALF, k]
        pull_x = 0.5 * (work.link[JX, k] + work.link[JX, ahead])
        pull_y = 0.5 * (work.link[JY, k] + work.link[JY, ahead])
        link[TENSION, k] = c * pull_x + s * pull_y
        link[TOOTH_FORCE, k] = 0.0
        link[RAIL_FORCE, k] = 0.0
        link[PIN_X, k] = state.link[X, k] - half * c
        link[PIN_Y, k] = state.link[Y, k] - half * s
    for i in range(work.counter[COUNT]):
        at_tooth = work.pair[ROTOR, i] < system.wheel.shape[1]
        field = TOOTH_FORCE if at_tooth else RAIL_FORCE
        link[field, work.pair[SLOT, i] % n] += work.touch[FORCE, i]


@kernel
def _take_rotors(system: System, state: State, work: Work, rotor: Floats) -> None:
    """Motion, torques and forces of all rotors into one row; highest rollers.

    Only rollers between two others on the wheel can climb; those at its ends touch the
    tips while the strand brings or takes them.
    """
    for r in range(state.rotor.shape[1]):
        rotor[R_ANGLE, r] = state.rotor[PHI, r]
        rotor[R_SPEED, r] = state.rotor[OM, r]
        rotor[R_TORQUE, r] = work.rotor[HD, r]
        rotor[R_REACTION, r] = work.rotor[HR, r]
        rotor[R_WORK, r] = state.rotor[ENERGY, r]
        rotor[R_FORCE_X, r], rotor[R_FORCE_Y, r] = (
            work.rotor[HUX, r],
            work.rotor[HUY, r],
        )
        rotor[R_CLIMB, r] = 0.0
    pair = work.pair
    for i in range(1, work.counter[COUNT] - 1):
        r, slot = pair[ROTOR, i], pair[SLOT, i]
        pressed = r < system.wheel.shape[1] and work.touch[FORCE, i] > 0.0
        between = pair[ROTOR, i - 1] == r and pair[ROTOR, i + 1] == r
        between = between and pair[SLOT, i - 1] + 1 == slot == pair[SLOT, i + 1] - 1
        if pressed and between:
            height = _height_on_teeth(system, state, work.touch, i, r)
            rotor[R_CLIMB, r] = max(rotor[R_CLIMB, r], height)


@kernel
def _height_on_teeth(
    system: System, state: State, touch: Floats, i: int, r: int
) -> float:
    """How far the roller of a contact stands outside the pitch circle [m].

    Levers of the contact are about the rotor, heights about the centre of its teeth.
    """
    out, side = touch[BT, i] + system.laws.roller, -touch[BN, i]
    n_x, n_y = touch[NX, i], touch[NY, i]
    cos, sin = math.cos(state.rotor[PHI, r]), math.sin(state.rotor[PHI, r])
    off_x, off_y = system.rotor[OFF_X, r], system.rotor[OFF_Y, r]
    d_x = out * n_x - side * n_y - (cos * off_x - sin * off_y)
    d_y = out * n_y + side * n_x - (sin * off_x + cos * off_y)
    return float(math.hypot(d_x, d_y) - system.rotor[R_PITCH, r])


@kernel
def _take_means(work: Work, link: Floats, rotor: Floats, interval: float) -> None:
    """Mean forces and torques of rigid contacts since the last sample."""
    for k in range(link.shape[1]):
        link[TOOTH_FORCE, k] = work.link[TOOTH_SUM, k] / interval
        link[RAIL_FORCE, k] = work.link[RAIL_SUM, k] / interval
    for r in range(rotor.shape[1]):
        rotor[R_FORCE_X, r] = work.rotor[SUM_X, r] / interval
        rotor[R_FORCE_Y, r] = work.rotor[SUM_Y, r] / interval
        rotor[R_REACTION, r] = work.rotor[SUM_R, r] / interval
        rotor[R_TORQUE, r] = work.rotor[SUM_D, r] / interval


@kernel
def _take_bearings(system: System, state: State, work: Work, rotor: Floats) -> None:
    """What the bearings carry: springs of elastic ones, tensioners at pivots."""
    turn, base = state.rotor, system.wheel.shape[1]
    for r in range(rotor.shape[1]):
        if system.rotor[A_INV, r] > 0.0:
            k, d = system.rotor[A_STIFF, r], system.rotor[A_DAMP, r]
            a_x, a_y, v_x, v_y = axis_motion(system.rotor, turn, r)
            rotor[R_AXIS_X, r], rotor[R_AXIS_Y, r] = a_x, a_y
            rotor[R_FORCE_X, r], rotor[R_FORCE_Y, r] = (
                k * a_x + d * v_x,
                k * a_y + d * v_y,
            )
        elif system.rotor[G_MASS, r] > 0.0:
            _add_unbalance(system, state, work, rotor, r)
    for g in range(work.piston.size):
        r = base + g
        c, s = math.cos(turn[PHI, r]), math.sin(turn[PHI, r])
        x, y = system.rotor[PUSH_X, r], system.rotor[PUSH_Y, r]
        rotor[R_FORCE_X, r] += work.piston[g] * (c * x - s * y)
        rotor[R_FORCE_Y, r] += work.piston[g] * (s * x + c * y)


@kernel
def _add_unbalance(
    system: System, state: State, work: Work, rotor: Floats, r: int
) -> None:
    """Inertia force of a centre of gravity that turns about a rigid bearing."""
    own, om = system.rotor, state.rotor[OM, r]
    g_x, g_y = gravity_offset(own, state.rotor, r)
    speeding = 0.0
    if own[INERTIA, r] > 0.0:
        total = rotor[R_REACTION, r] + rotor[R_TORQUE, r] + work.rotor[HB, r]
        speeding = (total - own[BEARING, r] * om) / own[INERTIA, r]
    mass = own[G_MASS, r]
    rotor[R_FORCE_X, r] += mass * (om * om * g_x + speeding * g_y)
    rotor[R_FORCE_Y, r] += mass * (om * om * g_y - speeding * g_x)
