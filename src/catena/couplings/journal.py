"""Journal bearing: a pin in a bush with clearance.

Inside the clearance there is no force. Beyond it the pin is pressed back by an
isotropic stiffness and damping, the symmetric bearing matrices of [Pfeiffer1997]
Fig. 2; without clearance the bearing is the elastic joint of a chain.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.rigid_planar import lever
from catena.couplings.spring_damper import point_distance
from catena.jit import kernel
from catena.numerics.arrays import Floats
from catena.tables.couplings import Journals


@kernel
def add_journals(
    journals: Journals,
    pose: Floats,
    u: Floats,
    h: Floats,
    h_damping: Floats,
    journal_force: Floats,
) -> None:
    """Add the force and damping moment of every bearing; note the force [N]."""
    body_a, body_b = journals.body_a, journals.body_b
    point_a, point_b = journals.point_a, journals.point_b
    stiffness, damping = journals.stiffness, journals.damping
    clearance, turn_damping = journals.clearance, journals.turn_damping
    for i in range(body_a.size):
        a, b = body_a[i], body_b[i]
        a_x, a_y = lever(pose, a, point_a[i, 0], point_a[i, 1])
        b_x, b_y = lever(pose, b, point_b[i, 0], point_b[i, 1])
        d_x = pose[b, 0] + b_x - pose[a, 0] - a_x
        d_y = pose[b, 1] + b_y - pose[a, 1] - a_y
        turn = turn_damping[i] * (u[3 * b + 2] - u[3 * a + 2])
        share = pressed_share(d_x, d_y, clearance[i])
        drag_x, drag_y, f_x, f_y = 0.0, 0.0, 0.0, 0.0
        if share > 0.0:
            v_x = u[3 * b] - u[3 * b + 2] * b_y - u[3 * a] + u[3 * a + 2] * a_y
            v_y = u[3 * b + 1] + u[3 * b + 2] * b_x - u[3 * a + 1] - u[3 * a + 2] * a_x
            drag_x, drag_y = damping[i] * v_x, damping[i] * v_y
            f_x = stiffness[i] * share * d_x + drag_x
            f_y = stiffness[i] * share * d_y + drag_y
        journal_force[i] = math.sqrt(f_x * f_x + f_y * f_y)
        add_joint(h, a, b, f_x, f_y, a_x, a_y, b_x, b_y, turn)
        add_joint(h_damping, a, b, drag_x, drag_y, a_x, a_y, b_x, b_y, turn)


@kernel
def add_joint(
    h: Floats,
    a: int,
    b: int,
    f_x: float,
    f_y: float,
    a_x: float,
    a_y: float,
    b_x: float,
    b_y: float,
    turn: float,
) -> None:
    """Add a force and a moment that pull body a and hold body b back."""
    h[3 * a] += f_x
    h[3 * a + 1] += f_y
    h[3 * a + 2] += a_x * f_y - a_y * f_x + turn
    h[3 * b] -= f_x
    h[3 * b + 1] -= f_y
    h[3 * b + 2] -= b_x * f_y - b_y * f_x + turn


@kernel
def pressed_share(d_x: float, d_y: float, clearance: float) -> float:
    """Share of the eccentricity that presses: (e - c)/e, 1 without clearance."""
    if clearance <= 0.0:
        return 1.0
    eccentricity = math.sqrt(d_x * d_x + d_y * d_y)
    if eccentricity <= clearance:
        return 0.0
    return 1.0 - clearance / eccentricity


def journal_potential(journals: Journals, pose: Floats) -> Floats:
    """Energy 1/2 k (e - c)^2 stored in each bearing [J]."""
    pressed = point_distance(journals, pose) - journals.clearance
    energy: Floats = 0.5 * journals.stiffness * np.maximum(pressed, 0.0) ** 2
    return energy
