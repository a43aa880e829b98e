"""The cat's back: the course of a belt whose elements are thicker at the top.

Wedges that touch at rocking edge and top do not stand in a straight line: the strands
arch outwards on a circle of the cat's back radius. It is laid through the points where
the straight strand would touch the pulleys, and tangents to both circles make the
transitions smooth.

Source: [Cebulla2014] Section 4.2.1, (4.43)-(4.77).
Deviations: the contact angle is found in closed form instead of by (4.49) and Newton,
and so are the tangents, without the cases of (4.68) and (4.73); elements that are not
tapered give an infinite radius, and straight strands. The printed course is longer than
the belt (4.77), which starts it with a hidden prestress; here the radii are chosen so
that the course has the length it should have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from catena.drives.pushbelt_cvt.start.bracket import bracketed
from catena.errors import GeometryError
from catena.geometry.course import Course, Piece
from catena.geometry.variator import (
    LOOSE,
    PRIMARY,
    PUSH,
    SECONDARY,
    BeltGeometry,
    belt_geometry,
)


def wedge_angle(taper: float, height: float, rocking_radius: float) -> float:
    """The angle phi_R of the contact on the rocking edge, negative (4.49) [rad].

    Args:
        taper: how much thicker the element is at the top, t_T - t_R [m].
        height: from the rocking edge to the top, h_T - h_R [m].
        rocking_radius: r_R [m].

    (r_R + taper) cos phi + height sin phi = r_R is a cosine of phi minus atan2.
    """
    across = rocking_radius + taper
    direction = math.atan2(height, across)
    return direction - math.acos(rocking_radius / math.hypot(height, across))


def cats_back_radius(
    thickness: float, taper: float, height: float, rocking_radius: float, fibre: float
) -> float:
    """Radius of the rings' neutral fibre in the strands, r_st (4.57) [m].

    Args:
        thickness: t_R at the rocking edge [m].
        taper: t_T - t_R [m].
        height: from the rocking edge to the top, h_T - h_R [m].
        rocking_radius: r_R [m].
        fibre: from the rocking edge to the neutral fibre, h_P + h_r/2 - h_R [m].
    """
    if taper == 0.0:
        return math.inf
    phi = wedge_angle(taper, height, rocking_radius)
    drop = taper + 2.0 * rocking_radius * math.sin(0.5 * phi) ** 2
    lever = height - rocking_radius * math.sin(phi)
    return lever * (thickness + taper) / drop - height + fibre  # (4.56), (4.57)


@dataclass(frozen=True)
class ArchedBelt:
    """A belt whose strands arch on the cat's back radius."""

    pulleys: BeltGeometry
    """Where the pulleys' circles and the straight strands would be."""
    back_radius: float
    """r_st [m]."""

    def __post_init__(self) -> None:
        half = 0.5 * self.pulleys.strand
        if self.back_radius <= half:
            raise GeometryError(
                f"elements so tapered that their strands bend to a radius of "
                f"{1e3 * self.back_radius:.4g} mm; expected more than half the "
                f"strand, {1e3 * half:.4g} mm"
            )

    @property
    def kink(self) -> float:
        """Angle at which the bare cat's back would leave a pulley (4.61) [rad]."""
        return math.asin(0.5 * self.pulleys.strand / self.back_radius)

    def shift(self, radius: float) -> float:
        """How much of its wrap a pulley loses to the tangent at each end [rad].

        The tangent touches the pulley an angle s before the kink and the cat's back an
        angle kink - s behind it. The kink's distance to the tangent is the same seen
        from both circles, r (1 - cos s) = r_st (1 - cos(kink - s)): (4.65)-(4.73)
        without differences of large numbers.
        """
        k = math.sqrt(self.back_radius / radius)
        half = 0.5 * self.kink
        return 2.0 * math.atan2(k * math.sin(half), 1.0 + k * math.cos(half))

    def transition(self, radius: float) -> float:
        """Length of the tangent between a pulley and the cat's back (4.65) [m]."""
        return 2.0 * math.sqrt(self.back_radius * radius) * math.sin(0.5 * self.kink)

    @property
    def length(self) -> float:
        """Of the whole course [m]."""
        return self.course().length

    def course(self) -> Course:
        """The course from the entry of the primary pulley, all four sections."""
        belt, back = self.pulleys, self.back_radius
        out = belt.phi + self.shift(belt.radius_i)
        into = belt.phi - self.shift(belt.radius_o)
        from_i, to_o = self.transition(belt.radius_i), self.transition(belt.radius_o)
        arch = back * (self.shift(belt.radius_i) + self.shift(belt.radius_o))
        steps = [
            (PRIMARY, -1.0 / belt.radius_i, 2.0 * belt.radius_i * (math.pi - out)),
            (PUSH, 0.0, from_i),
            (PUSH, -1.0 / back, arch),
            (PUSH, 0.0, to_o),
            (SECONDARY, -1.0 / belt.radius_o, 2.0 * belt.radius_o * into),
            (LOOSE, 0.0, to_o),
            (LOOSE, -1.0 / back, arch),
            (LOOSE, 0.0, from_i),
        ]
        place = (belt.radius_i * math.cos(out), -belt.radius_i * math.sin(out))
        return _joined(place, -0.5 * math.pi - out, steps)


def _joined(
    start: tuple[float, float], angle: float, steps: list[tuple[str, float, float]]
) -> Course:
    """Pieces laid end to end, each beginning where the last one ended."""
    pieces: list[Piece] = []
    for section, curvature, length in steps:
        piece = Piece(section, start, angle, curvature, length)
        pieces.append(piece)
        start, angle = piece.end, piece.end_angle
    return Course(tuple(pieces))


def arched_belt(
    ratio: float, length: float, distance: float, back_radius: float
) -> ArchedBelt:
    """A belt of a length at a ratio, its strands arched.

    The arched course is longer than the straight one of the same radii, so the radii
    are those of a shorter straight belt, whose length is bracketed.
    """

    def arched(straight: float) -> ArchedBelt:
        return ArchedBelt(belt_geometry(ratio, straight, distance), back_radius)

    excess = arched(length).length - length
    if excess <= 0.0:  # so little taper that it is lost in the last digit
        return arched(length)
    lower = length - 2.0 * excess
    while arched(lower).length > length:
        lower -= excess
    return arched(bracketed(lambda x: arched(x).length - length, lower, length))
