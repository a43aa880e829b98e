"""Elements on the ring: saddle, ear, and the rows of friction along the ring.

The saddle of an element touches the inner side of the ring. Its place on the ring
follows by one Newton step per time step: it moves a thousandth of a span at most.

Source: [Cebulla2014] 5.1; all normal forces elastic. Friction acts on the neutral
fibre: the layers of a ring set slide on each other, so that the innermost one does not
turn the fibre.
"""

from __future__ import annotations

import math

from catena.bodies.ring_spline import basis, basis_bend, basis_slope, beside, blended
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.pushbelt.tables import (
    G_SADDLE,
    HM,
    HX,
    HY,
    L_BOUND,
    L_L,
    L_STEP,
    L_TX,
    L_TY,
    L_V,
    L_W0,
    L_W1,
    L_W2,
    L_W3,
    RVX,
    RVY,
    RX,
    RY,
    SADDLE,
    VX,
    VY,
    XI,
    C,
    Laws,
    Loss,
    S,
    W,
    X,
    Y,
)


@lean_kernel
def add_saddle_forces(
    laws: Laws,
    ring_inv: float,
    q: Floats,
    ring: Floats,
    h: Floats,
    force: Floats,
    row: Floats,
    span: Ints,
    loss: Floats,
    dt: float,
) -> bool:
    """Normal forces between all elements and the ring; rows of friction for later.

    False if an element has lost its place on the ring: its numbers are not finite.
    """
    m = ring.shape[1]
    damped = 0.0
    for k in range(q.shape[1]):
        c, s, w = q[C, k], q[S, k], q[W, k]
        l_x = laws.a_saddle * c - laws.b_saddle * s
        l_y = laws.a_saddle * s + laws.b_saddle * c
        p_x, p_y = q[X, k] + l_x, q[Y, k] + l_y

        # the place on the ring, one Newton step on (p - r) r' = 0
        xi = q[XI, k]
        if not 0.0 <= xi < m:
            return False
        i = int(xi)
        t = xi - i
        b = i
        a, e, d = beside(b, m)
        n0, n1, n2, n3 = basis(t)
        d0, d1, d2, d3 = basis_slope(t)
        b0, b1, b2, b3 = basis_bend(t)
        x0, x1, x2, x3 = ring[RX, a], ring[RX, b], ring[RX, e], ring[RX, d]
        y0, y1, y2, y3 = ring[RY, a], ring[RY, b], ring[RY, e], ring[RY, d]
        r_x = n0 * x0 + n1 * x1 + n2 * x2 + n3 * x3
        r_y = n0 * y0 + n1 * y1 + n2 * y2 + n3 * y3
        s_x = d0 * x0 + d1 * x1 + d2 * x2 + d3 * x3
        s_y = d0 * y0 + d1 * y1 + d2 * y2 + d3 * y3
        k_x = b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3
        k_y = b0 * y0 + b1 * y1 + b2 * y2 + b3 * y3
        o_x, o_y = r_x - p_x, r_y - p_y
        move = (o_x * s_x + o_y * s_y) / (s_x * s_x + s_y * s_y + o_x * k_x + o_y * k_y)
        r_x -= move * s_x
        r_y -= move * s_y
        s_x -= move * k_x
        s_y -= move * k_y
        n0 -= move * d0
        n1 -= move * d1
        n2 -= move * d2
        n3 -= move * d3
        xi -= move
        q[XI, k] = xi + m if xi < 0.0 else (xi - m if xi >= m else xi)
        scale = 1.0 / math.sqrt(s_x * s_x + s_y * s_y)
        t_x, t_y = scale * s_x, scale * s_y

        # gap along the outward normal (-t_y, t_x), and its rate
        v_x = blended(ring, RVX, a, b, e, d, n0, n1, n2, n3)
        v_y = blended(ring, RVY, a, b, e, d, n0, n1, n2, n3)
        u_x, u_y = q[VX, k] - w * l_y - v_x, q[VY, k] + w * l_x - v_y
        g = (r_y - p_y) * t_x - (r_x - p_x) * t_y - laws.half_ring
        rate = u_x * t_y - u_y * t_x
        la = 0.0
        if g < 0.0 or laws.bilateral == 1:
            la = -laws.k_saddle * g - laws.d_saddle * rate
            if la < 0.0 and laws.bilateral == 0:
                la = 0.0
            else:
                damped += laws.d_saddle * rate * rate
        elif g > laws.ear_play:
            la = laws.k_saddle * (laws.ear_play - g) - laws.d_saddle * rate
            if la > 0.0:
                la = 0.0
            else:
                damped += laws.d_saddle * rate * rate
        h[SADDLE, k] = la
        h[G_SADDLE, k] = g
        f_x, f_y = -la * t_y, la * t_x  # on the ring, outwards
        h[HX, k] -= f_x
        h[HY, k] -= f_y
        h[HM, k] -= l_x * f_y - l_y * f_x
        force[0, a] += n0 * f_x
        force[1, a] += n0 * f_y
        force[0, b] += n1 * f_x
        force[1, b] += n1 * f_y
        force[0, e] += n2 * f_x
        force[1, e] += n2 * f_y
        force[0, d] += n3 * f_x
        force[1, d] += n3 * f_y

        # friction row, tangent and lever at the middle of the coming step
        turn = 0.5 * dt * w
        m_x, m_y = t_x - turn * t_y, t_y + turn * t_x
        n_x, n_y = l_x - turn * l_y, l_y + turn * l_x
        lever = n_x * m_y - n_y * m_x
        row[k, L_TX] = m_x
        row[k, L_TY] = m_y
        row[k, L_L] = lever
        row[k, L_W0] = n0
        row[k, L_W1] = n1
        row[k, L_W2] = n2
        row[k, L_W3] = n3
        row[k, L_BOUND] = laws.mu_saddle * abs(la) * dt
        row[k, L_STEP] = 1.0 / (
            laws.m_inv
            + laws.j_inv * lever * lever
            + ring_inv * (n0 * n0 + n1 * n1 + n2 * n2 + n3 * n3)
        )
        row[k, L_V] = m_x * (q[VX, k] - v_x) + m_y * (q[VY, k] - v_y) + lever * w
        span[k] = i
    loss[Loss.SADDLE_DAMPING] += dt * damped
    return True
