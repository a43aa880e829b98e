"""Flexible rods between bodies in space."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.drives.spatial_system.spec.surfaces import Direction, Place
from catena.rods.shape import holder_conflict, named_holder
from catena.spec.parts import Part
from catena.spec.quantities import (
    BendingStiffness,
    Density,
    Force,
    Length,
    LineMass,
    Number,
    Pressure,
    Speed,
    Time,
)

End = Literal["free", "pinned", "clamped"]
MOST_ELEMENTS = 500
DEFAULT_ELEMENTS = 20
Thickness = Annotated[Length, Field(gt=0.0)]
Thicknesses = Annotated[list[Thickness], Field(min_length=1, max_length=MOST_ELEMENTS)]


class RoundSection(Part):
    """A round section of one material."""

    shape: Literal["round"]
    """Chooses this section: a solid round bar or wire."""
    diameter: Thickness | Thicknesses = Field(examples=["3 mm"])
    """Thickness of the bar or wire across; it decides bending and torsion. One value,
    or one for each element; balls touch only rods of one thickness."""
    modulus: Pressure = Field(gt=0.0, examples=["206 GPa"])
    """Young's modulus of the material."""
    density: Density = Field(gt=0.0, examples=["7850 kg/m^3"])
    """Mass per volume of the material."""


class StiffSection(Part):
    """A section by its stiffnesses."""

    shape: Literal["stiffness"]
    """Chooses this section: stiffnesses and mass as they are."""
    axial: Force | list[Force] = Field(examples=["200 kN"])
    """EA, pull per strain; one value, or one for each element."""
    bending: tuple[
        BendingStiffness | list[BendingStiffness],
        BendingStiffness | list[BendingStiffness],
    ] = Field(examples=[["3 N m^2", "0.5 N m^2"]])
    """EI about the second and the third axis, moment per curvature; of both one value,
    or one for each element."""
    torsion: BendingStiffness | list[BendingStiffness] = Field(examples=["1 N m^2"])
    """GJ, moment per twist and length; one value, or one for each element."""
    mass_per_length: LineMass | list[LineMass] = Field(examples=["0.1 kg/m"])
    """Weight of a metre in the balance; nodes share it. One value, or one for each
    element."""
    diameter: Length | None = Field(default=None, gt=0.0, examples=["4 mm"])
    """Thickness that balls touch and pictures show; if not given, that of a round bar
    with this EA and the larger EI."""


class RodPart(Part):
    """A flexible rod of nodes that are bodies: ``wire:0``, ``wire:1`` and so on."""

    name: str = Field(min_length=1, max_length=40, examples=["wire"])
    """What it is called; a colon and a number behind it names a node."""
    points: list[Place] = Field(
        min_length=2,
        max_length=MOST_ELEMENTS,
        examples=[[["0 m", "0 m", "0 m"], ["0.5 m", "0 m", "0 m"]]],
    )
    """Two ends of a straight rod, or all nodes of a curved one."""
    elements: int | None = Field(default=None, ge=1, le=MOST_ELEMENTS, examples=[30])
    """Into how many equal pieces a straight rod is cut; if not given, 20. Of a curved
    one the points decide."""
    closed: bool = Field(default=False, examples=[True])
    """Whether the last point is joined to the first, as in a ring."""
    relaxed: bool = Field(default=True, examples=[False])
    """Whether the rod is free of stress in this shape; otherwise it is straight at rest
    and bent into it."""
    normal: Direction = Field(default=(0.0, 0.0, 1.0), examples=[[0.0, 0.0, 1.0]])
    """Towards where the third axis of the section points, as near as the rod allows; it
    must never run along it."""
    section: Annotated[RoundSection | StiffSection, Field(discriminator="shape")]
    """What the rod is made of, across its length."""
    start: End = Field(default="free", examples=["clamped"])
    """How the first point is held: not at all, so that it can turn every way, or
    firmly."""
    end: End = Field(default="free", examples=["pinned"])
    """How the last point is held."""
    start_on: str = Field(default="ground", examples=["hub"])
    """Name of the body that holds the first point, where ``start`` says it is held."""
    end_on: str = Field(default="ground", examples=["hub"])
    """Name of the body that holds the last point, where ``end`` says it is held."""
    damping: Time = Field(default=0.0, ge=0.0, examples=["2 us"])
    """Time T of the stress E (e + T e') behind a strain e."""
    inertia_scale: Number = Field(default=1.0, ge=1.0, le=1e6, examples=[3.0])
    """Factor of the rotary inertia of the nodes; above 1 it allows larger steps and
    makes high modes slower, and the run says so."""
    velocity: tuple[Speed, Speed, Speed] = Field(
        default=(0.0, 0.0, 0.0), examples=[["1 m/s", "0 m/s", "0 m/s"]]
    )
    """How fast the whole rod moves when the run begins."""

    @model_validator(mode="after")
    def _shape_fits(self) -> Self:
        if self.elements is not None and (len(self.points) > 2 or self.closed):
            raise ValueError(
                f"elements: found {self.elements} with {len(self.points)} points; "
                "expected it with the two ends of a straight rod"
            )
        if self.closed and (len(self.points) < 3 or self.ends != ("free", "free")):
            raise ValueError("closed: expected 3 points or more and no held ends")
        given = self.model_fields_set
        named = (
            named_holder(given, "start", self.start_on),
            named_holder(given, "end", self.end_on),
        )
        if (conflict := holder_conflict(self.ends, named)) is not None:
            key, holder, expected = conflict
            raise ValueError(f"{key}: found {holder!r}; {expected}")
        if self.ends != ("free", "free") and self.element_count < 2:
            raise ValueError("elements: found 1; expected at least 2 of a held rod")
        return self

    @property
    def ends(self) -> tuple[str, str]:
        """How both ends are held."""
        return self.start, self.end

    @property
    def element_count(self) -> int:
        """Number of pieces."""
        if len(self.points) > 2:
            return len(self.points) if self.closed else len(self.points) - 1
        return self.elements or DEFAULT_ELEMENTS

    @property
    def node_numbers(self) -> list[int]:
        """Nodes that are bodies: all but those that another body clamps."""
        n = self.element_count if self.closed else self.element_count + 1
        numbers = list(range(n))
        if self.start == "clamped":
            numbers.remove(0)
        if self.end == "clamped":
            numbers.remove(n - 1)
        return numbers

    @property
    def pins(self) -> dict[int, str]:
        """Numbers of pinned nodes, with the bodies that hold their places."""
        last = self.element_count
        held = (0, self.start, self.start_on), (last, self.end, self.end_on)
        return {k: holder for k, word, holder in held if word == "pinned"}

    @property
    def nodes(self) -> list[str]:
        """Names of these bodies."""
        return [f"{self.name}:{k}" for k in self.node_numbers]
