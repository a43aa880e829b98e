"""Static equilibrium of a chain by dynamic relaxation with kinetic damping.

The chain moves under all forces that do not depend on friction, with light rotors;
whenever its kinetic energy has passed a peak, everything is stopped and starts anew.
What is stopped near the peak lies near equilibrium, so the peaks die out. A motion
whose peaks fall between two looks at the energy would be stopped where it turns back,
and never die out, if looks were equally far apart. Velocities belong to the middle of
a step: from rest they grow over half a step. With a whole one a motion that is stopped
where it turns back, at h = w dt, would grow by h^2 / 8 with every stop.

Source: kinetic damping as in Cundall 1976 and Barnes 1999.
"""

from __future__ import annotations

import math

from catena.bodies.flat_motion import advance_coordinates, advance_velocities
from catena.bodies.planar import fill_poses, lost_poses, turn_poses
from catena.integrators.planar_chain.forces import fill_static_forces
from catena.integrators.planar_chain.tables import State, System, Work
from catena.jit import lean_kernel
from catena.numerics.arrays import Floats
from catena.tables.blocks import view

LOOK, SPREAD = 8, 5
"""Least steps between two looks at the kinetic energy, and how many in turn: to 12."""


@lean_kernel
def relax(
    system: System,
    state: State,
    work: Work,
    given: Floats,
    dt: float,
    most: int,
    tolerance: float,
) -> tuple[float, int]:
    """Move to equilibrium; returns the largest force left [N] and the steps taken.

    Args:
        system: Without friction, and with inertias of rotors that suit the links.
        state: Is moved; at rest afterwards.
        work: Scratch.
        given: Given forces on all bodies (n_u,) [N, N m].
        dt: Stable time step [s].
        most: Steps after which to give up.
        tolerance: Force left that counts as none [N].
    """
    q, u = state.q, state.u
    u3 = view(u, 0, 3, work.pose.shape[1])
    fill_poses(view(q, 0, 3, work.pose.shape[1]), work.pose)
    u[:] = 0.0
    fill_static_forces(system, state, work, given)
    left, last = largest_force(system, work), 0.0
    step, looks, kick = 0, 0, 0.5 * dt
    while step < most and left > tolerance and math.isfinite(left + last):
        look = LOOK + (2 * looks + 2) % SPREAD
        for _ in range(look):
            advance_velocities(u, system.M_inv, work.h, work.old, kick)
            kick = dt
            advance_coordinates(q, u, dt)
            turn_poses(u3, work.pose, dt)
            fill_static_forces(system, state, work, given)
        step, looks = step + look, looks + 1
        if lost_poses(work.pose) > 0:
            left = math.inf
        energy = free_energy(system.M_inv, u)
        if not energy >= last:
            u[:] = 0.0
            fill_static_forces(system, state, work, given)
            left = largest_force(system, work)
            energy, kick = 0.0, 0.5 * dt
        last = energy
    u[:] = 0.0
    return left, step


@lean_kernel
def free_energy(M_inv: Floats, u: Floats) -> float:
    """Kinetic energy of all that may move, with the inertias of the relaxation [J]."""
    total = 0.0
    for i in range(u.size):
        if M_inv[i] > 0.0:
            total += 0.5 * u[i] ** 2 / M_inv[i]
    return total


@lean_kernel
def largest_force(system: System, work: Work) -> float:
    """Largest force left on a link or, at its pitch radius, on a rotor [N].

    Infinite where anything is not a number, or a body is lost.
    """
    if lost_poses(work.pose) > 0:
        return math.inf
    h3 = view(work.h, 0, 3, work.pose.shape[1])
    M_inv3 = view(system.M_inv, 0, 3, work.pose.shape[1])
    most, total = 0.0, 0.0
    for k in range(system.half.size):
        force = math.hypot(h3[0, k], h3[1, k])
        moment = abs(h3[2, k]) / system.half[k]
        most, total = max(most, force, moment), total + force + moment
    for r in range(system.rotors.size):
        b, arm = system.rotors[r].body, system.rotors[r].r_pitch
        if M_inv3[2, b] > 0.0 and arm > 0.0:
            force = abs(h3[2, b]) / arm
            most, total = max(most, force), total + force
        if M_inv3[0, b] > 0.0:
            force = math.hypot(h3[0, b], h3[1, b])
            most, total = max(most, force), total + force
    return most if math.isfinite(total) else math.inf
