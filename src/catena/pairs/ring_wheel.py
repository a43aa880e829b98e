"""A flexible ring on wheels: a belt on its pulleys, from inside or outside.

The knots of the ring are the places of contact, so that sticking friction of neighbours
is well conditioned (weights 1/6, 2/3, 1/6). A wheel is a circle on which the neutral
fibre would lie undeformed; what a knot lies deeper is the compression of the belt
against the wheel, an elastic foundation per length with damping, never pulling. The
same holds for both sides of the belt: the wheel pushes away from its centre.

Friction acts along the circumference of the wheel on the neutral fibre, as a row of
`catena.rows.saddle` per knot; direction and lever are those of the middle of the coming
step. Its coefficient may depend on the sliding speed.

Source: contact of a ring with its saddles, [Cebulla2014] 5.1, on a circle; creep of the
belt comes out of its stretch, as in Firbank's theory.
"""

from __future__ import annotations

import math

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.curves import interpolated
from catena.numerics.records import Rows, record, table
from catena.rows.saddle import SADDLE, fill_saddle_mass, saddle_slip
from catena.tables.blocks import Block
from catena.tables.state import Cause

RING_WHEEL = record(
    body=int,  # the wheel among the planar bodies
    group=int,  # of the ledger
    radius=float,  # of the unpressed neutral fibre [m]
    x=float,  # centre of the running surface in the frame of the body [m]
    y=float,
    k=float,  # of one knot [N/m]
    d=float,  # [N s/m]
    onset=float,  # depth over which the damping grows [m]
    curve=int,  # first and last sample of the friction over sliding speed
    curve_end=int,
)
WHEEL_CONTACT = record(
    wheel=int,  # -1: free
    n_x=float,  # away from the centre
    n_y=float,
    press=float,  # elastic force [N]
    force=float,  # with damping [N]
)
"""Normal contact of one knot; a table holds all knots."""
WHEEL_LOAD = record(
    torque=float,  # of the belt on the wheel, summed over steps [N m]
    f_x=float,  # force of the belt on the wheel [N]
    f_y=float,
    touching=float,  # knots in contact
    sliding=float,  # those of them whose friction is used up
)
"""What a belt did to a wheel since the last sample, summed over steps."""
SLIDES = 1.0 - 1e-9
"""Share of the bound from which friction counts as used up."""


def ring_saddles(knots: int) -> Rows:
    """Friction rows of all knots of a closed ring; they exist for the whole run."""
    rows = table(SADDLE, knots, w0=1.0 / 6.0, w1=2.0 / 3.0, w2=1.0 / 6.0)
    for name, ahead in (("p0", -1), ("p1", 0), ("p2", 1), ("p3", 2)):
        rows[name] = [(i + ahead) % knots for i in range(knots)]
    return rows


@inline_kernel
def at_knot(values: Floats, row: int, i: int, n: int) -> float:
    """A coordinate or velocity of the ring at the knot i of n."""
    a, c = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
    return float((values[row, a] + 4.0 * values[row, i] + values[row, c]) / 6.0)


@lean_kernel
def free_knots(rows: Rows, contacts: Rows) -> None:
    """Nothing touches until it is found."""
    for i in range(rows.size):
        rows[i].bound, rows[i].force = 0.0, 0.0
        contacts[i].wheel = -1
        contacts[i].press, contacts[i].force = 0.0, 0.0


