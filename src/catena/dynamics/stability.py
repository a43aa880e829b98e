"""The largest time step an explicit scheme can take, estimated before a run.

Every coupling and every elastic contact acts along some directions B of the
velocities with a stiffness and a damping: K = B' k B, D = B' d B. The largest
eigenvalues of M^-1 K and M^-1 D come from a power iteration that needs only B. With
the two taken as belonging to one mode, velocities explicit in the damping, the
scheme is stable while l_K dt^2 + 2 l_D dt < 4.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from catena.bodies.rigid_planar import poses_of
from catena.codes import NormalLaw
from catena.contact.laws.dispatch import normal_force
from catena.contact.search import fill_directions
from catena.dynamics.tangents import (
    add_journal_tangents,
    add_load_tangents,
    add_spring_tangents,
    add_torsion_tangents,
)
from catena.numerics.arrays import Floats, Ints
from catena.tables.contacts import ContactRows
from catena.tables.system import State, System
from catena.tables.tangents import tangents

PROBE = 1e-6
"""Depth [m] at which an open elastic contact is probed, and the probing step."""
ITERATIONS = 200


class Directions(NamedTuple):
    """Rows along which stiffness and damping act."""

    dof: Ints  # (n, n_k)   -1 = unused
    B: Floats  # (n, n_k)
    stiffness: Floats  # (n,)
    damping: Floats  # (n,)


def largest_step(system: System, state: State) -> float:
    """Largest stable time step [s] at a state; infinite without stiffness."""
    q, rows = state.q, state.rows
    parts = [
        coupling_directions(system, state),
        contact_directions(system, q, rows),
        *maxwell_directions(system, probed_rows(system, q, rows)),
    ]
    l_K = largest_eigenvalue(system, parts, stiff=True)
    l_D = largest_eigenvalue(system, parts, stiff=False)
    if l_K <= 0.0:
        return math.inf if l_D <= 0.0 else 2.0 / l_D
    return (math.sqrt(l_D * l_D + 4.0 * l_K) - l_D) / l_K


def largest_eigenvalue(
    system: System, parts: list[Directions], *, stiff: bool
) -> float:
    """Largest eigenvalue of M^-1 K (or M^-1 D) by power iteration."""
    M_inv = system.inertia.M_inv
    linear = system.linear
    v = np.cos(1.0 + np.arange(M_inv.size))  # no mode is orthogonal to all of it
    value = 0.0
    for _ in range(ITERATIONS):
        force = np.zeros(v.size)
        for part in parts:
            weight = part.stiffness if stiff else part.damping
            add_product(part, weight, v, force)
        image = M_inv * force
        for j, first in enumerate(linear.first):
            own = slice(first, first + linear.size[j])
            n = linear.size[j]
            matrix = linear.K[j, :n, :n] if stiff else linear.D[j, :n, :n]
            image[own] = linear.M_inv[j, :n, :n] @ (matrix @ v[own])
        size = float(np.linalg.norm(image))
        if size == 0.0:
            return 0.0
        grown = size / float(np.linalg.norm(v))
        if abs(grown - value) <= 1e-6 * grown:
            return grown
        value, v = grown, image / size
    return value * 1.02


def add_product(part: Directions, weight: Floats, v: Floats, force: Floats) -> None:
    """Add B' w B v to the force."""
    used = part.dof >= 0
    place = np.where(used, part.dof, 0)
    along = np.sum(np.where(used, part.B * v[place], 0.0), axis=1)
    share = np.where(used, part.B * (weight * along)[:, None], 0.0)
    np.add.at(force, place.ravel(), share.ravel())


