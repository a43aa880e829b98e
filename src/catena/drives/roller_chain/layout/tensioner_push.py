"""How the piston of a tensioner pushes its guide."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from catena.drives.roller_chain.spec.guides import (
    GuidePart,
    HydraulicTensioner,
    SpringTensioner,
)
from catena.errors import GeometryError
from catena.geometry.guide import Rail

SMALLEST_LEVER = 1e-5
"""Below this a piston pushes through the pivot [m]."""


class Push(NamedTuple):
    """A piston on a guide, as assembled."""

    lever: float
    """About the pivot [m]; positive where pushing turns the guide left."""
    x: float
    y: float
    """Unit direction in which it pushes."""


def push_of(part: GuidePart, rail: Rail, turned: float) -> Push:
    """The piston of a guide that was turned to close the chain [rad].

    Where only the lever is stated, it pushes at right angles to the line from the pivot
    to the middle of the rail.
    """
    assert part.pivot is not None
    assert part.tensioner is not None
    pivot, side = np.array(part.pivot), pressing_side(part, rail)
    if part.tensioner.lever is not None:
        arm = rail.curve.frame(0.5 * rail.curve.total)[0] - pivot
        arm = side * arm / np.hypot(*arm)
        return Push(side * part.tensioner.lever, float(-arm[1]), float(arm[0]))
    arm = np.array(part.tensioner.point) - pivot
    c, s = np.cos(turned), np.sin(turned)
    arm = np.array([c * arm[0] - s * arm[1], s * arm[0] + c * arm[1]])
    angle = part.tensioner.direction or 0.0
    x, y = float(np.cos(angle)), float(np.sin(angle))
    lever = float(arm[0] * y - arm[1] * x)
    if lever * side < SMALLEST_LEVER:
        through = abs(lever) < SMALLEST_LEVER
        words = "through the pivot" if through else "away from the chain"
        raise GeometryError(
            f"guide '{part.name}': its piston pushes {words} (direction "
            f"{np.degrees(angle):.4g} deg, lever {1e3 * lever * side:.4g} mm towards "
            "it); turn tensioner.direction or move tensioner.point"
        )
    return Push(lever, x, y)


def oil_of(t: SpringTensioner | HydraulicTensioner) -> dict[str, float]:
    """Numbers of the oil of a tensioner; none of a spring."""
    if isinstance(t, SpringTensioner):
        return {}
    return {
        "area": t.area, "supply": t.supply_pressure, "leak": t.leak,
        "valve": t.valve, "volume": t.chamber_volume, "bulk": t.bulk_modulus,
        "air": t.air_fraction, "relief": t.relief_pressure,
    }  # fmt: skip


def pressing_side(part: GuidePart, rail: Rail) -> float:
    """+1 where turning left presses the guide against the chain."""
    assert part.pivot is not None
    point, heading = rail.curve.frame(0.5 * rail.curve.total)
    n_x, n_y = rail.sense * np.sin(heading), -rail.sense * np.cos(heading)
    arm = point - np.array(part.pivot)
    return 1.0 if arm[0] * n_y - arm[1] * n_x > 0.0 else -1.0