@lean_kernel
def press_ring_wheel(
    wheels: Rows,
    j: int,
    friction: Floats,
    rows: Rows,
    contacts: Rows,
    blocks: tuple[Block, Block, Floats],
    spacing: float,
    dt: float,
) -> float:
    """Find and press all knots on one wheel; the deepest penetration [m].

    ``friction`` (2, samples) are sliding speeds and coefficients, ``blocks`` the planar
    bodies, the ring and the poses, ``spacing`` the largest distance of neighbours.
    """
    body, ring, pose = blocks
    b = wheels[j].body
    n = rows.size
    o_x = pose[0, b] * wheels[j].x - pose[1, b] * wheels[j].y
    o_y = pose[1, b] * wheels[j].x + pose[0, b] * wheels[j].y
    c_x, c_y = body.q[0, b] + o_x, body.q[1, b] + o_y
    w, radius, deepest = body.u[2, b], wheels[j].radius, 0.0
    skip = 0
    for i in range(n):
        if i < skip:
            continue
        d_x = at_knot(ring.q, 0, i, n) - c_x
        d_y = at_knot(ring.q, 1, i, n) - c_y
        squared = d_x * d_x + d_y * d_y
        if not squared < radius * radius:
            away = math.sqrt(squared) - radius
            skip = i + 1 + (int(away / spacing) if away < 1e3 else 0)
            continue
        r = math.sqrt(squared)
        n_x, n_y, depth = d_x / r, d_y / r, radius - r
        deepest = max(deepest, depth)
        l_x, l_y = o_x + d_x, o_y + d_y  # from the centre of the body
        rate = n_x * (at_knot(ring.u, 0, i, n) - body.u[0, b] + w * l_y)
        rate += n_y * (at_knot(ring.u, 1, i, n) - body.u[1, b] - w * l_x)
        press = wheels[j].k * depth
        force = press - wheels[j].d * min(1.0, depth / wheels[j].onset) * rate
        force = 0.0 if force < 0.0 else force  # lets NaN through
        contacts[i].wheel, contacts[i].n_x, contacts[i].n_y = j, n_x, n_y
        contacts[i].press, contacts[i].force = press, force
        add_ring_force(ring.h, i, n, force * n_x, force * n_y)
        body.h[0, b] -= force * n_x
        body.h[1, b] -= force * n_y
        body.h[2, b] -= force * (l_x * n_y - l_y * n_x)

        # friction row, turned to the middle of the coming step
        half = 0.5 * dt * w
        t_x, t_y = -n_y - half * n_x, n_x - half * n_y
        m_x, m_y = l_x - half * l_y, l_y + half * l_x
        rows[i].a, rows[i].t_x, rows[i].t_y = b, t_x, t_y
        rows[i].l_t = m_x * t_y - m_y * t_x
        rows[i].force, rows[i].gap = force, -depth
        slip = abs(saddle_slip(rows, i, body.u, ring.u))
        mu = friction_at(friction, wheels[j].curve, wheels[j].curve_end, slip)
        rows[i].bound = mu * force * dt
        fill_saddle_mass(rows, i, body, ring)
    return deepest


@inline_kernel
def friction_at(friction: Floats, first: int, last: int, slip: float) -> float:
    """Coefficient at a sliding speed."""
    if first == last:
        return float(friction[1, first])
    return float(interpolated(friction[0], friction[1], first, last, slip))


@inline_kernel
def add_ring_force(h: Floats, i: int, n: int, f_x: float, f_y: float) -> None:
    """A force on the ring at the knot i of n."""
    a, c = i - 1 if i > 0 else n - 1, i + 1 if i + 1 < n else 0
    h[0, a] += f_x / 6.0
    h[1, a] += f_y / 6.0
    h[0, i] += 4.0 * f_x / 6.0
    h[1, i] += 4.0 * f_y / 6.0
    h[0, c] += f_x / 6.0
    h[1, c] += f_y / 6.0


@lean_kernel
def book_ring_wheels(
    wheels: Rows,
    rows: Rows,
    contacts: Rows,
    P: Floats,
    blocks: tuple[Block, Block, Floats],
    loads: Rows,
    loss: Floats,
    dt: float,
) -> None:
    """Losses at the mean velocities of the step; impulses are kept and become forces.

    The reaction of prescribed wheels needs every other force on them in h.
    """
    body, ring, _ = blocks
    n = rows.size
    for i in range(n):
        P[i] = rows[i].P
        j = contacts[i].wheel
        if j < 0:
            continue
        b, g = wheels[j].body, wheels[j].group
        n_x, n_y = contacts[i].n_x, contacts[i].n_y
        l_x = at_knot(ring.q, 0, i, n) - body.q[0, b]
        l_y = at_knot(ring.q, 1, i, n) - body.q[1, b]
        v_x = at_knot(ring.mean, 0, i, n) - body.mean[0, b] + body.mean[2, b] * l_y
        v_y = at_knot(ring.mean, 1, i, n) - body.mean[1, b] - body.mean[2, b] * l_x
        damping = contacts[i].press - contacts[i].force
        loss[g, Cause.CONTACT_DAMPING] += dt * damping * (n_x * v_x + n_y * v_y)
        slip = saddle_slip(rows, i, body.mean, ring.mean)
        loss[g, Cause.COULOMB] -= P[i] * slip
        F, force = P[i] / dt, contacts[i].force
        body.h[0, b] += rows[i].t_x * F
        body.h[1, b] += rows[i].t_y * F
        body.h[2, b] += rows[i].l_t * F
        loads[j].torque += rows[i].l_t * F - force * (l_x * n_y - l_y * n_x)
        loads[j].f_x += rows[i].t_x * F - force * n_x
        loads[j].f_y += rows[i].t_y * F - force * n_y
        loads[j].touching += 1.0
        loads[j].sliding += 1.0 if abs(P[i]) >= SLIDES * rows[i].bound else 0.0


@lean_kernel
def ring_wheel_energy(wheels: Rows, contacts: Rows) -> float:
    """Stored in the compression of the belt at the last evaluation [J]."""
    total = 0.0
    for i in range(contacts.size):
        j = contacts[i].wheel
        if j >= 0:
            total += 0.5 * contacts[i].press * contacts[i].press / wheels[j].k
    return total
