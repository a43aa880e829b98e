"""Flexible rods as a file states them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from catena.drives.system.spec.bodies import Place
from catena.drives.system.spec.words import Name, model_of, values_of
from catena.planar.rods import RodPlacement
from catena.rods.section import Section as SectionWords
from catena.rods.shape import RodShape, holder_conflict, named_holder
from catena.spec.parts import Part
from catena.spec.quantities import Density, Length, Pressure

MOST_ELEMENTS = 2000
DEFAULT_ELEMENTS = 20
POISSON = 0.3
SHEAR_SHARE = 5.0 / 6.0
"""Share of a rectangle that carries shear."""
Lengths = Annotated[list[Length], Field(min_length=1, max_length=MOST_ELEMENTS)]


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


class _Stiffness(Part):
    """A section by its stiffnesses; its keys are those of the section."""

    def read(self) -> SectionWords:
        """The section as Python states it."""
        return SectionWords(**values_of(self, SectionWords))


if TYPE_CHECKING:
    Stiffness = _Stiffness
else:
    Stiffness = model_of(SectionWords, _Stiffness, "shape", "section")
Section = Annotated[Rectangle | Stiffness, Field(discriminator="shape")]


class _Rod(Part):
    """A flexible rod of nodes that are bodies: ``leaf:0``, ``leaf:1`` and so on.

    Its keys are these and those of its shape and placement.
    """

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
    section: Section
    """What the rod is made of, across its length."""
    start_on: str = Field(default="ground", examples=["arm"])
    """Name of the body that holds the first point, where ``start`` says it is held."""
    end_on: str = Field(default="ground", examples=["arm"])
    """Name of the body that holds the last point, where ``end`` says it is held."""

    @model_validator(mode="after")
    def _shape_fits(self) -> Self:
        shape = self.shape
        if self.elements is not None and (len(self.points) > 2 or shape.closed):
            raise ValueError(
                f"elements: found {self.elements} with {len(self.points)} points; "
                "expected it with the two ends of a straight rod"
            )
        if shape.closed and (len(self.points) < 3 or shape.conflict()):
            raise ValueError("closed: expected 3 points or more and no held ends")
        given = self.model_fields_set
        named = (
            named_holder(given, "start", self.start_on),
            named_holder(given, "end", self.end_on),
        )
        if (conflict := holder_conflict(shape.ends, named)) is not None:
            key, holder, expected = conflict
            raise ValueError(f"{key}: found {holder!r}; {expected}")
        return self

    @property
    def element_count(self) -> int:
        """Number of pieces."""
        if len(self.points) > 2:
            return len(self.points) if self.shape.closed else len(self.points) - 1
        return self.elements or DEFAULT_ELEMENTS

    def node_names(self) -> list[str]:
        """Bodies this rod brings, its ends by word too."""
        shape = self.shape
        n = self.element_count if shape.closed else self.element_count + 1
        numbers = list(range(n))
        words = []
        if shape.start == "clamped":
            numbers.remove(0)
        else:
            words.append("start")
        if shape.end == "clamped":
            numbers.remove(n - 1)
        elif not shape.closed:
            words.append("end")
        return [f"{self.name}:{k}" for k in (*numbers, *words)]

    @property
    def shape(self) -> RodShape:
        """How it lies and is held, as Python states it."""
        return RodShape(**values_of(self, RodShape))

    def values(self) -> dict[str, Any]:
        """Damping and motion, as Python states them."""
        return values_of(self, RodPlacement)


if TYPE_CHECKING:
    Rod = _Rod
else:
    Rod = model_of(RodPlacement, model_of(RodShape, _Rod))
