"""A planar body on a ring: 3 velocities and those of four control points, a box.

Friction acts along the ring, on its neutral fibre: the layers of a ring set slide on
each other, so that the innermost one does not turn the fibre.

``body`` is the block of the planar bodies, ``ring`` (2, m) that of the control points.

Source: [Cebulla2014] 2.4, 5.1. Deviation: tangent and lever are those of the middle of
the coming step, as for flanks.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.blocks import Block

SADDLE = record(
    a=int,  # planar body
    p0=int,  # control points of the span it stands on
    p1=int,
    p2=int,
    p3=int,
    bound=float,  # of the friction impulse [N s]
    mass=float,  # that an impulse along the ring meets [kg]
    P=float,  # friction impulse on the body along the ring [N s]
    t_x=float,  # tangent, lever about the body
    t_y=float,
    l_t=float,
    w0=float,  # weights of the control points
    w1=float,
    w2=float,
    w3=float,
    gap=float,  # between saddle and ring [m]
    force=float,  # of the ring on the saddle, < 0 at the ear [N]
)
"""One body on the ring; rows of this kind exist for the whole run."""


@inline_kernel
def fill_saddle_mass(rows: Rows, i: int, body: Block, ring: Block) -> None:
    """Mass that an impulse along the ring meets."""
    a, p1, l_t = rows[i].a, rows[i].p1, rows[i].l_t
    if a < 0 or p1 < 0:  # tells the compiler that no index counts from the end
        return
    w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
    rows[i].mass = 1.0 / (
        body.M_inv[0, a]
        + body.M_inv[2, a] * l_t * l_t
        # the ring has one mass per control point, equal for all: that of p1 stands for
        # the four, and x and y give the same
        + ring.M_inv[0, p1] * (w0 * w0 + w1 * w1 + w2 * w2 + w3 * w3)
    )


@lean_kernel
def start_saddles(rows: Rows, P: Floats, body: Block, ring: Block) -> None:
    """Bring the last impulses within their bounds and let them act."""
    for i in range(rows.size):
        bound = rows[i].bound
        rows[i].P = min(max(P[i], -bound), bound)
        push_saddle(rows, i, body, ring, rows[i].P)


@inline_kernel
def relax_saddle(rows: Rows, i: int, body: Block, ring: Block) -> float:
    """Bring one row in line with its law; the change [N s]."""
    bound, old = rows[i].bound, rows[i].P
    if bound == 0.0:
        return 0.0
    P = old - rows[i].mass * saddle_slip(rows, i, body.u, ring.u)
    P = min(max(P, -bound), bound)  # keeps NaN, in this order
    rows[i].P = P
    push_saddle(rows, i, body, ring, P - old)
    return float(abs(P - old))


@inline_kernel
def saddle_slip(rows: Rows, i: int, u: Floats, v: Floats) -> float:
    """Speed of a body (u) along the ring (v) [m/s]."""
    a, p0, p1, p2, p3 = rows[i].a, rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    slip = 0.0
    if a >= 0 and p0 >= 0 and p1 >= 0 and p2 >= 0 and p3 >= 0:
        w0, w1, w2, w3 = rows[i].w0, rows[i].w1, rows[i].w2, rows[i].w3
        v_x = w0 * v[0, p0] + w1 * v[0, p1] + w2 * v[0, p2] + w3 * v[0, p3]
        v_y = w0 * v[1, p0] + w1 * v[1, p1] + w2 * v[1, p2] + w3 * v[1, p3]
        slip = (
            rows[i].t_x * (u[0, a] - v_x)
            + rows[i].t_y * (u[1, a] - v_y)
            + rows[i].l_t * u[2, a]
        )
    return slip


@inline_kernel
def push_saddle(rows: Rows, i: int, body: Block, ring: Block, P: float) -> None:
    """Let an impulse along the ring act on the body, and back on the ring."""
    a, p0, p1, p2, p3 = rows[i].a, rows[i].p0, rows[i].p1, rows[i].p2, rows[i].p3
    if P == 0.0 or a < 0 or p0 < 0 or p1 < 0 or p2 < 0 or p3 < 0:
        return
    u, M, v, N = body.u, body.M_inv, ring.u, ring.M_inv
    x, y = rows[i].t_x * P, rows[i].t_y * P
    u[0, a] += M[0, a] * x
    u[1, a] += M[1, a] * y
    u[2, a] += M[2, a] * rows[i].l_t * P
    v[0, p0] -= N[0, p0] * rows[i].w0 * x
    v[1, p0] -= N[1, p0] * rows[i].w0 * y
    v[0, p1] -= N[0, p1] * rows[i].w1 * x
    v[1, p1] -= N[1, p1] * rows[i].w1 * y
    v[0, p2] -= N[0, p2] * rows[i].w2 * x
    v[1, p2] -= N[1, p2] * rows[i].w2 * y
    v[0, p3] -= N[0, p3] * rows[i].w3 * x
    v[1, p3] -= N[1, p3] * rows[i].w3 * y


@lean_kernel
def book_saddles(rows: Rows, P: Floats, body: Block, ring: Block) -> float:
    """Energy lost along the ring [J]; keep the impulses."""
    lost = 0.0
    for i in range(rows.size):
        P[i] = rows[i].P
        if P[i] != 0.0:
            lost -= P[i] * saddle_slip(rows, i, body.mean, ring.mean)
    return lost
