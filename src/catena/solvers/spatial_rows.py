"""Friction of a spatial chain by sweeps: contacts on discs, pins in boxes.

Normal forces of an explicit step are known before its friction, so every row has a
bound ``mu N dt``. Set-valued Coulomb friction is the projection on the disc of that
radius; the softened law is the secant ``P = -c s`` taken with the slip s at the end of
the step, so that any softening speed is stable. Rows start from the impulses of the
last step, kept by slot. Pins and bushes have files of their own.
"""

from __future__ import annotations

import math

from catena.bodies.spatial_inverse import side_answer
from catena.codes import FrictionLaw
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Ints
from catena.numerics.worst import worse
from catena.rows.disc import sliding_impulse
from catena.rows.spatial import link_rate, loss_group, new_rate
from catena.solvers.patches.waking import until_quiet
from catena.solvers.spatial_bushes import (
    LEFT_OUT,
    SLIGHT,
    book_bushes,
    keep_bushes,
    relax_bush,
    relax_bushes,
    start_bushes,
)
from catena.solvers.spatial_pins import (
    book_pins,
    relax_pin,
    relax_pins,
    solve_pins,
    start_pins,
)
from catena.solvers.spatial_work import ExplicitWork
from catena.tables.spatial import (
    MOTIONS,
    ContactKind,
    LinkPart,
    SpatialChain,
    SpatialState,
    SpatialWork,
)

INNER = 12
"""Sweeps over the contacts of one link before the next link has its turn."""


@lean_kernel
def start_rows(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
    law: int,
) -> float:
    """Answers, bounds and first impulses of all rows; the largest bound [N s].

    Set-valued friction is bounded by the normal force, the softened law (20) by its
    elastic part, as in the implicit scheme. NaN for any other law: no
    sweep then counts as solved.
    """
    largest = 0.0
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        share = dt
        if law == FrictionLaw.COULOMB_DISC and contact.f > 0.0:
            share = contact.P / contact.f  # dt, less damping
        bound = contact.bound * share
        work.contact[row].bound = bound
        work.contact[row].slip = contact.slip * dt
        if bound <= 0.0:
            work.contact[row].P_1, work.contact[row].P_2 = 0.0, 0.0
            continue
        largest = worse(largest, bound)
        g_1, g_12, g_2 = _fill_answer(system, work, more, row, 0), 0.0, 0.0
        if contact.kind != ContactKind.BUSH:
            g_2 = _fill_answer(system, work, more, row, 1)
            g_12 = _slip_per(work, more, row, 2, 0)
        work.contact[row].g_1, work.contact[row].g_12 = g_1, g_12
        work.contact[row].g_2 = g_2
        over = g_1 if contact.kind == ContactKind.BUSH else g_1 * g_2 - g_12 * g_12
        hold = 1.0 / over if over > 0.0 else 0.0
        work.contact[row].hold = hold
        # the trace over the determinant: at least the inverse of the smaller value
        flat = contact.kind != ContactKind.BUSH
        work.contact[row].firm = (g_1 + g_2) * hold if flat else hold
        P_1, P_2 = state.friction[contact.slot, 0], state.friction[contact.slot, 1]
        size = math.sqrt(P_1 * P_1 + P_2 * P_2)
        if size > bound:
            # the load has fallen since: the direction is still the best guess
            P_1, P_2 = P_1 * bound / size, P_2 * bound / size
        work.contact[row].P_1, work.contact[row].P_2 = P_1, P_2
        _push(work, more, row, 0, P_1)
        if P_2 != 0.0:
            _push(work, more, row, 1, P_2)
    largest = worse(largest, start_bushes(state, work, more))
    largest = worse(largest, start_pins(state, work, more, dt))
    known = law == FrictionLaw.COULOMB_DISC or law == FrictionLaw.REGULARISED
    return largest if known else math.nan


