"""The three machines of [KhangDien2012] with the data of Tables 1 to 5."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from catena.periodic import HarmonicSolution, solve_collocation
from catena.periodic.mechanisms import (
    GearPair,
    TransmissionTrain,
    cam_mechanism,
    transmission_system,
    transport_manipulator,
)

REFERENCE = tomllib.loads(Path(__file__).with_name("reference.toml").read_text())
PROFILES = REFERENCE["profile"]
RPM = np.pi / 30.0


@cache
def cam(rpm: float, case: str) -> TransmissionTrain:
    data = REFERENCE["cam"]["parameters"]
    return cam_mechanism(speed=rpm * RPM, profile_cos=PROFILES[case], **data)


@cache
def manipulator(case: str, load: float = 0.0) -> TransmissionTrain:
    data = REFERENCE["manipulator"]["parameters"]
    return transport_manipulator(
        speed=50.0 * RPM, profile_cos=PROFILES[case], load=load, **data
    )


@cache
def steady(train: TransmissionTrain) -> HarmonicSolution:
    """The accurate periodic solution, computed once per machine."""
    return solve_collocation(transmission_system(train))


@cache
def gears(case: str) -> GearPair:
    data = REFERENCE["gear_pair"]
    fault = data[case]
    return GearPair(
        **data["parameters"],
        speed=1800.0 * RPM,
        mesh_stiffness=tuple(data["mesh_stiffness"]),
        mesh_phase=tuple(data["mesh_phase"]),
        error=tuple(1e-3 * e for e in fault["error_mm"]),
        error_phase=tuple(fault["error_phase"]),
    )
