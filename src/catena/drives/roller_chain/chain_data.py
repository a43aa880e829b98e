"""The chain of a specification in numbers: standard first, what the user says wins."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.roller_chain.spec import ChainPart
from catena.standards import roller_chain

GYRATION = 0.225
"""Central inertia of a link over mass times pitch squared (06B and No. 40)."""
DAMPING_RATIO = 0.02
"""Of a link against its neighbour, where no damping is given; an estimate."""
GUESSED_STRAIN = 0.00085
"""Strain of a chain at a tenth of its breaking force, where no stiffness is known."""


@dataclass(frozen=True)
class Chain:
    """All numbers of a chain [SI]."""

    pitch: float
    roller_diameter: float
    pin_diameter: float
    plate_height: float
    plate_thickness: float
    inner_width: float
    link_mass: float
    link_inertia: float
    stiffness: float
    damping: float
    strength: float | None
    """Least breaking force [N]; None where unknown."""
    designation: str


def chain_of(part: ChainPart) -> Chain:
    """The chain a specification asks for."""
    data = _standard_data(part.standard)
    wanted = (
        "pitch", "roller_diameter", "pin_diameter", "plate_height", "inner_width",
        "link_mass", "stiffness", "link_inertia", "damping",
    )  # fmt: skip
    data |= {
        name: value for name in wanted if (value := getattr(part, name)) is not None
    }
    p, m = float(data["pitch"]), float(data["link_mass"])
    critical = 2.0 * math.sqrt(float(data["stiffness"]) * m)
    return Chain(
        pitch=p,
        roller_diameter=data["roller_diameter"],
        pin_diameter=data["pin_diameter"],
        plate_height=data.get("plate_height", 0.9 * p),
        plate_thickness=data.get("plate_thickness", 0.12 * p),
        inner_width=data.get("inner_width", 0.6 * p),
        link_mass=m,
        link_inertia=data.get("link_inertia", GYRATION * m * p**2),
        stiffness=data["stiffness"],
        damping=data.get("damping", DAMPING_RATIO * critical),
        strength=data.get("strength"),
        designation=part.standard or f"chain of {1e3 * p:g} mm pitch",
    )


def _standard_data(standard: str | None) -> dict[str, float]:
    if standard is None:
        return {}
    row = roller_chain(standard.replace("606", "").strip(), path="chain.standard")
    guess = 0.1 * row.tensile_strength / (GUESSED_STRAIN * row.pitch)
    return {
        "pitch": row.pitch,
        "roller_diameter": row.roller_diameter,
        "pin_diameter": row.pin_diameter,
        "plate_height": row.plate_height[0],
        "plate_thickness": row.plate_thickness[0],
        "inner_width": row.inner_width,
        "link_mass": row.link_mass,
        "stiffness": row.link_stiffness or guess,
        "strength": row.tensile_strength,
    }
