"""The chain of a specification in numbers: standard first, what the user says wins."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.roller_chain.spec.chain import ChainPart
from catena.errors import SpecError
from catena.standards import roller_chain

GYRATION = 0.225
"""Central inertia of a link over mass times pitch squared (06B and No. 40)."""
DAMPING_RATIO = 0.02
"""Of a link against its neighbour, where no damping is given; an estimate."""
WAIST = 0.86
"""Mean height of a plate between its eyes, over its height."""
GUESSED_STRAIN = 0.00085
"""Strain of a chain at a tenth of its breaking force, where no stiffness is known."""

STEEL = 7850.0
"""Density of parts whose mass is not given [kg/m^3]."""
TOOTH_WIDTH = 0.93
"""ISO 606 tooth width over the inner width, up to 12.7 mm pitch."""


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
    inner: tuple[float, float]
    """Mass and central inertia of a bush link with its rollers."""
    outer: tuple[float, float]
    """Mass and central inertia of a pin link."""
    strength: float | None
    """Least breaking force [N]; None where unknown."""
    designation: str


def chain_of(part: ChainPart) -> Chain:
    """The chain a specification asks for.

    Raises:
        SpecError: When the pins do not fit into the rollers.
    """
    data = _standard_data(part.standard)
    wanted = (
        "pitch", "roller_diameter", "pin_diameter", "plate_height", "inner_width",
        "link_mass", "stiffness", "link_inertia", "damping",
    )  # fmt: skip
    data |= {
        name: value for name in wanted if (value := getattr(part, name)) is not None
    }
    if data["pin_diameter"] >= data["roller_diameter"]:
        raise SpecError.at(
            "chain.pin_diameter",
            data["pin_diameter"],
            f"less than the roller diameter {1e3 * data['roller_diameter']:.4g} mm",
        )
    p, m = float(data["pitch"]), float(data["link_mass"])
    critical = 2.0 * math.sqrt(float(data["stiffness"]) * m)
    data.setdefault("plate_height", 0.9 * p)
    data.setdefault("plate_thickness", 0.12 * p)
    data.setdefault("inner_width", 0.6 * p)
    data.setdefault("link_inertia", GYRATION * m * p**2)
    inner, outer = _kinds(part, data)
    return Chain(
        pitch=p,
        roller_diameter=data["roller_diameter"],
        pin_diameter=data["pin_diameter"],
        plate_height=data["plate_height"],
        plate_thickness=data["plate_thickness"],
        inner_width=data["inner_width"],
        link_mass=m,
        link_inertia=data["link_inertia"],
        inner=inner,
        outer=outer,
        stiffness=data["stiffness"],
        damping=data.get("damping", DAMPING_RATIO * critical),
        strength=data.get("strength"),
        designation=part.standard or f"chain of {1e3 * p:g} mm pitch",
    )


def _kinds(
    part: ChainPart, data: dict[str, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mass and inertia of bush and pin links."""
    equal = data["link_mass"], data["link_inertia"]
    inner, outer = equal, equal
    if part.masses == "by parts":
        inner, outer = masses_by_parts(
            data["link_mass"],
            data["pitch"],
            data["roller_diameter"],
            data["pin_diameter"],
            data["inner_width"],
            (data["plate_thickness"], data.get("outer_thickness")),
            (data["plate_height"], data.get("outer_height")),
        )
    inner = part.inner_mass or inner[0], part.inner_inertia or inner[1]
    outer = part.outer_mass or outer[0], part.outer_inertia or outer[1]
    return inner, outer


def masses_by_parts(
    mean_mass: float,
    pitch: float,
    roller: float,
    pin: float,
    width: float,
    thickness: tuple[float, float | None],
    height: tuple[float, float | None],
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mass [kg] and central inertia [kg m^2] of bush and pin links, an estimate.

    Plates are slots of their height with a waist; bush and roller share the room
    between pin and roller surface; pins end flush with the outer plates. Volumes give
    the shares, the mean mass of a link the density.
    """
    t_i, h_i = thickness[0], height[0]
    t_o, h_o = thickness[1] or t_i, height[1] or 0.86 * h_i
    bush = 0.5 * (roller + pin)
    plate_i, plate_o = 2.0 * t_i * _slot(pitch, h_i), 2.0 * t_o * _slot(pitch, h_o)
    ends_i = _tube(roller, bush) * width + _tube(bush, pin) * (width + 2.0 * t_i)
    ends_o = _tube(pin, 0.0) * (width + 2.0 * t_i + 2.0 * t_o)
    density = 2.0 * mean_mass / (plate_i + plate_o + 2.0 * ends_i + 2.0 * ends_o)
    return (
        _kind(density, plate_i, ends_i, pitch, h_i),
        _kind(density, plate_o, ends_o, pitch, h_o),
    )


def _slot(pitch: float, height: float) -> float:
    """Area of a plate without its holes' correction [m^2]."""
    return 0.25 * math.pi * height**2 + WAIST * pitch * height


def _tube(outside: float, inside: float) -> float:
    return 0.25 * math.pi * (outside**2 - inside**2)


def _kind(
    density: float, plates: float, end: float, pitch: float, height: float
) -> tuple[float, float]:
    """Mass and inertia of two plates and what sits at their two ends."""
    m_plates, m_ends = density * plates, 2.0 * density * end
    J_plates = m_plates * ((pitch + 0.8 * height) ** 2 + height**2) / 12.0
    return m_plates + m_ends, J_plates + m_ends * 0.25 * pitch**2


def _standard_data(standard: str | None) -> dict[str, float]:
    if standard is None:
        return {}
    row = roller_chain(standard, path="chain.standard")
    guess = 0.1 * row.tensile_strength / (GUESSED_STRAIN * row.pitch)
    return {
        "pitch": row.pitch,
        "roller_diameter": row.roller_diameter,
        "pin_diameter": row.pin_diameter,
        "plate_height": row.plate_height[0],
        "plate_thickness": row.plate_thickness[0],
        "outer_height": row.plate_height[1],
        "outer_thickness": row.plate_thickness[1],
        "inner_width": row.inner_width,
        "link_mass": row.link_mass,
        "stiffness": row.link_stiffness or guess,
        "strength": row.tensile_strength,
    }
