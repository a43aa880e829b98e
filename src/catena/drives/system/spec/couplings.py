"""Couplings and contacts as a file states them."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.drives.system.spec.bodies import Name, Place, Row
from catena.drives.system.spec.laws import Coulomb, Friction, Normal, Pull
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Damping,
    Force,
    Length,
    Number,
    Stiffness,
    TorsionalDamping,
    TorsionalStiffness,
)


class _Between(Part):
    """A coupling between points of two bodies."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["rocker"])
    """Name of the first body it acts on."""
    b: str = Field(examples=["ground"])
    """Name of the second body it acts on; ``ground`` never moves."""
    point_a: Place = Field(default=(0.0, 0.0), examples=[["10 mm", "0 mm"]])
    """Where it is attached to the first body, in that body's frame."""
    point_b: Place = Field(default=(0.0, 0.0), examples=[["0 mm", "40 mm"]])
    """Where it is attached to the second body, in that body's frame."""


class Spring(_Between):
    """A spring with a damper along the line between two points."""

    stiffness: Stiffness = Field(ge=0.0, examples=["2 N/mm"])
    """Pull per lengthening of the spring."""
    damping: Damping = Field(default=0.0, ge=0.0, examples=["5 N s/m"])
    """Pull per speed of lengthening, by which vibration dies out."""
    rest_length: Length = Field(default=0.0, ge=0.0, examples=["40 mm"])
    """How long the spring is when it neither pulls nor pushes."""


class Coupling(_Between):
    """A coupling along the line between two points, by any law of pulling."""

    pull: Pull
    """How hard it pulls its ends together over their distance, by one of several
    laws."""


class Journal(_Between):
    """An elastic bearing: a pin in a bush."""

    stiffness: Stiffness = Field(gt=0.0, examples=["10 kN/mm"])
    """How hard the bush holds the pin, force per radial displacement beyond the
    play."""
    damping: Damping = Field(default=0.0, ge=0.0, examples=["100 N s/m"])
    """Force per radial speed of the pin in its bush."""
    clearance: Length = Field(default=0.0, ge=0.0, examples=["20 um"])
    """Gap all round in which the pin moves without force; it strikes when it crosses
    it."""
    turn_damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, examples=["1e-3 N m s/rad"]
    )
    """Torque per relative spin of both bodies, as of oil in the bearing."""
    pin_radius: Length | None = Field(default=None, gt=0.0, examples=["5 mm"])
    """Lever at which friction acts against turning; if not given, the bearing has no
    friction."""
    friction: Friction | None = None
    """Dry friction of the pin in its bush; if not given, it turns without."""


class Pin(_Between):
    """A rigid revolute joint between two points."""


class TorsionBar(Part):
    """A spring with a damper between the angles of two bodies; also a pair of gears."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["rocker"])
    """Name of the first body it acts on."""
    b: str = Field(examples=["ground"])
    """Name of the second body it acts on; ``ground`` never moves."""
    stiffness: TorsionalStiffness = Field(ge=0.0, examples=["80 kN m/rad"])
    """Torque on b per angle of twist."""
    damping: TorsionalDamping = Field(default=0.0, ge=0.0, examples=["18.5 N m s/rad"])
    """Torque on b per speed of twist."""
    rest_angle: Angle | None = Field(default=None, examples=["0 deg"])
    """Angle of b minus ratio times angle of a at which there is no torque, in the
    middle of the play; if not given, as bodies stand at the start."""
    ratio: Number = Field(default=1.0, examples=[-0.5])
    """Turns of b per turn of a: 1 is a shaft, -0.5 a pair of gears that halves the
    speed."""
    play: Angle = Field(default=0.0, ge=0.0, examples=["0.2 deg"])
    """Free angle of b from flank to flank, the backlash of gears or couplings, through
    which no torque acts."""

    @model_validator(mode="after")
    def _geared(self) -> Self:
        if self.ratio == 0.0:
            raise ValueError("ratio: found 0; expected turns of b per turn of a")
        return self


class Tie(Part):
    """A spring with a damper from a coordinate of a linear body to one of a body."""

    name: Name = Field(examples=["mount"])
    """Word by which refusals point at this spring; no torsion bar may share it."""
    body: str = Field(examples=["beam"])
    """Name of the linear body at whose coordinate it pulls."""
    coordinate: str = Field(examples=["tip"])
    """Which coordinate of it moves the first end, by its name."""
    other: str = Field(examples=["motor"])
    """Name of the rigid body, or the node of a rod, at the second end."""
    axis: Literal["x", "y", "angle"] = Field(examples=["y"])
    """Along which coordinate of that body it acts."""
    stiffness: Number = Field(ge=0.0, examples=[2e4])
    """Force or torque per stretch, a plain SI number."""
    damping: Number = Field(default=0.0, ge=0.0, examples=[15.0])
    """Force or torque per rate of stretch, a plain SI number."""
    ratio: Number = Field(default=1.0, examples=[-1.0])
    """Motion of the rigid body per unit of the coordinate that leaves it unstretched;
    it is relaxed as both stand at the start."""

    @model_validator(mode="after")
    def _joined(self) -> Self:
        if self.ratio == 0.0:
            raise ValueError("ratio: found 0; expected motion per unit")
        return self


class Contact(Part):
    """Two contours that may touch."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["pallet"])
    """Name of the contour that moves against the other: a point or circle."""
    b: str = Field(examples=["tooth"])
    """Name of a contour of another body, against which it moves."""
    normal: Normal
    """How both answer to pressing: rigid with restitution, or elastic by one of several
    laws."""
    friction: Friction | None = None
    """How both answer to sliding; if not given, they slide freely."""
    group: str = Field(default="", max_length=60, examples=["teeth"])
    """Contacts with the same word here share one account of losses; each has its own if
    empty."""


