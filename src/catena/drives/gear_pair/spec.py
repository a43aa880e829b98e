"""Two gears whose mesh stiffness varies tooth by tooth and whose teeth have errors.

Source: [KhangDien2012] (66)-(74), Tables 3 to 5.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from catena.spec.parts import DriveSpec, Part
from catena.spec.periodic import Analysis
from catena.spec.quantities import (
    Angle,
    Damping,
    Inertia,
    Length,
    Number,
    RotationalSpeed,
    Stiffness,
)


class Gear(Part):
    """One of the two gears."""

    tooth_count: int = Field(ge=3, le=10_000)
    """Number of teeth."""
    base_radius: Length = Field(gt=0.0)
    """Radius of the base circle (r_b)."""
    inertia: Inertia = Field(gt=0.0)
    """Moment of inertia (J)."""


class MeshHarmonic(Part):
    """One term k_n cos(n omega_z t + gamma_n) of the mesh stiffness, (73)."""

    order: int = Field(ge=1, le=1000)
    """Multiple of the mesh frequency (n)."""
    amplitude: Stiffness
    """Amplitude (k_n)."""
    phase: Angle = 0.0
    """Phase (gamma_n)."""


class ErrorHarmonic(Part):
    """One term e_i cos(i omega_1 t + alpha_i) of the transmission error, (74)."""

    order: int = Field(ge=1, le=1000)
    """Multiple of the faulted gear's rotation (i)."""
    amplitude: Length
    """Amplitude (e_i)."""
    phase: Angle = 0.0
    """Phase (alpha_i)."""


class Mesh(Part):
    """How the teeth carry."""

    mean_stiffness: Stiffness = Field(gt=0.0)
    """Mean mesh stiffness (k_0)."""
    stiffness: list[MeshHarmonic] = Field(default=[], max_length=200)
    """Its variation with the mesh."""
    damping_ratio: Number | None = Field(default=None, ge=0.0, lt=10.0)
    """Lehr's damping ratio (zeta) at the mean stiffness."""
    damping: Damping | None = Field(default=None, ge=0.0)
    """Or the damping itself (c_z)."""
    static_deflection: Length = 0.0
    """Tooth deflection under the mean load (q_0)."""

    @model_validator(mode="after")
    def _one_damping(self) -> Self:
        if (self.damping_ratio is None) == (self.damping is None):
            raise ValueError("state either damping_ratio or damping")
        return self


class Spec(DriveSpec):
    """A gear pair with faulted meshing."""

    drive: Literal["gear_pair"]
    speed: RotationalSpeed = Field(gt=0.0)
    """Speed of the pinion."""
    pinion: Gear
    """The driving gear."""
    wheel: Gear
    """The driven gear."""
    mesh: Mesh
    """How the teeth carry."""
    error: list[ErrorHarmonic] = Field(default=[], max_length=200)
    """Fourier terms of the static transmission error e(t)."""
    faulted: Literal["pinion", "wheel"] = "pinion"
    """The gear that carries the errors; its revolution is the period."""
    load_follows_error: bool = True
    """Assumption (71): the load follows k_0 e(t); switched off, it is constant."""
    analysis: Analysis = Analysis()
    """What to compute, and how."""
