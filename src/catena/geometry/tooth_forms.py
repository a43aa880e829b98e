"""Tooth gaps by standard and by five lines.

All forms touch a roller seated on the pitch circle in the bottom of the gap, so the
root diameter is the pitch diameter minus the roller diameter, as both standards
measure it. ``seating="pitch"`` centres the seating arc on the pitch circle instead;
the roller then sinks by the difference of the radii before it rests.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from catena.errors import GeometryError
from catena.geometry.curve import Piece, arc, line
from catena.geometry.tooth import MIN_TEETH, ToothProfile, pitch_radius, profile_of

Seating = Literal["root", "pitch"]
_INCH = 0.0254
IDEAL_HALF_ANGLE = 60.0
"""Half the seating angle of the ideal gap [deg], less below 11 teeth."""
IDEAL_OPENING = 330.0
"""By which the flanks of the ideal gap open, over the teeth [deg]: a link swings in
along 180/z to 360/z from radial."""


def iso_606(
    pitch: float,
    tooth_count: int,
    roller_diameter: float,
    *,
    form: float = 0.0,
    tip_radius: float | None = None,
    seating: Seating = "root",
) -> ToothProfile:
    """The gap of ISO 606: a seating arc and a convex flank arc.

    Args:
        pitch: Chain pitch [m].
        tooth_count: Number of teeth.
        roller_diameter: Diameter d_1 of the roller [m].
        form: 0 is the minimum gap, 1 the maximum gap, between them interpolated.
        tip_radius: Half the tip diameter [m]; default the middle of the permitted
            range.
        seating: Where the roller rests, see the module.

    Source: ISO 606, tooth gap form; the cube root takes millimetres.
    """
    check_wheel("ISO 606", pitch, tooth_count, roller_diameter)
    _check_share("tooth form ISO 606", "form", form)
    d_1, z = roller_diameter, tooth_count
    wide = 0.069e-3 * np.cbrt(1e3 * d_1)
    r_i = 0.505 * d_1 + form * wide
    r_e = (1.0 - form) * 0.008 * d_1 * (z**2 + 180.0) + form * 0.12 * d_1 * (z + 2.0)
    alpha = np.radians(140.0 - 20.0 * form - 90.0 / z)
    radius = pitch_radius(pitch, z)
    low, high = iso_606_tip_radii(pitch, z, d_1)
    tip = _checked_tip("ISO 606", tip_radius, low, high)
    seat = radius + _lift(seating, r_i, d_1)
    flank = _seat_and_bump(seat, r_i, 0.5 * alpha, r_e)
    return profile_of("ISO 606", flank, z, radius, 0.5 * d_1, tip)


def ideal_seat(pitch: float, tooth_count: int, roller_diameter: float) -> ToothProfile:
    """A gap that holds the roller on the pitch circle without play.

    The seating arc has the radius of the roller and is centred on the pitch circle; the
    straight flanks that continue it open wider than the swing of an entering roller, so
    that a seated roller cannot move and an entering one meets nothing.
    """
    check_wheel("ideal", pitch, tooth_count, roller_diameter)
    r, z, radius = 0.5 * roller_diameter, tooth_count, pitch_radius(pitch, tooth_count)
    half = np.radians(min(IDEAL_HALF_ANGLE, 90.0 - IDEAL_OPENING / z))
    foot = np.array([radius - r * np.cos(half), r * np.sin(half)])
    top = foot + pitch * np.array([np.sin(half), np.cos(half)])
    flank = [arc((radius, 0.0), r, np.pi, -half), line(foot, top)]
    highest = _pointed_radius(flank, z, radius, roller_diameter)
    tip = min(sum(iso_606_tip_radii(pitch, z, roller_diameter)) / 2.0, highest)
    return profile_of("ideal", flank, z, radius, r, tip)


def iso_606_tip_radii(
    pitch: float, tooth_count: int, roller_diameter: float
) -> tuple[float, float]:
    """The smallest and largest permitted tip radius [m].

    Source: ISO 606, d_a min = d + p(1 - 1.6/z) - d_1, d_a max = d + 1.25 p - d_1.
    """
    d = 2.0 * pitch_radius(pitch, tooth_count)
    low = d + pitch * (1.0 - 1.6 / tooth_count) - roller_diameter
    high = d + 1.25 * pitch - roller_diameter
    return 0.5 * low, 0.5 * high


def ansi_b29_1(
    pitch: float,
    tooth_count: int,
    roller_diameter: float,
    *,
    tip_radius: float | None = None,
    seating: Seating = "root",
) -> ToothProfile:
    """The gap of ANSI B29.1: seating arc, working arc, straight line, topping arc.

    Args:
        pitch: Chain pitch P [m].
        tooth_count: Number of teeth N.
        roller_diameter: Diameter D_r of the roller [m].
        tip_radius: Half the outside diameter [m]; default J = 0.3 P.
        seating: Where the roller rests, see the module.

    Source: ANSI B29.1, theoretical tooth form; letters as there.
    """
    check_wheel("ANSI B29.1", pitch, tooth_count, roller_diameter)
    D_r, N, radius = roller_diameter, tooth_count, pitch_radius(pitch, tooth_count)
    R_s = 0.5 * (1.005 * D_r + 0.003 * _INCH)
    A, B = np.radians(35.0 + 60.0 / N), np.radians(18.0 - 56.0 / N)
    E = 0.8 * D_r + R_s
    a = np.array([radius + _lift(seating, R_s, D_r), 0.0])
    c = a + 0.8 * D_r * np.array([np.sin(A), -np.cos(A)])
    normal = np.array([-np.sin(A - B), np.cos(A - B)])
    b = a + 1.4 * D_r * np.array([-np.sin(np.pi / N), np.cos(np.pi / N)])
    # the radius with which the arc about b touches the line behind the working arc
    F = float(normal @ (b - c)) - E
    x_seat, x_work = 0.5 * np.pi - A, 0.5 * np.pi + A
    top = x_work - B + np.pi
    flank = [
        arc(a, R_s, np.pi, -x_seat),
        arc(c, E, x_work, -B),
        line(c + E * normal, b - F * normal),
        arc(b, F, top, 0.75 * np.pi),
    ]
    highest = _pointed_radius(flank, N, radius, D_r)
    usual = 0.5 * pitch * (0.6 + 1.0 / np.tan(np.pi / N))
    tip = min(usual, highest)
    if tip_radius is not None:
        tip = _checked_tip("ANSI B29.1", tip_radius, radius, highest)
    return profile_of("ANSI B29.1", flank, N, radius, 0.5 * D_r, tip)


def five_segments(
    pitch: float,
    tooth_count: int,
    roller_diameter: float,
    *,
    knee_depth: float | None = None,
    tip_radius: float | None = None,
    seating: Seating = "root",
) -> ToothProfile:
    """Five straight lines per gap: bottom, two lower and two upper flanks.

    Bottom and lower flanks touch the seating circle of the ISO minimum gap; the upper
    flanks run from a knee to the tip of the mean ISO flank.

    Args:
        pitch: Chain pitch [m].
        tooth_count: Number of teeth.
        roller_diameter: Diameter d_1 of the roller [m].
        knee_depth: Radial distance of the knee inside the pitch circle [m]; default
            d_1/40.
        tip_radius: Tip radius [m]; default the middle of the ISO range.
        seating: Where the roller rests, see the module.

    Source: [Omar2016] sec. 5, Fig. 2b shows five tangent lines without dimensions.
    Deviation: the dimensions are ours. One straight flank up to the tip would cut
    into the swinging roller of small wheels.
    """
    check_wheel("five segments", pitch, tooth_count, roller_diameter)
    d_1, z, radius = roller_diameter, tooth_count, pitch_radius(pitch, tooth_count)
    mean_iso = iso_606(
        pitch, z, d_1, form=0.5, tip_radius=tip_radius, seating=seating
    ).half_gap.pieces()[1]
    r_i, half = 0.505 * d_1, 0.5 * np.radians(140.0 - 90.0 / z)
    seat = radius + _lift(seating, r_i, d_1)
    bottom_end = np.array([seat - r_i, r_i * np.tan(0.5 * half)])
    foot = np.array([seat - r_i * np.cos(half), r_i * np.sin(half)])
    depth = d_1 / 40.0 if knee_depth is None else knee_depth
    rise = (radius - depth - foot[0]) / np.sin(half)
    if rise <= 0.0:
        raise GeometryError(
            f"tooth form five segments: the knee lies {1e3 * depth:.3f} mm inside the "
            f"pitch circle, expected less than {1e3 * (radius - foot[0]):.3f} mm"
        )
    knee = foot + rise * np.array([np.sin(half), np.cos(half)])
    tip = np.array(mean_iso.end()[:2])
    flank = [line((seat - r_i, 0.0), bottom_end), line(bottom_end, knee)]
    flank.append(line(knee, knee + 1.000001 * (tip - knee)))
    tip_limit = float(np.hypot(*tip))
    return profile_of("five segments", flank, z, radius, 0.5 * d_1, tip_limit)


def _seat_and_bump(
    seat: float, r_i: float, half_angle: float, r_e: float
) -> list[Piece]:
    """Seating arc about (seat, 0) and the convex flank arc that continues it."""
    outward = np.array([-np.cos(half_angle), np.sin(half_angle)])
    centre = np.array([seat, 0.0]) + (r_i + r_e) * outward
    flank_start = float(np.arctan2(-outward[1], -outward[0]))
    return [
        arc((seat, 0.0), r_i, np.pi, -half_angle),
        arc(centre, r_e, flank_start, 0.5 * np.pi),
    ]


def _lift(seating: Seating, seat_radius: float, roller_diameter: float) -> float:
    """How far the seating centre stands outside the pitch circle [m]."""
    return seat_radius - 0.5 * roller_diameter if seating == "root" else 0.0


def _pointed_radius(
    flank: list[Piece], tooth_count: int, radius: float, roller_diameter: float
) -> float:
    """Where the two flanks of a tooth would meet [m]."""
    pointed = profile_of("pointed", flank, tooth_count, radius, 0.5 * roller_diameter)
    return pointed.tip_radius


def _checked_tip(name: str, wanted: float | None, low: float, high: float) -> float:
    if wanted is None:
        return 0.5 * (low + high)
    if not low <= wanted <= high:
        raise GeometryError(
            f"tooth form {name}: tip radius {1e3 * wanted:.3f} mm, expected "
            f"{1e3 * low:.3f} to {1e3 * high:.3f} mm for this pitch and tooth count"
        )
    return wanted


def check_wheel(name: str, pitch: float, tooth_count: int, roller: float) -> None:
    """Refuse counts and rollers that no tooth form takes."""
    if tooth_count < MIN_TEETH:
        raise GeometryError(
            f"tooth form {name}: {tooth_count} teeth, expected {MIN_TEETH} or more"
        )
    if not 0.0 < roller < pitch:
        raise GeometryError(
            f"tooth form {name}: roller diameter {1e3 * roller:.3f} mm, expected "
            f"between 0 and the pitch {1e3 * pitch:.3f} mm"
        )


def _check_share(where: str, what: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise GeometryError(f"{where}: {what} is {value:g}, expected 0 to 1")
