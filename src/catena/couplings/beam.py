"""Beam between two planar bodies: the piece of a flexible rod from node to node.

The ends a and b are frames of two bodies, a place and a direction each. L is the way
from end to end, t the turn of the direction from a to b, g the angle from the mean of
both directions to the straight line between the ends. With the rest values L_0, t_0,
g_0 and the length l

    x = L - L_0 + l ((t^2 - t_0^2) / 24 + (g^2 - g_0^2) / 10)
    V = 1/2 k_1 x^2 + 1/2 k_2 (g - g_0)^2 + 1/2 k_3 (t - t_0)^2

Between the ends the rod is the cubic curve along both directions: x is its stretch, the
bow included, and with EA, EI and GA

    k_1 = EA / l,   k_3 = EI / l,   1 / k_2 = l / (12 EI) + 1 / (l GA)

A straight rod under end loads is exact at its nodes with any number of pieces, and
tension stiffens a piece of any length. Every force is the exact gradient of V, which
knows no rigid motion: momentum and angular momentum are kept.

Damping is a lag T: k (e + T e') for each of L, g and t. Their rates vanish in a rigid
motion, so it takes nothing from one.

Source: M. A. Crisfield, Non-linear finite element analysis of solids and structures,
vol. 1 (1991) chapter 7, corotational beam with the mean strain of a shallow arch.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.planar import turned
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, columns, record
from catena.tables.state import Cause

BEAM = record(
    a=int,  # bodies
    b=int,
    group=int,  # of the ledger
    a_x=float,  # end in the frame of a [m]
    a_y=float,
    a_turn=float,  # direction of the rod in the frame of a [rad]
    b_x=float,  # and of b
    b_y=float,
    b_turn=float,
    k_1=float,  # of stretch [N/m]
    k_2=float,  # of bending into an S, and of shear [N m/rad]
    k_3=float,  # of bending into an arc [N m/rad]
    chord=float,  # L without force [m]
    skew=float,  # g without force [rad]
    turn=float,  # t without moment [rad]
    lag=float,  # of the stress behind the strain rate [s]
    length=float,  # along the rod [m]
    half=float,  # from the middle to the outer fibre [m]
)
BEAM_LOAD = record(
    c=float,  # direction from end to end
    s=float,
    chord=float,  # distance of the ends [m]
    drag_1=float,  # damping parts [N, N m, N m]
    drag_2=float,
    drag_3=float,
)
"""What a beam did at the last evaluation; one row per beam."""


TINY = float(np.finfo(float).tiny)


@inline_kernel
def _rates(
    beams: Rows, i: int, loads: Rows, u: Floats, pose: Floats
) -> tuple[float, float, float]:
    """Rates of L [m/s], g and t [rad/s] in the frame of the load."""
    a, b = beams[i].a, beams[i].b
    a_x, a_y = turned(pose, a, beams[i].a_x, beams[i].a_y)
    b_x, b_y = turned(pose, b, beams[i].b_x, beams[i].b_y)
    v_x = u[0, b] - u[2, b] * b_y - u[0, a] + u[2, a] * a_y
    v_y = u[1, b] + u[2, b] * b_x - u[1, a] - u[2, a] * a_x
    c, s, spin = loads[i].c, loads[i].s, 0.5 * (u[2, a] + u[2, b])
    across = (c * v_y - s * v_x) / loads[i].chord
    return c * v_x + s * v_y, across - spin, u[2, b] - u[2, a]


@lean_kernel
def add_beams(
    beams: Rows, q: Floats, u: Floats, pose: Floats, h: Floats, loads: Rows
) -> None:
    """Add the forces and moments of every beam to both of its bodies."""
    for i in range(beams.size):
        a, b = beams[i].a, beams[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        a_x, a_y = turned(pose, a, beams[i].a_x, beams[i].a_y)
        b_x, b_y = turned(pose, b, beams[i].b_x, beams[i].b_y)
        d_x, d_y = q[0, b] + b_x - q[0, a] - a_x, q[1, b] + b_y - q[1, a] - a_y
        chord = math.sqrt(d_x * d_x + d_y * d_y)
        angle_a, angle_b = q[2, a] + beams[i].a_turn, q[2, b] + beams[i].b_turn
        g, t = skew_of(d_x, d_y, 0.5 * (angle_a + angle_b)), angle_b - angle_a
        c, s = d_x / chord, d_y / chord
        loads[i].c, loads[i].s, loads[i].chord = c, s, chord
        N = beams[i].k_1 * bowed_stretch(beams, i, chord, g, t)
        S = beams[i].k_2 * (g - beams[i].skew) + N * beams[i].length * g / 5.0
        M = beams[i].k_3 * (t - beams[i].turn) + N * beams[i].length * t / 12.0
        if beams[i].lag > 0.0:
            rate_1, rate_2, rate_3 = _rates(beams, i, loads, u, pose)
            loads[i].drag_1 = beams[i].lag * beams[i].k_1 * rate_1
            loads[i].drag_2 = beams[i].lag * beams[i].k_2 * rate_2
            loads[i].drag_3 = beams[i].lag * beams[i].k_3 * rate_3
            N += loads[i].drag_1
            S += loads[i].drag_2
            M += loads[i].drag_3
        Q = S / chord
        f_x, f_y = c * N - s * Q, s * N + c * Q
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += a_x * f_y - a_y * f_x + M + 0.5 * S
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= b_x * f_y - b_y * f_x + M - 0.5 * S


@inline_kernel
def skew_of(d_x: float, d_y: float, phi: float) -> float:
    """Angle from the direction phi to a way d, between -pi and pi [rad]."""
    c, s = math.cos(phi), math.sin(phi)
    return math.atan2(c * d_y - s * d_x, c * d_x + s * d_y)


@inline_kernel
def bowed_stretch(beams: Rows, i: int, chord: float, g: float, t: float) -> float:
    """x of a beam [m]."""
    g_0, t_0 = beams[i].skew, beams[i].turn
    bow = (t * t - t_0 * t_0) / 24.0 + (g * g - g_0 * g_0) / 10.0
    return float(chord - beams[i].chord + beams[i].length * bow)


@lean_kernel
def book_beams(
    beams: Rows, loads: Rows, mean: Floats, pose: Floats, loss: Floats, dt: float
) -> None:
    """What the lag takes at the mean velocities of the step."""
    for i in range(beams.size):
        if beams[i].lag > 0.0:
            rate_1, rate_2, rate_3 = _rates(beams, i, loads, mean, pose)
            power = loads[i].drag_1 * rate_1 + loads[i].drag_2 * rate_2
            power += loads[i].drag_3 * rate_3
            loss[beams[i].group, Cause.VISCOUS] += dt * power


def skew_stiffness(length: Floats, EI: Floats, GA: Floats) -> Floats:
    """k_2 of beams [N m/rad]; without bending stiffness there is none."""
    soft = 1.0 / (length * GA) + length / (12.0 * np.maximum(EI, TINY))
    return np.where(EI > 0.0, 1.0 / soft, 0.0)


def beam_strains(beams: Rows, q: Floats) -> tuple[Floats, Floats, Floats]:
    """L - L_0 [m], g - g_0 and t - t_0 [rad] of every beam."""
    own = columns(beams)
    a = _ends(q, own["a"], own["a_x"], own["a_y"])
    b = _ends(q, own["b"], own["b_x"], own["b_y"])
    angle_a = q[3 * own["a"] + 2] + own["a_turn"]
    angle_b = q[3 * own["b"] + 2] + own["b_turn"]
    d_x, d_y = (b - a).T
    c, s = np.cos(0.5 * (angle_a + angle_b)), np.sin(0.5 * (angle_a + angle_b))
    g = np.arctan2(c * d_y - s * d_x, c * d_x + s * d_y)
    return (
        np.hypot(d_x, d_y) - own["chord"],
        g - own["skew"],
        angle_b - angle_a - own["turn"],
    )


def _ends(q: Floats, body: Floats, x: Floats, y: Floats) -> Floats:
    """Places of the ends (n, 2) [m]."""
    c, s = np.cos(q[3 * body + 2]), np.sin(q[3 * body + 2])
    place = np.column_stack([q[3 * body], q[3 * body + 1]])
    return np.asarray(place + np.column_stack([c * x - s * y, s * x + c * y]))


def _pulls(beams: Rows, strains: tuple[Floats, Floats, Floats]) -> Floats:
    """k_1 x of every beam [N]."""
    own, (stretch, g, t) = columns(beams), strains
    bow = t * (t + 2.0 * own["turn"]) / 24.0 + g * (g + 2.0 * own["skew"]) / 10.0
    return np.asarray(own["k_1"] * (stretch + own["length"] * bow))


def beam_potential(beams: Rows, q: Floats) -> Floats:
    """Energy stored in every beam [J]."""
    if not beams.size:  # most systems have none, and every record asks
        return np.zeros(0)
    strains = beam_strains(beams, q)
    own, pull, (_, g, t) = columns(beams), _pulls(beams, strains), strains
    stretched, sheared = pull**2 / own["k_1"], own["k_2"] * g**2
    return np.asarray(0.5 * (stretched + sheared + own["k_3"] * t**2))


def beam_forces(beams: Rows, q: Floats) -> Floats:
    """Elastic tension, shear force [N], moment [N m] and bending strain (4, n)."""
    if not beams.size:  # as above
        return np.zeros((4, 0))
    strains = beam_strains(beams, q)
    own, N, (stretch, g, t) = columns(beams), _pulls(beams, strains), strains
    bowed = N * own["length"] * (g + own["skew"]) / 5.0
    Q = (own["k_2"] * g + bowed) / (stretch + own["chord"])
    return np.array([N, Q, own["k_3"] * t, own["half"] * t / own["length"]])
