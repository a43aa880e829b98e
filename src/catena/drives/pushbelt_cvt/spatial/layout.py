"""Where everything is at the start of a belt in space: in the plane, and across it."""

from __future__ import annotations

from dataclasses import dataclass

from catena.drives.pushbelt_cvt.layout.belt_data import belt_data
from catena.drives.pushbelt_cvt.layout.data import BeltData
from catena.drives.pushbelt_cvt.layout.placement import Layout, layout_with
from catena.drives.pushbelt_cvt.spatial.data import SpaceData, planar_twin, space_data
from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.initialisation import start_state
from catena.errors import InputError

LOOSE_ALONE = (
    " (a loose sheave beside a fixed one tilts like two planar ones twice as stiff)"
)


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


def refuse_other_hubs(placed: SpatialLayout, other: BeltData) -> None:
    """Refuse a planar run whose sheaves tilt otherwise than those of the twin.

    Raises:
        InputError: with both stiffnesses.
    """
    twin = placed.plane.data
    for name in ("primary", "secondary"):
        mine, found = getattr(twin, name), getattr(other, name)
        if mine.compliance != found.compliance:
            raise InputError(
                f"start.from: {name} sheaves are {found.compliance} there and "
                f"{mine.compliance} here; gaps would not close"
            )
        wanted, given = mine.tilt_stiffness, found.tilt_stiffness
        if mine.compliance == "tilting" and abs(given - wanted) > 1e-9 * wanted:
            why = "" if placed.space.loose is None else LOOSE_ALONE
            raise InputError(
                f"start.from: expected a planar run with {name}.tilt_stiffness of "
                f"{wanted:.6g} N m/rad{why}, found {given:.6g} N m/rad"
            )
