"""Ring sets, contacts and friction, in the user's words."""

from __future__ import annotations

from pydantic import Field

from catena.drives.pushbelt_cvt.spec_filled import FilledPart
from catena.spec.parts import Part
from catena.spec.quantities import (
    Density,
    Length,
    Number,
    Pressure,
    Stiffness,
    Time,
)


class RingPart(FilledPart):
    """The ring sets [Cebulla2014] Figure 3.4.

    Two of element.thickness, ring.endplay and ring.length are stated, the third
    follows: N_E0 t_R + endplay = length - 2 pi h, with h from the rocking edge to the
    neutral fibre.
    """

    set_count: int = Field(default=2, ge=1, le=4)
    """Number of ring sets."""
    layer_count: int = Field(ge=1, le=50)
    """Layers of each set."""
    layer_thickness: Length = Field(gt=1e-5, lt=1e-2)
    """Thickness of a layer."""
    width: Length = Field(gt=0.0, lt=0.2)
    """Width of one set."""
    young: Pressure = Field(gt=1e9, lt=1e12)
    """Modulus of elasticity."""
    density: Density = Field(gt=100.0, lt=3e4)
    """Density."""
    length: Length | None = Field(default=None, gt=0.05, lt=10.0)
    """Length of the neutral fibre, relaxed."""
    endplay: Length | None = Field(default=None, ge=0.0, lt=0.05)
    """Sum of all gaps between the elements of the unloaded belt."""
    span_count: int = Field(default=110, ge=12, le=2000)
    """Spans of the spline that carries the rings."""
    damping_time: Time = Field(default=2e-7, ge=0.0, lt=1e-3)
    """Axial damping over axial stiffness."""


class ContactPart(FilledPart):
    """Stiffness of the contacts of one real element, and damping."""

    rocking_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """Rocking edges against the next element."""
    top_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """Top against the next element."""
    bottom_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """Bottom against the next element."""
    pin_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """Pin against its hole."""
    saddle_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """Saddle and ear against the ring."""
    flank_stiffness: Stiffness = Field(gt=0.0, lt=1e12)
    """One flank against its sheave, all contact points of the flank together."""
    damping_ratio: Number = Field(default=0.15, ge=0.0, lt=1.0)
    """Damping of all contacts over the critical one."""


class FrictionPart(Part):
    """Coulomb friction."""

    flank: Number = Field(default=0.09, ge=1e-3, le=1.0)
    """Element against sheave, radially and around."""
    saddle: Number = Field(default=0.09, ge=0.0, le=1.0)
    """Element against ring, along the ring."""
