"""The three machines of [KhangDien2012] with the data of Tables 1 to 5."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from catena.periodic import HarmonicSolution, solve_collocation
from catena.periodic.mechanisms import (
    AngleSeries,
    GearPair,
    TransmissionTrain,
    transmission_system,
)

REFERENCE = tomllib.loads(Path(__file__).with_name("reference.toml").read_text())
PROFILES = REFERENCE["profile"]
RPM = np.pi / 30.0


def train_of(machine: str, rpm: float, case: str, load: float) -> TransmissionTrain:
    """A train of the numbers I1, m2, m3, ..., k1, k2, ..., c1, c2, ... of a table."""
    data = dict(REFERENCE[machine]["parameters"])
    mean = data.pop("load", load)

    def row(letter: str) -> tuple[float, ...]:
        return tuple(data[key] for key in sorted(data) if key[0] == letter)

    rows = row("m"), row("k"), row("c")
    profile = AngleSeries(tuple(PROFILES[case]))
    return TransmissionTrain(
        data["I1"], *rows, profile, rpm * RPM, AngleSeries(mean=mean)
    )


@cache
def cam(rpm: float, case: str) -> TransmissionTrain:
    return train_of("cam", rpm, case, 0.0)


@cache
def manipulator(case: str, load: float = 0.0) -> TransmissionTrain:
    return train_of("manipulator", 50.0, case, load)


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
