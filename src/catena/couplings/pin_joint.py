"""Pin joint between two planar bodies: elastic, damped, with clearance and friction.

Inside the clearance there is no force; beyond it an isotropic spring and damper press
the pin back. The joint force pulls body a along f and body b against it. Friction of
the pin in its bush is a moment bounded by ``reach`` times the joint force: smooth here
where ``soft`` is above zero, else set-valued by the rows of `catena.rows.turn`.

Source: [Pfeiffer1997] sec. 3.2, journal bearing of a chain link.
"""

from __future__ import annotations

import math

import numpy as np

from catena.bodies.planar import turned
from catena.couplings.spring_damper import point_distance
from catena.jit import kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, columns, record
from catena.tables.state import Cause

PIN_JOINT = record(
    a=int,  # bodies of the block
    b=int,
    group=int,  # of the ledger
    a_x=float,  # place of the joint in the frame of a [m]
    a_y=float,
    b_x=float,  # and of b
    b_y=float,
    k=float,  # stiffness [N/m]
    d=float,  # damping [N s/m]
    clear=float,  # radial clearance [m]
    reach=float,  # coefficient of friction times radius of the pin [m]
    radius=float,  # of the pin [m]
    d_turn=float,  # viscous moment [N m s/rad]
    soft=float,  # slip speed of regularised friction [m/s]; 0: set-valued
)
JOINT_LOAD = record(
    f_x=float,  # joint force [N]
    f_y=float,
    l_x=float,  # its damping part [N]
    l_y=float,
    turning=float,  # viscous moment [N m]
    moment=float,  # regularised friction moment [N m]
    peak=float,  # largest squared joint force since the last sample [N^2]
    elastic=float,  # stored energy [J]
)
"""What a joint carries at the last evaluation; one row per joint."""


@lean_kernel
def add_pin_joints(
    joints: Rows, q: Floats, u: Floats, pose: Floats, h: Floats, loads: Rows
) -> None:
    """Forces and moments of all joints at the present positions and velocities."""
    for i in range(joints.size):
        a, b = joints[i].a, joints[i].b
        if a < 0 or b < 0:  # tells the compiler that no index counts from the end
            continue
        w_a, w_b = u[2, a], u[2, b]
        a_x, a_y = turned(pose, a, joints[i].a_x, joints[i].a_y)
        b_x, b_y = turned(pose, b, joints[i].b_x, joints[i].b_y)
        # from the joint on a to that on b: e > 0 pulls a forwards and b back
        e_x, e_y = q[0, b] + b_x - q[0, a] - a_x, q[1, b] + b_y - q[1, a] - a_y
        v_x = u[0, b] - b_y * w_b - u[0, a] + a_y * w_a
        v_y = u[1, b] + b_x * w_b - u[1, a] - a_x * w_a
        share, d = 1.0, joints[i].d
        if joints[i].clear > 0.0:
            # k (e - c) along e, written as a share of k: no direction has to be found
            gone = joints[i].clear / math.sqrt(e_x * e_x + e_y * e_y)
            share = max(0.0, 1.0 - gone)
            # a pin that floats in its clearance has no damper either
            d = d if share > 0.0 else 0.0
        k = joints[i].k * share
        l_x, l_y = d * v_x, d * v_y
        f_x, f_y = k * e_x + l_x, k * e_y + l_y
        squared = f_x * f_x + f_y * f_y
        turning = joints[i].d_turn * (w_b - w_a)
        loads[i].f_x, loads[i].f_y = f_x, f_y
        loads[i].l_x, loads[i].l_y, loads[i].turning = l_x, l_y, turning
        loads[i].peak = max(loads[i].peak, squared)
        loads[i].elastic = 0.5 * k * share * (e_x * e_x + e_y * e_y)
        soft = joints[i].soft
        if soft > 0.0:
            slip = joints[i].radius * (w_b - w_a)
            moment = joints[i].reach * slip
            # mu r F v / sqrt(v^2 + v_0^2), with the size of F inside the root
            moment *= math.sqrt(squared / (slip * slip + soft * soft))
            loads[i].moment = moment
            turning += moment
        h[0, a] += f_x
        h[1, a] += f_y
        # friction turns a with b: it takes from their difference
        h[2, a] += a_x * f_y - a_y * f_x + turning
        h[0, b] -= f_x
        h[1, b] -= f_y
        h[2, b] -= b_x * f_y - b_y * f_x + turning


@lean_kernel
def joint_force(loads: Rows, i: int) -> float:
    """Force in a joint at the last evaluation [N]."""
    return math.sqrt(loads[i].f_x ** 2 + loads[i].f_y ** 2)


@lean_kernel
def fill_turn_bounds(joints: Rows, loads: Rows, turns: Rows, dt: float) -> None:
    """Largest friction impulse of each joint in this step [N m s]."""
    for i in range(turns.size):
        squared = loads[i].f_x ** 2 + loads[i].f_y ** 2
        turns[i].bound = joints[i].reach * dt * math.sqrt(squared)


@lean_kernel
def book_pin_joints(
    joints: Rows, loads: Rows, mean: Floats, pose: Floats, loss: Floats, dt: float
) -> None:
    """Damping, and friction where it is smooth, at the mean velocities of the step.

    Sums are kept aside while the group stays the same.
    """
    damped, turned_off, rubbed = 0.0, 0.0, 0.0
    for i in range(joints.size):
        a, b, g = joints[i].a, joints[i].b, joints[i].group
        if a < 0 or b < 0:  # as above
            continue
        w_a, w_b = mean[2, a], mean[2, b]
        a_x, a_y = turned(pose, a, joints[i].a_x, joints[i].a_y)
        b_x, b_y = turned(pose, b, joints[i].b_x, joints[i].b_y)
        v_x = mean[0, b] - b_y * w_b - mean[0, a] + a_y * w_a
        v_y = mean[1, b] + b_x * w_b - mean[1, a] - a_x * w_a
        damped += loads[i].l_x * v_x + loads[i].l_y * v_y
        turned_off += loads[i].turning * (w_b - w_a)
        rubbed += loads[i].moment * (w_b - w_a)
        if i + 1 == joints.size or joints[i + 1].group != g:
            loss[g, Cause.CONTACT_DAMPING] += dt * damped
            loss[g, Cause.VISCOUS] += dt * turned_off
            loss[g, Cause.COULOMB] += dt * rubbed
            damped, turned_off, rubbed = 0.0, 0.0, 0.0


@lean_kernel
def pin_joint_energy(loads: Rows) -> float:
    """Stored in all joints at the last evaluation [J]."""
    total = 0.0
    for i in range(loads.size):
        total += loads[i].elastic
    return total


@kernel
def pressed_share(d_x: float, d_y: float, clearance: float) -> float:
    """Share of the eccentricity that presses: (e - c)/e, 1 without clearance."""
    if clearance <= 0.0:
        return 1.0
    eccentricity = math.sqrt(d_x * d_x + d_y * d_y)
    if eccentricity <= clearance:
        return 0.0
    return 1.0 - clearance / eccentricity


def pin_joint_potential(joints: Rows, pose: Floats) -> Floats:
    """Energy 1/2 k (e - c)^2 stored in each joint at these poses [J]."""
    own = columns(joints)
    pressed = point_distance(joints, pose) - own["clear"]
    energy: Floats = 0.5 * own["k"] * np.maximum(pressed, 0.0) ** 2
    return energy
