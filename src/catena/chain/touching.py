"""Contacts of rollers with teeth and plates with rails: who touches, how hard."""

from __future__ import annotations

import math

import numpy as np

from catena.chain.tables import (
    AN,
    AT,
    AX,
    AY,
    BN,
    BOUND,
    BT,
    COUNT,
    CX,
    CY,
    DEPTH,
    FORCE,
    GAP,
    HR,
    HW,
    HX,
    HY,
    LINK,
    MOST_DEPTH,
    MOST_FORCE,
    NX,
    NY,
    OFF_X,
    OFF_Y,
    OM,
    PHI,
    PRESS,
    PX,
    PY,
    REACH,
    ROTOR,
    ROW,
    ROW_END,
    SLIDE,
    SLOPE,
    SLOT,
    TEETH,
    UVX,
    UVY,
    UX,
    UY,
    VX,
    VY,
    Friction,
    Laws,
    Normal,
    W,
)
from catena.geometry.contour import contour_distance
from catena.jit import kernel
from catena.laws.hertz import hertz
from catena.laws.johnson import johnson
from catena.numerics.arrays import Floats, Ints
from catena.pairs.roller_depth import roller_depth

FAR_AWAY = 1e3
"""Beyond this a distance is no longer believed [m]."""


@kernel
def links_between(distance: float, longest: float) -> int:
    """Links that are certainly needed to bridge a distance; 0 for not a number."""
    return int(distance / longest) if distance < FAR_AWAY else 0


@kernel
def touch_teeth(
    laws: Laws,
    owner: Ints,
    rotor: Floats,
    wheel: Floats,
    wheel_code: Ints,
    gaps: Floats,
    code: Ints,
    shape: Floats,
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
    angle has to be computed once it is near; behind one that is far away, those that
    cannot be near either are left out. Teeth stand about their own centre, levers
    about the axis.
    """
    radius = laws.roller
    phi = turn[PHI, j]
    cos, sin = math.cos(phi), math.sin(phi)
    off_x = cos * rotor[OFF_X, j] - sin * rotor[OFF_Y, j]
    off_y = sin * rotor[OFF_X, j] + cos * rotor[OFF_Y, j]
    c_x, c_y = rotor[CX, j] + turn[UX, j] + off_x, rotor[CY, j] + turn[UY, j] + off_y
    first, last = wheel_code[ROW, j], wheel_code[ROW_END, j]
    z, base = wheel_code[TEETH, j], wheel_code[GAP, j]
    reach, slope = wheel[REACH, j], wheel[SLOPE, j]
    count = counter[COUNT]
    far, near = math.sqrt(reach), 0
    for i in range(gap.size):
        if i < near:
            continue
        d_x, d_y = h[PX, i] - c_x, h[PY, i] - c_y
        squared = d_x * d_x + d_y * d_y
        if not squared <= reach:  # not a number must not pass either
            near = i + 1 + links_between(math.sqrt(squared) - far, laws.longest)
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
        d_x, d_y = d_x + off_x, d_y + off_y
        a_x, a_y = h[AX, i], h[AY, i]
        _list(touch, count, n_x, n_y, a_x, a_y, d_x, d_y, laws.grip, radius, depth)
        pair[LINK, count], pair[ROTOR, count], pair[SLOT, count] = owner[i], j, i
        count += 1
    counter[COUNT] = count


@kernel
def touch_rail(
    laws: Laws,
    owner: Ints,
    rotor: Floats,
    box: Floats,
    rail_code: Ints,
    code: Ints,
    shape: Floats,
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
    near = 0
    for i in range(n):
        if i < near:
            continue
        d_x, d_y = h[PX, i] - c_x, h[PY, i] - c_y
        p_x, p_y = cos * d_x + sin * d_y, cos * d_y - sin * d_x
        beside = max(box[g, 0] - p_x, p_x - box[g, 2])
        beside = max(beside, box[g, 1] - p_y, p_y - box[g, 3])
        if not beside <= 0.0:
            near = i + 1 + links_between(beside, laws.longest)
            continue
        slot = n * (1 + g) + i
        d, e_x, e_y, _ = contour_distance(code, shape, first, last, p_x, p_y)
        if d >= offset or d < -offset or count == pair.shape[1]:
            la_touch[slot] = 0.0
            continue
        n_x, n_y = cos * e_x - sin * e_y, sin * e_x + cos * e_y
        a_x, a_y = h[AX, i], h[AY, i]
        depth = offset - d
        _list(touch, count, n_x, n_y, a_x, a_y, d_x, d_y, offset, offset, depth)
        pair[LINK, count], pair[ROTOR, count], pair[SLOT, count] = owner[i], r, slot
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
    grip: float,
    radius: float,
    depth: float,
) -> None:
    """Write one contact: its normal, its levers about link and rotor, its depth."""
    touch[NX, i], touch[NY, i], touch[DEPTH, i] = n_x, n_y, depth
    touch[AN, i] = arm_x * n_y - arm_y * n_x
    touch[AT, i] = arm_x * n_x + arm_y * n_y - grip
    touch[BN, i] = d_x * n_y - d_y * n_x
    touch[BT, i] = d_x * n_x + d_y * n_y - radius


@kernel
def curved_force(laws: Laws, depth: float) -> float:
    """Elastic force of a tooth that is no linear spring [N]."""
    if laws.normal == Normal.HERTZ:
        return hertz(-depth, laws.law_a, laws.law_b)
    return johnson(-depth, 0.0, laws.law_a, laws.law_b, laws.law_c, 0.0)


@kernel
def _press_curved(
    laws: Laws, sprockets: int, touch: Floats, pair: Ints, count: int
) -> None:
    """Elastic forces of all teeth that are no linear springs."""
    for i in range(count):
        if pair[ROTOR, i] < sprockets:
            touch[PRESS, i] = curved_force(laws, touch[DEPTH, i])


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
    """Elastic force and damping, never pulling; damping grows over the first depth."""
    curved = laws.normal != Normal.SPRING
    if curved:
        _press_curved(laws, sprockets, touch, pair, counter[COUNT])
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
        v_x, v_y = q[VX, k] - om[UVX, r], q[VY, k] - om[UVY, r]
        rate = n_x * v_x + n_y * v_y
        rate += q[W, k] * touch[AN, i] - om[OM, r] * touch[BN, i]
        press = touch[PRESS, i] if curved and tooth else stiffness * depth
        force = press - damping * min(1.0, depth / laws.onset) * rate
        force = 0.0 if force < 0.0 else force  # lets NaN through
        slide = 0.0
        if smooth:
            slip = n_x * v_y - n_y * v_x
            slip += q[W, k] * touch[AT, i] - om[OM, r] * touch[BT, i]
            slide = mu * force * slip / math.sqrt(slip * slip + laws.soft**2)
        touch[FORCE, i], touch[SLIDE, i], touch[BOUND, i] = force, slide, mu * force
        touch[PRESS, i] = press
        most, deepest = max(most, force), max(deepest, depth)
        h[HX, k] += force * n_x + slide * n_y
        h[HY, k] += force * n_y - slide * n_x
        h[HW, k] += force * touch[AN, i] - slide * touch[AT, i]
        hr[HR, r] += slide * touch[BT, i] - force * touch[BN, i]
    extreme[MOST_FORCE], extreme[MOST_DEPTH] = most, deepest
