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

    tooth_count: int = Field(ge=3, le=10_000, examples=[14])
    """Teeth of the gear; with the speed they set the mesh frequency, and both counts
    the ratio."""
    base_radius: Length = Field(gt=0.0, examples=["30.46 mm"])
    """Radius of the base circle r_b, the lever of the tooth force and from angle to way
    along the line of action."""
    inertia: Inertia = Field(gt=0.0, examples=["9.3e-2 kg m^2"])
    """Resistance of the gear and what turns rigidly with it against changes of speed,
    J."""


class MeshHarmonic(Part):
    """One term k_n cos(n omega_z t + gamma_n) of the mesh stiffness, (73)."""

    order: int = Field(ge=1, le=1000, examples=[1])
    """Which multiple of the mesh frequency, n; the changing number of teeth in contact
    makes several."""
    amplitude: Stiffness = Field(examples=["3.3e8 N/m"])
    """Largest deviation from the mean stiffness by this term, k_n."""
    phase: Angle = Field(default=0.0, examples=["40 deg"])
    """Where in its cosine this term stands at the start, gamma_n."""


class ErrorHarmonic(Part):
    """One term e_i cos(i omega_1 t + alpha_i) of the transmission error, (74)."""

    order: int = Field(ge=1, le=1000, examples=[3])
    """Which multiple of the faulted gear's turn, i; single bad teeth make many, which
    show as sidebands."""
    amplitude: Length = Field(examples=["20 um"])
    """How far the teeth deviate from true form in this term, along the line of action,
    e_i."""
    phase: Angle = Field(default=0.0, examples=["30 deg"])
    """Where in its cosine this term stands at the start, alpha_i."""


class Mesh(Part):
    """How the teeth carry."""

    mean_stiffness: Stiffness = Field(gt=0.0, examples=["8.1e8 N/m"])
    """Force per deflection of the teeth in contact along the line of action, averaged
    over the mesh, k_0."""
    stiffness: list[MeshHarmonic] = Field(default=[], max_length=200)
    """How the stiffness varies as one tooth pair more or less carries; this excites
    vibration parametrically."""
    damping_ratio: Number | None = Field(
        default=None, ge=0.0, lt=10.0, examples=[0.024]
    )
    """Lehr's damping ratio zeta of the mesh vibration at the mean stiffness; if not
    given, ``damping`` states it."""
    damping: Damping | None = Field(default=None, ge=0.0, examples=["2000 N s/m"])
    """Force per speed of tooth deflection, c_z; if not given, ``damping_ratio`` states
    it."""
    static_deflection: Length = Field(default=0.0, examples=["12 um"])
    """How far the teeth give way under the mean load, q_0; it measures the load that
    the swinging stiffness acts on."""

    @model_validator(mode="after")
    def _one_damping(self) -> Self:
        if (self.damping_ratio is None) == (self.damping is None):
            raise ValueError("state either damping_ratio or damping")
        return self


class Spec(DriveSpec):
    """A gear pair with faulted meshing."""

    drive: Literal["gear_pair"]
    """Names this kind of drive, a gear pair with faulted teeth, and so decides what all
    other keys mean."""
    speed: RotationalSpeed = Field(gt=0.0, examples=["1800 rpm"])
    """How fast the driving gear turns, evenly on average."""
    pinion: Gear
    """The gear that drives, usually the smaller one."""
    wheel: Gear
    """The gear that is driven, usually the larger one."""
    mesh: Mesh
    """How stiff and how damped the teeth in contact are."""
    error: list[ErrorHarmonic] = Field(default=[], max_length=200)
    """Deviation of the teeth from true form as Fourier terms of the static transmission
    error e(t)."""
    faulted: Literal["pinion", "wheel"] = "pinion"
    """Which gear has the errors; one turn of it is the period of the vibration."""
    load_follows_error: bool = True
    """Whether the load varies as k_0 e(t), the paper's assumption (71), or stays
    constant."""
    analysis: Analysis = Analysis()
    """Which solutions are computed, by which method and how finely."""
