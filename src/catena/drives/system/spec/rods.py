"""Flexible rods as a file states them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catena.drives.system.spec.bodies import Name, Place
from catena.spec.parts import Part
from catena.spec.quantities import (
    BendingStiffness,
    Density,
    Force,
    Length,
    LineMass,
    Number,
    Pressure,
    RotationalSpeed,
    Speed,
    Time,
)

MOST_ELEMENTS = 2000
DEFAULT_ELEMENTS = 20
POISSON = 0.3
SHEAR_SHARE = 5.0 / 6.0
"""Share of a rectangle that carries shear."""
Lengths = Annotated[list[Length], Field(min_length=1, max_length=MOST_ELEMENTS)]
End = Literal["free", "pinned", "clamped"]


class Rectangle(Part):
    """A rectangular section of one material."""

    shape: Literal["rectangle"]
    """Chooses this section: a rectangle of one material."""
    width: Length | Lengths = Field(examples=["20 mm"])
    """Across the plane of motion; one value, or one for each element."""
    height: Length | Lengths = Field(examples=["1.5 mm"])
    """In the plane of motion, across the rod: it decides bending; one value, or one for
    each element."""
    modulus: Pressure = Field(gt=0.0, examples=["206 GPa"])
    """Young's modulus of the material."""
    density: Density = Field(gt=0.0, examples=["7850 kg/m^3"])
    """Mass per volume of the material."""


class Stiffness(Part):
    """A section by its stiffnesses."""

    shape: Literal["stiffness"]
    """Chooses this section: stiffnesses and mass as they are, as of a rope or
    laminate."""
    axial: Force | list[Force] = Field(examples=["200 kN"])
    """EA, pull per strain; one value, or one for each element."""
    bending: BendingStiffness | list[BendingStiffness] = Field(examples=["2.9 N m^2"])
    """EI, moment per curvature, 0 for a rope; one value, or one for each element."""
    shear: Force | None = Field(default=None, gt=0.0, examples=["60 kN"])
    """GA with its correction, shear force per shear angle; if not given, EA."""
    mass_per_length: LineMass | list[LineMass] = Field(examples=["0.1 kg/m"])
    """How heavy the rod is; one value, or one for each element."""
    height: Length | None = Field(default=None, gt=0.0, examples=["4 mm"])
    """Between the outer fibres, for strains and contacts; if not given, that of a
    rectangle with this EI and EA."""


Section = Annotated[Rectangle | Stiffness, Field(discriminator="shape")]


class Rod(Part):
    """A flexible rod of nodes that are bodies: ``leaf:0``, ``leaf:1`` and so on."""

    name: Name = Field(examples=["leaf"])
    """What other parts, messages and results call this rod; a colon and a number behind
    it names a node, ``leaf:start`` and ``leaf:end`` its ends."""
    points: list[Place] = Field(
        min_length=2,
        max_length=MOST_ELEMENTS,
        examples=[[["0 mm", "0 mm"], ["200 mm", "0 mm"]]],
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
    section: Section
    """What the rod is made of, across its length."""
    start: End = Field(default="free", examples=["clamped"])
    """How the first point is held: not at all, so that it can turn, or firmly."""
    end: End = Field(default="free", examples=["pinned"])
    """How the last point is held."""
    start_on: str = Field(default="ground", examples=["arm"])
    """Name of the body that holds the first point, if it is held."""
    end_on: str = Field(default="ground", examples=["arm"])
    """Name of the body that holds the last point, if it is held."""
    damping: Time = Field(default=0.0, ge=0.0, examples=["2 us"])
    """Time T of the stress E (e + T e') behind a strain e: a vibration of f Hz loses
    2 pi^2 f T of its amplitude per cycle."""
    inertia_scale: Number = Field(default=1.0, ge=1.0, le=1e6, examples=[3.0])
    """Factor of the rotary inertia of the nodes; above 1 it allows larger steps and
    makes high modes slower, and the run says so."""
    velocity: tuple[Speed, Speed] = Field(
        default=(0.0, 0.0), examples=[["0.5 m/s", "0 m/s"]]
    )
    """How fast the whole rod moves at the start, along x and y."""
    spin: RotationalSpeed = Field(default=0.0, examples=["300 rpm"])
    """How fast the whole rod turns at the start about the mean of its points."""

    @model_validator(mode="after")
    def _shape_fits(self) -> Self:
        if self.elements is not None and (len(self.points) > 2 or self.closed):
            raise ValueError(
                f"elements: found {self.elements} with {len(self.points)} points; "
                "expected it with the two ends of a straight rod"
            )
        if self.closed and (len(self.points) < 3 or (self.start, self.end) != FREE):
            raise ValueError("closed: expected 3 points or more and no held ends")
        return self

    @property
    def element_count(self) -> int:
        """Number of pieces."""
        if len(self.points) > 2:
            return len(self.points) if self.closed else len(self.points) - 1
        return self.elements or DEFAULT_ELEMENTS

    def node_names(self) -> list[str]:
        """Bodies this rod brings, its ends by word too."""
        n = self.element_count if self.closed else self.element_count + 1
        numbers = list(range(n))
        words = []
        if self.start == "clamped":
            numbers.remove(0)
        else:
            words.append("start")
        if self.end == "clamped":
            numbers.remove(n - 1)
        elif not self.closed:
            words.append("end")
        return [f"{self.name}:{k}" for k in (*numbers, *words)]


FREE = ("free", "free")
