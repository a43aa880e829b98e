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
    """Names this kind of drive, a cam-driven transport manipulator, and so decides what
    all other keys mean."""
    speed: RotationalSpeed = Field(gt=0.0, examples=["50 rpm"])
    """How fast the driving end of the shaft turns, evenly; its turn is the period of
    everything."""
    cam_inertia: Inertia = Field(gt=0.0, examples=["1.8 kg m^2"])
    """Resistance of the cam disc against changes of its speed, I_1."""
    hammer_mass: Mass = Field(gt=0.0, examples=["136 kg"])
    """What the cam moves, m_2: the operating mechanism with its tool."""
    shaft_stiffness: TorsionalStiffness = Field(gt=0.0, examples=["1e5 N m/rad"])
    """Torque per angle of twist between drive and cam disc, k_1."""
    hammer_stiffness: Stiffness = Field(gt=0.0, examples=["2e6 N/m"])
    """Force per deflection between cam and operating mechanism, k_2."""
    shaft_damping: TorsionalDamping = Field(ge=0.0, examples=["300 N m s/rad"])
    """Torque per speed of twist in the drive, c_1, by which torsional vibration dies
    out."""
    hammer_damping: Damping = Field(ge=0.0, examples=["2000 N s/m"])
    """Force per speed of deflection between cam and operating mechanism, c_2."""
    load: Force = Field(default=0.0, examples=["1 kN"])
    """Steady force against the operating mechanism, F."""
    load_harmonic: list[LoadHarmonic] = Field(default=[], max_length=200)
    """Swings of the load that repeat with every turn of the cam."""
    profile: list[ProfileHarmonic] = Field(min_length=1, max_length=200)
    """Shape of the cam as Fourier terms of U'(phi), the lift per angle of turn."""
    nonlinear: bool = Field(default=False, examples=[True])
    """Solves also the full non-linear equations, in which the cam's own swinging
    changes where the mechanism is."""
    nonlinear_effort: int | None = Field(
        default=None, ge=1, le=1_000_000_000, examples=[3000000]
    )
    """How many linearised steps of a few microseconds the non-linear solution may take;
    if not given, 3 million."""
    analysis: Analysis = Analysis()
    """Which solutions are computed, by which method and how finely."""
