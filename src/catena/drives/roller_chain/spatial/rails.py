"""Guides of a chain in space as tables: sliding surfaces, side walls, tensioners."""

from __future__ import annotations

import numpy as np

from catena.couplings.tensioner import TENSIONER
from catena.drives.roller_chain.layout.placement import rail_offset
from catena.drives.roller_chain.layout.tensioner_push import oil_of, push_of
from catena.drives.roller_chain.spatial.chain_data import SpatialData
from catena.drives.roller_chain.spatial.layout import SpatialLayout
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.roller_chain.spec.guides import GuidePart, SpringTensioner
from catena.errors import SpecError
from catena.integrators.planar_chain.assembly import rows_of
from catena.numerics.records import Rows, table
from catena.tables.contour import Contour
from catena.tables.spatial import ARM, RAIL

OUTLINE = 1e-5
"""By which the polygon around which the box of a rail is drawn departs from it [m]."""


def tensioned(spec: Spec) -> list[int]:
    """Numbers of the guides with a tensioner."""
    return [g for g, part in enumerate(spec.guide) if part.tensioner is not None]


def arm_turns(spec: Spec, placed: SpatialLayout) -> list[float]:
    """Angles at which arms, then tensioned guides, close the chain [rad]."""
    arms = placed.turns[len(spec.guide) :]
    return [*arms, *(placed.turns[g] for g in tensioned(spec))]


def guide_arm(spec: Spec, placed: SpatialLayout, g: int) -> Rows:
    """A guide with its tensioner as an arm; the preload is that of the assembly."""
    part, turn = spec.guide[g], placed.turns[g]
    t, pivot = part.tensioner, part.pivot
    assert t is not None
    assert pivot is not None
    lever = _lever(spec, placed, g)
    square, out, back = lever**2, 0.0, 0.0
    if isinstance(t, SpringTensioner):
        out, back = (t.damping_out, t.damping_in)[:: 1 if lever > 0.0 else -1]
    return table(
        ARM, 1, x=pivot[0], y=pivot[1], inertia=part.inertia,
        preload=lever * t.preload + square * t.stiffness * turn,
        stiffness=square * t.stiffness, damping=square * out,
        damping_back=square * back, closed=turn,
    )  # fmt: skip


def _lever(spec: Spec, placed: SpatialLayout, g: int) -> float:
    """Of the tensioner of a guide about its pivot, signed [m]."""
    part, turn = spec.guide[g], placed.turns[g]
    assert part.pivot is not None
    rail = placed.rails[g].turned_about(part.pivot, turn)
    return push_of(part, rail, turn).lever


def piston_rows(spec: Spec, placed: SpatialLayout) -> Rows:
    """Oil, stops and ratchets; springs and dampers belong to the arm itself."""
    found, first = [], len(spec.sprocket) + len(spec.arm)
    for a, g in enumerate(tensioned(spec)):
        t = spec.guide[g].tensioner
        assert t is not None
        found.append(table(
            TENSIONER, 1, dof=first + a, slot=a, lever=_lever(spec, placed, g),
            stop=t.stop, ratchet=t.ratchet, **oil_of(t),
        ))  # fmt: skip
    return np.concatenate([table(TENSIONER), *found]).view(np.recarray)


def rail_tables(spec: Spec, placed: SpatialLayout) -> tuple[Rows, Contour]:
    """Guides and the rows of their surfaces, seen from their pivots."""
    contours, data = [], placed.data
    rails = table(RAIL, len(spec.guide), arm=-1)
    carried = {g: len(spec.arm) + a for a, g in enumerate(tensioned(spec))}
    for g, part in enumerate(spec.guide):
        _check_walls(g, part, data)
        rail = rails[g]
        rail.x, rail.y = part.pivot or (0.0, 0.0)
        rail.z, rail.arm = part.offset, carried.get(g, -1)
        rail.offset = rail_offset(spec, data.chain)
        rail.half = 0.5 * (part.walls or 0.0)
        rail.height = part.wall_height or 0.5 * data.chain.plate_height
        own = placed.rails[g].moved(-rail.x, -rail.y)
        contours.append(own.contour())
        edge, around = own.curve.outline(OUTLINE), rail.offset + rail.height + OUTLINE
        rail.x_low, rail.y_low = edge.min(axis=0) - around
        rail.x_high, rail.y_high = edge.max(axis=0) + around
    spans, code, shape = rows_of(contours)
    rails.first, rails.last = spans.T
    return rails, Contour(code, shape)


def _check_walls(g: int, part: GuidePart, data: SpatialData) -> None:
    """Refuse walls between which the chain does not pass."""
    width = data.outer_width + 2.0 * data.chain.plate_thickness
    if part.walls is not None and part.walls <= width:
        raise SpecError.at(
            f"guide[{g}].walls",
            part.walls,
            f"more than the width over the plates of pin links, {1e3 * width:.4g} mm",
        )


def names_of_arms(spec: Spec) -> list[str]:
    """Arms, then guides with a tensioner."""
    return [arm.name for arm in spec.arm] + [
        spec.guide[g].name for g in tensioned(spec)
    ]
