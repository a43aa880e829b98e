"""The words of a system of bodies in space."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.spatial_system.spec.couplings import (
    BushingPart,
    LoadPart,
    SpringPart,
)
from catena.drives.spatial_system.spec.rods import RodPart
from catena.drives.spatial_system.spec.surfaces import (
    ContactPart,
    CylinderPart,
    PlanePart,
    SpherePart,
)
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import (
    Acceleration,
    Angle,
    Force,
    Inertia,
    Length,
    Mass,
    RotationalSpeed,
    Speed,
    Time,
    Torque,
)
from catena.spec.sampling import check_sampling
from catena.spec.start import FromRun
from catena.spec.step_control import StepControl, check_control

Surface = SpherePart | PlanePart | CylinderPart
GROUND = "ground"
"""The body that never moves."""


class BodyPart(Part):
    """A rigid body."""

    name: str = Field(min_length=1, max_length=40, examples=["ball"])
    """What it is called in messages and plots; no two bodies share a name."""
    mass: Mass = Field(gt=0.0, lt=1e9, examples=["0.2 kg"])
    """How much it resists being pushed, and how much it weighs."""
    inertia: tuple[Inertia, Inertia, Inertia] | None = Field(
        default=None, examples=[["0.1 kg m^2", "0.1 kg m^2", "0.05 kg m^2"]]
    )
    """Moments of inertia about its own axes through the centre of mass; if not given,
    those of a solid ball of its only sphere."""
    position: tuple[Length, Length, Length] = Field(
        default=(0.0, 0.0, 0.0), examples=[["0 m", "0 m", "0.5 m"]]
    )
    """Where its centre of mass is at the start."""
    turn: tuple[Angle, Angle, Angle] = Field(
        default=(0.0, 0.0, 0.0), examples=[["20 deg", "0 deg", "0 deg"]]
    )
    """By how much its axes are turned at the start: a vector along the axis of the
    turn, as long as its angle."""
    velocity: tuple[Speed, Speed, Speed] = Field(
        default=(0.0, 0.0, 0.0), examples=[["1 m/s", "0 m/s", "0 m/s"]]
    )
    """How fast and which way the centre of mass moves when the run begins."""
    spin: tuple[RotationalSpeed, RotationalSpeed, RotationalSpeed] = Field(
        default=(0.0, 0.0, 0.0), examples=[["0 rad/s", "0 rad/s", "30 rad/s"]]
    )
    """Turning speed at the start, along the axes of the world."""
    force: tuple[Force, Force, Force] = Field(
        default=(0.0, 0.0, 0.0), examples=[["2 N", "0 N", "0 N"]]
    )
    """Steady push on its centre of mass, besides gravity."""
    torque: tuple[Torque, Torque, Torque] = Field(
        default=(0.0, 0.0, 0.0), examples=[["0 N m", "0 N m", "0.1 N m"]]
    )
    """Steady twist that acts besides all contacts, along the axes of the world."""

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.inertia is not None:
            largest, total = max(self.inertia), sum(self.inertia)
            if min(self.inertia) <= 0.0 or 2.0 * largest > 1.000001 * total:
                raise ValueError(
                    f"body {self.name!r}: inertia {list(self.inertia)} kg m^2 is that "
                    "of no body; expected three positive numbers of which none exceeds "
                    "the sum of the others"
                )
        return self


class SolvePart(Part):
    """How the motion is computed."""

    duration: Time = Field(default=1.0, gt=0.0, le=1e5, examples=["2 s"])
    """How long the motion is followed after its start."""
    step: Time | None = Field(default=None, gt=0.0, le=0.1, examples=["1 ms"])
    """How far each step goes; larger ones than the stiffest spring bears are refused.
    If not given, 1 ms or a tenth of what that spring bears; where rigid contacts then
    enter each other too far, the run is made again with less."""
    control: StepControl | None = None
    """Lets the size of steps follow the motion, ``step`` being the largest; if not
    given, all are of one size."""
    sample_interval: Time | None = Field(default=None, gt=0.0, examples=["5 ms"])
    """Time from one recorded sample to the next; if not given, a thousandth of the
    duration."""
    frame_count: int = Field(default=400, ge=2, le=5000)
    """How many frames the moving picture has."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        check_control(self.control, self.step)
        return self


class StartPart(FromRun):
    """From where the run starts."""


