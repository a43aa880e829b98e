"""Guide rails and what presses them against the chain."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Damping,
    Force,
    Inertia,
    Length,
    Number,
    Stiffness,
    Unit,
)

Point = tuple[Length, Length]
Pressure = Annotated[float, Unit("Pa", "a pressure such as '3 bar'")]
Viscosity = Annotated[float, Unit("Pa s", "a viscosity such as '64 mPa s'")]
Density = Annotated[float, Unit("kg/m^3", "a density such as '800 kg/m^3'")]
Volume = Annotated[float, Unit("m^3", "a volume such as '1 cm^3'")]
DISCHARGE = 0.7
"""Share of an orifice's area that the flow uses."""


class ArcRail(Part):
    """A rail that is one arc, towards the chain."""

    kind: Literal["arc"]
    centre: Point
    """Centre of the arc."""
    radius: Length = Field(gt=0.0, lt=1e3)
    """Radius of the sliding surface."""
    towards: Angle
    """Direction from the centre to the middle of the rail, from the x axis."""
    opening: Angle = Field(gt=0.0, lt=3.0)
    """Angle the rail covers."""


class PointsRail(Part):
    """A rail through points, straight from one to the next or smooth."""

    kind: Literal["polyline", "spline"]
    points: list[Point] = Field(min_length=2, max_length=500)
    """Points of the sliding surface, in the order in which the chain passes them."""
    corner_radius: Length = Field(default=0.0, ge=0.0, lt=10.0)
    """Rounds the corners of a polyline."""


class Piston(Part):
    """Where a tensioner pushes: by its lever, or by point and direction."""

    lever: Length | None = Field(default=None, gt=0.0, lt=10.0)
    """From the pivot of the guide to the line along which the piston pushes."""
    point: Point | None = None
    """Or where the piston touches the guide as drawn,"""
    direction: Angle | None = None
    """and the direction in which it pushes, from the x axis."""

    @model_validator(mode="after")
    def _pushes_somewhere(self) -> Self:
        by_point = self.point is not None and self.direction is not None
        if (self.point is None) != (self.direction is None):
            raise ValueError("point and direction of a piston belong together")
        if by_point == (self.lever is not None):
            raise ValueError(
                "state the lever of the piston, or its point and direction"
            )
        return self


class SpringTensioner(Piston):
    """A spring and a damper that may differ by direction."""

    kind: Literal["spring"]
    preload: Force = Field(ge=0.0, lt=1e7)
    """Force where the chain was assembled."""
    stiffness: Stiffness = Field(default=0.0, ge=0.0, lt=1e12)
    """Of the spring."""
    damping_in: Damping = Field(default=0.0, ge=0.0, lt=1e9)
    """While it is pushed in."""
    damping_out: Damping = Field(default=0.0, ge=0.0, lt=1e9)
    """While it extends."""
    stop: Length = Field(default=1.0, gt=0.0, le=1.0)
    """How far it can be pushed in, from the start or from the last ratchet tooth."""
    ratchet: Length = Field(default=0.0, ge=0.0, le=0.1)
    """Way between the teeth of a ratchet, from which it is pushed back no further than
    ``stop``; 0 without ratchet."""


class HydraulicTensioner(Piston):
    """A piston on oil behind a check valve, with a leak gap."""

    kind: Literal["hydraulic"]
    preload: Force = Field(default=10.0, ge=0.0, lt=1e7)
    """Force of the spring where the chain was assembled."""
    stiffness: Stiffness = Field(default=0.0, ge=0.0, lt=1e12)
    """Of the spring."""
    piston_radius: Length = Field(gt=0.0, lt=1.0)
    """Radius of the piston."""
    supply_pressure: Pressure = Field(ge=0.0, lt=1e8)
    """Pressure before the check valve."""
    chamber_volume: Volume = Field(gt=0.0, lt=1.0)
    """Oil behind the piston."""
    gap_length: Length = Field(gt=0.0, lt=1.0)
    """Length of the leak gap."""
    gap_height: Length = Field(gt=0.0, lt=1e-3)
    """Radial height of the leak gap."""
    eccentricity: Number = Field(default=0.0, ge=0.0, le=1.0)
    """Of the piston in its bore."""
    valve_diameter: Length = Field(default=1.4e-3, gt=0.0, lt=1.0)
    """Of the bore of the check valve."""
    viscosity: Viscosity = Field(default=0.064, gt=0.0, lt=1e3)
    """Dynamic viscosity of the oil."""
    density: Density = Field(default=800.0, gt=0.0, lt=1e5)
    """Density of the oil."""
    bulk_modulus: Pressure = Field(default=8e8, gt=0.0, lt=1e12)
    """Of the oil."""
    air_fraction: Number = Field(default=0.01, ge=0.0, le=0.5)
    """Share of air in the oil at 1 bar."""
    relief_pressure: Pressure = Field(default=1e8, gt=0.0, le=1e9)
    """Pressure at which a relief valve opens."""
    stop: Length = Field(default=1.0, gt=0.0, le=1.0)
    """How far it can be pushed in, from the start or from the last ratchet tooth."""
    ratchet: Length = Field(default=0.0, ge=0.0, le=0.1)
    """Way between the teeth of a ratchet, from which it is pushed back no further than
    ``stop``; 0 without ratchet."""

    @property
    def area(self) -> float:
        """Of the piston [m^2]."""
        return math.pi * self.piston_radius**2

    @property
    def leak(self) -> float:
        """Flow through the leak gap per pressure [m^3/(s Pa)]."""
        eccentric = 1.0 + 1.5 * self.eccentricity**2
        width = 2.0 * math.pi * self.piston_radius
        flow = width * self.gap_height**3 * eccentric
        return flow / (12.0 * self.viscosity * self.gap_length)

    @property
    def valve(self) -> float:
        """Flow through the open check valve per root of pressure."""
        bore = 0.25 * math.pi * self.valve_diameter**2
        return DISCHARGE * bore * math.sqrt(2.0 / self.density)


class GuidePart(Part):
    """A guide rail: fixed, or turning about a pivot under a tensioner."""

    name: str = Field(min_length=1, max_length=40)
    """How it is called."""
    after: str = Field(min_length=1, max_length=40)
    """The sprocket or guide the chain passes before it."""
    side: Literal["inside", "outside"] = "outside"
    """Whether it lies inside the loop of the chain or presses from outside."""
    rail: Annotated[ArcRail | PointsRail, Field(discriminator="kind")]
    """Its sliding surface."""
    pivot: Point | None = None
    """About which it turns; fixed if not given."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6)
    """About the pivot."""
    tensioner: (
        Annotated[SpringTensioner | HydraulicTensioner, Field(discriminator="kind")]
        | None
    ) = None
    """What presses it against the chain."""

    @model_validator(mode="after")
    def _turns(self) -> Self:
        if (self.pivot is None) != (self.tensioner is None):
            raise ValueError(
                f"guide {self.name!r}: a pivot and a tensioner belong together"
            )
        if self.pivot is not None and self.inertia <= 0.0:
            raise ValueError(f"guide {self.name!r} turns and needs an inertia above 0")
        return self
