"""The cam mechanism as a periodic system."""

from __future__ import annotations

from catena.drives.cam_mechanism.spec import Spec
from catena.drives.steady.job import SteadyJob
from catena.drives.steady.problem import CoordinateLabel
from catena.drives.steady.transmissions import (
    angle_series,
    shaft_twist,
    transmission_problem,
)
from catena.periodic.mechanisms.transmission import TransmissionTrain


def build(spec: Spec) -> SteadyJob:
    """The steady vibration of the mechanism."""
    coordinates = (
        shaft_twist(),
        CoordinateLabel(
            "follower_deflection",
            "m",
            "deflection of the follower",
            "q2",
            "[KhangDien2012] (45)",
        ),
        CoordinateLabel(
            "transmission_error",
            "m",
            "dynamic transmission error of the output link",
            "q3",
            "[KhangDien2012] (45)",
        ),
    )
    return SteadyJob(transmission_problem(spec, train_of(spec), coordinates))


def train_of(spec: Spec) -> TransmissionTrain:
    """Shaft, cam, follower and output link as numbers."""
    return TransmissionTrain(
        inertia=spec.cam_inertia,
        masses=(spec.follower_mass, spec.output_mass),
        stiffnesses=(
            spec.shaft_stiffness,
            spec.follower_stiffness,
            spec.output_stiffness,
        ),
        dampings=(spec.shaft_damping, spec.follower_damping, spec.output_damping),
        profile=angle_series(spec.profile),
        speed=spec.speed,
        load=angle_series(spec.load_harmonic, spec.load),
    )
