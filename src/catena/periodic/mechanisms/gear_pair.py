"""A gear pair with time-varying mesh stiffness and faulted teeth.

Source: [KhangDien2012] section 4.2. One coordinate remains: the dynamic transmission
error ``q = r_b1 phi1 + r_b2 phi2`` [m]; the rotation of the rigid pair is eliminated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catena.errors import InputError, shown
from catena.numerics.arrays import Floats
from catena.periodic.mechanisms.profile import not_negative, positive
from catena.periodic.system import PeriodicSystem, from_callables


@dataclass(frozen=True)
class GearPair:
    """Parameters of two meshing gears; harmonics as amplitudes and phases."""

    J1: float
    """Inertia of the pinion [kg m^2]."""
    J2: float
    """Inertia of the wheel [kg m^2]."""
    rb1: float
    """Base radius of the pinion [m]."""
    rb2: float
    """Base radius of the wheel [m]."""
    z1: int
    """Teeth of the pinion."""
    z2: int
    """Teeth of the wheel."""
    speed: float
    """Angular speed of the pinion [rad/s]."""
    mesh_stiffness: tuple[float, ...]
    """k_0, k_1, k_2, ... of the mesh stiffness [N/m] (73)."""
    mesh_phase: tuple[float, ...]
    """gamma_0, gamma_1, ... [rad]; the first is not used."""
    error: tuple[float, ...]
    """e_1, e_2, ... over one revolution of the faulted gear [m] (74)."""
    error_phase: tuple[float, ...]
    """alpha_1, alpha_2, ... [rad]."""
    static_deflection: float
    """q_0 under the constant load [m]."""
    damping_ratio: float
    """Lehr's ratio zeta; c_z = 2 zeta omega0 m_red."""
    faulted: str = "pinion"
    """The gear that carries the errors: "pinion" or "wheel"."""
    load_follows_error: bool = True
    """Use (71), F = k0 (q0 + e): the load then cancels the excitation k0 e(t). False
    keeps the load constant, F = k0 q0."""

    def __post_init__(self) -> None:
        for name in ("J1", "J2", "rb1", "rb2", "z1", "z2", "speed"):
            positive(name, float(getattr(self, name)))
        not_negative("damping_ratio", self.damping_ratio)
        if not self.mesh_stiffness:
            raise InputError("mesh_stiffness: empty; expected at least the mean k_0")
        positive("mesh_stiffness[0]", self.mesh_stiffness[0])
        _same_length("mesh", self.mesh_stiffness, self.mesh_phase)
        _same_length("error", self.error, self.error_phase)
        if self.faulted not in ("pinion", "wheel"):
            raise InputError(
                f"faulted: found {shown(self.faulted)}; expected 'pinion' or 'wheel'"
            )

    @property
    def reduced_mass(self) -> float:
        """m_red [kg] (70)."""
        return self.J1 * self.J2 / (self.J1 * self.rb2**2 + self.J2 * self.rb1**2)

    @property
    def natural_frequency(self) -> float:
        """omega0 = sqrt(k0 / m_red) [rad/s]; print lost the root."""
        return float(np.sqrt(self.mesh_stiffness[0] / self.reduced_mass))

    @property
    def mesh_damping(self) -> float:
        """c_z [N s/m]."""
        return 2.0 * self.damping_ratio * self.natural_frequency * self.reduced_mass

    @property
    def fault_speed(self) -> float:
        """Angular speed of the faulted gear [rad/s]."""
        ratio = 1.0 if self.faulted == "pinion" else self.z1 / self.z2
        return self.speed * ratio

    @property
    def mesh_order(self) -> int:
        """Mesh frequency as a harmonic of the faulted gear: its number of teeth."""
        return self.z1 if self.faulted == "pinion" else self.z2

    @property
    def mesh_frequency(self) -> float:
        """Tooth-meshing frequency [Hz]."""
        return self.z1 * self.speed / (2.0 * np.pi)

    @property
    def period(self) -> float:
        """One revolution of the faulted gear [s]."""
        return 2.0 * np.pi / self.fault_speed


def gear_pair_system(gears: GearPair) -> PeriodicSystem:
    """``m_red q'' + c_z q' + k_z(t) q = f(t)`` over one turn of the faulted gear.

    Source: [KhangDien2012] (69)-(74).
    Deviation: (72) lost its brackets in print, f = k0 q0 - [k_z(t) - k0] e - c_z e'.
    """
    k0 = gears.mesh_stiffness[0]
    m, cz = gears.reduced_mass, gears.mesh_damping

    def stiffness(t: Floats) -> Floats:
        return mesh_stiffness(gears, t)[:, None, None]

    def force(t: Floats) -> Floats:
        e, e_dot = transmission_error(gears, t)
        spring = mesh_stiffness(gears, t) - (k0 if gears.load_follows_error else 0.0)
        return (k0 * gears.static_deflection - spring * e - cz * e_dot)[:, None]

    return from_callables(
        gears.period, lambda t: [[m]], lambda t: [[cz]], stiffness, force, smooth=True
    )


def mesh_stiffness(gears: GearPair, t: Floats) -> Floats:
    """k_z(t) [N/m] (73)."""
    n = np.arange(1, len(gears.mesh_stiffness))
    angle = np.multiply.outer(t, n * gears.mesh_order * gears.fault_speed)
    waves = np.cos(angle + np.asarray(gears.mesh_phase[1:], dtype=float))
    varying = waves @ np.asarray(gears.mesh_stiffness[1:], dtype=float)
    return np.asarray(gears.mesh_stiffness[0] + varying)


def transmission_error(gears: GearPair, t: Floats) -> tuple[Floats, Floats]:
    """e(t) [m] and its rate [m/s] (74)."""
    rates = np.arange(1, len(gears.error) + 1) * gears.fault_speed
    angle = np.multiply.outer(t, rates) + np.asarray(gears.error_phase, dtype=float)
    e = np.asarray(gears.error, dtype=float)
    return np.cos(angle) @ e, -np.sin(angle) @ (rates * e)


def _same_length(
    name: str, values: tuple[float, ...], phases: tuple[float, ...]
) -> None:
    if len(values) != len(phases):
        raise InputError(
            f"{name}: found {len(values)} amplitudes and {len(phases)} phases; "
            "expected as many of one as of the other"
        )
    if not np.isfinite([*values, *phases]).all():
        raise InputError(f"{name}: found a value that is not finite")
