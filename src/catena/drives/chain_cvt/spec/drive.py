"""A rocker-pin chain variator as a whole, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from catena.drives.chain_cvt.spec.chain import ChainPart, PinPart, PlatePart
from catena.drives.chain_cvt.spec.pulleys import FrictionPart, PulleyPart, VariatorPart
from catena.drives.chain_cvt.spec.solve import SolvePart, StartPart
from catena.drives.variator.boundary.bearings import check_bearings
from catena.drives.variator.boundary.words import BoundaryPart, check_start
from catena.spec.parts import DriveSpec
from catena.spec.start import source_of


class Spec(DriveSpec):
    """A rocker-pin chain between the cone sheaves of two pulleys."""

    drive: Literal["chain_cvt"]
    """Which kind of drive this file describes: a rocker-pin chain between cones."""
    variator: VariatorPart
    """Where the pulleys stand, how their grooves are cut and how sheaves give way."""
    chain: ChainPart
    """Number, pitch, mass and elasticity of the links and their joints."""
    pin: PinPart
    """Length and stiffness of the pairs that sit between the sheaves."""
    plates: PlatePart = PlatePart()
    """How many stand side by side and how stiff they are, for the clasp plate."""
    primary: PulleyPart
    """Radii, inertia and elasticity of the pulley at the left, which usually drives."""
    secondary: PulleyPart
    """Radii, inertia and elasticity of the pulley at the right, usually loaded."""
    friction: FrictionPart
    """How pin ends hold on the sheaves before they slide."""
    boundary: BoundaryPart
    """What the surroundings impose on both pulleys: speed, load and clamping."""
    start: StartPart = StartPart()
    """Ratio and speed with which the clamped, unloaded chain begins to run."""
    solve: SolvePart = SolvePart()
    """Step, length, records and accuracy of the simulation."""

    @property
    def load_ramp(self) -> float:
        """Time over which torques grow from zero [s]; none after another run."""
        return self.solve.load_ramp if source_of(self) is None else 0.0

    @model_validator(mode="after")
    def _sheaves_clear(self) -> Self:
        rims = self.primary.outer_radius + self.secondary.outer_radius
        if rims >= self.variator.centre_distance:
            raise ValueError(
                f"rims of {1e3 * self.primary.outer_radius:g} mm and "
                f"{1e3 * self.secondary.outer_radius:g} mm collide at a centre "
                f"distance of {1e3 * self.variator.centre_distance:g} mm"
            )
        if "coupled" in self.variator.sheaves:
            for name in ("primary", "secondary"):
                if getattr(self, name).influence is None:
                    raise ValueError(f"coupled sheaves need {name}.influence")
        return self

    @model_validator(mode="after")
    def _shafts_are_heavy(self) -> Self:
        chain = self.chain.link_count * self.chain.link_mass
        check_bearings((self.primary.bearing, self.secondary.bearing), chain, "chain")
        return self

    @model_validator(mode="after")
    def _start_is_known(self) -> Self:
        if self.start.ratio is None and self.boundary.secondary_speed is None:
            raise ValueError("start.ratio is needed unless both speeds are given")
        start = self.start
        check_start(self.boundary, start.primary_speed, start.clamping)
        return self