@inline_kernel
def _fill_answer(
    system: SpatialChain, work: SpatialWork, more: ExplicitWork, row: int, e: int
) -> float:
    """Velocities per impulse along tangent e, of what the contact acts on; the slip."""
    contact, J, W, inverse = work.contact[row], work.J, more.W, work.inverse
    ease = more.ease
    i, r, k = contact.link, contact.roller, e + 1
    if i < 0:
        return 0.0
    if contact.part != LinkPart.ACROSS:
        W[row, e, 0] = J[row, k, 0] * inverse[i, 0]
        W[row, e, 1] = J[row, k, 1] * inverse[i, 0]
        W[row, e, 5] = J[row, k, 5] * inverse[i, 1]
    if contact.part != LinkPart.PLANE:
        u = side_answer(inverse, i, (J[row, k, 2], J[row, k, 3], J[row, k, 4]))
        W[row, e, 2], W[row, e, 3], W[row, e, 4] = u[0], u[1], u[2]
    if r >= 0:
        m, spin = ease[r, 0], ease[r, 1]
        W[row, e, 6], W[row, e, 7] = J[row, k, 6] * m, J[row, k, 7] * m
        W[row, e, 8] = J[row, k, 8] * spin
    if contact.part == LinkPart.PLANE:  # a bush: nobody else takes part
        return _slip_per(work, more, row, k, e)
    border = system.roller.size - 6
    if contact.wheel >= 0:
        W[row, e, 9] = J[row, k, 9] * ease[border + contact.wheel, 1]
        if contact.support >= 0:
            s = system.wheel[contact.wheel - 6].support
            m, spin = system.support[s].mass, system.support[s].J
            tilting = float(system.support[s].tilting)
            for a in range(3):
                W[row, e, 11 + a] = J[row, k, 11 + a] / m
            for a in range(3, MOTIONS):
                W[row, e, 11 + a] = tilting * J[row, k, 11 + a] / spin
    if contact.arm >= 0:
        W[row, e, 10] = J[row, k, 10] * ease[border + contact.arm, 1]
    return _slip_per(work, more, row, k, e)


@inline_kernel
def _slip_per(work: SpatialWork, more: ExplicitWork, row: int, k: int, e: int) -> float:
    """Slip along direction k per impulse along tangent e."""
    J, W, contact = work.J, more.W, work.contact[row]
    slip = link_rate(J, row, k, W[row], e, contact.part)
    if contact.roller >= 0:
        for a in range(6, 9):
            slip += J[row, k, a] * W[row, e, a]
    if contact.part == LinkPart.PLANE:
        return slip
    if contact.wheel >= 0:
        slip += J[row, k, 9] * W[row, e, 9]
    if contact.arm >= 0:
        slip += J[row, k, 10] * W[row, e, 10]
    if contact.support >= 0:
        for a in range(11, 11 + MOTIONS):
            slip += J[row, k, a] * W[row, e, a]
    return slip


@inline_kernel
def _push(work: SpatialWork, more: ExplicitWork, row: int, e: int, P: float) -> None:
    """Add an impulse along a tangent to the velocities."""
    i, r = work.contact[row].link, work.contact[row].roller
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    W, part = more.W, work.contact[row].part
    if i < 0:  # tells the compiler that no index counts from the end
        return
    if part != LinkPart.ACROSS:
        work.rhs_link[i, 0] += W[row, e, 0] * P
        work.rhs_link[i, 1] += W[row, e, 1] * P
        work.rhs_link[i, 5] += W[row, e, 5] * P
    if part != LinkPart.PLANE:
        for a in range(2, 5):
            work.rhs_link[i, a] += W[row, e, a] * P
    if r >= 0:
        for a in range(3):
            work.rhs_roller[r, a] += W[row, e, 6 + a] * P
    if part == LinkPart.PLANE:
        return
    if wheel >= 0:
        if W[row, e, 9] != 0.0:  # not held: else all its contacts wait for each other
            work.rhs_border[wheel] += W[row, e, 9] * P
    if arm >= 0:
        work.rhs_border[arm] += W[row, e, 10] * P
    support = work.contact[row].support
    if support >= 0:
        for a in range(MOTIONS):
            work.rhs_border[support + a] += W[row, e, 11 + a] * P


