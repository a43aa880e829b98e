"""Forces, gaps and tangents of a planar model at any state, without a step."""

from __future__ import annotations

from catena.bodies.rigid_planar import fill_poses
from catena.contact.kinematics.rows import contour_geometry, put_tangent
from catena.contact.search import fill_gaps
from catena.dynamics.evaluation import evaluate_forces
from catena.jit import lean_kernel
from catena.numerics.arrays import Ints
from catena.tables.system import State, System, Work

FAR = 1e30
"""A way after which every candidate is looked at again [m]."""


@lean_kernel
def fill_model_forces(system: System, state: State, work: Work) -> int:
    """All single-valued forces of a state into ``work.h``; returns a Status."""
    return int(evaluate_forces(system, state, work, FAR, 0.0))


@lean_kernel
def fill_model_gaps(system: System, state: State, work: Work) -> None:
    """Gaps of all contacts, open or closed, into those of the search."""
    fill_poses(state.q, work.pose)
    fill_gaps(system.contours, state.memory.search.gap, work.pose, state.q)


@lean_kernel
def fill_tangents(system: System, state: State, work: Work, which: Ints) -> None:
    """Tangents of contacts between contours at the present poses."""
    contours, rows = system.contours, state.memory.rows
    found, profiles = contours.candidates, contours.profiles
    for i in which:
        geometry, _ = contour_geometry(
            found.pair[i], work.pose, found.body_a[i], found.body_b[i], found.par, i,
            profiles, found.link[i],
        )  # fmt: skip
        put_tangent(rows.W_T, i, found.column_a[i], found.column_b[i], geometry)
