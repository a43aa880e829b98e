"""Contact of two planar bodies with one tangent.

The normal n points from body b to body a. A depth above zero presses: the force acts
on a along +n and on b along -n. The tangent is t = (-n_y, n_x); the friction impulse P
acts on a against t, so that P has the sign of the slip.

Levers: ``a_n, a_t`` are the arms of normal and tangent about a, ``b_n, b_t`` about b.
    rate = n (v_a - v_b) + a_n w_a - b_n w_b
    slip = t (v_a - v_b) + a_t w_a - b_t w_b
u, h, mean and M_inv are views (3, n) of the block the two bodies belong to.
"""

from __future__ import annotations

from enum import IntEnum

from catena.codes import FrictionLaw
from catena.jit import inline_kernel, lean_kernel
from catena.laws.dispatch import damped_force, elastic_force, friction_ratio
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, record
from catena.tables.state import Cause

PLANAR = record(
    a=int,  # body that the normal points to; the row belongs to its patch
    b=int,  # the other body
    slot=int,  # place of the impulse in the memory
    group=int,  # of laws and ledger
    n_x=float,
    n_y=float,
    a_n=float,  # levers [m]
    a_t=float,
    b_n=float,
    b_t=float,
    depth=float,  # [m]
    press=float,  # elastic part of the normal force [N]
    force=float,  # normal force [N]
    bound=float,  # largest friction impulse of this step [N s]
    mass=float,  # that an impulse along the tangent meets [kg]
    P=float,  # friction impulse of this step [N s]
)
"""A table of this kind is filled anew in each step; ``counter[Counter.ROWS]`` count."""


class Counter(IntEnum):
    """Columns of ``counter``: rows of this step, the others so far."""

    ROWS = 0
    SWEEPS = 1
    CAPPED = 2
    """Steps that needed too many sweeps."""


class Extreme(IntEnum):
    """Columns of ``extreme``."""

    FORCE = 0
    """Largest since the last sample [N]."""
    DEPTH = 1
    """Largest so far [m]."""


@inline_kernel
def planar_rate(rows: Rows, i: int, a: int, b: int, u: Floats) -> float:
    """Speed with which the bodies part along the normal [m/s]."""
    return float(
        rows[i].n_x * (u[0, a] - u[0, b])
        + rows[i].n_y * (u[1, a] - u[1, b])
        + rows[i].a_n * u[2, a]
        - rows[i].b_n * u[2, b]
    )


@inline_kernel
def planar_slip(rows: Rows, i: int, a: int, b: int, u: Floats) -> float:
    """Speed of a over b along the tangent [m/s]."""
    return float(
        rows[i].n_x * (u[1, a] - u[1, b])
        - rows[i].n_y * (u[0, a] - u[0, b])
        + rows[i].a_t * u[2, a]
        - rows[i].b_t * u[2, b]
    )


@inline_kernel
def push_planar(
    rows: Rows, i: int, a: int, b: int, u: Floats, M_inv: Floats, P: float
) -> None:
    """Apply a friction impulse against the tangent [N s]."""
    # - P t on a, + P t on b, with t = (-n_y, n_x)
    t_x, t_y = P * rows[i].n_y, P * rows[i].n_x
    u[0, a] += M_inv[0, a] * t_x
    u[1, a] -= M_inv[1, a] * t_y
    u[2, a] -= M_inv[2, a] * P * rows[i].a_t
    u[0, b] -= M_inv[0, b] * t_x
    u[1, b] += M_inv[1, b] * t_y
    u[2, b] += M_inv[2, b] * P * rows[i].b_t


@inline_kernel
def press_planar(
    rows: Rows, i: int, a: int, b: int, u: Floats, M_inv: Floats, P: float
) -> None:
    """Apply an impulse along the normal [N s]."""
    t_x, t_y = P * rows[i].n_x, P * rows[i].n_y
    u[0, a] += M_inv[0, a] * t_x
    u[1, a] += M_inv[1, a] * t_y
    u[2, a] += M_inv[2, a] * P * rows[i].a_n
    u[0, b] -= M_inv[0, b] * t_x
    u[1, b] -= M_inv[1, b] * t_y
    u[2, b] -= M_inv[2, b] * P * rows[i].b_n


@inline_kernel
def tangential_mass(rows: Rows, i: int, a: int, b: int, M_inv: Floats) -> float:
    """Mass that an impulse along the tangent meets [kg]."""
    n_x, n_y = rows[i].n_x, rows[i].n_y
    return float(
        1.0
        / (
            (M_inv[0, a] + M_inv[0, b]) * n_y * n_y
            + (M_inv[1, a] + M_inv[1, b]) * n_x * n_x
            + M_inv[2, a] * rows[i].a_t ** 2
            + M_inv[2, b] * rows[i].b_t ** 2
        )
    )