class Spec(DriveSpec):
    """Bodies in space."""

    drive: Literal["spatial_system"]
    """Names this kind, free bodies in space, and so decides what all other keys
    mean."""
    gravity: tuple[Acceleration, Acceleration, Acceleration] = Field(
        default=(0.0, 0.0, -9.81), examples=[["0 m/s^2", "0 m/s^2", "-9.81 m/s^2"]]
    )
    """Acceleration by which bodies fall, x, y and z."""
    body: list[BodyPart] = Field(default=[], max_length=500)
    """The bodies that move; the ground is there by itself."""
    rod: list[RodPart] = Field(default=[], max_length=200)
    """Flexible rods, straight or curved, whose nodes are bodies like any other."""
    sphere: list[SpherePart] = Field(default=[], max_length=1000)
    """Balls that parts carry; the only surfaces that touch others."""
    plane: list[PlanePart] = Field(default=[], max_length=200)
    """Flat faces, of the ground or of bodies."""
    cylinder: list[CylinderPart] = Field(default=[], max_length=200)
    """Round bars and tubes, of the ground or of bodies."""
    contact: list[ContactPart] = Field(default=[], max_length=2000)
    """Which surfaces may meet, with their friction, rebound or softness."""
    bushing: list[BushingPart] = Field(default=[], max_length=500)
    """Elastic joints with an axis between two bodies."""
    spring: list[SpringPart] = Field(default=[], max_length=500)
    """Springs with dampers between points of two bodies."""
    load: list[LoadPart] = Field(default=[], max_length=2000)
    """Steady forces and moments, besides those of the bodies themselves; they may
    follow the motion."""
    start: StartPart = StartPart()
    """From where the run starts, if not from the places and speeds of the bodies."""
    solve: SolvePart = SolvePart()
    """How long and how finely the motion is computed."""

    @property
    def bodies(self) -> list[str]:
        """Names of all bodies, the ground first, nodes of rods last."""
        return [GROUND, *self.movers]

    @property
    def movers(self) -> list[str]:
        """Names of all bodies that move, nodes of rods last."""
        nodes = [name for rod in self.rod for name in rod.nodes]
        return [*(part.name for part in self.body), *nodes]

    @property
    def surfaces(self) -> list[Surface]:
        """Spheres, planes and cylinders, in this order."""
        return [*self.sphere, *self.plane, *self.cylinder]

    @property
    def couplings(self) -> list[BushingPart | SpringPart]:
        """Bushings and springs."""
        return [*self.bushing, *self.spring]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.movers:
            raise ValueError("body: expected at least one body or rod")
        self._check_names()
        self._check_contacts()
        for part in self.body:
            if part.inertia is None:
                own = [s for s in self.sphere if s.body == part.name]
                if len(own) != 1 or any(own[0].centre):
                    raise ValueError(
                        f"body {part.name!r}: state its inertia; it is known by itself "
                        f"only for one sphere about the centre of mass, and it has "
                        f"{len(own)}"
                    )
        check_sampling(self.solve.duration, None, self.solve.sample_interval)
        return self

    def _check_names(self) -> None:
        names = self.bodies
        surfaces = [s.name for s in self.surfaces]
        for kind, found in (("bodies", names), ("surfaces", surfaces)):
            for name in found:
                if found.count(name) > 1:
                    raise ValueError(f"two {kind} are called {name!r}")
        wanted = [(f"surface {s.name!r}", s.body) for s in self.surfaces]
        for what in self.couplings:
            wanted += [(f"{what.name!r}", name) for name in what.bodies]
            if what.bodies[0] == what.bodies[1]:
                raise ValueError(f"{what.name!r} joins {what.bodies[0]!r} with itself")
        wanted += [(f"load[{k}]", part.body) for k, part in enumerate(self.load)]
        for rod in self.rod:
            wanted += [
                (f"rod {rod.name!r}", name) for name in (rod.start_on, rod.end_on)
            ]
        for who, name in wanted:
            if name not in names:
                raise ValueError(
                    f"{who} names the body {name!r}, which is not there; known: "
                    f"{', '.join(names)}"
                )
        self._check_pins(wanted)

    def _check_pins(self, wanted: list[tuple[str, str]]) -> None:
        """Refuse forces on a pinned node: its place belongs to the body that holds it.

        On the ground they would do nothing.
        """
        for rod in self.rod:
            for k, holder in rod.pins.items():
                for who, name in wanted:
                    if name == f"{rod.name}:{k}":
                        raise ValueError(
                            f"{who} acts on {name!r}, which is pinned to {holder!r}; "
                            f"let it act on {holder!r}"
                        )

    def _check_contacts(self) -> None:
        spheres = {s.name: s.body for s in self.sphere}
        others = {s.name: s.body for s in self.surfaces}
        twice = [rod.name for rod in self.rod if rod.name in others]
        if twice:
            raise ValueError(f"a rod and a surface are both called {twice[0]!r}")
        others |= {rod.name: f"{rod.name}:" for rod in self.rod}
        for k, part in enumerate(self.contact):
            one, two = part.between
            for name in (one, two):
                if name not in others:
                    raise ValueError(
                        f"contact[{k}] names the surface {name!r}, which is not there; "
                        f"known: {', '.join(others) or 'none'}"
                    )
            if one not in spheres:
                raise ValueError(
                    f"contact[{k}]: {one!r} is no sphere; expected a sphere first: "
                    "planes and cylinders do not touch each other"
                )
            if spheres[one].startswith(others[two]) and others[two].endswith(":"):
                raise ValueError(
                    f"contact[{k}]: {one!r} sits on a node of the rod {two!r} itself"
                )
            if others[one] == others[two]:
                raise ValueError(
                    f"contact[{k}]: both surfaces belong to {others[one]!r}"
                )
