"""What a pushbelt in space has beyond the planar one, in the user's words."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Force, Inertia, Length, Number, Stiffness, Time


class SpatialPart(Part):
    """The belt in space; used where ``fidelity`` is "spatial"."""

    sheaves: Literal["symmetric", "loose and fixed"] = "symmetric"
    """Whether the two sheaves of a pulley move as mirror images, or one of them is
    clamped along the shaft while the other is fixed and rigid, as in real variators."""
    primary_loose_side: Literal["left", "right"] = "right"
    """On which side of the primary pulley the movable sheave sits, seen in the sense of
    travel; used with "loose and fixed" sheaves."""
    secondary_loose_side: Literal["left", "right"] = "left"
    """On which side of the secondary pulley the movable sheave sits; opposite to that
    of the primary, so that the belt keeps its line while the ratio changes."""
    misalignment: Length | None = Field(
        default=None, gt=-0.05, lt=0.05, examples=["0.5 mm"]
    )
    """How far the mid-plane of the primary groove lies to the right of that of the
    secondary; if not given, 0 with symmetric sheaves, and with loose and fixed ones
    what the ratio makes of ``aligned_ratio``."""
    aligned_ratio: Number | None = Field(default=None, gt=0.1, lt=10.0, examples=[1.0])
    """Ratio at which both grooves lie in one plane, from which the misalignment of
    loose and fixed sheaves follows at all others; if not given, 1."""
    roll_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e-2, examples=["1.0e-7 kg m^2"]
    )
    """Resistance of one real element against rolling about the run of the belt; if not
    given, that of a block as wide as the saddle, with the element's pitch inertia."""
    yaw_inertia: Inertia | None = Field(
        default=None, gt=0.0, lt=1e-2, examples=["8.3e-8 kg m^2"]
    )
    """Resistance of one real element against turning about its height; if not given,
    that of a block as wide as the saddle."""
    rocking_arm: Length | None = Field(default=None, gt=0.0, lt=0.2, examples=["8 mm"])
    """How far beside the middle the rocking edge carries, left and right; if not given,
    where two points resist yawing like an even edge as wide as the saddle."""
    ring_position: Length | None = Field(
        default=None, gt=0.0, lt=0.2, examples=["6.8 mm"]
    )
    """From the middle of the element to that of a ring set; if not given, half way
    between pillar and flank."""
    lateral_play: Length | None = Field(
        default=None, gt=1e-5, lt=0.05, examples=["0.3 mm"]
    )
    """How far a ring set may move to either side before it meets pillar or sheave; if
    not given, what its width leaves of the saddle (5.3)."""
    tracking: Literal["monotone", "none"] = "monotone"
    """Whether ring sets are drawn to the middle of their saddles by the law of (5.4) to
    (5.11), or only stopped by pillar and sheave."""
    centring_force: Force = Field(default=2.5, ge=0.0, lt=1e5, examples=["2.5 N"])
    """Force on a ring set per real element where it is off by half its lateral play, L:
    how strongly crowned saddles steer."""
    edge_force: Force = Field(default=250.0, gt=0.0, lt=1e7, examples=["250 N"])
    """Force on a ring set per real element where it has used all its lateral play, F;
    much more than the centring force."""
    pillar_stiffness: Stiffness | None = Field(
        default=None, gt=0.0, lt=1e12, examples=["5e7 N/m"]
    )
    """Force per depth of a ring set in pillar or sheave, per real element, where there
    is no tracking; if not given, that of the saddle."""
    crown_radius: Length | None = Field(
        default=None, gt=0.01, lt=100.0, examples=["0.3 m"]
    )
    """How round saddles are across the belt: rings that lie off their middle are bent
    and steered back by it, with friction across; if not given, saddles are flat."""
    ring_friction: Literal["both", "along"] = "both"
    """Whether saddles hold the rings across the belt too, which decides where they run,
    or along it only."""
    twist: Literal["none", "line contact"] = "none"
    """Whether ring sets keep their width upright, or twist and lie on their saddles
    along a line over their width, which turns with ring and element."""
    lateral_damping_time: Time = Field(
        default=2e-7, ge=0.0, lt=1e-3, examples=["0.2 us"]
    )
    """Damping of the rings against bending across the belt over their stiffness, by
    which lateral waves die out."""
    start: Literal["planar", "cold"] = "planar"
    """Whether the run starts from a planar one that has settled, which is computed
    first, or from the running state of the belt on its nominal course."""
    planar_revolutions: Number = Field(default=2.0, gt=0.0, le=100.0)
    """How often the belt runs around in the planar run before it goes on in space."""

    @model_validator(mode="after")
    def _sides(self) -> Self:
        if self.sheaves == "symmetric":
            if self.aligned_ratio is not None:
                raise ValueError(
                    f"aligned_ratio {self.aligned_ratio:g} belongs to loose and fixed "
                    "sheaves; symmetric ones are aligned at every ratio, or off by "
                    "misalignment"
                )
            self._no_sides()
            return self
        if self.primary_loose_side == self.secondary_loose_side:
            raise ValueError(
                f"both loose sheaves are on the {self.primary_loose_side}, so both "
                "fixed ones on one side: the belt would be pulled askew by every "
                "change of the ratio; expected opposite sides"
            )
        if self.misalignment is not None and self.aligned_ratio is not None:
            raise ValueError(
                f"found both of misalignment ({1e3 * self.misalignment:g} mm) and "
                f"aligned_ratio ({self.aligned_ratio:g}), from which it follows; "
                "expected one"
            )
        return self

    def _no_sides(self) -> None:
        """Refuse sides of loose sheaves where both sheaves are mirror images."""
        for key in ("primary_loose_side", "secondary_loose_side"):
            if getattr(self, key) != type(self).model_fields[key].default:
                raise ValueError(
                    f"{key} {getattr(self, key)} belongs to loose and fixed sheaves; "
                    "symmetric ones are mirror images and have no loose side"
                )

    @model_validator(mode="after")
    def _forces(self) -> Self:
        if self.tracking == "monotone" and self.edge_force <= self.centring_force:
            raise ValueError(
                f"edge_force {self.edge_force:g} N must be more than centring_force "
                f"{self.centring_force:g} N"
            )
        return self
