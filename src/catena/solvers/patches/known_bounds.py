"""Friction with known bounds made ready: directions ahead, what presses, how far."""

from __future__ import annotations

import math

from catena.bodies.planar import bodies_view
from catena.contact.kinematics.circle_circle import circle_circle
from catena.contact.kinematics.circle_line import Geometry, circle_line
from catena.contact.kinematics.rows import (
    CIRCLE_CIRCLE,
    CIRCLE_LINE,
    contour_geometry,
)
from catena.contact.stiction import INSIDE, choose_slot
from catena.couplings.pin_joint import joint_force
from catena.jit import inline_kernel, lean_kernel
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows
from catena.rows.planar import planar_slip, tangential_mass
from catena.tables.candidates import Candidates, Contours
from catena.tables.friction import ElasticFriction, Slots


@lean_kernel
def prepare_friction(
    contours: Contours,
    touching: Rows,
    slots: Slots,
    pose_ahead: Floats,
    u: Floats,
    friction: ElasticFriction,
) -> None:
    """A row of friction for every elastic contact that has set-valued friction.

    Directions are those half a step ahead, the normal force is that of the contact;
    ``u`` are the velocities before the step.
    """
    candidates, profiles = contours.candidates, contours.profiles
    pair, par, link = candidates.pair, candidates.par, candidates.link
    sticky, rows = candidates.sticky, friction.rows
    n_b = pose_ahead.shape[0]
    u3, M_inv3 = bodies_view(u, n_b), bodies_view(friction.M_inv, n_b)
    for j in range(slots.n_touching[0]):
        i, a, b = touching[j].slot, touching[j].a, touching[j].b
        if i < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        if sticky[i] == 0:
            continue
        kind = pair[i]
        if kind == CIRCLE_CIRCLE:  # the two commonest pairs, in line
            geometry = circle_circle(pose_ahead, a, b, par, i, 1.0)
        elif kind == CIRCLE_LINE:
            geometry = circle_line(pose_ahead, a, b, par, i)
        else:
            geometry, _ = contour_geometry(
                kind, pose_ahead, a, b, par, i, profiles, link[i]
            )
        m = friction.n_used[0]
        friction.n_used[0] = m + 1
        rows[m].force = touching[j].force
        rows[m].P, rows[m].bound = slots.P[i], slots.bound[i]
        put_friction(friction, M_inv3, m, a, b, geometry)
        rows[m].slot, rows[m].group = i, touching[j].group
        if friction.known[1 + m] != i:  # other rows than in the step before
            friction.known[1 + m], friction.known[0] = i, -1
        choose_slot(candidates, slots, i, planar_slip(touching, j, a, b, u3))


@inline_kernel
def put_friction(
    friction: ElasticFriction, M_inv: Floats, m: int, a: int, b: int, geometry: Geometry
) -> None:
    """Bodies, directions and mass of row m."""
    _, n_x, n_y, a_x, a_y, b_x, b_y = geometry
    rows = friction.rows
    rows[m].a, rows[m].b, rows[m].n_x, rows[m].n_y = a, b, n_x, n_y
    rows[m].a_t, rows[m].b_t = a_x * n_x + a_y * n_y, b_x * n_x + b_y * n_y
    rows[m].mass = friction.share[0] * tangential_mass(rows, m, a, b, M_inv)


@lean_kernel
def load_bearings(
    friction: ElasticFriction,
    candidates: Candidates,
    loads: Rows,
    slots: Slots,
    u: Floats,
) -> None:
    """Give the rows of bearings what presses them [N], and their impulses.

    ``loads`` is what the bearings carry, ``u`` the velocities before the step.
    """
    turns, link = friction.turns, candidates.link
    for k in range(turns.size):
        slot, a, b = turns[k].slot, turns[k].a, turns[k].b
        if slot < 0 or a < 0 or b < 0:  # never: no index counts from the end
            continue
        friction.load[k] = joint_force(loads, link[slot])
        turns[k].P, turns[k].bound = slots.P[slot], slots.bound[slot]
        choose_slot(candidates, slots, slot, (u[a] - u[b]) / turns[k].per)


@lean_kernel
def fill_known_bounds(
    friction: ElasticFriction, candidates: Candidates, mu: Floats, dt: float
) -> None:
    """Largest impulse of each row: its coefficient times what presses it.

    A row at its bound, which slides, begins at the new one.
    """
    rows, turns, laws, law = (
        friction.rows, friction.turns, candidates.laws, candidates.law,
    )  # fmt: skip
    for m in range(friction.n_used[0]):
        slot, g = rows[m].slot, rows[m].group
        if slot < 0 or g < 0:  # as above
            continue
        bound = (mu[slot] * rows[m].force + laws[g].breakaway) * dt
        rows[m].P = goes_on(rows[m].P, rows[m].bound, bound)
        rows[m].bound = bound
    for k in range(turns.size):
        slot = turns[k].slot
        if slot < 0:  # as above
            continue
        force = mu[slot] * abs(friction.load[k]) + laws[law[slot]].breakaway
        bound = force * dt / turns[k].per
        turns[k].P = goes_on(turns[k].P, turns[k].bound, bound)
        turns[k].bound = bound


@inline_kernel
def goes_on(P: float, before: float, bound: float) -> float:
    """Impulse to begin with: what slid, with P at the bound before, slides on."""
    slides = P != 0.0 and abs(P) >= INSIDE * before
    return math.copysign(bound, P) if slides else P
