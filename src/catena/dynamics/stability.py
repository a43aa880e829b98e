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

from catena.bodies.rigid_planar import poses_of
from catena.codes import NormalLaw
from catena.contact.search import fill_directions
from catena.couplings.lines import linear_spring
from catena.couplings.spring_damper import point_distance
from catena.dynamics.tangents import (
    add_beam_tangents,
    add_journal_tangents,
    add_load_tangents,
    add_spring_tangents,
    add_torsion_tangents,
)
from catena.laws.dispatch import normal_force
from catena.numerics.arrays import Bools, Floats, Ints
from catena.numerics.records import Rows
from catena.tables.contacts import ListedRows
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
    near = probed_rows(system, state.q, state.memory.rows)
    # play closed and ropes taut: the limit must hold when they come to be
    always = [coupling_directions(system, state), *maxwell_directions(system, near)]
    cases = contact_cases(system, near)
    return min(stable_step_of(system, [*always, case]) for case in cases)


def named_step(limit: float) -> str:
    """A largest step in words, rounded so that it is no larger [s]."""
    text = f"{limit:.3g}"
    if float(text) <= limit:
        return text
    return f"{limit - 10.0 ** (math.floor(math.log10(limit)) - 2):.3g}"


def stable_step_of(system: System, parts: list[Directions]) -> float:
    """Largest step stable with all these directions [s]."""
    l_K = largest_eigenvalue(system, parts, stiff=True)
    l_D = largest_eigenvalue(system, parts, stiff=False)
    return stable_step(l_K, l_D)


def stable_step(l_K: float, l_D: float) -> float:
    """Largest step with l_K dt^2 + 2 l_D dt <= 4 [s]."""
    divisor = l_D + math.sqrt(l_D * l_D + 4.0 * max(l_K, 0.0))
    return 4.0 / divisor if divisor > 0.0 else math.inf


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
            n = linear.size[j]
            own = slice(first, first + n)
            matrix = linear.K[j, :n, :n] if stiff else linear.D[j, :n, :n]
            image[own] = linear.M_inv[j, :n, :n] @ (force[own] + matrix @ v[own])
        size = float(np.linalg.norm(image))
        if size == 0.0:
            return 0.0
        grown = size / float(np.linalg.norm(v))
        if abs(grown - value) <= 1e-6 * grown:
            return grown
        value, v = grown, image / size
    # not settled: the iteration comes from below, so add what it may lack
    return value * 1.02


def add_product(part: Directions, weight: Floats, v: Floats, force: Floats) -> None:
    """Add B' w B v to the force."""
    used = part.dof >= 0
    place = np.where(used, part.dof, 0)
    along = np.sum(np.where(used, part.B * v[place], 0.0), axis=1)
    share = np.where(used, part.B * (weight * along)[:, None], 0.0)
    np.add.at(force, place.ravel(), share.ravel())


def taut(springs: Rows, pose: Floats) -> Rows:
    """Springs as they are; what may hang slack as long as its ends are apart."""
    stretched = springs.copy()
    distance = (1.0 - PROBE) * point_distance(springs, pose)
    slack = springs.kind != linear_spring.CODE
    stretched.rest[slack] = np.minimum(springs.rest, distance)[slack]
    return stretched


def coupling_directions(system: System, state: State) -> Directions:
    """Springs and loads as they are, ropes taut, bearings and bars without play."""
    table = tangents(system, state.memory.rows)
    pose = poses_of(state.q, system.bodies.extent.size)
    closed, tight = system.journals.copy(), system.torsion.copy()
    # bearings within their play have no stiffness now, and will have
    closed.clear[:], tight.play[:] = 0.0, 0.0
    if system.springs.size:  # for nothing nobody waits for the compiler
        add_spring_tangents(taut(system.springs, pose), pose, table)
    if closed.size:
        add_journal_tangents(closed, pose, table)
    if tight.size:
        add_torsion_tangents(tight, state.q, table)
    if system.beams.size:
        add_beam_tangents(system.beams, state.q, pose, table)
    if system.imposed.loads.size:
        add_load_tangents(system.imposed, math.inf, state.q, state.u, table)
    used = slice(int(table.n_used[0]))
    return Directions(
        table.dof[used], table.B[used], table.stiffness[used], table.damping[used]
    )


def contact_cases(system: System, near: ListedRows) -> list[Directions]:
    """Elastic contacts as they stand, and every body seated where it is stiffest.

    As they stand: those that are closed, and the seats of all other bodies. Taking
    every body as seated once is what limits the step of a chain drive.
    """
    elastic = np.flatnonzero(is_spring(near.law_N))
    laws, law = system.contours.candidates.laws, system.contours.candidates.law
    found = [slopes_of(laws, int(law[i]), float(near.g_N[i])) for i in elastic]
    slopes = np.array(found).reshape(-1, 2)
    body, mobility = giving_way(system, near, elastic)
    steps = np.array([stable_step(*pair) for pair in slopes * mobility[:, None]])
    order = np.lexsort((steps, body))
    _, first = np.unique(body[order], return_index=True)
    seats, closed = order[first], np.flatnonzero(near.g_N[elastic] <= 0.0)
    others = seats[~np.isin(body[seats], body[closed])]
    cases = [np.union1d(closed, others)]
    if closed.size:
        cases.append(seats)
    dof, W = near.dof[elastic], near.W_N[elastic]
    return [Directions(dof[i], W[i], slopes[i, 0], slopes[i, 1]) for i in cases]


def giving_way(system: System, near: ListedRows, which: Ints) -> tuple[Ints, Floats]:
    """The body that a push on each of these rows moves most, and how easily [1/kg].

    Rows of linear bodies count each for itself.
    """
    dof, W = near.dof[which], near.W_N[which]
    shares = np.where(dof >= 0, W * W * system.inertia.M_inv[dof], 0.0)
    bodies = dof // 3
    first = bodies == bodies[:, :1]
    mobility_a, mobility_b = (shares * first).sum(1), (shares * ~first).sum(1)
    body = np.where(mobility_a >= mobility_b, bodies[:, 0], bodies.max(1, initial=-1))
    n_bodies = system.bodies.extent.size
    linear = np.flatnonzero(body >= n_bodies)
    body[linear] = n_bodies + linear
    return body, mobility_a + mobility_b


def is_spring(law_N: Ints) -> Bools:
    """Which rows are elastic each for itself."""
    alone: Bools = law_N != NormalLaw.MAXWELL
    return (law_N >= NormalLaw.SPRING_DAMPER) & alone


def maxwell_directions(system: System, rows: ListedRows) -> list[Directions]:
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


def probed_rows(system: System, q: Floats, rows: ListedRows) -> ListedRows:
    """Every contact as a listed row with gap and directions, open or not."""
    copy: ListedRows = rows._replace(
        **{
            name: getattr(rows, name).copy()
            for name in ("g_N", "dof", "W_N", "W_T", "key")
        }
    )
    pose = poses_of(q, system.bodies.extent.size)
    fill_directions(system.contours, copy, pose, q)
    return copy


def slopes_of(laws: Rows, group: int, gap: float) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of an elastic row, closed at least a bit."""
    g = min(gap, -2.0 * PROBE)
    deep = normal_force(laws, group, g - PROBE, 0.0, 1.0)
    shallow = normal_force(laws, group, g, 0.0, 1.0)
    moving = normal_force(laws, group, g, -PROBE, 1.0)
    return max((deep - shallow) / PROBE, 0.0), max((moving - shallow) / PROBE, 0.0)
