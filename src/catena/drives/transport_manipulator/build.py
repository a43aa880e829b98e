"""The transport manipulator as a periodic system."""

from __future__ import annotations

from catena.drives.steady.job import SteadyJob
from catena.drives.steady.problem import CoordinateLabel
from catena.drives.steady.transmissions import (
    angle_series,
    shaft_twist,
    transmission_problem,
)
from catena.drives.transport_manipulator.spec import Spec
from catena.periodic.mechanisms.transmission import TransmissionTrain


def build(spec: Spec) -> SteadyJob:
    """The steady vibration of the manipulator."""
    coordinates = (
        shaft_twist(),
        CoordinateLabel(
            "hammer_deflection",
            "m",
            "deflection of the hammer",
            "q2",
            "[KhangDien2012] (77)",
        ),
    )
    return SteadyJob(transmission_problem(spec, train_of(spec), coordinates))


def train_of(spec: Spec) -> TransmissionTrain:
    """Shaft, cam and hammer as numbers."""
    return TransmissionTrain(
        inertia=spec.cam_inertia,
        masses=(spec.hammer_mass,),
        stiffnesses=(spec.shaft_stiffness, spec.hammer_stiffness),
        dampings=(spec.shaft_damping, spec.hammer_damping),
        profile=angle_series(spec.profile),
        speed=spec.speed,
        load=angle_series(spec.load_harmonic, spec.load),
    )
