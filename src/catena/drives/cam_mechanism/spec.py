"""A cam on an elastic shaft drives an elastic follower against a load.

Source: [KhangDien2012] (41)-(65), Tables 1 and 2.
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
    """An elastic cam mechanism."""

    drive: Literal["cam_mechanism"]
    """Names this kind of drive, an elastic cam mechanism, and so decides what all other
    keys mean."""
    speed: RotationalSpeed = Field(gt=0.0, examples=["300 rpm"])
    """How fast the driving end of the cam shaft turns, evenly; its turn is the period
    of everything."""
    cam_inertia: Inertia = Field(gt=0.0, examples=["0.12 kg m^2"])
    """Resistance of the cam against changes of its speed, I_1; a light cam swings back
    under the load of its follower."""
    follower_mass: Mass = Field(gt=0.0, examples=["5 kg"])
    """What the cam moves directly, m_2: roller and follower."""
    output_mass: Mass = Field(gt=0.0, examples=["50 kg"])
    """What hangs on the elastic follower, m_3, and is to follow the cam faithfully."""
    shaft_stiffness: TorsionalStiffness = Field(gt=0.0, examples=["80 kN m/rad"])
    """Torque per angle of twist between drive and cam, k_1."""
    follower_stiffness: Stiffness = Field(gt=0.0, examples=["8.2e8 N/m"])
    """Force per deflection of follower and contact with the cam, k_2."""
    output_stiffness: Stiffness = Field(gt=0.0, examples=["2.6e8 N/m"])
    """Force per deflection between follower and output link, k_3, usually the softest
    spring."""
    shaft_damping: TorsionalDamping = Field(ge=0.0, examples=["18.5 N m s/rad"])
    """Torque per speed of twist in the shaft, c_1, by which torsional vibration dies
    out."""
    follower_damping: Damping = Field(ge=0.0, examples=["1400 N s/m"])
    """Force per speed of deflection of follower and contact, c_2."""
    output_damping: Damping = Field(ge=0.0, examples=["1200 N s/m"])
    """Force per speed of deflection between follower and output link, c_3."""
    load: Force = Field(default=0.0, examples=["10 N"])
    """Steady force against the output link, F, such as that of a workpiece."""
