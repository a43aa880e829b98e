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

from catena.bodies.spatial_inverse import side_answer
from catena.codes import FrictionLaw
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.space import Vector
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
        largest = worse(largest, bound * more.pin[i].over)
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
    p, b, turn = system.joint[i].pin, system.joint[i].bush, more.turn
    if p < 0 or b < 0:
        return
    z = _axis(work, i)
    u = side_answer(work.inverse, p, (0.0, z[0], z[1]))
    turn[i, 0], turn[i, 4] = work.inverse[b, 1], -work.inverse[p, 1] * z[2]
    for a in range(3):
        turn[i, 1 + a] = -u[a]
    g = turn[i, 0] - z[0] * turn[i, 2] - z[1] * turn[i, 3] - z[2] * turn[i, 4]
    more.pin[i].hold, more.pin[i].g = 1.0 / g, g


@inline_kernel
def _axis(work: SpatialWork, i: int) -> Vector:
    """The axis of a bush along the axes of the pin link."""
    return work.joint[i].row_x[2], work.joint[i].row_y[2], work.joint[i].row_z[2]


@inline_kernel
def _push_pin(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, P: float
) -> None:
    p, b = system.joint[i].pin, system.joint[i].bush
    if p < 0 or b < 0:
        return
    work.rhs_link[b, 5] += more.turn[i, 0] * P
    for a in range(4):
        work.rhs_link[p, 2 + a] += more.turn[i, 1 + a] * P
    size = abs(P) * more.pin[i].over
    more.stirred[p] += size
    more.stirred[b] += size


@inline_kernel
def pin_speed(work: SpatialWork, i: int, p: int, b: int, u: Floats) -> float:
    """Turning speed of bush link b on pin link p [rad/s], with velocities u."""
    z = _axis(work, i)
    return float(u[b, 5] - (z[0] * u[p, 3] + z[1] * u[p, 4] + z[2] * u[p, 5]))


@inline_kernel
def _slip(system: SpatialChain, work: SpatialWork, i: int) -> float:
    """Turning speed of a bush on its pin [rad/s]."""
    p, b = system.joint[i].pin, system.joint[i].bush
    if p < 0 or b < 0:
        return 0.0
    return pin_speed(work, i, p, b, work.rhs_link)


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
    p, b = system.joint[i].pin, system.joint[i].bush
    if more.pin[i].bound <= 0.0 or p < 0 or b < 0:
        return 0.0
    old = more.pin[i].P
    P = _relaxed(more, i, _slip(system, work, i), law)
    more.pin[i].P = P
    _push_pin(system, work, more, i, P - old)
    more.pressed[p], more.pressed[b] = 1, 1
    return float(abs(P - old) * more.pin[i].over)


@inline_kernel
def _meeting(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, i: int, k: int
) -> float:
    """Slip of pin i per impulse of the next pin k, on the link both turn."""
    b, turn, z = system.joint[i].bush, more.turn, _axis(work, i)
    shared = b if b == k else system.joint[i].pin  # joint k joins link k and the next
    on_bush = system.joint[k].bush == shared
    # an impulse turns the bush forwards and the pin back
    if b == shared:
        return float(turn[k, 0] if on_bush else turn[k, 4])
    if on_bush:
        return float(-z[2] * turn[k, 0])
    return float(-z[0] * turn[k, 2] - z[1] * turn[k, 3] - z[2] * turn[k, 4])


@lean_kernel
def solve_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int, limit: float
) -> float:
    """Relax all pins, solve strands that stick then; the largest change left [N s].

    Both only where a change of the limit is left.
    """
    _read_speeds(system, work, more)
    change = _left_over(more, law)
    if not change < limit:
        _sweep_pins(more, law)
        _solve_sticking_pins(more, law)
        # what strands have stopped may have pushed others beyond their bounds
        change = _left_over(more, law)
    if not change < limit:
        change = _sweep_pins(more, law)
    _push_pins(system, work, more)
    return change


@lean_kernel
def relax_pins(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, law: int
) -> None:
    """Relax once more the pins of links that their contacts have moved since."""
    for i in range(more.pin.size):
        p, b = system.joint[i].pin, system.joint[i].bush
        if more.pin[i].bound <= 0.0 or p < 0 or b < 0:
            continue
        if more.pressed[p] + more.pressed[b] > 0:
            P = _relaxed(more, i, _slip(system, work, i), law)
            _push_pin(system, work, more, i, P - more.pin[i].P)
            more.pin[i].P = P


@inline_kernel
def _read_speeds(system: SpatialChain, work: SpatialWork, more: ExplicitWork) -> None:
    """Turning speeds of all pins, which know their impulses."""
    for i in range(more.pin.size):
        more.pressed[i] = 0
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
def _left_over(more: ExplicitWork, law: int) -> float:
    """The largest change that the law of a pin alone would ask for [N s]."""
    change = 0.0
    for i in range(more.pin.size):
        if more.pin[i].bound > 0.0:
            P = _relaxed(more, i, more.pin[i].s, law)
            change = worse(change, abs(P - more.pin[i].P) * more.pin[i].over)
    return change


@inline_kernel
def _turn(more: ExplicitWork, i: int, P: float) -> None:
    """Turning speeds of a pin and its neighbours after an impulse."""
    n = more.pin.size
    before, behind = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
    more.pin[before].s += more.pin[i].meeting * P
    more.pin[i].s += P * more.pin[i].g
    more.pin[behind].s += more.pin[behind].meeting * P


@lean_kernel
def _sweep_pins(more: ExplicitWork, law: int) -> float:
    """Relax all pins by their turning speeds; the largest change [N s].

    Every other pin first, then those between: neighbours wait for each other, these
    do not.
    """
    change = 0.0
    for half in range(2):
        for i in range(half, more.pin.size, 2):
            if more.pin[i].bound > 0.0:
                old = more.pin[i].P
                P = _relaxed(more, i, more.pin[i].s, law)
                more.pin[i].P = P
                _turn(more, i, P - old)
                change = worse(change, abs(P - old) * more.pin[i].over)
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
            pin[i].pivot, pin[i].rest = pin[i].g, pin[i].s
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
