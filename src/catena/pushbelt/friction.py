"""Set-valued friction of flanks and saddles: impulses bounded by the load.

Normal forces are elastic and known, so each step is a convex problem: impulses within
discs (flanks) and intervals (saddles) at the velocities of the end of the step. It is
solved by projected Gauss-Seidel sweeps that start from the impulses of the step
before.

Source: [Cebulla2014] 2.4, 2.7, with the bound mu N dt from the smooth normal law.
"""

from __future__ import annotations

import math

from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
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
    limit = laws.tolerance * dt
    change = 0.0
    for _ in range(laws.sweeps):
        change = sweep_flanks(
            laws, system.pulley, q, turn, work.flank, work.flank_code, state.la_flank,
            count,
        )  # fmt: skip
        saddle = sweep_saddles(
            laws, system.ring_inv, q, ring, work.saddle, work.span, state.la_saddle
        )
        change = max(change, saddle)
        counter[SWEEPS] += 1
        if change < limit:
            return
    counter[CAPPED] += 1
    work.extreme[MOST_CHANGE] = max(work.extreme[MOST_CHANGE], change / dt)


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
        la_t, la_g = la[slot, 0], la[slot, 1]
        bound = row[i, F_BOUND]
        size = la_t * la_t + la_g * la_g
        if size > bound * bound:
            scale = bound / math.sqrt(size)
            la_t *= scale
            la_g *= scale
            la[slot, 0], la[slot, 1] = la_t, la_g
        d_t, d_g = 2.0 * la_t, 2.0 * la_g
        q[VX, k] += laws.m_inv * (row[i, F_TX] * d_t + row[i, F_GX] * d_g)
        q[VY, k] += laws.m_inv * (row[i, F_TY] * d_t + row[i, F_GY] * d_g)
        q[W, k] += laws.j_inv * (row[i, F_LT] * d_t + row[i, F_LG] * d_g)
        turn[OM, p] -= own[I_INV, p] * row[i, F_RHO] * d_t
        turn[VZ, p] -= own[Z_INV, p] * row[i, F_Z] * d_g
        turn[VTX, p] -= own[T_INV, p] * row[i, F_SX] * d_g
        turn[VTY, p] -= own[T_INV, p] * row[i, F_SY] * d_g


@lean_kernel
def sweep_flanks(
    laws: Laws,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    code: Ints,
    la: Floats,
    count: int,
) -> float:
    """One sweep over all flanks; returns the largest change of an impulse [N s]."""
    most = 0.0
    m_inv, j_inv = laws.m_inv, laws.j_inv
    begin = 0
    for p in range(2):
        om, v_z, v_tx, v_ty = turn[OM, p], turn[VZ, p], turn[VTX, p], turn[VTY, p]
        i_inv, z_inv, t_inv = own[I_INV, p], own[Z_INV, p], own[T_INV, p]
        i = begin
        while i < count and code[i, PULLEY] == p:
            bound = row[i, F_BOUND]
            if bound > 0.0:
                k, slot = code[i, ELEMENT], code[i, SLOT]
                t_x, t_y, l_t = row[i, F_TX], row[i, F_TY], row[i, F_LT]
                g_x, g_y, l_g = row[i, F_GX], row[i, F_GY], row[i, F_LG]
                rho, z = row[i, F_RHO], row[i, F_Z]
                s_x, s_y = row[i, F_SX], row[i, F_SY]
                v_x, v_y, w = q[VX, k], q[VY, k], q[W, k]
                slip_t = t_x * v_x + t_y * v_y + l_t * w - rho * om
                slip_g = (
                    g_x * v_x + g_y * v_y + l_g * w - z * v_z - s_x * v_tx - s_y * v_ty
                )
                old_t, old_g = la[slot, 0], la[slot, 1]
                step = row[i, F_STEP]
                new_t, new_g = old_t - step * slip_t, old_g - step * slip_g
                size = new_t * new_t + new_g * new_g
                if size > bound * bound:
                    scale = bound / math.sqrt(size)
                    new_t *= scale
                    new_g *= scale
                la[slot, 0], la[slot, 1] = new_t, new_g
                d_t, d_g = new_t - old_t, new_g - old_g
                most = max(most, abs(d_t), abs(d_g))
                d_t *= 2.0
                d_g *= 2.0
                q[VX, k] = v_x + m_inv * (t_x * d_t + g_x * d_g)
                q[VY, k] = v_y + m_inv * (t_y * d_t + g_y * d_g)
                q[W, k] = w + j_inv * (l_t * d_t + l_g * d_g)
                om -= i_inv * rho * d_t
                v_z -= z_inv * z * d_g
                v_tx -= t_inv * s_x * d_g
                v_ty -= t_inv * s_y * d_g
            i += 1
        begin = i
        turn[OM, p], turn[VZ, p], turn[VTX, p], turn[VTY, p] = om, v_z, v_tx, v_ty
    return most


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
    a = b - 1 if b > 0 else m - 1
    e = b + 1 if b + 1 < m else 0
    f = e + 1 if e + 1 < m else 0
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
def sweep_saddles(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    row: Floats,
    span: Ints,
    la: Floats,
) -> float:
    """One sweep over all saddles; returns the largest change of an impulse [N s]."""
    m = ring.shape[1]
    most = 0.0
    for k in range(q.shape[1]):
        bound = row[k, L_BOUND]
        if bound == 0.0:
            continue
        b = span[k]
        slip = saddle_slip(q, ring, row, b, m, k)
        old = la[k]
        new = min(bound, max(-bound, old - row[k, L_STEP] * slip))
        if new != old:
            la[k] = new
            most = max(most, abs(new - old))
            push_saddle(laws, ring_inv, q, ring, row, b, m, k, new - old)
    return most


@lean_kernel
def saddle_slip(q: Floats, ring: Floats, row: Floats, b: int, m: int, k: int) -> float:
    """Speed of a saddle along the ring [m/s]."""
    a = b - 1 if b > 0 else m - 1
    e = b + 1 if b + 1 < m else 0
    f = e + 1 if e + 1 < m else 0
    w_0, w_1, w_2, w_3 = row[k, L_W0], row[k, L_W1], row[k, L_W2], row[k, L_W3]
    v_x = (
        w_0 * ring[RVX, a]
        + w_1 * ring[RVX, b]
        + w_2 * ring[RVX, e]
        + w_3 * ring[RVX, f]
    )
    v_y = (
        w_0 * ring[RVY, a]
        + w_1 * ring[RVY, b]
        + w_2 * ring[RVY, e]
        + w_3 * ring[RVY, f]
    )
    return float(
        row[k, L_TX] * (q[VX, k] - v_x)
        + row[k, L_TY] * (q[VY, k] - v_y)
        + row[k, L_L] * q[W, k]
    )
