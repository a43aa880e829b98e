"""Friction of the pins of a spatial chain: moments about their axes, in boxes.

A pin turns two neighbouring links, so that its friction meets that of the pins before
and behind alone. In a straight strand nearly all of them stick, and sweeps from pin to
pin pass a change on by one joint at a time: they would need as many sweeps as the
square of the links that stick together. Strands of sticking pins are therefore also
solved at once, as a tridiagonal system; who slides is decided by the sweeps alone.
"""

from __future__ import annotations

import math

from catena.bodies.spatial_inverse import link_answer
from catena.codes import FrictionLaw
from catena.couplings.bushing import AXIS, BOUND, FRICTION
from catena.jit import inline_kernel, lean_kernel
from catena.tables.spatial import (
    ExplicitWork,
    SpatialChain,
    SpatialState,
    SpatialWork,
)


@lean_kernel
def start_pins(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
) -> float:
    """Answers, bounds and first impulses of all pins; the largest bound [N s]."""
    largest, first = 0.0, state.friction.shape[0] - system.joint.size
    for i in range(system.joint.size):
        bound = dt * work.joint[i, BOUND]
        more.pin[i].bound, more.pin[i].slip = bound, dt * work.joint[i, FRICTION]
        more.pin[i].P = 0.0
        if bound <= 0.0:
            continue
        largest = max(largest, bound / system.joint[i].pin_radius)
        _fill_pin(system, work, more, i)
        P = min(max(state.friction[first + i, 0], -bound), bound)
        more.pin[i].P = P
        _push_pin(system, work, more, i, P)
    return largest


@inline_kernel
def _fill_pin(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int
) -> None:
    """Velocities of bush and pin link per moment about the axis of the bush.

    The bush link turns about its own z axis and nothing else.
    """
    p, b, save, turn = system.joint[i].pin, system.joint[i].bush, work.joint, more.turn
    if p < 0 or b < 0:
        return
    axis = 0.0, 0.0, 0.0, save[i, AXIS], save[i, AXIS + 1], save[i, AXIS + 2]
    on_pin = link_answer(work.R, more.inverse, p, axis)
    g, eased = 0.0, more.inverse[b, 1]
    for a in range(3):
        turn[i, a] = axis[3 + a] * eased
        turn[i, 3 + a], turn[i, 6 + a] = -on_pin[a], -on_pin[3 + a]
        g += axis[3 + a] * (turn[i, a] + on_pin[3 + a])
    more.pin[i].g = g


@inline_kernel
def _push_pin(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, P: float
) -> None:
    p, b = system.joint[i].pin, system.joint[i].bush
    if p < 0 or b < 0:
        return
    for a in range(3):
        work.rhs_link[b, 3 + a] += more.turn[i, a] * P
    for a in range(6):
        work.rhs_link[p, a] += more.turn[i, 3 + a] * P


@inline_kernel
def _slip(system: SpatialChain, work: SpatialWork, i: int) -> float:
    """Turning speed of a bush on its pin [rad/s]."""
    p, b, save, s = system.joint[i].pin, system.joint[i].bush, work.joint, 0.0
    if p < 0 or b < 0:
        return s
    for a in range(3):
        s += save[i, AXIS + a] * (work.rhs_link[b, 3 + a] - work.rhs_link[p, 3 + a])
    return s


@inline_kernel
def relax_pin(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, law: int
) -> float:
    """Bring the friction of one pin in line with its law; the change [N s]."""
    bound, old, g = more.pin[i].bound, more.pin[i].P, more.pin[i].g
    if bound <= 0.0:
        return 0.0
    s = _slip(system, work, i)
    if law == FrictionLaw.REGULARISED:
        c = more.pin[i].slip
        P = -c * (s - g * old) / (1.0 + c * g)
    elif law == FrictionLaw.COULOMB_DISC:
        P = min(max(old - s / g, -bound), bound)
    else:
        return math.nan
    more.pin[i].P = P
    _push_pin(system, work, more, i, P - old)
    return float(abs(P - old) / system.joint[i].pin_radius)


@lean_kernel
def sweep_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int
) -> float:
    """Relax all pins, one after the other; the largest change [N s]."""
    change = 0.0
    for i in range(system.joint.size):
        change = max(change, relax_pin(system, work, more, i, law))
    return change


@inline_kernel
def _meeting(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, k: int
) -> float:
    """Slip of pin i per impulse of the next pin k, on the link both turn."""
    b, save, g = system.joint[i].bush, work.joint, 0.0
    shared = b if b == k else system.joint[i].pin  # joint k joins link k and the next
    at = 0 if system.joint[k].bush == shared else 6
    for a in range(3):
        g += save[i, AXIS + a] * more.turn[k, at + a]
    return g if b == shared else -g


@lean_kernel
def solve_sticking_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int
) -> None:
    """Stop the slip of every strand of pins within their bounds, all at once.

    Pins at their bounds keep their impulses, and so does one where all of them stick:
    the same moment in all joints of a closed chain turns nothing. The softened law has
    no bounds, its secant adds to the slip; the pin that slides most is left to sweeps.
    """
    n, pin, first = system.joint.size, more.pin, 0
    soft = law == FrictionLaw.REGULARISED
    for i in range(n):
        if soft and pin[i].slip < pin[first].slip:
            first = i
        elif not soft and not abs(pin[i].P) < pin[i].bound:
            first = i
    pivot, rest = 0.0, 0.0
    for far in range(n):  # forwards from a pin outside any strand
        i = (first + far) % n
        before = i - 1 if i > 0 else n - 1
        loose = pin[i].bound > 0.0 and (soft or abs(pin[i].P) < pin[i].bound)
        if i == first or not loose:
            pivot = 0.0
            more.pin[i].pivot = 0.0
            continue
        s, g = _slip(system, work, i), pin[i].g
        if soft:
            s, g = s + pin[i].P / pin[i].slip, g + 1.0 / pin[i].slip
        more.pin[i].meeting = 0.0
        if pivot > 0.0:
            meeting = _meeting(system, work, more, before, i)
            more.pin[i].meeting = meeting
            g -= meeting * meeting / pivot
            s -= meeting * rest / pivot
        pivot, rest = g, s
        more.pin[i].pivot, more.pin[i].rest = pivot, rest
    gain = 0.0
    for far in range(n - 1, 0, -1):  # and back
        i = (first + far) % n
        if not pin[i].pivot > 0.0:
            gain = 0.0
            continue
        behind = i + 1 if i + 1 < n else 0
        gain = -(pin[i].rest + pin[behind].meeting * gain) / pin[i].pivot
        P = pin[i].P + gain
        if not soft:
            P = min(max(P, -pin[i].bound), pin[i].bound)
        _push_pin(system, work, more, i, P - pin[i].P)
        more.pin[i].P = P
