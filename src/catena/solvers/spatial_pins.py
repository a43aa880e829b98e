"""Friction of the pins of a spatial chain: moments about their axes, in boxes.

A pin turns two neighbouring links, so that its friction meets that of the pins before
and behind alone. In a straight strand nearly all of them stick, and sweeps from pin to
pin pass a change on by one joint at a time: they would need as many sweeps as the
square of the links that stick together. Strands of sticking pins are therefore also
solved at once (`solvers.strands`); who slides is decided by the sweeps alone.
Both go over turning speeds of the pins; links learn of the impulses at the end.
"""

from __future__ import annotations

from catena.codes import FrictionLaw
from catena.couplings.bushing_directions import in_turn
from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.laws.boxed_friction import boxed_impulse
from catena.numerics.arrays import Floats, Ints
from catena.numerics.space import symmetric_product
from catena.numerics.strips import (
    Five,
    Six,
    Three,
    Two,
    five_strips,
    six_strips,
    three_strips,
    total,
    two_strips,
    worst,
)
from catena.numerics.worst import worse
from catena.solvers.spatial_work import ExplicitWork, PinRows
from catena.solvers.strands import strand_gains
from catena.tables.spatial import (
    SpatialState,
    SpatialWork,
)


@lean_kernel
def start_pins(
    state: SpatialState, work: SpatialWork, more: ExplicitWork, dt: float
) -> float:
    """Answers, bounds and first impulses of all pins; the largest bound [N s]."""
    pin, save = more.pin, work.joint
    n, sizes = pin.P.size, work.sums.T[0]
    kept = state.friction[state.friction.shape[0] - n :, 0]
    _load_pins(
        dt, save.bound, save.rubbing, pin.over, kept,
        (pin.bound, pin.slip, pin.P, pin.pushed), sizes,
    )  # fmt: skip
    largest = worst(sizes)
    if not largest == 0.0:
        axis, turn = _axes(work), five_strips(more.turn)
        _fill_answers(
            work.first, axis, two_strips(work.inverse, 0), six_strips(work.inverse, 2),
            turn, (pin.g, pin.hold),
        )  # fmt: skip
        _fill_meetings(work.first, axis, turn, pin.bound, pin.meeting)
        _push_all(work, more, pin.P)
    return largest


@strip_kernel
def _load_pins(
    dt: float,
    bounds: Floats,
    rubbing: Floats,
    over: Floats,
    kept: Floats,
    out: tuple[Floats, Floats, Floats, Floats],
    sizes: Floats,
) -> None:
    """Bounds of the step, and as much of the last impulses as they allow."""
    bound, slip, P, pushed = out
    for i in range(over.size):
        b = dt * bounds[i]
        bound[i], slip[i], sizes[i] = b, dt * rubbing[i], b * over[i]
        # the load may have fallen since
        P[i] = min(max(kept[i], -b), b) if b > 0.0 else 0.0
        pushed[i] = 0.0


@strip_kernel
def _fill_answers(
    first: Ints, axis: Three, plane: Two, M: Six, turn: Five, out: Two
) -> None:
    """Velocities of bush and pin link per moment about the axis of the bush.

    The bush link turns about its own z axis and nothing else.
    """
    n = first.size
    for i in range(n - 1):
        _fill_answer(first, axis, plane, M, turn, out, i, i + 1)
    _fill_answer(first, axis, plane, M, turn, out, n - 1, 0)


@inline_kernel
def _fill_answer(
    first: Ints, axis: Three, plane: Two, M: Six, turn: Five, out: Two, i: int, k: int
) -> None:
    mine, x, y, z = first[i] > 0, axis[0][i], axis[1][i], axis[2][i]
    block = (
        in_turn(M[0], i, k, mine)[0], in_turn(M[1], i, k, mine)[0],
        in_turn(M[2], i, k, mine)[0], in_turn(M[3], i, k, mine)[0],
        in_turn(M[4], i, k, mine)[0], in_turn(M[5], i, k, mine)[0],
    )  # fmt: skip
    u = symmetric_product(block, (0.0, x, y))
    spin = in_turn(plane[1], i, k, mine)
    on_bush, on_pin = spin[1], -spin[0] * z
    turn[0][i], turn[1][i], turn[2][i] = on_bush, -u[0], -u[1]
    turn[3][i], turn[4][i] = -u[2], on_pin
    g = on_bush + x * u[1] + y * u[2] - z * on_pin
    out[0][i], out[1][i] = g, 1.0 / g


