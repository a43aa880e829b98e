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

    Clears the sums of forces first: every link lies between two joints.
    """
    for k in range(h.shape[1]):
        h[HX, k] = laws.gravity_x / own[M_INV, k]
        h[HY, k] = laws.gravity_y / own[M_INV, k]
        h[HW, k] = 0.0
    _add_elastic(laws, own, q, h)
    if laws.friction == Friction.REGULARISED:
        _add_regularised(laws, q, h)


@kernel
def _add_elastic(laws: Laws, own: Floats, q: Floats, h: Floats) -> None:
    """Spring and damper between the front of each link and the rear of the next."""
    a = h.shape[1] - 1
    for b in range(h.shape[1]):
        ha_c, ha_s = own[HALF, a] * h[C, a], own[HALF, a] * h[S, a]
        hb_c, hb_s = own[HALF, b] * h[C, b], own[HALF, b] * h[S, b]
        e_x = q[X, b] - hb_c - q[X, a] - ha_c
        e_y = q[Y, b] - hb_s - q[Y, a] - ha_s
        v_x = q[VX, b] + hb_s * q[W, b] - q[VX, a] + ha_s * q[W, a]
        v_y = q[VY, b] - hb_c * q[W, b] - q[VY, a] - ha_c * q[W, a]
        share, d = 1.0, own[DAMP, b]
        if own[CLEAR, b] > 0.0:
            share = max(0.0, 1.0 - own[CLEAR, b] / math.sqrt(e_x * e_x + e_y * e_y))
            d = d if share > 0.0 else 0.0
        k = own[STIFF, b] * share
        l_x, l_y = d * v_x, d * v_y
        f_x, f_y = k * e_x + l_x, k * e_y + l_y
        turning = laws.d_turn * (q[W, b] - q[W, a])
        h[LX, b], h[LY, b], h[JX, b], h[JY, b] = l_x, l_y, f_x, f_y
        h[JV, b] = turning
        h[PEAK, b] = max(h[PEAK, b], f_x * f_x + f_y * f_y)
        h[ELASTIC, b] = 0.5 * k * share * (e_x * e_x + e_y * e_y)
        h[HX, a] += f_x
        h[HY, a] += f_y
        h[HW, a] += ha_c * f_y - ha_s * f_x + turning
        h[HX, b] -= f_x
        h[HY, b] -= f_y
        h[HW, b] += hb_c * f_y - hb_s * f_x - turning
        a = b


@kernel
def _add_regularised(laws: Laws, q: Floats, h: Floats) -> None:
    """Friction moment as a smooth function of the slip of the pin."""
    reach, soft = laws.mu_pin * laws.r_pin, laws.soft**2
    a = h.shape[1] - 1
    for b in range(h.shape[1]):
        slip = laws.r_pin * (q[W, b] - q[W, a])
        squared = h[JX, b] ** 2 + h[JY, b] ** 2
        moment = reach * slip * math.sqrt(squared / (slip * slip + soft))
        h[JM, b] = moment
        h[HW, a] += moment
        h[HW, b] -= moment
        a = b
