"""The variator and its sheaves, in the user's words."""

from __future__ import annotations

import math
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from catena.drives.pushbelt_cvt.influence import semidefinite, series_of
from catena.drives.pushbelt_cvt.spec_filled import FilledPart
from catena.spec.parts import Part
from catena.spec.quantities import (
    Angle,
    Compliance,
    Damping,
    Inertia,
    Length,
    Mass,
    Number,
    TorsionalDamping,
    TorsionalStiffness,
)


class VariatorPart(FilledPart):
    """Where the pulleys stand and how their grooves are cut."""

    reference: str | None = Field(default=None, max_length=40)
    """A reference that fills all not given: ``24 mm``, ``30 mm`` or ``study``."""
    centre_distance: Length = Field(gt=1e-2, lt=5.0)
    """Distance of the two axes d_A."""
    wedge_angle: Angle
    """Half the angle of the groove delta_0."""

    @field_validator("wedge_angle")
    @classmethod
    def _wedge(cls, angle: float) -> float:
        if not math.radians(3.0) <= angle <= math.radians(30.0):
            raise ValueError(
                f"found {math.degrees(angle):g} deg; expected half the groove's angle, "
                "between 3 and 30 deg"
            )
        return angle


class InfluencePart(FilledPart):
    """How a sheave gives way: c_rad(r) sum_k A_k cos(k dphi) (5.50)-(5.53).

    Either the series or a matrix, from which the series follows.
    """

    azimuthal: list[Compliance] | None = Field(
        default=None, min_length=1, max_length=40
    )
    """A_0, A_1, ... of the cosine series over the angle from force to place."""
    matrix: list[list[Compliance]] | None = Field(
        default=None, min_length=4, max_length=72
    )
    """Axial compliance between places evenly around the sheave, where c_rad = 1."""
    radial: list[Number] = Field(default=[1.0], min_length=1, max_length=12)
    """a_0, a_1, ... of the factor c_rad(r) = sum a_i r^i, r in metres."""

    @model_validator(mode="after")
    def _semidefinite(self) -> Self:
        if (self.azimuthal is None) == (self.matrix is None):
            found = "neither" if self.matrix is None else "both"
            raise ValueError(f"found {found} of azimuthal and matrix; expected one")
        self.series()
        return self

    def series(self) -> list[float]:
        """A_0, A_1, ..., none below 0 [m/N where c_rad = 1]."""
        if self.matrix is not None:
            return series_of(self.matrix)
        return semidefinite(self.azimuthal or [])


class SheavePart(FilledPart):
    """The two mirror-symmetric sheaves of one pulley (Section 6.1.1)."""

    inner_radius: Length = Field(gt=0.0, lt=5.0)
    """Radius of the hub, where the flanks begin."""
    outer_radius: Length = Field(gt=0.0, lt=5.0)
    """Radius of the rim."""
    mass: Mass = Field(gt=0.0, lt=1e3)
    """Mass of one sheave."""
    axial_damping: Damping = Field(default=0.0, ge=0.0, lt=1e6)
    """Damping of one sheave's axial motion."""
    inertia: Inertia = Field(gt=0.0, lt=1e3)
    """Moment of inertia of the whole pulley and all that turns with it."""
    polar_inertia: Inertia = Field(default=0.0, ge=0.0, lt=1e3)
    """Moment of inertia of one sheave about its axis, for the gyroscopic moment."""
    tilt_stiffness: TorsionalStiffness = Field(gt=0.0, lt=1e12)
    """Stiffness of one sheave against tilting."""
    tilt_inertia: Inertia = Field(gt=0.0, lt=1e3)
    """Moment of inertia of one sheave against tilting."""
    tilt_damping: TorsionalDamping = Field(ge=0.0, lt=1e6)
    """Damping of one sheave's tilting."""
    influence: InfluencePart
    """Elasticity of one sheave, for the coupled law."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.inner_radius >= self.outer_radius:
            raise ValueError(
                f"the hub of {1e3 * self.inner_radius:g} mm must be smaller than the "
                f"rim of {1e3 * self.outer_radius:g} mm"
            )
        steps = 200
        for i in range(steps + 1):
            r = self.inner_radius
            r += (self.outer_radius - self.inner_radius) * i / steps
            factor = sum(a * r**k for k, a in enumerate(self.influence.radial))
            if factor <= 0.0:
                raise ValueError(
                    f"the influence's radial factor is {factor:g} at r = {1e3 * r:.1f} "
                    "mm; expected above 0 from hub to rim"
                )
        return self


class EnhancementPart(Part):
    """Which enhancements of the model are switched on."""

    saddle: Literal["unilateral", "bilateral"] = "unilateral"
    """Whether the ring may lift off the saddle (Section 5.1)."""
    flank: Literal["extended", "simplified"] = "extended"
    """Two contacts on each flank, or one (Section 6.1.2)."""
    sheaves: Literal["rigid", "tilting", "coupled"] = "tilting"
    """Sheaves rigid, tilting on their shaft, or elastic by the coupled law (5.2)."""