def coupling_directions(system: System, state: State) -> Directions:
    """Springs, torsion bars and loads as they are, bearings as if they all touched."""
    table = tangents(system, state.rows)
    pose = poses_of(state.q, system.bodies.extent.size)
    touching = system.journals._replace(clearance=np.zeros(system.journals.body_a.size))
    add_spring_tangents(system.springs, pose, table)
    add_journal_tangents(touching, pose, table)
    add_torsion_tangents(system.torsion, table)
    add_load_tangents(system.boundaries, math.inf, state.q, state.u, table)
    used = slice(int(table.n_used[0]))
    return Directions(
        table.dof[used], table.B[used], table.stiffness[used], table.damping[used]
    )


def contact_directions(system: System, q: Floats, rows: ContactRows) -> Directions:
    """Elastic contacts that are closed, and the stiffest one of every other body.

    Taking every body as seated once is what limits the step of a chain drive.
    """
    near = probed_rows(system, q, rows)
    elastic = np.flatnonzero(is_spring(rows.law_N))
    slopes = np.array([slopes_of(near, rows, int(i)) for i in elastic]).reshape(-1, 2)
    chosen = seated_once(system, elastic, slopes, near.g_N)
    return Directions(
        near.dof[elastic][chosen],
        near.W_N[elastic][chosen],
        slopes[chosen, 0],
        slopes[chosen, 1],
    )


def is_spring(law_N: Ints) -> NDArray[np.bool_]:
    """Which rows are elastic each for itself."""
    alone: NDArray[np.bool_] = law_N != NormalLaw.MAXWELL
    return (law_N >= NormalLaw.SPRING_DAMPER) & alone


def maxwell_directions(system: System, rows: ContactRows) -> list[Directions]:
    """Coupled contacts: each group acts as C^-1 along combinations of its rows.

    All rows count: the stiffest case, since no part of C has a smaller eigenvalue
    than C. Groups that are not definite are implicit in the step and limit none.
    """
    groups, parts = system.maxwell, []
    for m in np.flatnonzero(groups.definite):
        start, stop = groups.first[m], groups.first[m + 1]
        members = groups.row[start:stop]
        compliance, V = np.linalg.eigh(groups.C[start:stop, : members.size])
        dof = rows.dof[members].reshape(1, -1)
        B = V.T[:, :, None] * rows.W_N[members][None]
        count = compliance.size
        parts.append(
            Directions(
                np.repeat(dof, count, axis=0),
                B.reshape(count, -1),
                1.0 / compliance,
                np.zeros(count),
            )
        )
    return parts


def probed_rows(system: System, q: Floats, rows: ContactRows) -> ContactRows:
    """A copy of the rows with gaps and directions of all candidates, open or not."""
    copy: ContactRows = rows._replace(
        **{name: getattr(rows, name).copy() for name in ("g_N", "W_N", "W_T", "key")}
    )
    pose = poses_of(q, system.bodies.extent.size)
    fill_directions(system.contours, copy, pose, q)
    return copy


def slopes_of(near: ContactRows, rows: ContactRows, i: int) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of an elastic row, closed at least a bit."""
    g = min(float(near.g_N[i]), -2.0 * PROBE)
    law, p = rows.law_N[i], rows.par_N
    deep = normal_force(law, g - PROBE, 0.0, 1.0, p, i)
    shallow = normal_force(law, g, 0.0, 1.0, p, i)
    moving = normal_force(law, g, -PROBE, 1.0, p, i)
    return max((deep - shallow) / PROBE, 0.0), max((moving - shallow) / PROBE, 0.0)


def seated_once(system: System, elastic: Ints, slopes: Floats, gaps: Floats) -> Ints:
    """Which elastic rows count: the closed ones, else the stiffest of a body."""
    body = system.contours.candidates.body_a[elastic]
    chosen = []
    for b in np.unique(body):
        mine = np.flatnonzero(body == b)
        closed = mine[gaps[elastic[mine]] <= 0.0]
        if closed.size:
            chosen += list(closed)
        else:
            chosen.append(mine[int(np.argmax(slopes[mine, 0]))])
    return np.array(chosen, dtype=np.int64)
