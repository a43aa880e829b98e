"""Beam between two bodies in space: the piece of a rod from node to node.

The planar beam (`couplings.beam`) in two planes, with twist. The ends are frames of two
bodies: x along the rod, y and z across it. With e the direction from end to end and L
the way, p_a = asin(e . y_a) is the angle from the rod to the straight line at end a in
the plane of y, p_b that at end b. In each plane t = p_a - p_b is the turn from end to
end and g = (p_a + p_b) / 2 the skew, and with the twist

    s = asin((z_a . y_b - y_a . z_b) / 2)
    x = L - L_0 + l sum((t^2 - t_0^2) / 24 + (g^2 - g_0^2) / 10)
    V = 1/2 k_1 x^2 + 1/2 k_s (s - s_0)^2
        + sum(1/2 k_g (g - g_0)^2 + 1/2 k_t (t - t_0)^2)

over both planes. A pinned end has its place in one body and its axes in another, its
node. Angles come from products of axes alone, so V knows no rigid motion,
and its gradient is a handful of cross products. Damping is a lag of every strain.

Limits: pieces that turn or twist by a right angle have no stiffness left; meshes turn
by a few degrees from node to node.
"""

from __future__ import annotations

import math

from catena.couplings.spatial_bushing import add_wrench, axis_of, velocity_at
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.rotations import to_world
from catena.numerics.space import Vector, crossed, dot
from catena.tables.spatial_bodies import BodySystem, BodyWork
from catena.tables.state import State

Line = tuple[Vector, float, Vector, Vector]
"""Direction from end to end, its length, levers of both ends."""
Strains = tuple[float, float, float, float, float, float]
"""L, p_a and p_b in the plane of y, the same of z, twist."""


@lean_kernel
def angle_of(sine: float) -> float:
    """Its angle; beyond a right angle it stays there."""
    return math.asin(min(max(sine, -1.0), 1.0))


@lean_kernel
def beam_line(system: BodySystem, k: int, q: Floats, R: Floats) -> Line:
    """From end to end of a beam."""
    row = system.beam[k]
    a, b = row.a, row.b
    r_a = to_world(R, a, row.a_x, row.a_y, row.a_z)
    r_b = to_world(R, b, row.b_x, row.b_y, row.b_z)
    d_x = q[b, 0] + r_b[0] - q[a, 0] - r_a[0]
    d_y = q[b, 1] + r_b[1] - q[a, 1] - r_a[1]
    d_z = q[b, 2] + r_b[2] - q[a, 2] - r_a[2]
    size = math.sqrt(d_x * d_x + d_y * d_y + d_z * d_z)
    return (d_x / size, d_y / size, d_z / size), size, r_a, r_b


@lean_kernel
def beam_strains(system: BodySystem, k: int, R: Floats, line: Line) -> Strains:
    """Length and angles of a beam."""
    a, b = system.beam[k].turn_a, system.beam[k].turn_b
    frame, e = system.beam_frame, line[0]
    y_a, z_a = axis_of(R, a, frame, k, 0, 1), axis_of(R, a, frame, k, 0, 2)
    y_b, z_b = axis_of(R, b, frame, k, 1, 1), axis_of(R, b, frame, k, 1, 2)
    return (
        line[1],
        angle_of(dot(e, y_a)),
        angle_of(dot(e, y_b)),
        angle_of(dot(e, z_a)),
        angle_of(dot(e, z_b)),
        angle_of(0.5 * (dot(z_a, y_b) - dot(y_a, z_b))),
    )


@lean_kernel
def beam_pull(system: BodySystem, k: int, now: Strains) -> float:
    """k_1 x [N]."""
    row = system.beam[k]
    t_y, g_y = now[1] - now[2], 0.5 * (now[1] + now[2])
    t_z, g_z = now[3] - now[4], 0.5 * (now[3] + now[4])
    turn = t_y * t_y - row.t_y**2 + t_z * t_z - row.t_z**2
    skew = g_y * g_y - row.g_y**2 + g_z * g_z - row.g_z**2
    bow = row.length * (turn / 24.0 + skew / 10.0)
    return float(row.k_1 * (now[0] - row.chord + bow))


