"""Pin joints between links: elastic, damped, with clearance and friction.

Source: [Pfeiffer1997] sec. 3.2, journal bearing of a chain link.
"""

from __future__ import annotations

import math

from catena.chain.tables import (
    CLEAR,
    DAMP,
    ELASTIC,
    HALF,
    HW,
    HX,
    HY,
    JM,
    JV,
    JX,
    JY,
    LX,
    LY,
    M_INV,
    PEAK,
    STIFF,
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
from catena.jit import kernel
from catena.numerics.arrays import Floats


@kernel
def add_joint_forces(laws: Laws, own: Floats, q: Floats, h: Floats) -> None:
    """Forces and moments of all joints at the present positions and velocities.

    Spring and damper between the front of each link and the rear of the next, friction
    moment as a smooth function of the slip of the pin where it is regularised. Sums of
    forces are written, not added to: every link lies between two joints. What the rear
    joint of a link gave is carried to its front joint.
    """
    smooth = laws.friction == Friction.REGULARISED
    reach, soft = laws.mu_pin * laws.r_pin, laws.soft**2
    n = h.shape[1]
    a = n - 1
    w_a = q[W, a]
    arm_c, arm_s = own[HALF, a] * h[C, a], own[HALF, a] * h[S, a]
    front_x, front_y = q[X, a] + arm_c, q[Y, a] + arm_s
    rate_x, rate_y = q[VX, a] - arm_s * w_a, q[VY, a] + arm_c * w_a
    rest_x, rest_y, rest_w = 0.0, 0.0, 0.0
    for b in range(n):
        w_b = q[W, b]
        c, s = own[HALF, b] * h[C, b], own[HALF, b] * h[S, b]
        e_x, e_y = q[X, b] - c - front_x, q[Y, b] - s - front_y
        v_x, v_y = q[VX, b] + s * w_b - rate_x, q[VY, b] - c * w_b - rate_y
        share, d = 1.0, own[DAMP, b]
        if own[CLEAR, b] > 0.0:
            share = max(0.0, 1.0 - own[CLEAR, b] / math.sqrt(e_x * e_x + e_y * e_y))
            d = d if share > 0.0 else 0.0
        k = own[STIFF, b] * share
        l_x, l_y = d * v_x, d * v_y
        f_x, f_y = k * e_x + l_x, k * e_y + l_y
        squared = f_x * f_x + f_y * f_y
        turning = laws.d_turn * (w_b - w_a)
        h[LX, b], h[LY, b], h[JX, b], h[JY, b] = l_x, l_y, f_x, f_y
        h[JV, b] = turning
        h[PEAK, b] = max(h[PEAK, b], squared)
        h[ELASTIC, b] = 0.5 * k * share * (e_x * e_x + e_y * e_y)
        if smooth:
            slip = laws.r_pin * (w_b - w_a)
            moment = reach * slip * math.sqrt(squared / (slip * slip + soft))
            h[JM, b] = moment
            turning += moment
        h[HX, a] = rest_x + f_x
        h[HY, a] = rest_y + f_y
        h[HW, a] = rest_w + arm_c * f_y - arm_s * f_x + turning
        rest_x = laws.gravity_x / own[M_INV, b] - f_x
        rest_y = laws.gravity_y / own[M_INV, b] - f_y
        rest_w = c * f_y - s * f_x - turning
        front_x, front_y = q[X, b] + c, q[Y, b] + s
        rate_x, rate_y = q[VX, b] - s * w_b, q[VY, b] + c * w_b
        arm_c, arm_s, w_a, a = c, s, w_b, b
    h[HX, a] += rest_x
    h[HY, a] += rest_y
    h[HW, a] += rest_w
