"""Surfaces of bodies in space, and how they touch."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Damping, Length, Number, Stiffness

Place = tuple[Length, Length, Length]
Direction = tuple[Number, Number, Number]


def unit(direction: tuple[float, float, float], where: str) -> None:
    """Refuse a direction without length."""
    if not sum(x * x for x in direction) > 0.0:
        raise ValueError(f"{where}: found {list(direction)}; expected a direction")


class SpherePart(Part):
    """A ball fixed to a body."""

    name: str = Field(min_length=1, max_length=40, examples=["ball"])
    """What contacts call it; no two surfaces share a name."""
    body: str = Field(examples=["ball"])
    """Which moving part, or the ground, carries it along: its name."""
    radius: Length = Field(gt=0.0, lt=1e4, examples=["20 mm"])
    """How far its skin lies from its middle everywhere; also the lever of friction."""
    centre: Place = Field(default=(0.0, 0.0, 0.0), examples=[["0 m", "0 m", "30 mm"]])
    """Its centre along the axes of the body, from the centre of mass."""


class PlanePart(Part):
    """A flat face without edges."""

    name: str = Field(min_length=1, max_length=40, examples=["floor"])
    """What contacts call it; no two surfaces share a name."""
    body: str = Field(default="ground", examples=["ground"])
    """Which moving part, or the ground, carries it along: its name."""
    point: Place = Field(default=(0.0, 0.0, 0.0), examples=[["0 m", "0 m", "0 m"]])
    """Any place on the face, measured from the centre of mass of its carrier along the
    carrier's own axes."""
    normal: Direction = Field(default=(0.0, 0.0, 1.0), examples=[[0.0, 0.2, 1.0]])
    """Which way is out of the solid, as seen by its carrier; any length will do."""

    @model_validator(mode="after")
    def _direction(self) -> Self:
        unit(self.normal, f"plane {self.name!r}, normal")
        return self


class CylinderPart(Part):
    """A round bar, or the inside of a tube."""

    name: str = Field(min_length=1, max_length=40, examples=["tube"])
    """What contacts call it; no two surfaces share a name."""
    body: str = Field(default="ground", examples=["ground"])
    """Which moving part, or the ground, carries it along: its name."""
    point: Place = Field(default=(0.0, 0.0, 0.0), examples=[["0 m", "0 m", "0 m"]])
    """The middle of its axis, along the axes of its body."""
    axis: Direction = Field(default=(0.0, 0.0, 1.0), examples=[[1.0, 0.0, 0.0]])
    """Which way its middle line runs, as seen by its carrier; any length will do."""
    radius: Length = Field(gt=0.0, lt=1e4, examples=["100 mm"])
    """How far its skin lies from its middle line; balls inside must be smaller."""
    length: Length | None = Field(default=None, gt=0.0, examples=["1 m"])
    """Its length; beyond its ends nothing is touched. If not given, endless."""
    inside: bool = Field(default=False, examples=[True])
    """Whether balls run inside it, as in a tube."""

    @model_validator(mode="after")
    def _direction(self) -> Self:
        unit(self.axis, f"cylinder {self.name!r}, axis")
        return self


class ContactPart(Part):
    """Two surfaces that may touch."""

    between: tuple[str, str] = Field(examples=[["ball", "floor"]])
    """Who may meet whom: first the name of a ball, then of any other surface, or of a
    rod, on whose smooth skin the ball may then lie anywhere."""
    friction: Number = Field(default=0.0, ge=0.0, le=10.0, examples=[0.3])
    """Coulomb coefficient: friction lies in a disc of this times the normal force."""
    restitution: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.8])
    """Share of the approach speed a rigid contact gives back."""
    stiffness: Stiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["1e5 N/m"]
    )
    """Force per depth of an elastic contact; if not given, the contact is rigid."""
    damping: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["20 N s/m"])
    """Force of an elastic contact per speed of approach."""

    @model_validator(mode="after")
    def _one_law(self) -> Self:
        if self.stiffness is None and self.damping:
            raise ValueError("damping needs a stiffness; rigid contacts have none")
        if self.stiffness is not None and self.restitution:
            raise ValueError(
                "restitution is for rigid contacts; an elastic one has damping"
            )
        return self