@lean_kernel
def beam_slopes(system: BodySystem, k: int, now: Strains) -> Strains:
    """dV by L, p_a and p_b in both planes, and twist."""
    row = system.beam[k]
    N = beam_pull(system, k, now)
    t_y, g_y = now[1] - now[2], 0.5 * (now[1] + now[2])
    t_z, g_z = now[3] - now[4], 0.5 * (now[3] + now[4])
    M_y = row.k_ty * (t_y - row.t_y) + N * row.length * t_y / 12.0
    S_y = row.k_gy * (g_y - row.g_y) + N * row.length * g_y / 5.0
    M_z = row.k_tz * (t_z - row.t_z) + N * row.length * t_z / 12.0
    S_z = row.k_gz * (g_z - row.g_z) + N * row.length * g_z / 5.0
    twist = row.k_s * (now[5] - row.twist)
    return (
        N, M_y + 0.5 * S_y, 0.5 * S_y - M_y, M_z + 0.5 * S_z, 0.5 * S_z - M_z, twist
    )  # fmt: skip


@lean_kernel
def beam_drags(system: BodySystem, k: int, rate: Strains) -> Strains:
    """The same of the lag, of these strain rates."""
    row = system.beam[k]
    M_y, S_y = row.k_ty * (rate[1] - rate[2]), 0.5 * row.k_gy * (rate[1] + rate[2])
    M_z, S_z = row.k_tz * (rate[3] - rate[4]), 0.5 * row.k_gz * (rate[3] + rate[4])
    return (
        row.lag * row.k_1 * rate[0],
        row.lag * (M_y + 0.5 * S_y),
        row.lag * (0.5 * S_y - M_y),
        row.lag * (M_z + 0.5 * S_z),
        row.lag * (0.5 * S_z - M_z),
        row.lag * row.k_s * rate[5],
    )


@lean_kernel
def beam_rates(
    system: BodySystem, k: int, u: Floats, R: Floats, line: Line, now: Strains
) -> Strains:
    """Rates of all strains."""
    a, b, frame, e = system.beam[k].a, system.beam[k].b, system.beam_frame, line[0]
    v_a, v_b = velocity_at(u, R, a, line[2]), velocity_at(u, R, b, line[3])
    v = v_b[0] - v_a[0], v_b[1] - v_a[1], v_b[2] - v_a[2]
    a, b = system.beam[k].turn_a, system.beam[k].turn_b
    w_a = to_world(R, a, u[a, 3], u[a, 4], u[a, 5])
    w_b = to_world(R, b, u[b, 3], u[b, 4], u[b, 5])
    y_a, z_a = axis_of(R, a, frame, k, 0, 1), axis_of(R, a, frame, k, 0, 2)
    y_b, z_b = axis_of(R, b, frame, k, 1, 1), axis_of(R, b, frame, k, 1, 2)
    along, size = dot(e, v), line[1]
    w = w_a[0] - w_b[0], w_a[1] - w_b[1], w_a[2] - w_b[2]
    turn = dot(w, crossed(z_a, y_b)) - dot(w, crossed(y_a, z_b))
    return (
        along,
        _rate(e, v, along, size, y_a, w_a) / math.cos(now[1]),
        _rate(e, v, along, size, y_b, w_b) / math.cos(now[2]),
        _rate(e, v, along, size, z_a, w_a) / math.cos(now[3]),
        _rate(e, v, along, size, z_b, w_b) / math.cos(now[4]),
        0.5 * turn / math.cos(now[5]),
    )


@lean_kernel
def _rate(
    e: Vector, v: Vector, along: float, size: float, y: Vector, w: Vector
) -> float:
    """Rate of e . y, where y turns with w and the ends part with v."""
    return (dot(y, v) - dot(e, y) * along) / size + dot(w, crossed(y, e))


