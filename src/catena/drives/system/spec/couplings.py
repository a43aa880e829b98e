"""Couplings and contacts as a file states them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import Field, model_validator

from catena.couplings.lines.linear_spring import LinearSpring
from catena.drives.system.spec.bodies import Axis, Place
from catena.drives.system.spec.laws import Coulomb, Friction, Normal, Pull
from catena.drives.system.spec.words import Name, model_of, refuse_conflict, values_of
from catena.planar.bodies import Body
from catena.planar.linear_parts import Gap as GapWords
from catena.planar.linear_parts import Partner, TieSpring
from catena.planar.parts import Bearing, MaxwellGroup
from catena.planar.parts import Press as PressWords
from catena.planar.parts import TorsionBar as TorsionBarWords
from catena.spec.parts import Part


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


class _Spring(_Between):
    """A spring with a damper; its keys are those of the coupling along a line."""

    def read(self) -> LinearSpring:
        """The spring as Python states it."""
        return LinearSpring(**values_of(self, LinearSpring))


class Coupling(_Between):
    """A coupling along the line between two points, by any law of pulling."""

    pull: Pull
    """How hard it pulls its ends together over their distance, by one of several
    laws."""


class _Journal(_Between):
    """An elastic bearing; its keys are those of the bearing and these."""

    friction: Friction | None = None
    """Dry friction of the pin in its bush; if not given, it turns without."""

    def read(self) -> Bearing:
        """The bearing as Python states it."""
        return Bearing(**values_of(self, Bearing))


class Pin(_Between):
    """A rigid revolute joint between two points."""


class _TorsionBar(Part):
    """A coupling of two angles; its keys are those of the torsion bar and these."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["rocker"])
    """Name of the first body it acts on."""
    b: str = Field(examples=["ground"])
    """Name of the second body it acts on; ``ground`` never moves."""

    def read(self) -> TorsionBarWords:
        """The torsion bar as Python states it."""
        return TorsionBarWords(**values_of(self, TorsionBarWords))

    @model_validator(mode="after")
    def _geared(self) -> Self:
        refuse_conflict(self.read())
        return self


class _Tie(Part):
    """A spring at a linear body; its keys are those of the spring and its ends."""

    name: Name = Field(examples=["mount"])
    """Word by which refusals point at this spring; no torsion bar may share it."""
    body: str = Field(examples=["beam"])
    """Name of the linear body at whose coordinate it pulls."""
    coordinate: str = Field(examples=["tip"])
    """Which coordinate of it moves the first end, by its name."""
    other: str = Field(examples=["motor"])
    """Name of the rigid body, or the node of a rod, at the second end."""
    axis: Axis = Field(examples=["y"])
    """Along which coordinate of that body it acts."""

    def read(self) -> TieSpring:
        """The spring as Python states it."""
        return TieSpring(**values_of(self, TieSpring))

    @model_validator(mode="after")
    def _joined(self) -> Self:
        refuse_conflict(self.read())
        return self


class _Press(Part):
    """A point pressed on a face; its keys are those of the press and these."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    a: str = Field(examples=["brake"])
    """Name of the body that carries the pressed point."""
    face: str = Field(examples=["disc"])
    """Name of the body with the flat face it is pressed on."""
    point_a: Place = Field(default=(0.0, 0.0), examples=[["0 mm", "80 mm"]])
    """Where the point sits on its body, in that body's frame."""
    friction: Coulomb
    """Dry friction between point and face, which may stick."""

    def values(self) -> dict[str, Any]:
        """How it is pressed, as Python states it."""
        return values_of(self, PressWords)


class _Gap(Part):
    """A contact of a linear body; its keys are those of its gap and these."""

    name: Name = Field(examples=["leaf"])
    """What results and messages call it."""
    body: str = Field(examples=["beam"])
    """Name of the linear body whose coordinates open and close the gap."""
    other: str | None = Field(default=None, examples=["ball"])
    """Name of a rigid body whose motion opens the gap too; if not given, the gap is to
    something that stands."""
    normal: Normal
    """How both answer to pressing: rigid with restitution, or elastic by one of several
    laws."""
    friction: Friction | None = None
    """How both answer to sliding; if not given, they slide freely."""

    def read(self, other: Body | None) -> GapWords:
        """The gap as Python states it, to a rigid body or to what stands."""
        facing = values_of(self, Partner)
        partner = None if other is None else Partner(other, **facing)
        return GapWords(**values_of(self, GapWords), partner=partner)

    @model_validator(mode="after")
    def _meets(self) -> Self:
        facing = values_of(self, Partner)
        if (self.other is None) != (facing["normal"] is None):
            raise ValueError("other and other_direction: expected both or neither")
        if self.other is None and facing["tangent"] is not None:
            raise ValueError("other_tangent: expected it with other")
        return self


class _Maxwell(Part):
    """Contacts on one elastic body; its keys are those of the group and this."""

    name: Name = Field(examples=["annulus"])
    """What messages call this group."""

    def values(self) -> dict[str, Any]:
        """The group as Python states it."""
        return values_of(self, MaxwellGroup)


if TYPE_CHECKING:
    Spring = _Spring

    class Journal(_Journal):
        """An elastic bearing."""

        pin_radius: float | None

    TorsionBar = _TorsionBar
    Tie = _Tie
    Press = _Press

    class Maxwell(_Maxwell):
        """Contacts on one elastic body."""

        contacts: list[str]
        influence: list[list[float]] | None
        stiffness: list[list[float]] | None

    class Gap(_Gap):
        """A contact of a linear body."""

        tangent_direction: list[float] | None

else:
    Spring = model_of(LinearSpring, _Spring)
    Journal = model_of(Bearing, _Journal)
    TorsionBar = model_of(TorsionBarWords, _TorsionBar)
    Tie = model_of(TieSpring, _Tie)
    Press = model_of(PressWords, _Press)
    Maxwell = model_of(MaxwellGroup, _Maxwell)
    Gap = model_of(GapWords, model_of(Partner, _Gap))


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
