"""Friction of the pins of a spatial chain: moments about their axes, in boxes.

Strands of sticking pins are also solved at once (`catena.solvers.strands`); who slides
is decided by the sweeps alone.
"""

from __future__ import annotations

import math

from catena.bodies.spatial_inverse import link_answer
from catena.codes import FrictionLaw
from catena.couplings.bushing import AXIS, BOUND, FRICTION
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.worst import worse
from catena.solvers.strands import strand_gains
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
        change = worse(change, relax_pin(system, work, more, i, law))
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
    for i in range(n):
        more.pin[i].pivot = 0.0
        if not pin[i].bound > 0.0 or not (soft or abs(pin[i].P) < pin[i].bound):
            continue
        s, g = _slip(system, work, i), pin[i].g
        if soft:
            s, g = s + pin[i].P / pin[i].slip, g + 1.0 / pin[i].slip
        more.pin[i].pivot, more.pin[i].rest = g, s
        before = i - 1 if i > 0 else n - 1
        if pin[before].bound > 0.0:
            more.pin[i].meeting = _meeting(system, work, more, before, i)
    strand_gains(pin, first)
    for i in range(n):
        if pin[i].rest == 0.0:
            continue
        P = pin[i].P + pin[i].rest
        if not soft:
            P = min(max(P, -pin[i].bound), pin[i].bound)
        _push_pin(system, work, more, i, P - pin[i].P)
        more.pin[i].P = P
