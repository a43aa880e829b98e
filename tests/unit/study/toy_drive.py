"""A drive that costs nothing: what studies are tested with."""

import time
from pathlib import Path
from types import ModuleType
from typing import Literal

import numpy as np
from pydantic import Field

from catena.errors import SolverError
from catena.results.catalogue import Catalogue, Variable
from catena.results.health import Check, KeyNumber, Outcome
from catena.spec.parts import DriveSpec, Part
from catena.spec.quantities import Force, RotationalSpeed


class Load(Part):
    force: Force = Field(default=1.0, ge=0.0)
    law: Literal["linear", "square"] = "linear"


class Spec(DriveSpec):
    drive: Literal["toy"]
    speed: RotationalSpeed = Field(gt=0.0, le=1000.0)
    teeth: int = Field(default=20, ge=5)
    load: Load = Load()
    levels: list[Force] = Field(default=[1.0, 2.0])
    fails_above: RotationalSpeed = 1e9
    warns_above: RotationalSpeed = 1e9
    seconds: float = 0.0
    log: str = ""
    damper: Load | None = None


class Job:
    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def catalogue(self) -> Catalogue:
        return Catalogue({"time": 2}, {}, (Variable("power", ("time",), "W", "power"),))

    def execute(self, sink, progress) -> Outcome:
        spec = self.spec
        if spec.log:
            with Path(spec.log).open("a") as file:
                file.write(f"{spec.speed!r}\n")
        time.sleep(spec.seconds)
        if spec.speed > spec.fails_above:
            raise SolverError(f"diverged at {spec.speed:g} rad/s")
        power = power_of(spec)
        sink.put("power", np.full(2, power))
        numbers = (
            KeyNumber("power", "mean power", power, "W", spread=0.01 * power),
            KeyNumber("tooth_rate", "tooth rate", spec.teeth * spec.speed, "1/s"),
        )
        slow = spec.speed <= spec.warns_above
        hum = Check("hum", "loudness of the hum", spec.speed, spec.warns_above, slow)
        warnings = () if slow else (f"hums at {spec.speed:g} rad/s",)
        return Outcome("runs well", numbers, (hum,), warnings)


def power_of(spec: Spec) -> float:
    return spec.load.force ** (1 if spec.load.law == "linear" else 2) * spec.speed


def build(spec: Spec) -> Job:
    return Job(spec)


def as_modules() -> dict[str, ModuleType]:
    room, spec, builder = (ModuleType(f"toy.{n}") for n in ("room", "spec", "build"))
    spec.Spec, builder.build = Spec, build
    name = "catena.drives.toy"
    return {name: room, f"{name}.spec": spec, f"{name}.build": builder}
