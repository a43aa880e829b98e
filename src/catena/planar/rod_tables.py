"""Tables of flexible rods: their beams, and where these stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catena.couplings.beam import BEAM, skew_stiffness
from catena.numerics.arrays import Floats
from catena.numerics.records import Rows, table
from catena.planar.rods import FlexibleRod, node_angles
from catena.rods.section import per_element
from catena.tables.candidates import Rods


def rod_table(rods: Sequence[FlexibleRod]) -> Rods:
    """Where the beams of each rod stand."""
    counts = np.array([rod.rod.elements for rod in rods], dtype=np.int64)
    last = np.cumsum(counts) if counts.size else counts
    closed = np.array([rod.rod.closed for rod in rods], dtype=np.int64)
    return Rods(last - counts, last, closed)


def beam_names(rods: Sequence[FlexibleRod]) -> tuple[str, ...]:
    """Of all beams, rod by rod."""
    return tuple(f"{rod.name}:{k}" for rod in rods for k in range(rod.rod.elements))


def beam_table(rods: Sequence[FlexibleRod], group: int) -> Rows:
    """All beams, rod by rod."""
    parts = [beams_of(rod, group) for rod in rods]
    return np.concatenate(parts).view(np.recarray) if parts else table(BEAM)


def beams_of(rod: FlexibleRod, group: int) -> Rows:
    """The beams of a rod."""
    grid, length = rod.rod.grid, rod.rod.lengths
    EI = per_element("rod.EI", rod.rod.section.EI, length.size)
    a = [rod.nodes[k] for k in grid.a]
    b = [rod.nodes[k] for k in grid.b]
    made = table(
        BEAM, length.size,
        a=[n.body.index for n in a], b=[n.body.index for n in b], group=group,
        a_x=[n.at[0] for n in a], a_y=[n.at[1] for n in a],
        b_x=[n.at[0] for n in b], b_y=[n.at[1] for n in b],
        a_turn=[n.turn for n in a], b_turn=[n.turn for n in b],
        k_1=grid.EA / length, k_2=skew_stiffness(length, EI, grid.GA), k_3=EI / length,
        chord=length, lag=rod.placement.damping, length=length, half=0.5 * rod.height,
    )  # fmt: skip
    if rod.rod.closed:  # the angle winds up once around
        angles = node_angles(rod.rod)
        winding = np.round((angles[-1] - angles[0]) / (2.0 * np.pi - 1e-9))
        made.b_turn[-1] += 2.0 * np.pi * (winding or np.sign(angles[-1] - angles[0]))
    return made


def relax(
    beams: Rows, rods: Sequence[FlexibleRod], strains: tuple[Floats, Floats, Floats]
) -> None:
    """Take the shape of the start, less the strains there, as the one without stress.

    Rods that are not relaxed are bent in it, but not stretched.
    """
    counts = [rod.rod.elements for rod in rods]
    bent = np.repeat([not rod.rod.relaxed for rod in rods], counts)
    stretch, skew, turn = strains
    bow = beams.length * (turn**2 / 24.0 + skew**2 / 10.0)
    beams.chord += stretch + np.where(bent, bow, 0.0)
    beams.skew += np.where(bent, 0.0, skew)
    beams.turn += np.where(bent, 0.0, turn)
