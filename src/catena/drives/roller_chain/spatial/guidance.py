"""How much offset and skew a chain survives, before a run."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from catena.couplings.spatial_border import tilt_matrix
from catena.drives.roller_chain.spatial.chain_data import (
    SpatialData,
    clear_length,
    side_relief,
    tooth_width,
)
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.paths.path import Path, Wheel
from catena.geometry.tooth import ToothProfile
from catena.numerics.arrays import Floats

LARGEST_SLOPE = math.radians(12.0)
"""Angle of a span against the planes of its wheels that is refused [rad]."""


class Askew(NamedTuple):
    """How a span meets the plane of one of its wheels."""

    span: str
    name: str
    """Of the wheel."""
    slope: float
    """Angle of the span against its plane [rad]."""
    rise: float
    """Between both ends of the span, along the axes [m]."""
    length: float
    """Of the span [m]."""
    leaves: bool
    """Whether it begins there, in the sense of travel."""


def check_guidance(spec: Spec, path: Path, wheels: Sequence[Wheel]) -> None:
    """Refuse offsets and skews that no chain survives, and say what would be allowed.

    A link that enters a tooth askew by more than its plates leave room for cannot pass.
    """
    for end in askew_ends(spec, path, wheels):
        if end.slope <= LARGEST_SLOPE:
            continue
        raise GeometryError(
            f"span {end.span}: offsets and skews lead the chain "
            f"{math.degrees(end.slope):.3g} deg askew into {end.name!r}, a rise of "
            f"{1e3 * end.rise:.4g} mm over {1e3 * end.length:.4g} mm; "
            f"expected at most {math.degrees(LARGEST_SLOPE):.3g} deg, which is "
            f"{1e3 * end.length * math.tan(LARGEST_SLOPE):.3g} mm without skew"
        )


def askew_ends(spec: Spec, path: Path, wheels: Sequence[Wheel]) -> Iterator[Askew]:
    """Both ends of every span.

    A span runs between the points where it leaves the tilted planes of its wheels; its
    angle to each of these planes decides.
    """
    centres = {wheel.name: wheel.centre for wheel in wheels}
    pieces = path.curve.pieces()
    for span in path.spans:
        piece = pieces[span.piece]
        begin = _lifted(spec, centres, span.start, (piece.x, piece.y))
        end = _lifted(spec, centres, span.end, piece.end()[:2])
        along = end - begin
        length, rise = float(np.linalg.norm(along)), abs(float(along[2]))
        for name, leaves in ((span.start, True), (span.end, False)):
            sine = float(along @ _normal(spec, name)) / length
            slope = abs(math.asin(min(max(sine, -1.0), 1.0)))
            yield Askew(
                f"{span.start} to {span.end}", name, slope, rise, length, leaves
            )


def tip_warnings(
    spec: Spec,
    data: SpatialData,
    profiles: Sequence[ToothProfile],
    path: Path,
    wheels: Sequence[Wheel],
) -> list[str]:
    """Whether a straight strand leads plates onto tooth tips, at its worst place.

    Only where it runs onto a wheel: plates that leave one already stand beside teeth.
    Plates of bush links first reach below the tips where a strand is as far from its
    wheel as ``clear`` says. There they may stand beside the middle of the teeth by half
    the play between plates and teeth, and by what tips are taken back at their sides.
    """
    inner = data.chain.inner_width
    found: list[tuple[float, str]] = []
    for end in askew_ends(spec, path, wheels):
        for part, profile in zip(spec.sprocket, profiles, strict=True):
            if part.name != end.name or end.leaves:
                continue
            room = 0.5 * (inner - tooth_width(part.tooth_width, inner))
            room += side_relief(part.tooth_relief, data.chain.pitch)
            clear = clear_length(profile, data.reach)
            most = math.atan2(room, clear)
            words = (
                f"span {end.span} runs onto {end.name!r} "
                f"{math.degrees(end.slope):.2f} deg askew; a straight strand clears "
                f"tooth tips up to {math.degrees(most):.2f} deg, which is an offset "
                f"of {1e3 * end.length * math.tan(most):.3g} mm without skew "
                f"({1e3 * room:.2f} mm of play and tooth relief, {1e3 * clear:.1f} mm "
                "before the wheel): links must bend sideways to enter, or plates ride "
                "on tips"
            )
            found.append((end.slope / most, words))
    share, words = max(found, default=(0.0, ""))
    return [words] if share > 1.0 else []


def _normal(spec: Spec, name: str) -> Floats:
    """Axis of a sprocket; guides stand square."""
    skew = next((p.skew for p in spec.sprocket if p.name == name), (0.0, 0.0))
    return np.array(tilt_matrix(*skew)[2::3])


def _lifted(
    spec: Spec,
    centres: Mapping[str, tuple[float, float]],
    name: str,
    point: tuple[float, float],
) -> Floats:
    """The point of the tilted plane of a sprocket or guide above one of the drawing."""
    n = _normal(spec, name)
    offset = spec.offsets()[name]
    centre = centres.get(name, point)
    d_x, d_y = point[0] - centre[0], point[1] - centre[1]
    rise = -(n[0] * d_x + n[1] * d_y) / n[2]
    return np.array([point[0], point[1], offset + rise])
