"""At which speed a drive without a prescribed one would run, by its torques alone."""

from __future__ import annotations

import math
from typing import NamedTuple

from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.wheel_boundary.words import DriveSpeed, DriveTorque, Load

RPM = 2.0 * math.pi / 60.0
"""[rad/s]."""


class Balance(NamedTuple):
    """Mean torques at the leading sprocket, before what the chain itself loses."""

    driving: float
    """Of all motors at its nominal speed [N m]."""
    braking: float
    """Of all loads and dampings of sprockets there [N m]."""
    slope: float
    """How much the difference falls with its speed [N m s/rad]."""
    nominal: float
    """[rad/s]"""

    @property
    def speed(self) -> float:
        """Where both agree [rad/s]; infinite if they do not depend on the speed.

        With a sign then: that of what is left.
        """
        if self.slope == 0.0:
            return math.inf if self.driving > self.braking else -math.inf
        return self.nominal + (self.driving - self.braking) / self.slope


def torque_balance(spec: Spec) -> Balance:
    """Torques of all sprockets, brought to the leading one by numbers of teeth."""
    teeth, nominal = spec.leading.tooth_count, spec.nominal_speed
    driving = braking = slope = 0.0
    for part in spec.sprocket:
        ratio, boundary = teeth / part.tooth_count, part.boundary
        braking += part.damping * ratio**2 * nominal
        slope += part.damping * ratio**2
        if isinstance(boundary, DriveTorque):
            at = nominal if boundary.speed is None else boundary.speed / ratio
            fall = boundary.droop * ratio**2
            driving += ratio * boundary.torque - fall * (nominal - at)
            slope += fall
        elif isinstance(boundary, Load):
            braking += ratio * boundary.torque
    return Balance(driving, braking, slope, nominal)


def torque_words(spec: Spec) -> str:
    """What motors and loads do to the speed; empty where it is prescribed."""
    if isinstance(spec.leading.boundary, DriveSpeed):
        return ""
    found = torque_balance(spec)
    words = (
        f"at {found.nominal / RPM:.4g} rpm of {spec.leading.name!r} motors drive with "
        f"{found.driving:.4g} N m there and loads take {found.braking:.4g} N m before "
        "losses of the chain"
    )
    if found.speed <= 0.0:
        return f"{words}: the drive comes to a stop; state more torque or less load"
    if found.slope == 0.0:
        return (
            f"{words}, at any speed: state a droop of the motor or a damping of a "
            "sprocket, or only these losses decide how fast the drive becomes"
        )
    return f"{words}; both agree at {found.speed / RPM:.4g} rpm"
