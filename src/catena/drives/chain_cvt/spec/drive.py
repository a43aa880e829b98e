"""A rocker-pin chain variator as a whole, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from catena.drives.chain_cvt.spec.chain import ChainPart, PinPart, PlatePart
from catena.drives.chain_cvt.spec.pulleys import FrictionPart, PulleyPart, VariatorPart
from catena.drives.chain_cvt.spec.solve import SolvePart, StartPart
from catena.drives.pushbelt_cvt.spec_boundary import BoundaryPart
from catena.spec.parts import DriveSpec


class Spec(DriveSpec):
    """A rocker-pin chain between the cone sheaves of two pulleys."""

    drive: Literal["chain_cvt"]
    variator: VariatorPart
    """Axes and grooves."""
    chain: ChainPart
    """The links."""
    pin: PinPart
    """The rocker pins."""
    plates: PlatePart = PlatePart()
    """The plates of the links."""
    primary: PulleyPart
    """The primary pulley, at the left."""
    secondary: PulleyPart
    """The secondary pulley."""
    friction: FrictionPart
    """Coulomb friction of pins on sheaves."""
    boundary: BoundaryPart
    """Speed, load and clamping."""
    start: StartPart = StartPart()
    """From where the run starts."""
    solve: SolvePart = SolvePart()
    """How the motion is computed."""

    @model_validator(mode="after")
    def _sheaves_clear(self) -> Self:
        rims = self.primary.outer_radius + self.secondary.outer_radius
        if rims >= self.variator.centre_distance:
            raise ValueError(
                f"rims of {1e3 * self.primary.outer_radius:g} mm and "
                f"{1e3 * self.secondary.outer_radius:g} mm collide at a centre "
                f"distance of {1e3 * self.variator.centre_distance:g} mm"
            )
        if self.variator.sheaves == "coupled":
            for name in ("primary", "secondary"):
                if getattr(self, name).influence is None:
                    raise ValueError(f"coupled sheaves need {name}.influence")
        return self

    @model_validator(mode="after")
    def _start_is_known(self) -> Self:
        driven = self.boundary.primary_torque is not None
        if driven != (self.start.primary_speed is not None):
            found = "missing" if driven else "given"
            raise ValueError(
                f"start.primary_speed is {found}; it belongs to boundary.primary_torque"
            )
        if self.start.ratio is None and self.boundary.secondary_speed is None:
            raise ValueError("start.ratio is needed unless both speeds are given")
        return self
