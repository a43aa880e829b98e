"""Element flanks between the sheaves: who may touch, gaps, forces, rows of friction.

A sheave is a cone of half groove angle delta_0; at the distance rho from the axis its
surface is z + rho tan(delta_0) away from the mid-plane, plus its slopes. The gap of a
flank point is the axial distance times cos(delta_0). Where the surface is sloped along
the circumference too, its normal has a share along the belt: the normal force is
the gradient of the gap, so that contacts store and return energy exactly.

Source: [Cebulla2014] 5.3, 6.1. Deviation: friction directions and levers are those of
the middle of the coming step, otherwise stuck flanks creep outwards by r w^2 dt / 2.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.pushbelt.coupled_sheaves import solve_coupled
from catena.pushbelt.tables import (
    COUNT,
    CX,
    CY,
    ELEMENT,
    F_BOUND,
    F_DX,
    F_DY,
    F_GX,
    F_GY,
    F_LG,
    F_LT,
    F_N,
    F_RHO,
    F_STEP,
    F_SX,
    F_SY,
    F_TX,
    F_TY,
    F_VG,
    F_VT,
    F_Z,
    HM,
    HX,
    HY,
    I_INV,
    MOST_DEPTH,
    OM,
    PULLEY,
    SHEAVES,
    SLOT,
    SUM_AXIAL,
    SUM_X,
    SUM_Y,
    T_INV,
    TX,
    TY,
    VTX,
    VTY,
    VX,
    VY,
    VZ,
    Z_INV,
    C,
    Laws,
    Loss,
    S,
    Sheaves,
    State,
    System,
    W,
    Work,
    X,
    Y,
    Z,
)


@lean_kernel
def find_flanks(
    laws: Laws,
    flank_a: Floats,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    code: Ints,
    g_rigid: Floats,
    counter: Ints,
) -> None:
    """List the flank points near their sheaves with gap and place."""
    middle = 0.5 * (own[CX, 0] + own[CX, 1])
    points = flank_a.size
    count = 0
    # elements come in order around the loop: list pulley 0 first, then pulley 1
    for p in range(2):
        tilt = abs(turn[TX, p]) + abs(turn[TY, p])
        widest = laws.w_flank + laws.margin - turn[Z, p]
        reach = widest / (laws.tan_wedge - tilt)
        reach *= reach
        for k in range(q.shape[1]):
            if (q[X, k] >= middle) != (p == 1):
                continue
            c, s = q[C, k], q[S, k]
            for f in range(points):
                d_x = q[X, k] - own[CX, p] + flank_a[f] * c - laws.b_flank * s
                d_y = q[Y, k] - own[CY, p] + flank_a[f] * s + laws.b_flank * c
                square = d_x * d_x + d_y * d_y
                if square > reach:
                    continue
                rho = math.sqrt(square)
                row[count, F_DX] = d_x
                row[count, F_DY] = d_y
                row[count, F_RHO] = rho
                g_rigid[count] = laws.cos_wedge * (
                    turn[Z, p]
                    + rho * laws.tan_wedge
                    + turn[TX, p] * d_x
                    + turn[TY, p] * d_y
                    - laws.w_flank
                )
                code[count, ELEMENT] = k
                code[count, PULLEY] = p
                code[count, SLOT] = k * points + f
                count += 1
    counter[COUNT] = count


@lean_kernel
def add_flank_forces(system: System, state: State, work: Work, dt: float) -> bool:
    """Normal forces of all flanks; False if the coupled law has no solution."""
    laws, own, code = system.laws, system.pulley, work.flank_code
    q, turn, row, h = state.element, state.pulley, work.flank, work.element
    find_flanks(
        laws, system.flank_a, own, q, turn, row, code, work.g_rigid, work.counter
    )
    count = work.counter[COUNT]
    if not solve_coupled(system, state, work):
        return False
    damped, deepest = 0.0, 0.0
    for i in range(count):
        k, p = code[i, ELEMENT], code[i, PULLEY]
        d_x, d_y, rho = row[i, F_DX], row[i, F_DY], row[i, F_RHO]
        r_x, r_y = d_x / rho, d_y / rho
        w = q[W, k]
        l_x, l_y = d_x + own[CX, p] - q[X, k], d_y + own[CY, p] - q[Y, k]
        v_x, v_y = q[VX, k] - w * l_y, q[VY, k] + w * l_x
        # gradient of the gap in the plane
        g_x = laws.sin_wedge * r_x + laws.cos_wedge * turn[TX, p]
        g_y = laws.sin_wedge * r_y + laws.cos_wedge * turn[TY, p]
        rate = (
            g_x * v_x
            + g_y * v_y
            + laws.cos_wedge * (turn[VZ, p] + turn[VTX, p] * d_x + turn[VTY, p] * d_y)
        )
        if system.pulley_code[SHEAVES, p] == Sheaves.COUPLED:
            elastic = work.la[i]
            # slope of the deformed sheave: along the circumference and outwards
            g_x += row[i, F_SX] * -r_y + row[i, F_SY] * r_x
            g_y += row[i, F_SX] * r_x + row[i, F_SY] * r_y
        else:
            elastic = -laws.k_flank * work.g_rigid[i]
        la = 0.0
        if elastic > 0.0:
            la = elastic - laws.d_flank * rate
            if la > 0.0:
                damped += 2.0 * laws.d_flank * rate * rate
            else:
                la = 0.0
            deepest = max(deepest, elastic)
        row[i, F_N] = la
        f_x, f_y = 2.0 * la * g_x, 2.0 * la * g_y
        h[HX, k] += f_x
        h[HY, k] += f_y
        h[HM, k] += l_x * f_y - l_y * f_x
        axial = laws.cos_wedge * la
        work.pulley[1, p] += 2.0 * axial
        work.pulley[2, p] += 2.0 * axial * d_x
        work.pulley[3, p] += 2.0 * axial * d_y
        work.sum[SUM_AXIAL, p] += axial
        work.sum[SUM_X, p] -= f_x
        work.sum[SUM_Y, p] -= f_y
        fill_friction_row(laws, own, q, turn, row, i, k, p, r_x, r_y, l_x, l_y, dt)
    state.loss[Loss.FLANK_DAMPING] += dt * damped
    work.extreme[MOST_DEPTH] = max(work.extreme[MOST_DEPTH], deepest / laws.k_flank)
    return True


@lean_kernel
def fill_friction_row(
    laws: Laws,
    own: Floats,
    q: Floats,
    turn: Floats,
    row: Floats,
    i: int,
    k: int,
    p: int,
    r_x: float,
    r_y: float,
    l_x: float,
    l_y: float,
    dt: float,
) -> None:
    """Directions of travel and outwards at the middle of the coming step.

    Those of the sheave turn clockwise with it, the lever with the element.
    """
    half = 0.5 * dt * turn[OM, p]
    o_x, o_y = r_x + half * r_y, r_y - half * r_x  # outwards
    t_x, t_y = o_y, -o_x  # along the travel
    own_half = 0.5 * dt * q[W, k]
    m_x, m_y = l_x - own_half * l_y, l_y + own_half * l_x
    lever_t = m_x * t_y - m_y * t_x
    g_x, g_y = laws.cos_wedge * o_x, laws.cos_wedge * o_y
    lever_g = m_x * g_y - m_y * g_x
    rho, sine = row[i, F_RHO], laws.sin_wedge
    s_x, s_y = sine * row[i, F_DX], sine * row[i, F_DY]
    row[i, F_TX] = t_x
    row[i, F_TY] = t_y
    row[i, F_LT] = lever_t
    row[i, F_GX] = g_x
    row[i, F_GY] = g_y
    row[i, F_LG] = lever_g
    row[i, F_Z] = sine
    row[i, F_SX] = s_x
    row[i, F_SY] = s_y
    row[i, F_BOUND] = laws.mu_flank * row[i, F_N] * dt
    # largest eigenvalue of the 2 x 2 block: impulses act on both flanks
    along = laws.m_inv + laws.j_inv * lever_t * lever_t + own[I_INV, p] * rho * rho
    out = (
        laws.m_inv * laws.cos_wedge * laws.cos_wedge
        + laws.j_inv * lever_g * lever_g
        + own[Z_INV, p] * sine * sine
        + own[T_INV, p] * (s_x * s_x + s_y * s_y)
    )
    both = laws.j_inv * lever_t * lever_g
    apart = 0.5 * (along - out)
    row[i, F_STEP] = 0.5 / (
        0.5 * (along + out) + math.sqrt(apart * apart + both * both)
    )
    row[i, F_VT], row[i, F_VG] = flank_slip(q, turn, row, i, k, p)


@inline_kernel
def flank_slip(
    q: Floats, turn: Floats, row: Floats, i: int, k: int, p: int
) -> tuple[float, float]:
    """Speed of a flank of element k on its sheave along travel, outwards [m/s]."""
    v_x, v_y, w = q[VX, k], q[VY, k], q[W, k]
    along = row[i, F_TX] * v_x + row[i, F_TY] * v_y + row[i, F_LT] * w
    along -= row[i, F_RHO] * turn[OM, p]
    out = row[i, F_GX] * v_x + row[i, F_GY] * v_y + row[i, F_LG] * w
    out -= (
        row[i, F_Z] * turn[VZ, p]
        + row[i, F_SX] * turn[VTX, p]
        + row[i, F_SY] * turn[VTY, p]
    )
    return along, out
