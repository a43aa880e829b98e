"""Where everything is at the start of a belt in space: in the plane, and across it."""

from __future__ import annotations

from dataclasses import dataclass

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.data import BeltData
from catena.drives.pushbelt_cvt.layout.placement import Layout, layout_with
from catena.drives.pushbelt_cvt.spatial.data import SpaceData, planar_twin, space_data
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import start_state


@dataclass(frozen=True)
class SpatialLayout:
    """A variator placed and in motion, and the planar one it starts from."""

    data: BeltData
    space: SpaceData
    plane: Layout
    """Of the planar twin."""


def spatial_layout_of(spec: Spec) -> SpatialLayout:
    """The running belt of a specification."""
    data = belt_data(spec)
    space = space_data(spec, start_state(spec).ratio)
    return SpatialLayout(data, space, layout_with(spec, planar_twin(data, space)))