@lean_kernel
def push_beam(
    system: BodySystem, k: int, R: Floats, line: Line, now: Strains, slopes: Strains,
    h: Floats,
) -> None:  # fmt: skip
    """Add the forces of strains whose slopes of energy are given to both bodies."""
    a, b, frame = system.beam[k].turn_a, system.beam[k].turn_b, system.beam_frame
    e, size = line[0], line[1]
    f = slopes[0] * e[0], slopes[0] * e[1], slopes[0] * e[2]
    m_a, m_b = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for side in range(2):
        body = a if side == 0 else b
        for axis in range(1, 3):
            place = 2 * axis - 1 + side
            y, sine = axis_of(R, body, frame, k, side, axis), math.sin(now[place])
            c = slopes[place] / math.cos(now[place])
            f = (
                f[0] + c * (y[0] - sine * e[0]) / size,
                f[1] + c * (y[1] - sine * e[1]) / size,
                f[2] + c * (y[2] - sine * e[2]) / size,
            )
            n = crossed(y, e)
            if side == 0:
                m_a = m_a[0] - c * n[0], m_a[1] - c * n[1], m_a[2] - c * n[2]
            else:
                m_b = m_b[0] - c * n[0], m_b[1] - c * n[1], m_b[2] - c * n[2]
    y_a, z_a = axis_of(R, a, frame, k, 0, 1), axis_of(R, a, frame, k, 0, 2)
    y_b, z_b = axis_of(R, b, frame, k, 1, 1), axis_of(R, b, frame, k, 1, 2)
    one, two, c = (
        crossed(z_a, y_b),
        crossed(y_a, z_b),
        0.5 * slopes[5] / math.cos(now[5]),
    )
    n = c * (one[0] - two[0]), c * (one[1] - two[1]), c * (one[2] - two[2])
    m_a = m_a[0] - n[0], m_a[1] - n[1], m_a[2] - n[2]
    m_b = m_b[0] + n[0], m_b[1] + n[1], m_b[2] + n[2]
    none = 0.0, 0.0, 0.0
    add_wrench(h, R, a, none, none, m_a)
    add_wrench(h, R, b, none, none, m_b)
    add_wrench(h, R, system.beam[k].a, f, line[2], none)
    add_wrench(h, R, system.beam[k].b, (-f[0], -f[1], -f[2]), line[3], none)


@lean_kernel
def add_spatial_beams(system: BodySystem, state: State, work: BodyWork) -> None:
    """Forces of all beams: elastic ones into h, those of the lag into drag."""
    R = work.R
    for k in range(system.beam.size):
        if system.beam[k].a < 0 or system.beam[k].b < 0:  # never: tells the compiler
            continue
        if system.beam[k].turn_a < 0 or system.beam[k].turn_b < 0:
            continue
        line = beam_line(system, k, state.q, R)
        now = beam_strains(system, k, R, line)
        push_beam(system, k, R, line, now, beam_slopes(system, k, now), work.h)
        if system.beam[k].lag > 0.0:
            rates = beam_rates(system, k, state.u, R, line, now)
            drags = beam_drags(system, k, rates)
            push_beam(system, k, R, line, now, drags, work.drag)


@lean_kernel
def spatial_beam_energy(system: BodySystem, q: Floats, R: Floats) -> float:
    """Elastic energy of all beams [J]."""
    total = 0.0
    for k in range(system.beam.size):
        row = system.beam[k]
        if row.a < 0 or row.b < 0:
            continue
        now = beam_strains(system, k, R, beam_line(system, k, q, R))
        t_y, g_y = now[1] - now[2] - row.t_y, 0.5 * (now[1] + now[2]) - row.g_y
        t_z, g_z = now[3] - now[4] - row.t_z, 0.5 * (now[3] + now[4]) - row.g_z
        total += beam_pull(system, k, now) ** 2 / row.k_1
        total += row.k_ty * t_y**2 + row.k_gy * g_y**2
        total += row.k_tz * t_z**2 + row.k_gz * g_z**2
        total += row.k_s * (now[5] - row.twist) ** 2
    return 0.5 * total
