"""How fast a drive will run, before it does."""

from __future__ import annotations

import numpy as np

from catena.couplings.boundary import given_value
from catena.drives.roller_chain.layout.placement import Layout
from catena.drives.roller_chain.plan_rotors import wheel_of
from catena.drives.roller_chain.spec.drive import Spec
from catena.drives.wheel_boundary.words import DriveSpeed
from catena.errors import SpecError
from catena.integrators.planar_chain.assembly import copy_to_ends, link_view
from catena.integrators.planar_chain.tables import System
from catena.numerics.arrays import Floats

MOMENTS = 1000
"""Steps of time in which a motion under torques is estimated."""


def highest_speed(spec: Spec, layout: Layout, system: System) -> float:
    """Largest speed of the driver during the run [rad/s].

    A motion under torques is estimated as if chain and wheels were one rigid body, with
    the means of all torques over the angle.

    Raises:
        SpecError: When nothing ever moves.
    """
    boundary = spec.leading.boundary
    if isinstance(boundary, DriveSpeed):
        return boundary.highest
    ratio, inertia = _reduced(spec, layout, system)
    loads, curve = system.imposed.loads, system.imposed.curve
    along, dt = ratio[loads.account], spec.solve.duration / MOMENTS
    drag = float(ratio**2 @ system.rotors.drag + along**2 @ loads.droop)
    speed = highest = spec.nominal_speed
    for t in dt * np.arange(MOMENTS):
        mean = [
            given_value(curve, loads, i, t) + row.droop * row.nominal
            for i, row in enumerate(loads)
        ]
        pull = float(along @ np.array(mean))
        speed = (speed + dt * pull / inertia) / (1.0 + dt * drag / inertia)
        highest = max(highest, abs(speed))
    if highest == 0.0:
        raise SpecError.at(
            f"sprocket[{spec.leader}].boundary.speed",
            0.0,
            "starts a drive from rest that no torque sets in motion",
            "state a torque, or a speed above 0",
        )
    return highest


def _reduced(spec: Spec, layout: Layout, system: System) -> tuple[Floats, float]:
    """Speeds of all rotors over that of the driver, and the inertia it moves."""
    teeth = np.array([part.tooth_count for part in spec.sprocket], dtype=np.float64)
    ratio = np.zeros(system.rotors.size)
    ratio[: teeth.size] = teeth[spec.leader] / teeth
    copy_to_ends(system, ratio)
    arm = wheel_of(layout, spec.leading.name).length_per_radian or 0.0
    chain = float(link_view(system, system.M)[0].sum()) * arm**2
    return ratio, chain + float(ratio**2 @ system.rotors.inertia)
