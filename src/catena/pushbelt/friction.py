"""Set-valued friction of flanks and saddles: impulses bounded by the load.

Normal forces are elastic and known, so each step is a convex problem: impulses within
discs (flanks) and intervals (saddles) at the velocities of the end of the step. It is
solved by projected Gauss-Seidel sweeps that start from the impulses of the step
before, element by element: its flanks, then its saddle.

After a sweep most elements are done, so only those are visited again that have
changed, or whose neighbours on the ring have. When all are quiet, one more sweep over
all elements is the proof: it must not change any force by more than the tolerance.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

import math

from catena.bodies.ring_spline import beside, blended
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.pushbelt.flanks import flank_slip
from catena.pushbelt.tables import (
    CAPPED,
    COUNT,
    ELEMENT,
    F_BOUND,
    F_GX,
    F_GY,
    F_LG,
    F_LT,
    F_RHO,
    F_STEP,
    F_SX,
    F_SY,
    F_TX,
    F_TY,
    F_Z,
    I_INV,
    L_BOUND,
    L_L,
    L_STEP,
    L_TX,
    L_TY,
    L_W0,
    L_W1,
    L_W2,
    L_W3,
    MOST_CHANGE,
    OM,
    PULLEY,
    RVX,
    RVY,
    SLOT,
    SWEEPS,
    T_INV,
    VISITS,
    VTX,
    VTY,
    VX,
    VY,
    VZ,
    Z_INV,
    Laws,
    State,
    System,
    W,
    Work,
)

REACH = 2
"""Neighbours to each side that are visited again after a change."""


@lean_kernel
def solve_friction(system: System, state: State, work: Work, dt: float) -> None:
    """Friction impulses of one step; velocities follow."""
    laws, counter = system.laws, work.counter
    count = counter[COUNT]
    q, ring, turn = state.element, state.ring, state.pulley
    start_flanks(
        laws, system.pulley, q, turn, work.flank, work.flank_code, state.la_flank, count
    )
    start_saddles(
        laws, system.ring_inv, q, ring, work.saddle, work.span, state.la_saddle
    )
    list_rows(work.flank_code, count, work.first_row)
    limit = laws.tolerance * dt
    change = 0.0
    everyone = True
    for _ in range(laws.sweeps):
        change, visits = sweep(
            laws, system.ring_inv, system.pulley, q, ring, turn, work.flank,
            work.flank_code, state.la_flank, work.saddle, work.span, state.la_saddle,
            work.first_row, work.awake, count, limit, everyone,
        )  # fmt: skip
        counter[SWEEPS] += 1
        counter[VISITS] += visits
        if change < limit:
            if everyone:
                return
            everyone = True
        else:
            everyone = False
    counter[CAPPED] += 1
    work.extreme[MOST_CHANGE] = max(work.extreme[MOST_CHANGE], change / dt)


@lean_kernel
def list_rows(code: Ints, count: int, first: Ints) -> None:
    """Where the flank rows of every element begin; ``count`` if it has none."""
    for k in range(first.size):
        first[k] = count
    for i in range(count - 1, -1, -1):
        first[code[i, ELEMENT]] = i


@lean_kernel
def sweep(
    laws: Laws,
    ring_inv: float,
    own: Floats,
    q: Floats,
    ring: Floats,
    turn: Floats,
    flank: Floats,
    code: Ints,
    la_flank: Floats,
    saddle: Floats,
    span: Ints,
    la_saddle: Floats,
    first: Ints,
    awake: Ints,
    count: int,
    limit: float,
    everyone: bool,
) -> tuple[float, int]:
    """Visit every element, or those awake; the largest change [N s], visits.

    Who has changed by more than the limit stays awake; who has pulled the ring wakes
    its neighbours.
    """
    n = q.shape[1]
    most, visits = 0.0, 0
    for k in range(n):
        if not everyone and awake[k] == 0:
            continue
        awake[k] = 0
        visits += 1
        change = 0.0
        i = first[k]
        while i < count and code[i, ELEMENT] == k:
            slipped = relax_flank(laws, own, q, turn, flank, code, la_flank, i, k)
            change = max(change, slipped)
            i += 1
        if change >= limit:
            awake[k] = 1
        pulled = relax_saddle(laws, ring_inv, q, ring, saddle, span[k], la_saddle, k)
        if pulled >= limit:
            for j in range(k - REACH, k + REACH + 1):
                awake[j - n if j >= n else (j + n if j < 0 else j)] = 1
        most = max(most, change, pulled)
    return most, visits


@inline_kernel
def relax_flank(
    laws: Laws,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    code: Ints,
    la: Floats,
    i: int,
    k: int,
) -> float:
    """Bring one flank of element k in line with its law; the change [N s]."""
    bound = row[i, F_BOUND]
    if bound == 0.0:
        return 0.0
    p, slot = code[i, PULLEY], code[i, SLOT]
    slip_t, slip_g = flank_slip(q, turn, row, i, k, p)
    old_t, old_g = la[slot, 0], la[slot, 1]
    step = row[i, F_STEP]
    new_t, new_g = within(old_t - step * slip_t, old_g - step * slip_g, bound)
    la[slot, 0], la[slot, 1] = new_t, new_g
    d_t, d_g = new_t - old_t, new_g - old_g
    push_flank(laws, own, q, turn, row, i, k, p, d_t, d_g)
    return float(max(abs(d_t), abs(d_g)))


@inline_kernel
def relax_saddle(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    row: Floats,
    b: int,
    la: Floats,
    k: int,
) -> float:
    """The same for the saddle of element k."""
    bound = row[k, L_BOUND]
    if bound == 0.0:
        return 0.0
    m = ring.shape[1]
    slip = saddle_slip(q, ring, row, b, m, k)
    old = la[k]
    new = min(bound, max(-bound, old - row[k, L_STEP] * slip))
    la[k] = new
    push_saddle(laws, ring_inv, q, ring, row, b, m, k, new - old)
    return float(abs(new - old))


@lean_kernel
def start_flanks(
    laws: Laws,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    code: Ints,
    la: Floats,
    count: int,
) -> None:
    """Bring the last impulses within their bounds and let them act."""
    for i in range(count):
        k, p, slot = code[i, ELEMENT], code[i, PULLEY], code[i, SLOT]
        la_t, la_g = within(la[slot, 0], la[slot, 1], row[i, F_BOUND])
        la[slot, 0], la[slot, 1] = la_t, la_g
        push_flank(laws, own, q, turn, row, i, k, p, la_t, la_g)


@lean_kernel
def within(la_t: float, la_g: float, bound: float) -> tuple[float, float]:
    """The nearest impulse in the disc."""
    size = la_t * la_t + la_g * la_g
    scale = bound / math.sqrt(size) if size > bound * bound else 1.0
    return scale * la_t, scale * la_g


@inline_kernel
def push_flank(
    laws: Laws,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    i: int,
    k: int,
    p: int,
    d_t: float,
    d_g: float,
) -> None:
    """Let an impulse on each flank act on element k, and back on the pulley."""
    p_t, p_g = 2.0 * d_t, 2.0 * d_g
    q[VX, k] += laws.m_inv * (row[i, F_TX] * p_t + row[i, F_GX] * p_g)
    q[VY, k] += laws.m_inv * (row[i, F_TY] * p_t + row[i, F_GY] * p_g)
    q[W, k] += laws.j_inv * (row[i, F_LT] * p_t + row[i, F_LG] * p_g)
    turn[OM, p] -= own[I_INV, p] * row[i, F_RHO] * p_t
    turn[VZ, p] -= own[Z_INV, p] * row[i, F_Z] * p_g
    turn[VTX, p] -= own[T_INV, p] * row[i, F_SX] * p_g
    turn[VTY, p] -= own[T_INV, p] * row[i, F_SY] * p_g


@lean_kernel
def start_saddles(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    row: Floats,
    span: Ints,
    la: Floats,
) -> None:
    """The same for the friction along the ring."""
    m = ring.shape[1]
    for k in range(q.shape[1]):
        bound = row[k, L_BOUND]
        la[k] = min(bound, max(-bound, la[k]))
        push_saddle(laws, ring_inv, q, ring, row, span[k], m, k, la[k])


@lean_kernel
def push_saddle(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    row: Floats,
    b: int,
    m: int,
    k: int,
    d: float,
) -> None:
    """Let an impulse along the ring act on the element, and back on the ring."""
    if d == 0.0:
        return
    t_x, t_y = row[k, L_TX], row[k, L_TY]
    q[VX, k] += laws.m_inv * t_x * d
    q[VY, k] += laws.m_inv * t_y * d
    q[W, k] += laws.j_inv * row[k, L_L] * d
    a, e, f = beside(b, m)
    d_x, d_y = ring_inv * t_x * d, ring_inv * t_y * d
    ring[RVX, a] -= row[k, L_W0] * d_x
    ring[RVY, a] -= row[k, L_W0] * d_y
    ring[RVX, b] -= row[k, L_W1] * d_x
    ring[RVY, b] -= row[k, L_W1] * d_y
    ring[RVX, e] -= row[k, L_W2] * d_x
    ring[RVY, e] -= row[k, L_W2] * d_y
    ring[RVX, f] -= row[k, L_W3] * d_x
    ring[RVY, f] -= row[k, L_W3] * d_y


@lean_kernel
def saddle_slip(q: Floats, ring: Floats, row: Floats, b: int, m: int, k: int) -> float:
    """Speed of a saddle along the ring [m/s]."""
    a, e, f = beside(b, m)
    w_0, w_1, w_2, w_3 = row[k, L_W0], row[k, L_W1], row[k, L_W2], row[k, L_W3]
    v_x = blended(ring, RVX, a, b, e, f, w_0, w_1, w_2, w_3)
    v_y = blended(ring, RVY, a, b, e, f, w_0, w_1, w_2, w_3)
    return float(
        row[k, L_TX] * (q[VX, k] - v_x)
        + row[k, L_TY] * (q[VY, k] - v_y)
        + row[k, L_L] * q[W, k]
    )
