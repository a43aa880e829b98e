"""Tables of rigid joints: bilateral rows, eliminated by one direct solve.

Joint j is the bilateral row ``row[j]`` of the listed rows. The matrix
``S = W' M^-1 W`` of all joints has the profile of the mechanism's graph; the order of
the joints keeps it narrow. Joints that move each other form an island.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.numerics.arrays import Floats, Ints
from catena.numerics.records import Record, Rows, record, table

SHARED: Record = record(a=int, b=int, at=int, k_a=int, k_b=int, n=int)
"""Joints a >= b share n velocities, from the columns k_a and k_b of their rows on;
their product belongs to entry ``at`` of S."""

DEPENDENT_SOFTNESS, SOFTNESS = 1e-8, 1e-12
"""Share of the diagonal of S that is added to it, with dependent joints and without.

Dependent joints share their load by it. Light bodies between heavy ones feel it, times
the ratio of the masses; without dependent joints it only keeps poses regular in which
joints depend on each other for a moment."""

LOOSE, TIED, JOINT = 0, 1, 2
"""Kinds of rows: moves no joint; a contact or friction on jointed bodies; a joint."""


class Joints(NamedTuple):
    """What stays."""

    row: Ints  # (n_j,)      row of each joint, in the order of elimination
    first: Ints  # (n_j,)    first column of each row of S
    start: Ints  # (n_j + 1,)  where the rows of S begin in one flat array
    shared: Rows  # (n_s,)   ``SHARED``
    island: Ints  # (n_j,)   which joints move each other
    home: Ints  # (n_u,)     island of each velocity, -1 = none
    body: Ints  # (n_b,)     planar bodies with joints
    bent: Ints  # (n_p,)     joints whose direction is not linear in the poses
    kind: Ints  # (n_c,)     LOOSE, TIED or JOINT, of every contact row
    place: Ints  # (n_c,)    joint of a contact row, -1 = none
    limit: Floats  # (1,)    gap of a joint that ends a run [m]
    softness: Floats  # (1,) added to the diagonal of S, as a share of it


class JointDirections(NamedTuple):
    """Directions of all joints at one instant, and the factor of their matrix."""

    W: Floats  # (n_j, n_k)     along the velocities the joint's row touches
    MiW: Floats  # (n_j, n_k)   M^-1 W
    S: Floats  # (n_l,)         factor of W' M^-1 W


class JointWork(NamedTuple):
    """Scratch arrays of a step."""

    middle: JointDirections  # mean of the directions at both ends of the step
    ahead: JointDirections  # at the end of the step
    P_m: Floats  # (n_j,)    percussions along the middle directions [N s]
    b: Floats  # (n_j,)      right-hand sides
    closed: Ints  # (n_i,)   1 = a contact or friction acts on the island
    back: Floats  # (n_b, 4)    poses at the start of the step
    on: Floats  # (n_b, 4)      poses at its end, with the velocities of its start
    mean: Floats  # (n_b, 4)    their means


def no_joints(n_u: int, n_c: int) -> Joints:
    """A table without joints."""

    def ints(n: int, value: int = 0) -> Ints:
        return np.full(n, value, dtype=np.int64)

    return Joints(
        row=ints(0),
        first=ints(0),
        start=ints(1),
        shared=table(SHARED),
        island=ints(0),
        home=ints(n_u, -1),
        body=ints(0),
        bent=ints(0),
        kind=ints(n_c, LOOSE),
        place=ints(n_c, -1),
        limit=np.full(1, np.inf),
        softness=np.full(1, DEPENDENT_SOFTNESS),
    )


def joint_work(joints: Joints, n_k: int, n_b: int) -> JointWork:
    """Scratch arrays for these joints, rows of n_k velocities and n_b bodies."""
    n_j, n_l = joints.row.size, int(joints.start[-1])

    def directions() -> JointDirections:
        return JointDirections(
            np.zeros((n_j, n_k)), np.zeros((n_j, n_k)), np.zeros(n_l)
        )

    return JointWork(
        middle=directions(),
        ahead=directions(),
        P_m=np.zeros(n_j),
        b=np.zeros(n_j),
        closed=np.zeros(int(joints.island.max(initial=-1)) + 1, dtype=np.int64),
        back=np.zeros((n_b, 4)),
        on=np.zeros((n_b, 4)),
        mean=np.zeros((n_b, 4)),
    )
