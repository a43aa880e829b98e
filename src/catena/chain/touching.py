"""Contacts of rollers with teeth and plates with rails: who touches, how hard."""

from __future__ import annotations

import math

import numpy as np

from catena.chain.gap import roller_depth
from catena.chain.tables import (
    AN,
    AT,
    BN,
    BOUND,
    BT,
    COUNT,
    CX,
    CY,
    DEPTH,
    END,
    FORCE,
    GAP,
    HALF,
    HR,
    HW,
    HX,
    HY,
    LINK,
    MOST_DEPTH,
    MOST_FORCE,
    NX,
    NY,
    OM,
    PHI,
    REACH,
    ROTOR,
    ROW,
    ROW_END,
    SLIDE,
    SLOPE,
    SLOT,
    TEETH,
    VX,
    VY,
    C,
    Friction,
    Laws,
    S,
    W,
    X,
    Y,
)
from catena.geometry.contour import contour_distance
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints


@kernel
def touch_teeth(
    laws: Laws,
    own: Floats,
    owner: Ints,
    rotor: Floats,
    wheel: Floats,
    wheel_code: Ints,
    gaps: Floats,
    code: Ints,
    shape: Floats,
    q: Floats,
    turn: Floats,
    h: Floats,
    gap: Ints,
    la_touch: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    j: int,
) -> None:
    """Rollers within reach of sprocket j against its tooth gaps.

    A roller keeps its gap until its centre passes the middle of a tooth, so that no
    angle has to be computed once it is near.
    """
    radius = laws.roller
    c_x, c_y, phi = rotor[CX, j], rotor[CY, j], turn[PHI, j]
    cos, sin = math.cos(phi), math.sin(phi)
    first, last = wheel_code[ROW, j], wheel_code[ROW_END, j]
    z, base = wheel_code[TEETH, j], wheel_code[GAP, j]
    reach, slope = wheel[REACH, j], wheel[SLOPE, j]
    count = counter[COUNT]
    for i in range(gap.size):
        k = owner[i]
        arm = own[END, i] * own[HALF, k]
        arm_x, arm_y = arm * h[C, k], arm * h[S, k]
        d_x, d_y = q[X, k] + arm_x - c_x, q[Y, k] + arm_y - c_y
        if not d_x * d_x + d_y * d_y <= reach:  # not a number must not pass either
            continue
        p_x, p_y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
        tooth = gap[i] - base
        known = 0 <= tooth < z
        u, v = 0.0, 0.0
        if known:
            e_c, e_s = gaps[0, gap[i]], gaps[1, gap[i]]
            u, v = e_c * p_x + e_s * p_y, e_c * p_y - e_s * p_x
            known = abs(v) <= slope * u
        if not known:
            tooth = int(np.round(math.atan2(p_y, p_x) * z / (2.0 * math.pi))) % z
            gap[i] = base + tooth
            e_c, e_s = gaps[0, gap[i]], gaps[1, gap[i]]
            u, v = e_c * p_x + e_s * p_y, e_c * p_y - e_s * p_x
        depth, e_x, e_y = roller_depth(code, shape, first, last, radius, u, v)
        if depth <= 0.0 or count == pair.shape[1]:
            la_touch[i] = 0.0
            continue
        e_c, e_s = gaps[0, gap[i]], gaps[1, gap[i]]
        f_x, f_y = e_c * e_x - e_s * e_y, e_s * e_x + e_c * e_y
        n_x, n_y = cos * f_x - sin * f_y, sin * f_x + cos * f_y
        _list(touch, count, n_x, n_y, arm_x, arm_y, d_x, d_y, radius, depth)
        pair[LINK, count], pair[ROTOR, count], pair[SLOT, count] = k, j, i
        count += 1
    counter[COUNT] = count


