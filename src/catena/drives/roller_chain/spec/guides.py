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
    """Chooses this form of rail: a single arc of constant curvature."""
    centre: Point = Field(examples=[["362 mm", "130 mm"]])
    """Where the arc of the sliding surface has its middle point, x and y."""
    radius: Length = Field(gt=0.0, lt=1e3, examples=["300 mm"])
    """How strongly the sliding surface is bent; a large one deflects the chain gently
    and presses less per link."""
    towards: Angle = Field(examples=["180 deg"])
    """Direction from the arc's centre to the middle of the rail, counted from the x
    axis: the side on which the chain runs."""
    opening: Angle = Field(gt=0.0, lt=3.0, examples=["24 deg"])
    """Angle over which the rail extends, seen from the arc's centre; it decides how far
    the chain is guided."""


class PointsRail(Part):
    """A rail through points, straight from one to the next or smooth."""

    kind: Literal["polyline", "spline"]
    """Chooses this form of rail: straight from point to point, or a smooth curve
    through all of them."""
    points: list[Point] = Field(
        min_length=2,
        max_length=500,
        examples=[[["10 mm", "80 mm"], ["60 mm", "84 mm"]]],
    )
    """Where the sliding surface runs, point by point in the order in which the chain
    passes them."""
    corner_radius: Length = Field(default=0.0, ge=0.0, lt=10.0, examples=["20 mm"])
    """Rounds the corners of a polyline, at which the chain would otherwise be bent
    sharply; 0 leaves them sharp."""


class Piston(Part):
    """Where a tensioner pushes: by its lever, or by point and direction."""

    lever: Length | None = Field(default=None, gt=0.0, lt=10.0, examples=["150 mm"])
    """Arm of the piston's force about the pivot of its guide. If not given, it follows
    from ``point`` and ``direction``."""
    point: Point | None = Field(default=None, examples=[["40 mm", "120 mm"]])
    """Where the piston touches the guide as drawn, x and y; goes with ``direction``. If
    not given, ``lever`` stands instead."""
    direction: Angle | None = Field(default=None, examples=["-30 deg"])
    """Which way the piston pushes on the guide, counted from the x axis; goes with
    ``point``. If not given, ``lever`` stands instead."""

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
    """Chooses this tensioner: a spring with a damper that may differ by direction."""
    preload: Force = Field(ge=0.0, lt=1e7, examples=["60 N"])
    """Push on the guide as the chain was assembled; it sets the tension of the slack
    span."""
    stiffness: Stiffness = Field(default=0.0, ge=0.0, lt=1e12, examples=["2 N/mm"])
    """How fast the push of the spring falls as the piston extends and rises as it is
    pushed back; 0 pushes with the same force everywhere."""
    damping_in: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["2 kN s/m"])
    """Force per speed that opposes the chain when it pushes the piston back; a high one
    keeps the guide from giving way to peaks."""
    damping_out: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["50 N s/m"])
    """Force per speed that opposes the piston while it extends; a low one lets it
    follow a slackening chain at once."""
    stop: Length = Field(default=1.0, gt=0.0, le=1.0, examples=["5 mm"])
    """How far it can be pushed back, from the start or from the last ratchet tooth,
    before it becomes rigid."""
    ratchet: Length = Field(default=0.0, ge=0.0, le=0.1, examples=["1 mm"])
    """Spacing of the teeth of a ratchet, which keep the extended piston from being
    pushed back further than ``stop``; 0 has no ratchet."""


