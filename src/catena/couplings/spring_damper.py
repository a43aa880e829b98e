"""Spring with damper along the line between two points."""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.rigid_planar import (
    add_force,
    lever,
    point_velocities,
    points_of,
)
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.couplings import Journals, SpringDampers

SHORTEST = 1e-12
"""Length [m] below which the direction of a spring is undefined: no force."""


@kernel
def add_spring_dampers(
    springs: SpringDampers, pose: Floats, u: Floats, h: Floats, h_damping: Floats
) -> None:
    """Add the forces k (l - l_0) + d l' of every spring to both of its bodies."""
    for i in range(springs.body_a.size):
        a = springs.body_a[i]
        b = springs.body_b[i]
        a_x, a_y = lever(pose, a, springs.point_a[i, 0], springs.point_a[i, 1])
        b_x, b_y = lever(pose, b, springs.point_b[i, 0], springs.point_b[i, 1])
        d_x = pose[b, 0] + b_x - pose[a, 0] - a_x
        d_y = pose[b, 1] + b_y - pose[a, 1] - a_y
        length = math.sqrt(d_x * d_x + d_y * d_y)
        if length < SHORTEST:
            continue
        n_x = d_x / length
        n_y = d_y / length
        v_x = u[3 * b] - u[3 * b + 2] * b_y - u[3 * a] + u[3 * a + 2] * a_y
        v_y = u[3 * b + 1] + u[3 * b + 2] * b_x - u[3 * a + 1] - u[3 * a + 2] * a_x
        drag = springs.damping[i] * (n_x * v_x + n_y * v_y)
        pull = springs.stiffness[i] * (length - springs.rest[i]) + drag
        add_force(h, a, pull * n_x, pull * n_y, a_x, a_y)
        add_force(h, b, -pull * n_x, -pull * n_y, b_x, b_y)
        add_force(h_damping, a, drag * n_x, drag * n_y, a_x, a_y)
        add_force(h_damping, b, -drag * n_x, -drag * n_y, b_x, b_y)


def spring_potential(springs: SpringDampers, pose: Floats) -> Floats:
    """Energy 1/2 k (l - l_0)^2 stored in each spring [J]."""
    stretch = point_distance(springs, pose) - springs.rest
    energy: Floats = 0.5 * springs.stiffness * stretch**2
    return energy


def spring_pulls(springs: SpringDampers, pose: Floats, u: Floats) -> Floats:
    """Force k (l - l_0) + d l' with which each spring pulls its bodies together [N]."""
    b = points_of(pose, springs.body_b, springs.point_b)
    a = points_of(pose, springs.body_a, springs.point_a)
    length = np.hypot(*(b - a).T)
    direction = (b - a) / np.maximum(length, SHORTEST)[:, None]
    v_b = point_velocities(pose, u, springs.body_b, b)
    v_a = point_velocities(pose, u, springs.body_a, a)
    drag = springs.damping * np.sum(direction * (v_b - v_a), axis=1)
    pull: Floats = springs.stiffness * (length - springs.rest) + drag
    return np.where(length < SHORTEST, 0.0, pull)


def point_distance(table: SpringDampers | Journals, pose: Floats) -> Floats:
    """Distance of the two points of each coupling [m]."""
    b = points_of(pose, table.body_b, table.point_b)
    a = points_of(pose, table.body_a, table.point_a)
    distance: Floats = np.hypot(*(b - a).T)
    return distance
