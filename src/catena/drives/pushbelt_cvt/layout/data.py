"""A pushbelt variator in bare numbers: SI units, scaled to the simulated elements.

What a specification states in words and a reference variator fills in ends up here;
the tables of the kernels are made from nothing else.

The primary pulley turns about (0, 0), the secondary about (centre_distance, 0), both
clockwise: the push strand runs on top from left to right. Shafts in elastic bearings
are there at the start, drawn by the running belt. Levels are measured from an element's
centre of gravity outwards, towards its top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catena.drives.variator.boundary.data import PulleyBoundary
from catena.drives.variator.grip.words import GripPart
from catena.drives.variator.sheave_pair import Disc
from catena.drives.wheel_boundary.bearing import PlaneBearingPart
from catena.pairs.element_element import PinCones

Compliance = Literal["rigid", "tilting", "coupled", "tilting and coupled"]


@dataclass(frozen=True)
class ElementData:
    """One simulated element [Cebulla2014] Figure 3.3, 3.4."""

    count: int
    stands_for: float
    """Real elements per simulated one."""
    thickness: float
    """Between neighbours at the rocking edge [m]."""
    gravity_shift: float
    """From the centre of gravity forward to mid-thickness, t_R/2 - t_S, scaled [m]."""
    mass: float
    inertia: float
    """About the axis across the belt, through the centre of gravity [kg m^2]."""
    saddle_level: float
    rocking_level: float
    top_level: float
    bottom_level: float
    pin_level: float
    flank_level: float
    """Where the flanks touch the sheaves [m]."""
    rocking_radius: float
    top_offset: float
    """How far the top stands in front of the rocking edge: t_T - t_R, scaled [m]."""
    bottom_offset: float
    """How far the bottom stands in front of the rocking edge, negative [m]."""
    pin_clearance: float
    """Of the pin in its hole, to each side [m]."""
    pin_cones: PinCones
    """Shape of pin and hole; length 0 where the clearance says all."""
    ear_play: float
    """Way of the ring between saddle and ear [m]."""
    flank_offsets: tuple[float, ...]
    """Places of the flank contacts along the belt, from mid-thickness: two (extended)
    or one [m]."""
    flank_half_width: float
    """Half the width of an element at the flank level [m]."""
    flank_height: float
    """Along the belt's height, from where the flanks touch the sheaves to where they
    end [m]."""
    flank_radius: float
    """Of flanks that are round over their height, 0 of straight ones [m]."""
    wedge_angle: float
    """Half the angle of the groove, delta_0 [rad]."""


@dataclass(frozen=True)
class RingData:
    """Both ring sets together as one ring."""

    spans: int
    length: float
    """Of the neutral fibre, relaxed [m]."""
    thickness: float
    axial_stiffness: float
    """E A of both sets [N]."""
    bending_stiffness: float
    """E I of both sets, layers sliding [N m^2]."""
    mass_per_length: float
    damping_time: float
    """Axial damping over axial stiffness [s]."""
    angles: int = 0
    """Of sections, one per span of a Cosserat ring; 0 of a spline ring."""
    shear_stiffness: float = 0.0
    """G s A of both sets, of a Cosserat ring [N]."""
    rotary_inertia: float = 0.0
    """Per length and scaled, of a Cosserat ring [kg m]."""


@dataclass(frozen=True)
class ContactData:
    """Stiffnesses per simulated element [N/m] and friction."""

    rocking_stiffness: float
    top_stiffness: float
    bottom_stiffness: float
    pin_stiffness: float
    saddle_stiffness: float
    flank_stiffness: float
    """Per flank point and sheave."""
    flank_coupling: float
    """Compression of the other place of a flank over that of the loaded one."""
    damping_ratio: float
    grips: tuple[GripPart, GripPart]
    """Friction on the sheaves of both pulleys."""
    saddle_friction: float
    element_friction: float
    """Of neighbours on each other."""
    bilateral_saddle: bool
    """The ring never leaves the saddle."""


@dataclass(frozen=True)
class SheaveData:
    """The two mirror-symmetric sheaves of one pulley."""

    compliance: Compliance
    mass: float
    """Of one sheave [kg]."""
    axial_damping: float
    """Of one sheave [N s/m]."""
    inertia: float
    """Of the whole pulley with its shaft and what turns with it [kg m^2]."""
    polar_inertia: float
    """Of one sheave, for the gyroscopic moment of tilting [kg m^2]."""
    tilt_stiffness: float
    """Of one sheave, the mean slope of both counted [N m/rad]."""
    tilt_share: float
    """Sum of the squared slopes of both sheaves over the squared mean: 2 if alike."""
    tilt_inertia: float
    """Of one sheave [kg m^2]."""
    tilt_damping: float
    """Of one sheave [N m s/rad]."""
    discs: tuple[Disc, ...]
    """Influence functions that add up to the mean of both sheaves (5.51), (5.52)."""
    inner_radius: float
    outer_radius: float

    @property
    def tilts(self) -> bool:
        """Whether the sheaves tilt on their hubs."""
        return "tilting" in self.compliance

    @property
    def bends(self) -> bool:
        """Whether the discs are elastic."""
        return "coupled" in self.compliance


@dataclass(frozen=True)
class BeltData:
    """Everything a run needs to know about a variator."""

    centre_distance: float
    element: ElementData
    ring: RingData
    contact: ContactData
    primary: SheaveData
    secondary: SheaveData
    primary_boundary: PulleyBoundary
    secondary_boundary: PulleyBoundary
    bearings: tuple[PlaneBearingPart | None, PlaneBearingPart | None] = (None, None)
    """Of both shafts; None: rigid."""
    shafts: tuple[float, float] = (0.0, 0.0)
    """How far the running belt has drawn the shafts along x [m]; the centre distance
    is then that of the shafts so drawn."""

    @property
    def rest_distance(self) -> float:
        """Between the shafts without load [m]."""
        return self.centre_distance + self.shafts[0] - self.shafts[1]


@dataclass(frozen=True)
class StartState:
    """The running state the kinetic initialisation finds (Section 4.1)."""

    ratio: float
    """Geometric ratio i_r = r_O / r_I of the ring's radii."""
    radius_primary: float
    radius_secondary: float
    """Of the neutral fibre, loaded [m]."""
    belt_speed: float
    """v0 of the unstretched belt [m/s]."""
    speed_primary: float
    speed_secondary: float
    torque_secondary: float
    force_primary: float
    force_secondary: float
    """Clamping forces, magnitudes [N]."""
    tension_loose: float
    tension_tight: float
    """L of the kinetic initialisation: net tension of the strands [N]."""
    ring_tension: float
    """Mean tension the ring is started with [N]."""
    grooves: Literal["loaded", "unloaded"] = "loaded"
    """Whether the sheaves have already given way to the belt."""
