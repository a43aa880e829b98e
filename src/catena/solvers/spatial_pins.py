"""Friction of the pins of a spatial chain: moments about their axes, in boxes.

A pin turns two neighbouring links, so that its friction meets that of the pins before
and behind alone. In a straight strand nearly all of them stick, and sweeps from pin to
pin pass a change on by one joint at a time: they would need as many sweeps as the
square of the links that stick together. Strands of sticking pins are therefore also
solved at once (`solvers.strands`); who slides is decided by the sweeps alone.
Both go over turning speeds of the pins; links learn of the impulses at the end.
"""

from __future__ import annotations

import math

from catena.bodies.spatial_inverse import link_answer
from catena.codes import FrictionLaw
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
        bound = dt * work.joint[i].bound
        more.pin[i].bound, more.pin[i].slip = bound, dt * work.joint[i].rubbing
        more.pin[i].P = 0.0
        if bound <= 0.0:
            continue
        largest = worse(largest, bound / system.joint[i].pin_radius)
        _fill_pin(system, work, more, i)
        P = min(max(state.friction[first + i, 0], -bound), bound)
        more.pin[i].P = P
        _push_pin(system, work, more, i, P)
    if largest > 0.0:
        for i in range(system.joint.size):
            before = i - 1 if i > 0 else system.joint.size - 1
            more.pin[i].meeting = 0.0
            if more.pin[i].bound > 0.0 and more.pin[before].bound > 0.0:
                more.pin[i].meeting = _meeting(system, work, more, before, i)
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
    along = save[i].axis
    axis = 0.0, 0.0, 0.0, along[0], along[1], along[2]
    on_pin = link_answer(work.R, more.inverse, p, axis)
    g, eased = 0.0, more.inverse[b, 1]
    for a in range(3):
        turn[i, a] = axis[3 + a] * eased
        turn[i, 3 + a], turn[i, 6 + a] = -on_pin[a], -on_pin[3 + a]
        g += axis[3 + a] * (turn[i, a] + on_pin[3 + a])
    more.pin[i].hold = 1.0 / g


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
        s += save[i].axis[a] * (work.rhs_link[b, 3 + a] - work.rhs_link[p, 3 + a])
    return s


@inline_kernel
def _relaxed(more: ExplicitWork, i: int, s: float, law: int) -> float:
    """The impulse of a pin by its law, at a turning speed that has the present one."""
    bound, old, hold = more.pin[i].bound, more.pin[i].P, more.pin[i].hold
    if law == FrictionLaw.REGULARISED:
        c = more.pin[i].slip
        return float(-c * (s * hold - old) / (hold + c))
    if law == FrictionLaw.COULOMB_DISC:
        return float(min(max(old - s * hold, -bound), bound))
    return math.nan


@inline_kernel
def relax_pin(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, law: int
) -> float:
    """Bring the friction of one pin in line with its law; the change [N s]."""
    if more.pin[i].bound <= 0.0:
        return 0.0
    old = more.pin[i].P
    P = _relaxed(more, i, _slip(system, work, i), law)
    more.pin[i].P = P
    _push_pin(system, work, more, i, P - old)
    return float(abs(P - old) / system.joint[i].pin_radius)


@inline_kernel
def _meeting(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, k: int
) -> float:
    """Slip of pin i per impulse of the next pin k, on the link both turn."""
    b, save, g = system.joint[i].bush, work.joint, 0.0
    shared = b if b == k else system.joint[i].pin  # joint k joins link k and the next
    at = 0 if system.joint[k].bush == shared else 6
    for a in range(3):
        g += save[i].axis[a] * more.turn[k, at + a]
    # an impulse turns the bush forwards and the pin back
    return g if b == shared else -g


