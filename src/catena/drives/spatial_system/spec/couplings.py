"""Bushings and springs between bodies in space."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from catena.drives.spatial_system.spec.surfaces import Direction, Place, unit
from catena.spec.parts import Part
from catena.spec.quantities import (
    Damping,
    Force,
    Length,
    Stiffness,
    Torque,
    TorsionalDamping,
    TorsionalStiffness,
)


class BushingPart(Part):
    """An elastic joint with an axis: turns freely, resists all else."""

    name: str = Field(min_length=1, max_length=40, examples=["pivot"])
    """Word by which refusals point at it; choose one that tells joints apart."""
    bodies: tuple[str, str] = Field(examples=[["ground", "top"]])
    """Who is held together: two names, one of which may be the ground."""
    at: Place = Field(examples=[["0 m", "0 m", "0 m"]])
    """Where it is at the start, in the world; it is unstrained there."""
    axis: Direction = Field(default=(0.0, 0.0, 1.0), examples=[[0.0, 0.0, 1.0]])
    """Which way both parts may turn freely, in the world at the start; need not be
    normalised."""
    stiffness: Stiffness = Field(gt=0.0, lt=1e12, examples=["1e6 N/m"])
    """Force per displacement across the axis."""
    axial_stiffness: Stiffness | None = Field(
        default=None, ge=0.0, lt=1e12, examples=["1e6 N/m"]
    )
    """Force per displacement along the axis; if not given, as across."""
    tilt_stiffness: TorsionalStiffness = Field(
        default=0.0, ge=0.0, lt=1e12, examples=["100 N m/rad"]
    )
    """Moment per angle by which the axes of both bodies tilt against each other; 0
    makes it a ball joint."""
    damping: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["10 N s/m"])
    """Force per speed across and along the axis."""
    tilt_damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.1 N m s/rad"]
    )
    """Moment per speed of tilting."""
    turn_damping: TorsionalDamping = Field(
        default=0.0, ge=0.0, lt=1e9, examples=["0.01 N m s/rad"]
    )
    """Moment per speed of turning about the axis."""

    @model_validator(mode="after")
    def _direction(self) -> Self:
        unit(self.axis, f"bushing {self.name!r}, axis")
        return self


class LoadPart(Part):
    """A steady force and moment on a body or on a node of a rod."""

    body: str = Field(examples=["wire:20"])
    """On whom it acts, by name: at its centre of mass."""
    force: tuple[Force, Force, Force] = Field(
        default=(0.0, 0.0, 0.0), examples=[["0 N", "0 N", "-5 N"]]
    )
    """Push that does not change with time."""
    torque: tuple[Torque, Torque, Torque] = Field(
        default=(0.0, 0.0, 0.0), examples=[["0.1 N m", "0 N m", "0 N m"]]
    )
    """Twist that does not change with time."""
    follows: bool = Field(default=False, examples=[True])
    """Whether both are stated along the axes of the body and turn with it, those of a
    node with x along the rod; otherwise along the axes of the world."""


class SpringPart(Part):
    """A spring with damper between two points."""

    name: str = Field(min_length=1, max_length=40, examples=["suspension"])
    """Word by which refusals point at it; choose one that tells joints apart."""
    bodies: tuple[str, str] = Field(examples=[["ground", "plate"]])
    """Who is held together: two names, one of which may be the ground."""
    ends: tuple[Place, Place] = Field(
        examples=[[["0 m", "0 m", "1 m"], ["0 m", "0 m", "0.5 m"]]]
    )
    """Where it is hooked in at the start, in the world: first on the first part, then
    on the second."""
    stiffness: Stiffness = Field(ge=0.0, lt=1e12, examples=["500 N/m"])
    """Force per change of length."""
    damping: Damping = Field(default=0.0, ge=0.0, lt=1e9, examples=["2 N s/m"])
    """Force per speed at which it grows longer."""
    length: Length | None = Field(default=None, ge=0.0, lt=1e4, examples=["0.4 m"])
    """Length without force; if not given, that at the start."""