class HydraulicTensioner(Piston):
    """A piston on oil behind a check valve, with a leak gap."""

    kind: Literal["hydraulic"]
    """Chooses this tensioner: a piston on oil behind a check valve, with a leak gap."""
    preload: Force = Field(default=10.0, ge=0.0, lt=1e7, examples=["40 N"])
    """Push of the piston's spring as the chain was assembled, to which the oil pressure
    is added."""
    stiffness: Stiffness = Field(default=0.0, ge=0.0, lt=1e12, examples=["2 N/mm"])
    """How fast the push of the spring falls as the piston extends and rises as it is
    pushed back; 0 pushes with the same force everywhere."""
    piston_radius: Length = Field(gt=0.0, lt=1.0, examples=["6 mm"])
    """Radius of the piston; its area turns oil pressure into the force on the guide."""
    supply_pressure: Pressure = Field(ge=0.0, lt=1e8, examples=["3 bar"])
    """Pressure of the engine's oil before the check valve, from which the chamber fills
    while the piston extends."""
    chamber_volume: Volume = Field(gt=0.0, lt=1.0, examples=["1 cm^3"])
    """Oil enclosed behind the piston at the start; the more there is, the softer it
    answers to a push."""
    gap_length: Length = Field(gt=0.0, lt=1.0, examples=["20 mm"])
    """Way the leaking oil takes along the piston; a longer one throttles more and damps
    harder."""
    gap_height: Length = Field(gt=0.0, lt=1e-3, examples=["30 um"])
    """Radial width between piston and bore through which oil leaks; its third power
    sets the damping."""
    eccentricity: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.5])
    """How far the piston lies off the middle of its bore, as a share of the gap; lying
    at the wall, 1, leaks 2.5 times as much."""
    valve_diameter: Length = Field(default=1.4e-3, gt=0.0, lt=1.0, examples=["1.4 mm"])
    """Bore of the check valve; a narrow one lets the piston extend late after the chain
    has slackened."""
    viscosity: Viscosity = Field(default=0.064, gt=0.0, lt=1e3, examples=["64 mPa s"])
    """How thick the oil is at its working temperature; hot thin oil leaks faster and
    damps less."""
    density: Density = Field(default=800.0, gt=0.0, lt=1e5, examples=["800 kg/m^3"])
    """Mass of the oil per volume, which limits the flow through the open check
    valve."""
    bulk_modulus: Pressure = Field(default=8e8, gt=0.0, lt=1e12, examples=["0.8 GPa"])
    """How hard the oil without air is to compress; with the volume it makes the spring
    that peaks of force meet."""
    air_fraction: Number = Field(default=0.01, ge=0.0, le=0.5)
    """Share of undissolved air in the oil at 1 bar; it makes the chamber soft at low
    pressure."""
    relief_pressure: Pressure = Field(default=1e8, gt=0.0, le=1e9, examples=["50 bar"])
    """Pressure above which a relief valve lets oil out and so bounds the force; the
    default is never reached."""
    stop: Length = Field(default=1.0, gt=0.0, le=1.0, examples=["5 mm"])
    """How far it can be pushed back, from the start or from the last ratchet tooth,
    before it becomes rigid."""
    ratchet: Length = Field(default=0.0, ge=0.0, le=0.1, examples=["1 mm"])
    """Spacing of the teeth of a ratchet, which keep the extended piston from being
    pushed back further than ``stop``; 0 has no ratchet."""

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

    name: str = Field(min_length=1, max_length=40, examples=["tension rail"])
    """What other keys, messages and results call this guide."""
    after: str = Field(min_length=1, max_length=40, examples=["driver"])
    """Which sprocket or guide the chain passes right before this one; so the guide gets
    its place in the loop."""
    side: Literal["inside", "outside"] = "outside"
    """Whether the guide lies within the loop of the chain or presses on the chain from
    outside."""
    rail: Annotated[ArcRail | PointsRail, Field(discriminator="kind")]
    """The surface along which the chain slides."""
    offset: Length = Field(default=0.0, gt=-1.0, lt=1.0, examples=["15 mm"])
    """How far its middle plane lies along the axes of the sprockets from the plane of
    the drive; needs ``fidelity = "spatial"``."""
    walls: Length | None = Field(default=None, gt=0.0, lt=1.0, examples=["14 mm"])
    """Clear width between its side walls, which guide the plates sideways; needs
    ``fidelity = "spatial"``. If not given, it has no walls."""
    wall_height: Length | None = Field(default=None, gt=0.0, lt=1.0, examples=["8 mm"])
    """How far the side walls reach above the sliding surface; if not given, half the
    height of a plate."""
    pivot: Point | None = Field(default=None, examples=[["62 mm", "40 mm"]])
    """Where the axis stands about which the guide turns, x and y; if not given, the
    guide is fixed."""
    inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e6, examples=["1e-3 kg m^2"])
    """Resistance of a turning guide against being turned about its pivot; needed where
    it has one."""
    tensioner: (
        Annotated[SpringTensioner | HydraulicTensioner, Field(discriminator="kind")]
        | None
    ) = None
    """What presses a turning guide against the chain and takes up its slack; if not
    given, the guide is fixed."""

    @model_validator(mode="after")
    def _turns(self) -> Self:
        if (self.pivot is None) != (self.tensioner is None):
            raise ValueError(
                f"guide {self.name!r}: a pivot and a tensioner belong together"
            )
        if self.wall_height is not None and self.walls is None:
            raise ValueError(
                f"guide {self.name!r}: wall_height needs walls, their clear width"
            )
        if self.pivot is not None and self.inertia <= 0.0:
            raise ValueError(f"guide {self.name!r} turns and needs an inertia above 0")
        return self
