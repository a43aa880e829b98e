"""What of a pushbelt variator can be mapped: ratio, torque, and share of slip limit.

Loads are torques, or shares of the torque at which the secondary pulley would slip:
that limit changes with the ratio, so equal shares compare ratios fairly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from catena.drives.mapping import MapAxis, MapQuantity, Maps
from catena.drives.pushbelt_cvt.layout.placement import layout_of
from catena.drives.pushbelt_cvt.verdict import slip_torque
from catena.errors import InputError

if TYPE_CHECKING:
    from catena.drives.pushbelt_cvt.spec.drive import Spec
    from catena.spec.parts import DriveSpec

RATIO = "start.ratio"
TORQUE = "boundary.secondary_torque"
MISALIGNMENT = "spatial.misalignment"
SPARSE_SNAPSHOTS = 5e-3
"""Time between snapshots of the elements in a map [s], for runs 30 times smaller."""
QUANTITIES = (
    MapQuantity("thrust_ratio", "Thrust ratio", "thrust ratio"),
    MapQuantity("efficiency", "Efficiency", "efficiency"),
    MapQuantity("slip", "Slip", "slip against the running radii"),
)

ACROSS = (
    MapQuantity("axial_exchange_secondary", "Axial force between the pulleys",
                "axial force on the secondary pulley, right minus left", "N"),
    MapQuantity("ring_offset", "Offset of the ring sets",
                "largest offset of a ring set on its saddles", "m"),
    MapQuantity("misalignment", "Misalignment of the grooves",
                "primary groove to the right of the secondary", "m"),
)  # fmt: skip
"""Of a belt in space."""


def maps(spec: Spec) -> Maps:
    """What of this variator can be mapped.

    Raises:
        InputError: the ratio or the load follows from other values.
    """
    check_mappable(spec)
    limit = slip_limit if spec.boundary.stop == "primary" else refused_limit
    axes: tuple[MapAxis, ...] = (
        MapAxis("ratio", RATIO, "geometric ratio, secondary over primary"),
        MapAxis("torque", TORQUE, "torque on the secondary pulley"),
        MapAxis("load", TORQUE, "torque over the slip limit", limit, "slip_torque"),
    )
    quantities: tuple[MapQuantity, ...] = QUANTITIES
    if spec.fidelity == "spatial":
        words = "primary groove to the right of the secondary"
        axes = (*axes, MapAxis("misalignment", MISALIGNMENT, words))
        quantities = (*QUANTITIES, *ACROSS)
    return Maps(with_sparse_snapshots(spec), spec, axes, quantities)


def check_mappable(spec: Spec) -> None:
    """Refuse a variator whose ratio or load is not free to choose."""
    if spec.boundary.stop == "none" or spec.boundary.secondary_torque is None:
        raise InputError(
            "map: needs an end stop (boundary.stop) and a boundary.secondary_torque"
            "; otherwise the ratio follows from the other values"
        )
    if spec.boundary.primary_torque is not None:
        raise InputError(
            "map: needs a boundary.primary_speed; a given primary torque balances "
            "one load only"
        )


def slip_limit(spec: DriveSpec, values: Mapping[str, Any]) -> float:
    """Torque at which the secondary pulley slips, at a ratio of these values [N m]."""
    changed = cast("Spec", spec.with_values({**values, TORQUE: 0.0}))
    placed = layout_of(changed)
    return slip_torque(placed, placed.start.force_secondary)


def refused_limit(spec: DriveSpec, values: Mapping[str, Any]) -> float:
    """A limit nobody can know beforehand."""
    raise InputError(
        "map: load needs the clamping force of the secondary pulley, so "
        'boundary.stop = "primary"; state torque instead'
    )


def with_sparse_snapshots(spec: Spec) -> Spec:
    """The same variator with snapshots of its elements far apart."""
    interval = max(spec.solve.snapshot_interval, SPARSE_SNAPSHOTS)
    changed: Spec = spec.with_values({"solve.snapshot_interval": interval})
    return changed