@inline_kernel
def relax_contact(
    work: SpatialWork, more: ExplicitWork, row: int, law: int, least: float
) -> float:
    """Bring one contact in line with its law; the change [N s].

    A change that is small for the step and for the contact is left out: who need not
    move does not keep the next row waiting.
    """
    if row < 0:  # tells the compiler that no index counts from the end
        return 0.0
    bound, c = work.contact[row].bound, work.contact[row].slip
    if bound <= 0.0:
        return 0.0
    P_1, P_2 = work.contact[row].P_1, work.contact[row].P_2
    flat = work.contact[row].kind != ContactKind.BUSH
    s_1, s_2, x, y = new_rate(work, row, 1), 0.0, 0.0, 0.0
    if flat:
        s_2 = new_rate(work, row, 2)
    a, b, d = work.contact[row].g_1, work.contact[row].g_12, work.contact[row].g_2
    if law == FrictionLaw.REGULARISED:
        x = -c * (s_1 - a * P_1) / (1.0 + c * a)
        if flat:
            # one after the other: the second tangent already feels the first
            y = -c * (s_2 + b * (x - P_1) - d * P_2) / (1.0 + c * d)
    elif law == FrictionLaw.COULOMB_DISC:
        hold = work.contact[row].hold
        if flat:
            x = P_1 - (d * s_1 - b * s_2) * hold
            y = P_2 - (a * s_2 - b * s_1) * hold
            if hold == 0.0 or x * x + y * y > bound * bound:
                x, y = sliding_impulse((a, b, d), (s_1, s_2), (P_1, P_2), bound)
        else:
            x = min(max(P_1 - s_1 * hold, -bound), bound)
    else:
        return math.nan
    change = worse(abs(x - P_1), abs(y - P_2))
    if change > min(least, SLIGHT * bound):
        _push(work, more, row, 0, x - P_1)
        if flat:
            _push(work, more, row, 1, y - P_2)
        work.contact[row].P_1, work.contact[row].P_2 = x, y
        link = work.contact[row].link
        if link >= 0:
            more.pressed[link] = 1
    if not flat:
        return float(change)
    wheel, arm = work.contact[row].wheel, work.contact[row].arm
    work.contact[row].seen = work.rhs_border[wheel] if wheel >= 0 else 0.0
    work.contact[row].seen_arm = work.rhs_border[arm] if arm >= 0 else 0.0
    return float(change)


@inline_kernel
def _may_change(work: SpatialWork, more: ExplicitWork, row: int, least: float) -> bool:
    """Whether wheel and arm have moved on by so much that a contact may answer.

    The impulse on its disc is a strongly monotone function of the slip: what the slip
    changes, times ``firm``, bounds the change of the impulse.
    """
    contact, J = work.contact[row], work.J
    if contact.bound <= 0.0 or (contact.wheel < 0 and contact.arm < 0):
        return False
    if contact.firm == 0.0 or contact.support >= 0:
        return True
    slip = 0.0
    if contact.wheel >= 0:
        gone = abs(work.rhs_border[contact.wheel] - contact.seen)
        slip += gone * (abs(J[row, 1, 9]) + abs(J[row, 2, 9]))
    if contact.arm >= 0:
        gone = abs(work.rhs_border[contact.arm] - contact.seen_arm)
        slip += gone * (abs(J[row, 1, 10]) + abs(J[row, 2, 10]))
    return not slip * contact.firm <= min(least, SLIGHT * contact.bound)


@lean_kernel
def order_rows(work: SpatialWork, more: ExplicitWork) -> None:
    """Rows link by link, those of a link in the order in which they were found."""
    count, start = int(work.found[0]), more.start
    for i in range(start.size):
        start[i] = 0
    for i in range(more.stirred.size):
        more.stirred[i], more.pressed[i] = 0.0, 0
    for row in range(count):
        start[work.contact[row].link + 1] += 1
    for i in range(1, start.size):
        start[i] += start[i - 1]
    for row in range(count):
        i = work.contact[row].link
        more.order[start[i]] = row
        start[i] += 1


@inline_kernel
def _sweep_links(
    tables: tuple[SpatialWork, ExplicitWork, int],
    limit: float,
    everyone: bool,
) -> float:
    """Relax the contacts of links whose answer may have changed; the largest change.

    Where they change, they have a few turns with the pins of the link before the next:
    teeth that hold a link and pins that turn it work against each other. Who was
    relaxed, and felt nothing since that would change it by more than is left out
    anyway, is not asked again.
    """
    work, more, _ = tables
    largest, least, first = 0.0, LEFT_OUT * limit, 0
    for link in range(more.stirred.size):
        last = more.start[link]
        asked = everyone or not more.stirred[link] <= least
        for at in range(first, last):
            if asked:
                break
            asked = _may_change(work, more, more.order[at], least)
        if asked and last > first:
            change = _relax_link(tables, limit, link, first, last)
            largest = worse(largest, change)
        first = last
    return largest


