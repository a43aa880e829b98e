"""What of a chain variator can be mapped.

Loads are torques, or shares of the torque at which a pulley whose clamping is given
would slip; what a pulley at its end stop carries is known after the run alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from catena.drives.chain_cvt.spec import Spec
from catena.drives.chain_cvt.start.band import band_of
from catena.drives.mapping import MapQuantity, Maps
from catena.drives.variator.boundary.data import at_start
from catena.drives.variator.maps import QUANTITIES, TORQUE, check_mappable, map_axes
from catena.drives.variator.slip_limit import slip_torque
from catena.spec.parts import DriveSpec

LOSSES = (
    MapQuantity("loss_pin_travel", "Pins sliding along the circumference",
                "power lost", "W"),
    MapQuantity("loss_pin_radial", "Pins sliding radially", "power lost", "W"),
    MapQuantity("loss_joint", "Turning joints", "power lost", "W"),
)  # fmt: skip


def maps(spec: Spec) -> Maps:
    """What of this variator can be mapped.

    Raises:
        InputError: the ratio or the load follows from other values.
    """
    check_mappable(spec.boundary)
    axes = map_axes(spec.boundary, limit_at)
    return Maps(spec, spec, axes, (*QUANTITIES, *LOSSES))


def limit_at(spec: DriveSpec, values: Mapping[str, Any]) -> float:
    """Torque on the secondary pulley at which the clamped pulley slips [N m]."""
    changed = cast("Spec", spec.with_values({**values, TORQUE: 0.0}))
    band, boundary = band_of(changed), changed.boundary
    wedge, grips = changed.variator.wedge_angle, changed.friction
    if boundary.secondary_force is not None:
        force, mu = at_start(boundary.secondary_force), grips.secondary.coefficient
        return slip_torque(mu, force, band.radii[1], wedge)
    force, mu = at_start(boundary.primary_force), grips.primary.coefficient
    return band.ratio * slip_torque(mu, force, band.radii[0], wedge)
