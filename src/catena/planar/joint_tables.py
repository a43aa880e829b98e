"""Tables of rigid joints out of listed rows: graph, order, profile, islands."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import numpy as np

from catena.codes import FrictionLaw, NormalLaw
from catena.numerics.arrays import Ints
from catena.numerics.records import Rows, table
from catena.tables.candidates import Contours
from catena.tables.contacts import ListedRows
from catena.tables.joints import JOINT, SHARED, TIED, Joints, no_joints
from catena.tables.pairs import PairKind
from catena.tables.system import System

LARGEST_GAP = 0.05
"""Gap of a joint that ends a run, as a share of the largest lever of all joints."""

STRAIGHT = (PairKind.PIN_X, PairKind.PIN_Y, PairKind.AFFINE)
"""Pairs whose directions are linear in the poses."""

Block = tuple[int, int, int]
"""First velocity of a body, the column of the row where it stands, and how many."""


def joint_table(system: System, rows: ListedRows) -> Joints:
    """The joints of a system whose other tables are complete."""
    bilateral = np.flatnonzero(rows.law_N == NormalLaw.BILATERAL)
    empty = no_joints(system.inertia.M.size, rows.g_N.size)
    if bilateral.size == 0:
        return empty
    blocks = {int(i): moving_blocks(system, rows, int(i)) for i in bilateral}
    order, islands = elimination_order(blocks)
    place = empty.place
    place[order] = np.arange(order.size)
    home = empty.home
    fill_homes(blocks, dict(zip(order.tolist(), islands.tolist(), strict=True)), home)
    kind = row_kinds(system.contours, rows, home)
    first, start, shared = profile(blocks, order)
    candidates = system.contours.candidates
    own = bilateral[candidates.pair[bilateral] != PairKind.AFFINE]
    bodies = np.union1d(candidates.body_a[own], candidates.body_b[own])
    return Joints(
        row=order,
        first=first,
        start=start,
        shared=shared,
        island=islands,
        home=home,
        body=bodies.astype(np.int64),
        bent=np.flatnonzero(~np.isin(candidates.pair[order], STRAIGHT)),
        kind=kind,
        place=place,
        softness=empty.softness,
        limit=np.array([LARGEST_GAP * largest_lever(system.contours, bilateral)]),
    )


def moving_blocks(system: System, rows: ListedRows, i: int) -> list[Block]:
    """The bodies that row i can move."""
    candidates = system.contours.candidates
    if candidates.pair[i] == PairKind.AFFINE:
        used = int(np.count_nonzero(rows.dof[i] >= 0))
        return [(int(rows.dof[i, 0]), 0, used)]
    columns = candidates.column_a[i], candidates.column_b[i]
    found = [(int(rows.dof[i, k]), int(k), 3) for k in columns if k >= 0]
    M_inv = system.inertia.M_inv
    return [block for block in found if M_inv[block[0] : block[0] + 3].any()]


def elimination_order(blocks: dict[int, list[Block]]) -> tuple[Ints, Ints]:
    """The joints in an order that keeps S narrow, and the island of each.

    Every island is numbered from one of its ends, neighbour by neighbour, and the
    whole is turned round (Cuthill and McKee, 1969; George, 1971).
    """
    on: dict[int, list[int]] = {}
    for row, own in blocks.items():
        for velocity, _, _ in own:
            on.setdefault(velocity, []).append(row)
    near = {
        row: sorted({other for velocity, _, _ in own for other in on[velocity]})
        for row, own in blocks.items()
    }
    order: list[int] = []
    islands: list[int] = []
    seen: set[int] = set()
    for row in blocks:
        if row in seen:
            continue
        for _ in range(2):
            row = reached(near, row)[-1]
        members = reached(near, row)
        islands += [islands[-1] + 1 if islands else 0] * len(members)
        order += reversed(members)
        seen.update(members)
    return np.array(order, dtype=np.int64), np.array(islands, dtype=np.int64)


def reached(near: dict[int, list[int]], start: int) -> list[int]:
    """What hangs together with a row, the nearest first, few neighbours before many."""
    found, at = [start], 0
    known = {start}
    while at < len(found):
        fresh = [row for row in near[found[at]] if row not in known]
        found += sorted(fresh, key=lambda row: len(near[row]))
        known.update(fresh)
        at += 1
    return found


def fill_homes(
    blocks: dict[int, list[Block]], island: dict[int, int], home: Ints
) -> None:
    """The island of each velocity; others keep -1: no joint moves them."""
    for row, own in blocks.items():
        for velocity, _, count in own:
            home[velocity : velocity + count] = island[row]


def row_kinds(contours: Contours, rows: ListedRows, home: Ints) -> Ints:
    """LOOSE, TIED or JOINT of every row; a joint with dry friction counts as TIED."""
    candidates = contours.candidates
    kind = np.zeros(rows.g_N.size, dtype=np.int64)
    for i in range(kind.size):
        unknown = candidates.rigid[i] == 1 or candidates.sticky[i] == 1
        if unknown and (home[reached_velocities(contours, rows, i)] >= 0).any():
            kind[i] = TIED
        if rows.law_N[i] == NormalLaw.BILATERAL and not has_friction(rows, i):
            kind[i] = JOINT
    return kind


def reached_velocities(contours: Contours, rows: ListedRows, i: int) -> Ints:
    """Velocities that row i may ever touch; along a rod those of all its nodes."""
    dof: Ints = rows.dof[i][rows.dof[i] >= 0]
    if contours.candidates.pair[i] != PairKind.CIRCLE_ROD:
        return dof
    rod = contours.candidates.link[i]
    own = contours.beams[contours.rods.first[rod] : contours.rods.last[rod]]
    return np.concatenate([dof, 3 * own.a, 3 * own.b])


def has_friction(rows: ListedRows, i: int) -> bool:
    """Whether row i has set-valued friction."""
    return rows.law_T[i] in (FrictionLaw.COULOMB, FrictionLaw.COULOMB_DISC)


def profile(blocks: dict[int, list[Block]], order: Ints) -> tuple[Ints, Ints, Rows]:
    """First columns and starts of the rows of S, and the products that make it."""
    place = {int(row): j for j, row in enumerate(order)}
    on: dict[int, list[tuple[int, int, int]]] = {}
    for row, own in blocks.items():
        for velocity, column, count in own:
            on.setdefault(velocity, []).append((place[row], column, count))
    first = np.arange(order.size)
    pairs = []
    for members in on.values():
        for one, two in combinations_with_replacement(sorted(members), 2):
            pairs.append((*two, *one))
            first[two[0]] = min(first[two[0]], one[0])
    start = np.concatenate([[0], np.cumsum(np.arange(order.size) - first + 1)])
    start = start.astype(np.int64)
    shared = table(SHARED, len(pairs))
    for k, (a, k_a, n, b, k_b, _) in enumerate(pairs):
        shared[k] = (a, b, start[a] + b - first[a], k_a, k_b, n)
    return first.astype(np.int64), start, shared


def largest_lever(contours: Contours, joints: Ints) -> float:
    """Largest distance of a joint from the centre of its body [m]; infinite if none."""
    par = contours.candidates.par[joints]
    pins = np.isin(contours.candidates.pair[joints], (PairKind.PIN_X, PairKind.PIN_Y))
    far = [np.hypot(par[:, 0], par[:, 1]), np.hypot(par[:, 4], par[:, 5]) * pins]
    largest = float(np.max(far, initial=0.0))
    return largest if largest > 0.0 else math.inf
