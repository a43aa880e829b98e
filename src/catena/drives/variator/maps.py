"""What of any variator can be mapped: ratio, load, speed, clamping; what is drawn."""

from __future__ import annotations

from catena.drives.mapping import Limit, MapAxis, MapQuantity
from catena.drives.variator.boundary.words import BoundaryPart
from catena.errors import InputError

RATIO = "start.ratio"
TORQUE = "boundary.secondary_torque"
SPEED = "boundary.primary_speed"
QUANTITIES = (
    MapQuantity("thrust_ratio", "Thrust ratio", "thrust ratio"),
    MapQuantity("efficiency", "Efficiency", "efficiency"),
    MapQuantity("slip", "Slip", "slip against the running radii"),
    MapQuantity("torque_ratio", "Torque ratio", "torque over the slip limit"),
)
"""Of both variators; a page of few figures."""


def map_axes(boundary: BoundaryPart, limit: Limit) -> tuple[MapAxis, ...]:
    """Axes of a variator whose clamping is that of its boundary."""
    clamped = "primary" if boundary.stop == "secondary" else "secondary"
    return (
        MapAxis("ratio", RATIO, "geometric ratio, secondary over primary"),
        MapAxis("torque", TORQUE, "torque on the secondary pulley"),
        MapAxis("load", TORQUE, "torque over the slip limit", limit, "slip limit"),
        MapAxis("speed", SPEED, "speed of the primary pulley"),
        MapAxis(
            "clamping", f"boundary.{clamped}_force", f"clamping of the {clamped} pulley"
        ),
    )


def check_mappable(boundary: BoundaryPart) -> None:
    """Refuse a variator whose ratio or load is not free to choose.

    Raises:
        InputError: says what the boundary needs.
    """
    if boundary.stop in ("none", "both") or boundary.secondary_torque is None:
        raise InputError(
            "map: needs one end stop (boundary.stop) and a boundary.secondary_torque"
            "; otherwise ratio or clamping follow from the other values"
        )
    if boundary.primary_torque is not None:
        raise InputError(
            "map: needs a boundary.primary_speed; a given primary torque balances "
            "one load only"
        )