@kernel
def touch_rail(
    laws: Laws,
    own: Floats,
    owner: Ints,
    rotor: Floats,
    box: Floats,
    rail_code: Ints,
    code: Ints,
    shape: Floats,
    q: Floats,
    turn: Floats,
    h: Floats,
    la_touch: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    g: int,
    r: int,
) -> None:
    """Joints against the sliding surface of guide g; the plates' ends are round."""
    offset = laws.offset
    c_x, c_y, phi = rotor[CX, r], rotor[CY, r], turn[PHI, r]
    cos, sin = math.cos(phi), math.sin(phi)
    first, last = rail_code[ROW, g], rail_code[ROW_END, g]
    count, n = counter[COUNT], owner.size
    for i in range(n):
        k = owner[i]
        arm = own[END, i] * own[HALF, k]
        arm_x, arm_y = arm * h[C, k], arm * h[S, k]
        d_x, d_y = q[X, k] + arm_x - c_x, q[Y, k] + arm_y - c_y
        p_x, p_y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
        inside = box[g, 0] <= p_x <= box[g, 2] and box[g, 1] <= p_y <= box[g, 3]
        if not inside:
            continue
        slot = n * (1 + g) + i
        d, e_x, e_y, _ = contour_distance(code, shape, first, last, p_x, p_y)
        if d >= offset or d < -offset or count == pair.shape[1]:
            la_touch[slot] = 0.0
            continue
        n_x, n_y = cos * e_x - sin * e_y, sin * e_x + cos * e_y
        _list(touch, count, n_x, n_y, arm_x, arm_y, d_x, d_y, offset, offset - d)
        pair[LINK, count], pair[ROTOR, count], pair[SLOT, count] = k, r, slot
        count += 1
    counter[COUNT] = count


@kernel
def _list(
    touch: Floats,
    i: int,
    n_x: float,
    n_y: float,
    arm_x: float,
    arm_y: float,
    d_x: float,
    d_y: float,
    radius: float,
    depth: float,
) -> None:
    """Write one contact: its normal, its levers about link and rotor, its depth."""
    touch[NX, i], touch[NY, i], touch[DEPTH, i] = n_x, n_y, depth
    touch[AN, i] = arm_x * n_y - arm_y * n_x
    touch[AT, i] = arm_x * n_x + arm_y * n_y - radius
    touch[BN, i] = d_x * n_y - d_y * n_x
    touch[BT, i] = d_x * n_x + d_y * n_y - radius


@kernel
def add_contact_forces(
    laws: Laws,
    sprockets: int,
    q: Floats,
    om: Floats,
    h: Floats,
    hr: Floats,
    touch: Floats,
    pair: Ints,
    counter: Ints,
    extreme: Floats,
) -> None:
    """Kelvin-Voigt, never pulling; damping grows over the first depth."""
    smooth = laws.friction == Friction.REGULARISED
    most, deepest = extreme[MOST_FORCE], extreme[MOST_DEPTH]
    for r in range(hr.shape[1]):
        hr[HR, r] = 0.0
    for i in range(counter[COUNT]):
        k, r = pair[LINK, i], pair[ROTOR, i]
        tooth = r < sprockets
        stiffness, damping, mu = laws.k_rail, laws.d_rail, laws.mu_rail
        if tooth:
            stiffness, damping, mu = laws.k_tooth, laws.d_tooth, laws.mu_tooth
        n_x, n_y, depth = touch[NX, i], touch[NY, i], touch[DEPTH, i]
        rate = n_x * q[VX, k] + n_y * q[VY, k]
        rate += q[W, k] * touch[AN, i] - om[OM, r] * touch[BN, i]
        grown = min(1.0, depth / laws.onset)
        force = max(0.0, stiffness * depth - damping * grown * rate)
        slide = 0.0
        if smooth:
            slip = n_x * q[VY, k] - n_y * q[VX, k]
            slip += q[W, k] * touch[AT, i] - om[OM, r] * touch[BT, i]
            slide = mu * force * slip / math.sqrt(slip * slip + laws.soft**2)
        touch[FORCE, i], touch[SLIDE, i], touch[BOUND, i] = force, slide, mu * force
        most, deepest = max(most, force), max(deepest, depth)
        h[HX, k] += force * n_x + slide * n_y
        h[HY, k] += force * n_y - slide * n_x
        h[HW, k] += force * touch[AN, i] - slide * touch[AT, i]
        hr[HR, r] += slide * touch[BT, i] - force * touch[BN, i]
    extreme[MOST_FORCE], extreme[MOST_DEPTH] = most, deepest
