"""The chain of a drive, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.errors import SpecError
from catena.geometry.paths.placement import LARGEST_COUNT
from catena.spec.parts import Part
from catena.spec.quantities import (
    Damping,
    Force,
    Inertia,
    Length,
    Mass,
    Number,
    Stiffness,
    TorsionalDamping,
)
from catena.standards import roller_chain

CHAIN_DATA = ("pitch", "roller_diameter", "pin_diameter", "link_mass", "stiffness")


class JointPart(Part):
    """The joint of pin and bush."""

    friction: Number = Field(default=0.1, ge=0.0, le=1.0, examples=[0.12])
    """Coulomb coefficient of pin in bush; every link that bends onto or off a wheel
    rubs there, the main loss of a chain drive."""
    damping: TorsionalDamping = Field(
        default=1e-4, ge=0.0, lt=1.0, examples=["2e-4 N m s/rad"]
    )
    """Moment that opposes the bending of a joint in proportion to how fast it bends, as
    thick oil or grease does."""
    clearance: Length = Field(default=0.0, ge=0.0, lt=1e-2, examples=["20 um"])
    """Gap all round between pin and bush; the pin falls through it when the tension
    turns to slack and strikes the other side."""


class VariationPart(Part):
    """Wear, pitch errors and scatter of the links; the seed makes them repeatable."""

    wear: Number = Field(default=0.0, ge=0.0, le=0.05, examples=[0.01])
    """Lengthening of the worn chain as a share of its new length; it lengthens only the
    pin links, from roller to roller, but every link of a uniform chain."""
    wear_friction: Number = Field(default=0.0, ge=0.0, le=1e4, examples=[30.0])
    """How much rougher worn joints rub: joint friction grows by this times ``wear``, so
    30 makes it 1.3 times as large at 1 % elongation; 0 lets wear change lengths
    alone."""
    pitch_error: Length = Field(default=0.0, ge=0.0, lt=1e-2, examples=["10 um"])
    """Standard deviation of the lengths of single links, as left by manufacture; it
    makes the drive hum at every turn of the chain."""
    pitch_errors: list[Length] = Field(
        default=[], max_length=LARGEST_COUNT, examples=[["10 um", "-10 um"]]
    )
    """Measured deviation of each link, in order along the chain and added to wear and
    scatter; as many as there are links, or none."""
    stiffness_scatter: Number = Field(default=0.0, ge=0.0, le=0.3, examples=[0.05])
    """Standard deviation of how stiff single links are, as a share of the mean; it
    changes how teeth share the load."""
    seed: int = Field(default=1, ge=0, le=2**31, examples=[7])
    """Starts the random numbers of errors and scatter: the same number gives the same
    chain again, another one a different chain."""


class ChainPart(Part):
    """The chain: by its standard designation, by data, or both."""

    standard: str | None = Field(
        default=None, max_length=40, examples=["ISO 606 08B-1"]
    )
    """Chain of a standard, by its designation; it fills every dimension, mass and
    stiffness below that the file leaves out. If not given, those must be stated."""
    link_count: int | None = Field(default=None, ge=8, le=LARGEST_COUNT, examples=[74])
    """How many links the closed chain has, inner and outer counted singly; if not
    given, the smallest even count that reaches around the drive."""
    slack: Length | None = Field(default=None, ge=0.0, lt=1.0, examples=["2 mm"])
    """How much longer the chain is than its taut path; the sprocket with ``adjust`` is
    moved until it fits. If not given, the slack follows from where the sprockets
    stand."""
    preload: Force | None = Field(default=None, ge=0.0, lt=1e7, examples=["100 N"])
    """Tension of the resting chain before any torque acts, mean over the positions
    within a pitch; the sprocket with ``adjust`` is moved until it is reached. If not
    given, it follows from where the sprockets stand."""
    pitch: Length | None = Field(default=None, gt=1e-4, lt=1.0, examples=["12.7 mm"])
    """Distance from pin to pin; with the teeth it sets the size of the wheels and how
    coarse the polygon is. If not given, that of the standard."""
    roller_diameter: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["8.51 mm"]
    )
    """Diameter of what lies in the tooth gaps: the rollers, or the bushes of a bush
    chain. If not given, that of the standard."""
    pin_diameter: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["4.45 mm"]
    )
    """Diameter at which pin and bush rub when a joint bends, hence the lever of joint
    friction. If not given, that of the standard."""
    plate_height: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["11.8 mm"]
    )
    """Height of the inner plates; half of it is how far the chain line runs from a
    guide rail. If not given, that of the standard, or 0.9 pitches."""
    inner_width: Length | None = Field(
        default=None, gt=0.0, lt=1.0, examples=["7.75 mm"]
    )
    """Free width between the inner plates, the length over which roller and tooth
    touch. If not given, that of the standard, or 0.6 pitches."""
    link_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3, examples=["8.9 g"])
    """Mass of a link, inner and outer averaged; it gives the chain its centrifugal
    tension and its sideways vibration. If not given, that of the standard."""
    link_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e3, examples=["3e-7 kg m^2"]
    )
    """Resistance of one link against being turned about its own centre of gravity; if
    not given, 0.225 times mass times pitch squared."""
    stiffness: Stiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["20 kN/mm"]
    )
    """Pull per stretch of a piece one pitch long, plates, pins and bushes together; it
    sets vibration along the chain and the largest time step. If not given, that of the
    standard."""
    damping: Damping | None = Field(default=None, ge=0.0, lt=1e9, examples=["60 N s/m"])
    """Pull per speed of stretching of a piece one pitch long, which makes vibration
    along the chain die out; if not given, 2 % of critical."""
    inner_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3, examples=["9.8 g"])
    """Mass of a bush link with its two rollers, where bush and pin links are to differ;
    if not given, as ``link_mass`` and ``masses`` say."""
    outer_mass: Mass | None = Field(default=None, gt=0.0, lt=1e3, examples=["8.0 g"])
    """Mass of a pin link with its two pins, where bush and pin links are to differ; if
    not given, as ``link_mass`` and ``masses`` say."""
    inner_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e3, examples=["3.4e-7 kg m^2"]
    )
    """Resistance of a bush link against being turned about its centre of gravity; if
    not given, as ``link_inertia`` and ``masses`` say."""
    outer_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e3, examples=["2.7e-7 kg m^2"]
    )
    """Resistance of a pin link against being turned about its centre of gravity; if not
    given, as ``link_inertia`` and ``masses`` say."""
    masses: Literal["equal", "by parts"] = "equal"
    """Whether all links weigh the same, or bush and pin links are estimated from
    plates, bushes, rollers and pins, with ``link_mass`` as their mean."""
    variation: VariationPart = VariationPart()
    """How single links differ: wear, errors of manufacture and scatter, which a perfect
    chain does not have."""
    joint: JointPart = JointPart()
    """What happens where one link bends against the next: rubbing, oil and play of pin
    in bush."""
    uniform: bool = Field(default=False, examples=[True])
    """Gives every link the roller of its rear joint, as some published models do,
    instead of two rollers to every inner link; a chain with an odd number of links
    always is uniform."""
    offset_link: bool = Field(default=False, examples=[True])
    """Permits an odd number of links, which a real chain closes with a cranked link;
    refused otherwise, as it is mostly a mistake."""

    @property
    def joint_friction(self) -> float:
        """Coulomb friction of pin in bush, as worn as the chain is."""
        told = self.variation
        return self.joint.friction * (1.0 + told.wear_friction * told.wear)

    @field_validator("standard")
    @classmethod
    def _known(cls, standard: str | None) -> str | None:
        if standard is None:
            return None
        try:
            roller_chain(standard)
        except SpecError as error:
            problem = error.problems[0]
            raise ValueError(
                f"found {standard!r}; expected {problem.expected} ({problem.hint})"
            ) from None
        return standard

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [name for name in CHAIN_DATA if getattr(self, name) is None]
        if self.standard is None and missing:
            raise ValueError(f"state a standard, or also {', '.join(missing)}")
        if self.slack is not None and self.preload is not None:
            raise ValueError("state slack or preload; a chain cannot have both")
        return self
