"""Variators the tests of the pushbelt share."""

import math
import tomllib
from typing import Any

from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.drives.pushbelt_cvt.start.belt_equilibrium import Band
from catena.drives.pushbelt_cvt.start.belt_settings import Variator

STUDY_BAND = Band(8.3916e6, 1.40, 0.09, math.radians(11.0))
STUDY = Variator(STUDY_BAND, 0.680, 0.168, (0.342, 2.926))

MED = """
drive = "pushbelt_cvt"
variator = "study"
[boundary]
primary_speed = "2000 rpm"
secondary_torque = "74.58 N m"
secondary_force = "10520 N"
[start]
ratio = 1.0
"""


def rpm(value: float) -> float:
    return value * 2.0 * math.pi / 60.0


def spec_with(text: str = MED, **values: Any) -> Spec:
    """A specification with other values at key paths, dots written as ``__``."""
    data = tomllib.loads(text)
    for path, value in values.items():
        *sections, key = path.split("__")
        place = data
        for section in sections:
            place = place.setdefault(section, {})
        if value is None:
            place.pop(key, None)
        else:
            place[key] = value
    return Spec.model_validate(data)
