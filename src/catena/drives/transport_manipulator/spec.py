"""A driving shaft moves a hammer through a cam of given transmission function.

Source: [KhangDien2012] (75)-(78).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.spec.parts import DriveSpec
from catena.spec.periodic import Analysis, LoadHarmonic, ProfileHarmonic
from catena.spec.quantities import (
    Damping,
    Force,
    Inertia,
    Mass,
    RotationalSpeed,
    Stiffness,
    TorsionalDamping,
    TorsionalStiffness,
)


class Spec(DriveSpec):
    """A transport manipulator."""

    drive: Literal["transport_manipulator"]
    speed: RotationalSpeed = Field(gt=0.0)
    """Speed of the driving shaft."""
    cam_inertia: Inertia = Field(gt=0.0)
    """Moment of inertia of the cam disc (I_1)."""
    hammer_mass: Mass = Field(gt=0.0)
    """Mass of the operating mechanism (m_2)."""
    shaft_stiffness: TorsionalStiffness = Field(gt=0.0)
    """Torsional stiffness of the drive (k_1)."""
    hammer_stiffness: Stiffness = Field(gt=0.0)
    """Stiffness between cam and hammer (k_2)."""
    shaft_damping: TorsionalDamping = Field(ge=0.0)
    """Damping of the drive (c_1)."""
    hammer_damping: Damping = Field(ge=0.0)
    """Damping between cam and hammer (c_2)."""
    load: Force = 0.0
    """Constant part of the load on the hammer (F)."""
    load_harmonic: list[LoadHarmonic] = Field(default=[], max_length=200)
    """Part of the load that repeats with the rotation."""
    profile: list[ProfileHarmonic] = Field(min_length=1, max_length=200)
    """Fourier terms of U'(phi), the lift per angle [m/rad]."""
    nonlinear: bool = False
    """Also find the periodic solution of the full non-linear equations."""
    nonlinear_effort: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """Linearised steps it may take, a few microseconds each; by default 3 million."""
    analysis: Analysis = Analysis()
    """What to compute, and how."""