@strip_kernel
def _fill_meetings(
    first: Ints, axis: Three, turn: Five, bound: Floats, meeting: Floats
) -> None:
    """Slip of each pin per impulse of the next, on the link both turn."""
    n = first.size
    _fill_meeting(first, axis, turn, bound, meeting, n - 1, 0)
    for i in range(n - 1):
        _fill_meeting(first, axis, turn, bound, meeting, i, i + 1)


@inline_kernel
def _fill_meeting(
    first: Ints, axis: Three, turn: Five, bound: Floats, meeting: Floats, i: int, k: int
) -> None:
    """Of pin i and the next, k: both act on link k.

    An impulse turns the bush forwards and the pin back.
    """
    x, y, z = axis[0][i], axis[1][i], axis[2][i]
    on_bush, on_pin = turn[0][k], turn[4][k]
    as_bush = on_pin if first[k] > 0 else on_bush
    as_pin = -x * turn[2][k] - y * turn[3][k] - z * on_pin
    as_pin = as_pin if first[k] > 0 else -z * on_bush
    met = as_bush if first[i] > 0 else as_pin
    both = bound[i] > 0.0 and bound[k] > 0.0
    meeting[k] = met if both else 0.0


@inline_kernel
def _axes(work: SpatialWork) -> Three:
    """The axes of the bushes along those of the pin links."""
    row = work.joint.row.T
    return row[2], row[5], row[8]


@inline_kernel
def pin_speed(work: SpatialWork, i: int, u: Floats) -> float:
    """Turning speed of the bush link of joint i on its pin link, with velocities u."""
    k, row = i + 1 if i + 1 < u.shape[0] else 0, work.joint.row
    p, b = (i, k) if work.first[i] > 0 else (k, i)
    if p < 0 or b < 0:  # tells the compiler that no index counts from the end
        return 0.0
    about = row[i, 2] * u[p, 3] + row[i, 5] * u[p, 4] + row[i, 8] * u[p, 5]
    return float(u[b, 5] - about)


@lean_kernel
def fill_pin_speeds(work: SpatialWork, u: Floats, speeds: Floats) -> None:
    """Turning speeds of all pins with velocities u [rad/s]."""
    _fill_speeds(work.first, _axes(work), three_strips(u, 3), speeds)


@strip_kernel
def _fill_speeds(first: Ints, axis: Three, w: Three, speeds: Floats) -> None:
    n = first.size
    for i in range(n - 1):
        speeds[i] = _speed(first, axis, w, i, i + 1)
    speeds[n - 1] = _speed(first, axis, w, n - 1, 0)


@inline_kernel
def _speed(first: Ints, axis: Three, w: Three, i: int, k: int) -> float:
    mine = first[i] > 0
    x, y = in_turn(w[0], i, k, mine)[0], in_turn(w[1], i, k, mine)[0]
    z = in_turn(w[2], i, k, mine)
    return float(z[1] - (axis[0][i] * x + axis[1][i] * y + axis[2][i] * z[0]))


@lean_kernel
def _push_all(work: SpatialWork, more: ExplicitWork, P: Floats) -> None:
    """Links get the impulses of all pins."""
    turn, rhs = five_strips(more.turn), work.rhs_link.T
    _push_axis(work.first, turn[1], P, rhs[2])
    _push_axis(work.first, turn[2], P, rhs[3])
    _push_axis(work.first, turn[3], P, rhs[4])
    _push_spin(work.first, turn[0], turn[4], P, rhs[5])


@strip_kernel
def _push_axis(first: Ints, on_pin: Floats, P: Floats, rhs: Floats) -> None:
    """What pin links get: link k of joint k or of the one before."""
    n = P.size
    _push_on(first, on_pin, P, rhs, n - 1, 0)
    for i in range(n - 1):
        _push_on(first, on_pin, P, rhs, i, i + 1)


@inline_kernel
def _push_on(
    first: Ints, on_pin: Floats, P: Floats, rhs: Floats, i: int, k: int
) -> None:
    own, other = on_pin[k] * P[k], on_pin[i] * P[i]
    rhs[k] += (own if first[k] > 0 else 0.0) + (0.0 if first[i] > 0 else other)


@strip_kernel
def _push_spin(
    first: Ints, on_bush: Floats, on_pin: Floats, P: Floats, rhs: Floats
) -> None:
    """The same about z, which bush links get too."""
    n = P.size
    _spin_on(first, on_bush, on_pin, P, rhs, n - 1, 0)
    for i in range(n - 1):
        _spin_on(first, on_bush, on_pin, P, rhs, i, i + 1)