@inline_kernel
def _relax_link(
    tables: tuple[SpatialWork, ExplicitWork, int],
    limit: float,
    link: int,
    first: int,
    last: int,
) -> float:
    """Relax the contacts of one link with its pins; the largest first change."""
    work, more, law = tables
    largest, least, seat = 0.0, LEFT_OUT * limit, work.bush.seat
    before = link - 1 if link > 0 else more.stirred.size - 1
    for inner in range(INNER):
        change = 0.0
        if inner > 0:
            change = relax_pin(work, more, before, law)
            change = worse(change, relax_pin(work, more, link, law))
            for k in range(seat.shape[1]):
                change = worse(change, relax_bush(work, more, seat[link, k], law))
        for at in range(first, last):
            moved = relax_contact(work, more, more.order[at], law, least)
            change = worse(change, moved)
        if inner == 0:
            largest = change
        if change <= limit:
            more.stirred[link] = 0.0
            break
        more.stirred[link] = change
    return largest


@inline_kernel
def _sweep(
    _: int,
    tables: tuple[SpatialWork, ExplicitWork, int],
    limit: float,
    everyone: bool,
) -> tuple[float, int, bool]:
    """Relax the pins of all joints, then the contacts of links that may change."""
    work, more, law = tables
    change = solve_pins(work, more, law, limit)
    if relax_bushes(work, more, law, limit) > 0:
        change = worse(change, limit)
    change = worse(change, _sweep_links(tables, limit, everyone))
    return change, 1, True


_sweeps = until_quiet(_sweep)


@lean_kernel
def solve_rows(
    system: SpatialChain,
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
    law: int,
) -> None:
    """Sweep all friction until nothing changes; impulses go back to their slots."""
    largest = start_rows(system, state, work, more, dt, law)
    limit, count = more.ends[0] * largest, int(work.found[0])
    order_rows(work, more)
    if not largest == 0.0:
        tables = work, more, law
        change, taken, _ = _sweeps(count, tables, limit, int(more.ends[1]))
        state.side[3] += taken
        relax_pins(work, more, law)
        if not change < limit:
            state.side[4] += 1.0
    _keep_impulses(state, work, more)


@inline_kernel
def _keep_impulses(state: SpatialState, work: SpatialWork, more: ExplicitWork) -> None:
    """Impulses go back to their slots; pairs that rub no longer forget theirs."""
    kept, used, count = state.friction, more.used, 0
    for at in range(1, used[0] + 1):
        slot = used[at]
        if slot >= 0:
            kept[slot, 0], kept[slot, 1] = 0.0, 0.0
    keep_bushes(work.bush, kept)
    for row in range(int(work.found[0])):
        slot = work.contact[row].slot
        if slot >= 0 and work.contact[row].bound > 0.0:
            kept[slot, 0] = work.contact[row].P_1
            kept[slot, 1] = work.contact[row].P_2
            count += 1
            used[count] = slot
    used[0] = count
    first = kept.shape[0] - more.pin.P.size
    for i in range(more.pin.P.size):
        kept[first + i, 0], kept[first + i, 1] = more.pin.P[i], 0.0


@lean_kernel
def list_used_slots(state: SpatialState, joints: int, used: Ints) -> None:
    """Slots of pairs that rubbed in the last step, after a break between steps."""
    count = 0
    for slot in range(state.friction.shape[0] - joints):
        if state.friction[slot, 0] != 0.0 or state.friction[slot, 1] != 0.0:
            count += 1
            used[count] = slot
    used[0] = count


@lean_kernel
def book_rows(
    state: SpatialState,
    work: SpatialWork,
    more: ExplicitWork,
    dt: float,
) -> None:
    """Losses and conservative work of contacts and pins of an explicit step."""
    elastic = 0.0
    for row in range(int(work.found[0])):
        contact = work.contact[row]
        kind = loss_group(contact.kind)
        mean = 0.5 * (new_rate(work, row, 0) + contact.rate)
        elastic += dt * contact.f * mean
        state.loss[2 + 2 * kind] += (dt * contact.f - contact.P) * mean
        if contact.bound <= 0.0:
            continue
        rubbed = 0.5 * contact.P_1 * (new_rate(work, row, 1) + contact.rate_1)
        if contact.P_2 != 0.0:
            mean_2 = 0.5 * (new_rate(work, row, 2) + contact.rate_2)
            rubbed += contact.P_2 * mean_2
        state.loss[3 + 2 * kind] -= rubbed
    state.work[0] += elastic
    book_bushes(state, work, dt)
    book_pins(state, work, more)
