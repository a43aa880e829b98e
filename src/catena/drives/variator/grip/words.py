"""Friction between belt or chain and the sheaves of one pulley, in the user's words."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.spec.parts import Part
from catena.spec.quantities import Number, Speed


class GripPart(Part):
    """Friction on the sheaves of one pulley."""

    coefficient: Number = Field(gt=0.0, lt=1.0, examples=[0.09])
    """Largest tangential over normal force of a contact that slides, along the
    circumference."""
    radial_coefficient: Number | None = Field(
        default=None, gt=0.0, lt=1.0, examples=[0.08]
    )
    """The same for sliding outwards and inwards, as ground sheaves have it; sliding
    aslant lies on the ellipse of both. If not given, no other."""
    static_coefficient: Number | None = Field(
        default=None, gt=0.0, lt=1.0, examples=[0.11]
    )
    """Coefficient of a contact at rest on the sheave, along the circumference; if not
    given, no other."""
    fading_speed: Speed = Field(default=0.0, ge=0.0, lt=100.0, examples=["0.2 m/s"])
    """Sliding speed over which the static coefficient falls to the other by 1/e
    (Stribeck); 0 takes the sliding one at any speed."""
    softening_speed: Speed = Field(default=0.0, ge=0.0, lt=10.0, examples=["5 mm/s"])
    """Sliding speed up to which friction grows in proportion, as traction curves of oil
    films do; loaded contacts then creep and thrust is biased, which the run states. 0
    lets them stick."""

    @model_validator(mode="after")
    def _both(self) -> Self:
        if (self.static_coefficient is not None) != (self.fading_speed > 0.0):
            raise ValueError(
                "static_coefficient and fading_speed belong together; found one of them"
            )
        return self

    @property
    def holding(self) -> float:
        """Coefficient at rest."""
        return self.static_coefficient or self.coefficient

    @property
    def aspect(self) -> float:
        """Coefficient outwards over that along the circumference."""
        return (self.radial_coefficient or self.coefficient) / self.coefficient
