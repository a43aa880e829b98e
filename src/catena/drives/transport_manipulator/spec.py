"""A driving shaft moves a hammer through a cam of given transmission function.

Source: [KhangDien2012] (75)-(78).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from catena.spec.periodic import TransmissionSpec
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


class Spec(TransmissionSpec):
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
