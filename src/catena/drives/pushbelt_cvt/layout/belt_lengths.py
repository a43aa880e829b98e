"""How elements and ring fit on each other: pitch line, endplay, levels."""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.pushbelt_cvt.spec.drive import Spec
from catena.errors import GeometryError


@dataclass(frozen=True)
class BeltLengths:
    """The lengths of a belt [m]; N t + endplay = ring - 2 pi fibre_offset."""

    ring: float
    """Relaxed length of the rings' neutral fibre."""
    pitch_line: float
    """Sum of the elements' thicknesses at the rocking edge."""
    endplay: float
    """Sum of all gaps of the unloaded belt."""
    fibre_offset: float
    """From the rocking edge out to the neutral fibre."""
    fibre_level: float
    """From the flank contact out to the neutral fibre."""
    flank_low: float
    flank_high: float
    """From the ends of the flank out to the neutral fibre."""
    ear_play: float
    """Way of the ring between saddle and ear."""


def belt_lengths(spec: Spec) -> BeltLengths:
    """The lengths of a belt, two given and the third found.

    Raises:
        GeometryError: the elements do not fit; says how many do.
    """
    element, ring = spec.element, spec.ring
    height = ring.layer_count * ring.layer_thickness
    fibre = element.saddle_height + 0.5 * height
    offset = fibre - element.rocking_height
    play = element.ear_height - element.saddle_height - height
    if play <= 0.0:
        raise GeometryError(
            f"ring sets of {1e3 * height:.4g} mm do not fit between saddle and ear, "
            f"which leave {1e3 * (element.ear_height - element.saddle_height):.4g} mm"
        )
    length, pitch_line, endplay = _closed(spec, 2.0 * math.pi * offset)
    middle = 0.5 * (element.flank_low_height + element.flank_high_height)
    return BeltLengths(
        ring=length,
        pitch_line=pitch_line,
        endplay=endplay,
        fibre_offset=offset,
        fibre_level=fibre - middle,
        flank_low=fibre - element.flank_low_height,
        flank_high=fibre - element.flank_high_height,
        ear_play=play,
    )


def _closed(spec: Spec, turn: float) -> tuple[float, float, float]:
    """Ring length, pitch line and endplay out of two of them."""
    count, thickness = spec.belt.element_count_real, spec.element.thickness
    length, endplay = spec.ring.length, spec.ring.endplay
    if length is None and thickness is not None and endplay is not None:
        length = count * thickness + endplay + turn
    if length is None:  # the specification has seen to it
        raise GeometryError("two of thickness, endplay and ring length are needed")
    room = _positive(length - turn, length)
    if thickness is None:
        thickness = _positive(room - (endplay or 0.0), length) / count
    if endplay is None:
        endplay = room - count * thickness
    if not 0.0 <= endplay < thickness:
        fitting = math.floor(room / thickness)
        rest = room - fitting * thickness
        found = f"leave an endplay of {1e3 * endplay:.4g} mm (more than one element) on"
        if endplay < 0.0:
            found = f"are {-1e3 * endplay:.4g} mm too long for"
        raise GeometryError(
            f"belt: {count} elements of {1e3 * thickness:.6g} mm {found} a ring of "
            f"{1e3 * length:.6g} mm, which has room for {1e3 * room:.6g} mm at the "
            f"rocking edges; {fitting} fit, with an endplay of {1e3 * rest:.4g} mm"
        )
    return length, count * thickness, endplay


def _positive(room: float, length: float) -> float:
    if room <= 0.0:
        raise GeometryError(
            f"a ring of {1e3 * length:.6g} mm leaves no room for elements"
        )
    return room
