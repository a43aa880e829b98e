"""Sprocket tooth gaps and the roller that lies in them.

One half of one gap, from its bottom to the middle of the tooth, describes the whole
sprocket: everything else is a mirror image or a turn. The gap frame has its origin in
the sprocket centre and its x axis through the middle of gap 0; a roller seated on the
pitch circle has its centre at (pitch radius, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from catena.errors import GeometryError
from catena.geometry.contour import contour_distance, contour_of
from catena.geometry.curve import Curve, Piece, arc
from catena.jit import kernel
from catena.numerics.arrays import Floats, Ints
from catena.tables.contour import Contour

MIN_TEETH = 6
"""Below this a roller no longer leaves its gap without jamming."""
SWING_STEPS = 200


@dataclass(frozen=True, eq=False)
class ToothProfile:
    """The tooth form of one sprocket."""

    name: str
    tooth_count: int
    pitch_radius: float
    """Radius on which seated roller centres lie [m]."""
    roller_radius: float
    """Radius of the roller the gap is cut for [m]."""
    tip_radius: float
    """Radius of the tooth tips [m]."""
    half_gap: Curve
    """From the bottom of gap 0 to the middle of the next tooth, solid on the left."""
    contour: Contour
    """The half gap as rows for the distance kernels."""

    @property
    def tooth_angle(self) -> float:
        """Angle from gap to gap [rad]."""
        return 2.0 * np.pi / self.tooth_count

    @property
    def root_radius(self) -> float:
        """Radius of the bottom of the gap [m]."""
        return float(self.half_gap.x[0])

    def gap_directions(self) -> Floats:
        """Unit directions (tooth count, 2) from the centre to every tooth gap."""
        angle = self.tooth_angle * np.arange(self.tooth_count)
        return np.stack([np.cos(angle), np.sin(angle)], axis=-1)

    def outline(self, deviation: float = 2e-5) -> Floats:
        """The closed outline of the sprocket (n, 2) [m], counter-clockwise."""
        half = self.half_gap.outline(deviation)
        mirrored = (half * np.array([1.0, -1.0]))[:0:-1]
        gap = np.vstack([mirrored, half[:-1]])
        angles = self.tooth_angle * np.arange(self.tooth_count)
        turned = [gap @ _rotation(angle).T for angle in angles]
        return np.vstack(turned)


def swing_overlap(profile: ToothProfile) -> tuple[float, float]:
    """How deep a roller on the pitch circle lies in the teeth, and one that swings [m].

    On its way into or out of a gap its link turns about the seated roller beside it, by
    one tooth angle from straight.
    """
    rows, z = profile.contour, profile.tooth_count
    swing = np.linspace(0.0, profile.tooth_angle, SWING_STEPS)
    seat = profile.pitch_radius
    pitch = 2.0 * seat * np.sin(np.pi / z)
    # the chord to the seated neighbour leaves the pitch circle by half a tooth angle
    heading = 0.5 * np.pi + np.pi / z - swing
    places = zip(seat + pitch * np.cos(heading), pitch * np.sin(heading), strict=True)
    gaps = [
        roller_gap(
            rows.code, rows.shape, 0, len(rows.code), z, profile.roller_radius, x, y
        )[0]
        for x, y in places
    ]
    return -float(gaps[0]), -float(min(gaps))


def pitch_radius(pitch: float, tooth_count: int) -> float:
    """Radius on which chords of one pitch close after all teeth [m]."""
    return float(0.5 * pitch / np.sin(np.pi / tooth_count))


def profile_of(
    name: str,
    flank: list[Piece],
    tooth_count: int,
    radius: float,
    roller_radius: float,
    tip_radius: float | None = None,
) -> ToothProfile:
    """The profile of a half gap whose last piece may run on beyond the tooth.

    Args:
        name: What the form is called.
        flank: From the bottom of the gap outwards, solid on the left.
        tooth_count: Number of teeth.
        radius: Pitch radius [m].
        roller_radius: Radius of the roller [m].
        tip_radius: Where the teeth are cut off [m]; ``None`` leaves them pointed.
    """
    half_angle = np.pi / tooth_count
    curve = Curve.of(_cut_off(name, flank, half_angle, tip_radius))
    x, y, heading = curve.pieces()[-1].end()
    middle = (float(np.cos(half_angle)), float(np.sin(half_angle)))
    contour = _without_smooth_ends(
        contour_of(curve, (1.0, 0.0), middle), curve, heading, half_angle
    )
    return ToothProfile(
        name,
        tooth_count,
        radius,
        roller_radius,
        float(np.hypot(x, y)),
        curve,
        contour,
    )


def _cut_off(
    name: str, flank: list[Piece], half_angle: float, tip_radius: float | None
) -> list[Piece]:
    """The pieces up to the middle of the tooth, or to the tip circle and along it."""
    limit = np.inf if tip_radius is None else tip_radius
    kept: list[Piece] = []
    for piece in flank:
        x, y, _ = piece.end()
        if np.arctan2(y, x) < half_angle and np.hypot(x, y) < limit:
            kept.append(piece)
            continue
        kept.append(piece.cut(_leaving(piece, half_angle, limit)))
        x, y, _ = kept[-1].end()
        rest = half_angle - np.arctan2(y, x)
        # the tip circle is reached before the middle of the tooth: a flat top follows
        if rest > 1e-9:
            kept.append(arc((0.0, 0.0), float(np.hypot(x, y)), half_angle - rest, rest))
        return kept
    x, y, _ = kept[-1].end()
    short = np.hypot(x, y) * (half_angle - np.arctan2(y, x))
    tip = "" if tip_radius is None else f" or the tip radius {1e3 * limit:.3f} mm"
    raise GeometryError(
        f"tooth form {name}: the flank ends {1e3 * short:.3f} mm before the middle of "
        f"the tooth, {1e3 * np.hypot(x, y):.3f} mm from the axis; it must reach that"
        f"{tip}"
    )


def _leaving(piece: Piece, half_angle: float, limit: float) -> float:
    """Arc length at which a piece reaches the tooth middle or the tip circle [m]."""
    inside, outside = 0.0, piece.length
    # bisection: the flank crosses either limit once, and its slope may be anything
    for _ in range(60):
        middle = 0.5 * (inside + outside)
        x, y, _ = piece.at(middle)
        if np.arctan2(y, x) < half_angle and np.hypot(x, y) < limit:
            inside = middle
        else:
            outside = middle
    return inside


def _without_smooth_ends(
    contour: Contour, curve: Curve, heading: float, half_angle: float
) -> Contour:
    """Drop the corner rows where the curve meets its mirror image smoothly."""
    first = int(abs(curve.heading[0] - 0.5 * np.pi) < 1e-9)
    # a curve at right angles to the mirror has no corner there
    flat_top = abs(heading - half_angle - 0.5 * np.pi) < 1e-6
    last = len(contour.code) - int(flat_top)
    code = np.ascontiguousarray(contour.code[first:last])
    return Contour(code, np.ascontiguousarray(contour.shape[first:last]))


def _rotation(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


@kernel
def nearest_gap(tooth_count: int, x: float, y: float) -> int:
    """Index of the gap nearest to a point of the sprocket frame, 0 <= k < count."""
    return round(math.atan2(y, x) * tooth_count / (2.0 * math.pi)) % tooth_count


@kernel
def gap_distance(
    code: Ints, shape: Floats, first: int, last: int, x: float, y: float
) -> tuple[float, float, float, int]:
    """Signed distance of a point of the gap frame to the teeth [m], normal, row.

    Exact for the whole sprocket as long as the point lies between the middles of the
    two teeth beside the gap: the nearest point then lies there too, by symmetry.
    """
    # one half of a gap describes both: the other is its mirror image
    d, n_x, n_y, row = contour_distance(code, shape, first, last, x, abs(y))
    return d, n_x, (n_y if y >= 0.0 else -n_y), row


@kernel
def roller_gap(
    code: Ints,
    shape: Floats,
    first: int,
    last: int,
    tooth_count: int,
    roller_radius: float,
    x: float,
    y: float,
) -> tuple[float, float, float, int]:
    """Gap between a roller centred at (x, y) of the sprocket frame and the teeth [m].

    Returns:
        Gap (negative: penetration), unit normal from tooth to roller in the sprocket
        frame, index of the tooth gap.
    """
    k = nearest_gap(tooth_count, x, y)
    angle = 2.0 * np.pi * k / tooth_count
    c, s = np.cos(angle), np.sin(angle)
    d, n_x, n_y, _ = gap_distance(
        code, shape, first, last, c * x + s * y, c * y - s * x
    )
    return d - roller_radius, c * n_x - s * n_y, s * n_x + c * n_y, k
