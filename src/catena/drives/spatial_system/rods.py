"""Flexible rods of a specification: nodes that are bodies, beams between them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from catena.couplings.beam import skew_stiffness
from catena.drives.spatial_system.spec.rods import RodPart, RoundSection
from catena.errors import SpecError
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.rods import SpatialRod
from catena.rods.section import Along, positive
from catena.tables.spatial_bodies import BEAM

POISSON = 0.3
RIGID_SHEAR = 1e12
"""Shear stiffness over EA of a rod that does not shear."""


class Nodes(NamedTuple):
    """The nodes of a rod, those that are clamped too."""

    place: Floats  # (n, 3)
    axes: Floats  # (n, 3, 3) x along the rod
    mass: Floats  # (n,)
    inertia: Floats  # (n, 3)


class Stiffness(NamedTuple):
    """Of the sections of all pieces (elements,)."""

    EA: Floats
    GJ: Floats
    EI_2: Floats
    EI_3: Floats
    line_mass: Floats


def stiffness_of(stated: RodPart) -> Stiffness:
    """Stiffnesses and mass per length of a rod.

    Raises:
        SpecError: Values of another number of pieces, or not above 0.
    """
    section = stated.section

    def along(key: str, value: Along) -> Floats:
        return positive(
            f"rod[{stated.name}].section.{key}", value, stated.element_count
        )

    if not isinstance(section, RoundSection):
        return Stiffness(
            along("axial", section.axial),
            along("torsion", section.torsion),
            along("bending[0]", section.bending[0]),
            along("bending[1]", section.bending[1]),
            along("mass_per_length", section.mass_per_length),
        )
    diameter, E = along("diameter", section.diameter), section.modulus
    area = 0.25 * math.pi * diameter**2
    EI = E * area * diameter**2 / 16.0
    return Stiffness(E * area, EI / (1.0 + POISSON), EI, EI, section.density * area)


def shape_of(stated: RodPart) -> SpatialRod:
    """The rod as statics know it: places, lengths and axes of its pieces."""
    places = np.array(stated.points, dtype=float)
    if len(places) == 2:
        share = np.linspace(0.0, 1.0, stated.element_count + 1)[:, None]
        places = (1.0 - share) * places[0] + share * places[1]
    stiff = stiffness_of(stated)
    return SpatialRod(
        places,
        (stiff.EA, stiff.EA, stiff.EA),
        (stiff.GJ, stiff.EI_2, stiff.EI_3),
        normal=stated.normal,
        mass_per_length=stiff.line_mass,
        closed=stated.closed,
    )


def radius_of(stated: RodPart) -> float:
    """Of the skin of a rod [m]."""
    if stated.section.diameter is not None:
        return 0.5 * float(np.max(stated.section.diameter))
    stiff = stiffness_of(stated)
    return float(2.0 * np.sqrt(np.maximum(stiff.EI_2, stiff.EI_3) / stiff.EA).max())


def refuse_tapered_skin(rods: list[RodPart], touched: set[str]) -> None:
    """Refuse balls on rods whose thickness varies.

    Raises:
        SpecError: With the thicknesses between which it varies.
    """
    for stated in rods:
        sizes = np.atleast_1d(stated.section.diameter or 0.0)
        if stated.name in touched and np.ptp(sizes) > 0.0:
            raise SpecError.at(
                f"rod[{stated.name}].section.diameter",
                f"{sizes.min():g} to {sizes.max():g} m",
                "expected one thickness where balls touch a rod",
            )


def nodes_of(stated: RodPart) -> Nodes:
    """Places, axes and masses of all nodes.

    Masses are halves of the pieces beside a node, 5/12 of the last one at an open end.
    """
    rod, stiff = shape_of(stated), stiffness_of(stated)
    n, h, t = rod.vertices, rod.lengths, rod.frames[:, :, 0]
    first = np.arange(rod.elements)
    last = (first + 1) % n
    along, weight, share = np.zeros((n, 3)), np.zeros(n), np.zeros((n, 3))
    part = stiff.line_mass * h
    both = stiff.EI_2 + stiff.EI_3
    radii = np.stack([both, stiff.EI_2, stiff.EI_3], axis=1) / stiff.EA[:, None]
    for side in (first, last):
        np.add.at(along, side, t / h[:, None])
        np.add.at(weight, side, 0.5 * part)
        np.add.at(share, side, 0.5 * part[:, None] * radii)
    if not rod.closed and rod.elements > 1:  # an end goes on bending
        along[0] = 2.0 * t[0] - _unit(along[1])
        along[-1] = 2.0 * t[-1] - _unit(along[-2])
    if not rod.closed and rod.elements > 2:
        weight[[0, -1]] -= part[[0, -1]] / 12.0
        weight[[1, -2]] += part[[0, -1]] / 12.0
    inertia = stated.inertia_scale * share
    return Nodes(rod.points, _frames(along, rod), weight, inertia)


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))


def _frames(along: Floats, rod: SpatialRod) -> Floats:
    """Axes with x along given directions, z as near to the normal as possible."""
    t = along / np.linalg.norm(along, axis=1)[:, None]
    z = rod.normal - (t @ rod.normal)[:, None] * t
    z = z / np.linalg.norm(z, axis=1)[:, None]
    return np.stack([t, np.cross(z, t), z], axis=2)


def beams_of(
    rods: list[RodPart], number: dict[str, int], q: Floats, axes: Floats
) -> tuple[Rows, Floats]:
    """Beams of all rods, and their axes at both ends."""
    parts = [_rod_beams(stated, number, q, axes) for stated in rods]
    if not parts:
        return table(BEAM), np.zeros((0, 2, 9))
    rows = np.concatenate([rows for rows, _ in parts]).view(np.recarray)
    return rows, np.concatenate([frame for _, frame in parts])


def _rod_beams(
    stated: RodPart, number: dict[str, int], q: Floats, axes: Floats
) -> tuple[Rows, Floats]:
    rod, stiff, nodes = shape_of(stated), stiffness_of(stated), nodes_of(stated)
    h = rod.lengths
    shear, EI_2, EI_3 = RIGID_SHEAR * stiff.EA, stiff.EI_2, stiff.EI_3
    made, frame = table(BEAM, h.size), np.zeros((h.size, 2, 9))
    made.length, made.lag, made.k_1, made.k_s = (
        h,
        stated.damping,
        stiff.EA / h,
        stiff.GJ / h,
    )
    made.k_ty, made.k_gy = EI_3 / h, skew_stiffness(h, EI_3, shear)
    made.k_tz, made.k_gz = EI_2 / h, skew_stiffness(h, EI_2, shear)
    for e in range(h.size):
        ends = e, (e + 1) % rod.vertices
        for side, node in enumerate(ends):
            turning = number[holder_of(stated, node, rod.vertices)]
            body = number[stated.pins[node]] if node in stated.pins else turning
            at = axes[body].T @ (nodes.place[node] - q[body, :3])
            frame[e, side] = (axes[turning].T @ nodes.axes[node]).ravel()
            letter = "ab"[side]
            made[letter][e], made[f"turn_{letter}"][e] = body, turning
            for axis, value in zip("xyz", at, strict=True):
                made[f"{letter}_{axis}"][e] = value
        _set_rest(made, e, nodes, ends, stated.relaxed)
    return made, frame


def holder_of(stated: RodPart, node: int, count: int) -> str:
    """Name of the body that a node is, or that clamps it: it turns with that."""
    if node == 0 and stated.start == "clamped":
        return stated.start_on
    if node == count - 1 and stated.end == "clamped":
        return stated.end_on
    return f"{stated.name}:{node}"


def _set_rest(
    made: Rows, e: int, nodes: Nodes, ends: tuple[int, int], relaxed: bool
) -> None:
    """Strains of the start as those without stress; else only its stretch."""
    way = nodes.place[ends[1]] - nodes.place[ends[0]]
    chord = float(np.linalg.norm(way))
    A, B = nodes.axes[ends[0]], nodes.axes[ends[1]]
    p, r = (np.arcsin(np.clip(way / chord @ axes, -1.0, 1.0)) for axes in (A, B))
    turn, skew = p - r, 0.5 * (p + r)
    if relaxed:
        made.chord[e] = chord
        made.t_y[e], made.g_y[e] = turn[1], skew[1]
        made.t_z[e], made.g_z[e] = turn[2], skew[2]
        twist = 0.5 * (A[:, 2] @ B[:, 1] - A[:, 1] @ B[:, 2])
        made.twist[e] = np.arcsin(np.clip(twist, -1.0, 1.0))
    else:
        bow = (turn[1:] @ turn[1:]) / 24.0 + (skew[1:] @ skew[1:]) / 10.0
        made.chord[e] = chord + made.length[e] * bow


def rod_border(rows: Rows, M_inv: Floats) -> tuple[float, float]:
    """Largest square of a frequency [1/s^2], and of a damping rate [1/s], of all rods.

    No mode of a rod is faster than the fastest one of its pieces, each with its share
    of the masses of its nodes.
    """
    places, turns = (
        np.bincount(np.concatenate([rows[a], rows[b]]), minlength=len(M_inv))
        for a, b in (("a", "b"), ("turn_a", "turn_b"))
    )
    fastest, drag = 0.0, 0.0
    for row in rows:
        shares = [
            part
            for at, turn in ((row.a, row.turn_a), (row.b, row.turn_b))
            for part in (M_inv[at, :3] * places[at], M_inv[turn, 3:] * turns[turn])
        ]
        roots = np.sqrt(np.concatenate(shares))
        B = _directions(row) * roots
        k = np.array([row.k_1, row.k_s, row.k_ty, row.k_gy, row.k_tz, row.k_gz])
        largest = float(np.linalg.eigvalsh((B.T * k) @ B)[-1])
        fastest, drag = max(fastest, largest), max(drag, row.lag * largest)
    return fastest, drag


def _directions(row: Rows) -> Floats:
    """Strains by the velocities of a straight piece, each end in its own axes."""
    B, L = np.zeros((6, 12)), row.chord
    B[0, [0, 6]] = -1.0, 1.0
    B[1, [3, 9]] = -1.0, 1.0
    B[2, [5, 11]] = -1.0, 1.0
    B[3, [1, 7, 5, 11]] = -1.0 / L, 1.0 / L, -0.5, -0.5
    B[4, [4, 10]] = 1.0, -1.0
    B[5, [2, 8, 4, 10]] = -1.0 / L, 1.0 / L, 0.5, 0.5
    return B
