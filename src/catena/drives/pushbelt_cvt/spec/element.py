"""The element and how many of them make a belt, in the user's words."""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from pydantic import Field, model_validator

from catena.drives.variator.spec.reference_parts import FilledPart
from catena.errors import GeometryError
from catena.spec.parts import Part
from catena.spec.quantities import Inertia, Length, Mass, Number


class ElementPart(FilledPart):
    """One real element [Cebulla2014] Figures 3.3, 4.6.

    Heights are measured from the element's bottom, thicknesses from its rear plane.
    """

    thickness: Length | None = Field(
        default=None, gt=1e-4, lt=2e-2, examples=["1.5 mm"]
    )
    """Thickness at the rocking edge t_R, along the belt; all of them together fill the
    ring. If not given, it follows from ``ring.length`` and ``ring.endplay``."""
    taper: Length = Field(default=0.0, ge=0.0, lt=1e-3, examples=["5 um"])
    """How much thicker the top is than the rocking edge, t_T - t_R; it makes the free
    strands bulge outwards and stiffens them."""
    bottom_relief: Length = Field(ge=0.0, lt=1e-2, examples=["0.28 mm"])
    """How much thinner the bottom is than the rocking edge, so that elements can rock
    on each other on the pulleys without touching below."""
    gravity_height: Length = Field(gt=0.0, lt=0.1, examples=["5.55 mm"])
    """Where the centre of gravity lies above the bottom, h_S; centrifugal force and
    inertia act there."""
    gravity_depth: Length | None = Field(
        default=None, gt=0.0, lt=2e-2, examples=["0.723 mm"]
    )
    """From the rear plane forward to the centre of gravity, t_S; if not given, the
    middle of the thickness."""
    saddle_height: Length = Field(gt=0.0, lt=0.1, examples=["5.6 mm"])
    """Where the saddle lies above the bottom, h_P; the ring presses on it there."""
    rocking_height: Length = Field(gt=0.0, lt=0.1, examples=["4.6 mm"])
    """Where the rocking edge lies above the bottom, h_R; push forces pass there, and
    its distance to the ring decides how both slip on each other."""
    top_height: Length = Field(gt=0.0, lt=0.1, examples=["11.3 mm"])
    """Where the head touches its neighbour, above the bottom, h_T."""
    ear_height: Length = Field(gt=0.0, lt=0.1, examples=["7.55 mm"])
    """Where the ears stand above the bottom, h_E; they keep the ring from leaving the
    saddle."""
    pin_height: Length = Field(gt=0.0, lt=0.1, examples=["9.4 mm"])
    """Where pin and hole sit above the bottom, h_H; they keep neighbours in line in the
    free strands."""
    flank_low_height: Length = Field(ge=0.0, lt=0.1, examples=["1.3 mm"])
    """Where the contact of the flanks with the sheaves begins, above the bottom."""
    flank_high_height: Length = Field(gt=0.0, lt=0.1, examples=["5.3 mm"])
    """Where the contact of the flanks with the sheaves ends, above the bottom."""
    flank_radius: Length | None = Field(
        default=None, gt=1e-3, lt=100.0, examples=["0.1 m"]
    )
    """How round the flanks are over their height, seen along the belt: they touch their
    sheaves where they are parallel to them, a place that wanders as sheaves tilt and
    elements roll (Figure 6.4). If not given, flanks are straight."""
    flank_spread: Number = Field(default=0.4, gt=0.0, le=0.5)
    """How far the two contact points of a flank stand before and behind its middle, as
    a share of the thickness; it resists pitching between the sheaves."""
    saddle_width: Length = Field(gt=0.0, lt=0.5, examples=["24 mm"])
    """Width across the belt at the level of the saddle, w_S, where the lines of both
    flanks would meet it; it decides how far out the element sits in a groove."""
    pillar_width: Length = Field(gt=0.0, lt=0.5, examples=["4.6 mm"])
    """Width of the neck between the two ring sets, w_P, across the belt; the rings run
    to either side of it."""
    ear_width: Length = Field(gt=0.0, lt=0.5, examples=["19.6 mm"])
    """Width across the belt from ear to ear, w_E; with the neck it bounds the room of
    the rings."""
    rocking_radius: Length = Field(gt=0.0, lt=1.0, examples=["8 mm"])
    """How round the rocking edge is, r_R; elements roll on it as the belt bends."""
    pin_base_radius: Length = Field(gt=0.0, lt=0.1, examples=["1.15 mm"])
    """Thickness of the conical pin where it leaves the front plane, r_P1, as a
    radius."""
    pin_tip_radius: Length = Field(gt=0.0, lt=0.1, examples=["1.0 mm"])
    """Thickness of the conical pin at its free end, r_P2, as a radius."""
    pin_length: Length = Field(gt=0.0, lt=0.1, examples=["0.8 mm"])
    """How far the pin stands out of the front plane, t_P - t_R; it releases its
    neighbour when they part further."""
    hole_entry_radius: Length = Field(gt=0.0, lt=0.1, examples=["1.25 mm"])
    """Width of the conical hole in the rear plane, r_H1, as a radius; the play of the
    pin follows from it."""
    hole_bottom_radius: Length = Field(gt=0.0, lt=0.1, examples=["1.1 mm"])
    """Width of the conical hole at its bottom, r_H2, as a radius."""
    hole_depth: Length = Field(gt=0.0, lt=0.1, examples=["0.95 mm"])
    """How deep the hole goes into the rear plane, t_H; deeper than the pin is long."""
    mass: Mass = Field(gt=0.0, lt=1.0, examples=["2.1 g"])
    """Weight of one real element; with the speed it decides the centrifugal force that
    relieves the flanks."""
    inertia: Inertia = Field(gt=0.0, lt=1e-2, examples=["2.17e-8 kg m^2"])
    """Resistance of one real element against pitching, I_zz about its centre of gravity
    and the axis across the belt."""

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
    """How many elements the real belt has, N_E0; they and their thickness fill the
    ring."""
    element_count: int | None = Field(default=None, ge=40, le=2000, examples=[220])
    """How many elements are computed, N_E; fewer than the real ones stand for several
    each, which saves time, lowers the frequency at which elements pass and moves slip
    and thrust by some per cent. If not given, all of them."""

    @property
    def simulated(self) -> int:
        """How many elements are computed."""
        return self.element_count or self.element_count_real


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
