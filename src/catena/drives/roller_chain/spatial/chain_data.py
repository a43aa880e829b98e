"""Masses, inertias and stiffnesses of a chain in space, in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catena.drives.roller_chain.layout.chain_data import (
    STEEL,
    TOOTH_WIDTH,
    Chain,
    chain_of,
)
from catena.drives.roller_chain.layout.links import link_pitches
from catena.drives.roller_chain.spec.chain import ChainPart
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import SpecError
from catena.geometry.tooth import ToothProfile
from catena.laws.johnson import limit_force
from catena.numerics.arrays import Floats
from catena.rounding import rounded

GYRATION = (0.055, 0.22, 0.20)
"""Inertias of a link about its axes over mass times pitch squared (1/2 x 1/8 inch)."""
RELIEF = 0.06
"""ISO 606 side relief of teeth over the pitch."""
SAMPLE = 0.2
"""Points of plates tested for contact, from the middle of the link, over the pitch."""


@dataclass(frozen=True)
class SpatialData:
    """All numbers of the chain that a planar one does not have [SI]."""

    chain: Chain
    inner_mass: float
    """Mass of a bush link without its rollers."""
    inner_inertia: tuple[float, float, float]
    outer_mass: float
    outer_inertia: tuple[float, float, float]
    roller_mass: float
    roller_spin: float
    roller_tilt: float
    bush_radius: float
    outer_width: float
    reach: float

    @property
    def mean_mass(self) -> float:
        """Of a link [kg]."""
        return 0.5 * (self.inner_mass + 2.0 * self.roller_mass + self.outer_mass)


def spatial_data(spec: Spec) -> SpatialData:
    """The chain of a specification.

    Raises:
        SpecError: What does not fit into one another.
    """
    chain, part = chain_of(spec.chain), spec.spatial
    roller = part.roller
    bush = roller.bush_diameter or 0.5 * (chain.pin_diameter + chain.roller_diameter)
    if not chain.pin_diameter < bush < chain.roller_diameter:
        raise SpecError.at(
            "spatial.roller.bush_diameter",
            bush,
            f"between pin and roller diameter, {1e3 * chain.pin_diameter:.4g} and "
            f"{1e3 * chain.roller_diameter:.4g} mm",
        )
    outside, inside = 0.5 * chain.roller_diameter, 0.5 * bush
    tube = STEEL * math.pi * (outside**2 - inside**2) * chain.inner_width
    mass = roller.mass or tube
    spin = roller.spin_inertia or 0.5 * mass * (outside**2 + inside**2)
    tilt = roller.tilt_inertia or 0.5 * spin + mass * chain.inner_width**2 / 12.0
    inner, outer = chain.inner[0] - 2.0 * mass, chain.outer[0]
    if inner <= 0.0:
        raise SpecError.at(
            "spatial.roller.mass",
            mass,
            f"less than half the mass of a bush link, {1e3 * chain.inner[0]:.4g} g",
        )
    return SpatialData(
        chain,
        inner,
        part.inner_inertia or _estimated(inner, chain.pitch),
        outer,
        part.outer_inertia or _estimated(outer, chain.pitch),
        mass,
        spin,
        tilt,
        0.5 * bush,
        part.side.outer_width or chain.inner_width + 2.0 * chain.plate_thickness,
        part.side.reach or 0.5 * chain.plate_height,
    )


def spatial_pitches(part: ChainPart, pitch: float, count: int) -> Floats:
    """Distance of the joints of every link [m], (count,).

    As in the plane, but links of an odd chain take turns too: pin links are worn at
    both ends, the offset link at its front.
    """
    pitches = link_pitches(part, pitch, count)
    if count % 2:
        pitches[1::2] += part.variation.wear * pitch
        pitches[:-1:2] -= part.variation.wear * pitch
    return pitches


def _estimated(mass: float, pitch: float) -> tuple[float, float, float]:
    x, y, z = (g * mass * pitch**2 for g in GYRATION)
    return x, y, z


def check_widths(spec: Spec, data: SpatialData) -> None:
    """Refuse teeth that do not fit between the plates, and plates in each other."""
    inner = data.chain.inner_width
    for number, part in enumerate(spec.sprocket):
        width = tooth_width(part.tooth_width, inner)
        if width >= inner:
            raise SpecError.at(
                f"sprocket[{number}].tooth_width",
                width,
                f"less than the inner width {1e3 * inner:.4g} mm of the chain, so that "
                "teeth pass between the plates",
            )
        relief = part.tooth_relief
        if relief is not None and relief > 0.5 * width:
            raise SpecError.at(
                f"sprocket[{number}].tooth_relief",
                relief,
                f"at most half the tooth width, {1e3 * 0.5 * width:.4g} mm",
            )
    if data.outer_width <= inner:
        raise SpecError.at(
            "spatial.side.outer_width",
            data.outer_width,
            f"more than the inner width {1e3 * inner:.4g} mm: plates of pin links lie "
            "outside those of bush links",
        )
    _check_plates(spec, data)


def _check_plates(spec: Spec, data: SpatialData) -> None:
    """Refuse plates in each other or beyond their height, where these are known."""
    chain, side = data.chain, spec.spatial.side
    pair = chain.inner_width + 2.0 * chain.plate_thickness
    if spec.chain.standard is not None and data.outer_width < pair:
        raise SpecError.at(
            "spatial.side.outer_width",
            data.outer_width,
            f"at least {1e3 * pair:.4g} mm, so that the plates of bush links, "
            f"{1e3 * chain.plate_thickness:.4g} mm thick and "
            f"{1e3 * chain.inner_width:.4g} mm apart, pass between those of pin links",
        )
    known = spec.chain.standard is not None or spec.chain.plate_height is not None
    if known and side.reach is not None and side.reach > 0.5 * chain.plate_height:
        raise SpecError.at(
            "spatial.side.reach",
            side.reach,
            f"at most half the plate height, {1e3 * 0.5 * chain.plate_height:.4g} mm",
        )


def check_johnson(spec: Spec, data: SpatialData) -> None:
    """Refuse a clearance for which Johnson's law ends below the loads to expect."""
    if spec.spatial.roller.concentric:
        return
    roller, length = spec.spatial.roller, data.chain.inner_width
    expected = expected_load(spec, data)
    limit = limit_force(roller.modulus, roller.clearance, length)
    if limit < expected:
        raise SpecError.at(
            "spatial.roller.clearance",
            roller.clearance,
            f"more: Johnson's law ends at {rounded(limit)} N with it, and three times "
            f"the chain force, {rounded(expected)} N, is to be expected",
        )