@lean_kernel
def solve_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int, limit: float
) -> float:
    """Relax all pins, solve strands that stick then; the largest change left [N s].

    Both only where a change of the limit is left.
    """
    _read_speeds(system, work, more)
    change = _left_over(system, more, law)
    if not change < limit:
        _sweep_pins(system, more, law)
        _solve_sticking_pins(more, law)
        # what strands have stopped may have pushed others beyond their bounds
        change = _left_over(system, more, law)
    if not change < limit:
        change = _sweep_pins(system, more, law)
    _push_pins(system, work, more)
    return change


@lean_kernel
def relax_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int
) -> None:
    """Relax all pins once."""
    _read_speeds(system, work, more)
    _sweep_pins(system, more, law)
    _push_pins(system, work, more)


@inline_kernel
def _read_speeds(system: SpatialChain, work: SpatialWork, more: ExplicitWork) -> None:
    """Turning speeds of all pins, which know their impulses."""
    for i in range(more.pin.size):
        if more.pin[i].bound > 0.0:
            more.pin[i].s, more.pin[i].pushed = _slip(system, work, i), more.pin[i].P


@inline_kernel
def _push_pins(system: SpatialChain, work: SpatialWork, more: ExplicitWork) -> None:
    """Links learn of what has changed."""
    for i in range(more.pin.size):
        P = more.pin[i].P - more.pin[i].pushed
        if more.pin[i].bound > 0.0 and P != 0.0:
            _push_pin(system, work, more, i, P)


@lean_kernel
def _left_over(system: SpatialChain, more: ExplicitWork, law: int) -> float:
    """The largest change that the law of a pin alone would ask for [N s]."""
    change = 0.0
    for i in range(more.pin.size):
        if more.pin[i].bound > 0.0:
            P = _relaxed(more, i, more.pin[i].s, law)
            change = worse(change, abs(P - more.pin[i].P) / system.joint[i].pin_radius)
    return change


@inline_kernel
def _turn(more: ExplicitWork, i: int, P: float) -> None:
    """Turning speeds of a pin and its neighbours after an impulse."""
    n = more.pin.size
    before, behind = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
    more.pin[before].s += more.pin[i].meeting * P
    more.pin[i].s += P / more.pin[i].hold
    more.pin[behind].s += more.pin[behind].meeting * P


@lean_kernel
def _sweep_pins(system: SpatialChain, more: ExplicitWork, law: int) -> float:
    """Relax all pins by their turning speeds; the largest change [N s]."""
    change = 0.0
    for i in range(more.pin.size):
        if more.pin[i].bound > 0.0:
            old = more.pin[i].P
            P = _relaxed(more, i, more.pin[i].s, law)
            more.pin[i].P = P
            _turn(more, i, P - old)
            change = worse(change, abs(P - old) / system.joint[i].pin_radius)
    return change


@lean_kernel
def _solve_sticking_pins(more: ExplicitWork, law: int) -> None:
    """Stop the slip of every strand of pins within their bounds, all at once.

    Pins at their bounds keep their impulses, and so does one where all of them stick:
    the same moment in all joints of a closed chain turns nothing. The softened law has
    no bounds, its secant adds to the slip; the pin that slides most is left to sweeps.
    """
    pin, first, soft = more.pin, 0, law == FrictionLaw.REGULARISED
    for i in range(pin.size):
        sticks = pin[i].bound > 0.0 if soft else abs(pin[i].P) < pin[i].bound
        if pin[i].slip < pin[first].slip if soft else not sticks:
            first = i
        pin[i].pivot = 0.0
        if sticks:
            pin[i].pivot, pin[i].rest = 1.0 / pin[i].hold, pin[i].s
            if soft:  # s + P / slip = 0 is the law at the end of the step
                pin[i].pivot += 1.0 / pin[i].slip
                pin[i].rest += pin[i].P / pin[i].slip
    strand_gains(pin, first)
    for i in range(pin.size):
        if pin[i].rest == 0.0 or not pin[i].bound > 0.0:
            continue
        P = pin[i].P + pin[i].rest
        if not soft:
            P = min(max(P, -pin[i].bound), pin[i].bound)
        _turn(more, i, P - pin[i].P)
        pin[i].P = P