@inline_kernel
def add_planar_force(
    rows: Rows, i: int, groups: Rows, u: Floats, h: Floats, v_0: float, dt: float
) -> float:
    """Force of one row by the laws of its group, added to h; its normal force [N].

    ``v_0`` is the approach speed when the contact closed, for hysteresis.
    """
    a, b, g = rows[i].a, rows[i].b, rows[i].group
    force = 0.0
    if a >= 0 and b >= 0:  # tells the compiler that no index counts from the end
        n_x, n_y, depth = rows[i].n_x, rows[i].n_y, rows[i].depth
        v_x, v_y = u[0, a] - u[0, b], u[1, a] - u[1, b]
        rate = n_x * v_x + n_y * v_y + u[2, a] * rows[i].a_n - u[2, b] * rows[i].b_n
        press = elastic_force(groups, g, depth)
        force = damped_force(groups, g, press, depth, rate, v_0)
        slide = 0.0
        if groups[g].friction >= FrictionLaw.REGULARISED:
            slip = n_x * v_y - n_y * v_x + u[2, a] * rows[i].a_t - u[2, b] * rows[i].b_t
            # smooth friction is a force like any other and enters h; P is kept for the
            # ledger and the records alone
            slide = friction_ratio(groups, g, slip) * force * slip
            rows[i].P = slide * dt
        rows[i].force, rows[i].press = force, press
        # set-valued friction is found after the velocities, within this impulse
        rows[i].bound = groups[g].mu * force * dt
        f_x, f_y = force * n_x + slide * n_y, force * n_y - slide * n_x
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += force * rows[i].a_n - slide * rows[i].a_t
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= force * rows[i].b_n - slide * rows[i].b_t
    return float(force)


@lean_kernel
def add_planar_forces(
    rows: Rows,
    count: int,
    groups: Rows,
    u: Floats,
    h: Floats,
    extreme: Floats,
    dt: float,
) -> None:
    """Normal forces by the law of each group, never pulling; friction where smooth.

    Damping grows over the first depth. Set-valued friction gets its bound here.
    """
    most, deepest = extreme[Extreme.FORCE], extreme[Extreme.DEPTH]
    for i in range(count):
        force = add_planar_force(rows, i, groups, u, h, 0.0, dt)
        most, deepest = max(most, force), max(deepest, rows[i].depth)
    extreme[Extreme.FORCE], extreme[Extreme.DEPTH] = most, deepest


@lean_kernel
def start_planar(
    rows: Rows, count: int, memory: Floats, u: Floats, M_inv: Floats
) -> None:
    """Masses of the rows, and the impulses of the last step applied again."""
    for i in range(count):
        a, b, bound = rows[i].a, rows[i].b, rows[i].bound
        if a < 0 or b < 0:  # as above
            continue
        rows[i].mass = tangential_mass(rows, i, a, b, M_inv)
        # impulses of the last step are the best guess: in steady running most rows
        # need no sweep after them
        P = min(max(memory[rows[i].slot], -bound), bound)
        rows[i].P = P
        push_planar(rows, i, a, b, u, M_inv, P)


@inline_kernel
def relax_planar(rows: Rows, i: int, u: Floats, M_inv: Floats) -> float:
    """Bring one row in line with Coulomb's law; the change [N s]."""
    a, b, old, bound = rows[i].a, rows[i].b, rows[i].P, rows[i].bound
    P = old
    if a >= 0 and b >= 0:  # as above
        P = min(max(old + planar_slip(rows, i, a, b, u) * rows[i].mass, -bound), bound)
        # most rows are at a bound or stick already: then nothing has to be pushed
        if P != old:
            rows[i].P = P
            push_planar(rows, i, a, b, u, M_inv, P - old)
    return float(abs(P - old))


@lean_kernel
def book_planar(
    rows: Rows, count: int, memory: Floats, mean: Floats, loss: Floats, dt: float
) -> None:
    """Losses at the mean velocities of the step; impulses are kept for the next."""
    for i in range(count):
        a, b, P, g = rows[i].a, rows[i].b, rows[i].P, rows[i].group
        if a < 0 or b < 0:  # as above
            continue
        memory[rows[i].slot] = P
        rate, slip = (
            planar_rate(rows, i, a, b, mean),
            planar_slip(rows, i, a, b, mean),
        )
        # force = press - damping, and rate > 0 parts: this is damping times its speed.
        # The elastic part stores its work and is no loss
        loss[g, Cause.CONTACT_DAMPING] += dt * (rows[i].press - rows[i].force) * rate
        loss[g, Cause.COULOMB] += P * slip


@lean_kernel
def add_planar_reactions(rows: Rows, count: int, h: Floats, dt: float) -> None:
    """Set-valued friction impulses as forces, for what is left to prescribed speeds."""
    for i in range(count):
        a, b, f = rows[i].a, rows[i].b, rows[i].P / dt
        if a < 0 or b < 0:  # as above
            continue
        f_x, f_y = f * rows[i].n_y, f * rows[i].n_x
        h[0, a] += f_x
        h[1, a] -= f_y
        h[2, a] -= f * rows[i].a_t
        h[0, b] -= f_x
        h[1, b] += f_y
        h[2, b] += f * rows[i].b_t
