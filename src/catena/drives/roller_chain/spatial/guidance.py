"""How much offset and skew a chain survives, before a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from catena.couplings.spatial_border import tilt_matrix
from catena.drives.roller_chain.spec.drive import Spec
from catena.errors import GeometryError
from catena.geometry.paths.path import Path, Wheel
from catena.numerics.arrays import Floats

LARGEST_SLOPE = math.radians(12.0)
"""Angle of a span against the planes of its wheels that is refused [rad]."""


def check_guidance(spec: Spec, path: Path, wheels: Sequence[Wheel]) -> None:
    """Refuse offsets and skews that no chain survives, and say what would be allowed.

    A link that enters a tooth askew by more than its plates leave room for cannot pass.
    The span runs between the points where it leaves the tilted planes of its wheels;
    its angle to each of these planes decides.
    """
    centres = {wheel.name: wheel.centre for wheel in wheels}
    pieces = path.curve.pieces()
    for span in path.spans:
        piece = pieces[span.piece]
        begin = _lifted(spec, centres, span.start, (piece.x, piece.y))
        end = _lifted(spec, centres, span.end, piece.end()[:2])
        along = end - begin
        length = float(np.linalg.norm(along))
        for name in (span.start, span.end):
            sine = float(along @ _normal(spec, name)) / length
            slope = abs(math.asin(min(max(sine, -1.0), 1.0)))
            if slope <= LARGEST_SLOPE:
                continue
            raise GeometryError(
                f"span {span.start} to {span.end}: offsets and skews lead the chain "
                f"{math.degrees(slope):.3g} deg askew into {name!r}, a rise of "
                f"{1e3 * abs(float(along[2])):.4g} mm over {1e3 * length:.4g} mm; "
                f"expected at most {math.degrees(LARGEST_SLOPE):.3g} deg, which is "
                f"{1e3 * length * math.tan(LARGEST_SLOPE):.3g} mm without skew"
            )


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
