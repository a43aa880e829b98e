"""What of a chain in space can be mapped: offset, skew and wobble of a sprocket."""

from __future__ import annotations

import numpy as np

from catena.drives.mapping import MapAxis, MapQuantity, Maps
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import InputError

QUANTITIES = (
    MapQuantity("efficiency", "Efficiency", "efficiency"),
    MapQuantity("misalignment_loss", "What misalignment costs",
                "lost between plates and teeth", "W"),
    MapQuantity("side_force", "Forces of plates on teeth",
                "sum of plate forces on teeth", "N"),
    MapQuantity("ripple", "Scatter of the tension", "scatter of the tight span", "N"),
)  # fmt: skip


def maps(spec: Spec) -> Maps:
    """What of this drive can be mapped.

    The sprocket that stands most out of line is moved, or the driver where none does.

    Raises:
        InputError: a planar drive has no misalignment.
    """
    if spec.fidelity != "spatial":
        raise InputError(
            f'map: found fidelity = {spec.fidelity!r}; expected "spatial": '
            "misalignment is what of a roller chain is mapped"
        )
    out = [abs(part.offset) + np.hypot(*part.skew) for part in spec.sprocket]
    k = int(np.argmax(out)) if max(out) > 0.0 else spec.leader
    name, key = spec.sprocket[k].name, f"sprocket[{k}]"
    axes = (
        MapAxis("offset", f"{key}.offset", f"offset of {name}"),
        MapAxis("skew_x", f"{key}.skew[0]", f"skew of {name} about x"),
        MapAxis("skew_y", f"{key}.skew[1]", f"skew of {name} about y"),
        MapAxis("wobble", f"{key}.wobble", f"wobble of {name}"),
    )
    return Maps(spec, spec, axes, QUANTITIES)
