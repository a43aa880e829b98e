"""The boundary of a specification as curves over time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from catena.drives.plan import Course
from catena.drives.variator.boundary.words import (
    BoundaryPart,
    ForceTable,
    SpeedTable,
    StopTable,
    TorqueTable,
)

RPM = 2.0 * np.pi / 60.0


@dataclass(frozen=True)
class PulleyBoundary:
    """What the surroundings impose on one pulley (Table 4.1)."""

    turning: Literal["speed", "torque"]
    turning_value: Course
    """Speed [rad/s] in the sense of travel, or torque against it (load, > 0) [N m]."""
    axial: Literal["stop", "force"]
    axial_value: Course
    """Velocity at which the stop closes the groove [m/s], or clamping force [N]."""


Tabulated = float | SpeedTable | TorqueTable | ForceTable | StopTable


def boundaries(part: BoundaryPart) -> tuple[PulleyBoundary, PulleyBoundary]:
    """What is imposed on the primary and on the secondary pulley."""
    primary = _turning(part.primary_speed, part.primary_torque, -1.0)
    secondary = _turning(part.secondary_speed, part.secondary_torque, 1.0)
    return (
        PulleyBoundary(*primary, *_axial(part, "primary", part.primary_force)),
        PulleyBoundary(*secondary, *_axial(part, "secondary", part.secondary_force)),
    )


def _turning(
    speed: float | SpeedTable | None,
    torque: float | TorqueTable | None,
    braking: float,
) -> tuple[Literal["speed", "torque"], Course]:
    # braking: 1 if a positive torque brakes, -1 if it drives
    if torque is None:
        return "speed", curve(speed)
    found = curve(torque)
    return "torque", Course(found.time, braking * found.value)


def _axial(
    part: BoundaryPart, pulley: str, force: float | ForceTable | None
) -> tuple[Literal["stop", "force"], Course]:
    if part.stop in (pulley, "both"):
        return "stop", curve(part.stop_speed)
    return "force", curve(force)


def curve(value: Tabulated | None) -> Course:
    """A number or a table as a curve; a number is a curve of one sample."""
    if value is None:
        raise ValueError("a boundary value is missing")
    if isinstance(value, float):
        return Course(np.array([0.0]), np.array([value]))
    return Course(np.array(value.time), np.array(value.value))


def held(given: PulleyBoundary) -> PulleyBoundary:
    """The same as at time zero for ever, with a stop at rest."""
    turning, axial = given.turning_value, given.axial_value
    force = np.interp(0.0, axial.time, axial.value) if given.axial == "force" else 0.0
    return replace(
        given,
        turning_value=curve(float(np.interp(0.0, turning.time, turning.value))),
        axial_value=curve(float(force)),
    )


def at_start(value: Tabulated | None) -> float:
    """The value at time zero."""
    found = curve(value)
    return float(np.interp(0.0, found.time, found.value))


def start_speeds(primary: float, secondary: float, travel: str) -> str:
    """Speeds of both pulleys [rad/s] as terminals speak of them, and of the travel."""
    turns = f"primary {primary / RPM:.1f}, secondary {secondary / RPM:.1f} rpm"
    return f"{turns}, {travel}"