@inline_kernel
def _spin_on(
    first: Ints, on_bush: Floats, on_pin: Floats, P: Floats, rhs: Floats, i: int, k: int
) -> None:
    p, b = on_pin[k], on_bush[k]
    own = p if first[k] > 0 else b
    p, b = on_pin[i], on_bush[i]
    other = b if first[i] > 0 else p
    rhs[k] += own * P[k] + other * P[i]


@inline_kernel
def _push_pin(work: SpatialWork, more: ExplicitWork, i: int, P: float) -> None:
    """Links get an impulse of one pin."""
    k = i + 1 if i + 1 < more.pin.P.size else 0
    p, b = (i, k) if work.first[i] > 0 else (k, i)
    if p < 0 or b < 0:
        return
    work.rhs_link[b, 5] += more.turn[i, 0] * P
    for a in range(4):
        work.rhs_link[p, 2 + a] += more.turn[i, 1 + a] * P
    size = abs(P) * more.pin.over[i]
    more.stirred[p] += size
    more.stirred[b] += size


@inline_kernel
def _relaxed_pin(pin: PinRows, i: int, s: float, law: int) -> float:
    """The impulse of a pin by its law, at this turning speed."""
    return boxed_impulse(law, pin.bound[i], pin.slip[i], pin.P[i], pin.hold[i], s)


@inline_kernel
def relax_pin(work: SpatialWork, more: ExplicitWork, i: int, law: int) -> float:
    """Bring the friction of one pin in line with its law; the change [N s]."""
    if more.pin.bound[i] <= 0.0:
        return 0.0
    old = more.pin.P[i]
    P = _relaxed_pin(more.pin, i, pin_speed(work, i, work.rhs_link), law)
    more.pin.P[i] = P
    _push_pin(work, more, i, P - old)
    more.pressed[i], more.pressed[i + 1 if i + 1 < more.pressed.size else 0] = 1, 1
    return float(abs(P - old) * more.pin.over[i])


@lean_kernel
def solve_pins(work: SpatialWork, more: ExplicitWork, law: int, limit: float) -> float:
    """Relax all pins, solve strands that stick then; the largest change left [N s].

    Both only where a change of the limit is left; 0 where none is.
    """
    pin = more.pin
    fill_pin_speeds(work, work.rhs_link, pin.s)
    for i in range(more.pressed.size):
        more.pressed[i] = 0
    pins, kept = (pin.bound, pin.over), (pin.slip, pin.P)
    if _count_unsolved(law, limit, pins, kept, pin.hold, pin.s) == 0:
        return 0.0
    for i in range(pin.P.size):
        pin.pushed[i] = pin.P[i]
    _sweep_pins(pin, law)
    _solve_sticking_pins(pin, law)
    change = 0.0
    # what strands have stopped may have pushed others beyond their bounds
    if _count_unsolved(law, limit, pins, kept, pin.hold, pin.s) > 0:
        change = _sweep_pins(pin, law)
    _take_changes(pin.P, pin.pushed, pin.over, pin.change, more.stirred)
    _push_all(work, more, pin.change)
    return change


@strip_kernel
def _take_changes(
    P: Floats, pushed: Floats, over: Floats, change: Floats, stirred: Floats
) -> None:
    """What links have to learn, and how much it stirs each of them."""
    n = P.size
    for i in range(n):
        change[i] = P[i] - pushed[i]
    stirred[0] += abs(change[n - 1]) * over[n - 1]
    for i in range(n - 1):
        stirred[i + 1] += abs(change[i]) * over[i]
    for i in range(n):
        stirred[i] += abs(change[i]) * over[i]


@lean_kernel
def relax_pins(work: SpatialWork, more: ExplicitWork, law: int) -> None:
    """Relax once more the pins of links that their contacts have moved since."""
    pin, n = more.pin, more.pin.P.size
    for i in range(n):
        k = i + 1 if i + 1 < n else 0
        if more.pressed[i] + more.pressed[k] > 0 and not pin.bound[i] <= 0.0:
            P = _relaxed_pin(pin, i, pin_speed(work, i, work.rhs_link), law)
            _push_pin(work, more, i, P - pin.P[i])
            pin.P[i] = P


