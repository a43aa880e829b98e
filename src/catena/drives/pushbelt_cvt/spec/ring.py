"""Ring sets, contacts and friction, in the user's words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.drives.variator.grip.words import GripPart
from catena.drives.variator.spec.reference_parts import FilledPart
from catena.spec.parts import Part
from catena.spec.quantities import Density, Length, Number, Pressure, Stiffness, Time


class RingPart(FilledPart):
    """The ring sets [Cebulla2014] Figure 3.4.

    Two of element.thickness, ring.endplay and ring.length are stated, the third
    follows: N_E0 t_R + endplay = length - 2 pi h, with h from the rocking edge to the
    neutral fibre.
    """

    set_count: int = Field(default=2, ge=1, le=4)
    """How many packs of rings lie side by side on the saddles, usually one to either
    side of the neck."""
    layer_count: int = Field(ge=1, le=50, examples=[9])
    """How many thin bands lie on each other in a set; they share the pull and bend
    separately."""
    layer_thickness: Length = Field(gt=1e-5, lt=1e-2, examples=["0.185 mm"])
    """How thick a single band is; its third power sets how hard the ring is to bend."""
    width: Length = Field(gt=0.0, lt=0.2, examples=["8.7 mm"])
    """Width of one set across the belt, which carries its share of the pull."""
    young: Pressure = Field(gt=1e9, lt=1e12, examples=["190 GPa"])
    """Modulus of elasticity of the steel; it sets how far the ring stretches and how
    hard it is to bend."""
    density: Density = Field(gt=100.0, lt=3e4, examples=["8000 kg/m^3"])
    """Mass per volume of the steel; it adds to the centrifugal force of the belt."""
    length: Length | None = Field(default=None, gt=0.05, lt=10.0, examples=["680 mm"])
    """How long the relaxed ring is along its neutral fibre, which sets on which radii
    the belt runs; if not given, from thickness and endplay."""
    endplay: Length | None = Field(default=None, ge=0.0, lt=0.05, examples=["0.7 mm"])
    """Sum of all gaps between the elements of the unloaded belt; too little of it
    presses them together all round. If not given, from thickness and ring length."""
    span_count: int | None = Field(default=None, ge=12, le=2000, examples=[110])
    """Into how many pieces the spline that carries the rings is divided; more follow
    the bends more finely and cost time. If not given, half as many as there are
    computed elements, at most a third of the real ones; in space at most 72."""
    model: Literal["spline", "cosserat"] = Field(
        default="spline", examples=["cosserat"]
    )
    """How the rings are modelled: "spline" bends without shear and has no angles;
    "cosserat" is the rod of Section 6.2, whose sections have angles of their own and
    shear, at the price of smaller steps."""
    inertia_scale: Number = Field(default=1.0, ge=1.0, le=1e5, examples=[1000])
    """By how much the sections of a Cosserat ring resist turning more than those of
    thin bands do: the time step grows with its square root, and fast bending waves
    become slower, while slow motion stays. 1 takes the bands as they are."""
    damping_time: Time = Field(default=2e-7, ge=0.0, lt=1e-3, examples=["0.2 us"])
    """Damping along the ring over its stiffness, by which waves of tension die out."""


class ContactPart(FilledPart):
    """Stiffness of the contacts of one real element, and damping."""

    rocking_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["1e9 N/m"])
    """Force per depth between the rocking edges of neighbours, through which the push
    force passes."""
    top_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["2e8 N/m"])
    """Force per depth between the heads of neighbours, which touch where the belt would
    bend inwards."""
    bottom_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["2e8 N/m"])
    """Force per depth between the feet of neighbours, which touch where the belt bends
    too sharply."""
    pin_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["1e8 N/m"])
    """Force per depth of the pin against the wall of its hole, once its play is used
    up."""
    saddle_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["5e7 N/m"])
    """Force per depth between ring and saddle, and between ring and ears."""
    flank_stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["1e8 N/m"])
    """Force per depth of one flank in its sheave, all contact points of the flank
    together; it decides how far the belt sinks into the groove under clamping."""
    flank_coupling: Number = Field(default=0.0, ge=0.0, le=0.99, examples=[0.5])
    """By how much one contact place of a flank gives way when the other is pressed, as
    a share of what that one does (5.55); for elastic sheaves, on which a flank has two
    places. Both together stay as stiff as ``flank_stiffness`` says."""
    damping_ratio: Number = Field(default=0.15, ge=0.0, lt=1.0, examples=[0.05])
    """How strongly all contacts damp, as a share of the damping at which they would not
    swing at all."""


class FrictionPart(Part):
    """Friction of the elements on sheaves and rings."""

    flank: Number = Field(default=0.09, ge=1e-3, lt=1.0)
    """Coulomb coefficient of element on sheave, radially and around; it bounds the
    torque the variator can carry. Pulleys with more to say have their own table."""
    primary: GripPart | None = Field(
        default=None, examples=[{"coefficient": 0.09, "radial_coefficient": 0.08}]
    )
    """How flanks hold on the sheaves of the primary pulley, where direction or sliding
    speed count; if not given, as ``flank`` says."""
    secondary: GripPart | None = Field(
        default=None, examples=[{"coefficient": 0.09, "radial_coefficient": 0.08}]
    )
    """How flanks hold on the sheaves of the secondary pulley, where direction or
    sliding speed count; if not given, as ``flank`` says."""
    saddle: Number = Field(default=0.09, ge=0.0, le=1.0, examples=[0.08])
    """Coulomb coefficient of element on ring; rings and elements run at different
    speeds, so it moves tension between them and costs power."""
    element: Number = Field(default=0.0, ge=0.0, le=1.0, examples=[0.1])
    """Coulomb coefficient of neighbouring elements on each other, where they touch at
    rocking edge, head and foot; it holds them in line and damps the rattle of strands.
    0 lets them slide freely, as the thesis does."""
    layer: Number | None = Field(default=None, ge=0.0, le=1.0, examples=[0.09])
    """Coulomb coefficient of the layers of a ring set on each other, for their power
    and stress by a formula; it does not act in the motion. If not given, that of the
    saddle."""

    @property
    def grips(self) -> tuple[GripPart, GripPart]:
        """Friction on the sheaves of the primary and of the secondary pulley."""
        plain = GripPart(coefficient=self.flank)
        return self.primary or plain, self.secondary or plain
