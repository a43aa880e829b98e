"""Elastic bearings of wheels and pulleys, in the user's words."""

from __future__ import annotations

from pydantic import Field

from catena.spec.parts import Part
from catena.spec.quantities import Damping, Mass, Stiffness


class PlaneBearingPart(Part):
    """An elastic bearing: the axis moves in the plane."""

    stiffness: Stiffness = Field(gt=0.0, lt=1e13, examples=["50 kN/mm"])
    """How hard the bearing holds the axis, force per displacement in every direction of
    the plane."""
    damping: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["500 N s/m"])
    """Force per speed with which the bearing opposes motion of the axis, in every
    direction of the plane."""
    mass: Mass = Field(gt=0.0, lt=1e5, examples=["2 kg"])
    """All that moves with the axis in the plane: wheel, shaft and what sits on it."""