class Press(Part):
    """A point pressed axially on the face of a body: friction in the plane."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["brake"])
    """Name of the body that carries the pressed point."""
    face: str = Field(examples=["disc"])
    """Name of the body with the flat face it is pressed on."""
    point_a: Place = Field(default=(0.0, 0.0), examples=[["0 mm", "80 mm"]])
    """Where the point sits on its body, in that body's frame."""
    force: Force = Field(ge=0.0, examples=["50 N"])
    """How hard the point is pressed onto the face, across the plane of motion."""
    friction: Coulomb
    """Dry friction between point and face, which may stick."""


class Maxwell(Part):
    """Contacts that share the compliance of one elastic body; SI."""

    name: Name = Field(examples=["annulus"])
    """What messages call this group."""
    contacts: list[str] = Field(
        min_length=1, max_length=1000, examples=[["left", "right"]]
    )
    """Names of contacts and gaps that sit on the one elastic body; their normal law is
    ``maxwell``."""
    influence: list[Row] | None = Field(
        default=None, examples=[[[1e-8, 2e-9], [2e-9, 1e-8]]]
    )
    """Displacement at each contact per force on each, in m/N: symmetric, without
    negative eigenvalues, zeros for rigid ones. If not given, ``stiffness`` states
    it."""
    stiffness: list[Row] | None = Field(
        default=None, examples=[[[1e8, -2e7], [-2e7, 1e8]]]
    )
    """Force at each contact per displacement of each, in N/m, the inverse of
    ``influence``. If not given, that states it."""


class Gap(Part):
    """A contact whose gap is linear in the coordinates of a linear body; SI."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    body: str = Field(examples=["beam"])
    """Name of the linear body whose coordinates open and close the gap."""
    gap: Length = Field(examples=["0.1 mm"])
    """How far the contact is open when all coordinates are 0; negative where it then
    overlaps."""
    normal_direction: Row = Field(examples=[[1.0, 0.0]])
    """How much the gap opens per unit of each coordinate, plain SI numbers."""
    tangent_direction: Row | None = Field(default=None, examples=[[0.0, 0.05]])
    """How fast the surfaces slide per unit speed of each coordinate, plain SI numbers;
    needed with friction. If not given, nothing slides."""
    other: str | None = Field(default=None, examples=["ball"])
    """Name of a rigid body whose motion opens the gap too; if not given, the gap is to
    something that stands."""
    other_direction: tuple[Number, Number, Number] | None = Field(
        default=None, examples=[[0.0, 1.0, 0.0]]
    )
    """How much the gap opens per x, y and angle of that body since the start, plain SI
    numbers; for small turns. Must be given with ``other``; if not given, there is
    none."""
    other_tangent: tuple[Number, Number, Number] | None = Field(
        default=None, examples=[[1.0, 0.0, 0.02]]
    )
    """How fast the surfaces slide per unit of its speeds, plain SI numbers; if not
    given, its motion slides nothing."""
    normal: Normal
    """How both answer to pressing: rigid with restitution, or elastic by one of several
    laws."""
    friction: Friction | None = None
    """How both answer to sliding; if not given, they slide freely."""

    @model_validator(mode="after")
    def _meets(self) -> Self:
        if (self.other is None) != (self.other_direction is None):
            raise ValueError("other and other_direction: expected both or neither")
        if self.other is None and self.other_tangent is not None:
            raise ValueError("other_tangent: expected it with other")
        return self
