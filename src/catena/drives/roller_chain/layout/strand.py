"""Strands of stated pitch, mass and tension, for their frequencies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field, ValidationError

from catena.drives.roller_chain.layout.chain_data import GYRATION
from catena.errors import SpecError
from catena.geometry.string import LinkStrand
from catena.spec.checks import problems_of
from catena.spec.parts import Part
from catena.spec.quantities import Force, Inertia, Length, Mass, Speed
from catena.standards import roller_chain


class StrandPart(Part):
    """A free strand of a chain, as stated on the command line."""

    pitch: Length = Field(gt=0.0, lt=1.0)
    """Distance from pin to pin."""
    link_mass: Mass = Field(gt=0.0, lt=1e3)
    """Mass of one link, inner and outer averaged."""
    link_inertia: Inertia | None = Field(default=None, ge=0.0, lt=1e3)
    """Central moment of inertia of one link; 0.225 m p^2 if not given."""
    tension: list[Force] = Field(min_length=1, max_length=1000)
    """Tensions that transmit the load, without the centrifugal part."""
    speed: Speed = Field(default=0.0, ge=0.0, lt=1e3)
    """How fast the chain travels along the strand."""


def strands_of(
    chain: Mapping[str, str | None], links: int, tension: Sequence[str], speed: str
) -> tuple[list[LinkStrand], float]:
    """Strands at the stated tensions, and the speed of travel [m/s].

    Args:
        chain: ``standard``, ``pitch``, ``link_mass``, ``link_inertia`` as texts; what
            is None comes from the standard.
        links: Links between the supports.
        tension: Tensions as texts with units.
        speed: Of travel, as a text with unit.

    Raises:
        SpecError: When something is missing or cannot be used.
    """
    stated = {key: text for key, text in chain.items() if text is not None}
    data: dict[str, object] = {}
    if (standard := stated.pop("standard", None)) is not None:
        row = roller_chain(standard.replace("606", "").strip())
        data = {"pitch": row.pitch, "link_mass": row.link_mass}
    data |= {**stated, "tension": list(tension), "speed": speed}
    try:
        part = StrandPart.model_validate(data)
    except ValidationError as error:
        raise SpecError(problems_of(error, StrandPart, data), "strand") from None
    inertia = part.link_inertia
    if inertia is None:
        inertia = GYRATION * part.link_mass * part.pitch**2
    strands = [
        LinkStrand(links, part.pitch, part.link_mass, inertia, pull)
        for pull in part.tension
    ]
    return strands, part.speed
