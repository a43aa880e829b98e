"""The element and how many of them make a belt, in the user's words."""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from pydantic import Field, model_validator

from catena.drives.pushbelt_cvt.spec_filled import FilledPart
from catena.errors import GeometryError
from catena.spec.parts import Part
from catena.spec.quantities import Inertia, Length, Mass, Number


class ElementPart(FilledPart):
    """One real element [Cebulla2014] Figures 3.3, 4.6.

    Heights are measured from the element's bottom, thicknesses from its rear plane.
    """

    thickness: Length | None = Field(default=None, gt=1e-4, lt=2e-2)
    """Thickness at the rocking edge t_R; follows from ring.length and ring.endplay if
    not given."""
    taper: Length = Field(default=0.0, ge=0.0, lt=1e-3)
    """How much thicker the top is than the rocking edge, t_T - t_R."""
    bottom_relief: Length = Field(ge=0.0, lt=1e-2)
    """How much thinner the bottom is than the rocking edge."""
    gravity_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the centre of gravity h_S."""
    gravity_depth: Length | None = Field(default=None, gt=0.0, lt=2e-2)
    """From the rear plane to the centre of gravity t_S; half the thickness if not
    given."""
    saddle_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the saddle h_P, on which the ring lies."""
    rocking_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the rocking edge h_R."""
    top_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the contact at the top h_T."""
    ear_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the ears above the ring h_E."""
    pin_height: Length = Field(gt=0.0, lt=0.1)
    """Height of pin and hole h_H."""
    flank_low_height: Length = Field(ge=0.0, lt=0.1)
    """Height of the lower end of the flanks."""
    flank_high_height: Length = Field(gt=0.0, lt=0.1)
    """Height of the upper end of the flanks."""
    flank_spread: Number = Field(default=0.4, gt=0.0, le=0.5)
    """Distance of the two flank contacts from the middle, over the thickness."""
    saddle_width: Length = Field(gt=0.0, lt=0.5)
    """Width at the level of the saddle w_S, along the line of the flanks."""
    pillar_width: Length = Field(gt=0.0, lt=0.5)
    """Width of the pillar between the ring sets w_P."""
    ear_width: Length = Field(gt=0.0, lt=0.5)
    """Width from ear to ear w_E."""
    rocking_radius: Length = Field(gt=0.0, lt=1.0)
    """Radius of the rocking edge r_R."""
    pin_base_radius: Length = Field(gt=0.0, lt=0.1)
    """Radius of the pin at its base r_P1."""
    pin_tip_radius: Length = Field(gt=0.0, lt=0.1)
    """Radius of the pin at its tip r_P2."""
    pin_length: Length = Field(gt=0.0, lt=0.1)
    """How far the pin stands out of the front plane, t_P - t_R."""
    hole_entry_radius: Length = Field(gt=0.0, lt=0.1)
    """Radius of the hole at its entry r_H1."""
    hole_bottom_radius: Length = Field(gt=0.0, lt=0.1)
    """Radius of the hole at its bottom r_H2."""
    hole_depth: Length = Field(gt=0.0, lt=0.1)
    """Depth of the hole t_H."""
    mass: Mass = Field(gt=0.0, lt=1.0)
    """Mass of one real element."""
    inertia: Inertia = Field(gt=0.0, lt=1e-2)
    """Moment of inertia I_zz of one real element about the axis across the belt."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        order = (
            "flank_low_height", "flank_high_height", "saddle_height", "ear_height",
        )  # fmt: skip
        rising(self, order)
        rising(self, ("rocking_height", "saddle_height", "top_height"))
        rising(self, ("saddle_height", "pin_height"))
        rising(self, ("gravity_height", "top_height"))
        if self.pin_tip_radius > self.pin_base_radius:
            raise ValueError("the pin's tip must not be wider than its base")
        if self.hole_bottom_radius > self.hole_entry_radius:
            raise ValueError("the hole's bottom must not be wider than its entry")
        if self.hole_depth <= self.pin_length:
            raise ValueError(
                f"the pin is {1e3 * self.pin_length:g} mm long, the hole only "
                f"{1e3 * self.hole_depth:g} mm deep"
            )
        if pin_clearance(self) <= 0.0:
            raise ValueError(
                f"the pin is {-1e6 * pin_clearance(self):g} um too thick for its hole"
            )
        if self.pillar_width >= self.ear_width:
            raise ValueError("ear_width must be more than pillar_width")
        return self


class BeltPart(Part):
    """How many elements the belt has."""

    element_count_real: int = Field(default=432, ge=40, le=2000)
    """Number of elements of the real belt N_E0."""
    element_count: int = Field(default=220, ge=40, le=2000)
    """Number of elements that are simulated N_E; each stands for N_E0 / N_E."""


def pin_clearance(element: ElementPart) -> float:
    """Least play of the pin in its hole to each side, elements closed [m].

    Base against entry, and tip against the cone of the hole at the depth of the tip.
    """
    at_tip = element.hole_entry_radius - (
        element.hole_entry_radius - element.hole_bottom_radius
    ) * (element.pin_length / element.hole_depth)
    return min(
        element.hole_entry_radius - element.pin_base_radius,
        at_tip - element.pin_tip_radius,
    )


def gravity_shift(element: ElementPart, thickness: float) -> float:
    """From the centre of gravity forward to the middle of a thickness [m]."""
    if element.gravity_depth is None:
        return 0.0
    if element.gravity_depth >= thickness:
        raise GeometryError(
            f"element.gravity_depth of {1e3 * element.gravity_depth:g} mm lies in "
            f"front of an element {1e3 * thickness:.4g} mm thick"
        )
    return 0.5 * thickness - element.gravity_depth


def rising(part: Part, names: tuple[str, ...]) -> None:
    """Refuse fields that do not rise in the order of their names."""
    for low, high in pairwise(names):
        a, b = getattr(part, low), getattr(part, high)
        if a >= b:
            raise ValueError(
                f"{high} must be above {low}; found {1e3 * b:g} mm and {1e3 * a:g} mm"
            )
