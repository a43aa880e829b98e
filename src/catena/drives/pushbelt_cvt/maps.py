"""What of a pushbelt variator can be mapped.

Loads are torques, or shares of the torque at which one of both pulleys would slip:
that limit changes with ratio and clamping, so equal shares compare points fairly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from catena.drives.mapping import MapAxis, MapQuantity, Maps
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import primary_speed, variator_of
from catena.drives.pushbelt_cvt.start.slip_limits import slip_limit
from catena.drives.variator.maps import QUANTITIES, TORQUE, check_mappable, map_axes
from catena.spec.parts import DriveSpec

MISALIGNMENT = "spatial.misalignment"
SPARSE_SNAPSHOTS = 5e-3
"""Time between snapshots of the elements in a map [s], for runs 30 times smaller."""
LOSSES = (
    MapQuantity("loss_flank_circumferential", "Flanks sliding along the travel",
                "power lost", "W"),
    MapQuantity("loss_flank_radial", "Flanks sliding radially", "power lost", "W"),
    MapQuantity("loss_ring_friction", "Rings sliding on saddles", "power lost", "W"),
)  # fmt: skip

ACROSS = (
    MapQuantity("axial_exchange_secondary", "Axial force between the pulleys",
                "axial force on the secondary pulley, right minus left", "N"),
    MapQuantity("ring_offset", "Offset of the ring sets",
                "largest offset of a ring set on its saddles", "m"),
    MapQuantity("lateral_stress", "Stress of the rings by bending across",
                "largest stress of a ring layer by bending across", "Pa"),
    MapQuantity("friction_loss", "All that slides", "power lost to friction", "W"),
    MapQuantity("misalignment", "Misalignment of the grooves",
                "primary groove to the right of the secondary", "m"),
)  # fmt: skip
"""Of a belt in space."""


def maps(spec: Spec) -> Maps:
    """What of this variator can be mapped.

    Raises:
        InputError: the ratio or the load follows from other values.
    """
    check_mappable(spec.boundary)
    axes = map_axes(spec.boundary, limit_at)
    quantities: tuple[MapQuantity, ...] = (*QUANTITIES, *LOSSES)
    if spec.fidelity == "spatial":
        words = "misalignment of the grooves"
        axes = (*axes, MapAxis("misalignment", MISALIGNMENT, words))
        quantities = (*QUANTITIES, *ACROSS)
    return Maps(with_sparse_snapshots(spec), spec, axes, quantities)


def limit_at(spec: DriveSpec, values: Mapping[str, Any]) -> float:
    """Torque on the secondary pulley at which one of both slips [N m]."""
    changed = cast("Spec", spec.with_values({**values, TORQUE: 0.0}))
    variator, speed = variator_of(changed), primary_speed(changed)
    ratio = changed.start.ratio or 1.0  # the specification has seen to it
    return slip_limit(changed, variator.band, variator.geometry(ratio), speed).torque


def with_sparse_snapshots(spec: Spec) -> Spec:
    """The same variator with snapshots of its elements far apart."""
    interval = max(spec.solve.snapshot_interval, SPARSE_SNAPSHOTS)
    changed: Spec = spec.with_values({"solve.snapshot_interval": interval})
    return changed
