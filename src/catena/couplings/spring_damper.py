"""Couplings along the line between two points of planar bodies: springs, ropes.

How they pull is stated by `couplings.lines`; here is what they have in common.

What dampers take is booked with the force they had when it was evaluated and the mean
velocity of the step, as for every coupling.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.planar import turned
from catena.bodies.rigid_planar import point_velocities, points_of
from catena.couplings.lines.line_couplings import line_drag, line_energy, line_pull
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, columns, record
from catena.tables.state import Cause

SPRING = record(
    a=int,  # bodies
    b=int,
    group=int,  # of the ledger
    a_x=float,  # end in the frame of a [m]
    a_y=float,
    b_x=float,  # and of b
    b_y=float,
    kind=int,  # of `couplings.lines.line_couplings`
    k=float,  # stiffness [N/m]
    d=float,  # damping [N s/m]
    rest=float,  # length without force [m]
    p=float,  # whatever else a characteristic needs
)
SPRING_LOAD = record(
    n_x=float,  # direction from a to b
    n_y=float,
    drag=float,  # damping part of the pull [N]
)
"""What a spring did at the last evaluation; one row per spring."""
SHORTEST = 1e-12
"""Length [m] below which the direction of a spring is undefined: no force."""


@inline_kernel
def _rate(
    springs: Rows, i: int, n_x: float, n_y: float, u: Floats, pose: Floats
) -> float:
    """Speed with which the ends part along a direction [m/s]."""
    a, b = springs[i].a, springs[i].b
    a_x, a_y = turned(pose, a, springs[i].a_x, springs[i].a_y)
    b_x, b_y = turned(pose, b, springs[i].b_x, springs[i].b_y)
    v_x = u[0, b] - u[2, b] * b_y - u[0, a] + u[2, a] * a_y
    v_y = u[1, b] + u[2, b] * b_x - u[1, a] - u[2, a] * a_x
    return float(n_x * v_x + n_y * v_y)


@lean_kernel
def add_spring_dampers(
    springs: Rows, q: Floats, u: Floats, pose: Floats, h: Floats, loads: Rows
) -> None:
    """Add elastic and damping part of every pull to both bodies."""
    for i in range(springs.size):
        a, b = springs[i].a, springs[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        a_x, a_y = turned(pose, a, springs[i].a_x, springs[i].a_y)
        b_x, b_y = turned(pose, b, springs[i].b_x, springs[i].b_y)
        d_x, d_y = q[0, b] + b_x - q[0, a] - a_x, q[1, b] + b_y - q[1, a] - a_y
        length = math.sqrt(d_x * d_x + d_y * d_y)
        loads[i].drag = 0.0
        if length < SHORTEST:
            continue
        n_x, n_y = d_x / length, d_y / length
        drag = line_drag(springs, i, length, _rate(springs, i, n_x, n_y, u, pose))
        pull = line_pull(springs, i, length) + drag
        loads[i].n_x, loads[i].n_y, loads[i].drag = n_x, n_y, drag
        f_x, f_y = pull * n_x, pull * n_y
        h[0, a] += f_x
        h[1, a] += f_y
        h[2, a] += a_x * f_y - a_y * f_x
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= b_x * f_y - b_y * f_x


@lean_kernel
def book_spring_dampers(
    springs: Rows, loads: Rows, mean: Floats, pose: Floats, loss: Floats, dt: float
) -> None:
    """What the dampers take at the mean velocities of the step."""
    for i in range(springs.size):
        drag = loads[i].drag
        if drag != 0.0:
            rate = _rate(springs, i, loads[i].n_x, loads[i].n_y, mean, pose)
            loss[springs[i].group, Cause.VISCOUS] += dt * drag * rate


def ends_of(table: Rows, pose: Floats) -> tuple[Floats, Floats]:
    """Places of the two ends of each coupling, (n, 2) [m]."""
    own = columns(table)
    a = points_of(pose, own["a"], np.column_stack([own["a_x"], own["a_y"]]))
    b = points_of(pose, own["b"], np.column_stack([own["b_x"], own["b_y"]]))
    return a, b


@lean_kernel
def _fill_energies(springs: Rows, length: Floats, energy: Floats) -> None:
    """Energy stored in each coupling at its length [J]."""
    for i in range(springs.size):
        energy[i] = line_energy(springs, i, length[i])


@lean_kernel
def _fill_pulls(springs: Rows, length: Floats, rate: Floats, pull: Floats) -> None:
    """Pull of each coupling at its length and rate of lengthening [N]."""
    for i in range(springs.size):
        pull[i] = line_pull(springs, i, length[i])
        pull[i] += line_drag(springs, i, length[i], rate[i])


def spring_potential(springs: Rows, pose: Floats) -> Floats:
    """Energy stored in each coupling [J]."""
    energy = np.zeros(springs.size)
    if springs.size:  # spares others the compilation
        _fill_energies(springs, point_distance(springs, pose), energy)
    return energy


def spring_pulls(springs: Rows, pose: Floats, u: Floats) -> Floats:
    """Force with which each coupling pulls its bodies together [N]."""
    if not springs.size:  # as below
        return np.zeros(0)
    a, b = ends_of(springs, pose)
    length, pull = np.hypot(*(b - a).T), np.zeros(springs.size)
    direction = (b - a) / np.maximum(length, SHORTEST)[:, None]
    v_b = point_velocities(pose, u, columns(springs)["b"], b)
    v_a = point_velocities(pose, u, columns(springs)["a"], a)
    _fill_pulls(springs, length, np.sum(direction * (v_b - v_a), axis=1), pull)
    return np.where(length < SHORTEST, 0.0, pull)


def point_distance(table: Rows, pose: Floats) -> Floats:
    """Distance of the two ends of each coupling [m]."""
    if not table.size:  # many systems have none, and every record asks
        return np.zeros(0)
    a, b = ends_of(table, pose)
    distance: Floats = np.hypot(*(b - a).T)
    return distance
