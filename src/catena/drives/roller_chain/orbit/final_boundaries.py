"""A chain drive with its boundaries as they are in the end, when nothing changes."""

from __future__ import annotations

import math
from typing import Any

from catena.drives.roller_chain.layout.chain_data import chain_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load
from catena.errors import InputError
from catena.geometry.tooth import pitch_radius
from catena.rounding import rounded

RPM = 2.0 * math.pi / 60.0
LEAST_TOLERANCE, TOLERANCE_SHARE = 0.01, 2e-5
"""Of set-valued friction, where none is stated [N], and over the pull of the largest
torque: what sweeps leave is scatter of the map of one period."""


def calm_time(spec: Spec) -> float:
    """When ramps and histories are over [s]."""
    times = [spec.load_ramp if spec.fidelity == "planar" else 0.0]
    for part in spec.sprocket:
        times.append(getattr(part.boundary, "ramp", 0.0))
        times += [time for time, _ in getattr(part.boundary, "history", [])]
    return max(times)


def calm_spec(spec: Spec) -> Spec:
    """The same drive without ramps and histories, at their last values."""
    values: dict[str, Any] = {}
    if spec.fidelity == "planar":  # loads in space have no ramp
        values["solve.load_ramp"] = 0.0
    for i, part in enumerate(spec.sprocket):
        at, boundary = f"sprocket[{i}].boundary", part.boundary
        if isinstance(boundary, DriveSpeed):
            values[f"{at}.ramp"] = 0.0
            if boundary.history:
                values[f"{at}.speed"] = boundary.history[-1][1]
        if isinstance(boundary, Load | DriveTorque) and boundary.history:
            values[f"{at}.torque"] = boundary.torque + boundary.history[-1][1]
        if getattr(boundary, "history", None):
            values[f"{at}.history"] = []
    iterated = spec.fidelity == "planar" and spec.solve.friction == "set-valued"
    if iterated and spec.solve.tolerance is None:
        values["solve.tolerance"] = friction_tolerance(spec)
    changed: Spec = spec.with_values(values)
    return changed


def speed_words(spec: Spec) -> str:
    """At which speed a drive runs in the end; empty where torques decide."""
    boundary, name = spec.leading.boundary, repr(spec.leading.name)
    if not isinstance(boundary, DriveSpeed):
        return ""
    if not boundary.history:
        return f"{rounded(boundary.speed / RPM, 4)} rpm of {name}"
    last = rounded(boundary.history[-1][1] / RPM, 4)
    return f"{last} rpm of {name}, the last value of its history"


def prescribed(spec: Spec) -> bool:
    """Whether a speed is prescribed, and with it the period."""
    return isinstance(spec.leading.boundary, DriveSpeed)


def friction_tolerance(spec: Spec) -> float:
    """How well set-valued friction is solved in a search [N]."""
    pitch = chain_of(spec.chain).pitch
    pulls: list[float] = [
        abs(float(getattr(part.boundary, "torque", 0.0)))
        / pitch_radius(pitch, part.tooth_count)
        for part in spec.sprocket
    ]
    return max(LEAST_TOLERANCE, TOLERANCE_SHARE * max(pulls))


def check_repeating(spec: Spec) -> None:
    """Refuse what never repeats.

    Raises:
        InputError: with all that was found.
    """
    endless = [
        f"{part.name}.run_up"
        for part in spec.sprocket
        if getattr(part.boundary, "run_up", None) is not None
    ]
    endless += [
        f"ratchet of {guide.name}"
        for guide in spec.guide
        if guide.tensioner is not None and guide.tensioner.ratchet
    ]
    if spec.solve.motion != "dynamic":
        endless.append("solve.motion 'quasi-static'")
    if spec.contact.tooth.rollers == "free":
        endless.append("contact.tooth.rollers 'free'")
    if spec.fidelity == "spatial":
        if not isinstance(spec.leading.boundary, DriveSpeed):
            endless.append("a chain in space driven by a torque")
        if spec.spatial.scheme == "explicit":
            endless.append("spatial.scheme 'explicit'")
    if endless:
        raise InputError(
            "even running needs a drive that repeats itself; here "
            f"{', '.join(endless)} cannot: leave it out, or make a run"
        )
