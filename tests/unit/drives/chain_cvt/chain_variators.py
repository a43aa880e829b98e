"""Chain variators of the tests: the template, and one that no example has."""

from __future__ import annotations

from typing import Any

from catena.drives import DRIVES
from catena.drives.chain_cvt.spec import Spec
from catena.drives.loading import loads

SMALL = loads(DRIVES["chain_cvt"].template())


def template(**values: Any) -> Spec:
    """The template with other values at keys such as ``chain__model``."""
    spec = SMALL.with_values({k.replace("__", "."): v for k, v in values.items()})
    assert isinstance(spec, Spec)
    return spec


def other(**values: Any) -> Spec:
    """75 links, 10 degrees, other masses, speeds and clamping."""
    own: dict[str, Any] = {
        "variator__centre_distance": 0.171,
        "variator__wedge_angle": "10 deg",
        "chain__link_count": 75,
        "chain__link_mass": 0.019,
        "pin__length": 0.034,
        "primary__outer_radius": 0.082,
        "secondary__outer_radius": 0.082,
        "secondary__inertia": 0.02,
        "boundary__primary_speed": "1700 rpm",
        "boundary__secondary_torque": 180.0,
        "boundary__secondary_force": 25e3,
    }
    return template(**(own | values))