@strip_kernel
def _count_unsolved(
    law: int, limit: float, pins: Two, kept: Two, hold: Floats, s: Floats
) -> int:
    """How many pins their law alone would change by the limit."""
    (bound, over), (slip, old), count = pins, kept, 0
    for i in range(s.size):
        P = boxed_impulse(law, bound[i], slip[i], old[i], hold[i], s[i])
        # "not smaller", so that NaN is never solved
        quiet = abs(P - old[i]) * over[i] < limit
        count += int(not (quiet or bound[i] <= 0.0))
    return count


@lean_kernel
def _sweep_pins(pin: PinRows, law: int) -> float:
    """Relax all pins by their turning speeds; the largest change [N s].

    Every other pin first, then those between: neighbours wait for each other, these
    do not.
    """
    most, sizes = 0.0, pin.rest
    for colour in range(2 + pin.P.size % 2):
        _change_pins(
            (law, colour), pin.colour, (pin.bound, pin.slip), pin.hold,
            (pin.over, pin.s), pin.P, pin.change, sizes,
        )  # fmt: skip
        most = worse(most, worst(sizes))
        _turn_pins(pin.g, pin.meeting, pin.change, pin.s)
    return most


@strip_kernel
def _change_pins(
    how: tuple[int, int],
    colour: Ints,
    limits: Two,
    hold: Floats,
    pins: Two,
    P: Floats,
    change: Floats,
    sizes: Floats,
) -> None:
    (law, own), (bound, slip), (over, s) = how, limits, pins
    for i in range(P.size):
        old = P[i]
        x = boxed_impulse(law, bound[i], slip[i], old, hold[i], s[i])
        here = colour[i] == own and not bound[i] <= 0.0
        x = x if here else old
        P[i], change[i], sizes[i] = x, x - old, abs(x - old) * over[i]


@strip_kernel
def _turn_pins(g: Floats, meeting: Floats, change: Floats, s: Floats) -> None:
    """Turning speeds of pins and their neighbours after changes of impulses."""
    n = s.size
    for i in range(n):
        s[i] += g[i] * change[i]
    s[0] += meeting[0] * change[n - 1]
    for i in range(n - 1):
        s[i + 1] += meeting[i + 1] * change[i]
    for i in range(n - 1):
        s[i] += meeting[i + 1] * change[i + 1]
    s[n - 1] += meeting[0] * change[0]


@lean_kernel
def _solve_sticking_pins(pin: PinRows, law: int) -> None:
    """Stop the slip of every strand of pins within their bounds, all at once.

    Pins at their bounds keep their impulses, and so does one where all of them stick:
    the same moment in all joints of a closed chain turns nothing. The softened law has
    no bounds, its secant adds to the slip; the pin that slides most is left to sweeps.
    """
    first, soft, n = 0, law == FrictionLaw.REGULARISED, pin.P.size
    for i in range(n):
        sticks = pin.bound[i] > 0.0 if soft else abs(pin.P[i]) < pin.bound[i]
        if pin.slip[i] < pin.slip[first] if soft else not sticks:
            first = i
        pin.pivot[i] = 0.0
        if sticks:
            pin.pivot[i], pin.rest[i] = pin.g[i], pin.s[i]
            if soft:  # s + P / slip = 0 is the law at the end of the step
                pin.pivot[i] += 1.0 / pin.slip[i]
                pin.rest[i] += pin.P[i] / pin.slip[i]
    strand_gains(pin, first)
    _take_gains(int(soft), pin.bound, pin.rest, pin.P, pin.change)
    _turn_pins(pin.g, pin.meeting, pin.change, pin.s)


@strip_kernel
def _take_gains(
    soft: int, bound: Floats, gain: Floats, P: Floats, change: Floats
) -> None:
    """Impulses that stop strands, as far as bounds allow."""
    for i in range(P.size):
        old, b = P[i], bound[i]
        x = old + gain[i]
        x = x if soft > 0 else min(max(x, -b), b)
        x = x if b > 0.0 else old
        P[i], change[i] = x, x - old


@lean_kernel
def book_pins(state: SpatialState, work: SpatialWork, more: ExplicitWork) -> None:
    """Losses of pins, by the mean of their old and new turning speeds."""
    before, sums = more.pin.s, two_strips(work.sums, 0)
    fill_pin_speeds(work, work.old_link, before)
    fill_pin_speeds(work, work.rhs_link, sums[0])
    _wear(more.pin.P, before, sums[0], sums[1], state.wear)
    state.loss[1] += total(sums[1])


@strip_kernel
def _wear(P: Floats, old: Floats, new: Floats, worn: Floats, wear: Floats) -> None:
    for i in range(P.size):
        worn[i] = -0.5 * P[i] * (old[i] + new[i])
        wear[i] += worn[i]
