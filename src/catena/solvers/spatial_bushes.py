"""Friction of the rollers of a chain in space around their bushes.

Each roller slips around its own bush: one impulse in a box. Rollers of different links
do not meet, and the two of one link hardly do, each being held by its own inertia
first: all are relaxed at once, in vectors, which two rows with one positive definite
matrix allow whatever their masses.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel, strip_kernel
from catena.laws.boxed_friction import boxed_impulse
from catena.numerics.arrays import Floats, Ints
from catena.numerics.strips import (
    Four,
    Three,
    Two,
    four_strips,
    three_strips,
    total,
    two_strips,
    worst,
)
from catena.pairs.spatial_roller_bush import bush_opening, bush_slip
from catena.solvers.spatial_work import ExplicitWork
from catena.tables.spatial import (
    BushRows,
    SpatialState,
    SpatialWork,
)

LEFT_OUT = 0.1
"""Of the change that ends sweeps: below it a contact may be left as it is."""
SLIGHT = 1e-3
"""And of its own bound."""


@lean_kernel
def press_bushes(work: SpatialWork) -> None:
    """Normal impulses of an explicit step."""
    bush, rhs = work.bush, work.rhs_link.T
    _push_apart(
        work.of_roller.T[2], two_strips(bush.normal, 0), bush.press,
        two_strips(work.rhs_roller, 0), three_strips(bush.given, 0),
    )  # fmt: skip
    for k in range(bush.seat.shape[1]):
        _hand_on(bush.seat.T[k], three_strips(bush.given, 0), (rhs[0], rhs[1], rhs[5]))


@strip_kernel
def _push_apart(along: Floats, n: Two, press: Floats, u: Two, given: Three) -> None:
    for r in range(along.size):
        x, y = n[0][r] * press[r], n[1][r] * press[r]
        u[0][r] -= x
        u[1][r] -= y
        given[0][r], given[1][r], given[2][r] = x, y, along[r] * y


@strip_kernel
def _hand_on(seat: Ints, given: Three, rhs: Three) -> None:
    """What links get from the rollers at one of their seats."""
    for i in range(seat.size):
        r = seat[i]
        rhs[0][i] += given[0][r]
        rhs[1][i] += given[1][r]
        rhs[2][i] += given[2][r]


@lean_kernel
def start_bushes(state: SpatialState, work: SpatialWork, more: ExplicitWork) -> float:
    """Answers and first impulses of all bushes; the largest bound [N s]."""
    bush = work.bush
    _load_bushes(
        state.friction, bush.bound, bush.P, bush.hold, two_strips(bush.normal, 0),
        two_strips(bush.lever, 0), two_strips(work.inverse, 0),
        (work.whose.T[0], two_strips(more.ease, 0)),
    )  # fmt: skip
    largest = worst(bush.bound)
    if not largest == 0.0:
        _rub_bushes(work, more, bush.P)
    return largest


@lean_kernel
def _rub_bushes(work: SpatialWork, more: ExplicitWork, P: Floats) -> None:
    """Rollers and links get friction impulses."""
    bush, rhs = work.bush, work.rhs_link.T
    _rub(
        two_strips(bush.normal, 0), two_strips(bush.lever, 0), P,
        (work.whose.T[0], two_strips(work.inverse, 0), two_strips(more.ease, 0)),
        three_strips(work.rhs_roller, 0), four_strips(bush.given, 0),
    )  # fmt: skip
    for k in range(bush.seat.shape[1]):
        _hand_on(bush.seat.T[k], three_strips(bush.given, 0), (rhs[0], rhs[1], rhs[5]))
        _stir(bush.seat.T[k], bush.given.T[3], more.stirred, more.pressed)


@strip_kernel
def _load_bushes(
    kept: Floats,
    bound: Floats,
    P: Floats,
    hold: Floats,
    n: Two,
    lever: Two,
    inverse: Two,
    who: tuple[Ints, Two],
) -> None:
    """Slip per impulse, and as much of the last impulses as bounds allow."""
    link, ease = who
    for r in range(link.size):
        i, b, last = link[r], bound[r], kept[r, 0]
        square = n[0][r] * n[0][r] + n[1][r] * n[1][r]
        g = (inverse[0][i] + ease[0][r]) * square
        g += lever[0][r] * lever[0][r] * inverse[1][i]
        g += lever[1][r] * lever[1][r] * ease[1][r]
        hold[r] = 1.0 / (g if not g <= 0.0 else 1.0)  # off its bush
        P[r] = min(max(last, -b), b)


@strip_kernel
def _rub(
    n: Two,
    lever: Two,
    P: Floats,
    who: tuple[Ints, Two, Two],
    u: Three,
    given: Four,
) -> None:
    """Rollers get friction impulses; what links will get of them."""
    link, inverse, ease = who
    for r in range(link.size):
        i, x, y = link[r], n[1][r] * P[r], -n[0][r] * P[r]
        u[0][r] -= ease[0][r] * x
        u[1][r] -= ease[0][r] * y
        u[2][r] += ease[1][r] * lever[1][r] * P[r]
        given[0][r], given[1][r] = inverse[0][i] * x, inverse[0][i] * y
        given[2][r], given[3][r] = inverse[1][i] * lever[0][r] * P[r], abs(P[r])


@strip_kernel
def _stir(seat: Ints, size: Floats, stirred: Floats, pressed: Ints) -> None:
    """Links whose rollers were moved are asked again, and so are their pins."""
    for i in range(seat.size):
        x, before = size[seat[i]], pressed[i]
        stirred[i] += x
        pressed[i] = before if x == 0.0 else 1


@lean_kernel
def relax_bushes(work: SpatialWork, more: ExplicitWork, law: int, limit: float) -> int:
    """Bring all bushes in line with their law; how many had to change by the limit."""
    bush, rhs = work.bush, work.rhs_link.T
    moved, above = _change_bushes(
        (law, limit), (bush.bound, bush.slip, bush.P, bush.hold),
        two_strips(bush.normal, 0), two_strips(bush.lever, 0),
        (rhs[0], rhs[1], rhs[5]), three_strips(work.rhs_roller, 0), work.whose.T[0],
        bush.change,
    )  # fmt: skip
    if moved > 0:
        _rub_bushes(work, more, bush.change)
    return above


@strip_kernel
def _change_bushes(
    how: tuple[int, float],
    row: Four,
    n: Two,
    lever: Two,
    v: Three,
    u: Three,
    link: Ints,
    change: Floats,
) -> tuple[int, int]:
    """Changes of the impulses; how many change, and by the limit."""
    (law, limit), (bound, slip, P, hold), moved, above = how, row, 0, 0
    for r in range(link.size):
        i, b, old = link[r], bound[r], P[r]
        s = bush_slip(
            (n[0][r], n[1][r]), (lever[0][r], lever[1][r]), (v[0][i], v[1][i], v[2][i]),
            (u[0][r], u[1][r], u[2][r]),
        )  # fmt: skip
        x = boxed_impulse(law, b, slip[r], old, hold[r], s)
        size, rubs = abs(x - old), not b <= 0.0
        # "not smaller", so that NaN is never solved
        moves = rubs and not (size <= LEFT_OUT * limit and size <= SLIGHT * b)
        x = x if moves else old
        P[r], change[r] = x, x - old
        moved += int(moves)
        above += int(rubs and not size < limit)
    return moved, above


@inline_kernel
def relax_bush(work: SpatialWork, more: ExplicitWork, r: int, law: int) -> float:
    """Bring one bush in line with its law; the change [N s]."""
    bush = work.bush
    if r < 0 or bush.bound[r] <= 0.0:
        return 0.0
    i, u, rhs = work.whose[r, 0], work.rhs_roller, work.rhs_link
    if i < 0:
        return 0.0
    n = bush.normal[r, 0], bush.normal[r, 1]
    lever = bush.lever[r, 0], bush.lever[r, 1]
    s = bush_slip(
        n, lever, (rhs[i, 0], rhs[i, 1], rhs[i, 5]), (u[r, 0], u[r, 1], u[r, 2])
    )
    old = bush.P[r]
    P = boxed_impulse(law, bush.bound[r], bush.slip[r], old, bush.hold[r], s)
    x, y = n[1] * (P - old), -n[0] * (P - old)
    u[r, 0] -= more.ease[r, 0] * x
    u[r, 1] -= more.ease[r, 0] * y
    u[r, 2] += more.ease[r, 1] * lever[1] * (P - old)
    rhs[i, 0] += work.inverse[i, 0] * x
    rhs[i, 1] += work.inverse[i, 0] * y
    rhs[i, 5] += work.inverse[i, 1] * lever[0] * (P - old)
    bush.P[r], more.pressed[i] = P, 1
    return float(abs(P - old))


@lean_kernel
def book_bushes(state: SpatialState, work: SpatialWork, dt: float) -> None:
    """Losses and conservative work of an explicit step."""
    bush, rhs, works = work.bush, work.rhs_link.T, three_strips(work.bush.given, 0)
    _fill_bush_works(
        (work.of_roller.T[2], bush.f, bush.press, bush.P), (bush.rate, bush.rate_1),
        two_strips(bush.normal, 0), two_strips(bush.lever, 0),
        (rhs[0], rhs[1], rhs[5]), three_strips(work.rhs_roller, 0), work.whose.T[0],
        (dt, works),
    )  # fmt: skip
    state.work[0] += total(works[0])
    state.loss[2] += total(works[1])
    state.loss[3] -= total(works[2])


@strip_kernel
def _fill_bush_works(
    row: Four,
    old: Two,
    n: Two,
    lever: Two,
    v: Three,
    u: Three,
    link: Ints,
    out: tuple[float, Three],
) -> None:
    """Of the springs, of the dampers and of friction, with the mean of speeds."""
    (along, f, press, P), (dt, works) = row, out
    for r in range(link.size):
        i, normal = link[r], (n[0][r], n[1][r])
        on_link, own = (v[0][i], v[1][i], v[2][i]), (u[0][r], u[1][r], u[2][r])
        mean = 0.5 * (bush_opening(normal, along[r], on_link, own) + old[0][r])
        slip = bush_slip(normal, (lever[0][r], lever[1][r]), on_link, own)
        works[0][r] = dt * f[r] * mean
        works[1][r] = (dt * f[r] - press[r]) * mean
        works[2][r] = 0.5 * P[r] * (slip + old[1][r])


@lean_kernel
def keep_bushes(bush: BushRows, kept: Floats) -> None:
    """Impulses go back to the slots of their rollers."""
    for r in range(bush.P.size - 1):
        kept[r, 0], kept[r, 1] = bush.P[r], 0.0
