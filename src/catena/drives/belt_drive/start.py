"""The belt on its path, in even motion, and its largest step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catena.bodies.ring_bending.ring_dry_bending import mean_curvature
from catena.bodies.ring_spline import control_points
from catena.drives.belt_drive.layout import Layout, rims_of
from catena.drives.belt_drive.plan import BeltPlan
from catena.drives.belt_drive.spec import Spec
from catena.dynamics.largest_step import StepLimit, forces_about
from catena.dynamics.largest_step import step_limit as found_limit
from catena.geometry.paths.path import wrap_path
from catena.integrators.steps.belt_drive_tables import Group, empty_memory, work_for
from catena.numerics.arrays import Floats
from catena.tables.checkpoint import copied
from catena.tables.state import State, empty_ledger

LEAST_PRESS = 2e-6
"""Depth by which the belt is laid into its pulleys at least [m]."""


def start_state(spec: Spec, placed: Layout, plan: BeltPlan) -> State:
    """The belt laid around its pulleys with its tension, all in even motion.

    It lies as deep in the pulleys as its pull, less that of its own inertia, presses.
    """
    system, bodies = plan.system, plan.bodies
    speed = spec.start_speed * placed.wheels[spec.leader].radius
    pull = placed.tension - spec.belt.mass_per_length * speed**2
    stiffness = spec.contact.stiffness
    pressed = [
        replace(w, radius=w.radius - max(LEAST_PRESS, pull / (w.radius * stiffness)))
        for w in rims_of(spec, placed.wheels)
    ]
    path = wrap_path(pressed)
    knots = system.knots
    points, heading = path.frame(np.arange(knots) * path.length / knots)
    along = np.stack([np.cos(heading), np.sin(heading)], axis=-1)
    q = np.concatenate([bodies.q.ravel(), control_points(points).T.ravel()])
    u = np.concatenate([bodies.u.ravel(), control_points(speed * along).T.ravel()])
    groups = len(Group) - 1 + len(plan.rims)
    ledger = empty_ledger(groups, max(1, len(plan.accounts)))
    memory = empty_memory(system)
    if memory.kappa.size:  # no dry moment where the belt lies at the start
        ring = q[bodies.q.size :].reshape(2, knots)
        memory.kappa[:] = mean_curvature(system.ring, ring)
    return State(np.zeros(1), q, u, memory, ledger)


def step_limit(plan: BeltPlan, start: State) -> StepLimit:
    """Largest stable step and its motion, with the belt pressed into all pulleys."""
    from catena.integrators.steps.belt_drive import fill_smooth_forces

    work, state = work_for(plan.system, start.ledger.input_work.size), copied(start)

    def found() -> Floats:
        fill_smooth_forces(plan.system, state, work, 1e-6)
        return work.h.copy()

    forces = forces_about(start, state, found)
    return found_limit(forces, start.q, start.u, plan.system.M_inv)
