"""A flexible ring on wheels: a belt on its pulleys, from inside or outside.

A wheel is a circle on which the neutral fibre would lie undeformed; what the ring lies
deeper is the compression of the belt against the wheel, an elastic foundation per
length with damping, never pulling. The same holds for both sides of the belt: the wheel
pushes away from its centre. The foundation is asked at several places of each span:
with the knots alone a span cuts through the wheel until both of its ends have landed,
and is stretched by its bow afterwards, which shakes the belt and falsifies its creep.

Friction acts at the knots, so that sticking neighbours are well conditioned (weights
1/6, 2/3, 1/6), along the circumference of the wheel on the neutral fibre: a row of
`catena.rows.saddle` per knot, bounded by the pressure on both sides of it; direction
and lever are those of the middle of the coming step. Its coefficient may depend on the
sliding speed.

Source: contact of a ring with its saddles, [Cebulla2014] 5.1, on a circle; creep of the
belt comes out of its stretch, as in Firbank's theory.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.planar import turned
from catena.bodies.ring_spline import beside
from catena.jit import inline_kernel, lean_kernel
from catena.laws.crossing import crossing_share
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
    k=float,  # of one place [N/m]
    d=float,  # [N s/m]
    onset=float,  # depth over which the damping grows [m]
    curve=int,  # first and last sample of the friction over sliding speed
    curve_end=int,
)
WHEEL_CONTACT = record(
    wheel=int,  # -1: free
    n_x=float,  # away from the centre
    n_y=float,
    lever=float,  # of this direction about the body [m]
    press=float,  # elastic force at the depth reached [N]
    damping=float,  # what differs from the elastic force that does its work [N]
    force=float,  # both, over the whole step [N]
)
"""Normal contact at one place; a table holds all places, span by span."""
WHEEL_LOAD = record(
    torque=float,  # of the belt on the wheel, summed over steps [N m]
    f_x=float,  # force of the belt on the wheel [N]
    f_y=float,
    touching=float,  # angle over which it presses [rad], `pairs.ring_arcs`
    sliding=float,  # that of it over which it slides
)
"""What a belt did to a wheel since the last sample, summed over steps."""
PLACES = 2
"""Where a span is asked for contact: its first knot and its middle."""
WEIGHTS = np.array([[1.0, 4.0, 1.0, 0.0], [0.125, 2.875, 2.875, 0.125]]) / 6.0
"""Of the four control points of a span at these places."""


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


@inline_kernel
def at_place(values: Floats, p: int) -> tuple[float, float]:
    """x and y, or their rates, of the ring at one of its places."""
    i = p // PLACES
    a, c, d = beside(i, values.shape[1])
    w = WEIGHTS[p - PLACES * i]
    x = w[0] * values[0, a] + w[1] * values[0, i]
    y = w[0] * values[1, a] + w[1] * values[1, i]
    x += w[2] * values[0, c] + w[3] * values[0, d]
    y += w[2] * values[1, c] + w[3] * values[1, d]
    return float(x), float(y)


@lean_kernel
def free_knots(rows: Rows, contacts: Rows) -> None:
    """Nothing touches until it is found."""
    for i in range(rows.size):
        rows[i].bound, rows[i].force = 0.0, 0.0
    for p in range(contacts.size):
        contacts[p].wheel = -1
        contacts[p].press, contacts[p].force = 0.0, 0.0


@lean_kernel
def press_ring_wheel(
    wheels: Rows,
    j: int,
    contacts: Rows,
    blocks: tuple[Block, Block, Floats],
    spacing: float,
    dt: float,
) -> float:
    """Find and press all places on one wheel; the deepest penetration [m].

    ``blocks`` are the planar bodies, the ring and the poses, ``spacing`` the largest
    distance of neighbouring places.
    """
    body, ring, pose = blocks
    b = wheels[j].body
    o_x, o_y = turned(pose, b, wheels[j].x, wheels[j].y)
    c_x, c_y, w = body.q[0, b] + o_x, body.q[1, b] + o_y, body.u[2, b]
    radius, k, d = wheels[j].radius, wheels[j].k, wheels[j].d
    per_onset, deepest, skip = 1.0 / wheels[j].onset, 0.0, 0
    for p in range(contacts.size):
        if p < skip:
            continue
        r_x, r_y = at_place(ring.q, p)
        d_x, d_y = r_x - c_x, r_y - c_y
        squared = d_x * d_x + d_y * d_y
        if not squared < radius * radius:
            away = math.sqrt(squared) - radius
            skip = p + 1 + (int(away / spacing) if away < 1e3 else 0)
            continue
        r = math.sqrt(squared)
        per = 1.0 / r
        n_x, n_y, depth = d_x * per, d_y * per, radius - r
        deepest = max(deepest, depth)
        contacts[p].wheel, contacts[p].n_x, contacts[p].n_y = j, n_x, n_y
        contacts[p].lever = o_x * n_y - o_y * n_x
        press = k * depth
        v_x, v_y = at_place(ring.u, p)
        s_x, s_y = body.u[0, b] - w * o_y - v_x, body.u[1, b] + w * o_x - v_y
        rate, along = n_x * s_x + n_y * s_y, n_x * s_y - n_y * s_x
        way = dt * (
            rate + 0.5 * dt * along * along * per
        )  # along the chord of the step
        elastic = press * crossing_share(depth, way)
        force = elastic + d * min(1.0, depth * per_onset) * rate
        force = 0.0 if force < 0.0 else force  # lets NaN through
        contacts[p].press, contacts[p].force = press, force
        contacts[p].damping = force - elastic
        add_place_force(ring.h, p, force * n_x, force * n_y)
        body.h[0, b] -= force * n_x
        body.h[1, b] -= force * n_y
        body.h[2, b] -= force * contacts[p].lever
    return deepest


@inline_kernel
def depth_rate(contacts: Rows, p: int, b: int, u: Floats, v: Floats) -> float:
    """How fast a place of the ring (v) sinks into the body b (u) [m/s]."""
    v_x, v_y = at_place(v, p)
    rate = contacts[p].n_x * (u[0, b] - v_x) + contacts[p].n_y * (u[1, b] - v_y)
    return float(rate + u[2, b] * contacts[p].lever)


@lean_kernel
def share_forces(rows: Rows, contacts: Rows) -> None:
    """Let the forces at all places press the knots beside them that touch as well."""
    n = rows.size
    for p in range(contacts.size):
        j, i = contacts[p].wheel, p // PLACES
        if j < 0:
            continue
        t, c = (p - PLACES * i) / PLACES, i + 1 if i + 1 < n else 0
        if contacts[PLACES * c].wheel != j:
            t = 0.0
        if contacts[PLACES * i].wheel == j:
            rows[i].force += (1.0 - t) * contacts[p].force
        elif t > 0.0:
            t = 1.0
        rows[c].force += t * contacts[p].force


@lean_kernel
def fill_knot_friction(
    wheels: Rows,
    friction: Floats,
    rows: Rows,
    contacts: Rows,
    blocks: tuple[Block, Block, Floats],
    dt: float,
) -> None:
    """Friction rows of all pressed knots, turned to the middle of the coming step.

    ``friction`` (2, samples) are sliding speeds and coefficients.
    """
    body, ring, pose = blocks
    n = rows.size
    share_forces(rows, contacts)
    for i in range(n):
        j = contacts[PLACES * i].wheel
        if j < 0:
            continue
        b = rows[i].a = wheels[j].body
        o_x, o_y = turned(pose, b, wheels[j].x, wheels[j].y)
        l_x = at_knot(ring.q, 0, i, n) - body.q[0, b]
        l_y = at_knot(ring.q, 1, i, n) - body.q[1, b]
        d_x, d_y = l_x - o_x, l_y - o_y
        r = math.sqrt(d_x * d_x + d_y * d_y)
        n_x, n_y, half = d_x / r, d_y / r, 0.5 * dt * body.u[2, b]
        t_x, t_y = -n_y - half * n_x, n_x - half * n_y
        m_x, m_y = l_x - half * l_y, l_y + half * l_x
        rows[i].t_x, rows[i].t_y, rows[i].l_t = t_x, t_y, m_x * t_y - m_y * t_x
        slip = abs(saddle_slip(rows, i, body.u, ring.u))
        mu = friction_at(friction, wheels[j].curve, wheels[j].curve_end, slip)
        rows[i].bound = mu * rows[i].force * dt
        fill_saddle_mass(rows, i, body, ring)


@inline_kernel
def friction_at(friction: Floats, first: int, last: int, slip: float) -> float:
    """Coefficient at a sliding speed."""
    if first == last:
        return float(friction[1, first])
    return float(interpolated(friction[0], friction[1], first, last, slip))


@inline_kernel
def add_place_force(h: Floats, p: int, f_x: float, f_y: float) -> None:
    """A force on the ring at one of its places."""
    i = p // PLACES
    a, c, d = beside(i, h.shape[1])
    w = WEIGHTS[p - PLACES * i]
    for k, point in enumerate((a, i, c, d)):
        h[0, point] += w[k] * f_x
        h[1, point] += w[k] * f_y


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
    for p in range(contacts.size):
        j = contacts[p].wheel
        if j < 0:
            continue
        b, force = wheels[j].body, contacts[p].force
        rate = depth_rate(contacts, p, b, body.mean, ring.mean)
        loss[wheels[j].group, Cause.CONTACT_DAMPING] += dt * contacts[p].damping * rate
        loads[j].torque -= force * contacts[p].lever
        loads[j].f_x -= force * contacts[p].n_x
        loads[j].f_y -= force * contacts[p].n_y
    for i in range(n):
        P[i] = rows[i].P
        j = contacts[PLACES * i].wheel
        if j >= 0:
            b, F = wheels[j].body, P[i] / dt
            slip = saddle_slip(rows, i, body.mean, ring.mean)
            loss[wheels[j].group, Cause.COULOMB] -= P[i] * slip
            body.h[0, b] += rows[i].t_x * F
            body.h[1, b] += rows[i].t_y * F
            body.h[2, b] += rows[i].l_t * F
            loads[j].torque += rows[i].l_t * F
            loads[j].f_x += rows[i].t_x * F
            loads[j].f_y += rows[i].t_y * F


@lean_kernel
def ring_wheel_energy(wheels: Rows, contacts: Rows) -> float:
    """Stored in the compression of the belt at the last evaluation [J]."""
    total = 0.0
    for p in range(contacts.size):
        j = contacts[p].wheel
        if j >= 0:
            total += 0.5 * contacts[p].press * contacts[p].press / wheels[j].k
    return total
