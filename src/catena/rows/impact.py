"""Rigid normal direction of planar rows: unilateral impulses with restitution.

A table of this kind stands beside a table of planar rows, row by row.

Source: [Pfeiffer1997] (10)-(12) as a time-stepping scheme after Moreau: a contact that
is closed at the new positions leaves with g' >= -e g'_before, or does not push.
Deviation: our copy of (12) allows pulling impulses; they are projected to zero.
"""

from __future__ import annotations

from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.numerics.worst import worse
from catena.rows.planar import (
    planar_rate,
    planar_slip,
    press_planar,
    push_planar,
    tangential_mass,
)
from catena.tables.state import Cause

IMPACT = record(
    mass=float,  # that an impulse along the normal meets [kg]
    rebound=float,  # speed taken off before the law is asked [m/s]
    P=float,  # normal impulse of this step [N s]
)


@inline_kernel
def normal_mass(rows: Rows, i: int, a: int, b: int, M_inv: Floats) -> float:
    """Mass that an impulse along the normal meets [kg]."""
    n_x, n_y = rows[i].n_x, rows[i].n_y
    return float(
        1.0
        / (
            (M_inv[0, a] + M_inv[0, b]) * n_x * n_x
            + (M_inv[1, a] + M_inv[1, b]) * n_y * n_y
            + M_inv[2, a] * rows[i].a_n ** 2
            + M_inv[2, b] * rows[i].b_n ** 2
        )
    )


@lean_kernel
def fill_rebounds(
    rows: Rows, count: int, groups: Rows, impacts: Rows, old: Floats, dt: float
) -> None:
    """Speeds after the impact, from the velocities before any force acted.

    A point that turns with its wheel moves along a chord of its circle in each step:
    outwards by om^2 (d n) dt / 2 before, inwards by as much after. Both are taken off,
    else every step would lift it and gain energy.
    """
    for i in range(count):
        a, b = rows[i].a, rows[i].b
        before = planar_rate(rows, i, a, b, old)
        e, radius = groups[rows[i].group].e, groups[rows[i].group].radius
        chord = 0.5 * dt * old[2, b] ** 2 * (rows[i].b_t + radius)
        impacts[i].rebound = chord + e * min(before - chord, 0.0)


@lean_kernel
def start_impacts(
    rows: Rows,
    count: int,
    groups: Rows,
    impacts: Rows,
    memory: tuple[Floats, Floats],
    u: Floats,
    M_inv: Floats,
) -> None:
    """Masses of the rows; the impulses of the last step, normal and tangent, again."""
    normal, tangent = memory
    for i in range(count):
        a, b, slot = rows[i].a, rows[i].b, rows[i].slot
        rows[i].mass = tangential_mass(rows, i, a, b, M_inv)
        impacts[i].mass = normal_mass(rows, i, a, b, M_inv)
        P = normal[slot]
        bound = groups[rows[i].group].mu * P
        impacts[i].P = P
        rows[i].P = min(max(tangent[slot], -bound), bound)
        press_planar(rows, i, a, b, u, M_inv, P)
        push_planar(rows, i, a, b, u, M_inv, rows[i].P)


@lean_kernel
def relax_impact(
    rows: Rows, i: int, groups: Rows, impacts: Rows, u: Floats, M_inv: Floats
) -> float:
    """Bring normal, then tangent of one row in line with their laws; change [N s]."""
    a, b, change = rows[i].a, rows[i].b, 0.0
    old = impacts[i].P
    rate = planar_rate(rows, i, a, b, u)
    P = worse(0.0, old - impacts[i].mass * (rate + impacts[i].rebound))  # (12)
    if P != old:
        impacts[i].P = P
        press_planar(rows, i, a, b, u, M_inv, P - old)
        change = abs(P - old)
    bound, old = P * groups[rows[i].group].mu, rows[i].P
    slip = planar_slip(rows, i, a, b, u)
    Q = min(max(old + slip * rows[i].mass, -bound), bound)
    if Q != old:
        rows[i].P = Q
        push_planar(rows, i, a, b, u, M_inv, Q - old)
        change = worse(change, abs(Q - old))
    return float(change)


@lean_kernel
def book_impacts(
    rows: Rows,
    count: int,
    impacts: Rows,
    memory: tuple[Floats, Floats],
    mean: Floats,
    loss: Floats,
    dt: float,
) -> None:
    """Losses at the mean velocities; impulses are kept, and as forces in the rows."""
    normal, tangent = memory
    for slot in range(normal.size):
        normal[slot] = 0.0
    for i in range(count):
        a, b, slot, g = rows[i].a, rows[i].b, rows[i].slot, rows[i].group
        P, Q = impacts[i].P, rows[i].P
        normal[slot], tangent[slot] = P, Q
        rows[i].force, rows[i].press = P / dt, 0.0
        loss[g, Cause.IMPACT] -= P * planar_rate(rows, i, a, b, mean)
        loss[g, Cause.COULOMB] += Q * planar_slip(rows, i, a, b, mean)


@lean_kernel
def add_impact_reactions(
    rows: Rows, count: int, impacts: Rows, h: Floats, dt: float
) -> None:
    """Normal impulses as forces, for what is left to prescribed speeds."""
    for i in range(count):
        a, b, f = rows[i].a, rows[i].b, impacts[i].P / dt
        f_x, f_y = f * rows[i].n_x, f * rows[i].n_y
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += f * rows[i].a_n
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= f * rows[i].b_n