def bush_stiffness(spec: Spec, data: SpatialData) -> float:
    """Slope of Johnson's law of roller on bush at the load to expect [N/m]."""
    roller, length = spec.spatial.roller, data.chain.inner_width
    limit = limit_force(roller.modulus, roller.clearance, length)
    load = min(expected_load(spec, data), 0.9 * limit)
    per = 4.0 * math.pi * roller.modulus * roller.clearance * length / load
    return math.pi * roller.modulus * length / (math.log(per) - 2.0)


def expected_load(spec: Spec, data: SpatialData) -> float:
    """Three times the chain force of the largest torque, at least 100 N [N]."""
    loads = [
        abs(getattr(part.boundary, "torque", 0.0)) / _radius(data, part.tooth_count)
        for part in spec.sprocket
    ]
    return float(max([100.0, *(3.0 * load for load in loads)]))


def _radius(data: SpatialData, teeth: int) -> float:
    return teeth * data.chain.pitch / (2.0 * math.pi)


def tooth_width(wanted: float | None, inner_width: float) -> float:
    """Width of teeth [m], by ISO 606 if not given."""
    return TOOTH_WIDTH * inner_width if wanted is None else wanted


def side_relief(wanted: float | None, pitch: float) -> float:
    """How much each side of a tooth is taken back [m], by ISO 606 if not given."""
    return RELIEF * pitch if wanted is None else wanted


def clear_length(profile: ToothProfile, reach: float) -> float:
    """Length of a span from its wheel to where plates are clear of the teeth [m]."""
    clear = profile.tip_radius + reach
    return math.sqrt(max(clear**2 - profile.pitch_radius**2, 0.0))


def relief_depth(pitch: float, relief: float) -> float:
    """Depth below the tip over which the sides are taken back [m]; radius one pitch."""
    return float(np.sqrt(2.0 * pitch * relief))
