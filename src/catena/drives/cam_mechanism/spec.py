"""A cam on an elastic shaft drives an elastic follower against a load.

Source: [KhangDien2012] (41)-(65), Tables 1 and 2.
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
    """An elastic cam mechanism."""

    drive: Literal["cam_mechanism"]
    speed: RotationalSpeed = Field(gt=0.0)
    """Speed of the driving shaft."""
    cam_inertia: Inertia = Field(gt=0.0)
    """Moment of inertia of the cam (I_1)."""
    follower_mass: Mass = Field(gt=0.0)
    """Mass of the follower (m_2)."""
    output_mass: Mass = Field(gt=0.0)
    """Mass of the output link (m_3)."""
    shaft_stiffness: TorsionalStiffness = Field(gt=0.0)
    """Torsional stiffness of the cam shaft (k_1)."""
    follower_stiffness: Stiffness = Field(gt=0.0)
    """Stiffness of follower and contact (k_2)."""
    output_stiffness: Stiffness = Field(gt=0.0)
    """Stiffness between follower and output link (k_3)."""
    shaft_damping: TorsionalDamping = Field(ge=0.0)
    """Damping of the cam shaft (c_1)."""
    follower_damping: Damping = Field(ge=0.0)
    """Damping of follower and contact (c_2)."""
    output_damping: Damping = Field(ge=0.0)
    """Damping between follower and output link (c_3)."""
    load: Force = 0.0
    """Constant part of the load on the output link (F)."""
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
