"""Rails that end before the chain leaves them."""

from __future__ import annotations

import numpy as np

from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.curve import wrapped
from catena.geometry.guide import Rail
from catena.geometry.paths.path import Guide, Path, wrap_path
from catena.numerics.arrays import Floats

LARGEST_BEND = np.radians(0.05)
"""Bend of the chain over the end of a rail that is no worry [rad]."""


def rail_end_warnings(spec: Spec, layout: Layout, turns: Floats) -> list[str]:
    """Where the chain bends over the end of a curved rail.

    Links then meet the rail with a knock, however smooth its end is made.

    Args:
        spec: The drive.
        layout: As assembled.
        turns: Angle of each guide from where it was assembled [rad].
    """
    rails = {
        part.name: rail if part.pivot is None else rail.turned_about(part.pivot, turn)
        for part, rail, turn in zip(spec.guide, layout.rails, turns, strict=True)
    }
    items = [
        Guide(rails[item.name], item.offset) if isinstance(item, Guide) else item
        for item in layout.items
    ]
    try:
        path = wrap_path(items)
    except GeometryError:
        return []
    return [
        words
        for part in spec.guide
        if part.rail.kind != "polyline" and path.wraps[part.name] > LARGEST_BEND
        for words in _end_words(path, rails[part.name])
    ]


def _end_words(path: Path, rail: Rail) -> list[str]:
    """What to say of both ends of a rail; its first and last piece are the run-outs."""
    arrives = next(s.heading for s in path.spans if s.end == rail.name)
    leaves = next(s.heading for s in path.spans if s.start == rail.name)
    first, last = rail.curve.heading[1], rail.curve.heading[-1]
    bends = {
        "reaches": rail.sense * wrapped(float(first - arrives)),
        "leaves": rail.sense * wrapped(float(leaves - last)),
    }
    return [
        f"guide {rail.name!r} is too short where the chain {verb} it: the chain bends "
        f"by {np.degrees(bend):.2g} deg over its end; lengthen the rail there"
        for verb, bend in bends.items()
        if bend > LARGEST_BEND
    ]
