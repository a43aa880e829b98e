"""Elastic contacts of two planar bodies: rows of the kind `PLANAR`, anew in a step.

``touching`` holds the first ``slots.n_touching[0]`` of them in the order of contacts.
Their normals and forces are those in the middle of the motion; set-valued friction has
rows of its own along the directions half a step ahead, ``solvers.patches``.
"""

from __future__ import annotations

import math

from catena.bodies.planar import bodies_view
from catena.codes import Status
from catena.contact.kinematics.circle_line import Geometry
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Rows
from catena.rows.listed import approach_speed, failed_law
from catena.rows.planar import add_planar_force, planar_rate, planar_slip
from catena.tables.friction import Slots
from catena.tables.state import Cause

OK, UNKNOWN_LAW = int(Status.OK), int(Status.UNKNOWN_LAW)
COULOMB, CONTACT_DAMPING = int(Cause.COULOMB), int(Cause.CONTACT_DAMPING)


@inline_kernel
def remember_slot(slots: Slots, i: int, key: int) -> None:
    """Forget the memory of contact i if it is new in the step that has begun."""
    step = slots.step[0]
    if slots.last_step[i] != step - 1 or slots.key[i] != key:
        slots.P[i], slots.bound[i], slots.approach[i] = 0.0, 0.0, 0.0
        slots.key[i] = key
    slots.last_step[i] = step


@inline_kernel
def put_planar(
    rows: Rows, j: int, a: int, b: int, slot: int, group: int, geometry: Geometry
) -> None:
    """Write row j of a contact between the bodies a and b."""
    gap, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    rows[j].a, rows[j].b, rows[j].slot, rows[j].group = a, b, slot, group
    rows[j].n_x, rows[j].n_y, rows[j].depth = n_x, n_y, -gap
    rows[j].a_n, rows[j].b_n = a_x * n_y - a_y * n_x, b_x * n_y - b_y * n_x
    rows[j].a_t, rows[j].b_t = a_x * n_x + a_y * n_y, b_x * n_x + b_y * n_y
    rows[j].P = 0.0


@lean_kernel
def add_touching_forces(
    touching: Rows, slots: Slots, laws: Rows, u: Floats, h: Floats, n_b: int
) -> int:
    """Add normal forces and smooth friction of all rows to h; a Status.

    ``P`` of a row is then its smooth friction as a force [N].
    """
    u3, h3, approach = bodies_view(u, n_b), bodies_view(h, n_b), slots.approach
    for j in range(slots.n_touching[0]):
        slot, g, v_0 = touching[j].slot, touching[j].group, 0.0
        if slot < 0 or g < 0:  # never: no index counts from the end
            continue
        if laws[g].chi > 0.0:  # hysteresis remembers how fast the contact closed
            rate = planar_rate(touching, j, touching[j].a, touching[j].b, u3)
            v_0 = approach_speed(-touching[j].depth, rate, approach[slot])
            approach[slot] = v_0
        force = add_planar_force(touching, j, laws, u3, h3, v_0, 1.0)
        if math.isnan(force):
            rate = planar_rate(touching, j, touching[j].a, touching[j].b, u3)
            return failed_law(laws[g].law, -touching[j].depth, rate)
        if math.isnan(touching[j].P):
            return UNKNOWN_LAW
    return OK


@lean_kernel
def book_touching(
    touching: Rows, n: int, account: Ints, u: Floats, dt: float, loss: Floats
) -> None:
    """Losses of normal forces and of smooth friction at the velocities u.

    The normal force is booked as a whole; what it stores is taken off elsewhere.
    ``u`` is a view (3, n) of the bodies.
    """
    pressed, rubbed = 0.0, 0.0  # summed up while the group stays the same
    for j in range(n):
        a, b, g = touching[j].a, touching[j].b, touching[j].group
        if a < 0 or b < 0 or g < 0:  # as above
            continue
        pressed += touching[j].force * planar_rate(touching, j, a, b, u)
        if touching[j].P != 0.0:
            rubbed += touching[j].P * planar_slip(touching, j, a, b, u)
        if j + 1 == n or touching[j + 1].group != g:
            loss[account[g], CONTACT_DAMPING] -= dt * pressed
            loss[account[g], COULOMB] += dt * rubbed
            pressed, rubbed = 0.0, 0.0
